"""One report everywhere: what the page saves about many files is, byte for byte, what the command line prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generated import inputs

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def vectors(root: Path, tmp_path_factory) -> list[Path]:
    """Every input of the vectors of records, as a file of its own."""
    folder = tmp_path_factory.mktemp("vectors")
    found = []
    for path in sorted((root / "spec" / "v0.1" / "vectors").glob("*/manifest.json")):
        manifest = json.loads(path.read_bytes())
        if manifest["op"] in {"digest", "validate", "file"}:
            for vector in manifest["vectors"]:
                given = path.parent / vector["input"]
                found.append(folder / f"{path.parent.name}-{given.name}")
                found[-1].write_bytes(given.read_bytes())
    return found


def written(folder: Path, count: int, seed: int) -> list[Path]:
    """Write generated inputs as files."""
    found = []
    for number, text in enumerate(inputs(count, seed)):
        found.append(folder / f"{seed}-{number}.json")
        found[-1].write_bytes(text)
    return found


def command_line(files: list[Path]) -> bytes:
    """The report that the command line prints."""
    command = [sys.executable, "-m", "arfpy", "validate", "--output", "json", *(path.name for path in files)]
    return subprocess.run(command, cwd=files[0].parent, capture_output=True, check=False, timeout=600).stdout


def differences(page, files: list[Path]) -> list[tuple[dict, dict]]:
    """Choose files in the page, save its report, and compare it with the command line's."""
    page.page.set_input_files("#arf-file", files)
    page.page.wait_for_selector("[data-reports]:not([hidden])", timeout=600_000)
    with page.page.expect_download(timeout=600_000) as download:
        page.page.click("[data-report=json]")
    ours, theirs = download.value.path().read_bytes(), command_line(files)
    if ours == theirs:
        return []
    pairs = zip(json.loads(ours)["results"], json.loads(theirs)["results"], strict=True)
    return [pair for pair in pairs if pair[0] != pair[1]] or [(json.loads(ours), json.loads(theirs))]


def test_every_vector_has_one_report(verify, vectors: list[Path]) -> None:
    """Verdicts, codes, places, messages and digests; the two implementations disagree on none."""
    assert differences(verify, vectors) == []
    assert len(vectors) > 450


def test_generated_inputs_have_one_report(verify, tmp_path: Path) -> None:
    """Three hundred inputs of one seed, of which some pass and some fail in each way that can be told apart."""
    files = written(tmp_path, 300, 1)
    assert differences(verify, files) == []
    found = json.loads(command_line(files))
    assert set(found["summary"]["verdicts"]) >= {"valid", "invalid", "unreadable"}
    codes = {problem["code"] for result in found["results"] for problem in result["problems"]}
    assert len(codes) > 12, codes


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_two_thousand_generated_inputs_have_one_report(verify, tmp_path: Path, seed: int) -> None:
    """Five hundred for each of four seeds."""
    assert differences(verify, written(tmp_path, 500, seed)) == []
