/** The result of one record, drawn. */

import { canonicalBytes, SAVED_FILE } from "./bytes.mjs";
import { copyButton } from "./copy.mjs";
import { counted, element, shown } from "./dom.mjs";
import { otherText } from "./other-text.mjs";
import { problems } from "./problems.mjs";
import { asSentence, comparisonSentence, limit, sentence, shownVerdict, title, tone } from "./words.mjs";

const PROVISIONAL = 20; // lines
const SHELLS = [
  ["posix", "a shell", "Shell (without shasum: sha256sum in place of shasum -a 256)"],
  ["powershell", "PowerShell", "PowerShell"],
  ["python", "Python", "Python prompt"],
];

/**
 * Draw a result.
 * @param {{answer: object, comparison: object, bytes: Uint8Array}} checked what arfpy said to `record`, what the second
 *   implementation said, and the record itself.
 * @param {{name: string, expected: string|null, types: string[], forced: string, engines: string, provisional: string|null,
 *   links: {codes: string, spec: string, limits: string}, jump: ((line: number, column: number) => void)|null,
 *   force: (type: string) => void, markdown: () => Promise<string>}} context `forced` is the type chosen, "" when it was
 *   inferred; `provisional` a digest that was shown before arfpy was ready.
 */
export function card({ answer, comparison, bytes }, context) {
  const { result, canonical, reproduce } = answer;
  const verdict = shownVerdict(result, comparison);
  const sound = verdict !== "fault";
  const differs = result.problems.some(({ code }) => code === "digest.mismatch");
  return element(
    "section",
    { class: `arf-card arf-card--${tone(verdict)}`, "data-verdict": verdict, role: sound ? null : "alert", "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, title(verdict, result.type)),
    element("p", {}, sentence(verdict, context.expected)),
    result.digest === null ? null : limits(result.type, context.links.limits),
    voided(context.provisional, result),
    facts(result, comparison, sound, context),
    result.problems.length ? problems(result, bytes, context) : null,
    differs && sound ? otherText(canonical, context.expected) : null,
    canonical !== null && sound ? canonicalBytes(canonical, result.canonical_size, bytes) : null,
    reproduce !== null && sound ? reproduction(reproduce, answer.needs_file) : null,
    keep(context, sound),
  );
}

/**
 * Draw what the second implementation says while arfpy is still loading. It is no verdict and looks like none.
 * @param {Array<{line: number, second: {digest: string}|{error: string}}>} found one for each record.
 */
export function provisionalCard(found) {
  const alone = found.length === 1;
  return element(
    "section",
    { class: "arf-card arf-card--provisional", "data-provisional": (alone && found[0].second.digest) || "", "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, "Provisional: not checked yet"),
    ...found.slice(0, PROVISIONAL).map(({ line, second }) => provisionalLine(alone ? null : line, second)),
    found.length > PROVISIONAL ? element("p", {}, `And ${counted(found.length - PROVISIONAL, "more record")}.`) : null,
    element(
      "p",
      {},
      "Only the second implementation has read this so far, and it is less strict: it takes a record with a member name twice, for example. Wait for arfpy’s verdict before you use anything shown here.",
    ),
  );
}

function provisionalLine(line, second) {
  const said = "digest" in second ? [element("code", { class: "arf-digest" }, second.digest)] : ["The second implementation gives no digest: ", ...shown(asSentence(second.error))];
  return element("p", { "data-provisional-line": line }, line === null ? null : `Line ${line}: `, ...said);
}

function limits(type, address) {
  return element("p", { class: "arf-limit", "data-limit": true }, limit(type), " ", element("a", { href: address }, "More on the limits"), ".");
}

function voided(provisional, result) {
  if (provisional === null || provisional === result.digest) return null;
  return element("p", { class: "arf-fault", "data-void": true }, `The provisional digest shown a moment ago is void: ${provisional}`);
}

function facts(result, comparison, sound, context) {
  const rows = [["Type", typeMenu(result, context), { "data-type": result.type ?? "" }]];
  if (context.name !== null) rows.push(["From", shown(context.name), {}]);
  if (result.line > 1) rows.push(["Line", [result.line], {}]);
  if (result.canonical_size !== null) {
    rows.push(["Canonical form", [counted(result.canonical_size, "byte")], { "data-size": result.canonical_size }]);
  }
  const digest =
    result.digest !== null && sound
      ? [element("code", { class: "arf-digest", "data-digest": result.digest }, result.digest), copyButton(result.digest, "the digest")]
      : [result.digest === null ? "none" : `arfpy: ${result.digest}`];
  return element(
    "dl",
    { class: "arf-facts" },
    ...rows.flatMap(([name, value, data]) => [element("dt", {}, name), element("dd", data, ...value)]),
    element("dt", {}, "Digest"),
    element("dd", {}, ...digest),
    element("dt", {}, "Second implementation"),
    element("dd", { class: `arf-comparison arf-comparison--${comparison.state}`, "data-comparison": comparison.state }, comparisonSentence(comparison)),
    element("dt", {}, "Checked by"),
    element("dd", { "data-engines": true }, context.engines),
  );
}

function typeMenu(result, { types, forced, force }) {
  const inferred = forced === "" && result.type ? `${result.type}, inferred` : "infer from its shape";
  const select = element(
    "select",
    { "data-force": true, "aria-label": "Judge this record as", change: ({ target }) => force(target.value) },
    element("option", { value: "" }, inferred),
    ...types.map((type) => element("option", { value: type }, type)),
  );
  select.value = forced;
  return [element("span", { class: "arf-print-only" }, result.type ?? "not known"), select];
}

function reproduction(lines, needsFile) {
  return element(
    "div",
    {},
    element("h3", {}, "Reach the same digest yourself"),
    element(
      "p",
      { class: "arf-note" },
      needsFile
        ? `This record is too long for a line, or holds characters that a terminal acts on. Save ${SAVED_FILE} with the button above, then run one of these beside it.`
        : "Run one of these. None of them uses anything of this project.",
    ),
    ...SHELLS.map(([shell, spoken, name]) =>
      element(
        "div",
        { class: "arf-line" },
        element(
          "div",
          { class: "arf-line__head" },
          element("p", { id: `arf-line-${shell}` }, name),
          copyButton(lines[shell], `the line for ${spoken}`),
        ),
        element("pre", { tabindex: "0", "aria-labelledby": `arf-line-${shell}` }, element("code", { "data-reproduce": shell }, lines[shell])),
      ),
    ),
  );
}

function keep({ markdown }, sound) {
  return element(
    "p",
    { class: "arf-actions arf-card__keep" },
    sound ? copyButton(markdown, "as Markdown", "Copy as Markdown") : null,
    element("button", { type: "button", class: "arf-button arf-button--small", click: () => window.print() }, "Print this verdict"),
  );
}
