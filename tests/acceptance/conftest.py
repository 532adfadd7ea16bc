"""What the acceptance tests share: the command as a real process, and the published Endorsement."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass
class Outcome:
    """What a process left behind: its exit code, stdout and stderr."""

    code: int
    out: str
    err: str
    out_bytes: bytes


Arf = Callable[..., Outcome]


@pytest.fixture(scope="session")
def arf_environment(root: Path) -> dict[str, str]:
    """The environment of a process that runs this checkout from any folder."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    return {**environment, "PYTHONPATH": str(root), "COLUMNS": "80"}


@pytest.fixture
def arf(arf_environment: dict[str, str], tmp_path: Path) -> Arf:
    """Run ``arf`` with arguments in a folder of its own and return the outcome."""

    def run(*args: str | bytes, stdin: bytes = b"", env: dict[str, str] | None = None) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "arfpy", *args],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env={**arf_environment, **(env or {})},
            timeout=60,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"), done.stdout)

    return run


@pytest.fixture(scope="session")
def endorsement() -> bytes:
    """The published Endorsement, members in the published order."""
    return (
        b'{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
        b'"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","comment":"Strong evidence from the Shumailov et al. '
        b'paper. Model collapse is well-documented.","weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
    )


@pytest.fixture(scope="session")
def endorsement_digest() -> str:
    """The digest published for it."""
    return "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"
