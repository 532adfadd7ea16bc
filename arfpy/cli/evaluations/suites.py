"""``arf run suite``: the jobs of one file, each held against its gate."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...errors import UsageError
from ...runs import publish
from ...runs.backends import Backend
from ...runs.files import ReportError, read_bytes
from ...runs.suite import config, plan
from ...runs.suite.run import run
from . import words
from .settings import CLIENT, ISOLATE, TRUST, code_of, listening, open_backend, out_option, progress_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@out_option("suite")
@click.option("--dry-run", is_flag=True, help="Print the plan as JSON, and run nothing.")
@TRUST
@ISOLATE
@CLIENT
@progress_option
def suite(
    file: Path,
    out: Path,
    dry_run: bool,
    trust_local: bool,
    isolate: bool,
    docker_command: str | None,
    progress: bool,
) -> int:
    """Run the jobs of a suite, each against its gate.

    FILE is TOML. Everything is frozen and resolved before the first job starts. Exit code 0: all jobs accepted.
    1: one was rejected. 2: one could not be assessed.
    """
    with listening(progress) as events:
        data = _read(file)
        declared = config.parse(data)
        candidates = {job.id: config.candidate_folder(job, file) for job in declared.jobs}
        planned = plan.plan(declared, {name: str(path) for name, path in candidates.items()})
        if dry_run:
            click.echo(json.dumps(planned, indent=2))
            return 0

        def open_wish(wish: config.Wish) -> Backend:
            return open_backend(
                wish.backend,
                wish.image,
                docker_command,
                trusted=trust_local,
                isolate=isolate and wish.backend == "local",
            )

        _check_trust(declared, trusted=trust_local or isolate)
        for candidate in candidates.values():
            publish.refuse_inside(out, candidate)
        with publish.new_folder(out) as stage:
            (stage / "suite.toml").write_bytes(data)
            report = run(declared, planned, candidates, open_wish, stage, events)
    click.echo("\n".join((*words.suite(report), words.saved(out))))
    return code_of(report, "accepted")


def _read(file: Path) -> bytes:
    try:
        return read_bytes(file, config.MAX_BYTES)
    except ReportError as error:
        raise UsageError(f"{file} {error.reason}", "Name the file of a suite.") from None


def _check_trust(declared: config.Suite, *, trusted: bool) -> None:
    """Refuse local jobs before anything is frozen."""
    local = [job.id for job in declared.jobs if job.runtime.backend == "local"]
    if local and not trusted:
        raise UsageError(
            f"{', '.join(local)} would run as you, and could read and change whatever you can",
            "Give --trust-local if you trust these candidates, or --isolate to put walls around them.",
        )
