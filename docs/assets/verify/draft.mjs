/** The draft: kept on this device only while its box is ticked, and forgotten with one click. */

const PLACE = "arf-verify-draft";
const LARGEST = 256 * 1024; // characters

/**
 * Keep what stands in the form while the box is ticked.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} note where is said what happened.
 * @returns {{keep: () => void, forget: () => void}} `keep` is called when the form has changed.
 */
export function draft(form, note) {
  const box = form.elements.draft;
  const names = ["text", "type", "format", "expect"];

  function keep() {
    if (!box.checked) return;
    const held = JSON.stringify(Object.fromEntries(names.map((name) => [name, form.elements[name].value])));
    if (held.length > LARGEST) say("The draft is longer than 256 thousand characters, so it is not kept.", forget);
    else say("The draft is kept in this browser, on this device.", () => localStorage.setItem(PLACE, held));
  }

  function say(sentence, act) {
    try {
      act();
      note.textContent = sentence;
    } catch {
      note.textContent = "This browser does not let the page keep anything.";
    }
  }

  box.addEventListener("change", () => (box.checked ? keep() : say("The draft is forgotten.", forget)));
  const held = stored();
  if (held !== null) {
    box.checked = true;
    for (const name of names) setValue(form.elements[name], held[name] ?? "");
    note.textContent = "This is the draft that was kept on this device. Untick the box to forget it.";
  }
  return { keep, forget: () => say("", forget) };
}

/** Set a field; a menu that does not offer the value yet is given it. */
export function setValue(field, value) {
  if (field.options && ![...field.options].some((option) => option.value === value)) field.append(new Option(value, value));
  field.value = value;
}

function forget() {
  localStorage.removeItem(PLACE);
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE));
  } catch {
    return null;
  }
}
