"""The scripted reference: look the ticket up, move it, note it, close it if it is resolved, finish."""

import json
import sys


def call(tool, **arguments):
    """Return a tool call."""
    return {"tool": tool, "arguments": arguments}


def insist(action):
    """Repeat an action while its failure is temporary, and return the last result."""
    result = yield action
    while not result["ok"] and result["error"]["retryable"]:
        result = yield action
    return result


def policy(task):
    """Yield actions; each ``yield`` gives the result of the action."""
    ticket_id = task["ticket_id"]
    found = yield from insist(call("get_ticket", ticket_id=ticket_id))
    if not found["ok"]:
        return
    ticket = found["ticket"]
    queue = task["routing_rules"][ticket["category"]]
    actions = [
        call("assign_queue", ticket_id=ticket_id, queue=queue),
        call("add_note", ticket_id=ticket_id, body=task["note"], request_id="review"),
    ]
    if ticket["resolved"]:
        actions.append(call("close_ticket", ticket_id=ticket_id))
    for action in actions:
        result = yield from insist(action)
        if not result["ok"]:
            return


def main():
    """Connect the policy to standard input and output."""
    steps = None
    for line in sys.stdin:
        seen = json.loads(line)
        try:
            if steps is None:
                steps = policy(seen["task"])
                action = next(steps)
            else:
                action = steps.send(seen["result"])
        except StopIteration:
            action = {"finish": True}
        print(json.dumps(action), flush=True)


if __name__ == "__main__":
    main()
