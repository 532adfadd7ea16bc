"""Writes a gigabyte to stdout or stderr."""

import os
import sys

stream = {"stdout": 1, "stderr": 2}[sys.argv[1]]
for _ in range(1024):
    rest = b"0" * 1024 * 1024
    while rest:
        rest = rest[os.write(stream, rest) :]
