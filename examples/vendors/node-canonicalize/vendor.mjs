/** npm's canonicalize behind the vendor's contract, a request per line. JSON.parse reads, the library writes. */

import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

import canonicalize from "canonicalize";

function answer(op, bytes) {
  let text;
  try {
    text = canonicalize(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)));
  } catch (error) {
    return { result: "reject", code: error.constructor.name };
  }
  const found = Buffer.from(text);
  if (op === "canonicalize") return { result: "accept", output: found.toString("base64") };
  return { result: "accept", digest: `sha256:${createHash("sha256").update(found).digest("hex")}` };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, input } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id, ...answer(op, Buffer.from(input, "base64")) })}\n`);
}
