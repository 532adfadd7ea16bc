"""Holds more and more memory, and never answers. With `child` it is a child in a session of its own that does."""

import os
import sys
import time

if sys.argv[1] == "child" and os.fork() == 0:
    os.setsid()
elif sys.argv[1] == "child":
    time.sleep(3600)
held = []
while True:
    held.append(b"x" * 8 * 1024 * 1024)
    time.sleep(0.01)
