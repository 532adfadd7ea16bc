"""What the commands of ``arf run`` share: how candidates are started, which cases run, and who hears of it."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import UsageError
from ...runs import cancel
from ...runs.events import Events, line
from ...runs.faults import EnvironmentFault
from ...runs.files import ReportError
from ...runs.limits import Limits
from ...runs.task import tasks
from .bar import bar

if TYPE_CHECKING:
    from ...runs.backends import Backend

PASSED, FAILED, INVALID = 0, 1, 2
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

_TASK = click.option(
    "--task", type=click.Choice(sorted(tasks())), default="durable-kv", show_default=True, help="What is to be done."
)
_PROGRESS = click.option("--progress", is_flag=True, help="Say on stderr what is happening, one JSON object per line.")


def task_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the choice of a task."""
    return _TASK(command)


def _positive(_context: click.Context, parameter: click.Parameter, value: float) -> float:
    if not (isfinite(value) and 0 < value < 2**63):
        raise click.BadParameter("it must be a positive number", param=parameter)
    return value


def _distinct(_context: click.Context, parameter: click.Parameter, value: tuple[int, ...]) -> tuple[int, ...]:
    if len(value) > 100 or len(set(value)) != len(value):
        raise click.BadParameter("give 1 to 100 seeds that differ", param=parameter)
    return value


SEEDS = click.option(
    "--seed",
    "seeds",
    type=click.IntRange(-(2**63), 2**63 - 1),
    multiple=True,
    default=(17, 41, 97),
    show_default=True,
    callback=_distinct,
    help="Picks the inputs; may be repeated.",
)
TRUST = click.option(
    "--trust-local", is_flag=True, help="Run local candidates as yourself: they can do whatever you can."
)
ISOLATE = click.option("--isolate", is_flag=True, help="Put bubblewrap's walls around local candidates.")
CLIENT = click.option("--docker-command", metavar="PROGRAM", help="Call this instead of docker; or set EVALARC_DOCKER.")
BACKEND = click.option(
    "--backend", type=click.Choice(["docker", "local"]), default="docker", show_default=True, help="Where it runs."
)
IMAGE = click.option("--image", default="python:3.12-slim", show_default=True, help="A Docker image of this machine.")
_RUNNING = (
    BACKEND,
    TRUST,
    ISOLATE,
    IMAGE,
    CLIENT,
    click.option("--timeout", default=10.0, show_default=True, callback=_positive, help="Seconds for one answer."),
    click.option("--case-timeout", default=60.0, show_default=True, callback=_positive, help="Seconds for one case."),
    click.option(
        "--output-limit",
        type=click.IntRange(1, 2**63 - 1),
        default=1_048_576,
        show_default=True,
        help="Bytes that one process may write.",
    ),
)


@dataclass(frozen=True, slots=True)
class Running:
    """How candidates are started, as asked for on the command line."""

    backend: str
    trust_local: bool
    isolate: bool
    image: str
    docker_command: str | None
    timeout: float
    case_timeout: float
    output_limit: int

    def limits(self) -> Limits:
        """Return the limits on time and output."""
        return Limits(self.timeout, self.case_timeout, self.output_limit)

    def open_backend(self) -> Backend:
        """Return the backend. :raises UsageError: it is not trusted, or not there."""
        return open_backend(
            self.backend, self.image, self.docker_command, trusted=self.trust_local, isolate=self.isolate
        )


def open_backend(backend: str, image: str, client: str | None, *, trusted: bool, isolate: bool) -> Backend:
    """Return a backend. :raises UsageError: a local one is neither trusted nor isolated, or it is not there."""
    check_walls(backend, isolate)
    if backend == "docker":
        from ...runs.backends.docker import docker

        return docker(image, client)
    if isolate:
        from ...runs.backends.isolated import isolated

        return isolated()
    if not trusted:
        raise UsageError(
            "a local candidate runs as you, and can read and change whatever you can",
            "Give --trust-local if you trust it, or --isolate to put walls around it.",
        )
    from ...runs.backends.local import Local

    return Local()


def check_walls(backend: str, isolate: bool) -> None:
    """Refuse walls around a container, which has its own. :raises UsageError: both were asked for."""
    if backend == "docker" and isolate:
        raise UsageError("--isolate is for local candidates", "Add --backend local, or leave it out.")


def running_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of :class:`Running`; the command is given one as ``running``."""

    @functools.wraps(command)
    def with_running(**given: Any) -> Any:
        fields = {name: given.pop(name) for name in Running.__dataclass_fields__}
        return command(running=Running(**fields), **given)

    wrapped: Callable[..., Any] = with_running
    for option in reversed(_RUNNING):
        wrapped = option(wrapped)
    return _PROGRESS(wrapped)


def progress_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--progress``."""
    return _PROGRESS(command)


def out_option(command_name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option for the folder of the results."""
    return click.option(
        "--out",
        type=click.Path(path_type=Path),
        default=Path("runs", command_name),
        show_default=True,
        help="A new folder for the results.",
    )


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turn what the infrastructure or an input causes in the block into a UsageError."""
    try:
        yield
    except EnvironmentFault as fault:
        raise UsageError(fault.message) from None
    except ReportError as error:
        raise UsageError(error.sentence()) from None


@contextlib.contextmanager
def listening(progress: bool) -> Iterator[Events]:
    """Return where a run says what it is doing, for the block: lines on stderr, a bar on a terminal, or nothing.

    Signals wait for a moment that can bear them. Errors are translated.
    """
    with cancel.deferred(last=True), contextlib.ExitStack() as stack:
        events = Events(_to_stderr) if progress else Events(*stack.enter_context(bar()))
        say = events.say if progress else _nothing
        try:
            with translated():
                yield events
        except KeyboardInterrupt:
            say("run_cancelled")
            raise
        except UsageError as error:
            say("run_error", message=error.message)
            raise


def _nothing(_event: str, **_members: Any) -> None:
    pass


def _to_stderr(event: dict[str, Any]) -> None:
    # Whoever stopped listening does not stop the run.
    with contextlib.suppress(OSError):
        click.echo(line(event), nl=False, err=True)


def code_of(result: dict[str, Any], good: str) -> int:
    """Return the exit code of a result. :param good: the member that says it is good."""
    if not result["valid"]:
        return INVALID
    return PASSED if result[good] else FAILED
