"""``arf run tasks`` and ``arf run init``: what there is to do, and a candidate to start from."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...runs import publish
from ...runs.setup import lay_out
from ...runs.task import LANGUAGES, REFERENCE, STARTER, task_named
from ...runs.task import tasks as all_tasks
from .settings import JSON, listening, task_option


@click.command()
@JSON
def tasks(as_json: bool) -> int:
    """List the tasks, with their dimensions and weights."""
    found = list(all_tasks().values())
    if as_json:
        rows = [
            {**task.identity(), "description": task.description, "dimensions": dict(task.dimensions)} for task in found
        ]
        click.echo(json.dumps(rows, indent=2))
        return 0
    for task in found:
        click.echo(f"{task.id} {task.version}  {task.description}")
        click.echo("  " + ", ".join(f"{name} {weight:g}" for name, weight in task.dimensions))
    return 0


@click.command()
@click.argument("dest", type=click.Path(path_type=Path))
@task_option
@click.option("--language", type=click.Choice(LANGUAGES), default="python", show_default=True, help="Of the program.")
@click.option("--reference", is_flag=True, help="Write the reference, which resolves the task, and no empty start.")
def init(dest: Path, task: str, language: str, reference: bool) -> int:
    """Write a candidate to start from.

    DEST is a new folder. Beside the program it holds TASK.md, the task's protocol.
    """
    files = task_named(task).candidate_files(language, REFERENCE if reference else STARTER)
    with listening(progress=False), publish.new_folder(dest) as stage:
        lay_out(files, stage)
    click.echo(f"{dest}: {', '.join(sorted(files))}")
    return 0
