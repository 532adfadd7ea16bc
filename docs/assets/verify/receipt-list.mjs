/** Several receipts: a count, and one row for each to open. */

import { element, shown } from "./dom.mjs";
import { label, verdict } from "./receipt-words.mjs";

/**
 * Draw the list.
 * @param {object[]} results arfpy's results. @param {object[]} comparisons what the second implementation said of each.
 * @param {string[]} passedOver the names of attestations in which no id can be read.
 * @param {(index: number) => void} open called when a row is chosen.
 * @returns {HTMLElement} with a method `select(index)` that marks a row as the one shown.
 */
export function receiptList(results, comparisons, passedOver, open) {
  const outcomes = results.map(({ report, attestation }, index) => {
    const of = [report, attestation !== null, comparisons[index]];
    return { tone: verdict(...of).tone, label: label(...of) };
  });
  const valid = outcomes.filter(({ tone }) => tone === "pass").length;
  const rows = element("ol", { class: "arf-rows" }, ...results.map(({ name }, index) => row(name, outcomes[index], () => open(index))));
  const drawn = element(
    "section",
    { class: "arf-list", "aria-label": "Receipts", "data-receipts": results.length, "data-valid-receipts": valid },
    element("p", { class: "arf-list__summary" }, `${results.length} receipts, each verified on its own: ${valid} valid, ${results.length - valid} not.`),
    passedOver.length ? element("p", { class: "arf-note", "data-passed-over": true }, "Attestations without a readable receipt_id were passed over: ", ...shown(passedOver.join(", ")), ".") : null,
    rows,
  );
  drawn.select = (index) => {
    rows.querySelector("[aria-current]")?.removeAttribute("aria-current");
    rows.children[index].firstElementChild.setAttribute("aria-current", "true");
  };
  return drawn;
}

function row(name, { tone, label: words }, open) {
  return element(
    "li",
    {},
    element(
      "button",
      { type: "button", class: `arf-row arf-receipt-row arf-row--${tone}`, click: open },
      element("span", {}, ...shown(name)),
      element("span", { class: "arf-row__verdict" }, words),
    ),
  );
}
