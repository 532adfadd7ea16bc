/** Building elements. Every string becomes a text node: nothing from a record is ever read as markup. */

import { pieces } from "./visible.mjs";

/**
 * Make an element.
 * @param {string} tag
 * @param {Object<string, string|number|boolean|null|undefined|Function>} [attributes] a function becomes a
 *   listener for the event of that name; `true` is an empty attribute; `null`, `undefined`, `false` are left out.
 * @param {...(Node|string|number|null)} children null is left out.
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null).map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

/** Text whose invisible characters are named in a box. */
export function shown(text) {
  return pieces(text).map((piece) =>
    "text" in piece ? piece.text : element("span", { class: "arf-mark", title: piece.name || null }, piece.mark),
  );
}

/** Let the browser save bytes or text as a file. */
export function save(name, content, type) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Write a count with its noun: `1 byte`, `293 bytes`. */
export function counted(number, noun) {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
