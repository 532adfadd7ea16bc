"""The HTTP interface under load: one worker, several connections that never wait, every answer looked at."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from . import peer

TARGET = 200  # requests per second
_ROUTE = "/v1/verify/eval-administration"
_LISTENING = re.compile(r"listening on http://127\.0\.0\.1:([0-9]+)")


@dataclass(frozen=True)
class Load:
    """What a run under load saw. ``lost`` counts requests without the verdict that was due."""

    connections: int
    seconds: float
    answered: int
    lost: int
    waits: list[float]

    @property
    def rate(self) -> float:
        """Answers per second."""
        return self.answered / self.seconds


def run(body: bytes, keyring: Path, *, seconds: float = 10, connections: int = 8) -> Load:
    """Start ``arf receipt serve`` and send one request after the other over every connection.

    :param body: a request that is due the verdict valid. :param keyring: the file of trusted keys.
    """
    with _server(keyring) as port:
        _client(port, body, time.perf_counter() + 1, [])  # the first requests load what later ones find loaded
        outcomes: list[float | None] = []
        start = time.perf_counter()
        clients = [
            threading.Thread(target=_client, args=(port, body, start + seconds, outcomes)) for _ in range(connections)
        ]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        spent = time.perf_counter() - start
    waits = [wait for wait in outcomes if wait is not None]
    return Load(connections, spent, len(waits), len(outcomes) - len(waits), waits)


def _client(port: int, body: bytes, until: float, outcomes: list[float | None]) -> None:
    with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        while (start := time.perf_counter()) < until:
            try:
                connection.request("POST", _ROUTE, body, {"Content-Type": "application/json"})
                response = connection.getresponse()
                answered = response.status == 200 and response.read().startswith(b'{"valid": true')
            except (OSError, HTTPException):
                answered = False
            outcomes.append(time.perf_counter() - start if answered else None)
            if not answered:
                connection.close()


@contextlib.contextmanager
def _server(keyring: Path) -> Iterator[int]:
    command = [sys.executable, "-m", "arfpy", "receipt", "serve", "--keyring", str(keyring), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(peer.ROOT)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8", env=environment
    ) as process:
        try:
            assert process.stdout is not None
            match = _LISTENING.search(process.stdout.readline())
            if match is None:
                raise RuntimeError("arf receipt serve did not start")
            yield int(match[1])
        finally:
            process.terminate()
