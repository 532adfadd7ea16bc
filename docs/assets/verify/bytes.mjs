/** The canonical bytes of one record: as text with nothing invisible, as numbers, and beside the input. */

import { copyButton } from "./copy.mjs";
import { difference } from "./difference.mjs";
import { element, save, shown } from "./dom.mjs";

const SHOWN_CHARACTERS = 20_000;
const HEX_ROW = 16; // bytes
const HEX_ROWS = 128; // at a time

/** The name that the lines to copy expect. */
export const SAVED_FILE = "record.canonical.json";

/**
 * Draw canonical bytes.
 * @param {string} canonical arfpy's own output.
 * @param {number} size in bytes.
 * @param {Uint8Array} input the record as it was given.
 */
export function canonicalBytes(canonical, size, input) {
  const bytes = new TextEncoder().encode(canonical);
  const cut = canonical.length > SHOWN_CHARACTERS;
  return element(
    "div",
    {},
    element("h3", {}, `Canonical bytes, ${size.toLocaleString("en-US")} of them`),
    element(
      "p",
      { class: "arf-note" },
      "This is what was hashed, printed from the checker’s own output. It is one line, wrapped here to fit; characters that would not show are named in a box.",
      cut ? ` Only the first ${SHOWN_CHARACTERS.toLocaleString("en-US")} characters are shown.` : "",
    ),
    element(
      "pre",
      { class: "arf-canonical", "data-canonical": true, tabindex: "0", "aria-label": "Canonical bytes" },
      element("code", {}, ...shown(cut ? canonical.slice(0, SHOWN_CHARACTERS).toWellFormed() : canonical)),
    ),
    element(
      "p",
      { class: "arf-actions" },
      copyButton(canonical, "the canonical text"),
      element("button", { type: "button", class: "arf-button arf-button--small", click: () => save(SAVED_FILE, bytes, "application/json") }, `Save as ${SAVED_FILE}`),
    ),
    hexView(bytes),
    element("h4", {}, "Beside your input"),
    difference({ name: "your input", bytes: input }, { name: "the canonical form", bytes }),
  );
}

function hexView(bytes) {
  const table = element("code", {});
  const more = element("button", { type: "button", class: "arf-button arf-button--small", click: () => grow() }, "Show more");
  let at = 0;
  function grow() {
    const rows = [];
    for (let row = 0; row < HEX_ROWS && at < bytes.length; row += 1, at += HEX_ROW) rows.push(hexRow(bytes, at));
    table.append(rows.join(""));
    more.hidden = at >= bytes.length;
  }
  const pre = element("pre", { class: "arf-hex", "data-hex": true, tabindex: "0", "aria-label": "Canonical bytes as hexadecimal numbers" }, table);
  const toggle = ({ target }) => target.open && at === 0 && grow();
  return element("details", { class: "arf-more", toggle }, element("summary", {}, "Hex view"), pre, more);
}

function hexRow(bytes, at) {
  const row = [...bytes.subarray(at, at + HEX_ROW)];
  const numbers = row.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const letters = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
  return `${at.toString(16).padStart(8, "0")}  ${numbers.padEnd(3 * HEX_ROW - 1)}  ${letters}\n`;
}
