/** Links that carry the input in their fragment: `#v=1&type=claim&r=<base64url of raw deflate>`. */

const VERSION = 1;
const LONGEST = 8192; // characters: longer links are cut by mail programs and chats
const LARGEST = 8 * 1024 * 1024; // bytes: a short link can inflate to very much

/** Why a link cannot be opened. */
export class BadLink extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Make the link to an input.
 * @param {string} address of the page, with or without a fragment.
 * @param {{bytes: Uint8Array, type?: string, format?: string, expect?: string}} input
 * @returns {Promise<string|null>} null when the link would be too long.
 */
export async function linkTo(address, { bytes, type, format, expect }) {
  if (bytes.length > LARGEST) return null;
  const fields = new URLSearchParams({ v: VERSION });
  for (const [name, value] of Object.entries({ type, format, expect })) if (value) fields.set(name, value);
  const deflated = await through(bytes, new CompressionStream("deflate-raw"));
  if (deflated.length > LONGEST) return null;
  fields.set("r", base64url(deflated));
  const link = new URL(address);
  link.hash = fields.toString();
  return link.href.length > LONGEST ? null : link.href;
}

/**
 * Read the fragment of an address. Fields that are not known are passed over.
 * @param {string} fragment with or without `#`.
 * @returns {Promise<{bytes: Uint8Array, type: string, format: string, expect: string}|null>} null: it carries no input.
 * @throws {BadLink}
 */
export async function readLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!fields.has("v")) return null;
  if (/^[0-9]{1,9}$/.test(fields.get("v")) && Number(fields.get("v")) > VERSION) {
    throw new BadLink("this link was made by a newer version of this page", "Reload the page without its cache, or ask for the record itself.");
  }
  if (fields.get("v") !== String(VERSION) || !fields.has("r")) throw damaged();
  const [type, format, expect] = ["type", "format", "expect"].map((name) => fields.get(name) ?? "");
  return { bytes: await inflated(fields.get("r")), type, format, expect };
}

async function inflated(text) {
  try {
    return await through(bytesOf(text), new DecompressionStream("deflate-raw"));
  } catch (error) {
    throw error instanceof BadLink ? error : damaged();
  }
}

function damaged() {
  return new BadLink("this link is damaged, so it carries no input", "It may have been cut on the way. Ask for it again, or for the record itself.");
}

async function through(bytes, stream) {
  const writer = stream.writable.getWriter();
  // A fault of the data is met where it is read, below.
  writer.write(bytes).then(() => writer.close()).catch(() => {});
  const reader = stream.readable.getReader();
  const pieces = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value.length;
    if (size > LARGEST) throw new BadLink("this link carries more than 8 MB", "Ask for the record itself.");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function base64url(bytes) {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw damaged();
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
