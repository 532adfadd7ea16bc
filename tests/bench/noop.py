"""A program that does nothing over JSON Lines: it refuses every request as fast as Python can."""

import sys

for line in sys.stdin.buffer:
    start = line.index(b'"id": "') + 7
    name = line[start : line.index(b'"', start)]
    sys.stdout.buffer.write(b'{"id": "' + name + b'", "result": "reject", "code": "none"}\n')
    sys.stdout.buffer.flush()
