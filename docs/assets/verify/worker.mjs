/** The module worker: loads Python and arfpy from this site, then answers requests. Never computes a verdict itself. */

import { loadPyodide } from "../runtime/pyodide.mjs";

const RUNTIME = new URL("../runtime/", import.meta.url);

let python;
let handle;

try {
  await boot();
  self.onmessage = ({ data }) => answer(data);
  self.postMessage({ about: handle(JSON.stringify({ op: "about" })) });
} catch (error) {
  self.postMessage({ fatal: String(error) });
}

async function boot() {
  const [manifest, lock] = await Promise.all([json("manifest.json"), json("pyodide-lock.json")]);
  const stopReporting = reportProgress(manifest.files);
  python = await loadPyodide({
    indexURL: RUNTIME.href,
    stdLibURL: new URL("python_stdlib.zip", RUNTIME).href,
    lockFileContents: lock,
    packageBaseUrl: RUNTIME.href,
    packages: Object.keys(lock.packages),
  });
  stopReporting();
  handle = python.pyimport("arfpy.browser").handle;
}

function answer({ request, bytes }) {
  try {
    const data = python.toPy(bytes);
    const text = handle(request, data);
    data.destroy();
    self.postMessage({ answer: text });
  } catch (error) {
    // `handle` never raises, so this is the interpreter itself, and it may be dead.
    self.postMessage({ fatal: String(error) });
  }
}

async function json(name) {
  const response = await fetch(new URL(name, RUNTIME));
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return response.json();
}

// Pyodide fetches its files itself and tells nobody, so the bytes are counted on a copy of each response.
// Modules are imported, not fetched, and are left out of the total.
function reportProgress(files) {
  const total = Object.entries(files).reduce((sum, [name, { size }]) => (/\.(mjs|json)$/.test(name) ? sum : sum + size), 0);
  const plainFetch = self.fetch;
  let loaded = 0;
  let reporting = true;
  const count = async (response) => {
    for await (const chunk of response.body) {
      loaded += chunk.length;
      if (reporting) self.postMessage({ phase: "loading", loaded, total });
    }
  };
  self.fetch = async (...request) => {
    const response = await plainFetch(...request);
    if (response.ok) count(response.clone());
    return response;
  };
  self.postMessage({ phase: "loading", loaded, total });
  return () => {
    reporting = false;
    self.fetch = plainFetch;
  };
}
