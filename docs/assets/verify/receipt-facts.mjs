/** What stands behind the verdict on a receipt, drawn from arfpy's explanation and never from the text given. */

import { copyButton } from "./copy.mjs";
import { element, shown } from "./dom.mjs";
import { FACTS, actor, independence } from "./receipt-words.mjs";
import { timeline } from "./receipt-timeline.mjs";

/** How the class follows from the declared facts, as a table that marks the facts that decided it. */
export function derivation({ facts, derived, rule, decided_by: decidedBy, stated }) {
  return element(
    "div",
    { "data-facts": true },
    element("h3", {}, "How the class follows"),
    element(
      "table",
      { class: "arf-derivation" },
      element("thead", {}, element("tr", {}, ...["Fact", "Declared", "Decided it"].map((name) => element("th", { scope: "col" }, name)))),
      element(
        "tbody",
        {},
        ...Object.entries(facts).map(([name, value]) => {
          const decided = decidedBy.includes(name);
          return element(
            "tr",
            { class: decided ? "arf-derivation__decided" : null, "data-fact": name, "data-decided": String(decided) },
            element("th", { scope: "row" }, FACTS[name]),
            element("td", {}, actor(value)),
            element("td", {}, decided ? "yes" : "no"),
          );
        }),
      ),
    ),
    element("p", {}, "These facts give ", element("strong", { "data-class": derived }, independence(derived)), `: ${rule}. `, agreement(derived, stated)),
  );
}

function agreement(derived, stated) {
  return derived === stated ? "The receipt states the same." : element("strong", {}, `The receipt states ${independence(stated)}.`);
}

/** The instants of gate 10. */
export function instants(precommitment) {
  return element("div", {}, element("h3", {}, "When, as stated (gate 10)"), timeline(precommitment));
}

/** The signed string, the key it names, and the digests of both bodies. */
export function signed({ signing_string: text, key_id: keyId, digests }) {
  return element(
    "div",
    {},
    element("h3", {}, "What was signed"),
    list([
      ["Signed string", code(text, "data-signed"), copyButton(text, "the signed string")],
      ["Key it names", code(keyId)],
      ["Digest of the receipt’s body", ...digest(digests.receipt, "the digest of the receipt’s body", "data-digest")],
      ["Digest of the attestation’s body", ...digest(digests.attestation, "the digest of the attestation’s body", "data-attestation-digest")],
    ]),
  );
}

function digest(found, what, data) {
  if (found === null) return ["none: the linked attestation is not here"];
  const computed = [code(found.computed, data), copyButton(found.computed, what)];
  if (found.computed === found.stated) return computed;
  return [...computed, element("p", {}, element("strong", {}, "Its envelope states another: "), code(found.stated, "data-stated"))];
}

/** The boundary text: what the receipt says of itself, the same in every receipt. */
export function boundary(text) {
  return element(
    "details",
    { class: "arf-boundary" },
    element("summary", {}, "The boundary text of the receipt"),
    element("p", { "data-boundary": true }, text),
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
