"""``arf receipt serve`` as a real process, asked over real HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

from site_tools.receipt_vectors.making import Making, keyring, make

VERIFY = "/v1/verify/eval-administration"
MINT = "/v1/mint/eval/administration"
TOKEN = "a-token-for-tests-only"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
JSON = {"Content-Type": "application/json"}
CAP = 640 * 1024
# A result that no answer and no log line may repeat.
RESULT = 0.7316494
FACTS = {
    "tenant_id": "tenant-acme",
    "administrator": {"id": "did:example:lab-3", "role": "independent testing laboratory"},
    "subject": {"id": "did:example:model-7", "role": "model under test"},
    "testset_ref": {
        "digest_sha256": "a8bc0d14a1c68dbdc54a6725c32581263143e9a80f92d27c69804adf3bda58ac",
        "item_count": 500,
        "committed_at": "2026-03-01T10:00:00.000Z",
        "disclosed_to_subject_at": "2026-03-10T08:55:00.000Z",
    },
    "relationship": {"administrator_to_subject": "unaffiliated"},
    "separation": {"selected_items_by": "third_party", "ran_evaluation_by": "administrator", "scored_results_by": "administrator"},
}
# The seed of the marked test key issuer-a, 32 bytes of 01.
KEY = {"private_key_version": 1, "key_id": "issuer-a", "seed_b64u": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE"}
MADE = make(Making(evar_body={"results": [{"metric": "accuracy", "value": RESULT}]}))


class Server:
    """A running server: its port, its process, and what it has written."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self.log_path = folder / "log.txt"
        with self.log_path.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=log)
        self.first_lines = [self.process.stdout.readline().decode() for _ in range(2)]
        match = re.fullmatch(r"arf: listening on http://127\.0\.0\.1:([0-9]+)\n", self.first_lines[0])
        assert match, self.log_path.read_text()
        self.port = int(match[1])

    def ask(self, path: str, body: bytes | None = None, headers: dict | None = None, method: str = "POST"):
        """Status, headers and value of one answer."""
        with contextlib.closing(HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, body, JSON if headers is None else headers)
            response = connection.getresponse()
            text = response.read()
            assert str(RESULT).encode() not in text
            assert response.headers["content-type"] == "application/json"
            return response.status, response.headers, json.loads(text)

    def raw(self, data: bytes, *, until: bytes = b"}") -> bytes:
        """Send bytes, leave the connection open, and return what comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall(data)
            answer = b""
            while not answer.endswith(until):
                piece = connection.recv(65536)
                if not piece:
                    break
                answer += piece
            return answer

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        return code

    def log(self) -> str:
        """What stands on stderr so far."""
        return self.log_path.read_text()


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory, arf_environment: dict[str, str]):
    """Start a server with options and a token; all are ended at last."""
    running = []

    def begin(*options: str, token: str | None = TOKEN, ring: dict | bytes | None = keyring("issuer-a", "issuer-b")) -> Server:
        folder = tmp_path_factory.mktemp("server")
        if ring is not None:
            (folder / "ring.json").write_bytes(ring if isinstance(ring, bytes) else json.dumps(ring).encode())
            options = ("--keyring", "ring.json", *options)
        (folder / "key.json").write_text(json.dumps(KEY))
        (folder / "key.json").chmod(0o600)
        environment = {name: value for name, value in arf_environment.items() if name != "ARF_MINT_TOKEN"}
        if token is not None:
            environment["ARF_MINT_TOKEN"] = token
        server = Server([sys.executable, "-m", "arfpy", "receipt", "serve", "--port", "0", *options], folder, environment)
        running.append(server)
        return server

    yield begin
    for server in running:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait(timeout=30)
            server.process.stdout.close()


@pytest.fixture(scope="module")
def server(start) -> Server:
    """One server that verifies and mints, for every test that does not stop it. Its log stays clean to the end."""
    found = start("--key", "key.json")
    yield found
    assert found.stop() == 0
    log = found.log()
    for secret in (TOKEN, str(RESULT), "tenant-acme", "did:example", "Traceback", "wrong-token", KEY["seed_b64u"], "sig_b64u"):
        assert secret not in log
    assert f"{VERIFY} 200" in log
    assert f"{MINT} 201" in log


def wrapped(receipt: bytes = MADE.receipt, evar: bytes | None = MADE.attestation, caller: bytes | None = None) -> bytes:
    """The text of a request to verify."""
    members = {b"receipt": receipt, b"evaluation_attestation": evar, b"caller_public_key_b64u": caller}
    return b"{" + b",".join(b'"%s":%s' % (name, text) for name, text in members.items() if text is not None) + b"}"


def minting(facts=FACTS, evar: bytes = MADE.attestation) -> bytes:
    """The text of a request to mint."""
    return b'{"facts":' + (facts if isinstance(facts, bytes) else json.dumps(facts).encode()) + b',"evaluation_attestation":' + evar + b"}"


# Verify


def test_a_valid_receipt_gets_its_report(server: Server):
    """200, fourteen gates passed, the attestation's report inside."""
    status, _, report = server.ask(VERIFY, wrapped())
    assert (status, report["valid"], report["evar"]["valid"]) == (200, True, True)
    assert [gate["status"] for gate in report["gates"]] == ["pass"] * 14


