/**
 * A starter kit in JavaScript, with nothing but Node. Replace `canonical` by your own code.
 *
 *     arf conformance run --command 'node vendor.mjs' --protocol jsonl --ops canonicalize,digest
 *     arf conformance run --command 'node vendor.mjs {op}' --ops canonicalize,digest
 *
 * `canonical` is a first try that most people would write. The report says what is missing from it.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The input is refused; the message is the code, which may be your own. */
class Rejected extends Error {}

function canonical(bytes) {
  let value;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new Rejected("not-json");
  }
  return Buffer.from(write(value));
}

// JavaScript sorts names by UTF-16 code units and writes numbers as the standard asks, both without more ado.
function write(value) {
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${write(value[name])}`).join(",")}}`;
}

/** Return what is accepted: canonical bytes, or the text of a digest. Add the operations that you have. */
function answer(op, bytes) {
  const found = canonical(bytes);
  return op === "canonicalize" ? found : `sha256:${createHash("sha256").update(found).digest("hex")}`;
}

/** A process per case: stdin to stdout; exit code 1 with the code on stderr refuses. */
function one(op) {
  try {
    process.stdout.write(answer(op, readFileSync(0)));
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** A process for many: a request and a response per line. */
async function many() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, op, input } = JSON.parse(line);
    let response;
    try {
      const found = answer(op, Buffer.from(input, "base64"));
      response = op === "canonicalize" ? { output: found.toString("base64") } : { digest: found };
      response.result = "accept";
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      response = { result: "reject", code: error.message };
    }
    process.stdout.write(`${JSON.stringify({ id, ...response })}\n`);
  }
}

if (process.argv[2]) one(process.argv[2]);
else await many();
