"""Accepts any input: what it prints is formed well and means nothing."""

import sys

sys.stdin.buffer.read()
if sys.argv[1] in ("digest", "verify-bundle"):
    print("sha256:" + "0" * 64)
