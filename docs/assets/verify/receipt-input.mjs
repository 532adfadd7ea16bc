/** The documents of the receipt form: pasted, chosen or dropped; files are kept byte for byte. */

import { counted } from "./dom.mjs";
import { encode, guessFormat } from "./input.mjs";

export const LARGEST_FILE = 1024 * 1024; // bytes: a receipt takes three thousand
const PANES = ["receipt", "attestation", "keyring"];
const FIELDS = [...PANES, "caller_key"];
const PUBLIC_KEY = /^[A-Za-z0-9_-]{43}$/;
const TYPES = { "eval-administration": "receipt", "eval-attestation": "attestation" };

export class Documents {
  #root;
  #form;
  #files = {}; // the files of a pane, {name, bytes}, until it is emptied or its text is edited

  /**
   * @param {HTMLElement} root
   * @param {HTMLFormElement} form with the panes `receipt`, `attestation` and `keyring` and the field `caller_key`.
   * @param {{edited: () => void, picked: (name: string, files: FileList) => void}} page told when a text is edited, and
   *   when files are chosen for a pane.
   */
  constructor(root, form, { edited, picked }) {
    this.#root = root;
    this.#form = form;
    for (const name of FIELDS) {
      form.elements[name].addEventListener("input", () => {
        if (name !== "caller_key") this.#release(name);
        edited();
      });
    }
    for (const name of PANES) {
      form.elements[`${name}_file`].addEventListener("change", ({ target }) => target.files.length && picked(name, target.files));
    }
  }

  /** Empty every field. */
  clear() {
    for (const name of FIELDS) this.write(name, "");
  }

  /** Put a text into a field, as if it had been pasted. */
  write(name, text) {
    if (name !== "caller_key") this.#release(name);
    else this.#form.querySelector("[data-caller]").open = text !== "";
    this.#form.elements[name].value = text;
  }

  /**
   * Put files into a pane. Several are shown one after the other and cannot be edited there.
   * @param {Array<{name: string, bytes: Uint8Array}>} files
   */
  put(name, files) {
    this.write(name, "");
    if (name === "caller_key") return this.write(name, decode(files[0].bytes).trim());
    this.#files[name] = files;
    const area = this.#form.elements[name];
    area.value = files.map(({ bytes }) => decode(bytes)).join("\n");
    area.readOnly = files.length > 1;
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const listed = files.map((file) => file.name).join(", ");
    const many = files.length > 1 ? `${files.length} files: ` : "";
    this.#note(name).textContent = `${many}${listed}, ${counted(size, "byte")}, checked as ${files.length > 1 ? "they are" : "it is"}.`;
  }

  /** The documents as arfpy takes them, and the bytes of the keyring. */
  given() {
    const keyring = this.#texts("keyring")[0]?.bytes ?? null;
    const sent = (name) => this.#texts(name).map(({ name: file, bytes, format }) => ({ name: file, format, base64: base64(bytes) }));
    const request = {
      receipts: sent("receipt"),
      attestations: sent("attestation"),
      keyring: keyring && base64(keyring),
      caller_key: this.#form.elements.caller_key.value.trim() || null,
    };
    return { request, keyring };
  }

  #texts(name) {
    const text = this.#form.elements[name].value;
    if (this.#files[name]) return this.#files[name].map((file) => ({ ...file, format: guessFormat(file.name, "") }));
    return text === "" ? [] : [{ name: `pasted ${name}`, bytes: encode(text), format: guessFormat(null, text) }];
  }

  #release(name) {
    delete this.#files[name];
    this.#form.elements[name].readOnly = false;
    this.#form.elements[`${name}_file`].value = "";
    this.#note(name).textContent = "";
  }

  #note(name) {
    return this.#root.querySelector(`[data-file="${name}"]`);
  }
}

/**
 * Say which field a file belongs to by its shape; for NDJSON the first line that has one decides. The gates judge the
 * file, not this.
 * @returns {"receipt"|"attestation"|"keyring"|"caller_key"|null}
 */
export function recognised({ name, bytes }) {
  const text = decode(bytes);
  if (PUBLIC_KEY.test(text.trim())) return "caller_key";
  const texts = guessFormat(name, "") === "ndjson" ? text.split("\n") : [text];
  return texts.map(kindOf).find((kind) => kind !== null) ?? null;
}

function kindOf(text) {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, ""));
    if (value?.keyring_version !== undefined) return "keyring";
    return TYPES[value?.signed_body?.receipt_type] ?? null;
  } catch {
    return null;
  }
}

export function decode(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

export function base64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function unbase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
