"""The examples of the standard's texts: each is run, its place is where it says, and its link gives back its bytes."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from arfpy import spec
from site_tools import example_pages, example_vectors, examples, receipt_blocks, vectors
from site_tools.examples import BlockError, Example, parsed

EXAMPLES = examples.read()
REJECTED = [example for example in EXAMPLES if example.expect == "reject"]


def _params(found: list[Example]) -> list[Any]:
    return [pytest.param(example, id=example.id) for example in found]


@pytest.mark.parametrize("example", _params(EXAMPLES))
def test_an_example_is_what_it_says(example: Example) -> None:
    """The input is accepted with the canonical text and warning stated, or rejected with the code and place stated."""
    assert examples.fault(example) is None


@pytest.mark.node
@pytest.mark.parametrize("example", _params([one for one in EXAMPLES if one.canonical is not None]))
def test_node_reaches_the_canonical_text(example: Example, node: Any) -> None:
    """JSON.parse and canonicalize reach the canonical text that stands below the arrow."""
    assert example.canonical == node.canonical(example.data)


@pytest.mark.parametrize("example", _params([one for one in EXAMPLES if one.canonical is not None]))
def test_rfc8785_reaches_the_canonical_text(example: Example) -> None:
    """So does rfc8785, which refuses the integers beyond 2^53 - 1 of one example."""
    if example.id == "long-integers-kept":
        with pytest.raises(rfc8785.IntegerDomainError):
            rfc8785.dumps(json.loads(example.data))
    else:
        assert example.canonical == rfc8785.dumps(json.loads(example.data))


@pytest.mark.parametrize(
    "example", _params([one for one in REJECTED if one.op == "validate" and one.pointer and "unknown" not in one.code])
)
def test_the_place_is_that_of_the_value(example: Example) -> None:
    """The value that begins at the line and column is the one that the pointer leads to."""
    line, column = map(int, example.at.split(":"))
    text = "\n".join(example.data.decode().split("\n")[line - 1 :])[column - 1 :]
    value = json.loads(example.data)
    for step in example.pointer.split("/")[1:]:
        value = value[int(step) if isinstance(value, list) else step]
    assert value == json.JSONDecoder().raw_decode(text)[0]


@pytest.mark.parametrize("example", _params([one for one in EXAMPLES if one.op != "receipt"]))
def test_the_link_gives_back_the_bytes(example: Example) -> None:
    """What a reader of the link inflates is the input, under the type that the example is checked by."""
    link = example_pages.try_it(example, "spec/v0.1/records.md")
    start, _, packed = link.partition("&r=")
    form = "&format=ndjson" if example.op == "file" else ""
    assert f"../../../verify/#v=1&type={example.type or ''}{form}" == start
    assert set(packed) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    assert example.data == zlib.decompress(data, wbits=-15)


@pytest.mark.parametrize("example", _params([one for one in EXAMPLES if one.op == "receipt"]))
def test_the_link_of_a_receipt_gives_back_its_documents(example: Example) -> None:
    """What a reader of the link inflates are the documents that were judged; one that is withheld is not in it."""
    start, *given = example_pages.try_it(example, "spec/v0.1/receipts.md").split("&")
    assert "../../../verify/receipt/#v=1" == start
    inflated = {}
    for name, _, packed in (part.partition("=") for part in given):
        inflated[name] = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
    made = receipt_blocks.made(example.data)
    due = {"receipt": made.receipt, "attestation": made.attestation, "keyring": made.keyring}
    assert inflated == {name: text for name, text in due.items() if text is not None}


@pytest.mark.parametrize(
    ("page", "start"),
    [("index.md", "verify/"), ("codes.md", "../verify/"), ("spec/v0.1/README.md", "../../verify/")],
)
def test_the_link_is_relative_to_the_page(page: str, start: str) -> None:
    """From each depth of the site the link leads to the verifier."""
    assert example_pages.try_it(EXAMPLES[0], page).startswith(f"{start}#v=1&")


def test_an_id_stands_once() -> None:
    """No two examples share an id."""
    assert len(EXAMPLES) == len({example.id for example in EXAMPLES})


def test_a_page_shows_text_outcome_and_link() -> None:
    """A block becomes an element with the example's anchor, the verdict with code and place, the text and a real link."""
    block = '```arf-example id=a expect=reject code=json.syntax at=1:2 clause=canonicalization.grammar says="Half."\n{\n```'
    shown = example_pages.rendered(f"Before.\n\n{block}\n\nAfter.\n", "spec/v0.1/canonicalization.md")
    assert shown.startswith('Before.\n\n<div class="arf-ex arf-ex--reject" id="ex-a" markdown>\n')
    assert "Rejected</strong> `json.syntax` at line 1, column 2. Half.\n" in shown
    assert "~~~text\n{\n~~~\n" in shown
    assert '<a class="arf-ex__try" href="../../../verify/#v=1&amp;type=&amp;r=qwYA" aria-label="Try it: a">' in shown
    assert shown.endswith("</div>\n\nAfter.\n")


