/** The life of the worker: load it, ask it one thing at a time, and replace it when it dies or hangs. */

import { scriptAddress } from "../frame/trusted.mjs";
import { closeNetwork } from "./network.mjs";
import { loadRuntime } from "./runtime-files.mjs";

const ANSWER_LIMIT = 30_000; // ms: 10 MB take a few seconds; longer is a fault, not patience
const SILENCE_LIMIT = 30_000; // ms without any news while loading

export class RuntimeClient {
  #onState;
  #attempt = 0; // a start that a newer one has replaced is dropped
  #runtime = null;
  #worker = null;
  #ready = false;
  #asking = null;
  #queue = [];
  #timer = 0;

  /**
   * Starts loading. When everything is loaded the network of the page is closed for good, so a page fetches what else it
   * needs at once, not when it comes to need it.
   * @param {(state: {phase: "loading", loaded: number, total: number, name: string} | {phase: "starting"}
   *   | {phase: "ready", about: object} | {phase: "failed", message: string}) => void} onState `loaded` and `total` are bytes
   */
  constructor(onState) {
    this.#onState = onState;
    this.restart();
  }

  /** Drop the worker, if there is one, and start a new one. Questions still waiting are asked of it. */
  async restart() {
    const attempt = ++this.#attempt;
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#watch(SILENCE_LIMIT, "nothing was heard from this site for 30 seconds");
    try {
      this.#runtime ??= await this.#load(attempt);
    } catch (error) {
      if (attempt === this.#attempt) this.#broken(error.message);
      return;
    }
    if (attempt === this.#attempt) this.#start(this.#runtime);
  }

  async #load(attempt) {
    const runtime = await loadRuntime((state) => {
      if (attempt !== this.#attempt) return;
      this.#watch(SILENCE_LIMIT, "loading stopped for 30 seconds");
      this.#onState(state);
    });
    await closeNetwork(); // before the worker starts, so that it has none either
    return runtime;
  }

  #start({ engine, core, files }) {
    const address = URL.createObjectURL(engine);
    const worker = new Worker(scriptAddress(address), { type: "module" });
    worker.onmessage = ({ data }) => {
      URL.revokeObjectURL(address);
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#broken(event.message || "its program could not be started");
    };
    worker.postMessage({ core, files });
    this.#worker = worker;
    this.#onState({ phase: "starting" });
    this.#watch(SILENCE_LIMIT, "nothing was heard from the checker for 30 seconds");
  }

  /**
   * Ask arfpy.
   * @param {object} request what `arfpy.browser.handle` takes.
   * @param {Uint8Array} bytes the exact input.
   * @returns {Promise<object>} its answer, or `{ok: false, kind: "stopped", message, hint}` when it died on the way.
   */
  ask(request, bytes) {
    return new Promise((resolve) => {
      this.#queue.push({ request, bytes, resolve });
      this.#next();
    });
  }

  #next() {
    if (!this.#ready || this.#asking || this.#queue.length === 0) return;
    this.#asking = this.#queue.shift();
    const { request, bytes } = this.#asking;
    this.#worker.postMessage({ request: JSON.stringify(request), bytes });
    this.#watch(ANSWER_LIMIT, "it took longer than 30 seconds");
  }

  #hear(message) {
    if (message.fatal !== undefined) {
      this.#broken(message.fatal);
    } else if (message.about !== undefined) {
      clearTimeout(this.#timer);
      this.#ready = true;
      this.#onState({ phase: "ready", about: JSON.parse(message.about) });
      this.#next();
    } else {
      clearTimeout(this.#timer);
      const { resolve } = this.#asking;
      this.#asking = null;
      resolve(JSON.parse(message.answer));
      this.#next();
    }
  }

  #watch(limit, reason) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#broken(reason), limit);
  }

  #broken(reason) {
    clearTimeout(this.#timer);
    this.#attempt += 1; // files that still arrive are no news
    this.#worker?.terminate();
    if (!this.#asking) {
      this.#onState({ phase: "failed", message: reason });
      return;
    }
    const { resolve } = this.#asking;
    this.#asking = null;
    this.restart();
    resolve({
      ok: false,
      kind: "stopped",
      message: `The checker stopped on this input: ${reason}.`,
      hint: "No verdict was reached. The checker has been started again; for large input use the command line.",
    });
  }
}
