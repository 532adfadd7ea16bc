/** The verify page: takes the input, asks both implementations, shows what they say. */

import { card, provisionalCard } from "./card.mjs";
import { copied } from "./copy.mjs";
import { element, save } from "./dom.mjs";
import { draft, setValue } from "./draft.mjs";
import { failure } from "./failure.mjs";
import { Given } from "./given.mjs";
import { placeInArea } from "./input.mjs";
import { BadLink, linkTo, readLink } from "./link.mjs";
import { many } from "./many.mjs";
import { markdown } from "./markdown.mjs";
import { isBlank, parts, read, refuseLong, UnreadableInput } from "./reader.mjs";
import { NoResults, Run } from "./run.mjs";
import { runtimeBar } from "./runtime-bar.mjs";
import { RuntimeClient } from "./runtime-client.mjs";
import { SECOND_ENGINE, secondDigests } from "./second-engine.mjs";
import { asSentence, comparisonSentence, shownVerdict, title } from "./words.mjs";
import { listen } from "./wiring.mjs";

const LARGEST_PROVISIONAL = 1024 * 1024; // bytes: more would keep the page from answering
const WIDE = "(min-width: 60em)"; // from here on the verdict stands beside the input

const root = document.getElementById("arf-verify");
const form = root.querySelector("form");
const text = form.elements.text;
const results = root.querySelector("[data-results]");
const spoken = root.querySelector("[data-spoken]");
const linkNote = root.querySelector("[data-link-note]");
const links = { codes: root.dataset.codes, spec: root.dataset.spec, limits: root.dataset.limits };

const examples = []; // {title, type, text}, as offered
const given = new Given(text, root.querySelector("[data-file]"));
let about = null; // what arfpy says of itself, once it is ready
let latest = 0; // the number of the newest check; what comes of older ones is dropped

const runtime = new RuntimeClient(runtimeBar(root, { say, ready }));
const kept = draft(form, root.querySelector("[data-draft-note]"));
wire();
openLink();
await offerExamples();

function wire() {
  listen(root, form, checkAndReveal, takeFiles);
  text.addEventListener("paste", (event) => {
    const files = given.seePaste(event);
    if (files.length) takeFiles(files);
    else setTimeout(check);
  });
  text.addEventListener("input", () => {
    given.seeEdit();
    form.elements.file.value = "";
    linkNote.replaceChildren();
    kept.keep();
    outdate();
  });
  form.elements.expect.addEventListener("input", outdate);
  for (const name of ["type", "format", "expect", "links"]) {
    form.elements[name].addEventListener("change", () => {
      kept.keep();
      if (!given.empty) check();
    });
  }
  form.elements.example.addEventListener("change", takeExample);
  form.elements.file.addEventListener("change", ({ target }) => takeFiles(target.files));
  root.querySelector("[data-clear]").addEventListener("click", clear);
  root.querySelector("[data-retry]").addEventListener("click", () => runtime.restart());
  root.querySelector("[data-copy-link]").addEventListener("click", copyLink);
  addEventListener("hashchange", openLink);
}

function ready(said) {
  about = said;
  const offered = new Set([...form.elements.type.options].map(({ value }) => value));
  form.elements.type.append(...said.types.filter((type) => !offered.has(type)).map((type) => element("option", { value: type }, type)));
}

// Input

// What is shown, and a check that is still under way, are about something else than what stands in the form now.
function outdate() {
  latest += 1;
  results.removeAttribute("aria-busy");
  if (results.querySelector("[data-verdict], [data-provisional], [data-failure], .arf-list")) results.dataset.stale = "";
}

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
  given.forget();
  form.elements.file.value = "";
  text.value = examples[Number(target.value)].text;
  form.elements.expect.value = "";
  kept.keep();
  check();
}

async function takeFiles(files) {
  if (files.length === 0) return;
  form.elements.example.value = "";
  try {
    await given.takeFiles([...files]);
  } catch (error) {
    refuse(error);
    return;
  }
  await check();
}

async function openLink() {
  try {
    const found = await readLink(location.hash);
    if (found === null) return;
    given.takeLink(found.bytes);
    for (const name of ["type", "format", "expect"]) setValue(form.elements[name], found[name]);
    check();
  } catch (error) {
    refuse(error);
  }
}

function clear() {
  latest += 1;
  given.forget();
  form.reset();
  kept.forget();
  results.replaceChildren();
  results.removeAttribute("aria-busy");
  delete results.dataset.stale;
  linkNote.replaceChildren();
  say("");
  text.focus();
}

// Checking

async function checkAndReveal() {
  const checked = check();
  reveal();
  await checked;
  reveal();
}

function reveal() {
  if (!matchMedia(WIDE).matches) results.scrollIntoView();
}

