"""Ends at once: with an exit code, a signal, or an exception, and with a text on stderr where one is given."""

import os
import sys

HOW, SAID = sys.argv[1], " ".join(sys.argv[2:])
sys.stdin.buffer.readline()
if HOW == "exception":
    raise AssertionError
if SAID:
    print(SAID, file=sys.stderr, flush=True)
if HOW.startswith("signal-"):
    os.kill(os.getpid(), int(HOW.removeprefix("signal-")))
sys.exit(int(HOW))
