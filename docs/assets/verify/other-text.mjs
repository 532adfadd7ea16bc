/** A digest differs: the other person's canonical text, pasted here, shows where. */

import { difference } from "./difference.mjs";
import { element } from "./dom.mjs";
import { encode } from "./input.mjs";
import { digestOf } from "./second-engine.mjs";

/**
 * Draw the field for the other canonical text.
 * @param {string} canonical of the record checked.
 * @param {string} expected the digest that was expected, as it was typed.
 */
export function otherText(canonical, expected) {
  const bytes = new TextEncoder().encode(canonical);
  const area = element("textarea", { id: "arf-other", rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-other": true });
  const found = element("div", { "data-other-result": true, role: "status" });
  let latest = 0;
  area.addEventListener("input", async () => {
    const mine = ++latest;
    const other = encode(area.value);
    const digest = globalThis.crypto?.subtle ? await digestOf(other) : null;
    if (mine !== latest) return;
    const drawn = area.value === "" ? [] : [whose(digest, expected), difference({ name: "the other text", bytes: other }, { name: "this canonical form", bytes })];
    found.replaceChildren(...drawn.filter((one) => one !== null));
  });
  return element(
    "div",
    { class: "arf-field arf-other" },
    element("h3", {}, "Find the first difference"),
    element("label", { for: area.id }, "Paste the canonical text that the expected digest was made from"),
    area,
    found,
  );
}

function whose(digest, expected) {
  if (digest === null) return null;
  const its = expected.toLowerCase().includes(digest.slice("sha256:".length));
  return element("p", { "data-other-digest": its ? "expected" : "another" }, its ? "This text has the expected digest." : `This text has another digest than the expected one, too: ${digest}`);
}
