/** The life of the worker: load it, ask it one thing at a time, and replace it when it dies or hangs. */

const ANSWER_LIMIT = 30_000; // ms: 10 MB take a few seconds; longer is a fault, not patience
const SILENCE_LIMIT = 30_000; // ms without any news while loading

export class RuntimeClient {
  #onState;
  #worker = null;
  #ready = false;
  #asking = null;
  #queue = [];
  #timer = 0;

  /**
   * @param {(state: {phase: "loading", loaded: number, total: number} | {phase: "ready", about: object}
   *   | {phase: "failed", message: string}) => void} onState `loaded` and `total` are bytes
   */
  constructor(onState) {
    this.#onState = onState;
    this.restart();
  }

  /** Drop the worker, if there is one, and load a new one. Questions still waiting are asked of it. */
  restart() {
    this.#worker?.terminate();
    this.#ready = false;
    const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => worker === this.#worker && this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#broken(event.message || "its files could not be loaded");
    };
    this.#worker = worker;
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
    } else if (message.answer !== undefined) {
      clearTimeout(this.#timer);
      const { resolve } = this.#asking;
      this.#asking = null;
      resolve(JSON.parse(message.answer));
      this.#next();
    } else {
      this.#watch(SILENCE_LIMIT, "loading stopped for 30 seconds");
      this.#onState(message);
    }
  }

  #watch(limit, reason) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#broken(reason), limit);
  }

  #broken(reason) {
    clearTimeout(this.#timer);
    this.#worker.terminate();
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
