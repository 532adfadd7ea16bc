/** The results of many records: how far the check is, counts, filters, and a page of rows to open. */

import { counted, element, shown } from "./dom.mjs";
import { FILTERS, Rows } from "./rows.mjs";
import { label, tone } from "./words.mjs";

const PAGE = 100; // rows
const REDRAW = 250; // ms between two drawings while results come

/**
 * Make the list.
 * @param {Array<{name: string}>} sources
 * @param {{open: (row: object) => void, cancel: () => void, report: (form: string) => void, copy: () => void}} actions
 */
export function resultList(sources, actions) {
  const rows = new Rows();
  const state = { page: 0, current: null, timer: 0, buttons: new Map(), drawn: [] };
  const progress = element("progress", { "aria-label": "Checking", value: 0, max: 1 });
  const far = element("span", { class: "arf-note" });
  const busy = element(
    "p",
    { class: "arf-actions arf-list__progress" },
    progress,
    far,
    element("button", { type: "button", class: "arf-button arf-button--small", "data-cancel": true, click: actions.cancel }, "Cancel"),
  );
  const summary = element("p", { class: "arf-list__summary" });
  const fault = element("p", { class: "arf-fault", role: "alert", "data-faults": true, hidden: true });
  const notes = element("div", { "data-notes": true });
  const filters = Object.fromEntries(FILTERS.map((name) => [name, filterMenu(name, (value) => choose(name, value))]));
  const drawn = element("ol", { class: "arf-rows", hidden: true });
  const range = element("span", { class: "arf-note", "data-range": true });
  const turns = ["First", "Back", "Next", "Last"].map((text) =>
    element("button", { type: "button", class: "arf-button arf-button--small", click: () => turn(text) }, text),
  );
  const pager = element("p", { class: "arf-actions arf-list__pager" }, range, ...turns);
  const section = element(
    "section",
    { class: "arf-list", "aria-label": "Records" },
    busy,
    fault,
    summary,
    notes,
    element("div", { class: "arf-list__filters" }, ...FILTERS.map((name) => filters[name].field)),
    drawn,
    pager,
    reports(actions),
  );

  function choose(name, value) {
    rows.choose(name, value);
    state.page = 0;
    draw();
  }

  function draw() {
    clearTimeout(state.timer);
    state.timer = 0;
    const passed = rows.counted("verdict", "valid");
    const faults = rows.counted("verdict", "fault");
    section.dataset.passed = passed;
    section.dataset.failed = rows.all.length - passed;
    summary.textContent = summarySentence(rows);
    fault.hidden = faults === 0;
    if (faults) fault.textContent = `Fault: the two implementations disagree on ${counted(faults, "record")}. Do not use these results.`;
    for (const name of FILTERS) filters[name].offer(rows.counts[name]);
    const first = state.page * PAGE;
    const here = rows.shown.slice(first, first + PAGE);
    drawRows(here);
    drawPager(first, here.length);
  }

  // Rows that stand there already stay: the reader may be on one of them.
  function drawRows(here) {
    if (here.length === state.drawn.length && here.every((row, index) => row === state.drawn[index])) return;
    state.drawn = here;
    state.buttons = new Map(here.map((row) => [row, rowButton(row, sources, actions.open)]));
    drawn.replaceChildren(...here.map((row) => element("li", {}, state.buttons.get(row))));
    drawn.hidden = here.length === 0;
    state.buttons.get(state.current)?.setAttribute("aria-current", "true");
  }

  function drawPager(first, length) {
    const total = rows.shown.length;
    range.textContent = length ? `Records ${number(first + 1)} to ${number(first + length)} of ${number(total)}` : "No record matches.";
    for (const [index, button] of turns.entries()) {
      button.hidden = total <= PAGE;
      button.disabled = index < 2 ? state.page === 0 : first + length >= total;
    }
  }

  function turn(to) {
    const last = Math.floor((rows.shown.length - 1) / PAGE);
    state.page = { First: 0, Back: state.page - 1, Next: state.page + 1, Last: last }[to];
    draw();
    drawn.scrollTop = 0;
  }

  return {
    section,
    rows,
    /** Take new rows; they are drawn a few times a second, and at once where none stand there yet. */
    add(some) {
      const first = rows.all.length === 0;
      rows.add(some);
      if (first) draw();
      else state.timer ||= setTimeout(draw, REDRAW);
    },
    /** Say how many bytes are read. */
    progress(read, size) {
      progress.max = Math.max(size, 1);
      progress.value = read;
      far.textContent = `${(read / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB checked`;
    },
    /** End the check: `whole` says whether everything was read, so that reports can be made. */
    end(whole) {
      busy.hidden = true;
      section.querySelector("[data-reports]").hidden = !whole || rows.counted("verdict", "fault") > 0;
      draw();
    },
    /** Mark a row as the one whose record is shown, and turn to it where it is on no page shown. */
    select(row) {
      state.buttons.get(state.current)?.removeAttribute("aria-current");
      state.current = row;
      if (!state.buttons.has(row) && rows.shown.includes(row)) {
        state.page = Math.floor(rows.shown.indexOf(row) / PAGE);
        draw();
      }
      const button = state.buttons.get(row);
      button?.setAttribute("aria-current", "true");
      if (button) drawn.scrollTop = button.parentElement.offsetTop - drawn.offsetTop - drawn.clientHeight / 2;
    },
    /** Say something about the whole input. */
    note(sentence, data = {}) {
      notes.append(element("p", { class: "arf-list__note", ...data }, sentence));
    },
  };
}

