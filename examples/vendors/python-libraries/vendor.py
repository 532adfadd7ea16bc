"""Python's libraries for RFC 8785 behind the vendor's contract: `vendor.py rfc8785|jcs|jcs-admit`, a request per line.

Each is used as its README shows: `json.loads` reads, the library writes. jcs-admit reads for itself.
"""

import base64
import hashlib
import json
import sys


def by_rfc8785(data):
    import rfc8785

    return rfc8785.dumps(json.loads(data))


def by_jcs(data):
    import jcs

    return jcs.canonicalize(json.loads(data))


def by_jcs_admit(data):
    import jcs_admit

    return jcs_admit.admit(data)


LIBRARIES = {"rfc8785": by_rfc8785, "jcs": by_jcs, "jcs-admit": by_jcs_admit}


def answer(canonicalize, request):
    try:
        found = canonicalize(base64.b64decode(request["input"]))
    except (ValueError, RecursionError) as error:
        return {"result": "reject", "code": type(error).__name__}
    except ArithmeticError as error:
        # The library does not say that it raises this: it has not refused the input, it has failed.
        return {"result": "error", "message": type(error).__name__}
    if request["op"] == "canonicalize":
        return {"result": "accept", "output": base64.b64encode(found).decode()}
    return {"result": "accept", "digest": "sha256:" + hashlib.sha256(found).hexdigest()}


if __name__ == "__main__":
    for line in sys.stdin.buffer:
        case = json.loads(line)
        print(json.dumps({"id": case["id"], **answer(LIBRARIES[sys.argv[1]], case)}), flush=True)
