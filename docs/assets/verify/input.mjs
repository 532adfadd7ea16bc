/** The input as bytes: what was pasted or chosen, how it divides into records, and where a place in it stands. */

const LINE_FILE = /\.(ndjson|jsonl)$/;
const BLANK = /^[ \t\r]*$/;

/**
 * Encode a text as UTF-8. A lone surrogate, which UTF-8 cannot hold, is written as the three bytes of its code
 * point, so that the checker refuses it; TextEncoder alone would silently put U+FFFD in its place.
 */
export function encode(text) {
  if (text.isWellFormed()) return new TextEncoder().encode(text);
  const bytes = [];
  for (const character of text) {
    const point = character.codePointAt(0);
    if (point < 0xd800 || point > 0xdfff) bytes.push(...new TextEncoder().encode(character));
    else bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
  }
  return new Uint8Array(bytes);
}

/**
 * Say how to read an input: a file by its name, a pasted text by its look. Several lines whose first is a
 * whole JSON text are NDJSON; everything else is one JSON text.
 * @returns {"json"|"ndjson"}
 */
export function guessFormat(fileName, text) {
  if (fileName !== null) return LINE_FILE.test(fileName) ? "ndjson" : "json";
  const lines = text.split("\n").filter((line) => !BLANK.test(line));
  if (lines.length < 2) return "json";
  try {
    JSON.parse(lines[0]);
    return "ndjson";
  } catch {
    return "json";
  }
}

/**
 * Divide the bytes of an NDJSON input at LF.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array[]} line 1 is at index 0.
 */
export function lines(bytes) {
  const found = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    found.push(bytes.subarray(start, end));
    start = end + 1;
  }
  found.push(bytes.subarray(start));
  return found;
}

/**
 * Find a place in a text area that shows `text`. Columns count code points, a line ends at LF, and a text area
 * keeps CR LF as one LF.
 * @returns {{start: number, end: number}} offsets into the text area's value, one character apart where there is one.
 */
export function offsetOf(text, line, column) {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) break;
    at = end + 1;
  }
  for (let passed = 1; passed < column && at < text.length && text[at] !== "\n"; at += size(text, at)) {
    if (text[at] !== "\r") passed += 1;
  }
  const start = at - (text.slice(0, at).match(/\r\n/g) ?? []).length;
  return { start, end: start + (at < text.length && text[at] !== "\n" ? size(text, at) : 0) };
}

function size(text, at) {
  return text.codePointAt(at) > 0xffff ? 2 : 1;
}
