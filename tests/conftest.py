"""What every folder of tests shares: the project's root and the second implementation."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return ROOT


@pytest.fixture(scope="session")
def receipt_questions() -> list[tuple[str, dict, bytes]]:
    """For every vector of a receipt: its id, and the request and data that the page would send."""
    folder = ROOT / "spec" / "v0.1" / "vectors" / "receipts"
    asked = []
    for vector in json.loads((folder / "manifest.json").read_bytes())["vectors"]:
        names = [name for name in ("receipt", "attestation", "keyring") if vector[name]]
        texts = {name: base64.b64encode((folder / vector[name]).read_bytes()).decode() for name in names}
        files = {name: {"name": vector["id"], "format": "json", "base64": text} for name, text in texts.items()}
        given = {f"{name}s": [files[name]] if name in files else [] for name in ("receipt", "attestation")}
        data = {**given, "keyring": texts.get("keyring"), "caller_key": vector["caller_key"], "start": 0}
        asked.append((vector["id"], {"op": "receipts"}, json.dumps(data).encode()))
    return asked


class NodeOracle:
    """npm's `canonicalize` in one long-lived Node process."""

    def __init__(self) -> None:
        command = ["node", str(ROOT / "tests" / "node" / "oracle.mjs")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def canonical(self, text: bytes) -> bytes | None:
        """Return the canonical bytes that Node reaches, or None where it refuses."""
        self.process.stdin.write(base64.b64encode(text) + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        return None if answer == b"-" else base64.b64decode(answer)

    def close(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def node() -> NodeOracle:
    """The Node oracle; the test is skipped where Node or its packages are missing."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (ROOT / "node_modules" / "canonicalize").is_dir():
        pytest.skip("npm's canonicalize is not installed: run npm ci")
    oracle = NodeOracle()
    yield oracle
    oracle.close()
