"""The pages that are made from the standard, and the lint of addresses in the built site."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from arfpy import spec
from arfpy.receipts import administration
from site_tools import codes_page, fields, lint_site, outputs, spec_pages, traceability, vectors_page, whole
from site_tools.clauses import clauses

ROOT = Path(__file__).resolve().parents[2]


def test_key_words_are_marked_outside_of_code() -> None:
    """MUST NOT is marked as one word, also across a line; what is only mentioned, or in a block, is not."""
    text = "It MUST NOT, it SHOULD\nNOT and it MAY. `MUST` and must.\n```text\nMUST\n```\nREQUIRED.\n"
    assert spec_pages.key_words(text) == (
        'It <em class="arf-must">MUST NOT</em>, it <em class="arf-must">SHOULD\nNOT</em> and it '
        '<em class="arf-must">MAY</em>. `MUST` and must.\n```text\nMUST\n```\n<em class="arf-must">REQUIRED</em>.\n'
    )


@pytest.mark.parametrize(
    ("page", "latest", "all_texts", "file"),
    [
        ("spec/v0.1/records.md", "../../latest/records/", "../whole/", "../arf-v0.1.md"),
        ("spec/v0.1/README.md", "../latest/", "whole/", "arf-v0.1.md"),
        ("spec/v0.1/vectors/running.md", "../../../latest/vectors/running/", "../../whole/", "../../arf-v0.1.md"),
    ],
)
def test_a_page_of_the_standard_says_its_status(page: str, latest: str, all_texts: str, file: str) -> None:
    """Below the title stand the version, that it is provisional, and addresses relative to the page."""
    shown = spec_pages.with_status("# Title\n\nText.\n", page)
    assert shown.startswith('# Title\n\n<p class="arf-status">ARF v0.1, <strong>provisional</strong>')
    assert [latest, all_texts, file] == re.findall(r'href="([^"]+)"', shown)
    assert shown.endswith("</p>\n\nText.\n")


def test_a_page_elsewhere_has_no_status() -> None:
    """A page that is not of the standard's text is left as it is."""
    assert "Text.\n" == spec_pages.shown("Text.\n", "benchmarks.md")


def test_the_heading_of_a_field_keeps_its_id() -> None:
    """A field's heading has its id and a class; a clause's shows the id below."""
    text = "### Claim { #records.claim }\n\n#### `tags` { #records.claim.tags }\n"
    assert spec_pages.linked(text, "spec/v0.1/records.md") == (
        "### Claim { #records.claim }\n\n`records.claim`\n{ .arf-clause }\n\n"
        "#### `tags` { #records.claim.tags .arf-field }\n"
    )


# Fields


def test_the_block_of_a_field() -> None:
    """A required list of references has its name, presence, kind, meaning, target, and each refusal with its code."""
    lines = fields.blocks("claim")
    start = lines.index("#### `sourceIds` { #records.claim.sourceIds }")
    assert lines[start : lines.index("#### `createdAt` { #records.claim.createdAt }")] == [
        "#### `sourceIds` { #records.claim.sourceIds }",
        "",
        "_Required._ Array (UUID), at least 1.",
        "",
        "The sources the statement rests on. The order is part of the digest. Each points at a [Source](#records.source).",
        "",
        "**Reject** an object without it: `schema.required`. **Reject** anything but an array: `schema.type`. **Reject** an empty",
        "array: `schema.min-items`. **Reject** an entry that is not text: `schema.type`. **Reject** an entry that is not a UUID:",
        "`schema.format.uuid`.",
        "",
    ]


@pytest.mark.parametrize(
    ("type_name", "path", "codes"),
    [
        ("claim", "status", ["schema.enum"]),
        ("endorsement", "weight", ["schema.required", "schema.type", "schema.minimum", "schema.maximum"]),
        ("evaluation", "payload", ["schema.required"]),
        ("chain-record", "txHash", ["schema.required", "schema.type", "record.local-tx-hash"]),
        ("bundle", "canonicalizationVersion", ["bundle.legacy", "bundle.version-unsupported"]),
        ("bundle", "schemaVersion", ["schema.required", "bundle.schema-version-unsupported"]),
        ("bundle", "claims", ["schema.required", "schema.type", "schema.type", "schema.unknown-member"]),
    ],
)
def test_what_is_refused_of_a_field(type_name: str, path: str, codes: list[str]) -> None:
    """The refusals of a field are those that the clauses name."""
    field = next(field for field in fields.fields(type_name) if field.path == path)
    assert codes == [refusal.code for refusal in field.refusals]


