/** How a check of a receipt ended, in words, and what each gate asks. */

const GATES = {
  SCHEMA: "The document has exactly the members, types and boundary text of its kind, and keeps to the profile.",
  ISSUER_KEY_MATCH: "key_id names a key of the trusted keyring that is not revoked.",
  PAYLOAD_DIGEST: "The signed body hashes to payload_sha256.",
  RECEIPT_ID: "The identifier parses and names the type of the body.",
  SIGNATURE: "The signature verifies over the signed string.",
  SIGNER_IDENTITY: "The key that verified it is the trusted one.",
  EVAR_LINK: "The attestation supplied is the one that the receipt points at, by identifier and digest.",
  EVAR_INTEGRITY: "The attestation passes its own eight gates, under the same keyring.",
  TENANT_MATCH: "Both documents name one tenant.",
  TESTSET_PRECOMMITMENT: "Committed, then disclosed to the subject, then opened: in this order, or at the same instant.",
  ITEM_COUNT_POSITIVE: "The test set has at least one item, and no fewer than the attestation's floor.",
  SEPARATION_COHERENCE: "No third party acts where administrator and subject are one legal entity.",
  INDEPENDENCE_RECOMPUTE: "The stated class is the one that the declared facts give.",
  NO_SCORE_RESTATEMENT: "No text of the receipt is a bare decimal or a percentage, and its only number is the item count.",
  WINDOW_ORDER: "The evaluation window opens before it closes, or at the same instant.",
  RESULTS_PRESENT: "Each metric is stated once.",
  ITEM_FLOOR: "The number of items evaluated reaches the floor.",
};

const STATUSES = { pass: "passed", fail: "failed", not_run: "not run" };

/** What a gate asks, in a sentence. */
export function asked(name) {
  return GATES[name];
}

/** A gate's status in words. */
export function status(code) {
  return STATUSES[code];
}

/** An independence class in words. */
export function independence(code) {
  return code.replaceAll("_", " ");
}

/**
 * The verdict.
 * @param {object} report what arfpy said.
 * @param {boolean} attested whether an attestation was supplied.
 * @returns {{tone: "pass"|"fail"|"open"|"fault", title: string, sentence: string}}
 */
export function verdict(report, attested) {
  const { failed_gate: failed, gates, internal_error: fault } = report;
  if (report.valid) {
    const sentence = "The signature is the trusted key’s, the attestation is the one pointed at, and the class follows from the declared facts.";
    return { tone: "pass", title: `Valid: passed all ${gates.length} gates`, sentence };
  }
  if (fault) {
    const sentence = "This is a fault of the checker and says nothing about the receipt. Please do not read it as a pass or a refusal.";
    return { tone: "fault", title: `No verdict: the checker failed at gate ${failed.number} ${failed.name}`, sentence };
  }
  if (failed.name === "EVAR_LINK" && !attested) {
    const sentence = "The receipt itself is intact and signed by a trusted key. What depends on the attestation was not looked at: supply it for a verdict.";
    return { tone: "open", title: `Passed 1–${failed.number - 1}; not verified: no attestation`, sentence };
  }
  return { tone: "fail", title: `Not valid: failed at gate ${failed.number} ${failed.name}`, sentence: passedBefore(failed.number) };
}

function passedBefore(number) {
  if (number === 1) return "No other gate was run.";
  return number === 2 ? "Gate 1 passed." : `Gates 1 to ${number - 1} passed.`;
}
