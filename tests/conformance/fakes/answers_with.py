"""Answers every request with the line given, in which ID is replaced: answers_with.py LINE [ENCODING]."""

import json
import sys

encoding = sys.argv[2] if len(sys.argv) > 2 else "utf-8"
for line in sys.stdin:
    text = sys.argv[1].replace("ID", json.loads(line)["id"]) + "\n"
    sys.stdout.buffer.write(text.encode(encoding))
    sys.stdout.buffer.flush()
