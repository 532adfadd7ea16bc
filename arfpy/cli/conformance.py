"""``arf conformance``: the kit for whoever implements the standard."""

from __future__ import annotations

import json
import os
import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..conformance import answers as answer_file
from ..conformance import badge, cases, exporting, html, junit, report, text, workers, xfail
from ..conformance.command_protocol import PLACE, CommandProtocol
from ..conformance.jsonl_protocol import JsonLinesProtocol
from ..conformance.levels import LEVELS, levels_of
from ..conformance.outcomes import judge
from ..conformance.process import Limits
from ..errors import UsageError
from .options import spare, writer
from .progress import counted_bar
from .run import FAILED, OK

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..conformance.cases import Answer, Case

_ONLY = click.option(
    "--only",
    multiple=True,
    metavar="GLOB",
    help="Only the cases whose id matches, such as 'digest/numbers/*'; may be repeated.",
)
_FACES: dict[str, Callable[[dict[str, Any]], str]] = {
    "text": lambda found: "".join(f"{line}\n" for line in text.lines(found)),
    "json": report.dumps,
    "junit": junit.document,
    "html": html.page,
}


@click.group()
def conformance() -> None:
    """Put the vectors to any program, and report what it answers.

    The contract between this kit and a program is spec/v0.1/conformance.md. It is short.
    """


@conformance.command("list")
@click.option("--level", type=click.Choice(list(LEVELS)), help="Only the cases of one level.")
@_ONLY
def list_(level: str | None, only: tuple[str, ...]) -> int:
    """Print the id of every case, its clause and its levels."""
    for case in cases.chosen(cases.installed(), LEVELS[level] if level else cases.OPS, only):
        click.echo(f"{case.id}  {case.clause}  {','.join(levels_of(case))}")
    return OK


@conformance.command("export")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
def export(folder: Path) -> int:
    """Write vectors, requests and due answers into a new folder."""
    count = exporting.write(folder)
    click.echo(f"{count} cases in {folder}")
    return OK


@conformance.command("run")
@click.option("--command", metavar="COMMAND", help="The program, run without a shell; {op} is the operation.")
@click.option("--answers", "answers_file", metavar="FILE", help="Judge a file of answers instead of running a program.")
@click.option(
    "--protocol",
    type=click.Choice(["command", "jsonl"]),
    default="command",
    show_default=True,
    help="A process per case, or one that answers a request per line.",
)
@click.option("--ops", metavar="OP,OP", help=f"The operations that the program has. Without it: {','.join(cases.OPS)}.")
@_ONLY
@click.option("--xfail", "xfail_file", metavar="FILE", help="Ids or patterns of cases that are known to fail.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    help="Processes at a time. Without it: one per processor.",
)
@click.option(
    "--timeout", type=click.FloatRange(0.1, 3600), default=5.0, show_default=True, help="Seconds for one answer."
)
@click.option("--name", help="The name of the implementation in the report. Without it: the program's.")
@click.option("--version", "version", default="", help="Its version in the report.")
@click.option(
    "--output", type=click.Choice(list(_FACES)), default="text", show_default=True, help="The form of the report."
)
@click.option("--output-file", type=click.Path(dir_okay=False), help="Write the report there, not to stdout.")
def run(
    command: str | None,
    answers_file: str | None,
    protocol: str,
    ops: str | None,
    only: tuple[str, ...],
    xfail_file: str | None,
    jobs: int,
    timeout: float,
    name: str | None,
    version: str,
    output: str,
    output_file: str | None,
) -> int:
    """Put the cases to a program and report the outcome of each.

    Exit codes: 0 all as expected, 1 a case failed or an expected failure passed, 2 the call is wrong, 70 arf failed.
    """
    everything = cases.installed()
    if (command is None) == (answers_file is None):
        raise UsageError("one of --command and --answers is needed", "For example: --command './my-arf {op}'.")
    inputs = tuple(file for file in (answers_file, xfail_file) if file is not None)
    announced = (
        frozenset[str]()
        if xfail_file is None
        else xfail.read(_read(xfail_file), xfail_file, [c.id for c in everything])
    )
    if answers_file is not None:
        judged = _from_file(answers_file, everything, ops, only)
        setup = report.Setup(name or Path(answers_file).stem, version, _today(), "answers", "", only)
    else:
        assert command is not None
        chosen = cases.chosen(everything, _ops(ops), only)
        judged = _by_running(chosen, _program(command, protocol, chosen, timeout), jobs)
        setup = report.Setup(name or Path(shlex.split(command)[0]).name, version, _today(), protocol, _repeat(), only)
    outcomes = [judge(case, answer, announced=case.id in announced) for case, answer in judged]
    found = report.build(setup, everything, outcomes)
    with writer(output_file, inputs) as out:
        out.write(_FACES[output](found))
    return OK if all(outcome.as_expected for outcome in outcomes) else FAILED


