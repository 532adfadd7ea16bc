"""``arf run``: evaluate candidates, and work with the results that were saved."""

from __future__ import annotations

import click

from .catalogue import init, tasks
from .execution import audit, evaluate, repeat
from .saved import compare, trajectory, verify
from .suites import suite


@click.group()
def run() -> None:
    """Evaluate a candidate on a task, and compare, sum up and verify the results.

    A candidate is a folder with a program in it. It answers over its standard input and output; what it says about
    itself counts for nothing.

    Exit codes: 0 good, 1 assessed and not good, 2 not assessed, or the call is wrong, 130 interrupted, 70 arf itself
    failed.
    """


for command in (tasks, init, evaluate, repeat, suite, audit, compare, verify, trajectory):
    run.add_command(command)
