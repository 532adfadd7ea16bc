"""The Node side: one long-lived process that does the same work and takes its own times."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .timing import Run

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = Path(__file__).resolve().parent / "node"
PACKAGES = ("ajv", "ajv-formats", "canonicalize")


class NodeError(RuntimeError):
    """The Node process answered with an error or ended."""


def missing() -> str | None:
    """Say what is missing before Node can take part, or None."""
    if shutil.which("node") is None:
        return "node is not installed"
    absent = [name for name in PACKAGES if not (ROOT / "node_modules" / name).is_dir()]
    return f"npm packages are not installed: {', '.join(absent)}" if absent else None


class Node:
    """A Node process that answers one JSON request per line (see ``node/server.mjs``)."""

    def __init__(self) -> None:
        command = ["node", str(SCRIPTS / "server.mjs"), str(ROOT / "spec" / "v0.1" / "schemas")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send one request and return its answer. :raises NodeError: Node failed."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise NodeError("the Node process ended; its message stands above")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise NodeError(answer["error"])
        return answer

    def load(self, path: Path, *, lines: bool) -> None:
        """Make Node read a file: one text, or one text per line."""
        self.ask(op="load", file=str(path), lines=lines)

    def trust(self, keyring: Path) -> None:
        """Make Node read a keyring; then it can do ``receipt``."""
        self.ask(op="keyring", file=str(keyring))

    def timed(self, op: str) -> Run:
        """Return a run of ``canonical``, ``check`` or ``receipt`` over what was loaded, by Node's own clock."""
        return lambda: float(self.ask(op=op)["seconds"])

    def output(self, op: str, folder: Path) -> bytes:
        """Return what ``canonical``, ``check`` or ``receipt`` makes of what was loaded, one line per text."""
        out = folder / "node-output"
        self.ask(op=op, out=str(out))
        return out.read_bytes()
