"""Prints something else than the contract asks for, in UTF-8 or another encoding: prints.py TEXT [ENCODING]."""

import sys

sys.stdin.buffer.readline()
encoding = sys.argv[2] if len(sys.argv) > 2 else "utf-8"
sys.stdout.buffer.write(sys.argv[1].replace("\\n", "\n").encode(encoding))
sys.stdout.buffer.flush()
