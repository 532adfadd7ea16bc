"""A starting point: it reads requests and answers each with an error."""

import json
import sys


def answer(request):
    """Return the response to a request."""
    return {"ok": False, "error": "not_implemented"}


def main():
    """Connect the service to standard input and output. The path of its state is ``sys.argv[1]``."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
