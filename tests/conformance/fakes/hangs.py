"""Reads and never answers; asked politely, it stays."""

import signal
import sys
import time

signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("still thinking", file=sys.stderr, flush=True)
time.sleep(3600)