def test_the_receipt_alone_fails_the_link(server: Server):
    """Without the attestation the answer is 200 and a failure of gate 7, never valid."""
    status, _, report = server.ask(VERIFY, wrapped(evar=None))
    assert (status, report["valid"], report["failed_gate"]) == (200, False, {"number": 7, "name": "EVAR_LINK"})


@pytest.mark.parametrize(
    ("receipt", "gate"),
    [
        (MADE.receipt.replace(b'"item_count": 500', b'"item_count": 500.0').replace(b'"item_count":500', b'"item_count":500.0'), 1),
        (MADE.receipt.rstrip().removesuffix(b"}") + b',"key_id":"issuer-a"}', 1),
        (MADE.receipt.replace(b"testing laboratory", b"testing \x7flaboratory"), 1),
        (MADE.receipt.replace(b"testing laboratory", b"testing laboratories"), 3),
        (b"[" * 200_000 + b"]" * 200_000, 1),
        (b'"' + b"x" * 300_000 + b'"', 1),
        (b"null", 1), (b"[]", 1), (b'"text"', 1), (b"0", 1), (json.dumps(MADE.receipt.decode()).encode(), 1),
    ],
    ids=["500.0", "repeated member", "U+007F", "edited", "deep", "long text", "null", "array", "string", "number", "receipt as a string"],
)  # fmt: skip
def test_the_documents_own_text_is_judged(server: Server, receipt: bytes, gate: int):
    """What the gates refuse in a file they refuse in a request: 200 with the gate."""
    assert receipt != MADE.receipt
    status, _, report = server.ask(VERIFY, wrapped(receipt))
    assert (status, report["valid"], report["failed_gate"]["number"]) == (200, False, gate)


def test_white_space_around_a_document_is_the_wrappers(server: Server):
    """The limit of a document counts its own bytes; inside it, white space counts."""
    assert server.ask(VERIFY, wrapped(b" " * 150_000 + MADE.receipt + b"\n" * 150_000))[2]["valid"] is True
    assert server.ask(VERIFY, wrapped(b"{" + b" " * 300_000 + MADE.receipt[1:]))[2]["failed_gate"]["number"] == 1


@pytest.mark.parametrize("evar", [b"null", b'"text"', b"[]", b'{"a":1,"a":2}', b"[" * 100_000 + b"]" * 100_000, b'{"x":1.0}'])
def test_an_attestation_that_cannot_be_read_fails_the_link(server: Server, evar: bytes):
    """Another type, repeated members, depth, a spelling of a number: gate 7."""
    status, _, report = server.ask(VERIFY, wrapped(evar=evar))
    assert (status, report["failed_gate"]["number"]) == (200, 7)


@pytest.mark.parametrize("caller", [b"null", b"1", b"[]", b'{"key":"x"}', b"true"])
def test_a_callers_key_that_is_no_string_is_refused(server: Server, caller: bytes):
    """400, and no verdict."""
    status, _, answer = server.ask(VERIFY, wrapped(caller=caller))
    assert (status, answer["error"]) == (400, "wrapper")