async function check() {
  const mine = ++latest;
  const current = () => mine === latest;
  const sources = given.sources(form.elements.format.value);
  const options = {
    type: form.elements.type.value || null,
    expect: form.elements.expect.value.trim() || null,
    links: form.elements.links.checked,
  };
  const run = new Run(runtime, sources, options);
  root.querySelector("[data-format]").textContent = formatSentence(sources);
  results.setAttribute("aria-busy", "true");
  if (about === null) say("The check starts when the checker is loaded.");
  try {
    const early = about === null && sources.length === 1 && run.size <= LARGEST_PROVISIONAL;
    const provisional = early ? await showProvisional(sources[0], current) : null;
    const alone = sources.length === 1 && sources[0].format === "json";
    await (alone ? one(run, options, current, provisional) : many(run, { results, options, current, say, draw, explain, runtime }));
  } catch (error) {
    if (current()) results.replaceChildren(explain(error));
  }
  if (!current()) return;
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
}

async function one(run, options, current, provisional) {
  const [source] = run.sources;
  refuseLong(source);
  const row = { source: 0, line: 1, start: 0, end: source.blob.size };
  const checked = await run.record(row);
  if (!current()) return;
  delete results.dataset.stale;
  const force = (type) => {
    setValue(form.elements.type, type);
    check();
  };
  results.replaceChildren(draw(run, row, checked, { forced: options.type ?? "", force, provisional }));
}

// The second implementation is here at once; arfpy is still on its way. Returns the digest, where it is of one record.
async function showProvisional(source, current) {
  const { value: part } = await parts(source).next();
  if (!part) return null;
  const records = part.starts.map((start, index) => part.bytes.subarray(start, part.starts[index + 1] ?? part.bytes.length));
  const seconds = await secondDigests(records);
  if (!current() || about !== null) return null;
  const found = seconds.map((second, index) => ({ line: part.line + index, second })).filter((_, index) => source.format === "json" || !isBlank(records[index]));
  delete results.dataset.stale;
  results.replaceChildren(provisionalCard(found));
  say("What is shown is provisional. It is not checked yet.");
  return (found.length === 1 && found[0].second.digest) || null;
}

/** Draw the card of one record, and say its verdict. */
function draw(run, row, checked, { forced, force, provisional = null }) {
  const source = run.sources[row.source];
  const shownText = run.sources.length === 1 ? given.text : null;
  const { result } = checked.answer;
  const engines = `arfpy ${about.arfpy} for ARF v${about.spec}, and ${SECOND_ENGINE}`;
  const expected = form.elements.expect.value.trim() || null;
  say(`${title(shownVerdict(result, checked.comparison), result.type)}. ${comparisonSentence(checked.comparison)}`);
  return card(checked, {
    name: run.sources.length > 1 ? source.name : null,
    expected,
    types: about.types,
    forced,
    force,
    engines,
    provisional,
    links,
    jump: shownText === null ? null : (...place) => goTo(shownText, ...place),
    markdown: async () => {
      const link = await linkTo(location.href, { bytes: checked.bytes, type: forced, format: "json", expect: expected ?? "" });
      return markdown(checked, engines, link);
    },
  });
}

/** Draw what ended a check without a verdict, and say it. */
function explain(error, heading) {
  const answer = error instanceof NoResults ? error.answer : stopped(error);
  say(`${asSentence(answer.message)} ${answer.hint}`);
  return failure(answer, heading);
}

function stopped(error) {
  if (error instanceof UnreadableInput || error instanceof BadLink) return { kind: "usage", message: error.message, hint: error.hint };
  return { kind: "internal", message: String(error), hint: "No verdict was reached. Reload the page; if it happens again, report it with the input, if you may." };
}

function refuse(error) {
  latest += 1;
  delete results.dataset.stale;
  results.removeAttribute("aria-busy");
  results.replaceChildren(explain(error));
}

// What the reader takes along

async function copyLink() {
  linkNote.replaceChildren();
  const sources = given.sources(form.elements.format.value);
  if (sources.length > 1) return tell("A link carries one input, and these are several files.");
  try {
    const [source] = sources;
    const [type, format, expect] = ["type", "format", "expect"].map((name) => form.elements[name].value.trim());
    const bytes = await read(source);
    const link = await linkTo(location.href, { bytes, type, format, expect });
    if (link === null) offerDownload(source, bytes);
    else tell((await copied(link)) ? "Copied. The link holds the input itself; whoever has the link can read it." : "The browser did not let the page copy.");
  } catch (error) {
    tell(`${asSentence(error.message)} ${error.hint ?? ""}`);
  }
}

function offerDownload({ format }, bytes) {
  const name = format === "json" ? "record.json" : "records.ndjson";
  tell("This input is too long for a link: more than 8 KB. Send it as a file. ");
  linkNote.append(element("button", { type: "button", class: "arf-button arf-button--small", click: () => save(name, bytes, "application/json") }, `Save as ${name}`));
}

function tell(sentence) {
  linkNote.textContent = sentence;
}

// What the reader sees and hears

function goTo(shownText, line, column) {
  const { start, end } = placeInArea(shownText, line, column);
  text.setSelectionRange(start, end);
  text.blur(); // a browser scrolls to the selection only when the focus arrives
  text.focus();
}

function formatSentence(sources) {
  if (sources.length > 1) return "Each file is read by its name: .ndjson and .jsonl hold one record per line.";
  return sources[0].format === "json" ? "Read as one JSON text." : "Read as NDJSON, one record per line.";
}

function say(sentence) {
  spoken.textContent = sentence;
}
