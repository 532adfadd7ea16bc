/** One check of receipts: asks arfpy and the second implementation, and draws what both say. */

import { element } from "./dom.mjs";
import { failure } from "./failure.mjs";
import { encode } from "./input.mjs";
import { receiptCard } from "./receipt-card.mjs";
import { base64, unbase64 } from "./receipt-input.mjs";
import { receiptList } from "./receipt-list.mjs";
import { compareReceipt } from "./receipt-second-engine.mjs";
import { comparisonSentences, verdict } from "./receipt-words.mjs";
import { asSentence } from "./words.mjs";

/**
 * Check receipts.
 * @param {RuntimeClient} runtime
 * @param {{request: object, keyring: Uint8Array|null}} given what `Documents.given` returns.
 * @param {(done: number, count: number) => boolean} goOn told how far it is; false ends the check.
 * @returns {Promise<{results: object[], comparisons: object[], passedOver: string[]}|{failed: object}|null>} null: ended.
 */
export async function checkReceipts(runtime, { request, keyring }, goOn) {
  const results = [];
  const comparisons = [];
  let answer;
  do {
    answer = await runtime.ask({ op: "receipts" }, encode(JSON.stringify({ ...request, start: results.length })));
    if (!answer.ok) return { failed: answer };
    for (const result of answer.results) {
      results.push(result);
      comparisons.push(await secondOpinion(result, keyring));
    }
    if (!goOn(results.length, answer.count)) return null;
  } while (results.length < answer.count);
  return { results, comparisons, passedOver: answer.passed_over };
}

/**
 * What `Documents.given` returns, for three texts that are at hand.
 * @param {{receipt: string, attestation: string, keyring: string}} texts
 * @param {string} prefix of the names that the documents get.
 */
export function givenOf({ receipt, attestation, keyring }, prefix) {
  const file = (name, text) => ({ name: `${prefix}${name}.json`, format: "json", base64: base64(encode(text)) });
  const request = {
    receipts: [file("receipt", receipt)],
    attestations: [file("attestation", attestation)],
    keyring: base64(encode(keyring)),
    caller_key: null,
  };
  return { request, keyring: encode(keyring) };
}

function secondOpinion({ text, attestation, report, explanation }, keyring) {
  const given = { receipt: unbase64(text), attestation: attestation && unbase64(attestation.text), keyring };
  return compareReceipt(given, report, explanation);
}

/**
 * Draw what was found.
 * @param {object} found what `checkReceipts` returned.
 * @param {{clauses: string, say: (sentence: string) => void}} page
 * @returns {{nodes: Node[], spoken: string}}
 */
export function drawReceipts(found, { clauses, say }) {
  if (found.failed) return { nodes: [failure(found.failed)], spoken: `${asSentence(found.failed.message)} ${found.failed.hint}` };
  const { results, comparisons, passedOver } = found;
  const card = (index) => receiptCard(results[index], comparisons[index], clauses);
  const spoken = (index) => heard(results[index], comparisons[index]);
  if (results.length === 1) return { nodes: [card(0)], spoken: spoken(0) };
  const shown = element("div", {});
  const open = (index) => {
    list.select(index);
    shown.replaceChildren(card(index));
    say(spoken(index));
  };
  const list = receiptList(results, comparisons, passedOver, open);
  open(Math.max(results.findIndex(({ report }) => !report.valid), 0));
  return { nodes: [list, shown], spoken: list.querySelector("p").textContent };
}

function heard({ report, attestation }, comparison) {
  const reason = report.reason === null ? "" : ` ${asSentence(report.reason)}`;
  const count = report.advisories.length;
  const more = count ? ` ${count === 1 ? "1 advisory" : `${count} advisories`}, not checked by the gates.` : "";
  return `${verdict(report, attestation !== null, comparison).title}.${reason}${more} ${comparisonSentences(comparison)[0]}`;
}