@conformance.command("report")
@click.argument("report_file", metavar="REPORT")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into.",
)
@click.option(
    "--site", default="", metavar="URL", help="The address of a site with the specification, to link clauses to."
)
def report_(report_file: str, out: Path, site: str) -> int:
    """Make a page and a badge from a JSON report.

    Writes index.html, badge.svg, and badge.json for a shields endpoint.
    """
    found = report.load(_read(report_file), report_file)
    files = {
        "index.html": html.page(found, site),
        "badge.svg": badge.svg(found),
        "badge.json": json.dumps(badge.endpoint(found)) + "\n",
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        for file, content in files.items():
            spare(str(out / file), (report_file,))
            (out / file).write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}", "Choose another folder.") from None
    click.echo(f"{', '.join(files)} in {out}")
    return OK


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}", "Check the path."
        ) from None


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _repeat() -> str:
    """Return the command line of this run, without what only says where its report goes."""
    context = click.get_current_context()
    given = {parameter.name: parameter for parameter in context.command.params}
    words = ["arf", "conformance", "run"]
    for name, value in context.params.items():
        parameter = given[name]
        if name in ("output", "output_file", "jobs") or value in (parameter.default, None, ()):
            continue
        for one in value if isinstance(value, tuple) else (value,):
            words += [parameter.opts[0], f"{one:g}" if isinstance(one, float) else str(one)]
    return shlex.join(words)


def _ops(given: str | None) -> tuple[str, ...]:
    if given is None:
        return cases.OPS
    found = tuple(op.strip() for op in given.split(","))
    for op in found:
        if op not in cases.OPS:
            raise UsageError(
                f"{op or 'the empty text'} is not an operation", f"The operations are {', '.join(cases.OPS)}."
            )
    return found


def _program(
    command: str, protocol: str, chosen: Sequence[Case], timeout: float
) -> Callable[[], workers.VendorProtocol]:
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--command cannot be divided into words: {error}", "Close every quotation mark.") from None
    if not argv:
        raise UsageError("--command is empty", "For example: --command './my-arf {op}'.")
    has_place = any(PLACE in part for part in argv)
    if protocol == "jsonl" and has_place:
        raise UsageError("with --protocol jsonl there is no {op} in the command", "Each request names its operation.")
    if protocol == "command" and not has_place and len({case.op for case in chosen}) > 1:
        raise UsageError(
            "the command has no {op}, and there are several operations",
            "Put {op} where the operation goes, or give one with --ops.",
        )
    limits = Limits(timeout)
    return lambda: JsonLinesProtocol(argv, limits) if protocol == "jsonl" else CommandProtocol(argv, limits)


def _by_running(
    chosen: Sequence[Case], program: Callable[[], workers.VendorProtocol], jobs: int
) -> list[tuple[Case, Answer]]:
    found: dict[int, Answer] = dict(counted_bar(workers.run(chosen, program, jobs), len(chosen), "running"))
    return [(case, found[index]) for index, case in enumerate(chosen)]


def _from_file(
    path: str, everything: Sequence[Case], ops: str | None, only: tuple[str, ...]
) -> list[tuple[Case, Answer]]:
    data = sys.stdin.buffer.read() if path == "-" else _read(path)
    found = answer_file.read(data, path, everything)
    wanted = answer_file.operations(found) if ops is None else _ops(ops)
    chosen = cases.chosen(everything, wanted, only)
    return answer_file.filled(chosen, found)