def test_a_callers_key_that_is_no_key_counts_as_not_offered(server: Server):
    """Any string is taken, half a surrogate pair too; the verdict is that of the trusted key."""
    for caller in (b'"x"', b'""', b'"\\ud800"', b'"\\u0000"', '"é"'.encode()):
        status, _, report = server.ask(VERIFY, wrapped(caller=caller))
        assert (status, report["valid"]) == (200, True)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"{}", b'{"evaluation_attestation":{}}', b'{"receipt":{},"receipt":{}}', b'{"receipt":{},"extra":1}',
     b'{"receipt":NaN}', b'\xef\xbb\xbf{"receipt":{}}', b'{"receipt":"\xff"}', b'{"receipt":{}} {}', '{"receipt":{}}'.encode("utf-16")],
)  # fmt: skip
def test_what_is_not_such_a_request_is_400(server: Server, body: bytes):
    """Not JSON, another wrapper, or no receipt in it."""
    status, _, answer = server.ask(VERIFY, body)
    assert (status, set(answer)) == (400, {"error", "detail"})


@pytest.mark.parametrize(
    "headers",
    [{}, {"Content-Type": "text/plain"}, {"Content-Type": "application/json; charset=latin-1"}, {"Content-Type": "application/jsonx"},
     {**JSON, "Content-Encoding": "gzip"}, {"Content-Type": "application/x-www-form-urlencoded"}],
)  # fmt: skip
@pytest.mark.parametrize("path", [VERIFY, MINT])
def test_another_media_type_is_415(server: Server, path: str, headers: dict):
    """Only JSON in UTF-8, as it is; on both routes."""
    status, _, answer = server.ask(path, wrapped(), {**headers, **BEARER})
    assert status == 415
    assert set(answer) == {"error", "detail"}


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"', "application/json ; charset=UTF-8"])
def test_utf_8_may_be_said(server: Server, kind: str):
    """The parameter that names the one encoding changes nothing."""
    assert server.ask(VERIFY, wrapped(), {"Content-Type": kind})[0] == 200


def test_the_body_may_have_640_kib_and_no_byte_more(server: Server):
    """The cap is on the whole body: at it the answer is a verdict, beyond it 413, on both routes."""
    body = wrapped()
    assert server.ask(VERIFY, body + b" " * (CAP - len(body)))[0] == 200
    for path in (VERIFY, MINT):
        status, _, answer = server.ask(path, body + b" " * (CAP - len(body) + 1), {**JSON, **BEARER})
        assert (status, answer["error"]) == (413, "too_large")


def test_a_large_body_is_refused_by_its_length_alone(server: Server):
    """A stated length beyond the cap is answered before any byte of the body."""
    head = f"POST {VERIFY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {CAP + 1}\r\n\r\n"
    assert server.raw(head.encode()).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("path", [VERIFY, MINT])
