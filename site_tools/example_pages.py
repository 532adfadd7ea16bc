"""An example on a page: what it shows, its text, and a link that opens the verifier with it loaded."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import posixpath
import re
import zlib
from typing import Any

from .examples import KIND, Example, parsed, read
from .receipt_blocks import made

_BLOCK = re.compile(rf"^```{KIND} .*?^```$", re.MULTILINE | re.DOTALL)
# Longer links are cut by mail programs and chats.
_LONGEST = 8192
_DOCUMENTS = ("receipt", "attestation", "keyring")
_SHOWN_POINTER = 40


def try_it(example: Example, src_uri: str) -> str:
    """Return the address of the verifier with an example loaded, relative to a page.

    The fragment holds the version of this form, the type (empty: inferred), the format of a file by line, and the
    bytes; for a receipt its documents. A fragment is not sent to any server.

    :param src_uri: the page's path below docs/.
    """
    top = _from(src_uri)
    if example.op == "receipt":
        documents = vars(made(example.data))
        given = [f"&{name}={_packed(documents[name])}" for name in _DOCUMENTS if documents[name] is not None]
        link = f"{top}verify/receipt/#v=1{''.join(given)}"
    else:
        form = "&format=ndjson" if example.op == "file" else ""
        link = f"{top}verify/#v=1&type={example.type or ''}{form}&r={_packed(example.data)}"
    if len(link) > _LONGEST:
        message = f"the example {example.id} is too long for a link"
        raise ValueError(message)
    return link


def _packed(data: bytes) -> str:
    """Return bytes deflated without a header (RFC 1951), in base64url without padding."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


def _from(src_uri: str) -> str:
    """Return the way from a page to the top of the site, as its address needs it."""
    folder, name = posixpath.split(src_uri.removesuffix(".md"))
    place = folder if name in {"index", "README"} else posixpath.join(folder, name)
    return "../" * len(place.split("/")) if place else ""


def block(example: Example, src_uri: str) -> str:
    """Return an example as Markdown: a heading line with the outcome, the text, and the link."""
    parts = [f'<div class="arf-ex arf-ex--{example.expect}" id="{example.anchor}" markdown>', _head(example), ""]
    parts.append(_fenced(_shown(example), "text" if example.expect == "reject" and example.op == "digest" else "json"))
    if example.canonical is not None:
        digest = hashlib.sha256(example.canonical).hexdigest()
        parts += [f"becomes {len(example.canonical)} bytes of canonical text:", "{ .arf-ex__then }", ""]
        parts += [
            _fenced(example.canonical.decode(), "json"),
            f"with the digest `sha256:{digest}`",
            "{ .arf-ex__then }",
            "",
        ]
    return "\n".join([*parts, _foot(example, src_uri), "", "</div>"])


def _head(example: Example) -> str:
    code = f" `{example.code}`" if example.code else ""
    if example.expect == "reject":
        line, _, column = (example.at or "").partition(":")
        where = f" at line {line}, column {column}" if column else f" at `{example.at}`"
        pointer = example.pointer if len(example.pointer) <= _SHOWN_POINTER else f"{example.pointer[:_SHOWN_POINTER]}…"
        where += f" (`{pointer}`)" if pointer else ""
        outcome = f'<strong class="arf-ex__verdict">Rejected</strong>{code}{where}'
    else:
        outcome = '<strong class="arf-ex__verdict">Accepted</strong>' + (f", with the warning{code}" if code else "")
    return f"\n{outcome}. {example.says}\n{{ .arf-ex__head }}\n"


def _shown(example: Example) -> str:
    if example.form == "hex":
        return " ".join(f"{byte:02x}" for byte in example.data)
    return example.data.decode()


def _fenced(text: str, language: str) -> str:
    return f"~~~{language}\n{text}\n~~~\n"


def _foot(example: Example, src_uri: str) -> str:
    name = f'<a href="#{example.anchor}">{example.id}</a>'
    if example.op == "links":
        return f"{name} · `arf links FILE` judges a set of records\n{{ .arf-ex__foot }}"
    link = f'<a class="arf-ex__try" href="{html.escape(try_it(example, src_uri))}" aria-label="Try it: {example.id}">'
    return f"{name} · {link}Try it</a>{_note(example)}\n{{ .arf-ex__foot }}"


def _note(example: Example) -> str:
    """Return what a reader has to know of the text that is shown, or of what the verifier says to it."""
    notes = []
    if example.form == "hex":
        notes.append("shown as bytes in hexadecimal")
    if example.op == "digest":
        notes.append("canonicalization only: the verifier also looks for a record type")
    if example.op == "receipt":
        notes.append("shown are the changes to a receipt that passes")
        if (key := made(example.data).caller_key) is not None:
            notes.append(f"a link carries no caller's key: `{key}`")
    return "".join(f" · {note}" for note in notes)


def rendered(markdown: str, src_uri: str) -> str:
    """Replace the blocks of a text by what a page shows of them."""

    def one(match: re.Match[str]) -> str:
        return block(parsed(posixpath.basename(src_uri), 0, match.group().split("\n")), src_uri)

    return _BLOCK.sub(one, markdown)


def entries() -> list[dict[str, Any]]:
    """Return every example, ready for JSON; inputs and canonical texts are hexadecimal bytes."""
    found = []
    for example in read():
        entry = {name: getattr(example, name) for name in ("id", "clause", "op", "type", "says", "expect", "code")}
        if example.expect == "reject":
            entry |= {"pointer": example.pointer, "at": example.at}
        entry |= {"file": example.file, "line": example.line}
        if example.op == "receipt":
            documents = vars(made(example.data))
            entry |= {name: text.hex() if isinstance(text, bytes) else text for name, text in documents.items()}
        else:
            entry["input"] = example.data.hex()
        if example.canonical is not None:
            digest = hashlib.sha256(example.canonical).hexdigest()
            entry |= {"canonical": example.canonical.hex(), "digest": f"sha256:{digest}"}
        found.append(entry)
    return found


def export() -> str:
    """Return all examples as one JSON text."""
    return json.dumps({"spec": "0.1", "encoding": "hex", "count": len(read()), "examples": entries()}, indent=1)
