/** The page that mints test receipts: facts from the form, keys in memory, everything decided by arfpy. */

import { element } from "./dom.mjs";
import { failure } from "./failure.mjs";
import { encode } from "./input.mjs";
import { minted, refusal } from "./mint-card.mjs";
import { CASES, factsOf, separationOf } from "./mint-facts.mjs";
import { checkReceipts, drawReceipts, givenOf } from "./receipt-check.mjs";
import { fragmentOf } from "./receipt-link.mjs";
import { independence } from "./receipt-words.mjs";
import { runtimeBar } from "./runtime-bar.mjs";
import { RuntimeClient } from "./runtime-client.mjs";
import { listenForSubmit } from "./wiring.mjs";
import { asSentence } from "./words.mjs";

// A choice in words writes the instant beside it.
const INSTANTS = { commitment: "committed_at", disclosure: "disclosed_to_subject_at" };
const DECIDING = ["relationship", "selected_items_by", "ran_evaluation_by", "scored_results_by"];

const root = document.getElementById("arf-mint");
const form = root.querySelector("form");
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");
const derivedNote = root.querySelector("[data-derived]");

const keys = new Map(); // the texts of private test keys by id: in this page's memory and nowhere else
let latest = 0; // the number of the newest mint; answers to older ones are dropped

const runtime = new RuntimeClient(runtimeBar(root, { say, ready: () => {} }));
offerCases();
wire();
derive();

function wire() {
  listenForSubmit(form, mint);
  form.addEventListener("input", ({ target }) => changed(target.name));
  root.querySelector("[data-forget]").addEventListener("click", forget);
  root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());
}

// The form

function offerCases() {
  const groups = new Map();
  for (const [index, { group, title }] of CASES.entries()) {
    if (!groups.has(group)) groups.set(group, element("optgroup", { label: group }));
    groups.get(group).append(element("option", { value: index }, title));
  }
  form.elements.preset.append(...groups.values());
}

function changed(name) {
  if (name === "preset") startFrom(CASES[Number(form.elements.preset.value)]);
  for (const [choice, field] of Object.entries(INSTANTS)) {
    if (name === choice && form.elements[choice].value) form.elements[field].value = form.elements[choice].value;
    if (name === field) form.elements[choice].value = "";
  }
  if (results.querySelector("h2")) results.dataset.stale = "";
  if (name === "preset" || DECIDING.includes(name)) derive();
}

function startFrom({ fields }) {
  const { preset } = form.elements;
  const kept = preset.value;
  form.reset();
  preset.value = kept;
  for (const [name, value] of Object.entries(fields)) {
    form.elements[name].value = value;
    if (INSTANTS[name]) form.elements[INSTANTS[name]].value = value;
  }
}

async function derive() {
  const fields = given();
  const answer = await ask("derive", { relationship: fields.relationship, separation: separationOf(fields) });
  if (!answer.ok) return;
  derivedNote.dataset.derived = answer.derived;
  derivedNote.replaceChildren("These facts give ", element("strong", {}, independence(answer.derived)), `: ${answer.rule}.`);
}

function forget() {
  latest += 1;
  keys.clear();
  results.replaceChildren();
  delete results.dataset.stale;
  say("The keys are forgotten. The next receipt is signed with new ones.");
}

function given() {
  return Object.fromEntries(new FormData(form));
}

// Minting

async function mint() {
  const mine = ++latest;
  results.setAttribute("aria-busy", "true");
  if (root.querySelector("[data-runtime]").dataset.runtime !== "ready") say("Minting starts when the checker is loaded.");
  const drawn = await made(given(), () => mine === latest);
  if (mine !== latest) return;
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
  results.replaceChildren(...drawn.nodes);
  say(drawn.spoken);
  results.querySelector("h2").focus(); // the form is long, and the outcome may be out of sight
}

async function made(fields, goOn) {
  const used = new Map();
  for (const name of ["receipt_key", "attestation_key"]) {
    const key = await keyOf(name, fields[name]);
    if (key.failed) return failed(key.failed);
    used.set(key.id, keys.get(key.id));
    fields[name] = keys.get(key.id);
  }
  const answer = await ask("mint", { ...factsOf(fields), receipt_key: fields.receipt_key, attestation_key: fields.attestation_key });
  if (!answer.ok) return failed(answer);
  const clauses = root.dataset.clauses;
  if (answer.refused) return { nodes: [refusal(answer.refused, clauses)], spoken: `Nothing was minted. ${asSentence(answer.refused.reason)}` };
  const { receipt, attestation, keyring } = answer;
  const link = `${root.dataset.check}#${await fragmentOf({ receipt, attestation, keyring })}`;
  // What was minted is checked as any other document is.
  const found = await checkReceipts(runtime, givenOf(answer, "TEST-"), goOn);
  if (found === null) return null;
  const { nodes, spoken: sentence } = drawReceipts(found, { clauses, say });
  return { nodes: [minted(answer, used, link), ...nodes], spoken: `Minted with test keys. ${sentence}` };
}

async function keyOf(name, id) {
  if (!keys.has(id)) {
    const answer = await ask("make-test-key", { key_id: id });
    if (!answer.ok) return { failed: answer };
    id = answer.key_id; // it begins with test-, whatever was written
    if (!keys.has(id)) keys.set(id, answer.file);
    form.elements[name].value = id;
  }
  return { id };
}

function failed(answer) {
  return { nodes: [failure(answer)], spoken: `${asSentence(answer.message)} ${answer.hint}` };
}

function ask(op, data) {
  return runtime.ask({ op }, encode(JSON.stringify(data)));
}

function say(sentence) {
  spoken.textContent = sentence;
}
