/** Documents in the fragment of an address: it stays in the browser, no server sees it. `#v=1&receipt=…&keyring=…` */

import { LARGEST_FILE, base64, unbase64 } from "./receipt-input.mjs";

const VERSION = "1";
const NAMES = ["receipt", "attestation", "keyring"];

/**
 * Write the fragment.
 * @param {Object<string, string>} documents texts by the names `receipt`, `attestation` and `keyring`.
 * @returns {Promise<string>} without `#`; each text is UTF-8, deflated, base64url.
 */
export async function fragmentOf(documents) {
  const parts = [`v=${VERSION}`];
  for (const name of NAMES) if (documents[name] !== undefined) parts.push(`${name}=${await packed(documents[name])}`);
  return parts.join("&");
}

/**
 * Read a fragment.
 * @param {string} fragment without `#`.
 * @returns {Promise<Object<string, string>|null>} the texts, or null where it holds no documents.
 * @throws {Error} with a sentence for the reader where it does and they cannot be read.
 */
export async function documentsOf(fragment) {
  const given = new URLSearchParams(fragment);
  if (!given.has("v") || !NAMES.some((name) => given.has(name))) return null;
  if (given.get("v") !== VERSION) throw new Error("This link was made by a newer version of this page.");
  const documents = {};
  for (const name of NAMES) if (given.has(name)) documents[name] = await unpacked(given.get(name));
  return documents;
}

async function packed(text) {
  const bytes = await through(new Blob([text]).stream(), new CompressionStream("deflate-raw"));
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(packedText) {
  try {
    const bytes = unbase64(packedText.replaceAll("-", "+").replaceAll("_", "/"));
    const found = await through(new Blob([bytes]).stream(), new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found);
  } catch {
    throw new Error("This link is damaged: its documents cannot be read.");
  }
}

async function through(stream, transform) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream.pipeThrough(transform)) {
    size += chunk.length;
    if (size > LARGEST_FILE) throw new Error("too large");
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
