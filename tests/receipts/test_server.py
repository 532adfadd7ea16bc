"""Faults of the server's own: an answer that says so, and a log that holds nothing of the request."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import socket
import sys
import threading
from http.client import HTTPConnection

import pytest
import uvicorn

from arfpy import receipts
from arfpy.cli.serve import _NoTraceback
from arfpy.receipts import administration, attestation, keys, server
from site_tools.receipt_vectors.making import Making, keyring, make
from tests.acceptance.test_serve import FACTS

SECRET = "value-of-a-caller"
MADE = make(Making())
VERIFY = b'{"receipt":' + MADE.receipt + b',"evaluation_attestation":' + MADE.attestation + b"}"
MINT = b'{"facts":' + json.dumps(FACTS).encode() + b',"evaluation_attestation":' + MADE.attestation + b"}"
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer token-for-tests"}
# A marked test key: its seed is 32 bytes of 01.
MINTER = server.Minter(keys.generate("issuer-a", seed=b"\x01" * 32), b"token-for-tests")


@pytest.fixture
def asked():
    """Ask a server that runs in this process, so that a gate of it can be broken; the log is what the command would write."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(_NoTraceback())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    app = server.application(receipts.load(keyring("issuer-a")), MINTER)
    running = uvicorn.Server(uvicorn.Config(app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False))
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
    port = listening.getsockname()[1]
    thread.start()

    def ask(path: str, body: bytes) -> tuple[int, dict]:
        with contextlib.closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
            connection.request("POST", path, body, HEADERS)
            response = connection.getresponse()
            return response.status, json.loads(response.read())

    yield ask
    running.should_exit = True
    thread.join()
    root.removeHandler(handler)
    root.setLevel(level)
    assert "fault" in log.getvalue() or "500" in log.getvalue()
    assert SECRET not in log.getvalue()
    assert "Traceback" not in log.getvalue()


def broken(_document) -> None:
    """A gate with a fault that carries what a caller sent."""
    raise KeyError(SECRET)


@pytest.mark.parametrize("number", [1, 5, 7, 14])
def test_a_fault_in_a_gate_is_500_with_the_report(asked, monkeypatch: pytest.MonkeyPatch, number: int):
    """That gate fails, the report says that the fault is ours, and nothing after it ran."""
    gates = list(administration.GATES)
    gates[number - 1] = (gates[number - 1][0], broken)
    monkeypatch.setattr(administration, "GATES", tuple(gates))
    status, report = asked(server.VERIFY, VERIFY)
    assert (status, report["valid"], report["internal_error"], report["reason"]) == (500, False, True, "internal error")
    assert report["failed_gate"]["number"] == number
    assert [gate["status"] for gate in report["gates"]] == ["pass"] * (number - 1) + ["fail"] + ["not_run"] * (14 - number)


def test_a_fault_in_the_attestations_gates_is_500_too(asked, monkeypatch: pytest.MonkeyPatch):
    """It fails gate 8, and the report says that the fault is ours."""
    monkeypatch.setattr(attestation, "GATES", (*attestation.GATES[:-1], ("ITEM_FLOOR", broken)))
    status, report = asked(server.VERIFY, VERIFY)
    assert (status, report["valid"], report["internal_error"], report["failed_gate"]["number"]) == (500, False, True, 8)


def test_a_fault_while_minting_is_500_and_gives_out_nothing(asked, monkeypatch: pytest.MonkeyPatch):
    """A gate that breaks on the receipt just made: the report, and no receipt."""
    monkeypatch.setattr(administration, "GATES", (*administration.GATES[:-1], ("NO_SCORE_RESTATEMENT", broken)))
    status, answer = asked(server.MINT, MINT)
    assert (status, answer["report"]["internal_error"], answer["report"]["failed_gate"]["number"]) == (500, True, 14)
    assert "signed_body" not in answer


@pytest.mark.parametrize(("path", "body"), [(server.VERIFY, VERIFY), (server.MINT, MINT)])
def test_a_fault_outside_of_the_gates_is_500_without_a_verdict(asked, monkeypatch: pytest.MonkeyPatch, path: str, body: bytes):
    """No report, no value, no traceback: that it failed is all that is said."""
    monkeypatch.setattr(server, "members", broken_reader)
    status, answer = asked(path, body)
    assert (status, answer) == (500, {"error": "internal", "detail": "The server failed. No verdict was reached."})


def broken_reader(*_arguments) -> None:
    """A reader of requests with a fault that carries what a caller sent."""
    raise RuntimeError(SECRET)


def test_log_lines_never_hold_an_exceptions_text():
    """What a library logs with an exception becomes the kind of the exception, whatever its message says."""
    try:
        int(SECRET)
    except ValueError:
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception: %s", (SECRET,), sys.exc_info())
    line = _NoTraceback().format(record)
    assert line.endswith("ERROR internal fault: ValueError")


def test_the_minter_shows_neither_key_nor_token():
    """Its text, such as a debugger or an error would show it, names the key's id only."""
    assert "token-for-tests" not in repr(MINTER)
    assert "issuer-a" in repr(MINTER)
    assert "x01" not in repr(MINTER)
