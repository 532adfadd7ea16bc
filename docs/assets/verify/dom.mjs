/** Building elements. Every string becomes a text node: nothing from a record is ever read as markup. */

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

/** Write a count with its noun: `1 byte`, `293 bytes`. */
export function counted(number, noun) {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
