"""The published examples, and every number and digest that the texts of the standard state.

What is expected comes from the texts themselves; it is computed again by rfc8785 under Python, and by JSON.stringify,
npm's canonicalize and node:crypto under Node. arfpy takes no part.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from typing import Any

import pytest
import rfc8785

from site_tools.clauses import SPEC, Section, sections

EXAMPLES = SPEC / "examples"
COUNTS = {
    "artifact": 1, "bundle": 1, "challenge": 1, "claim": 3, "endorsement": 3, "question": 2, "source": 3, "validator": 2,
}
PUBLISHED_CLAIM = (
    '{"id":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3","statement":"Training language models on their own synthetic outputs'
    ' leads to progressive degradation of output quality, a phenomenon termed \\"model collapse\\".","confidence":"high",'
    '"sourceIds":["bafb465b-47be-45fd-b94f-ea6599153e4f"],"questionId":"7ebb02e3-c3db-4010-a03c-13d7e7ca4df8",'
    '"status":"published","tags":["model collapse","synthetic data"],"origin":"human","reviewStatus":"unreviewed",'
    '"createdBy":"Alice Chen","createdAt":"2026-03-25T20:17:56.727Z","updatedAt":"2026-03-25T20:17:56.727Z"}'
)
PUBLISHED_ENDORSEMENT = (
    '{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    '"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49","comment":"Strong evidence from the Shumailov et al. paper.'
    ' Model collapse is well-documented.","weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
PUBLISHED_DIGEST = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"


def _lines(name: str) -> list[str]:
    text = (EXAMPLES / f"{name}.ndjson").read_bytes().decode("utf-8")
    assert text.endswith("\n")
    return text.removesuffix("\n").split("\n")


def _records(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _lines(name)]


def _digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _section(file: str, title: str) -> Section:
    return next(section for section in sections(SPEC / file) if section.title == title)


def _rows(section: Section) -> list[list[str]]:
    """The cells of a section's tables, without the headings."""
    lines = [line for _, line in section.body if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "`" in line]


def _blocks(section: Section) -> list[str]:
    """The contents of a section's code blocks; an example and its canonical text are two."""
    text = "\n".join(line for _, line in section.fenced)
    found = re.findall(r"```[^\n]+\n(.*?)\n```", text, re.DOTALL)
    return [part for block in found for part in block.split("\n=>\n")]


def _node(script: str, given: Any) -> Any:
    """What a Node script answers about a JSON value, which it finds in `given`."""
    whole = f"const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));\n{script}"
    done = subprocess.run(
        ["node", "-e", whole], input=json.dumps(given).encode(), capture_output=True, check=True, timeout=60
    )
    return json.loads(done.stdout)


# The example set


def test_the_published_records_are_byte_for_byte() -> None:
    """The first Claim and the first Endorsement are the published ones, byte for byte."""
    assert PUBLISHED_CLAIM == _lines("claim")[0]
    assert PUBLISHED_ENDORSEMENT == _lines("endorsement")[0]


def test_the_published_digest_is_reached() -> None:
    """The published Endorsement has 293 canonical bytes and the published digest."""
    data = rfc8785.dumps(json.loads(_lines("endorsement")[0]))
    assert (293, PUBLISHED_DIGEST) == (len(data), _digest(data))


def test_the_set_is_the_published_one() -> None:
    """The files and the number of records in each are those of the published set."""
    assert COUNTS == {path.stem: len(_lines(path.stem)) for path in EXAMPLES.iterdir()}
    assert 16 == sum(COUNTS.values())


def test_every_link_resolves_inside_the_set() -> None:
    """Every reference names a record of the set, of the type that links.json says."""
    ids = {name: {record["id"] for record in _records(name)} for name in COUNTS if name != "bundle"}
    followed = 0
    for link in json.loads((SPEC / "links.json").read_bytes())["links"]:
        for record in _records(link["from"]) if link["from"] in COUNTS else []:
            held = record.get(link["field"], [])
            for one in held if isinstance(held, list) else [held]:
                assert one in ids[link["to"]]
                followed += 1
    assert followed > 15


