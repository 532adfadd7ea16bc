"""``examples/defend-a-number``: the story runs as it is told."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("shell", ["sh", "bash", "dash", "zsh"])
def test_the_script_leads_from_a_row_to_a_verdict(root: Path, tmp_path: Path, arf_environment: dict[str, str], shell: str) -> None:
    """Every step succeeds, the objection comes first, and arf and the shell reach one digest."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = root / "examples" / "defend-a-number" / "run.sh"
    command = [shell, str(script), str(tmp_path)]
    environment = {**arf_environment, "PYTHON": sys.executable}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert 0 == done.returncode, done.stdout + done.stderr
    assert "10 passed, 0 failed\n" in done.stdout
    first = done.stdout.index("! claim 5c1d8e0a-4b7f-4f0c-9a57-d6f1b2c3e411 is challenged (open)")
    assert done.stdout.index("Know first") < first < done.stdout.index("Rests on")
    digest = re.search(r"^sha256:([0-9a-f]{64})$", done.stdout, re.MULTILINE)
    assert digest is not None
    assert f"\n{digest[1]}  -\nBoth say the same.\n" in done.stdout
    assert "0 left out" in done.stderr
