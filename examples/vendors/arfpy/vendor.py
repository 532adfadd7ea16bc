"""arfpy behind the vendor's contract: `vendor.py OP` answers one case, `vendor.py` alone a request per line."""

import base64
import json
import sys

from arfpy import Check
from arfpy.receipts import load, verify
from arfpy.results import INTERNAL


class RefusedError(Exception):
    """The input is to be rejected; the text is the code."""


def checked(data, *, type_name=None, schema=True):
    result = Check(type_name=type_name, schema=schema).record(data, "input")
    if result.verdict == INTERNAL:
        raise RuntimeError(result.problems[0].message)
    if not result.passed:
        errors = [problem.code for problem in result.problems if problem.as_dict()["severity"] == "error"]
        raise RefusedError(errors[0])
    return result


def verified(given):
    keyring = load(given["keyring"]) if given["keyring"] is not None else None
    caller_key = given["caller_key"].decode("ascii", "replace") if given["caller_key"] is not None else None
    report = verify(given["receipt"], given["attestation"], keyring, caller_key)
    if report.as_dict().get("internal_error"):
        raise RuntimeError(report.reason)
    if not report.valid:
        raise RefusedError(report.failed_gate["name"])


def answer(request):
    op = request["op"]
    if op == "verify-receipt":
        names = ("receipt", "attestation", "keyring", "caller_key")
        verified({name: None if request[name] is None else base64.b64decode(request[name]) for name in names})
        return {"result": "accept"}
    data = base64.b64decode(request["input"])
    if op == "canonicalize":
        return {"result": "accept", "output": base64.b64encode(checked(data, schema=False).canonical).decode()}
    if op == "digest":
        return {"result": "accept", "digest": checked(data, schema=False).digest}
    if op == "verify-bundle":
        return {"result": "accept", "digest": checked(data, type_name="bundle").digest}
    checked(data, type_name=request["type"])
    return {"result": "accept"}


def answer_lines():
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            found = answer(request)
        except RefusedError as error:
            found = {"result": "reject", "code": str(error)}
        print(json.dumps({"id": request["id"], **found}), flush=True)


if __name__ == "__main__":
    answer_lines()
