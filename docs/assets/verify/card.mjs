/** The result of one record, drawn. */

import { copyButton } from "./copy.mjs";
import { counted, element } from "./dom.mjs";
import { pieces } from "./visible.mjs";
import { comparisonSentence, sentence, shownVerdict, title, tone } from "./words.mjs";

const SHOWN_CHARACTERS = 20_000;
const SAVED_FILE = "record.canonical.json";
const SHELLS = [
  ["posix", "a shell", "Shell (without shasum: sha256sum in place of shasum -a 256)"],
  ["powershell", "PowerShell", "PowerShell"],
  ["python", "Python", "Python prompt"],
];

/**
 * Draw a result.
 * @param {object} answer what arfpy said to `record`.
 * @param {object} comparison what the second implementation said.
 * @param {{expected: string, links: {codes: string, spec: string, limits: string}, jump: ((line: number, column: number) => void)|null}} context
 */
export function card(answer, comparison, context) {
  const { result, canonical, reproduce } = answer;
  const verdict = shownVerdict(result, comparison);
  const sound = verdict !== "fault";
  return element(
    "section",
    { class: `arf-card arf-card--${tone(verdict)}`, "data-verdict": verdict, "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, title(verdict, result.type)),
    element("p", {}, sentence(verdict, context.expected)),
    facts(result, comparison, sound),
    result.problems.length ? problems(result.problems, context) : null,
    canonical !== null && sound ? canonicalBytes(canonical, result.canonical_size) : null,
    reproduce !== null && sound ? reproduction(reproduce, answer.needs_file) : null,
    limits(context.links.limits),
  );
}

/** Draw an answer that holds no verdict: a request that cannot be carried out, or a checker that died. */
export function failure(answer) {
  const usage = answer.kind === "usage";
  return element(
    "section",
    { class: `arf-card arf-card--${usage ? "fail" : "fault"}`, "data-failure": answer.kind, "aria-labelledby": "arf-card-title" },
    element("h2", { id: "arf-card-title", tabindex: "-1" }, usage ? "Nothing was checked" : title("internal-error")),
    element("p", {}, ...shown(asSentence(answer.message))),
    element("p", {}, answer.hint),
  );
}

function facts(result, comparison, sound) {
  const rows = [["Type", result.type ?? "not known", { "data-type": result.type ?? "" }]];
  if (result.line > 1) rows.push(["Line", result.line, {}]);
  if (result.canonical_size !== null) {
    rows.push(["Canonical form", counted(result.canonical_size, "byte"), { "data-size": result.canonical_size }]);
  }
  const digest =
    result.digest !== null && sound
      ? [element("code", { class: "arf-digest", "data-digest": result.digest }, result.digest), copyButton(result.digest, "the digest")]
      : [result.digest === null ? "none" : `arfpy: ${result.digest}`];
  return element(
    "dl",
    { class: "arf-facts" },
    ...rows.flatMap(([name, value, data]) => [element("dt", {}, name), element("dd", data, value)]),
    element("dt", {}, "Digest"),
    element("dd", {}, ...digest),
    element("dt", {}, "Second implementation"),
    element("dd", { class: `arf-comparison arf-comparison--${comparison.state}`, "data-comparison": comparison.state }, comparisonSentence(comparison)),
  );
}

function problems(found, context) {
  return element(
    "div",
    {},
    element("h3", {}, counted(found.length, "finding")),
    element("ol", { class: "arf-problems" }, ...found.map((problem) => problemItem(problem, context))),
  );
}

function problemItem(problem, { links, jump }) {
  const file = problem.clause.split(".")[0];
  const place = problem.line === null ? "" : `Line ${problem.line}, column ${problem.column}`;
  return element(
    "li",
    {
      class: `arf-problem arf-problem--${problem.severity}`,
      "data-code": problem.code,
      "data-severity": problem.severity,
      "data-line": problem.line,
      "data-column": problem.column,
      "data-pointer": problem.pointer,
    },
    element(
      "p",
      { class: "arf-problem__head" },
      element("span", { class: "arf-tag" }, problem.severity),
      element("a", { href: `${links.codes}#${problem.code}` }, element("code", {}, problem.code)),
      place && jump && problem.code !== "digest.mismatch"
        ? element("button", { type: "button", class: "arf-button arf-button--small", click: () => jump(problem.line, problem.column), "aria-label": `${place}: go there in the text` }, place)
        : element("span", {}, place),
    ),
    element("p", { class: "arf-problem__message" }, ...shown(asSentence(problem.message))),
    element(
      "p",
      { class: "arf-problem__next" },
      problem.hint,
      " Clause ",
      element("a", { href: `${links.spec}${file}/#${problem.clause}` }, problem.clause),
      problem.pointer ? ". At " : ".",
      problem.pointer ? element("code", {}, ...shown(problem.pointer)) : null,
    ),
  );
}

function canonicalBytes(canonical, size) {
  const cut = canonical.length > SHOWN_CHARACTERS;
  const text = cut ? canonical.slice(0, SHOWN_CHARACTERS) : canonical;
  return element(
    "div",
    {},
    element("h3", {}, `Canonical bytes, ${size.toLocaleString("en-US")} of them`),
    element(
      "p",
      { class: "arf-note" },
      "This is what was hashed, printed from the checker’s own output. It is one line, wrapped here to fit; characters that would not show are named in a box.",
      cut ? ` Only the first ${SHOWN_CHARACTERS.toLocaleString("en-US")} characters are shown.` : "",
    ),
    element("pre", { class: "arf-canonical", "data-canonical": true, tabindex: "0", "aria-label": "Canonical bytes" }, element("code", {}, ...shown(text))),
    element(
      "p",
      { class: "arf-actions" },
      copyButton(canonical, "the canonical text"),
      element("button", { type: "button", class: "arf-button arf-button--small", click: () => save(canonical) }, `Save as ${SAVED_FILE}`),
    ),
  );
}

function save(canonical) {
  const address = URL.createObjectURL(new Blob([canonical], { type: "application/json" }));
  element("a", { href: address, download: SAVED_FILE }).click();
  URL.revokeObjectURL(address);
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

function limits(address) {
  return element(
    "aside",
    { class: "arf-limits", "aria-label": "What this does not prove" },
    element("p", {}, element("strong", {}, "What this does not prove.")),
    element(
      "p",
      {},
      "A digest says that two people hold the same bytes. It does not say that the statement is true, who wrote it, when, or that the records it points at exist. ",
      element("a", { href: address }, "More on the limits"),
      ".",
    ),
  );
}

/** Text whose invisible characters are named in a box. */
export function shown(text) {
  return pieces(text).map((piece) =>
    "text" in piece ? piece.text : element("span", { class: "arf-mark", title: piece.name || null }, piece.mark),
  );
}

/** Make a message of arfpy a sentence: it begins in lower case and ends without a full stop. */
export function asSentence(message) {
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");
}
