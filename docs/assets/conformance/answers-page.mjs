/** The page that judges a file of answers: takes the file, asks arfpy, shows its report. */

import { failure } from "../verify/failure.mjs";
import { counted, element } from "../verify/dom.mjs";
import { encode } from "../verify/input.mjs";
import { runtimeBar } from "../verify/runtime-bar.mjs";
import { RuntimeClient } from "../verify/runtime-client.mjs";
import { listen } from "../verify/wiring.mjs";
import { reportCard } from "./report-card.mjs";

const LARGEST_FILE = 20 * 1024 * 1024; // bytes: all answers take a few hundred kilobytes

const root = document.getElementById("arf-answers");
const form = root.querySelector("form");
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");
const note = root.querySelector("[data-file]");

let chosen = null; // the file of answers: its name and bytes
let latest = 0; // the number of the newest run; answers to older ones are dropped

// Asked for at once: the page closes its own network as soon as the checker is loaded.
const vectorsAsText = published();
vectorsAsText.catch(() => {}); // told when a file is judged
const runtime = new RuntimeClient(runtimeBar(root, { say, ready: () => {} }));
listen(root, form, judge, (files) => take(files[0]));
form.elements.file.addEventListener("change", ({ target }) => target.files.length && take(target.files[0]));
root.querySelector("[data-clear]").addEventListener("click", clear);
root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());

async function take(file) {
  if (file.size > LARGEST_FILE) {
    refuse(`${file.name} is larger than 20 MB.`, "Answers to all cases take less than one. Choose another file.");
    return;
  }
  chosen = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  note.textContent = `${file.name}, ${counted(chosen.bytes.length, "byte")}.`;
  if (form.elements.name.value.trim() === "") form.elements.name.value = file.name.replace(/\.[^.]*$/, "");
  await judge();
}

function clear() {
  latest += 1;
  chosen = null;
  form.reset();
  note.textContent = "";
  results.replaceChildren();
  results.removeAttribute("aria-busy");
  say("");
  form.elements.file.focus();
}

async function judge() {
  const mine = ++latest;
  if (chosen === null) {
    refuse("There is no file of answers.", "Choose one, or drop it on this form.");
    return;
  }
  results.setAttribute("aria-busy", "true");
  if (root.querySelector("[data-runtime]").dataset.runtime !== "ready") say("The report is made when the checker is loaded.");
  let vectors;
  try {
    vectors = await vectorsAsText;
  } catch (error) {
    if (mine === latest) refuse(`The vectors could not be loaded: ${error.message}.`, "Load the page again.");
    return;
  }
  const request = {
    op: "conformance",
    file: chosen.name,
    name: form.elements.name.value.trim() || chosen.name,
    version: form.elements.version.value.trim(),
    date: new Date().toISOString().slice(0, 10),
  };
  const data = `{"answers":"${base64(chosen.bytes)}","vectors":${vectors}}`;
  const answer = await runtime.ask(request, encode(data));
  if (mine !== latest) return;
  if (!answer.ok) {
    show(failure(answer), `${answer.message} ${answer.hint}`);
    return;
  }
  const { summary } = answer.report;
  show(reportCard(answer, root.dataset.site), `${summary.passed} passed, ${summary.failed} failed, ${summary.errored} errored.`);
}

// The site's vectors as JSON text.
async function published() {
  const response = await fetch(root.dataset.vectors);
  if (!response.ok) throw new Error(`the site answered ${response.status}`);
  return response.text();
}

function refuse(message, hint) {
  latest += 1;
  show(failure({ kind: "usage", message, hint }), `${message} ${hint}`);
}

function show(drawn, sentence) {
  results.removeAttribute("aria-busy");
  results.replaceChildren(drawn);
  say(sentence);
}

function say(sentence) {
  spoken.textContent = sentence;
}

function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
