/** Reading an input in parts that hold whole lines, so that 50 MB never stand in memory at once. */

// A part is checked in a fraction of a second, so the page can say how far it is, and its answer is not too much to draw.
const PART = 256 * 1024; // bytes
const PART_LINES = 1000;
const LF = 10;

const LONGEST_TEXT = 32 * 1024 * 1024; // bytes of a JSON text or line: beyond this memory and patience run out

/** An input that cannot be read further. Shown as it is; nothing was decided about what was not read. */
export class UnreadableInput extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

/**
 * Read a range of a file or text.
 * @param {{name: string, blob: Blob}} source
 * @returns {Promise<Uint8Array>}
 * @throws {UnreadableInput} the file changed or went away since it was chosen.
 */
export async function read({ name, blob }, start = 0, end = blob.size) {
  try {
    return new Uint8Array(await blob.slice(start, end).arrayBuffer());
  } catch {
    throw new UnreadableInput(
      `the file ${name} changed, or cannot be read any more`,
      "A file is checked as it was when it was chosen. Choose it again. A folder cannot be checked: choose the files in it.",
    );
  }
}

/** Refuse a JSON text that is too long to be checked whole. @throws {UnreadableInput} */
export function refuseLong({ name, blob, format }) {
  if (format === "json" && blob.size > LONGEST_TEXT) throw tooLong(name, "this JSON text");
}

/**
 * Yield the parts of an input: an NDJSON input cut after line ends, a JSON text whole.
 * @param {{name: string, blob: Blob, format: "json"|"ndjson"}} source
 * @returns {AsyncGenerator<{bytes: Uint8Array, at: number, line: number, starts: number[]}>} `at` is the offset of the
 *   part in the input, `line` the number of its first line; `starts` holds the offset of each line in the part.
 */
export async function* parts(source) {
  const { blob, format } = source;
  if (format === "json") {
    refuseLong(source);
    const bytes = await read(source);
    yield { bytes, at: 0, line: 1, starts: [0] };
    return;
  }
  let line = 1;
  let at = 0; // where the part being gathered begins
  let gathered = [];
  let length = 0;
  for (let next = 0; next < blob.size; next += PART) {
    const bytes = await read(source, next, Math.min(next + PART, blob.size));
    const last = next + PART >= blob.size;
    const cut = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    if (cut === 0) {
      gathered.push(bytes);
      length += bytes.length;
      if (length > LONGEST_TEXT) throw tooLong(source.name, `line ${line}`);
      continue;
    }
    const part = joined([...gathered, bytes.subarray(0, cut)]);
    const starts = lineStarts(part);
    for (let from = 0; from < starts.length; from += PART_LINES) yield someLines(part, starts, from, at, line);
    line += starts.length;
    at += part.length;
    gathered = cut < bytes.length ? [bytes.subarray(cut)] : [];
    length = bytes.length - cut;
  }
}

/** Say whether a line holds no record. */
export function isBlank(bytes) {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF);
}

function tooLong(name, what) {
  return new UnreadableInput(
    `${what} is longer than 32 MB: ${name}`,
    "The browser cannot hold it together with the checker. Use the command line: arf validate reads records of any size.",
  );
}

function someLines(part, starts, from, at, line) {
  const first = starts[from];
  // A copy: a view would be sent to the worker with everything around it.
  const bytes = part.slice(first, starts[from + PART_LINES] ?? part.length);
  return { bytes, at: at + first, line: line + from, starts: starts.slice(from, from + PART_LINES).map((start) => start - first) };
}

function lineStarts(bytes) {
  const starts = [];
  for (let at = 0; at < bytes.length; ) {
    starts.push(at);
    const end = bytes.indexOf(LF, at);
    at = end === -1 ? bytes.length : end + 1;
  }
  return starts;
}

function joined(pieces) {
  if (pieces.length === 1) return pieces[0];
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
