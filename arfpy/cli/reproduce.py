"""``arf reproduce``: the line that prints the same digest without this library."""

from __future__ import annotations

import click

from ..check import Check
from ..reproduce import SAVED_FILE, SHELLS, file_line, line, needs_file, quote_posix, quote_powershell
from .digest import refuse
from .options import INPUT_FORMAT
from .sources import one_record


@click.command()
@click.argument("file", default="-", metavar="FILE[:LINE]")
@click.option("--shell", type=click.Choice(SHELLS), default="posix", help="The shell, or a Python prompt.")
@INPUT_FORMAT
def reproduce(file: str, shell: str, input_format: str | None) -> int:
    """Print a line to copy and paste that computes the digest of one record.

    A record too long for a line, or with characters that a terminal acts on, gets two lines: the first
    saves its canonical bytes to a file, the second hashes the file.
    """
    source, record = one_record(file, input_format)
    result = Check(schema=False).record(record.data, source.name, record.line)
    if result.canonical is None:
        return refuse(result)
    if not needs_file(result.canonical):
        click.echo(line(result.canonical, shell))
        return 0
    quote = quote_powershell if shell == "powershell" else quote_posix
    forced = f" --input-format {input_format}" if input_format else ""
    click.echo(f"arf canonicalize{forced} --output-file {SAVED_FILE} -- {quote(file)}")
    click.echo(file_line(shell))
    return 0