def test_whoever_resolved_a_challenge_is_in_the_set() -> None:
    """resolvedBy is no link, but in this set it names a Validator."""
    ids = {record["id"] for record in _records("validator")}
    assert all(record["resolvedBy"] in ids for record in _records("challenge"))


def test_the_bundle_is_made_of_the_records() -> None:
    """Each object in the bundle has the values of the record with its id, and nothing the Artifact names is missing."""
    bundle, artifact = _records("bundle")[0], _records("artifact")[0]
    pairs = [(bundle["artifact"], [artifact]), (bundle["question"], _records("question"))]
    pairs += [(claim, _records("claim")) for claim in bundle["claims"]]
    pairs += [(source, _records("source")) for source in bundle["sources"]]
    for part, records in pairs:
        record = next(record for record in records if record["id"] == part["id"])
        assert part == {name: record[name] for name in part}
    assert artifact["claimIds"] == [claim["id"] for claim in bundle["claims"]]
    assert artifact["sourceIds"] == [source["id"] for source in bundle["sources"]]
    assert artifact["questionId"] == bundle["question"]["id"]


def test_the_digest_of_the_bundle_is_stated_everywhere_alike() -> None:
    """bundle.md and the Artifact state the size and the digest that rfc8785 reaches."""
    data = rfc8785.dumps(_records("bundle")[0])
    section = _section("bundle.md", "The example")
    assert [_digest(data)] == _blocks(section)
    assert f"canonical bytes are {len(data)}" in section.text
    assert _digest(data) == _records("artifact")[0]["contentHash"]


@pytest.mark.node
def test_node_reaches_the_digest_of_the_bundle(node: Any) -> None:
    """canonicalize reaches the digest of the bundle, too."""
    assert _blocks(_section("bundle.md", "The example")) == [_digest(node.canonical(_lines("bundle")[0].encode()))]


def test_the_source_that_is_a_vector_has_its_hash() -> None:
    """The Source that names a vector carries the hash of that vector's input."""
    source = next(record for record in _records("source") if record["type"] == "dataset")
    name = re.search(r"vector ([a-z-]+)", source["title"]).group(1)
    data = (SPEC / "vectors" / "canonicalization" / f"{name}.input.json").read_bytes()
    assert source["contentHash"] == _digest(data)


# The numbers of canonicalization.md


def _number_table() -> list[tuple[str, str | None, str | None]]:
    """Each row of the table of numbers: token, canonical text or None, code or None."""
    found = []
    for token, outcome, _ in _rows(_section("canonicalization.md", "Number text")):
        code = re.search(r"`(number\.[a-z-]+)`", outcome)
        text = None if outcome.startswith("refused") else re.match(r"`([^`]+)`", outcome).group(1)
        found.append((token.strip("`"), text, code and code.group(1)))
    return found


NUMBERS = _number_table()


def test_the_table_of_numbers_is_read() -> None:
    """The rows are found, accepted, refused and warned about."""
    assert len(NUMBERS) > 25
    assert {None, "number.overflow", "number.inexact-integer", "number.not-finite", "number.underflow"} == {
        code for _, _, code in NUMBERS
    }


@pytest.mark.parametrize(("token", "text", "code"), NUMBERS)
def test_rfc8785_agrees_about_a_number(token: str, text: str | None, code: str | None) -> None:
    """A number of the table has the text that rfc8785 gives its double, or a reason to be refused or warned about."""
    double = float(token)
    if code in ("number.overflow", "number.not-finite"):
        with pytest.raises(rfc8785.FloatDomainError):
            rfc8785.dumps(double)
    elif code == "number.inexact-integer":
        assert int(double) != int(token)
        assert rfc8785.dumps(double).decode() != token
    else:
        assert text == rfc8785.dumps(double).decode()
        assert (code == "number.underflow") == (double == 0 and re.search("[1-9]", token.partition("e")[0]) is not None)