# Codes, vectors, traceability


def test_every_code_has_a_page_of_its_own() -> None:
    """Each page says what the code means, why it matters, how to fix it, and shows an example or why there is none."""
    pages = codes_page.pages()
    assert {f"codes/{code}.md" for code in spec.codes()} == set(pages)
    texts = json.loads((ROOT / "spec" / "v0.1" / "code-pages.json").read_bytes())["pages"]
    for code, entry in spec.codes().items():
        page = pages[f"codes/{code}.md"]
        for part in (entry.meaning, entry.next, texts[code]["why"], texts[code]["fix"]):
            assert part in page, code
        assert any(word in page for word in ("run when this page was built", "was run when", "None is shown.")), code
    assert 3 == sum("None is shown." in page for page in pages.values())


def test_the_page_of_a_gate_shows_a_receipt_that_stops_there() -> None:
    """The page of each gate names a vector that stops there, and the reason that arfpy reports for it."""
    for number, (name, _) in enumerate(administration.GATES, start=1):
        page = codes_page.pages()[f"codes/receipt.gate-{number}.md"]
        assert f"Gate {number} {name}" in page
        assert "The reason reported: " in page


def test_every_vector_has_a_row() -> None:
    """The page of a set has a row with an anchor for each of its vectors, and the page of sets a row for each set."""
    pages = vectors_page.pages()
    listed = vectors_page.page()
    for path in (ROOT / "spec" / "v0.1" / "vectors").glob("*/manifest.json"):
        manifest = json.loads(path.read_bytes())
        page = pages[f"vectors/{manifest['set']}.md"]
        assert [vector["id"] for vector in manifest["vectors"] if f'id="{vector["id"]}"></span>' not in page] == []
        assert f"[{manifest['set']}](vectors/{manifest['set']}.md)" in listed


def test_the_export_has_vectors_and_examples() -> None:
    """One JSON text has every set with its inputs as hexadecimal bytes, and every example of the texts."""
    exported = json.loads(vectors_page.all_vectors())
    vector = next(one for one in exported["sets"]["numbers"]["vectors"] if one["id"] == "nan")
    assert b'{"score":NaN}' == bytes.fromhex(vector["input"]).strip()
    assert "claim-no-source" in {example["id"] for example in exported["examples"]}


def test_a_clause_leads_to_what_it_is_made_of() -> None:
    """Codes, vectors, examples, functions and tests of a clause are found by its id, its codes and its gate."""
    traces = traceability.traces()
    assert list(clauses()) == list(traces)
    chain = traces["records.local-chain"]
    assert ["record.local-tx-hash"] == chain.codes
    assert "arfpy/records.py: _local_chain" in chain.places
    assert chain.vectors["schemas"] == 1
    assert ("local-without-hash", "spec/v0.1/records.md#ex-local-without-hash") in chain.examples
    assert "arfpy/receipts/administration.py: _evar_link" in traces["receipts.evar-link"].places
    assert "tests/unit/test_site_tools_pages.py: test_a_clause_leads_to_what_it_is_made_of" in chain.tests


# The whole, llms.txt, the latest version


def test_the_whole_has_every_text_and_leads_into_itself() -> None:
    """The one Markdown text has each clause once, and every address in it that named another text names a heading."""
    text = whole.markdown()
    for name in clauses():
        assert 1 == text.count(f"{{ #{name} }}"), name
    anchors = set(re.findall(r"\{ #(\S+) \}$", text, re.MULTILINE))
    assert set() == set(re.findall(r"\]\(#([^)]+)\)", text)) - anchors
    assert "README.md" == whole.order()[0]
    assert "CHANGELOG.md" == whole.order()[-1]
    assert {path.name for path in (ROOT / "spec" / "v0.1").glob("*.md")} == set(whole.order())
    assert len(anchors) == len(re.findall(r"\{ #(\S+) \}$", text, re.MULTILINE))


