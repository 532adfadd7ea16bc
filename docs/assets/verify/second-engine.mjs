/** The second implementation: JSON.parse, the npm package `canonicalize` and WebCrypto. Shares no code with arfpy. */

import canonicalize from "../vendor/canonicalize.mjs";

/** What computes the second digest, as a reader may look it up. */
export const SECOND_ENGINE = "canonicalize 4.0.0 with WebCrypto";

const BUSY = 10; // ms of work before the page gets its turn
const NO_CRYPTO = "This browser offers WebCrypto only over https or on this machine, so the second digest could not be computed.";

/**
 * Compute the digests of many records, letting the page draw in between.
 * @param {Uint8Array[]} records the bytes of each.
 * @returns {Promise<Array<{digest: string}|{error: string}>>} it reads by looser rules than the standard's.
 */
export async function secondDigests(records) {
  const found = [];
  let began = performance.now();
  for (const bytes of records) {
    found.push(secondDigest(bytes));
    if (performance.now() - began < BUSY) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  return Promise.all(found);
}

/** Compute the digest of one record. */
export async function secondDigest(bytes) {
  if (!globalThis.crypto?.subtle) return { error: NO_CRYPTO };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const canonical = new TextEncoder().encode(canonicalize(JSON.parse(text)));
    return { digest: await digestOf(canonical) };
  } catch (error) {
    return { error: error.message };
  }
}

/** `sha256:` and the digits of the SHA-256 of bytes. */
export async function digestOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return "sha256:" + Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Compare what the two say of one record.
 * @param {{digest: string}|{error: string}} second
 * @param {string|null} digest what arfpy computed; null when it refused the record.
 * @returns {{state: "agree"|"fault"|"not-compared", digest?: string, reason?: string}}
 */
export function compare(second, digest) {
  if (digest === null) return { state: "not-compared", reason: "arfpy gives no digest for this input, so there is none to compare." };
  if (second.error === NO_CRYPTO) return { state: "not-compared", reason: NO_CRYPTO };
  if ("error" in second) return { state: "fault", reason: `It refused a record that arfpy accepted: ${second.error}` };
  return second.digest === digest ? { state: "agree", digest } : { state: "fault", digest: second.digest };
}