@pytest.mark.node
def test_node_agrees_about_the_numbers() -> None:
    """JSON.stringify gives each accepted number its text; each refused one is changed, or no JSON, to JavaScript."""
    script = """
    const see = (token) => {
      try { JSON.parse(token); } catch { return 'not JSON'; }
      const text = JSON.stringify(JSON.parse(token));
      if (text === 'null') return 'infinite';
      const inexact = /^-?[0-9]+$/.test(token) && BigInt(Number(token)) !== BigInt(token) && text !== token;
      return inexact ? 'inexact' : text;
    };
    process.stdout.write(JSON.stringify(given.map(see)));
    """
    refusals = {"number.overflow": "infinite", "number.inexact-integer": "inexact", "number.not-finite": "not JSON"}
    wanted = [refusals[code] if text is None else text for _, text, code in NUMBERS]
    assert wanted == _node(script, [token for token, _, _ in NUMBERS])


@pytest.mark.node
def test_the_example_of_key_order(node: Any) -> None:
    """The two names sort as shown in both implementations, and otherwise by code point."""
    given, canonical = _blocks(_section("canonicalization.md", "Order of members"))
    assert canonical.encode() == rfc8785.dumps(json.loads(given)) == node.canonical(given.encode())
    assert json.dumps(json.loads(given), sort_keys=True, ensure_ascii=False, separators=(",", ":")) == given != canonical


# The worked example and the wrong digests


def _worked_example() -> list[str]:
    return _blocks(_section("canonicalization.md", "The worked example"))


@pytest.mark.node
def test_the_worked_example(node: Any) -> None:
    """The four stages and the shell line are those of the published Endorsement, in both implementations."""
    received, canonical, shown, digest, command = _worked_example()
    data = canonical.encode()
    assert PUBLISHED_ENDORSEMENT == received
    assert data == rfc8785.dumps(json.loads(received)) == node.canonical(received.encode())
    assert f"{data[:16].hex(' ')}\n…\n{data[-16:].hex(' ')}" == shown
    assert PUBLISHED_DIGEST == digest
    assert f"printf '%s' '{canonical}' | shasum -a 256" == command


@pytest.mark.node
def test_the_shell_line_gives_the_digest() -> None:
    """The shell line, run as it is printed, prints the digits of the digest."""
    command = _worked_example()[-1].replace("shasum -a 256", "{ command -v shasum >/dev/null && shasum -a 256 || sha256sum; }")
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, text=True)
    assert PUBLISHED_DIGEST.removeprefix("sha256:") == done.stdout.split()[0]


def _mistakes() -> dict[str, bytes]:
    """What each row of the tables of wrong digests says was hashed, made here from the row's words."""
    received, canonical = _worked_example()[:2]
    value = json.loads(canonical)
    city = '{"city":"Zürich"}'
    return {
        "the canonical bytes": canonical.encode(),
        "with a newline (LF)": canonical.encode() + b"\n",
        "with a newline (CRLF)": canonical.encode() + b"\r\n",
        "with a byte-order mark": b"\xef\xbb\xbf" + canonical.encode(),
        "the text as received": received.encode(),
        "a space after each colon and comma": json.dumps(value, sort_keys=True).encode(),
        "pretty-printed": json.dumps(value, sort_keys=True, indent=2).encode(),
        "the weight written as 5.0": json.dumps(value | {"weight": 5.0}, sort_keys=True, separators=(",", ":")).encode(),
        "the same text in UTF-16": canonical.encode("utf-16-le"),
        "the canonical bytes, `ü`": city.encode(),
        "escaped to ASCII": json.dumps(json.loads(city), separators=(",", ":")).encode(),
        "another string": city.replace("ü", "u\u0308").encode(),
    }


@pytest.mark.node
def test_the_wrong_digests() -> None:
    """Each row states the size and the digest of what it says was hashed, by hashlib and by node:crypto."""
    rows = _rows(_section("canonicalization.md", "Wrong digests, and how to recognise them"))
    mistakes = _mistakes()
    assert len(mistakes) == len(rows)
    script = """
    const { createHash } = require('crypto');
    const digest = (hex) => 'sha256:' + createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
    process.stdout.write(JSON.stringify(given.map(digest)));
    """
    by_node = _node(script, [data.hex() for data in mistakes.values()])
    for (words, size, digest), (start, data), other in zip(rows, mistakes.items(), by_node, strict=True):
        assert words.startswith(start)
        assert (size, digest.strip("`")) == (str(len(data)), _digest(data))
        assert other == _digest(data)
