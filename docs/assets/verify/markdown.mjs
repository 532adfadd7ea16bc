/** A verdict as Markdown, for a review or a chat. Nothing of the record is in it but its canonical text, fenced. */

import { comparisonSentence, limit, shownVerdict, title } from "./words.mjs";

const LONGEST = 4000; // characters of canonical text

/**
 * Write a verdict down.
 * @param {{answer: object, comparison: object}} checked
 * @param {string} engines who checked.
 * @param {string|null} link to the record, or null where it is too long for one.
 * @returns {string}
 */
export function markdown({ answer: { result, canonical }, comparison }, engines, link) {
  const lines = [`**${title(shownVerdict(result, comparison), result.type)}**`, ""];
  if (result.digest !== null) lines.push(`- Digest: \`${result.digest}\``, `- Canonical form: ${result.canonical_size} bytes`);
  for (const { severity, code, line, column } of result.problems) {
    lines.push(`- ${severity} \`${code}\`${line === null ? "" : `, line ${line}, column ${column}`}`);
  }
  lines.push(`- ${comparisonSentence(comparison)}`, `- Checked by ${engines}`, "", limit(result.type));
  if (link !== null) lines.push("", `[Check it in your browser](${link})`);
  if (canonical !== null && canonical.length <= LONGEST) lines.push("", fenced(canonical));
  return lines.join("\n") + "\n";
}

// The fence is longer than any run of backticks inside, so that no record can end it.
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
