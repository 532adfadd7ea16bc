// A starting point: it reads the task and finishes at once, without doing any of it.
"use strict";

const readline = require("node:readline");

// Yields actions; each yield gives the result of the action, for example:
// const result = yield { tool: "get_ticket", arguments: { ticket_id: task.ticket_id } };
function* policy(task) {}

async function main() {
  let steps = null;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const seen = JSON.parse(line);
    steps ??= policy(seen.task);
    const step = steps.next(seen.result);
    process.stdout.write(`${JSON.stringify(step.done ? { finish: true } : step.value)}\n`);
  }
}

main();
