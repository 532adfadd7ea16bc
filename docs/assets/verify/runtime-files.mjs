/** The files of the runtime: fetched at once, held against the digests of their list, and kept for the next worker. */

import manifest from "../runtime/manifest.mjs";

const FOLDER = new URL("../runtime/", import.meta.url);
const ENGINE = "engine.mjs";
const CORE = "pyodide.asm.wasm";
const TOTAL = Object.values(manifest.files).reduce((sum, { size }) => sum + size, 0);

/**
 * Load the runtime.
 * @param {(state: {phase: "loading", loaded: number, total: number, name: string}) => void} report told after every
 *   chunk; in bytes, with the name of the file that came last.
 * @returns {Promise<{engine: Blob, core: WebAssembly.Module, files: Object<string, ArrayBuffer>}>} rejects when a file
 *   does not arrive or is not the one that the list names.
 */
export async function loadRuntime(report) {
  let loaded = 0;
  const count = (name) => (bytes) => report({ phase: "loading", loaded: (loaded += bytes), total: TOTAL, name });
  const { [ENGINE]: engine, [CORE]: core, ...rest } = manifest.files;
  count(ENGINE)(0);
  const [engineBytes, module, ...others] = await Promise.all([
    bytesOf(ENGINE, engine, count(ENGINE)),
    compiled(core, count(CORE)),
    ...Object.entries(rest).map(([name, listed]) => bytesOf(name, listed, count(name))),
  ]);
  const files = Object.fromEntries(Object.keys(rest).map((name, index) => [name, others[index]]));
  return { engine: new Blob([engineBytes], { type: "text/javascript" }), core: module, files };
}

async function bytesOf(name, listed, count) {
  try {
    return await checked(name, listed, await received(name, listed), count);
  } catch (error) {
    return kept(name, listed, error);
  }
}

// Compiled while it arrives, and used only if what arrived is what the list names.
async function compiled(listed, count) {
  try {
    const response = await received(CORE, listed);
    const streamed = WebAssembly.compileStreaming(response.clone()).catch(() => null); // a host that calls it another type
    const bytes = await checked(CORE, listed, response, count);
    return (await streamed) ?? (await WebAssembly.compile(bytes));
  } catch (error) {
    return WebAssembly.compile(await kept(CORE, listed, error));
  }
}

// The browser's copy of the site may still hold what this page names when the server has a newer version.
async function kept(name, listed, error) {
  for (const cache of globalThis.caches ? await caches.keys() : []) {
    const response = await (await caches.open(cache)).match(new URL(name, FOLDER));
    const bytes = response && (await checked(name, listed, response, () => {}).catch(() => null));
    if (bytes) return bytes;
  }
  throw error;
}

async function received(name, { sha256 }) {
  // Without WebCrypto, which browsers give only over https or on this machine, the browser's own check has to do.
  const response = await fetch(new URL(name, FOLDER), crypto.subtle ? {} : { integrity: `sha256-${base64(sha256)}` });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return response;
}

async function checked(name, { size, sha256 }, response, count) {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for await (const chunk of response.body) {
    if (filled + chunk.length > size) throw new Error(`${name} is longer than the site's list says`);
    bytes.set(chunk, filled);
    filled += chunk.length;
    count(chunk.length);
  }
  if (crypto.subtle && (filled < size || hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256)) {
    throw new Error(`${name} is not the file that the site's list names`);
  }
  return bytes.buffer;
}

function hex(buffer) {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function base64(sha256) {
  return btoa(sha256.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16))));
}
