"""The page's second implementation, run by Node: it agrees on every vector, and says so where arfpy would be wrong."""

from __future__ import annotations

import base64
import copy
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arfpy import receipts
from arfpy.receipts.explain import explain

pytestmark = pytest.mark.node

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "spec" / "v0.1" / "vectors" / "receipts"
SCRIPT = ROOT / "tests" / "node" / "receipt_second_engine.mjs"
VECTORS = {vector["id"]: vector for vector in json.loads((FOLDER / "manifest.json").read_bytes())["vectors"]}


def _read(name: str | None) -> bytes | None:
    return None if name is None else (FOLDER / name).read_bytes()


def _question(vector: dict[str, Any]) -> dict[str, Any]:
    given = {kind: _read(vector[kind]) for kind in ("receipt", "attestation", "keyring")}
    keyring = None if given["keyring"] is None else receipts.load(given["keyring"])
    report = receipts.verify(given["receipt"], given["attestation"], keyring, vector["caller_key"])
    texts = {kind: None if data is None else base64.b64encode(data).decode() for kind, data in given.items()}
    return {**texts, "report": report.as_dict(), "explanation": explain(given["receipt"], given["attestation"])}


def ask(questions: list[dict[str, Any]], *options: str) -> list[dict[str, Any]]:
    """Put questions to the second implementation."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    command = ["node", str(SCRIPT), *options]
    done = subprocess.run(command, input=json.dumps(questions), capture_output=True, text=True, check=True, timeout=60)
    return json.loads(done.stdout)


def test_it_agrees_on_both_documents_of_every_valid_vector() -> None:
    """Digest and signature of receipt and attestation are the same in both."""
    valid = [vector for vector in VECTORS.values() if vector["expected"]["valid"]]
    assert len(valid) > 20
    agreed = {"digest": "agree", "signature": "agree"}
    both = [{"document": "receipt", **agreed}, {"document": "attestation", **agreed}]
    for vector, answer in zip(valid, ask([_question(vector) for vector in valid]), strict=True):
        assert {"state": "agree", "documents": both} == answer, vector["id"]


def test_it_agrees_with_every_refusal_that_it_is_asked_about() -> None:
    """Gates 1 and 2 end before it is asked; of all other refusals it reaches the same digests and signatures."""
    refused = [vector for vector in VECTORS.values() if not vector["expected"]["valid"]]
    for vector, answer in zip(refused, ask([_question(vector) for vector in refused]), strict=True):
        early = vector["expected"]["gate"] <= 2
        assert ("not-compared" if early else "agree") == answer["state"], vector["id"]


@pytest.mark.parametrize("changed", ["receipt", "attestation"])
@pytest.mark.parametrize("member", ["signed_body.tenant_id", "sig_b64u", "ts"])
def test_a_wrong_pass_is_a_fault(changed: str, member: str) -> None:
    """Where a report says valid and a document is not, the second implementation says which part differs."""
    question = copy.deepcopy(_question(VECTORS["receipt-independent"]))
    document = json.loads(base64.b64decode(question[changed]))
    if member == "sig_b64u":
        document["sig_b64u"] = "Q" + document["sig_b64u"][1:]
    elif member == "ts":
        document["ts"] = document["ts"].replace(":00.000Z", ":00.001Z")
    else:
        document["signed_body"]["tenant_id"] = "tenant-other"
    question[changed] = base64.b64encode(json.dumps(document).encode()).decode()
    [answer] = ask([question])
    assert "fault" == answer["state"]
    [wrong] = [entry for entry in answer["documents"] if {entry["digest"], entry["signature"]} != {"agree"}]
    assert changed == wrong["document"]
    assert "agree" == wrong["signature" if member.startswith("signed_body") else "digest"]


def test_a_wrong_refusal_is_a_fault() -> None:
    """A report that calls a good signature bad is contradicted."""
    question = copy.deepcopy(_question(VECTORS["receipt-independent"]))
    gates = question["report"]["gates"]
    gates[4]["status"] = "fail"
    for gate in gates[5:]:
        gate["status"] = "not_run"
    question["report"] |= {"evar": None, "failed_gate": {"number": 5, "name": "SIGNATURE"}}
    [answer] = ask([question])
    assert ("fault", "It found the signature good, arfpy found it bad.") == (
        answer["state"],
        answer["documents"][0]["signature"],
    )


def test_without_ed25519_only_the_digests_agree() -> None:
    """A browser that lacks the algorithm says so, and claims no agreement on signatures."""
    [answer] = ask([_question(VECTORS["receipt-independent"])], "--without-ed25519")
    assert "digests-agree" == answer["state"]
    assert [("agree", "unsupported")] * 2 == [(entry["digest"], entry["signature"]) for entry in answer["documents"]]
