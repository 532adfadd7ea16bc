"""The command group and the one place where an error becomes an exit code."""

from __future__ import annotations

import os
import sys

import click

from .. import spec
from .._version import __version__
from ..errors import UsageError
from ..reporters.text import printable
from .attestation import attestation
from .bundle import bundle
from .conformance import conformance
from .digest import canonicalize, digest
from .disclosure import disclosure
from .evaluations import run
from .exporting import export
from .importing import import_
from .links import links
from .receipt import receipt
from .reproduce import reproduce
from .run import INTERNAL, USAGE
from .testset import testset
from .trace import trace
from .validate import validate

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arf", message=f"arf %(version)s (ARF v{spec.SPEC_VERSION}, provisional)")
def arf() -> None:
    """Run evaluations, check records of them, and mint and verify receipts about them.

    ARF v0.1 is provisional. Nothing here opens a network connection; arf receipt
    serve alone waits for some.

    Exit codes: 0 all good, 1 something is invalid or differs, 2 the call is wrong or a path cannot be
    read, 70 arf itself failed.
    """


for command in (
    validate,
    canonicalize,
    digest,
    reproduce,
    links,
    trace,
    bundle,
    disclosure,
    import_,
    export,
    receipt,
    attestation,
    testset,
    run,
    conformance,
):
    arf.add_command(command)


def main(args: list[str] | None = None) -> None:
    """Run ``arf`` and exit with its code; no input makes a traceback."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115 - there is nobody to complain to
    if sys.stdout is None:
        sys.exit(_say("stdout is closed", "Redirect it to /dev/null if only the exit code is wanted.", USAGE))
    # UTF-8 whatever the locale; a character that is not one is shown escaped instead of failing.
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    sys.exit(_run(args))


def _run(args: list[str] | None) -> int:
    try:
        code = arf.main(args, prog_name="arf", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        return _say(error.message, error.hint, USAGE)
    except click.ClickException as error:
        error.show()
        return USAGE
    except click.Abort:
        return _say("interrupted", "", INTERRUPTED)
    except OSError as error:
        return _output_lost(error)
    except Exception as error:  # noqa: BLE001 - our own fault, told apart by its exit code
        return _fault(error)
    return code if isinstance(code, int) else 0


def _output_lost(error: OSError) -> int:
    if isinstance(error, BrokenPipeError):
        # The reader went away (arf … | head). Nothing more can be printed, and nothing is wrong.
        return _give_up_stdout(1)
    # Opening a file names it in the error; writing to one that is open does not.
    if error.errno is None or error.filename is not None:
        return _fault(error)
    hint = "What was written is not complete. Make room, or write elsewhere."
    return _give_up_stdout(_say(f"cannot write the output: {error.strerror}", hint, USAGE))


def _fault(error: Exception) -> int:
    try:
        hint = spec.codes()["internal.fault"].next
    except (OSError, ValueError, LookupError, TypeError):
        hint = "The data of the standard is damaged here. Install arfpy again."
    return _say(f"internal fault: {type(error).__name__}: {error}", hint, INTERNAL)


def _say(message: str, hint: str, code: int) -> int:
    click.echo(f"arf: {printable(message)}\n{printable(hint)}".rstrip(), err=True)
    return code


def _give_up_stdout(code: int) -> int:
    """Send what stdout still holds to nowhere, so that the interpreter does not try it again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
