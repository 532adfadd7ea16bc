"""Looks the answer up among the vectors. As a command, or a request per line without an argument."""

import json
import os
import sys

from arfpy.conformance.cases import installed, response
from arfpy.conformance.command_protocol import stdin_of

if len(sys.argv) == 1:
    expected = {case.id: response(case.op, case.expected) for case in installed()}
    for line in sys.stdin:
        name = json.loads(line)["id"]
        print(json.dumps({"id": name, **expected[name]}), flush=True)
    sys.exit()

data, type_name = sys.stdin.buffer.read(), os.environ.get("ARF_TYPE")
case = next(c for c in installed() if (c.op, c.type) == (sys.argv[1], type_name) and stdin_of(c) == data)
if case.expected.result == "reject":
    print(case.expected.code, file=sys.stderr)
    sys.exit(1)
sys.stdout.buffer.write(case.expected.output or b"")