/** Say how many records passed and how many digests the second implementation confirms. */
export function summarySentence(rows) {
  const passed = rows.counted("verdict", "valid");
  const faults = rows.counted("verdict", "fault");
  const second = faults
    ? `The two implementations disagree on ${counted(faults, "record")}.`
    : `The second implementation agrees on ${counted(rows.agreed, "digest")}.`;
  return `${counted(rows.all.length, "record")}: ${number(passed)} passed, ${number(rows.all.length - passed)} failed. ${second}`;
}

function filterMenu(name, choose) {
  const select = element("select", { id: `arf-filter-${name}`, "data-filter": name, change: ({ target }) => choose(target.value) });
  select.append(element("option", { value: "" }, `any ${name}`));
  const options = new Map();
  return {
    field: element("p", { class: "arf-field" }, element("label", { for: select.id }, `Show by ${name}`), select),
    offer(counts) {
      for (const [value, count] of counts) {
        if (!options.has(value)) {
          options.set(value, element("option", { value }));
          select.append(options.get(value));
        }
        const text = `${name === "verdict" ? label(value) : value} (${number(count)})`;
        if (options.get(value).textContent !== text) options.get(value).textContent = text;
      }
    },
  };
}

function reports({ report, copy }) {
  const button = (text, click, data) => element("button", { type: "button", class: "arf-button arf-button--small", click, ...data }, text);
  return element(
    "p",
    { class: "arf-actions", "data-reports": true, hidden: true },
    button("Copy the summary", copy, { "data-copy-summary": true }),
    button("Save as JSON", () => report("json"), { "data-report": "json" }),
    button("Save as JUnit", () => report("junit"), { "data-report": "junit" }),
    button("Save digests as CSV", () => report("csv"), { "data-report": "csv" }),
    element("span", { class: "arf-note", "data-report-state": true }),
  );
}

function rowButton(row, sources, open) {
  const place = sources.length > 1 ? `${sources[row.source].name}, line ${number(row.line)}` : `Line ${number(row.line)}`;
  return element(
    "button",
    {
      type: "button",
      class: `arf-row arf-row--${tone(row.verdict)}`,
      click: () => open(row),
      "data-row-verdict": row.verdict,
      "data-row-line": row.line,
      "data-row-source": sources[row.source].name,
      "data-row-code": row.codes[0],
    },
    element("span", { class: "arf-row__line" }, ...shown(place)),
    element("span", { class: "arf-row__type" }, row.type ?? "unknown type"),
    element("span", { class: "arf-row__verdict" }, label(row.verdict)),
  );
}

function number(value) {
  return value.toLocaleString("en-US");
}
