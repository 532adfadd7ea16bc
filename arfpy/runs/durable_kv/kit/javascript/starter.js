// A starting point: it reads requests and answers each with an error.
"use strict";

const readline = require("node:readline");

function answer(request) {
  return { ok: false, error: "not_implemented" };
}

// The path of the service's state is process.argv[2].
async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
  }
}

main();