HEAD = "```arf-example id=a expect=accept clause=records.uuid says=Text."


@pytest.mark.parametrize(
    ("head", "message"),
    [
        (HEAD.replace(" clause=records.uuid", ""), "missing or unknown: clause"),
        (f"{HEAD} colour=red", "missing or unknown: colour"),
        (HEAD.replace("id=a", "id=A_b"), "an id holds"),
        (HEAD.replace("accept", "maybe"), "does not exist"),
        (f"{HEAD} op=guess", "does not exist"),
        (HEAD.replace("accept", "reject"), "has a code and a place"),
        (f"{HEAD} at=1:1", "has a code and a place"),
        (HEAD.replace("accept", "reject code=json.syntax at=0:1"), "a place is a line"),
        (HEAD.replace("Text.", "Text"), "says is a sentence"),
        (f"{HEAD} form=hex", "not hexadecimal"),
    ],
)
def test_a_block_that_is_no_example_is_named(head: str, message: str) -> None:
    """Each kind of mistake in a block's first line has its sentence."""
    with pytest.raises(BlockError, match=message):
        parsed("records.md", 1, [head, "{}", "```"])


@pytest.mark.parametrize(
    ("head", "body", "message"),
    [
        ("expect=accept", '{"a":1}', "it is rejected with"),
        ("op=digest expect=reject code=json.syntax at=1:1", '{"a":1}', "it is accepted"),
        ("op=digest expect=reject code=json.syntax at=1:1", '{"a":1', "it is rejected with 'json.syntax' '' '1:7'"),
        ("op=digest expect=accept code=number.underflow", "[0]", "its warnings are"),
        ("op=digest expect=accept", "[1e-400]", "its warnings are"),
        ("op=digest expect=accept", "[1.0]\n=>\n[1.0]", "its canonical text is"),
        ("op=receipt expect=accept", '{"body": {"tenant_id": "x"}}', "it ends at {'receipt.gate-9'}, signed_body.tenant_id"),
        ("op=receipt expect=reject code=receipt.gate-8 at=evar.sig_b64u", "{}", "it ends at {None}, None"),
        ("op=receipt expect=reject code=receipt.gate-9 at=key_id", '{"body": {"tenant_id": "x"}}', "it ends at"),
    ],
)
def test_an_example_that_is_not_so_is_caught(head: str, body: str, message: str) -> None:
    """Running an example says what came out where it is not what the block says."""
    lines = [f"```arf-example id=a {head} clause=records.uuid says=Text.", *body.split("\n"), "```"]
    assert message in (examples.fault(parsed("records.md", 1, lines)) or "")


def test_the_export_has_every_example(root: Path) -> None:
    """The JSON has each example with its text's file and line, and bytes that anybody can read back."""
    exported = json.loads(example_pages.export())
    assert len(EXAMPLES) == exported["count"] == len(exported["examples"])
    for entry, example in zip(exported["examples"], EXAMPLES, strict=True):
        line = (root / "spec" / "v0.1" / entry["file"]).read_text(encoding="utf-8").split("\n")[entry["line"] - 1]
        assert f"id={entry['id']} " in line
        if example.op != "receipt":
            assert example.data == bytes.fromhex(entry["input"])
        else:
            assert "eval-administration" in json.loads(bytes.fromhex(entry["receipt"]))["signed_body"]["receipt_type"]


def test_the_sets_are_those_of_the_texts() -> None:
    """Running the script again changes no byte and leaves no file over: each example is a vector in the export."""
    names = tuple(f"{name}/" for name in example_vectors.SETS)
    published = {name: data for name, data in vectors.read(vectors.ROOT).items() if name.startswith(names)}
    assert example_vectors.files() == published


def test_every_code_of_an_input_has_an_example() -> None:
    """Each code that an input can lead to is shown, a digest that was expected and our own fault aside."""
    shown = {example.code for example in EXAMPLES}
    # The first five gates of an attestation are those of a receipt again.
    alike = {f"attestation.gate-{number}" for number in range(1, 6)}
    assert {"digest.mismatch", "internal.fault", "schema.const"} == set(spec.codes()) - shown - alike