def test_the_whole_keeps_examples_as_they_are() -> None:
    """The bytes of an example are not touched, whatever they look like."""
    block = re.compile(r"^```arf-example .*?^```$", re.MULTILINE | re.DOTALL)
    blocks = [found for name in whole.order() for found in block.findall((ROOT / "spec/v0.1" / name).read_text("utf-8"))]
    assert blocks == block.findall(whole.markdown())


def test_llms_txt_names_the_text_and_the_data() -> None:
    """A program finds the whole as Markdown, the data files, and every set of vectors."""
    text = outputs.llms()
    assert text.startswith("# ARF v0.1\n\n> ")
    for name in ("spec/v0.1/arf-v0.1.md", "spec/v0.1/vectors.json", "spec/v0.1/examples.json", "spec/v0.1/codes.json"):
        assert f"]({name})" in text
    assert set(vectors_page.manifests()) <= set(re.findall(r"vectors/([a-z-]+)/manifest", text))


def test_the_latest_version_has_a_page_for_each_page() -> None:
    """Each page of the standard has one below spec/latest/, with a plain link and no script of its own."""
    pages = outputs.latest()
    assert "spec/latest/index.html" in pages
    assert 'href="../../../spec/v0.1/records/"' in pages["spec/latest/records/index.html"]
    assert len(spec_pages.pages()) == len(pages)
    for page in pages.values():
        assert re.search(r'<a id="latest" href="[^"]+">', page)
        assert re.findall(r"<script[^>]*>([^<]*)</script>", page) == [""]


# The lint of addresses


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site in which every address leads somewhere."""
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text('<a href="a/#one">x</a><a href="a/#v=1&amp;r=qw">x</a>', encoding="utf-8")
    (tmp_path / "a" / "index.html").write_text(
        '<h1 id="one">x</h1><a href="../">x</a><a href="https://example.org/">x</a><img src="/a/b%20c.svg">', encoding="utf-8"
    )
    (tmp_path / "a" / "b c.svg").write_text("<svg/>", encoding="utf-8")
    text = "## One { #one }\n\n[x](#one) [x](index.html)\n\n```text\n[x](nowhere)\n```\n"
    (tmp_path / "a" / "text.md").write_text(text, encoding="utf-8")
    (tmp_path / "llms.txt").write_text("[x](a/) [x](a/text.md)\n", encoding="utf-8")
    return tmp_path


def test_a_sound_site_passes(site: Path) -> None:
    """The site of the tests below has no finding before it is broken."""
    assert [] == lint_site.findings(site)


@pytest.mark.parametrize(
    ("name", "old", "new", "finding"),
    [
        ("index.html", "a/#one", "b/#one", "index.html:1: the address leads nowhere: b/#one"),
        ("index.html", "a/#one", "a/#two", "index.html:1: the address leads nowhere: a/#two"),
        ("a/index.html", "../", "../c/", "a/index.html:1: the address leads nowhere: ../c/"),
        ("a/index.html", "/a/b%20c.svg", "/b%20c.svg", "a/index.html:1: the address leads nowhere: /b%20c.svg"),
        ("a/index.html", 'id="one"', 'id="two"', "index.html:1: the address leads nowhere: a/#one"),
        ("a/text.md", "[x](#one)", "[x](#two)", "a/text.md:1: the address leads nowhere: #two"),
        ("a/text.md", "(index.html)", "(page.html)", "a/text.md:1: the address leads nowhere: page.html"),
        ("llms.txt", "a/text.md", "a/texts.md", "llms.txt:1: the address leads nowhere: a/texts.md"),
    ],
)
def test_an_address_that_leads_nowhere_is_found(site: Path, name: str, old: str, new: str, finding: str) -> None:
    """A file or an id that is not there is named with the page that leads to it."""
    text = (site / name).read_text(encoding="utf-8")
    assert old in text
    (site / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert finding in lint_site.findings(site)
