"""The vectors, by implementations that are not ours: rfc8785 under Python; canonicalize and ajv under Node.

Where one of them differs, the tables say so and why.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import rfc8785

PROJECT = Path(__file__).resolve().parents[2]
SPEC = PROJECT / "spec" / "v0.1"
VECTORS = {
    vector["id"]: vector | {"folder": path.parent, "op": manifest["op"]}
    for path in sorted(SPEC.glob("vectors/*/manifest.json"))
    for manifest in [json.loads(path.read_bytes())]
    for vector in manifest["vectors"]
    if manifest["op"] in {"digest", "validate"}
}
ACCEPTED = [name for name, vector in VECTORS.items() if vector["result"] == "accept"]
READABLE = [
    name for name, vector in VECTORS.items() if vector.get("verdict") != "unreadable" and vector["op"] == "validate"
]

BEYOND = "rfc8785 refuses every integer beyond 2^53 - 1"
RFC8785_DIFFERS = {
    "ex-long-integers-kept": BEYOND,
    "idempotent-mixed": BEYOND,
    "idempotent-numbers": BEYOND,
    "integer-1e20": BEYOND,
    "integer-1e21": BEYOND,
    "integer-1e22": BEYOND,
    "integer-2-1023": BEYOND,
    "integer-2-53": BEYOND,
    "integer-2-53-plus-2": BEYOND,
    "integer-2-60": BEYOND,
    "integer-2-60-own-spelling": BEYOND,
    "integer-2-63": BEYOND,
    "integer-2-68": BEYOND,
    "integer-block-2-53": BEYOND,
    "integer-max-double": BEYOND,
    "integer-own-spelling-largest": BEYOND,
    "integer-snowflake-even": BEYOND,
}

# The other codes of strict parsing go beyond the grammar, and JSON.parse has no rule for them.
REFUSED_BY_JSON_PARSE = {
    "json.invalid-utf8",
    "json.byte-order-mark",
    "json.empty",
    "json.trailing-content",
    "json.syntax",
    "number.not-finite",
}

AJV_ACCEPTS = {
    "ex-local-without-hash": "no schema says what txHash is on chain local",
    "chain-record-tx-hash-local": "no schema says what txHash is on chain local",
    "instant-leap-second": "ajv-formats takes second 60 at the end of a day",
    "instant-leap-second-never": "ajv-formats takes second 60 at the end of a day",
    "instant-lower-case-t": "ajv-formats takes a lower-case t",
    "instant-lower-case-z": "ajv-formats takes a lower-case z",
    "instant-offset-hours-only": "ajv-formats takes an offset without minutes",
    "instant-offset-no-colon": "ajv-formats takes an offset without a colon",
    "instant-space-for-t": "ajv-formats takes a space",
    "instant-ten-decimals": "ajv-formats takes any number of decimals",
    "instant-year-0": "ajv-formats takes the year 0000",
    "local-chain-no-prefix": "no schema says what txHash is on chain local",
    "local-chain-other-hash": "no schema says what txHash is on chain local",
    "uri-port-letters": "ajv-formats takes a port of letters",
    "uuid-urn": "ajv-formats takes the prefix urn:uuid:",
}


def _read(name: str, part: str) -> bytes:
    data: bytes = (VECTORS[name]["folder"] / VECTORS[name][part]).read_bytes()
    return data


@pytest.mark.parametrize("name", ACCEPTED)
def test_rfc8785_reaches_the_same_bytes(name: str) -> None:
    """rfc8785 reaches the canonical bytes of every vector, except those it is known to refuse."""
    if name in RFC8785_DIFFERS:
        with pytest.raises(rfc8785.IntegerDomainError):
            rfc8785.dumps(json.loads(_read(name, "input")))
    else:
        assert _read(name, "canonical") == rfc8785.dumps(json.loads(_read(name, "input")))


@pytest.mark.node
@pytest.mark.parametrize("name", ACCEPTED)
def test_canonicalize_reaches_the_same_bytes(name: str, node: Any) -> None:
    """JSON.parse and canonicalize reach the canonical bytes of every vector."""
    assert _read(name, "canonical") == node.canonical(_read(name, "input"))


@pytest.mark.node
@pytest.mark.usefixtures("node")
def test_node_reaches_the_same_digests() -> None:
    """node:crypto hashes the canonical bytes of every vector to the digest stated."""
    script = """
    const { createHash } = require('crypto');
    const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    const digest = (hex) => 'sha256:' + createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
    process.stdout.write(JSON.stringify(given.map(digest)));
    """
    asked = json.dumps([_read(name, "canonical").hex() for name in ACCEPTED]).encode()
    done = subprocess.run(["node", "-e", script], input=asked, capture_output=True, check=True, timeout=60)
    assert [VECTORS[name]["digest"] for name in ACCEPTED] == json.loads(done.stdout)


@pytest.mark.node
@pytest.mark.parametrize("name", [name for name in VECTORS if VECTORS[name].get("code") in REFUSED_BY_JSON_PARSE])
def test_what_the_grammar_refuses_is_refused_by_json_parse(name: str, node: Any) -> None:
    """A vector refused as no JSON text in UTF-8 is none to Node."""
    assert node.canonical(_read(name, "input")) is None


@pytest.fixture(scope="module")
def ajv() -> dict[str, bool]:
    """Whether ajv accepts the record of each vector of the validation sets; skipped where ajv is not installed."""
    if not all((PROJECT / "node_modules" / package).is_dir() for package in ("ajv", "ajv-formats")):
        pytest.skip("npm's ajv is not installed: run npm ci")
    schemas = {path.name.split(".")[0]: json.loads(path.read_bytes()) for path in (SPEC / "schemas").glob("*.json")}
    types = {vector["type"] for vector in VECTORS.values() if vector.get("type")}
    records = [{"id": name, "type": VECTORS[name]["type"], "text": _read(name, "input").decode()} for name in READABLE]
    asked = {"schemas": {name: schemas[name] for name in sorted(types)}, "records": records}
    script = PROJECT / "tests" / "node" / "schemas.mjs"
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(asked).encode(), capture_output=True, check=True, timeout=120
    )
    answers: dict[str, bool] = json.loads(done.stdout)
    return answers


@pytest.mark.node
@pytest.mark.parametrize("name", READABLE)
def test_ajv_gives_the_same_verdict(name: str, ajv: dict[str, bool]) -> None:
    """The reference's validator accepts and refuses the same records, except those listed."""
    assert (VECTORS[name]["result"] == "accept" or name in AJV_ACCEPTS) == ajv[name]
