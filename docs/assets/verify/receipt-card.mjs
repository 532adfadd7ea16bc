/** The report on a receipt, drawn. Values of the documents are shown only where every gate has passed. */

import { asSentence, shown } from "./card.mjs";
import { copyButton } from "./copy.mjs";
import { element } from "./dom.mjs";
import { asked, independence, status, verdict } from "./receipt-words.mjs";

const LEGS = [
  ["selected_items_by", "Items selected by"],
  ["ran_evaluation_by", "Evaluation run by"],
  ["scored_results_by", "Results scored by"],
];

const NOT_ATTESTED = [
  "Any score or result.",
  "Who the administrator is, how the parties are related, who did what: all recorded as declared.",
  "When the test set was really fixed: the instants are the issuer’s statement.",
  "That the test set was fitting or representative, or that the subject did not get the items another way.",
  "That the method or the administrator was good enough. It is no accreditation, certification or audit opinion.",
];

/**
 * Draw a report.
 * @param {object} report what arfpy said.
 * @param {{receipt: string, attestation: string|null, clauses: string}} context the texts that were checked, and the
 *   address of the clauses.
 */
export function receiptCard(report, { receipt, attestation, clauses }) {
  const { tone, title, sentence } = verdict(report, attestation !== null);
  return element(
    "section",
    {
      class: `arf-card arf-card--${tone}`,
      "data-valid": String(report.valid),
      "data-gate": report.failed_gate?.number ?? "",
      "aria-labelledby": "arf-card-title",
    },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, ...breakable(title)),
    report.valid ? null : failure(report),
    element("p", {}, sentence),
    limits(clauses),
    report.advisories.length ? advisories(report.advisories, clauses) : null,
    report.valid ? facts(JSON.parse(receipt), JSON.parse(attestation)) : null,
    element("h3", {}, `The ${report.gates.length} gates, in order`),
    gateList(report, clauses),
  );
}

// A gate's name is one long word to a browser; on a phone it may break after an underscore.
function breakable(title) {
  return title.split(/(?<=_)/).flatMap((part, index) => (index ? [element("wbr"), part] : [part]));
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

function gateList(report, clauses) {
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

function failure({ reason, path }) {
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

function facts(receipt, attestation) {
  const body = receipt.signed_body;
  const signed = `hive-receipt ${receipt.receipt_id} ${receipt.payload_sha256} ${receipt.ts}`;
  const testset = body.testset_ref;
  return element(
    "div",
    { "data-facts": true },
    element("h3", {}, "How the class follows"),
    list([
      ["Administrator to subject", code(body.relationship.administrator_to_subject)],
      ...LEGS.map(([leg, name]) => [name, code(body.separation[leg])]),
      ["Class, as derived", element("strong", { "data-class": body.independence_class }, independence(body.independence_class))],
    ]),
    element("h3", {}, "When, as stated"),
    element(
      "ol",
      { class: "arf-instants" },
      instant("Test set committed", testset.committed_at),
      instant("Disclosed to the subject", testset.disclosed_to_subject_at),
      instant("Evaluation window opened", attestation.signed_body.evaluation_window.opens_at),
    ),
    element("h3", {}, "What was signed, and by which key"),
    list([
      ["Signed string", code(signed, "data-signed"), copyButton(signed, "the signed string")],
      ["Digest of the body", code(receipt.payload_sha256, "data-digest"), copyButton(receipt.payload_sha256, "the digest")],
      ["Verified with the trusted key", code(receipt.key_id)],
    ]),
  );
}

function list(rows) {
  return element(
    "dl",
    { class: "arf-facts" },
    ...rows.flatMap(([name, ...values]) => [element("dt", {}, name), element("dd", {}, ...values)]),
  );
}

function code(text, data) {
  return element("code", { class: "arf-digest", ...(data && { [data]: text }) }, ...shown(text));
}

function instant(name, at) {
  return element("li", {}, `${name} `, element("code", { "data-instant": at }, at));
}
