"""The command line of the lint."""

from __future__ import annotations

import sys
from pathlib import Path

from . import findings

if __name__ == "__main__":
    wrong = findings(*map(Path, sys.argv[1:2]))
    print("\n".join(wrong) or "nothing found")
    sys.exit(1 if wrong else 0)
