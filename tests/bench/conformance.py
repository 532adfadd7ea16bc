"""The vendor kit with a program that does nothing: what the kit itself costs, beside a plain shell loop."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from arfpy.conformance import cases
from arfpy.conformance.command_protocol import stdin_of

from .peer import ROOT
from .timing import Comparison, interleave, timed

OURS = "arf conformance run"
LOOP = "a shell loop, nothing judged"
PIPE = "the requests piped through, nothing judged"
# Cases per second over JSON Lines that we mean to reach.
GOAL = 1000

NOOP = Path(__file__).resolve().parent / "noop.py"


def run(folder: Path, *, rounds: int = 5, only: str = "*") -> list[Comparison]:
    """Measure whole processes, from start to report, over every case that is chosen."""
    chosen = cases.chosen(cases.installed(), cases.OPS, [only])
    true = shutil.which("true")
    assert true is not None
    inputs = folder / "inputs"
    inputs.mkdir()
    for number, case in enumerate(chosen):
        (inputs / f"{number:05}").write_bytes(stdin_of(case))
    requests = folder / "requests.jsonl"
    requests.write_text("".join(f"{json.dumps(case.request())}\n" for case in chosen), encoding="utf-8")
    loop = f'for input in "$1"/*; do {true} digest <"$input" >"$1.out" 2>"$1.err"; done'
    python = sys.executable
    command = {OURS: _kit(only, f"{true} {{op}}"), LOOP: _work(["sh", "-c", loop, "loop", str(inputs)])}
    pipe = f'"{python}" "{NOOP}" <"$1" >"$1.out"'
    lines = {
        OURS: _kit(only, f"{python} {NOOP}", "--protocol", "jsonl"),
        PIPE: _work(["sh", "-c", pipe, "pipe", str(requests)]),
    }
    count = len(chosen)
    return [
        Comparison(
            f"The vendor kit, a process per case: {count} cases of a program that does nothing",
            count,
            "cases",
            interleave({name: timed(work) for name, work in command.items()}, rounds),
        ),
        Comparison(
            f"The vendor kit, JSON Lines: {count} cases of a program that does nothing",
            count,
            "cases",
            interleave({name: timed(work) for name, work in lines.items()}, rounds),
        ),
    ]


def _kit(only: str, command: str, *more: str) -> Callable[[], object]:
    arguments = ["--command", command, "--only", only, "--jobs", "2", *more]
    return _work([sys.executable, "-m", "arfpy", "conformance", "run", *arguments])


def _work(argv: list[str]) -> Callable[[], object]:
    # A program that does nothing fails most cases, so the kit ends with 1.
    return lambda: subprocess.run(argv, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
