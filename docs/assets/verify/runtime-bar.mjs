/** The bar that says how far the checker is: loading, ready, or failed. */

/**
 * Make the function that draws a state of the checker into `[data-runtime]`.
 * @param {HTMLElement} root the part of the page that holds the bar.
 * @param {{say: (sentence: string) => void, ready: (about: object) => void}} page `say` speaks a failure; `ready` is told
 *   what arfpy says about itself.
 */
export function runtimeBar(root, { say, ready }) {
  const box = root.querySelector("[data-runtime]");
  const message = box.querySelector("[data-runtime-message]");
  const progress = box.querySelector("progress");
  return (state) => {
    box.dataset.runtime = state.phase;
    box.querySelector("[data-retry]").hidden = state.phase !== "failed";
    progress.hidden = state.phase === "ready" || state.phase === "failed";
    if (state.phase === "loading") {
      progress.max = state.total;
      progress.value = state.loaded;
      message.textContent = `Loading the checker from this site: ${megabytes(state.loaded)} of ${megabytes(state.total)} MB, ${part(state.name)}.`;
    } else if (state.phase === "starting") {
      progress.removeAttribute("value");
      message.textContent = "Everything has arrived and is what the site lists. Starting Python.";
    } else if (state.phase === "ready") {
      const { arfpy, spec, python } = state.about;
      ready(state.about);
      message.textContent = `Ready: arfpy ${arfpy} for ARF v${spec} on Python ${python}, in your browser. What you paste stays here.`;
    } else {
      message.textContent = `The checker did not start: ${state.message}. Nothing can be checked until it does.`;
      say(message.textContent);
    }
  };
}

function part(name) {
  if (name.startsWith("arfpy-")) return "arfpy";
  if (name.endsWith(".whl")) return "what arfpy needs";
  if (name.endsWith(".zip")) return "Python's library";
  return "Python";
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}
