/** Verdicts in words. One place for every sentence that tells a reader how a check ended. */

const VERDICTS = {
  valid: { tone: "pass", label: "Valid", title: (type) => `Valid ${type}` },
  mismatch: { tone: "fail", label: "Different digest", title: () => "Not the digest you expected" },
  invalid: { tone: "fail", label: "Not valid", title: (type) => (type ? `Not a valid ${type}` : "Not a valid record") },
  unreadable: { tone: "fail", label: "Not strict JSON", title: () => "Not strict JSON" },
  "unsupported-version": { tone: "fail", label: "Unknown version", title: () => "A version that is not known here" },
  legacy_top_level_only: { tone: "fail", label: "Legacy bundle", title: () => "A legacy bundle, not verified" },
  "internal-error": { tone: "fault", label: "No verdict", title: () => "No verdict: the checker failed" },
  fault: { tone: "fault", label: "Fault", title: () => "Fault: the two implementations disagree" },
};

const SENTENCES = {
  mismatch: "The record follows the rules of its type, but its bytes are not the ones that the expected digest was made from.",
  invalid: "The text is strict JSON, so it has a digest. It breaks the rules below, so it is not a record of this standard.",
  unreadable: "Two readers could take this text for two different records, or cannot read it at all. It gets no digest.",
  "unsupported-version": "Only the rules of the version named could say what its digest covers. It gets no digest.",
  legacy_top_level_only:
    "A bundle without canonicalizationVersion was hashed over its top-level keys only; nothing nested was covered. It gets no digest.",
  "internal-error": "This is a fault of the checker and says nothing about the record. Please do not read it as a pass or a refusal.",
  fault: "Do not use either digest. Please report this record: one of the two implementations is wrong.",
};

/** The verdict as shown: a disagreement of the two implementations replaces whatever arfpy said. */
export function shownVerdict(result, comparison) {
  return comparison.state === "fault" ? "fault" : result.verdict;
}

/** `pass`, `fail` or `fault`. */
export function tone(verdict) {
  return VERDICTS[verdict].tone;
}

/** Two or three words for a list. */
export function label(verdict) {
  return VERDICTS[verdict].label;
}

/** The heading of a result. */
export function title(verdict, type) {
  return VERDICTS[verdict].title(type);
}

/** What a verdict of this kind does not prove, in two sentences. */
export function limit(type) {
  return type === "bundle"
    ? "A bundle’s digest says that nothing in the bundle was changed since it was computed. It does not say that the bundle is complete, who published it, or that what it states is true."
    : "A digest says that two people hold the same bytes. It does not say that the statement is true, who wrote it, when, or that the records it points at exist.";
}

/** Make a message of arfpy a sentence: it begins in lower case and ends without a full stop. */
export function asSentence(message) {
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");
}

/** What the verdict means, in a sentence or two. */
export function sentence(verdict, expected) {
  if (verdict !== "valid") return SENTENCES[verdict];
  return expected
    ? "It follows every rule of its type, and its digest is the one you expected."
    : "It follows every rule of its type. No expected digest was given, so its digest was compared with nothing.";
}

/** What the second implementation found, in a sentence. */
export function comparisonSentence(comparison) {
  if (comparison.state === "agree") return "Both agree: arfpy and the second implementation computed the same digest.";
  if (comparison.state === "fault") return comparison.reason ?? `They disagree. The second implementation computed ${comparison.digest}.`;
  return `Not compared. ${comparison.reason}`;
}
