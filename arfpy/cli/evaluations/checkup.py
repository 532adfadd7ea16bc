"""``arf run doctor``: can this machine run a task."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...reporters.text import printable
from ...runs import cancel
from ...runs.doctor import diagnose
from ...runs.task import task_named
from .settings import (
    BACKEND,
    CLIENT,
    FAILED,
    IMAGE,
    ISOLATE,
    JSON,
    PASSED,
    check_walls,
    listening,
    open_backend,
    task_option,
)

_WORDS = {"passed": "ok", "failed": "FAILED", "not_checked": "not checked"}


@click.command()
@task_option
@BACKEND
@ISOLATE
@IMAGE
@CLIENT
@click.option("--candidate", type=click.Path(path_type=Path), help="Also check this candidate's folder.")
@JSON
def doctor(
    task: str,
    backend: str,
    isolate: bool,
    image: str,
    docker_command: str | None,
    candidate: Path | None,
    as_json: bool,
) -> int:
    """Say whether this machine can run a task; no candidate is run.

    Exit code 0: ready. 1: a check failed.
    """
    check_walls(backend, isolate)
    with listening(progress=False):
        report = diagnose(
            task_named(task),
            backend,
            # Nothing of the candidate is run, so there is nobody to trust.
            lambda: open_backend(backend, image, docker_command, trusted=True, isolate=isolate),
            candidate,
        )
        cancel.check()
    if as_json:
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo(f"{'READY' if report['ready'] else 'NOT READY'} {task} on {backend}")
        for check in report["checks"]:
            click.echo(f"  {check['name']}  {_WORDS[check['status']]}: {printable(check['detail'])}")
    return PASSED if report["ready"] else FAILED
