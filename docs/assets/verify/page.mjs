/** The verify page: takes the input, asks both implementations, shows what they say. */

import { asSentence, card, failure } from "./card.mjs";
import { counted, element } from "./dom.mjs";
import { encode, guessFormat, lines, offsetOf } from "./input.mjs";
import { resultList } from "./list.mjs";
import { runtimeBar } from "./runtime-bar.mjs";
import { RuntimeClient } from "./runtime-client.mjs";
import { compare } from "./second-engine.mjs";
import { comparisonSentence, shownVerdict, title } from "./words.mjs";
import { listen } from "./wiring.mjs";

const LARGEST_INPUT = 32 * 1024 * 1024; // bytes: beyond this WebAssembly's memory and patience run out
const LARGEST_SHOWN = 1024 * 1024; // bytes of a file that the text area still takes

const root = document.getElementById("arf-verify");
const form = root.querySelector("form");
const text = form.elements.text;
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");
const links = { codes: root.dataset.codes, spec: root.dataset.spec, limits: root.dataset.limits };

const examples = []; // {title, type, text}, as offered
let chosen = null; // {name, bytes, text}: a file, until the text is edited
let latest = 0; // the number of the newest check; answers to older ones are dropped

const runtime = new RuntimeClient(runtimeBar(root, { say, ready: ({ types }) => offerTypes(types) }));
wire();
await offerExamples();

function wire() {
  listen(root, form, check, takeFiles);
  text.addEventListener("input", () => {
    forgetFile();
    results.dataset.stale = "";
  });
  text.addEventListener("paste", () => setTimeout(check));
  for (const name of ["type", "format", "expect"]) {
    form.elements[name].addEventListener("change", () => (text.value || chosen) && check());
  }
  form.elements.example.addEventListener("change", takeExample);
  form.elements.file.addEventListener("change", ({ target }) => takeFiles(target.files));
  root.querySelector("[data-clear]").addEventListener("click", clear);
  root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());
}

// Input

async function offerExamples() {
  const response = await fetch(new URL("../examples.json", import.meta.url));
  const groups = ["Records", "Inputs that are refused"].map((name) => element("optgroup", { label: name }));
  form.elements.example.append(...groups);
  for (const [index, example] of (await response.json()).entries()) {
    groups[example.type === null ? 1 : 0].append(element("option", { value: index }, example.title));
    examples.push(example);
  }
}

function takeExample({ target }) {
  if (target.value === "") return;
  forgetFile();
  text.value = examples[Number(target.value)].text;
  form.elements.expect.value = "";
  check();
}

async function takeFiles(files) {
  if (files.length === 0) return;
  if (files.length > 1) return refuse("More than one file was given.", "Choose one file at a time.");
  const [file] = files;
  if (file.size > LARGEST_INPUT) {
    return refuse(`${file.name} is larger than 32 MB.`, "Use the command line: arf validate reads files of any size.");
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const shown = bytes.length <= LARGEST_SHOWN ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) : null;
  chosen = { name: file.name, bytes, text: shown };
  text.value = shown ?? "";
  root.querySelector("[data-file]").textContent =
    `${file.name}, ${counted(bytes.length, "byte")}, checked as it is. ` +
    (shown === null ? "It is too long to show here." : "Editing the text below turns it into pasted text.");
  form.elements.example.value = "";
  return check();
}

function forgetFile() {
  chosen = null;
  form.elements.file.value = "";
  root.querySelector("[data-file]").textContent = "";
}

function clear() {
  latest += 1;
  forgetFile();
  form.reset();
  results.replaceChildren();
  delete results.dataset.stale;
  say("");
  text.focus();
}

// Checking

async function check() {
  const mine = ++latest;
  const bytes = chosen ? chosen.bytes : encode(text.value);
  const shownText = chosen ? chosen.text : text.value;
  const guess = guessFormat(chosen?.name ?? null, text.value);
  const request = {
    name: chosen?.name ?? "pasted text",
    format: form.elements.format.value || guess,
    type: form.elements.type.value || null,
    expect: form.elements.expect.value.trim() || null,
  };
  root.querySelector("[data-format]").textContent = request.format === "json" ? "Read as one JSON text." : "Read as NDJSON, one record per line.";
  results.setAttribute("aria-busy", "true");
  if (root.querySelector("[data-runtime]").dataset.runtime !== "ready") say("The check starts when the checker is loaded.");
  const drawn = await (request.format === "json" ? one(request, bytes, shownText, 1) : many(request, bytes, shownText));
  if (mine !== latest) return;
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
  results.replaceChildren(...drawn.nodes);
  say(drawn.spoken);
}

async function one(request, bytes, shownText, line) {
  const answer = await runtime.ask({ op: "record", ...request, line }, bytes);
  if (!answer.ok) return failed(answer);
  const record = request.format === "json" ? bytes : lines(bytes)[line - 1];
  const comparison = await compare(record, answer.result.digest);
  const jump = shownText === null ? null : (...place) => goTo(shownText, ...place);
  return {
    nodes: [card(answer, comparison, { expected: request.expect, links, jump })],
    spoken: `${title(shownVerdict(answer.result, comparison), answer.result.type)}. ${comparisonSentence(comparison)}`,
  };
}

async function many(request, bytes, shownText) {
  const answer = await runtime.ask({ op: "check", ...request }, bytes);
  if (!answer.ok) return failed(answer);
  const records = lines(bytes);
  const comparisons = [];
  for (const { line, digest } of answer.results) comparisons.push(await compare(records[line - 1], digest));
  const shown = element("div", { "data-record": true });
  const open = async (index) => {
    const mine = latest;
    const { nodes, spoken: sentence } = await one(request, bytes, shownText, answer.results[index].line);
    if (mine !== latest) return;
    list.select(index);
    shown.replaceChildren(...nodes);
    say(sentence);
  };
  const list = resultList(answer.results, comparisons, open);
  const first = answer.results.findIndex(({ verdict }, index) => verdict !== "valid" || comparisons[index].state === "fault");
  await open(Math.max(first, 0));
  return { nodes: [list, shown], spoken: list.querySelector("p").textContent };
}

function failed(answer) {
  return { nodes: [failure(answer)], spoken: `${asSentence(answer.message)} ${answer.hint}` };
}

function refuse(message, hint) {
  latest += 1;
  const drawn = failed({ kind: "usage", message, hint });
  results.replaceChildren(...drawn.nodes);
  say(drawn.spoken);
}

// What the reader sees and hears

function goTo(shownText, line, column) {
  const { start, end } = offsetOf(shownText, line, column);
  text.setSelectionRange(start, end);
  text.blur(); // a browser scrolls to the selection only when the focus arrives
  text.focus();
}

function say(sentence) {
  spoken.textContent = sentence;
}

function offerTypes(types) {
  if (form.elements.type.length > 1) return;
  form.elements.type.append(...types.map((type) => element("option", { value: type }, type)));
}
