/** The input as bytes and as text: how it is read, and where a place in it stands. */

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
 * Find a place in a text. Columns count code points, a line ends at LF, and CR is not counted.
 * @returns {{start: number, end: number}} offsets, one character apart where there is one.
 */
export function placeIn(text, line, column) {
  let at = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf("\n", at);
    if (end === -1) break;
    at = end + 1;
  }
  for (let passed = 1; passed < column && at < text.length && text[at] !== "\n"; at += size(text, at)) {
    if (text[at] !== "\r") passed += 1;
  }
  return { start: at, end: at + (at < text.length && text[at] !== "\n" ? size(text, at) : 0) };
}

/** The same place in a text area that shows the text: a text area keeps CR LF, and CR alone, as one LF. */
export function placeInArea(text, line, column) {
  const { start, end } = placeIn(text, line, column);
  const swallowed = (text.slice(0, start).match(/\r\n/g) ?? []).length;
  return { start: start - swallowed, end: end - swallowed };
}

/** What a text area makes of a text. */
export function asInArea(text) {
  return text.replace(/\r\n?/g, "\n");
}

function size(text, at) {
  return text.codePointAt(at) > 0xffff ? 2 : 1;
}
