/** The findings of one record: what, where, the characters around the place, and what to do next. */

import { counted, element, shown } from "./dom.mjs";
import { placeIn } from "./input.mjs";
import { nameOf } from "./visible.mjs";
import { asSentence } from "./words.mjs";

const SHOWN = 200; // findings
const PLACED = 50; // findings with the text around their place: finding it again takes a walk through the record
const AROUND = 32; // UTF-16 code units on each side

/**
 * Draw findings.
 * @param {object} result arfpy's result.
 * @param {Uint8Array} bytes the record.
 * @param {{links: {codes: string, spec: string}, jump: ((line: number, column: number) => void)|null}} context
 */
export function problems({ problems: found, line: first }, bytes, context) {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const around = (problem, index) =>
    index < PLACED && problem.line !== null && problem.code !== "digest.mismatch" ? placed(text, problem.line - first + 1, problem.column) : [];
  return element(
    "div",
    {},
    element("h3", {}, counted(found.length, "finding")),
    encodingNote(bytes),
    element("ol", { class: "arf-problems" }, ...found.slice(0, SHOWN).map((problem, index) => item(problem, around(problem, index), context))),
    found.length > SHOWN ? element("p", { class: "arf-note" }, `Only the first ${SHOWN} findings are shown.`) : null,
  );
}

function item(problem, around, { links, jump }) {
  const file = problem.clause.split(".")[0];
  const place = problem.line === null ? "" : `Line ${problem.line}, column ${problem.column}`;
  const canJump = place && jump && problem.code !== "digest.mismatch";
  return element(
    "li",
    {
      class: `arf-problem arf-problem--${problem.severity}`,
      "data-code": problem.code,
      "data-severity": problem.severity,
      "data-line": problem.line,
      "data-column": problem.column,
      "data-pointer": problem.pointer,
    },
    element(
      "p",
      { class: "arf-problem__head" },
      element("span", { class: "arf-tag" }, problem.severity),
      element("a", { href: `${links.codes}#${problem.code}` }, element("code", {}, problem.code)),
      canJump
        ? element("button", { type: "button", class: "arf-button arf-button--small", click: () => jump(problem.line, problem.column), "aria-label": `${place}: go there in the text` }, place)
        : element("span", {}, place),
    ),
    element("p", { class: "arf-problem__message" }, ...shown(asSentence(problem.message))),
    ...around,
    element(
      "p",
      { class: "arf-problem__next" },
      problem.hint,
      " Clause ",
      element("a", { href: `${links.spec}${file}/#${problem.clause}` }, problem.clause),
      problem.pointer ? ". At " : ".",
      problem.pointer ? element("code", {}, ...shown(problem.pointer)) : null,
    ),
  );
}

// The text around a place, and the name of the character there where it cannot be seen or is easily mistaken.
function placed(text, line, column) {
  const { start, end } = placeIn(text, line, column);
  const from = whole(text, Math.max(text.lastIndexOf("\n", start - 1) + 1, start - AROUND));
  const next = text.indexOf("\n", start);
  const until = whole(text, Math.min(next === -1 ? text.length : next, end + AROUND));
  const character = text.slice(start, end);
  const name = character && nameOf(character);
  return [
    name ? element("p", { class: "arf-problem__character", "data-character": true }, `The character there is ${name}.`) : null,
    element(
      "p",
      { class: "arf-around", "data-around": true },
      element(
        "code",
        {},
        ...shown(text.slice(from, start)),
        element("mark", {}, ...(character ? shown(character) : ["end of the line"])),
        ...shown(text.slice(end, until)),
      ),
    ),
  ];
}

// No cut between the halves of a pair.
function whole(text, at) {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

function encodingNote(bytes) {
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const halves = bytes.length > 3 && ((bytes[1] === 0 && bytes[3] === 0) || (bytes[0] === 0 && bytes[2] === 0));
  if (!marked && !halves) return null;
  return element("p", { "data-encoding": "utf-16" }, "These bytes look like UTF-16. Save the text as UTF-8 and check it again.");
}
