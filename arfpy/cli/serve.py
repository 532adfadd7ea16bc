"""``arf receipt serve``: the HTTP interface for receipts. The one command that opens a socket."""

from __future__ import annotations

import logging
import os
import signal
import socket
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from ..receipts import keys
from .documents import KEYRING, load_keyring

if TYPE_CHECKING:
    from ..receipts.keyring import Keyring
    from ..receipts.server import Minter

TOKEN = "ARF_MINT_TOKEN"  # noqa: S105 - the name of the variable that holds it
_WAITING = 2048
# Seconds that running requests have left once the server is told to stop.
_GRACE = 10


class _NoTraceback(logging.Formatter):
    """Lines without tracebacks: the text of an exception may hold what a caller sent."""

    def format(self, record: logging.LogRecord) -> str:
        kind = record.exc_info[0] if record.exc_info else None
        said = f"internal fault: {kind.__name__}" if kind is not None else record.getMessage()
        return f"{self.formatTime(record)} {record.levelname} {said}"


@click.command()
@KEYRING
@click.option("--key", "key_file", metavar="FILE", help=f"The private key to mint with. Callers need {TOKEN}.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8321, show_default=True, help="0 takes a free one.")
def serve(keyring_file: str | None, key_file: str | None, host: str, port: int) -> int:
    """Verify receipts over HTTP, and mint them against a token.

    Minting needs a key and, in the environment variable ARF_MINT_TOKEN, the token that callers have to show; without
    both, every request to mint is answered with 401. SIGTERM and SIGINT stop the server when running requests are
    done.
    """
    try:
        import uvicorn

        from ..receipts import server
    except ImportError:
        message = "the server needs the packages of the extra server: starlette and uvicorn"
        raise UsageError(message, "Install them: python3 -m pip install 'arfpy[server]'.") from None
    keyring = load_keyring(keyring_file)
    minter = _minter(key_file, keyring)
    listening = _listen(host, port)
    _log_to_stderr()
    config = uvicorn.Config(
        server.application(keyring, minter),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=_WAITING,
        timeout_graceful_shutdown=_GRACE,
    )
    running = uvicorn.Server(config)
    # uvicorn raises the signal again when it is done; it then meets these, and the exit code stays 0.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, running.handle_exit)
    address, bound = listening.getsockname()[:2]
    click.echo(f"arf: listening on http://{f'[{address}]' if ':' in address else address}:{bound}")
    click.echo(f"arf: minting is {'on' if minter else f'off: it takes --key and {TOKEN}'}")
    running.run(sockets=[listening])
    return 0


def _minter(key_file: str | None, keyring: Keyring | None) -> Minter | None:
    """Return what minting takes, or None where it is off. :raises UsageError: the keyring does not trust the key."""
    from ..receipts.server import Minter

    if key_file is None:
        return None
    key = keys.read(key_file)
    if keyring is None or keyring.resolve(key.key_id) != key.public():
        raise UsageError("the keyring does not trust the key to mint with", "Add its entry to the keyring.")
    token = os.environ.get(TOKEN, "")
    return Minter(key, os.fsencode(token)) if token else None


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=_WAITING)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot listen on {host} port {port}: {reason}", "Choose another host or port.") from None
    # Accepted sockets inherit it. Without it an answer, written in two pieces, waits 40 ms for the first to be
    # acknowledged: asyncio sets it only on sockets that say which protocol they are, and these do not.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _log_to_stderr() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(_NoTraceback())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
