// The second implementation, one answer per line: base64 of a JSON text in; base64 of what npm's `canonicalize`
// makes of JSON.parse(text), or "-" where either throws.
import { createInterface } from "node:readline";
import canonicalize from "canonicalize";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function answer(line) {
  try {
    const text = decoder.decode(Buffer.from(line, "base64"));
    return Buffer.from(canonicalize(JSON.parse(text)), "utf8").toString("base64");
  } catch {
    return "-";
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${answer(line)}\n`);
}
