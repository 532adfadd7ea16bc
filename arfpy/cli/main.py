"""The command group and the one place where an error becomes an exit code."""

from __future__ import annotations

import os
import sys

import click

from .. import spec
from .._version import __version__
from ..errors import ArfError, UsageError
from .digest import canonicalize, digest
from .reproduce import reproduce
from .validate import validate

USAGE, INTERRUPTED, INTERNAL = 2, 130, 70


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arf", message=f"arf %(version)s (ARF v{spec.SPEC_VERSION}, provisional)")
def arf() -> None:
    """Check records of evaluation runs (ARF v0.1): verdicts, canonical bytes, digests.

    Exit codes: 0 all good, 1 something is invalid or differs, 2 the call is wrong or a path cannot be
    read, 70 arf itself failed.
    """


for command in (validate, canonicalize, digest, reproduce):
    arf.add_command(command)


def main(args: list[str] | None = None) -> None:
    """Run ``arf`` and exit with its code; no input makes a traceback."""
    # UTF-8 whatever the locale; names that are not UTF-8 are shown escaped instead of failing.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    sys.exit(_run(args))


def _run(args: list[str] | None) -> int:
    try:
        code = arf.main(args, prog_name="arf", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        return _say(f"arf: {error.message}", error.hint, USAGE)
    except click.ClickException as error:
        error.show()
        return USAGE
    except click.Abort:
        return _say("arf: interrupted", "", INTERRUPTED)
    except ArfError as error:
        return _say(f"arf: {error.diagnostics()}", "", 1)
    except BrokenPipeError:
        # The reader went away (arf … | head). Nothing more can be printed, and nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # noqa: BLE001 - our own fault, told apart by its exit code
        hint = spec.codes()["internal.fault"].next
        return _say(f"arf: internal fault: {type(error).__name__}: {error}", hint, INTERNAL)
    return code if isinstance(code, int) else 0


def _say(message: str, hint: str, code: int) -> int:
    click.echo(f"{message}\n{hint}".rstrip(), err=True)
    return code
