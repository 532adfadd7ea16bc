"""The project's own lints over every tracked file: ``python -m site_tools.lint`` (exit 1 on a finding)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Written in pieces, so that this file does not find itself.
_HOSTS = (
    "registry." + "npmjs|registry." + "yarnpkg|pypi." + "org|pypi." + "python|files." + "pythonhosted|deb." + "debian"
)
_FORBIDDEN = {
    "the host of a package registry": re.compile(_HOSTS.replace(".", r"\.")),
    "a path of one machine": re.compile(r"(?<![\w.])/" + r"(root|work|home/\w+|Users/\w+)/"),
}
_LOCK = "package-lock.json"
_SINKS = (
    "inner" + "HTML",
    "outer" + "HTML",
    "insertAdjacent" + "HTML",
    "document.write",
    "ev" + "al(",
    "new " + "Function(",
)
_LATER = r"set(?:Timeout|Interval)\(\s*[\"'`]"
_MARKUP_SINKS = re.compile("|".join([*map(re.escape, _SINKS), _LATER]))


def findings(root: Path = ROOT) -> list[str]:
    """Return what is wrong as ``path:line: what``, in the order of the paths."""
    found = []
    for name in tracked(root):
        path = root / name
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            found += [f"{name}:{number}: {what}" for what, pattern in _FORBIDDEN.items() if pattern.search(line)]
            if name.startswith("docs/") and path.suffix in (".mjs", ".js", ".html") and _MARKUP_SINKS.search(line):
                found.append(f"{name}:{number}: markup or code made from text")
    return found + _lock_findings(root)


def _lock_findings(root: Path) -> list[str]:
    """The lock file pins by integrity and names no address: the client's own settings say where packages come from."""
    lock = json.loads((root / _LOCK).read_text(encoding="utf-8"))
    found = []
    for name, package in lock["packages"].items():
        if "resolved" in package:
            found.append(f"{_LOCK}: {name} names the address it came from")
        if name and "integrity" not in package:
            found.append(f"{_LOCK}: {name} has no integrity value")
    return found


def tracked(root: Path) -> list[str]:
    """Return the files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode().split("\0")
    return sorted(name for name in names if name and (root / name).is_file())


if __name__ == "__main__":
    wrong = findings()
    print("\n".join(wrong) or "nothing found")
    sys.exit(1 if wrong else 0)
