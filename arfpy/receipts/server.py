"""The HTTP interface (clause receipts.http): verify for anyone, mint for whoever holds the token.

Only ``arf receipt serve`` loads this module; it needs the extra ``server``. What is logged of a request is its route,
its status and its time: no token, no body and no value of a report ever reaches a log line.
"""

from __future__ import annotations

import hmac
import json
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from ..canonical import receipt_form
from . import administration
from . import mint as minting
from .request import RequestError, members

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .keyring import Keyring
    from .keys import SigningKey

VERIFY = "/v1/verify/eval-administration"
MINT = "/v1/mint/eval/administration"
MAX_BODY = 640 * 1024

_LOG = logging.getLogger("arf.server")
_VERIFY_REQUIRED = frozenset({"receipt"})
_VERIFY_OPTIONAL = frozenset({"evaluation_attestation", "caller_public_key_b64u"})
_MINT_REQUIRED = frozenset({"facts", "evaluation_attestation"})


@dataclass(frozen=True, slots=True)
class Minter:
    """What minting takes: the key to sign with, and the token that callers have to show. Neither is ever shown."""

    key: SigningKey
    token: bytes = field(repr=False)

    def admits(self, authorization: list[str]) -> bool:
        """Say whether the fields ``Authorization`` of a request are one, with the token, in constant time."""
        if len(authorization) != 1 or not self.token:
            return False
        scheme, _, shown = authorization[0].partition(" ")
        return hmac.compare_digest(shown.encode("latin-1"), self.token) and scheme.lower() == "bearer"


class _Refused(Exception):  # noqa: N818 - an answer to the caller, not an error of the program
    """The request gets no verdict: status, code and a sentence that repeats nothing of it."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail


def application(keyring: Keyring | None, minter: Minter | None) -> Starlette:
    """Return the two routes as an ASGI application.

    :param keyring: the trusted keys, or None: then every receipt fails gate 2.
    :param minter: None where minting is off: then every request to mint is answered with 401.
    """

    async def verify(request: Request) -> Response:
        body = await _body(request)
        return await run_in_threadpool(_verify, body, keyring)

    async def mint(request: Request) -> Response:
        if keyring is None or minter is None or not minter.admits(request.headers.getlist("authorization")):
            raise _Refused(401, "unauthorized", "Minting takes the header Authorization with the server's token.")
        body = await _body(request)
        return await run_in_threadpool(_mint, body, keyring, minter)

    routes = [
        Route(path, _answering(path, endpoint), methods=["POST"]) for path, endpoint in ((VERIFY, verify), (MINT, mint))
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _no_route})
    app.router.redirect_slashes = False
    return app


def _answering(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[..., Awaitable[Response]]:
    """Wrap an endpoint: refusals and faults become answers here, so that nothing above prints a traceback."""

    async def answer(request: Request) -> Response:
        start = time.perf_counter()
        try:
            response = await endpoint(request)
        except _Refused as refusal:
            response = _error(refusal.status, refusal.code, refusal.detail)
            if refusal.status == 401:
                response.headers["WWW-Authenticate"] = "Bearer"
        except ClientDisconnect:
            response = _error(400, "incomplete", "The request ended before its body did.")
        except Exception as error:  # noqa: BLE001 - whatever it is, its text may hold a value: only its kind is said
            _LOG.error("%s internal fault: %s", path, type(error).__name__)
            response = _error(500, "internal", "The server failed. No verdict was reached.")
        _LOG.info("%s %d %.1f ms", path, response.status_code, (time.perf_counter() - start) * 1e3)
        return response

    return answer


async def _no_route(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "the handler is registered for these"
    _LOG.info("no route %d", error.status_code)
    detail = f"The routes are POST {VERIFY} and POST {MINT}."
    response = _error(error.status_code, "no_route", detail)
    response.headers.update(error.headers or {})
    return response


async def _body(request: Request) -> bytes:
    """Return the body, held to its type and its size before and while it is read."""
    media_type, _, parameter = request.headers.get("content-type", "").partition(";")
    charset = parameter.replace(" ", "").replace('"', "").lower()
    if media_type.strip().lower() != "application/json" or charset not in ("", "charset=utf-8"):
        raise _Refused(415, "media_type", "The body has to be application/json, in UTF-8.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise _Refused(415, "content_encoding", "The body has to be sent as it is, not compressed.")
    # Digits are all that the protocol below lets pass; a length that lies is its business too.
    if int(request.headers.get("content-length", "0")) > MAX_BODY:
        raise _too_large()
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise _too_large()
    return bytes(body)


def _too_large() -> _Refused:
    return _Refused(413, "too_large", f"The body is longer than {MAX_BODY} bytes.")


def _verify(body: bytes, keyring: Keyring | None) -> Response:
    given = _members(body, _VERIFY_REQUIRED, _VERIFY_OPTIONAL)
    caller_key = json.loads(given.get("caller_public_key_b64u", b"null").decode("utf-8"))
    if "caller_public_key_b64u" in given and not isinstance(caller_key, str):
        raise _Refused(400, "wrapper", "caller_public_key_b64u has to be a string.")
    report = administration.verify(given["receipt"], given.get("evaluation_attestation"), keyring, caller_key)
    found = report.as_dict()
    return _json(500 if found.get("internal_error") else 200, found)


def _mint(body: bytes, keyring: Keyring, minter: Minter) -> Response:
    given = _members(body, _MINT_REQUIRED, frozenset())
    try:
        facts = receipt_form.parse(given["facts"])
        minted = minting.mint(facts, given["evaluation_attestation"], minter.key, keyring)
    except receipt_form.ProfileError as error:
        return _not_minted(error.reason, error.path, None)
    except minting.MintRefused as refusal:
        report = refusal.report.as_dict() if refusal.report else None
        return _not_minted(refusal.reason, refusal.path, report)
    return _json(201, minted)


def _not_minted(reason: str, path: str, report: dict[str, Any] | None) -> Response:
    status = 500 if report and report.get("internal_error") else 422
    return _json(status, {"error": "not_minted", "detail": reason, "path": path, "report": report})


def _members(body: bytes, required: frozenset[str], optional: frozenset[str]) -> dict[str, bytes]:
    try:
        return members(body, required, optional)
    except RequestError as error:
        raise _Refused(400, "wrapper", f"{error.reason[0].upper()}{error.reason[1:]}.") from None


def _error(status: int, code: str, detail: str) -> Response:
    return _json(status, {"error": code, "detail": detail})


def _json(status: int, value: Any) -> Response:
    return Response(json.dumps(value), status, media_type="application/json")
