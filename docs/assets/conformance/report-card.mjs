/** A report of the kit, drawn. */

import { element } from "../verify/dom.mjs";

/**
 * Draw a report.
 * @param {{report: object, text: string, shown: Object<string, [string, string][]>}} answer what arfpy said.
 * @param {string} site the address of the site's front page.
 */
export function reportCard({ report, text, shown }, site) {
  const reached = report.levels.filter((level) => level.reached).map((level) => level.level);
  const failing = report.results.filter((result) => result.outcome !== "passed");
  return element(
    "section",
    { class: `arf-card arf-card--${failing.length ? "fail" : "pass"}`, "data-report": true, "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, reached.length ? `Level reached: ${reached.join(", ")}` : "No level reached"),
    element("p", { "data-summary": true }, Object.entries(report.summary).map(([name, count]) => `${count} ${name}`).join(", "), "."),
    levels(report.levels),
    element("p", { class: "arf-note" }, "Self-reported: this page judged the answers in your file, and cannot see what made them. Vector set ", element("code", { class: "arf-digest" }, report.vectors.digest), "."),
    element("p", { class: "arf-actions" }, element("button", { type: "button", class: "arf-button", click: () => save(text) }, "Save the report as JSON")),
    ...failing.map((result) => failure(result, shown[result.case], site)),
  );
}

function levels(found) {
  const rows = found.map((level) =>
    element(
      "tr",
      { "data-level": level.level },
      element("th", { scope: "row" }, level.level),
      element("td", {}, `${level.passed} of ${level.cases}`),
      element("td", {}, level.reached ? "reached" : "not reached"),
    ),
  );
  const head = ["Level", "Cases passed", "State"].map((name) => element("th", { scope: "col" }, name));
  return element("table", { class: "arf-levels" }, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function failure(result, rows, site) {
  const [file] = result.clause.split(".");
  return element(
    "details",
    { class: "arf-failing", "data-case": result.case, "data-outcome": result.outcome },
    element("summary", {}, element("span", { class: "arf-tag" }, result.outcome), " ", element("code", {}, result.case)),
    element("p", {}, result.reason),
    element(
      "dl",
      { class: "arf-facts" },
      ...rows.flatMap(([name, text]) => [
        element("dt", {}, name),
        element("dd", {}, name === "clause" ? element("a", { href: `${site}spec/v0.1/${file}/#${result.clause}` }, result.clause) : element("code", {}, text)),
      ]),
    ),
  );
}

function save(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: "report.json" }).click();
  URL.revokeObjectURL(address);
}
