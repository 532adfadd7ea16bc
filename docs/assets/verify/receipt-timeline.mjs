/** The two inequalities of gate 10 on a time line, drawn and in words. */

import { element } from "./dom.mjs";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 480;
const LINE = 96; // the height of the time line; arcs stand above it, names below
const POINTS = {
  committed_at: { short: "committed", name: "Test set committed", past: "committed" },
  disclosed_to_subject_at: { short: "subject told", name: "Disclosed to the subject", past: "the subject was told" },
  opens_at: { short: "window opens", name: "Evaluation window opens", past: "the window opened" },
};

/**
 * Draw the instants.
 * @param {object} precommitment the part of arfpy's explanation.
 */
export function timeline({ instants, sequence, orders }) {
  return element(
    "figure",
    { class: "arf-timeline", "data-timeline": sequence.map((names) => names.join("=")).join(" ") },
    drawing(sequence, orders),
    element(
      "figcaption",
      {},
      element("p", { class: "arf-note" }, "In the order of time, not to scale. The instants are the issuer’s statement."),
      element("ul", { class: "arf-instants" }, ...Object.entries(instants).map(([name, at]) => instant(name, at))),
      element("ul", { class: "arf-orders" }, ...orders.map(order)),
    ),
  );
}

function instant(name, at) {
  const shown = at === null ? "not a valid instant, or the linked attestation is not here" : element("code", { "data-instant": at }, at);
  return element("li", {}, `${POINTS[name].name}: `, shown);
}

function order({ earlier, later, holds, apart }) {
  return element("li", { class: `arf-order arf-order--${outcome(holds)}`, "data-holds": String(holds) }, inequality(earlier, later), words(earlier, later, holds, apart));
}

function inequality(earlier, later) {
  return element("span", {}, `${POINTS[earlier].short} ≤ ${POINTS[later].short}: `);
}

function words(earlier, later, holds, apart) {
  if (holds === null) return element("strong", {}, "cannot be compared");
  if (apart === "0 ns") return element("strong", {}, "holds, at the same instant");
  if (holds) return element("strong", {}, `holds, by ${apart}`);
  return element("strong", {}, `does not hold: ${POINTS[earlier].past} ${apart} after ${POINTS[later].past}`);
}

function outcome(holds) {
  if (holds === null) return "open";
  return holds ? "pass" : "fail";
}

// The words beside it say the same, so the drawing is hidden from screen readers.
function drawing(sequence, orders) {
  const slot = WIDTH / sequence.length;
  const at = {};
  sequence.forEach((names, index) => names.forEach((name) => (at[name] = slot * (index + 0.5))));
  const lowest = Math.max(1, ...sequence.map((names) => names.length));
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${LINE + 16 + 20 * lowest}`, "aria-hidden": "true", focusable: "false" },
    svg("line", { class: "arf-timeline__line", x1: 8, y1: LINE, x2: WIDTH - 8, y2: LINE }),
    svg("path", { class: "arf-timeline__head", d: `M${WIDTH - 16} ${LINE - 5} L${WIDTH - 6} ${LINE} L${WIDTH - 16} ${LINE + 5}` }),
    ...orders.filter(({ holds }) => holds !== null).map((one) => arc(one, at[one.earlier], at[one.later], slot)),
    ...sequence.flatMap((names) => [
      svg("circle", { class: "arf-timeline__point", cx: at[names[0]], cy: LINE, r: 6 }),
      ...names.map((name, row) => text(at[name], LINE + 24 + 20 * row, POINTS[name].short)),
    ]),
  );
}

// An arc that passes over a point stands above those that do not, and so do its words.
function arc({ holds }, from, to, slot) {
  if (from === to) return svg("g", { class: "arf-timeline__arc arf-timeline__arc--pass" }, text(from, LINE - 14, "= holds"));
  const high = Math.abs(to - from) > slot * 1.5;
  const top = LINE - (high ? 62 : 40);
  return svg(
    "g",
    { class: `arf-timeline__arc arf-timeline__arc--${outcome(holds)}` },
    svg("path", { d: `M${from} ${LINE - 10} Q${from} ${top} ${(from + to) / 2} ${top} Q${to} ${top} ${to} ${LINE - 10}` }),
    text((from + to) / 2, high ? top - 8 : top + 21, holds ? "≤ holds" : "≤ fails"),
  );
}

function text(x, y, content) {
  const made = svg("text", { x, y });
  made.textContent = content;
  return made;
}

function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
