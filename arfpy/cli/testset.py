"""``arf testset``: commit to a test set without showing it, and open the commitment later."""

from __future__ import annotations

import click

from ..digest import expected_digest
from ..inputs import NDJSON
from ..receipts import private_files
from ..receipts import testset as commitment
from ..reporters.text import printable
from .documents import once_stdin
from .run import FAILED, OK
from .sources import Source, one_record

_ITEMS = click.argument("items", metavar="ITEMS")


@click.group()
def testset() -> None:
    """Commit to the items of a test set, and open the commitment."""


@testset.command()
@_ITEMS
@click.option("--opening", required=True, metavar="FILE", help="The new file for what opens the commitment.")
def commit(items: str, opening: str) -> int:
    """Print the digest of a test set, and how many items it holds.

    ITEMS holds one JSON value per line; it may be - for stdin. The opening file holds the salt, only you may read it,
    and it is never written over. Keep it: without it nobody can show that these were the items.
    """
    made = commitment.commit(Source(items, NDJSON).records())
    private_files.write(opening, made.text())
    click.echo(f"sha256:{made.digest}  {_items(len(made.items))}")
    return OK


@testset.command("open")
@_ITEMS
@click.option("--opening", required=True, metavar="FILE", help="The opening file.")
@click.option("--digest", required=True, help="The digest committed to, as the receipt states it.")
def open_(items: str, opening: str, digest: str) -> int:
    """Say whether these items, in this order, are those committed to.

    Exit code 0: they are. 1: they are not, with each item that differs.
    """
    once_stdin(items, opening)
    stated = expected_digest(digest)
    kept = commitment.load(one_record(opening, "json")[1].data)
    if stated != f"sha256:{kept.digest}":
        click.echo(f"DIFFERS {printable(items)}\n  the opening file is that of another digest, sha256:{kept.digest}")
        return FAILED
    found = commitment.differences(kept, Source(items, NDJSON).records())
    if found:
        click.echo("\n".join((f"DIFFERS {printable(items)}", *(f"  {sentence}" for sentence in found))))
        return FAILED
    click.echo(f"OPENED {printable(items)}\n  {_items(len(kept.items))}, in this order, give {stated}")
    return OK


def _items(count: int) -> str:
    return "1 item" if count == 1 else f"{count} items"
