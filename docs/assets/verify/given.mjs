/** What the reader gave: files, a paste or a link as exact bytes, or the text that stands in the text area. */

import { asInArea, encode, guessFormat } from "./input.mjs";
import { counted } from "./dom.mjs";
import { read, UnreadableInput } from "./reader.mjs";

const LARGEST = 50 * 1024 * 1024; // bytes of all files together
const LARGEST_SHOWN = 1024 * 1024; // bytes, or characters of a paste, that the text area still takes

export class Given {
  #area;
  #note;
  #exact = null; // {sources, text}: bytes that are not those of the text area, until that is edited
  #pasted = null; // a paste that replaces the whole text, until the text area has taken it

  /** @param {HTMLTextAreaElement} area @param {HTMLElement} note where is said what will be checked. */
  constructor(area, note) {
    this.#area = area;
    this.#note = note;
  }

  /**
   * What to check.
   * @param {string} format that was chosen, or "".
   * @returns {Array<{name: string, blob: Blob, format: "json"|"ndjson"}>}
   */
  sources(format) {
    const sources = this.#exact?.sources ?? [textSource("pasted text", this.#area.value)];
    return sources.map((source) => ({ ...source, format: format || source.format }));
  }

  /** The text that the area shows, with its own line ends; null where it shows none of what is checked. */
  get text() {
    return this.#exact ? this.#exact.text : this.#area.value;
  }

  /** Whether there is anything to check. */
  get empty() {
    return this.#exact === null && this.#area.value === "";
  }

  /** Take files. @throws {UnreadableInput} */
  async takeFiles(files) {
    const size = files.reduce((sum, file) => sum + file.size, 0);
    if (size > LARGEST) {
      const what = files.length === 1 ? `the file ${files[0].name} is` : "these files together are";
      throw new UnreadableInput(`${what} larger than 50 MB`, "Use the command line: arf validate reads files of any size.");
    }
    const sources = files.map((file) => ({ name: file.name, blob: file, format: guessFormat(file.name, "") }));
    const shown = files.length === 1 && size <= LARGEST_SHOWN ? decoded(await read(sources[0])) : null;
    this.#show({ sources, text: shown });
    const names = files.length === 1 ? files[0].name : `${files.length} files`;
    const more = files.length > 1 ? "" : shown === null ? " It is too long to show here." : " Editing the text below turns it into pasted text.";
    this.#note.textContent = `${names}, ${counted(size, "byte")}, checked byte for byte.${more}`;
  }

  /** Take the bytes of a link. */
  takeLink(bytes) {
    const text = decoded(bytes);
    this.#show({ sources: [{ name: "the text of a link", blob: new Blob([bytes]), format: guessFormat(null, text) }], text });
    this.#note.textContent = `From a link, ${counted(bytes.length, "byte")}, checked byte for byte.`;
  }

  /**
   * See a paste before the text area does: a text area changes line ends, and what is pasted is checked as it is.
   * @param {ClipboardEvent} event
   * @returns {File[]} files, where files were pasted.
   */
  seePaste(event) {
    const data = event.clipboardData;
    if (!data) return [];
    if (data.files.length) {
      event.preventDefault();
      return [...data.files];
    }
    const text = data.getData("text/plain");
    const whole = this.#area.selectionStart === 0 && this.#area.selectionEnd === this.#area.value.length;
    this.#pasted = whole ? text : null;
    if (whole && text.length > LARGEST_SHOWN) {
      event.preventDefault();
      this.#takePaste(null);
    } else if (!whole && text.includes("\r")) {
      this.#note.textContent = "Pasted into other text, so its line ends became LF. To check exact bytes, choose a file.";
    }
    return [];
  }

  /** The text area has changed. */
  seeEdit() {
    if (this.#pasted !== null) this.#takePaste(this.#pasted);
    else if (this.#exact) this.forget();
  }

  /** Forget everything but the text in the area. */
  forget() {
    this.#exact = this.#pasted = null;
    this.#note.textContent = "";
  }

  #takePaste(shown) {
    const source = textSource("pasted text", this.#pasted);
    if (shown === null) this.#area.value = "";
    this.#exact = { sources: [source], text: shown };
    const ends = this.#pasted === asInArea(this.#pasted) ? "" : " with its own line ends (CR)";
    const more = shown === null ? " It is too long to show here." : "";
    this.#note.textContent = `Pasted text, ${counted(source.blob.size, "byte")}, checked as it was pasted${ends}.${more}`;
    this.#pasted = null;
  }

  #show(exact) {
    this.#exact = exact;
    this.#pasted = null;
    this.#area.value = exact.text ?? "";
  }
}

function textSource(name, text) {
  return { name, blob: new Blob([encode(text)]), format: guessFormat(null, text) };
}

function decoded(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
