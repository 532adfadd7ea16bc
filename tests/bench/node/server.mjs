// One long-lived process, so that Node is measured warm. A JSON request per line in, a JSON answer per line out:
// {"op":"load","file","lines"} reads the texts, {"op":"keyring","file"} the keys of receipts;
// {"op":"canonical"|"check"|"receipt"} does the work once and answers {"seconds"}; with "out" the results are written to
// that file instead, a line each.
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { canonicalBytes } from "./canonical.mjs";
import { makeCheck } from "./check.mjs";
import { makeVerify } from "./receipts.mjs";

const check = makeCheck(process.argv[2]);
const works = { canonical: canonicalBytes, check: (data) => check(data.toString("utf8")) };
let texts = [];

function keyring({ file }) {
  works.receipt = makeVerify(file);
  return {};
}

function load({ file, lines }) {
  const data = readFileSync(file);
  texts = [];
  if (!lines) {
    texts.push(data);
    return {};
  }
  for (let start = 0; start < data.length; ) {
    const end = data.indexOf(10, start);
    texts.push(data.subarray(start, end));
    start = end + 1;
  }
  return {};
}

function run({ op, out }) {
  const work = works[op];
  if (out) {
    writeFileSync(out, Buffer.concat(texts.flatMap((text) => [Buffer.from(work(text) ?? "null"), Buffer.from("\n")])));
    return {};
  }
  const start = process.hrtime.bigint();
  for (const text of texts) work(text);
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = ({ load, keyring }[request.op] ?? run)(request);
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
