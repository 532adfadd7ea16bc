"""The reference: a key-value service on SQLite. A change is committed before it is acknowledged."""

import json
import sqlite3
import sys

INVALID = {"ok": False, "error": "invalid_request"}


def text(value):
    """Return a text that two values share exactly when they are the same JSON value."""
    return json.dumps(value, sort_keys=True)


def is_key(key):
    """Say whether this can be a key."""
    return isinstance(key, str)


def is_change(request):
    """Say whether this is a valid ``put`` or ``delete``."""
    if not isinstance(request, dict) or not is_key(request.get("key")):
        return False
    return request.get("op") == "delete" or (request.get("op") == "put" and "value" in request)


def change(store, request):
    """Apply a valid ``put`` or ``delete``."""
    key = text(request["key"])
    if request["op"] == "put":
        store.execute("INSERT OR REPLACE INTO pairs VALUES (?, ?)", (key, text(request["value"])))
    else:
        store.execute("DELETE FROM pairs WHERE key = ?", (key,))


def find(store, key):
    """Return the stored text of a key's value, or None."""
    row = store.execute("SELECT value FROM pairs WHERE key = ?", (text(key),)).fetchone()
    return None if row is None else row[0]


def swap(store, request):
    """Replace a value that is the expected one; return whether it was."""
    stored = find(store, request["key"])
    swapped = stored is not None and stored == text(request["expected"])
    if swapped:
        change(store, {**request, "op": "put"})
    return swapped


def batch(store, operations):
    """Apply all operations or none; return whether they are valid."""
    if not all(is_change(operation) for operation in operations):
        return False
    for operation in operations:
        change(store, operation)
    return True


def answer(store, request):
    """Return the response to a request."""
    if is_change(request):
        change(store, request)
        return {"ok": True}
    if not isinstance(request, dict):
        return INVALID
    op, keyed = request.get("op"), is_key(request.get("key"))
    if op == "get" and keyed:
        stored = find(store, request["key"])
        return (
            {"ok": True, "found": False} if stored is None else {"ok": True, "found": True, "value": json.loads(stored)}
        )
    if op == "cas" and keyed and "expected" in request and "value" in request:
        return {"ok": True, "swapped": swap(store, request)}
    if op == "batch" and isinstance(request.get("operations"), list) and batch(store, request["operations"]):
        return {"ok": True}
    return INVALID


def main():
    """Connect the service to standard input and output."""
    store = sqlite3.connect(sys.argv[1])
    store.execute("CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for line in sys.stdin:
        response = answer(store, json.loads(line))
        store.commit()
        print(json.dumps(response), flush=True)
    store.close()


if __name__ == "__main__":
    main()
