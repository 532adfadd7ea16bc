"""``arf run compare``, ``verify`` and ``trajectory``: what works on saved results and executes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ...errors import UsageError
from ...reporters.text import printable
from ...runs import comparison, publish, store
from ...runs import trajectory as trajectories
from ...runs.files import ReportError, parse_report, read_bytes, report_bytes
from ...runs.rules import check_evaluation
from ...runs.verify import verify as run_verification
from . import words
from .settings import FAILED, INVALID, JSON, PASSED, listening, out_option, translated


@click.command()
@click.argument("baseline", type=click.Path(path_type=Path))
@click.argument("current", type=click.Path(path_type=Path))
@out_option("compare")
def compare(baseline: Path, current: Path, out: Path) -> int:
    """Show which checks of two saved evaluations changed.

    Each is named by its file or its folder. They must share grader, cases, runtime and seeds. Exit code 0: nothing got
    worse. 1: something did. 2: they cannot be compared.
    """
    with listening(progress=False):
        paths = [path / "evaluation.json" if path.is_dir() else path for path in (baseline, current)]
        texts = [_read(path) for path in paths]
        reports = [_sound(path, text) for path, text in zip(paths, texts, strict=True)]
        report = comparison.compare(*reports)
        with publish.new_folder(out) as stage:
            for name, text in zip(("baseline.json", "current.json"), texts, strict=True):
                (stage / name).write_bytes(text)
            store.write_result(stage, "comparison.json", report)
    click.echo("\n".join((*words.comparison(report), words.saved(out))))
    return FAILED if report["has_regressions"] else PASSED


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except ReportError as error:
        raise UsageError(f"{path} {error.reason}", "Name the file evaluation.json of a run.") from None


def _sound(path: Path, text: bytes) -> dict[str, Any]:
    try:
        report = parse_report(text)
        check_evaluation(report)
    except ReportError as error:
        raise UsageError(f"{path}: {error.sentence()}", "Only sound evaluations can be compared.") from None
    return report


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@JSON
@click.option("--require-resolved", is_flag=True, help="Also require that every run in it is resolved.")
@click.option("--require-accepted", is_flag=True, help="Also require that a suite accepted all its jobs.")
def verify(path: Path, as_json: bool, require_resolved: bool, require_accepted: bool) -> int:
    """Compute a saved result again; nothing is executed.

    PATH is the file or the folder of an evaluation, audit, repetition, comparison or suite. Recorded cases of
    known tasks are generated and replayed as well. Exit code 0: all of it holds, even if the run was rejected. 1:
    it holds, and what was required is not met. 2: something does not hold.
    """
    with translated():
        found = run_verification(path)
        if require_accepted and found["verified"] and found["kind"] != "suite":
            raise UsageError("--require-accepted is for suites", "Name the folder of a suite, or leave it out.")
    if as_json:
        click.echo(json.dumps(found, indent=2))
    else:
        click.echo("\n".join(_lines(path, found)))
    return _code(found, require_resolved, require_accepted)


def _lines(path: Path, found: dict[str, Any]) -> list[str]:
    name = printable(str(path))
    if not found["verified"]:
        return [f"REFUSED {name}", f"  {printable(found['error'])}"]
    count = len(found["files"])
    said = [
        "all cases assessed" if found["records_valid"] else "not every case was assessed",
        "resolved" if found["fully_resolved"] else "not resolved",
    ]
    if "accepted" in found:
        said.append("accepted" if found["accepted"] else "not accepted")
    if "has_regressions" in found:
        said.append("with regressions" if found["has_regressions"] else "no regression")
    said.append("cases replayed" if found["replayed"] else "a task is unknown here, its cases were not replayed")
    return [
        f"VERIFIED {name}  {found['kind']} in {count} {'file' if count == 1 else 'files'}: {', '.join(said)}",
        f"  {found['scope']}",
    ]


def _code(found: dict[str, Any], require_resolved: bool, require_accepted: bool) -> int:
    if not found["verified"]:
        return INVALID
    unmet = (require_resolved and not found["fully_resolved"]) or (require_accepted and not found["accepted"])
    if not unmet:
        return PASSED
    return FAILED if found["records_valid"] else INVALID


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The new file for the trajectory.")
def trajectory(file: Path, out: Path) -> int:
    """State the area below scores over time.

    FILE is JSON: {"schema_version": "evalarc.trajectory-input.v1", "unit": "minutes", "budget": 60, "checkpoints":
    [{"at": 5, "evaluation": "a/evaluation.json"}]}. A score holds from its instant to the next one.
    """
    with listening(progress=False):
        report = trajectories.trajectory(file)
        publish.new_file(out, report_bytes(report))
    click.echo(
        f"{report['area']:.8g} of the budget of {report['budget']:g} {printable(report['unit'])}  {printable(str(out))}"
    )
    return PASSED
