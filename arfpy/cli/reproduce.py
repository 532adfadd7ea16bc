"""``arf reproduce``: the line that prints the same digest without this library."""

from __future__ import annotations

import click

from ..errors import UsageError
from ..reproduce import SAVED_FILE, SHELLS, file_line, is_pastable, line, needs_file, quote_posix, quote_powershell
from .digest import bytes_of, refuse
from .options import INPUT_FORMAT, spare
from .sources import one_record


@click.command()
@click.argument("file", metavar="FILE[:LINE]")
@click.option("--shell", type=click.Choice(SHELLS), default="posix", show_default=True, help="The shell, or Python.")
@INPUT_FORMAT
def reproduce(file: str, shell: str, input_format: str | None) -> int:
    """Print a line that computes the digest without arf.

    Copy it and paste it at a prompt of the shell named. FILE:LINE picks one record of a file that holds one per
    line; FILE may be - for stdin.

    A record too long for a line, or with characters that a terminal acts on, gets two lines: the first, for your
    shell, saves its canonical bytes with arf to record.canonical.json; the second hashes that file without arf.
    """
    source, record = one_record(file, input_format)
    result = bytes_of(source, record)
    if result.canonical is None:
        return refuse(result)
    if not needs_file(result.canonical):
        click.echo(line(result.canonical, shell))
        return 0
    if not (source.rereadable and is_pastable(file)):
        message = f"the record cannot be pasted as text, and {source.name} cannot be named in a line instead"
        raise UsageError(message, "Save the record under a plain file name and give that.")
    spare(SAVED_FILE, (source.path,))
    quote = quote_powershell if shell == "powershell" else quote_posix
    forced = f" --input-format {input_format}" if input_format else ""
    click.echo(f"arf canonicalize{forced} --output-file {SAVED_FILE} -- {quote(file)}")
    click.echo(file_line(shell))
    return 0
