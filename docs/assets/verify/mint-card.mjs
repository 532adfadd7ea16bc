/** What came of minting, drawn: files to save, or the reason why nothing was minted. */

import { element, shown } from "./dom.mjs";
import { gateList } from "./receipt-card.mjs";
import { asSentence } from "./words.mjs";

/**
 * Draw the files of what was minted.
 * @param {{receipt: string, attestation: string, keyring: string}} minted their texts.
 * @param {Map<string, string>} keys the texts of the private keys' files by key id.
 * @param {string} link the address that opens all three where receipts are checked.
 */
export function minted({ receipt, attestation, keyring }, keys, link) {
  return element(
    "section",
    { class: "arf-card", "data-minted": true, "aria-labelledby": "arf-minted-title" },
    element("h2", { id: "arf-minted-title", tabindex: "-1" }, "Minted with TEST KEYS"),
    element("p", {}, "Save the files, or open them where receipts are checked. The page keeps none of them."),
    element(
      "p",
      { class: "arf-actions" },
      saving("TEST-receipt.json", receipt),
      saving("TEST-attestation.json", attestation),
      saving("TEST-keyring.json", keyring),
      element("a", { class: "arf-button arf-button--small", href: link, target: "_blank", rel: "noopener", "data-open": true }, "Open in Check a receipt (new tab)"),
    ),
    element("p", { class: "arf-note" }, "The link holds all three documents, the result of the attestation too. Private test keys are gone when the page is closed; whoever has such a file can sign in its name. Never use one for anything real."),
    element("p", { class: "arf-actions" }, ...[...keys].map(([id, text]) => saving(`TEST-PRIVATE-KEY-${id}.json`, text))),
  );
}

function saving(name, text) {
  return element("button", { type: "button", class: "arf-button arf-button--small", "data-save": name, click: () => save(name, text) }, `Save ${name}`);
}

function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/**
 * Draw a refusal.
 * @param {{document: string, reason: string, path: string, report: object|null}} refused what arfpy said.
 * @param {string} clauses the address of the clauses.
 */
export function refusal({ document: kind, reason, path, report }, clauses) {
  return element(
    "section",
    { class: "arf-card arf-card--fail", "data-refused": kind, "data-gate": report?.failed_gate.number ?? "", "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, "Nothing was minted"),
    element("p", { class: "arf-gate__reason", "data-reason": true }, ...shown(asSentence(reason)), path ? " At " : "", path ? element("code", { "data-path": path }, ...shown(path)) : null, path ? "." : ""),
    element("p", {}, `A document leaves only when every gate passes on it. It is the ${kind} that was refused. Change the fact and mint again.`),
    report ? element("h3", {}, `The ${report.gates.length} gates of the ${kind}`) : null,
    report ? gateList(report, clauses) : null,
  );
}
