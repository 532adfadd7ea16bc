"""``arf run evaluate``, ``repeat`` and ``audit``: what runs candidates, once, several times, or known ones."""

from __future__ import annotations

from pathlib import Path

import click

from ...errors import UsageError
from ...runs import detect, publish, store
from ...runs.evaluate import evaluate as run_evaluation
from ...runs.repeat import repeat as run_repetition
from ...runs.repetition import MAX_ATTEMPTS
from ...runs.setup import prepared
from ...runs.task import LANGUAGES, task_named
from . import words
from .settings import SEEDS, Running, code_of, listening, out_option, running_options, task_option

_CANDIDATE = click.argument("candidate", type=click.Path(path_type=Path))


@click.command()
@_CANDIDATE
@task_option
@SEEDS
@out_option("evaluate")
@running_options
def evaluate(candidate: Path, task: str, seeds: tuple[int, ...], out: Path, running: Running, progress: bool) -> int:
    """Evaluate a candidate on a task.

    CANDIDATE is the folder that holds its program. Exit code 0: resolved, every check of every case is true. 1:
    assessed, and not resolved. 2: not assessed.
    """
    definition = task_named(task)
    with listening(progress) as events:
        backend = running.open_backend()
        _check_places(candidate, out)
        with (
            publish.new_folder(out) as stage,
            prepared(candidate, definition, backend, running.limits()) as runtime,
        ):
            with store.event_file(stage) as sink:
                report = run_evaluation(definition, runtime, seeds, events.also(sink))
            store.write_result(stage, "evaluation.json", report)
    click.echo("\n".join((*words.evaluation(report), words.saved(out))))
    return code_of(report, "resolved")


@click.command()
@_CANDIDATE
@task_option
@SEEDS
@click.option(
    "--attempts", type=click.IntRange(1, MAX_ATTEMPTS), default=3, show_default=True, help="How often it is evaluated."
)
@out_option("repeat")
@running_options
def repeat(
    candidate: Path, task: str, seeds: tuple[int, ...], attempts: int, out: Path, running: Running, progress: bool
) -> int:
    """Evaluate one frozen candidate several times.

    CANDIDATE is the folder that holds its program. The first attempt that cannot be assessed is the last. No
    attempt is picked or tried again.
    """
    definition = task_named(task)
    with listening(progress) as events:
        backend = running.open_backend()
        _check_places(candidate, out)
        with (
            publish.new_folder(out) as stage,
            prepared(candidate, definition, backend, running.limits()) as runtime,
        ):
            with store.event_file(stage) as sink:
                report = run_repetition(
                    definition,
                    runtime,
                    seeds,
                    attempts,
                    events.also(sink),
                    lambda number, attempt: store.write_attempt(stage, number, attempt),
                )
            store.write_result(stage, "repetition.json", report)
    click.echo("\n".join((*words.repetition(report), words.saved(out))))
    return code_of(report, "all_attempts_resolved")


@click.command()
@task_option
@click.option("--language", type=click.Choice(LANGUAGES), default="python", show_default=True, help="Of the controls.")
@SEEDS
@out_option("audit")
@running_options
def audit(task: str, language: str, seeds: tuple[int, ...], out: Path, running: Running, progress: bool) -> int:
    """Check that the grader of a task catches every declared fault.

    The reference must pass, and each fault must fail in the dimension that it was made for.
    """
    with listening(progress) as events:
        backend = running.open_backend()
        with publish.new_folder(out) as stage:
            with store.event_file(stage) as sink:
                report = detect.audit(task_named(task), language, backend, running.limits(), seeds, events.also(sink))
            store.write_result(stage, "audit.json", report)
    click.echo("\n".join((*words.audit(report), words.saved(out))))
    return code_of(report, "passed")


def _check_places(candidate: Path, out: Path) -> None:
    if not candidate.is_dir():
        raise UsageError(f"the candidate {candidate} is not a folder", "Name the folder that holds the program.")
    publish.refuse_inside(out, candidate)
