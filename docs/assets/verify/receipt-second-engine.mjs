/**
 * The second implementation for receipts and attestations: JSON.parse, the writer below and WebCrypto. It shares no
 * code with arfpy, decides nothing, and is asked only where arfpy's checks of shape and keys have passed: the profile is
 * what makes JSON.parse safe here, and WebCrypto does not refuse every key that anyone can sign for.
 */

const NOT_REACHED = "not reached";
const AGREE = "agree";
const UNSUPPORTED = "unsupported";

/**
 * Recompute digest and signature of a receipt and its attestation, and hold them against arfpy's report.
 * @param {{receipt: Uint8Array, attestation: Uint8Array|null, keyring: Uint8Array|null}} given the bytes that arfpy was given.
 * @param {object} report arfpy's report; `explanation` what it says stands behind it.
 * @returns {Promise<{state: "agree"|"digests-agree"|"fault"|"not-compared", documents: Array<{document: string,
 *   digest: string, signature: string}>, reason?: string}>} each part is "agree", "unsupported", "not reached", or
 *   a sentence on how the two differ.
 */
export async function compareReceipt({ receipt, attestation, keyring }, report, explanation) {
  if (!reached(report, "PAYLOAD_DIGEST")) return notCompared("arfpy’s checks of shape and keys did not pass, and the second implementation is asked only after them.");
  if (!globalThis.crypto?.subtle) return notCompared("This browser offers WebCrypto only over https or on this machine, so nothing could be computed a second time.");
  const documents = [];
  try {
    const keys = parsed(keyring).keys;
    documents.push({ document: "receipt", ...(await compared(parsed(receipt), keys, report, explanation.digests.receipt.computed)) });
    if (report.evar && reached(report.evar, "PAYLOAD_DIGEST")) {
      // Linked means that the digest is the one of the receipt's reference, which arfpy has recomputed.
      const linked = parsed(receipt).signed_body.evar_ref.payload_sha256;
      documents.push({ document: "attestation", ...(await compared(parsed(attestation), keys, report.evar, linked)) });
    }
  } catch (error) {
    return { state: "fault", documents, reason: `It refused a document that arfpy accepted: ${error.message}` };
  }
  return { state: overall(documents), documents };
}

async function compared(value, keys, report, computed) {
  const digest = await digestOf(value.signed_body);
  const same = digest === computed && (digest === value.payload_sha256) === passed(report, "PAYLOAD_DIGEST");
  return { digest: same ? AGREE : `It computed ${digest}, arfpy ${computed}.`, signature: await signature(value, keys, report) };
}

async function signature(value, keys, report) {
  if (!reached(report, "SIGNATURE")) return NOT_REACHED;
  const key = keys.find(({ key_id }) => key_id === value.key_id);
  const verified = await isSigned(value, key.public_key_b64u);
  if (verified === null) return UNSUPPORTED;
  // In a receipt another key may pass SIGNATURE; then SIGNER_IDENTITY says whether it was the trusted one.
  const trusted = passed(report, "SIGNATURE") && report.failed_gate?.name !== "SIGNER_IDENTITY";
  return verified === trusted ? AGREE : `It found the signature ${verified ? "good" : "bad"}, arfpy found it ${trusted ? "good" : "bad"}.`;
}

/** The canonical bytes of form `receipt-ascii`: names sorted, no white space, everything above U+007F escaped. */
export function canonical(value) {
  return new TextEncoder().encode(written(value).replace(/[\u0080-\uffff]/g, escaped));
}

// No object is rebuilt with sorted names: that would move names like "10" and lose "__proto__".
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${written(value[name])}`).join(",")}}`;
}

function escaped(unit) {
  return "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0");
}

async function digestOf(body) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", canonical(body)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function isSigned({ receipt_id, payload_sha256, ts, sig_b64u }, publicKey) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", decoded(publicKey), { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (error.name === "NotSupportedError") return null;
    throw error;
  }
  const message = new TextEncoder().encode(`hive-receipt ${receipt_id} ${payload_sha256} ${ts}`);
  return crypto.subtle.verify({ name: "Ed25519" }, key, decoded(sig_b64u), message);
}

function decoded(base64url) {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function parsed(bytes) {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}

function passed(report, name) {
  return report.gates.some((gate) => gate.name === name && gate.status === "pass");
}

function reached(report, name) {
  return report.gates.some((gate) => gate.name === name && gate.status !== "not_run");
}

function notCompared(reason) {
  return { state: "not-compared", documents: [], reason };
}

function overall(documents) {
  const parts = documents.flatMap(({ digest, signature: found }) => [digest, found]);
  if (parts.some((part) => ![AGREE, UNSUPPORTED, NOT_REACHED].includes(part))) return "fault";
  return parts.includes(UNSUPPORTED) ? "digests-agree" : "agree";
}
