/**
 * `<arf-verify src="record.json" expect="sha256:…">`: a button that opens the verifier with a record loaded.
 *
 * Nothing is fetched before the button is pressed. Then the record is fetched from `src`, put into a link's fragment,
 * which no browser sends to a server, and the verifier beside this file is opened. The verdict is given there and never
 * here, because a page that shows a record could show a verdict of its own making, too.
 *
 * Attributes: `src`, the record's address; `expect`, the digest that it has to have; `type`, to force a type.
 */

import { linkTo } from "../verify/link.mjs";

const VERIFIER = new URL("../../verify/", import.meta.url).href;

class ArfVerify extends HTMLElement {
  #button = document.createElement("button");
  #note = document.createElement("span");

  connectedCallback() {
    if (this.#button.isConnected) return;
    this.#button.type = "button";
    this.#button.textContent = "Verify this record";
    this.#button.addEventListener("click", () => this.#open());
    this.#note.setAttribute("role", "status");
    this.append(" ", this.#button, " ", this.#note);
  }

  async #open() {
    this.#button.disabled = true;
    try {
      const link = await this.#link();
      this.#say(link === null ? "The record is too long for a link. Save it and choose it in" : "If no tab opened:", link ?? VERIFIER);
      if (link !== null) window.open(link, "_blank", "noopener");
    } catch (error) {
      this.#say(`The record could not be fetched (${error.message}). You can paste it into`, VERIFIER);
    } finally {
      this.#button.disabled = false;
    }
  }

  async #link() {
    const source = new URL(this.getAttribute("src") ?? "", document.baseURI);
    const response = await fetch(source);
    if (!response.ok) throw new Error(`${source.pathname} answered ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const format = /\.(ndjson|jsonl)$/.test(source.pathname) ? "ndjson" : "json";
    const [type, expect] = ["type", "expect"].map((name) => this.getAttribute(name) ?? "");
    return linkTo(VERIFIER, { bytes, type, format, expect });
  }

  #say(sentence, address) {
    const link = document.createElement("a");
    link.href = address;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = "the verifier";
    this.#note.replaceChildren(`${sentence} `, link);
  }
}

customElements.define("arf-verify", ArfVerify);
