"""Run the kit over the adapters in ``examples/vendors``; ``python -m site_tools.conformance_runs`` writes the reports.

Python's libraries have to be installed: ``pip install rfc8785 jcs jcs-admit``. A report of somebody else is a file
that they made; these are the runs of this project.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from .conformance_page import RESULTS
from .spec_pages import ROOT

_LIBRARIES = ("rfc8785", "jcs", "jcs-admit")
NAMES = ("arfpy", "canonicalize", *_LIBRARIES)
_BYTES = ("--ops", "canonicalize,digest")


def runs() -> dict[str, list[str]]:
    """Return the arguments of each run by the name of its report."""
    npm = json.loads((ROOT / "node_modules" / "canonicalize" / "package.json").read_text(encoding="utf-8"))["version"]
    adapters = "examples/vendors"
    found = {"arfpy": _run("arfpy", version("arfpy"), f"python3 {adapters}/arfpy/vendor.py")}
    found["canonicalize"] = _run("canonicalize", npm, f"node {adapters}/node-canonicalize/vendor.mjs", *_BYTES)
    for name in _LIBRARIES:
        found[name] = _run(name, version(name), f"python3 {adapters}/python-libraries/vendor.py {name}", *_BYTES)
    return found


def _run(name: str, version_: str, command: str, *more: str) -> list[str]:
    return ["--command", command, "--protocol", "jsonl", *more, "--name", name, "--version", version_]


def main() -> int:
    """Make every report; return 1 when a run could not be made."""
    # The commands say python3 and arf, as a reader would type them: those of this environment.
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    RESULTS.mkdir(parents=True, exist_ok=True)
    worst = 0
    for name, arguments in runs().items():
        out = ["--output", "json", "--output-file", str(RESULTS / f"{name}.json")]
        command = [sys.executable, "-m", "arfpy", "conformance", "run", *arguments, *out]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        print(f"{name}: exit code {code}")
        worst = max(worst, code > 1)
    return worst


if __name__ == "__main__":
    sys.exit(main())
