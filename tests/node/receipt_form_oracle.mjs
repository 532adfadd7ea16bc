// One answer per line: base64 of a JSON text in; base64 of its canonical bytes, or "-" where it is no JSON.
import { createInterface } from "node:readline";
import { canonical } from "./receipt_form.mjs";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function answer(line) {
  try {
    const text = canonical(JSON.parse(decoder.decode(Buffer.from(line, "base64"))));
    return Buffer.from(text, "ascii").toString("base64");
  } catch {
    return "-";
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${answer(line)}\n`);
}
