/** The results of many records: counts, and one row per record to open. */

import { counted, element } from "./dom.mjs";
import { label, shownVerdict, tone } from "./words.mjs";

const ROWS_AT_ONCE = 200;

/**
 * Draw the list.
 * @param {object[]} results arfpy's results, in the order of the lines.
 * @param {object[]} comparisons what the second implementation said of each.
 * @param {(index: number) => void} open called when a row is chosen.
 * @returns {HTMLElement} with a method `select(index)` that marks a row as the one shown.
 */
export function resultList(results, comparisons, open) {
  const verdicts = results.map((result, index) => shownVerdict(result, comparisons[index]));
  const rows = element("ol", { class: "arf-rows" });
  const more = element("button", { type: "button", class: "arf-button", click: () => grow() });
  const drawn = element(
    "section",
    { class: "arf-list", "aria-label": "Records", "data-passed": passed(verdicts), "data-failed": verdicts.length - passed(verdicts) },
    element("p", { class: "arf-list__summary" }, summary(verdicts, comparisons)),
    rows,
    more,
  );

  function grow() {
    const from = rows.children.length;
    const until = Math.min(from + ROWS_AT_ONCE, results.length);
    for (let index = from; index < until; index += 1) rows.append(row(results[index], verdicts[index], () => open(index)));
    more.hidden = until === results.length;
    more.textContent = `Show more of the ${results.length.toLocaleString("en-US")} records`;
  }

  drawn.select = (index) => {
    while (rows.children.length <= index) grow();
    rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    rows.children[index].firstElementChild.setAttribute("aria-current", "true");
  };
  grow();
  return drawn;
}

/** Say how many records passed and how many digests the second implementation confirms. */
export function summary(verdicts, comparisons) {
  const good = passed(verdicts);
  const agreed = comparisons.filter(({ state }) => state === "agree").length;
  const faults = comparisons.filter(({ state }) => state === "fault").length;
  const second = faults
    ? `The two implementations disagree on ${counted(faults, "record")}.`
    : `The second implementation agrees on ${counted(agreed, "digest")}.`;
  return `${counted(verdicts.length, "record")}: ${good} passed, ${verdicts.length - good} failed. ${second}`;
}

function passed(verdicts) {
  return verdicts.filter((verdict) => verdict === "valid").length;
}

function row(result, verdict, open) {
  const first = result.problems[0];
  return element(
    "li",
    {},
    element(
      "button",
      {
        type: "button",
        class: `arf-row arf-row--${tone(verdict)}`,
        click: open,
        "data-row-verdict": verdict,
        "data-row-line": result.line,
        "data-row-code": first?.code,
        "data-row-digest": result.digest,
      },
      element("span", { class: "arf-row__line" }, `Line ${result.line}`),
      element("span", { class: "arf-row__type" }, result.type ?? "unknown type"),
      element("span", { class: "arf-row__verdict" }, label(verdict)),
    ),
  );
}
