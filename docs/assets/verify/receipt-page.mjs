/** The page that checks a receipt: takes the documents, asks arfpy, shows its report. */

import { asSentence, failure } from "./card.mjs";
import { counted, element } from "./dom.mjs";
import { encode } from "./input.mjs";
import { receiptCard } from "./receipt-card.mjs";
import { verdict } from "./receipt-words.mjs";
import { runtimeBar } from "./runtime-bar.mjs";
import { RuntimeClient } from "./runtime-client.mjs";
import { listen } from "./wiring.mjs";

const LARGEST_FILE = 1024 * 1024; // bytes: a receipt takes three thousand
const DOCUMENTS = ["receipt", "attestation", "keyring"];
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;

const root = document.getElementById("arf-receipt-check");
const form = root.querySelector("form");
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");

const chosen = {}; // the exact bytes of a file by document, until its text is edited
const examples = [];
let latest = 0; // the number of the newest check; answers to older ones are dropped

const runtime = new RuntimeClient(runtimeBar(root, { say, ready: () => {} }));
wire();
await offerExamples();

function wire() {
  listen(root, form, check, (files) => takeDropped([...files]));
  for (const name of [...DOCUMENTS, "caller_key"]) {
    form.elements[name].addEventListener("input", () => {
      forget(name);
      if (results.querySelector("[data-valid]")) results.dataset.stale = "";
    });
  }
  for (const name of DOCUMENTS) {
    form.elements[`${name}_file`].addEventListener("change", ({ target }) => takeFile(name, target.files));
  }
  form.elements.example.addEventListener("change", takeExample);
  root.querySelector("[data-clear]").addEventListener("click", clear);
  root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());
}

// Input

async function offerExamples() {
  const response = await fetch(new URL("../receipt-examples.json", import.meta.url));
  const groups = ["Valid", "Not valid"].map((label) => element("optgroup", { label }));
  form.elements.example.append(...groups);
  for (const [index, example] of (await response.json()).examples.entries()) {
    groups[example.gate === null ? 0 : 1].append(element("option", { value: index }, example.title));
    examples.push(example);
  }
}

function takeExample({ target }) {
  if (target.value === "") return;
  const example = examples[Number(target.value)];
  for (const name of [...DOCUMENTS, "caller_key"]) {
    forget(name);
    form.elements[name].value = example[name] ?? "";
  }
  form.querySelector("[data-caller]").open = example.caller_key !== null;
  check();
}

async function takeFile(name, files) {
  if (files.length === 0) return;
  const bytes = await read(files[0]);
  if (bytes === null) return;
  put(name, files[0].name, bytes);
  if (form.elements.receipt.value) await check();
}

// A drop says nothing about which file is which, so each is recognised by what it holds.
async function takeDropped(files) {
  for (const file of files) {
    const bytes = await read(file);
    if (bytes === null) return;
    const name = recognised(decode(bytes));
    if (name === null) {
      refuse(`${file.name} is not a receipt, an attestation or a keyring.`, "Its own file chooser takes it as it is, and the check says what is wrong with it.");
      return;
    }
    put(name, file.name, bytes);
  }
  if (form.elements.receipt.value) await check();
}

function recognised(text) {
  try {
    const value = JSON.parse(text);
    if (value?.keyring_version !== undefined) return "keyring";
    const types = { "eval-administration": "receipt", "eval-attestation": "attestation" };
    return types[value?.signed_body?.receipt_type] ?? null;
  } catch {
    return PUBLIC_KEY.test(text.trim()) ? "caller_key" : null;
  }
}

async function read(file) {
  if (file.size <= LARGEST_FILE) return new Uint8Array(await file.arrayBuffer());
  refuse(`${file.name} is larger than 1 MB.`, "A receipt takes about three kilobytes. Choose another file.");
  return null;
}

function put(name, fileName, bytes) {
  forget(name);
  form.elements.example.value = "";
  if (name === "caller_key") {
    form.elements.caller_key.value = decode(bytes).trim();
    form.querySelector("[data-caller]").open = true;
    return;
  }
  form.elements[name].value = decode(bytes);
  chosen[name] = bytes;
  note(name).textContent = `${fileName}, ${counted(bytes.length, "byte")}, checked as it is.`;
}

function forget(name) {
  delete chosen[name];
  if (name === "caller_key") return;
  form.elements[`${name}_file`].value = "";
  note(name).textContent = "";
}

function note(name) {
  return root.querySelector(`[data-file="${name}"]`);
}

function clear() {
  latest += 1;
  DOCUMENTS.forEach(forget);
  form.reset();
  form.querySelector("[data-caller]").open = false;
  results.replaceChildren();
  results.removeAttribute("aria-busy");
  delete results.dataset.stale;
  say("");
  form.elements.receipt.focus();
}

// Checking

async function check() {
  const mine = ++latest;
  const given = Object.fromEntries(DOCUMENTS.map((name) => [name, chosen[name] ?? encode(form.elements[name].value)]));
  if (given.receipt.length === 0) {
    refuse("There is no receipt.", "Paste or choose one, or start from an example.");
    return;
  }
  const callerKey = form.elements.caller_key.value.trim();
  const data = {
    receipt: base64(given.receipt),
    attestation: given.attestation.length ? base64(given.attestation) : null,
    keyring: given.keyring.length ? base64(given.keyring) : null,
    caller_key: callerKey ? base64(encode(callerKey)) : null,
  };
  results.setAttribute("aria-busy", "true");
  if (root.querySelector("[data-runtime]").dataset.runtime !== "ready") say("The check starts when the checker is loaded.");
  const answer = await runtime.ask({ op: "receipt" }, encode(JSON.stringify(data)));
  if (mine !== latest) return;
  if (!answer.ok) {
    show(failure(answer), `${asSentence(answer.message)} ${answer.hint}`);
    return;
  }
  const attestation = data.attestation === null ? null : decode(given.attestation);
  const drawn = receiptCard(answer.report, { receipt: decode(given.receipt), attestation, clauses: root.dataset.clauses });
  show(drawn, heard(answer.report, attestation !== null));
}

function heard(report, attested) {
  const reason = report.reason === null ? "" : ` ${asSentence(report.reason)}`;
  const count = report.advisories.length;
  const more = count ? ` ${count === 1 ? "1 advisory" : `${count} advisories`}, not checked by the gates.` : "";
  return `${verdict(report, attested).title}.${reason}${more}`;
}

function refuse(message, hint) {
  latest += 1;
  show(failure({ kind: "usage", message, hint }), `${message} ${hint}`);
}

function show(drawn, sentence) {
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
  results.replaceChildren(drawn);
  say(sentence);
}

function say(sentence) {
  spoken.textContent = sentence;
}

function decode(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
