/** The verdict on one receipt, drawn. What it states is shown only where a trusted key signed it and nobody disputes that. */

import { element, shown } from "./dom.mjs";
import { boundary, derivation, instants, signed } from "./receipt-facts.mjs";
import { asked, comparisonSentences, independence, status, verdict } from "./receipt-words.mjs";
import { asSentence } from "./words.mjs";

const NOT_ATTESTED = [
  "Any score or result.",
  "Who the administrator is, how the parties are related, who did what: all recorded as declared.",
  "When the test set was really fixed: the instants are the issuer’s statement.",
  "That the test set was fitting or representative, or that the subject did not get the items another way.",
  "That the method or the administrator was good enough. It is no accreditation, certification or audit opinion.",
];
const SIGNER_IDENTITY = 6;

/**
 * Draw the verdict on one receipt.
 * @param {object} result what arfpy said of it.
 * @param {object} comparison what the second implementation said.
 * @param {string} clauses the address of the clauses.
 */
export function receiptCard({ report, explanation, attestation }, comparison, clauses) {
  const { tone, title, sentence } = verdict(report, attestation !== null, comparison);
  const disputed = comparison.state === "fault";
  const trusted = !disputed && explanation !== null && (report.valid || report.failed_gate.number > SIGNER_IDENTITY);
  return element(
    "section",
    {
      class: `arf-card arf-card--${tone}`,
      "data-valid": String(report.valid && tone === "pass"),
      "data-gate": report.failed_gate?.number ?? "",
      "aria-labelledby": "arf-card-title",
    },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, ...breakable(title)),
    report.valid ? null : failure(report),
    element("p", {}, sentence),
    tone === "pass" ? derived(explanation.independence.derived) : null,
    explanation?.key_id.startsWith("test-") ? testKey() : null,
    secondEngine(comparison),
    limits(clauses),
    element("h3", {}, `The ${report.gates.length} gates, in order${disputed ? ": what arfpy alone says" : ""}`),
    gateList(report, clauses),
    report.advisories.length ? advisories(report.advisories, clauses) : null,
    trusted ? derivation(explanation.independence) : null,
    trusted ? instants(explanation.precommitment) : null,
    explanation ? signed(explanation) : null,
    explanation ? boundary(explanation.boundary) : null,
  );
}

// A gate's name is one long word to a browser; on a phone it may break after an underscore.
function breakable(title) {
  return title.split(/(?<=_)/).flatMap((part, index) => (index ? [element("wbr"), part] : [part]));
}

function derived(code) {
  return element("p", {}, "Class, derived from the declared facts: ", element("strong", { "data-verdict-class": code }, independence(code)), ".");
}

function testKey() {
  return element("p", { class: "arf-test", "data-test-key": true }, "Signed with a TEST KEY: its id begins with test-. This shows how receipts work and attests nothing.");
}

function secondEngine(comparison) {
  return element(
    "div",
    { class: `arf-comparison arf-comparison--${comparison.state}`, "data-comparison": comparison.state },
    ...comparisonSentences(comparison).map((sentence) => element("p", {}, sentence)),
  );
}

// What even a valid receipt leaves open stands beside every verdict.
function limits(clauses) {
  return element(
    "aside",
    { class: "arf-limits", "aria-label": "What a valid receipt does not attest" },
    element("p", {}, element("strong", {}, "What a valid receipt does not attest.")),
    element("ul", {}, ...NOT_ATTESTED.map((sentence) => element("li", {}, sentence))),
    element("p", {}, element("a", { href: `${clauses}#receipts.limits` }, "More on the limits"), "."),
  );
}

function advisories(found, clauses) {
  return element(
    "div",
    { "data-advisories": true },
    element("h3", {}, "Not checked by the gates"),
    element("p", { class: "arf-note" }, "None of this changes the verdict. ", element("a", { href: `${clauses}#receipts.advisories` }, "What advisories are"), "."),
    element(
      "ul",
      { class: "arf-problems" },
      ...found.map(({ code, path, detail }) =>
        element(
          "li",
          { class: "arf-problem arf-problem--warning", "data-advisory": code },
          element("p", { class: "arf-problem__head" }, element("span", { class: "arf-tag" }, "advisory"), element("code", {}, code)),
          element("p", { class: "arf-problem__message" }, ...shown(asSentence(detail)), " At ", element("code", {}, ...shown(path)), "."),
        ),
      ),
    ),
  );
}

/** The gates of a report in order, the failing one open. */
export function gateList(report, clauses) {
  return element(
    "ol",
    { class: "arf-gates" },
    ...report.gates.map((gate) => {
      const nested = gate.name === "EVAR_INTEGRITY" ? report.evar : null;
      const failed = gate.status === "fail";
      return element(
        "li",
        { class: `arf-gate arf-gate--${gate.status}`, "data-status": gate.status, "data-name": gate.name },
        element(
          "details",
          { open: failed },
          element(
            "summary",
            {},
            element("span", { class: "arf-gate__number" }, gate.number),
            element("code", {}, gate.name),
            element("span", { class: "arf-gate__status" }, status(gate.status)),
          ),
          element("p", {}, asked(gate.name), " ", element("a", { href: `${clauses}#${clause(gate.name)}` }, clause(gate.name))),
          failed ? failure(report) : null,
          nested ? element("p", { class: "arf-note" }, "The gates of the attestation:") : null,
          nested ? gateList(nested, clauses) : null,
        ),
      );
    }),
  );
}

/** Why and where a report ended. */
export function failure({ reason, path }) {
  return element(
    "p",
    { class: "arf-gate__reason", "data-reason": true },
    ...shown(asSentence(reason)),
    path ? " At " : "",
    path ? element("code", { "data-path": path }, ...shown(path)) : null,
    path ? "." : "",
  );
}

function clause(name) {
  return `receipts.${name.toLowerCase().replaceAll("_", "-")}`;
}
