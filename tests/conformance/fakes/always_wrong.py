"""Refuses what is sound, accepts what is not, and finds another digest."""

import json
import sys

from arfpy.conformance.cases import installed

expected = {case.id: case.expected for case in installed()}
ZERO = "sha256:" + "0" * 64
for line in sys.stdin:
    name = json.loads(line)["id"]
    if expected[name].result == "accept":
        answer = {"result": "reject", "code": "wrong"}
    else:
        answer = {"result": "accept", "digest": ZERO, "output": "AAAA"}
    print(json.dumps({"id": name, **answer}), flush=True)
