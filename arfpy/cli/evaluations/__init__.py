"""``arf run``: evaluate candidates, and work with the results that were saved."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

# Each command and its module, in the order of the help.
_MODULES = {
    "tasks": "catalogue",
    "init": "catalogue",
    "evaluate": "execution",
    "repeat": "execution",
    "suite": "suites",
    "audit": "execution",
    "compare": "saved",
    "verify": "saved",
    "doctor": "checkup",
    "trajectory": "saved",
}


class _Commands(click.Group):
    """Imports a command when it is asked for: the others of ``arf`` start without what runs need."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the interface of click
        """Return the names in their order."""
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as above
        """Return a command, or None where there is none of that name."""
        if cmd_name not in _MODULES:
            return None
        command: Any = getattr(import_module(f".{_MODULES[cmd_name]}", __package__), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Commands)
def run() -> None:
    """Evaluate candidates, and work with the saved results.

    A candidate is a folder with a program in it. It answers over its standard input and output; what it says about
    itself counts for nothing.

    Exit codes: 0 good, 1 assessed and not good, 2 not assessed, or the call is wrong, 130 interrupted, 70 arf itself
    failed.
    """