def test_a_body_in_chunks_is_counted(server: Server, path: str):
    """Without a length the bytes are counted while they come: 413 at the first beyond the cap, though more could follow."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer {TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
    assert server.raw(head.encode() + chunk * 10 + b"1\r\n \r\n").startswith(b"HTTP/1.1 413 ")


def test_chunks_make_a_body_like_any(server: Server):
    """A request in chunks gets the verdict of the same request in one piece."""
    body = wrapped()
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(body[at : at + 700]), body[at : at + 700]) for at in range(0, len(body), 700))
    head = f"POST {VERIFY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    answer = server.raw(head.encode() + chunks + b"0\r\n\r\n", until=b"nothing: the server closes")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["valid"] is True


def test_other_routes_and_methods(server: Server):
    """404 and 405 in JSON like the rest; a slash at the end is another route, and neither leads anywhere else."""
    assert server.ask("/", method="GET")[0] == 404
    assert server.ask(f"{VERIFY}/", wrapped())[0] == 404
    assert server.ask("/v1/verify/eval/administration", wrapped())[0] == 404
    for path in (VERIFY, MINT):
        status, headers, _ = server.ask(path, method="GET")
        assert (status, headers["allow"]) == (405, "POST")


# Mint


def test_mint_gives_a_receipt_that_verifies(server: Server):
    """201, the class derived, and the same server finds it valid."""
    status, _, receipt = server.ask(MINT, minting(), {**JSON, **BEARER})
    assert (status, receipt["signed_body"]["independence_class"]) == (201, "independent")
    assert server.ask(VERIFY, wrapped(json.dumps(receipt).encode()))[2]["valid"] is True


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({**FACTS, "independence_class": "contracted"}, "independence_class"),
        ({**FACTS, "receipt_id": "rcpt_mine"}, "receipt_id"),
        ({**FACTS, "boundary": "mine"}, "boundary"),
        ({name: value for name, value in FACTS.items() if name != "separation"}, "separation"),
        ({**FACTS, "tenant_id": 7}, "tenant_id"),
        (b'{"tenant_id":"a","tenant_id":"b"}', "tenant_id"),
        (b'{"tenant_id":1.0}', "tenant_id"),
        (b"[]", ""),
        (b"[" * 100_000 + b"]" * 100_000, ""),
    ],
)
def test_facts_that_give_no_receipt_are_422(server: Server, facts, path: str):
    """Another class, a member that the server sets, a fact missing, of another type or spelled twice: named by its path."""
    status, _, answer = server.ask(MINT, minting(facts), {**JSON, **BEARER})
    assert (status, answer["error"], answer["path"], answer["report"]) == (422, "not_minted", path, None)


def test_a_gate_that_fails_is_422_with_the_report(server: Server):
    """Facts of the right shape whose receipt would not verify: the report says which gate, and nothing is given out."""
    facts = {**FACTS, "testset_ref": {**FACTS["testset_ref"], "committed_at": "2026-03-10T08:55:00.001Z"}}
    status, _, answer = server.ask(MINT, minting(facts), {**JSON, **BEARER})
    assert (status, answer["report"]["failed_gate"]) == (422, {"number": 10, "name": "TESTSET_PRECOMMITMENT"})
    assert "signed_body" not in answer


@pytest.mark.parametrize("evar", [b"null", b"{}", b'{"a":1,"a":1}', MADE.receipt])
def test_an_attestation_of_another_shape_is_422(server: Server, evar: bytes):
    """What cannot be linked is named under evar."""
    status, _, answer = server.ask(MINT, minting(evar=evar), {**JSON, **BEARER})
    assert (status, answer["path"].split(".")[0]) == (422, "evar")


@pytest.mark.parametrize("body", [b"", b"{}", b'{"facts":{}}', b'{"evaluation_attestation":{}}', b'{"facts":{},"evaluation_attestation":{},"key":1}', b"{"])
def test_another_request_to_mint_is_400(server: Server, body: bytes):
    """Not JSON, or another wrapper."""
    assert server.ask(MINT, body, {**JSON, **BEARER})[0] == 400


AUTHORIZATIONS = [
    "", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN.upper()}", f"Basic {TOKEN}", TOKEN, f"Bearer  {TOKEN}",
    "Bearer wrong-token", f"Bearer {TOKEN},{TOKEN}", f"Bearer\t{TOKEN}", f"Bearer {TOKEN} x", "Bearer \xe9", f'Bearer "{TOKEN}"',
]  # fmt: skip


@pytest.mark.parametrize("authorization", AUTHORIZATIONS)
def test_a_wrong_token_is_401(server: Server, authorization: str):
    """Another scheme, another token, one that begins or ends alike: 401, asking for Bearer."""
    headers = {**JSON, "Authorization": authorization.encode("latin-1")}
    status, answered, answer = server.ask(MINT, minting(), headers)
    assert (status, answered["www-authenticate"], answer["error"]) == (401, "Bearer", "unauthorized")


def test_two_tokens_are_401(server: Server):
    """Two fields, the right one among them, are no proof."""
    head = f"POST {MINT} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 0\r\n\r\n"
    assert server.raw(head.encode()).startswith(b"HTTP/1.1 401 ")


def test_the_schemes_name_has_no_case(server: Server):
    """`bearer` is Bearer (RFC 9110, 11.1)."""
    assert server.ask(MINT, minting(), {**JSON, "Authorization": f"bearer {TOKEN}"})[0] == 201


@pytest.mark.parametrize(
    "head",
    [
        "Content-Length: 1000\r\nContent-Type: application/json",
        "Content-Length: 1000\r\nExpect: 100-continue\r\nContent-Type: application/json",
        "Transfer-Encoding: chunked\r\nContent-Type: application/json",
        "Content-Length: 1000\r\nContent-Type: text/plain",
        f"Content-Length: {CAP * 1000}\r\nContent-Type: application/json",
        "Content-Length: 1000\r\nContent-Type: application/json\r\nAuthorization: Bearer wrong-token",
    ],
)
def test_401_comes_before_the_body(server: Server, head: str):
    """No byte of the body was sent, none is asked for by 100, and whatever else is wrong is not looked at."""
    answer = server.raw(f"POST {MINT} HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize(("options", "token"), [((), TOKEN), (("--key", "key.json"), None), (("--key", "key.json"), "")], ids=["no key", "no token", "an empty token"])
def test_without_key_or_token_nobody_mints(start, options: tuple, token: str | None):
    """Minting is off and says so at the start; then the right token, an empty one and none are all 401. Verify works."""
    server = start(*options, token=token)
    assert server.first_lines[1].startswith("arf: minting is off")
    for headers in (BEARER, {"Authorization": "Bearer "}, {"Authorization": "Bearer"}, {"Authorization": ""}, {}):
        assert server.ask(MINT, minting(), {**JSON, **headers})[0] == 401
    assert server.ask(VERIFY, wrapped())[2]["valid"] is True
    assert server.stop() == 0


# Running


def test_many_at_once_each_get_their_own_answer(server: Server):
    """Two hundred requests over sixteen connections: valid, failing, minted and refused ones do not mix."""
    edited = MADE.receipt.replace(b"testing laboratory", b"testing laboratories")
    kinds = [
        (VERIFY, wrapped(), JSON, 200, lambda a: a["valid"] is True),
        (VERIFY, wrapped(edited), JSON, 200, lambda a: a["failed_gate"]["number"] == 3),
        (MINT, minting(), {**JSON, **BEARER}, 201, lambda a: a["key_id"] == "issuer-a"),
        (MINT, minting(), JSON, 401, lambda a: a["error"] == "unauthorized"),
        (VERIFY, b"{", JSON, 400, lambda a: a["error"] == "wrapper"),
    ]

    def ask(number: int) -> bool:
        path, body, headers, status, holds = kinds[number % len(kinds)]
        answered, _, answer = server.ask(path, body, headers)
        return answered == status and holds(answer)

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(ask, range(200)))


def test_one_connection_serves_many_requests(server: Server):
    """A refusal before the body does not put the next request on the connection out of step."""
    with contextlib.closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        for path, body, headers, status in (
            (MINT, minting(), JSON, 401),
            (VERIFY, wrapped(), JSON, 200),
            (VERIFY, b" " * (CAP + 1), JSON, 413),
            (VERIFY, wrapped(), {"Content-Type": "text/plain"}, 415),
            (MINT, minting(), {**JSON, **BEARER}, 201),
        ):
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            response.read()
            assert response.status == status


def test_a_caller_who_goes_away_leaves_the_server_well(server: Server):
    """A connection cut in the middle of a body is forgotten."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(f"POST {VERIFY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{".encode())
    assert server.raw(b"no HTTP at all\r\n\r\n", until=b".").startswith(b"HTTP/1.1 400 ")
    assert server.ask(VERIFY, wrapped())[0] == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_running_requests_finish(start, number: int):
    """Told to stop in the middle of a request, the server takes no new connection, answers this one, and exits 0."""
    server = start()
    body = wrapped()
    head = f"POST {VERIFY} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nExpect: 100-continue\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())
        # Asked for the body: the request is running.
        assert connection.recv(65536).startswith(b"HTTP/1.1 100 ")
        stopped = threading.Thread(target=server.stop, args=(number,))
        stopped.start()
        with pytest.raises(ConnectionError):
            while server.process.poll() is None:
                socket.create_connection(("127.0.0.1", server.port), timeout=30).close()
                time.sleep(0.01)
        connection.sendall(body)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    stopped.join()
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["valid"] is True
    assert server.process.returncode == 0
    assert "Traceback" not in server.log()


def test_a_key_that_the_keyring_does_not_trust_is_refused_at_the_start(arf, tmp_path: Path):
    """Every mint would fail gate 2, so the server does not start: exit 2."""
    (tmp_path / "key.json").write_text(json.dumps(KEY))
    (tmp_path / "key.json").chmod(0o600)
    (tmp_path / "ring.json").write_text(json.dumps(keyring("issuer-b")))
    for options in (("--keyring", "ring.json"), ()):
        outcome = arf("receipt", "serve", "--port", "0", "--key", "key.json", *options)
        assert (outcome.code, outcome.out) == (2, "")
        assert "the keyring does not trust the key" in outcome.err


def test_a_port_in_use_or_a_bad_host_is_a_wrong_call(arf, server: Server):
    """Exit 2, with the address in the sentence and no traceback."""
    for options in (("--port", str(server.port)), ("--host", "no.such.host.invalid"), ("--host", "x" * 300)):
        outcome = arf("receipt", "serve", *options)
        assert outcome.code == 2
        assert outcome.err.startswith("arf: cannot listen on ")
        assert "Traceback" not in outcome.err


def test_without_the_extra_the_command_says_what_to_install(arf, tmp_path: Path):
    """Where Starlette cannot be imported: exit 2 and the command that installs it."""
    (tmp_path / "starlette").mkdir()
    (tmp_path / "starlette" / "__init__.py").write_text("raise ImportError('not here')\n")
    environment = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(Path(__file__).resolve().parents[2])])}
    outcome = arf("receipt", "serve", "--port", "0", env=environment)
    assert outcome.code == 2
    assert "arfpy[server]" in outcome.err
    assert arf("receipt", "--help", env=environment).code == 0


