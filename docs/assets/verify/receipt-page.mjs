/** The page that checks receipts: takes the documents, asks both implementations, shows what they say. */

import { element } from "./dom.mjs";
import { failure } from "./failure.mjs";
import { checkReceipts, drawReceipts, givenOf } from "./receipt-check.mjs";
import { Documents, LARGEST_FILE, recognised } from "./receipt-input.mjs";
import { documentsOf } from "./receipt-link.mjs";
import { runtimeBar } from "./runtime-bar.mjs";
import { RuntimeClient } from "./runtime-client.mjs";
import { listen } from "./wiring.mjs";

const FIELDS = ["receipt", "attestation", "keyring", "caller_key"];

const root = document.getElementById("arf-receipt-check");
const form = root.querySelector("form");
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");
const exampleNote = root.querySelector("[data-example-note]");

const examples = [];
let latest = 0; // the number of the newest check; answers to older ones are dropped

const runtime = new RuntimeClient(runtimeBar(root, { say, ready: () => {} }));
const documents = new Documents(root, form, { edited, picked: (name, files) => take([...files], name) });
wire();
await Promise.all([offerExamples(), takeLink()]);

function wire() {
  listen(root, form, check, (files) => take([...files], null));
  form.elements.example.addEventListener("change", takeExample);
  window.addEventListener("hashchange", takeLink);
  root.querySelector("[data-clear]").addEventListener("click", clear);
  root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());
}

// Input

async function offerExamples() {
  const response = await fetch(new URL("../receipt-examples.json", import.meta.url));
  const found = await response.json();
  const groups = new Map();
  for (const example of found.examples) {
    if (!groups.has(example.group)) groups.set(example.group, element("optgroup", { label: example.group }));
    const gate = example.gate === null ? "valid" : `gate ${example.gate}`;
    groups.get(example.group).append(element("option", { value: examples.length }, `${example.title} (${gate})`));
    for (const name of ["receipt", "attestation", "keyring"]) example[name] = found.documents[example[name]] ?? "";
    examples.push(example);
  }
  form.elements.example.append(...groups.values());
  // The first check loads what receipts need. Done on an example beforehand, it keeps nobody waiting.
  checkReceipts(runtime, givenOf(examples[0], ""), () => true);
}

function takeExample({ target }) {
  if (target.value === "") return;
  const example = examples[Number(target.value)];
  for (const name of FIELDS) documents.write(name, example[name] ?? "");
  exampleNote.textContent = example.sentence;
  check();
}

async function takeLink() {
  try {
    const found = await documentsOf(location.hash.slice(1));
    if (found === null) return;
    clear();
    for (const [name, text] of Object.entries(found)) documents.write(name, text);
    await check();
  } catch (error) {
    refuse(error.message, "Nothing was checked. Ask for the documents themselves.");
  }
}

// Files chosen for a pane belong there; dropped ones are recognised by what they hold.
async function take(files, pane) {
  const found = {};
  for (const file of files) {
    if (file.size > LARGEST_FILE) return refuse(`${file.name} is larger than 1 MB.`, "The command line checks files of any size: arf receipt verify.");
    const read = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const name = pane ?? recognised(read);
    if (name === null) return refuse(`${file.name} is not a receipt, an attestation or a keyring.`, "Its own file chooser takes it as it is, and the check says what is wrong with it.");
    (found[name] ??= []).push(read);
  }
  for (const name of ["keyring", "caller_key"]) {
    if (found[name]?.length > 1) return refuse(`There is more than one ${name === "keyring" ? "keyring" : "public key"}.`, "Give one.");
  }
  edited();
  for (const [name, held] of Object.entries(found)) documents.put(name, held);
  if (form.elements.receipt.value) await check();
}

function edited() {
  form.elements.example.value = "";
  exampleNote.textContent = "";
  if (results.querySelector("[data-valid]")) results.dataset.stale = "";
}

function clear() {
  latest += 1;
  form.reset();
  documents.clear();
  exampleNote.textContent = "";
  results.replaceChildren();
  results.removeAttribute("aria-busy");
  delete results.dataset.stale;
  say("");
  form.elements.receipt.focus();
}

// Checking

async function check() {
  const mine = ++latest;
  const given = documents.given();
  if (given.request.receipts.length === 0) {
    refuse("There is no receipt.", "Paste or choose one, or start from an example.");
    return;
  }
  results.setAttribute("aria-busy", "true");
  if (root.querySelector("[data-runtime]").dataset.runtime !== "ready") say("The check starts when the checker is loaded.");
  const found = await checkReceipts(runtime, given, (done, count) => {
    if (mine === latest && done < count) say(`${done} of ${count} receipts are checked.`);
    return mine === latest;
  });
  if (found === null || mine !== latest) return;
  const { nodes, spoken: sentence } = drawReceipts(found, { clauses: root.dataset.clauses, say });
  show(nodes, sentence);
}

function refuse(message, hint) {
  latest += 1;
  show([failure({ kind: "usage", message, hint })], `${message} ${hint}`);
}

function show(nodes, sentence) {
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
  results.replaceChildren(...nodes);
  say(sentence);
}

function say(sentence) {
  spoken.textContent = sentence;
}
