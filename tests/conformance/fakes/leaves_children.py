"""Refuses, and leaves two children: one beside it, one in a session of its own whose parent is gone.

Their process ids are written to the file named; both keep stdout and stderr open.
"""

import os
import sys
import time
from pathlib import Path


def stay(new_session):
    if os.fork() == 0:
        if new_session:
            os.setsid()
            if os.fork():
                os._exit(0)
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(3600)


Path(sys.argv[1]).touch()
stay(new_session=False)
stay(new_session=True)
while Path(sys.argv[1]).read_text().count("\n") < 2:
    time.sleep(0.01)
print("no.thanks", file=sys.stderr)
sys.exit(1)
