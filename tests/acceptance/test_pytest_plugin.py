"""The pytest plugin: claims are frozen, marked tests run, Evaluations come out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

C, D = "6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3", "94b1f0c8-26da-47e5-8f73-0c5ea1d8b639"
TESTS = f"""
import pytest

@pytest.mark.arf_claim("{C}")
def test_one(): pass

@pytest.mark.arf_claim("{C}")
@pytest.mark.arf_claim("{D}")
def test_two(): assert 1 == 2

@pytest.mark.arf_claim("{D}")
@pytest.mark.skip(reason="no data")
def test_three(): pass

def test_about_nothing(): pass
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(root: Path, tmp_path: Path, arf_environment: dict[str, str]) -> Run:
    """Run pytest with the plugin in a folder that holds tests and the claims of the examples."""
    (tmp_path / "test_sample.py").write_text(TESTS)
    (tmp_path / "claims.ndjson").write_bytes((root / "spec" / "v0.1" / "examples" / "claim.ndjson").read_bytes())
    environment = {**arf_environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def start(*more: str, claims: str | None = "claims.ndjson") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "arfpy.pytest_plugin", "-p", "no:cacheprovider"]
        command += ["--arf-claims", claims, "--arf-evaluations", "out.ndjson"] if claims else []
        return subprocess.run(
            [*command, *more], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    return start


def test_each_claim_gets_one_valid_evaluation(run: Run, arf, tmp_path: Path) -> None:
    """Outcomes are counted per claim; a skipped test is not assessed, and nothing of it counts as passed."""
    assert 1 == run().returncode
    first, second = (json.loads(line) for line in (tmp_path / "out.ndjson").read_text("utf-8").splitlines())
    assert ([C], [D]) == (first["claimIds"], second["claimIds"])
    assert [("test_sample.py::test_one", "passed"), ("test_sample.py::test_two", "failed")] == [
        (one["test"], one["outcome"]) for one in first["payload"]["tests"]
    ]
    counted = [(one["payload"]["passed"], one["payload"]["assessed"], one["payload"]["allPassed"]) for one in (first, second)]
    assert [(1, 2, False), (0, 1, False)] == counted
    assert first["payload"]["claimsFrozenAt"] <= first["createdAt"]
    assert arf("digest", "claims.ndjson:1").out.strip() == first["payload"]["claimDigest"]
    assert "2 passed, 0 failed\n" in arf("validate", "out.ndjson").out


def test_a_test_about_an_unknown_claim_stops_the_run_before_it_begins(run: Run, tmp_path: Path) -> None:
    """Nothing is assessed against a claim that was not declared."""
    (tmp_path / "test_more.py").write_text('import pytest\n@pytest.mark.arf_claim("x")\ndef test_x(): pass\n')
    outcome = run()
    assert 4 == outcome.returncode
    assert "test_more.py::test_x is about x, which is no claim in claims.ndjson" in outcome.stderr
    assert not (tmp_path / "out.ndjson").exists()


def test_claims_that_change_while_the_tests_run_give_no_evaluation(run: Run, tmp_path: Path) -> None:
    """A claim that is written down after the outcome is known was not frozen before it."""
    (tmp_path / "test_change.py").write_text(
        "from pathlib import Path\n"
        "def test_change():\n"
        "    path = Path('claims.ndjson')\n"
        "    path.write_text(path.read_text().replace('high', 'low'))\n"
    )
    outcome = run()
    assert "claims.ndjson changed while the tests ran, so no Evaluation was written" in outcome.stdout + outcome.stderr
    assert 0 != outcome.returncode
    assert not (tmp_path / "out.ndjson").exists()


@pytest.mark.parametrize("text", ["{", '{"id":1}', f'{{"id":"{C}","text":"Is this a claim?","status":"open","createdAt":"x"}}'])
def test_a_file_that_holds_no_claims_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    """The line is named, and no test runs."""
    (tmp_path / "bad.ndjson").write_text(text)
    outcome = run(claims="bad.ndjson")
    assert 4 == outcome.returncode
    assert "bad.ndjson:1 is no valid claim" in outcome.stderr


def test_evaluations_are_never_written_over(run: Run, tmp_path: Path) -> None:
    """A file that exists is left as it is, and no test runs."""
    (tmp_path / "out.ndjson").write_text("kept")
    outcome = run()
    assert (4, "kept") == (outcome.returncode, (tmp_path / "out.ndjson").read_text())


def test_without_the_options_nothing_changes(run: Run, tmp_path: Path) -> None:
    """The plugin alone knows the mark and writes nothing."""
    assert "1 failed, 2 passed, 1 skipped" in run(claims=None).stdout
    assert ["claims.ndjson", "test_sample.py"] == sorted(path.name for path in tmp_path.iterdir() if path.suffix)


def test_a_run_that_only_collects_or_stops_early_writes_nothing(run: Run, tmp_path: Path) -> None:
    """Evaluations come from tests that ran."""
    run("--collect-only")
    (tmp_path / "test_stop.py").write_text("def test_stop(): raise KeyboardInterrupt\n")
    assert 2 == run().returncode
    assert not (tmp_path / "out.ndjson").exists()