# The vectors

FOLDER = Path(__file__).resolve().parents[2] / "spec" / "v0.1" / "vectors" / "receipts"
VECTORS = json.loads((FOLDER / "manifest.json").read_bytes())["vectors"]
# Vectors whose receipt or attestation is no JSON, so that no request can hold it.
NOT_JSON = {"receipt-byte-order-mark", "receipt-count-nan"}


def _text(name: str | None) -> bytes | None:
    return None if name is None else (FOLDER / name).read_bytes()


@pytest.fixture(scope="module")
def by_keyring(start):
    """A server for each keyring of the vectors, and one without."""
    started: dict[str | None, Server] = {}

    def find(name: str | None) -> Server:
        if name not in started:
            started[name] = start(ring=_text(name))
        return started[name]

    return find


@pytest.fixture(scope="module")
def reports(arf_environment: dict[str, str]) -> dict[str, dict]:
    """What `arf receipt verify` says of every vector; those with the same attestation, keyring and caller's key in one call."""
    groups: dict[tuple, list[dict]] = {}
    for vector in VECTORS:
        groups.setdefault((vector["attestation"], vector["keyring"], vector["caller_key"]), []).append(vector)
    found = {}
    for (evar, ring, caller), vectors in groups.items():
        options = [("--attestation", evar and FOLDER / evar), ("--keyring", ring and FOLDER / ring), ("--caller-key", caller)]
        command = [sys.executable, "-m", "arfpy", "receipt", "verify", "--output", "json"]
        command += [part for name, value in options if value is not None for part in (name, str(value))]
        command += [str(FOLDER / vector["receipt"]) for vector in vectors]
        lines = subprocess.run(command, env=arf_environment, capture_output=True, timeout=60, check=False).stdout.splitlines()
        found |= {vector["id"]: json.loads(line) for vector, line in zip(vectors, lines, strict=True)}
    return found


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_every_vector_gets_the_report_of_the_command_line(by_keyring, reports: dict, vector: dict):
    """The answer is the JSON report of `arf receipt verify`, gate, path, reasons and advisories; 400 only for what is no JSON."""
    caller = vector["caller_key"]
    body = wrapped(_text(vector["receipt"]), _text(vector["attestation"]), None if caller is None else json.dumps(caller).encode())
    status, _, answer = by_keyring(vector["keyring"]).ask(VERIFY, body)
    if vector["id"] in NOT_JSON:
        assert (status, answer["error"], vector["expected"]["valid"]) == (400, "wrapper", False)
        return
    assert (status, answer) == (200, reports[vector["id"]])
    assert answer["valid"] == vector["expected"]["valid"]
