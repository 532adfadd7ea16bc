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

/** The declared facts that the class is derived from. */
export const FACTS = {
  administrator_to_subject: "Administrator to subject",
  selected_items_by: "Items selected by",
  ran_evaluation_by: "Evaluation run by",
  scored_results_by: "Results scored by",
};

/** An actor or a relationship in words. */
export function actor(code) {
  return code.replaceAll("_", " ");
}

/** An independence class in words. */
export function independence(code) {
  return code === "undisclosed" ? "undisclosed, or not separated" : code.replaceAll("_", " ");
}

/**
 * The verdict.
 * @param {object} report what arfpy said.
 * @param {boolean} attested whether an attestation was supplied.
 * @param {object} comparison what the second implementation said: a disagreement replaces whatever arfpy said.
 * @returns {{tone: "pass"|"fail"|"open"|"fault", title: string, sentence: string}}
 */
export function verdict(report, attested, comparison) {
  const { failed_gate: failed, gates, internal_error: fault } = report;
  if (comparison.state === "fault") {
    const sentence = "Do not use this receipt on the word of either. Please report it: one of the two implementations is wrong.";
    return { tone: "fault", title: "Fault: the two implementations disagree", sentence };
  }
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

/** Two or three words for a list of receipts. */
export function label(report, attested, comparison) {
  const { tone } = verdict(report, attested, comparison);
  if (tone === "pass") return "Valid";
  if (tone === "open") return "Not verified";
  return tone === "fault" ? "Fault" : `Failed at gate ${report.failed_gate.number}`;
}

const SAME_DIGESTS = { 1: "the same digest of the receipt", 2: "the same digests of receipt and attestation" };

/** What the second implementation found, in sentences. */
export function comparisonSentences({ state, documents, reason }) {
  if (state === "not-compared") return [`Second implementation: not compared. ${reason}`];
  if (state === "fault") return [reason ?? "They disagree.", ...documents.flatMap(differences)];
  const digests = SAME_DIGESTS[documents.length];
  if (state === "digests-agree") {
    return [`Digest agreement only: arfpy and the second implementation computed ${digests}. This browser cannot check Ed25519, so the signatures rest on arfpy alone.`];
  }
  const signatures = documents.filter(({ signature }) => signature === "agree").length;
  const more = ["", " and said the same of one signature", " and said the same of both signatures"][signatures];
  return [`Both agree: arfpy and the second implementation computed ${digests}${more}.`];
}

function differences({ document, digest, signature }) {
  const differing = [["digest", digest], ["signature", signature]].filter(([, found]) => !["agree", "unsupported", "not reached"].includes(found));
  return differing.map(([part, found]) => `${part === "digest" ? "Digest" : "Signature"} of the ${document}: ${found}`);
}
