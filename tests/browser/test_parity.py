"""One verdict everywhere: the browser's arfpy against the command line's, for every vector of the project."""

from __future__ import annotations

import base64
import json

import pytest

from arfpy.browser import handle

pytestmark = pytest.mark.browser

ASK = """async (questions) => {
  const { RuntimeClient } = await import(new URL("assets/verify/runtime-client.mjs", document.baseURI).href);
  const client = new RuntimeClient(() => {});
  const answers = [];
  for (const { request, data } of questions) {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    answers.push(await client.ask(request, bytes));
  }
  return answers;
}"""

REQUEST = {"name": "a vector", "format": "json", "type": None, "expect": None}


def questions(root):
    """A request and its bytes for every vector of records: as a record, and NDJSON as a whole file."""
    for path in sorted((root / "spec" / "v0.1" / "vectors").glob("*/manifest.json")):
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["op"] not in {"digest", "validate", "file"}:
            continue
        for vector in manifest["vectors"]:
            data = (path.parent / vector["input"]).read_bytes()
            if manifest["op"] == "file":
                request = {**REQUEST, "op": "check", "format": "ndjson"}
            else:
                request = {**REQUEST, "op": "record", "line": 1, "type": vector.get("type")}
            yield vector["id"], request, data


def test_every_vector_has_one_answer_in_the_browser_and_natively(site_url: str, visit, root, receipt_questions) -> None:
    """Verdict, code, place, digest, canonical bytes and copy-paste lines are the same in both."""
    asked = [*questions(root), *receipt_questions]
    page = visit().page
    page.goto(site_url)
    sent = [{"request": request, "data": base64.b64encode(data).decode()} for _, request, data in asked]
    answers = page.evaluate(ASK, sent)
    different = [
        name
        for (name, request, data), answer in zip(asked, answers, strict=True)
        if answer != json.loads(handle(json.dumps(request), data))
    ]
    assert [] == different
    assert len(asked) > 650


def test_bytes_that_end_other_interpreters_do_not_end_this_one(site_url: str, visit) -> None:
    """A million brackets, a thousand levels of JSON and a long number are refused, and the next input is answered."""
    inputs = [b"[" * 1_000_000, b"[" * 5000 + b"]" * 5000, b'{"a":' * 3000, b"9" * 100_000, b"1e" + b"9" * 100_000, b'"a"']
    sent = [
        {"request": {**REQUEST, "op": "record", "line": 1}, "data": base64.b64encode(data).decode()} for data in inputs
    ]
    page = visit().page
    page.goto(site_url)
    verdicts = [answer["result"]["verdict"] for answer in page.evaluate(ASK, sent)]
    assert ["unreadable"] * 5 + ["invalid"] == verdicts
