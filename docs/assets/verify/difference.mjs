/** Two byte strings, one above the other, aligned at the first byte in which they differ. */

import { element, shown } from "./dom.mjs";
import { nameOf } from "./visible.mjs";

const AROUND = 32; // bytes on each side

/** The offset of the first byte in which two differ, or -1 where they are the same. */
function firstDifference(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let at = 0; at < shared; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? -1 : shared;
}

/**
 * Draw the first difference of two texts.
 * @param {{name: string, bytes: Uint8Array}} one
 * @param {{name: string, bytes: Uint8Array}} other
 */
export function difference(one, other) {
  const at = firstDifference(one.bytes, other.bytes);
  if (at === -1) return element("p", { "data-difference": "none" }, `Byte for byte, ${one.name} is ${other.name}.`);
  return element(
    "div",
    { "data-difference": at },
    element("p", {}, `The first difference is at byte ${(at + 1).toLocaleString("en-US")}: ${one.name} has ${byteThere(one.bytes, at)}, ${other.name} has ${byteThere(other.bytes, at)}.`),
    element("dl", { class: "arf-aligned" }, ...[one, other].flatMap(({ name, bytes }) => row(name, bytes, at))),
  );
}

function row(name, bytes, at) {
  const start = boundary(bytes, Math.max(0, at - AROUND));
  const place = boundary(bytes, at);
  const next = characterEnd(bytes, place);
  const end = Math.min(bytes.length, next + AROUND);
  const text = (from, until) => shown(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, until)));
  return [
    element("dt", {}, name.charAt(0).toUpperCase() + name.slice(1)),
    element(
      "dd",
      {},
      element("code", {}, start > 0 ? "…" : "", ...text(start, place), element("mark", {}, ...(place < bytes.length ? text(place, next) : ["end"])), ...text(next, boundary(bytes, end)), end < bytes.length ? "…" : ""),
    ),
  ];
}

function byteThere(bytes, at) {
  if (at >= bytes.length) return "its end there";
  const number = bytes[at].toString(16).toUpperCase().padStart(2, "0");
  const place = boundary(bytes, at);
  const character = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(place, characterEnd(bytes, place)));
  if (character === " ") return `${number} (a space)`;
  return `${number} (${nameOf(character) ?? character})`;
}

// The begin of the character that a byte belongs to.
function boundary(bytes, at) {
  let place = at;
  while (place > 0 && at - place < 3 && (bytes[place] & 0xc0) === 0x80) place -= 1;
  return place;
}

function characterEnd(bytes, place) {
  let end = Math.min(place + 1, bytes.length);
  while (end < bytes.length && end - place < 4 && (bytes[end] & 0xc0) === 0x80) end += 1;
  return end;
}
