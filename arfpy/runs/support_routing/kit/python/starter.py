"""A starting point: it reads the task and finishes at once, without doing any of it."""

import json
import sys


def policy(task):
    """Yield actions; each ``yield`` gives the result of the action."""
    return
    yield  # Replace these two lines, for example: result = yield {"tool": "get_ticket", "arguments": {...}}


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
