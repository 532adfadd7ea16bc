"""A starter kit in Python, with nothing but the standard library. Replace `canonical` by your own code.

    arf conformance run --command 'python3 vendor.py' --protocol jsonl --ops canonicalize,digest
    arf conformance run --command 'python3 vendor.py {op}' --ops canonicalize,digest

`canonical` is a first try that most people would write. The report says what is missing from it.
"""

import base64
import hashlib
import json
import sys


class Rejected(Exception):
    """The input is refused; the text is the code, which may be your own."""


def canonical(data: bytes) -> bytes:
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=members, parse_constant=refused)
        return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")
    except UnicodeError:
        raise Rejected("not-unicode") from None
    except (ValueError, RecursionError):
        raise Rejected("not-json") from None


def members(pairs: list) -> dict:
    if len(dict(pairs)) < len(pairs):
        raise Rejected("duplicate-name")
    return dict(pairs)


def refused(word: str) -> None:
    raise Rejected("not-a-number")


def answer(op: str, data: bytes) -> bytes:
    """Return what is accepted: canonical bytes, or the text of a digest. Add the operations that you have."""
    found = canonical(data)
    return found if op == "canonicalize" else b"sha256:" + hashlib.sha256(found).hexdigest().encode()


def one(op: str) -> int:
    """A process per case: stdin to stdout; exit code 1 with the code on stderr refuses."""
    try:
        sys.stdout.buffer.write(answer(op, sys.stdin.buffer.read()))
    except Rejected as rejected:
        print(rejected, file=sys.stderr)
        return 1
    return 0


def many() -> int:
    """A process for many: a request and a response per line."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            found = answer(request["op"], base64.b64decode(request["input"]))
            response = {"result": "accept"}
            if request["op"] == "canonicalize":
                response["output"] = base64.b64encode(found).decode()
            else:
                response["digest"] = found.decode()
        except Rejected as rejected:
            response = {"result": "reject", "code": str(rejected)}
        print(json.dumps({"id": request["id"], **response}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(one(sys.argv[1]) if len(sys.argv) > 1 else many())
