// The scripted reference: look the ticket up, move it, note it, close it if it is resolved, finish.
"use strict";

const readline = require("node:readline");

// Repeats an action while its failure is temporary, and returns the last result.
function* insist(action) {
  let result = yield action;
  while (!result.ok && result.error.retryable) {
    result = yield action;
  }
  return result;
}

// Yields actions; each yield gives the result of the action.
function* policy(task) {
  const ticket_id = task.ticket_id;
  const found = yield* insist({ tool: "get_ticket", arguments: { ticket_id } });
  if (!found.ok) return;
  const ticket = found.ticket;
  const queue = task.routing_rules[ticket.category];
  const actions = [
    { tool: "assign_queue", arguments: { ticket_id, queue } },
    { tool: "add_note", arguments: { ticket_id, body: task.note, request_id: "review" } },
  ];
  if (ticket.resolved) {
    actions.push({ tool: "close_ticket", arguments: { ticket_id } });
  }
  for (const action of actions) {
    const result = yield* insist(action);
    if (!result.ok) return;
  }
}

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
