/** The second implementation: JSON.parse, the npm package `canonicalize` and WebCrypto. Shares no code with arfpy. */

import canonicalize from "../vendor/canonicalize.mjs";

/**
 * Compute the digest of one record a second time and compare.
 * @param {Uint8Array} bytes the record exactly as arfpy received it.
 * @param {string|null} digest what arfpy computed; null when it refused the record.
 * @returns {Promise<{state: "agree"|"fault"|"not-compared", digest?: string, reason?: string}>}
 */
export async function compare(bytes, digest) {
  if (digest === null) return { state: "not-compared", reason: "arfpy gives no digest for this input, so there is none to compare." };
  if (!globalThis.crypto?.subtle) {
    return { state: "not-compared", reason: "This browser offers WebCrypto only over https or on this machine, so the second digest could not be computed." };
  }
  try {
    const second = await digestOf(bytes);
    return second === digest ? { state: "agree", digest: second } : { state: "fault", digest: second };
  } catch (error) {
    return { state: "fault", reason: `It refused a record that arfpy accepted: ${error.message}` };
  }
}

async function digestOf(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const canonical = new TextEncoder().encode(canonicalize(JSON.parse(text)));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", canonical));
  return "sha256:" + Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
