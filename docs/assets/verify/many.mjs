/** A check of many records: the list fills while the input is read, and one record at a time is shown below it. */

import { copied } from "./copy.mjs";
import { counted, element, save } from "./dom.mjs";
import { resultList, summarySentence } from "./list.mjs";
import { Report } from "./report.mjs";
import { NoResults } from "./run.mjs";
import { asSentence, label } from "./words.mjs";

/**
 * Check every record of a run.
 * @param {import("./run.mjs").Run} run
 * @param {{results: HTMLElement, options: object, current: () => boolean, say: (sentence: string) => void,
 *   draw: Function, explain: (error: Error) => HTMLElement, runtime: object}} page `current` turns false when a newer
 *   check began; `draw` and `explain` are the page's.
 */
export async function many(run, { results, options, current, say, draw, explain, runtime }) {
  const report = new Report();
  const shown = element("div", { "data-record": true });
  const state = { going: true, opened: 0, expected: null, matches: [] };
  const list = resultList(run.sources, {
    open: (row) => open(row),
    cancel: () => (state.going = false),
    report: (form) => saveReport(form),
    copy: () => copied(summaryText(run, list.rows, report)).then((done) => tell(done ? "Copied." : "The browser did not let the page copy.")),
  });

  async function open(row, type = null) {
    const mine = ++state.opened;
    let drawn;
    try {
      const checked = await run.record(row, type);
      if (!current() || mine !== state.opened) return;
      drawn = draw(run, row, checked, { forced: type ?? options.type ?? "", force: (forced) => open(row, forced) });
    } catch (error) {
      if (!current() || mine !== state.opened) return;
      drawn = explain(error, "This record cannot be shown");
    }
    list.select(row);
    shown.replaceChildren(drawn);
  }

  async function saveReport(form) {
    const written = await report.write(runtime, form, (done) => tell(`Writing: ${Math.round(100 * done)} %`));
    if (written.failure) return tell(`${asSentence(written.failure.message)} ${written.failure.hint}`);
    save(written.name, written.content);
    return tell(`Saved as ${written.name}.`);
  }

  function tell(sentence) {
    list.section.querySelector("[data-report-state]").textContent = sentence;
  }

  if (options.expect !== null) state.expected = await meant(runtime, options.expect);
  const goOn = (read, size) => {
    list.progress(read, size);
    return state.going && current();
  };
  let failed = null;
  let begun = false;
  try {
    for await (const found of run.results(goOn)) {
      if (!current()) return;
      if (!begun) results.replaceChildren(list.section, shown);
      begun = true;
      delete results.dataset.stale;
      list.add(found.rows);
      report.add(found.results);
      state.matches.push(...found.rows.filter(({ digest }) => digest !== null && digest === state.expected));
      const bad = found.rows.find(({ verdict }) => verdict !== "valid");
      if (bad && state.opened === 0) await open(bad);
    }
  } catch (error) {
    failed = error;
  }
  if (!current()) return;
  if (!begun && failed) throw failed;
  if (list.rows.all.length === 0 && state.going && !failed) throw nothingThere();
  results.replaceChildren(list.section, shown);
  list.end(state.going && failed === null);
  if (state.expected !== null) list.note(expectedSentence(state, list.rows, run), { "data-expected-in": state.matches.length });
  if (!state.going) list.note(`Cancelled: ${counted(list.rows.all.length, "record")} checked, the rest was not.`, { "data-cancelled": true });
  if (failed) {
    list.note("The check ended early: what follows was not checked.", { "data-ended": true });
    shown.replaceChildren(explain(failed, "The check ended early"));
    return;
  }
  const first = state.matches[0] ?? list.rows.all[0];
  if (state.opened === 0 && first) await open(first);
  if (current()) say(list.section.querySelector(".arf-list__summary").textContent);
}

async function meant(runtime, text) {
  const answer = await runtime.ask({ op: "expected", text }, new Uint8Array());
  if (!answer.ok) throw new NoResults(answer);
  return answer.expected;
}

function nothingThere() {
  return new NoResults({ kind: "usage", message: "there is no record in the input", hint: "Paste or choose at least one record." });
}

function expectedSentence({ matches }, rows, run) {
  const places = matches.slice(0, 5).map(({ source, line }) => (run.sources.length > 1 ? `${run.sources[source].name}, line ${line}` : `line ${line}`));
  const more = matches.length > 5 ? `, and ${counted(matches.length - 5, "more record")}` : "";
  return matches.length
    ? `The expected digest is that of ${places.join("; ")}${more}.`
    : `The expected digest is that of none of the ${counted(rows.all.length, "record")}. Open the record that you mean: it is compared there.`;
}

/** The whole check in a few lines of text. */
function summaryText(run, rows, report) {
  const names = run.sources.map(({ name }) => name).join(", ");
  const verdicts = Object.entries(report.verdicts).map(([verdict, count]) => `${label(verdict)}: ${count}`);
  const codes = [...rows.counts.code].map(([code, count]) => `${code}: ${count}`);
  return [names, summarySentence(rows), ...verdicts, ...codes].join("\n") + "\n";
}
