/**
 * The worker: starts Python with arfpy from files that the page has checked, then answers requests. Never computes a
 * verdict itself. The site's build makes one file of this module and what it imports, `assets/runtime/engine.mjs`.
 */

import createPyodideModule from "../runtime/pyodide.asm.mjs";
import { loadPyodide } from "../runtime/pyodide.mjs";
import { install } from "./install.mjs";

const HERE = "runtime:/"; // an address that leads nowhere: nothing is fetched

let python;
let handle;

self.onmessage = async ({ data }) => {
  try {
    await boot(data);
    self.onmessage = ({ data: question }) => answer(question);
    self.postMessage({ about: handle(JSON.stringify({ op: "about" })) });
  } catch (error) {
    self.postMessage({ fatal: String(error) });
  }
};

async function boot({ core, files }) {
  // Pyodide asks for its files by address; it gets those that the page sent.
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = async (address) => new Response(files[String(address).slice(HERE.length)]);
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: core, instance: await WebAssembly.instantiate(core, imports) });
  python = await loadPyodide({
    createPyodideModule,
    indexURL: HERE,
    packageBaseUrl: HERE,
    lockFileContents: JSON.parse(new TextDecoder().decode(files["pyodide-lock.json"])),
  });
  self.fetch = fetch;
  WebAssembly.instantiateStreaming = instantiateStreaming;
  handle = install(python, files);
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
