"""The folder is the expectation: ``pass/<type>``, ``fail/<code>`` and ``usage/<reason>``. A new case is a new file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
VERDICT_LINE = re.compile(r"(PASS|FAIL) (?P<path>.+):(?P<line>[0-9]+) \((?P<type>[a-z -]+)\)( [a-z_-]+)?")


def files_in(folder: str) -> list[str]:
    """Return the cases of a folder, relative to it."""
    return sorted(str(path.relative_to(CASES / folder)) for path in (CASES / folder).rglob("*") if path.is_file())


@pytest.mark.parametrize("case", files_in("pass"))
def test_a_case_in_pass_exits_0_as_the_type_of_its_folder(arf, case: str) -> None:
    """Every record passes, with the type inferred that the folder names, and nothing is said on stderr."""
    outcome = arf("validate", str(CASES / "pass" / case))
    verdicts = [VERDICT_LINE.fullmatch(line) for line in outcome.out.splitlines() if not line.startswith(" ")][:-1]
    assert (outcome.code, outcome.err) == (0, "")
    assert verdicts
    assert {(found[1], found["path"], found["type"]) for found in verdicts} == {
        ("PASS", str(CASES / "pass" / case), case.partition("/")[0])
    }
    assert outcome.out.endswith(f"\n{len(verdicts)} passed, 0 failed\n")


@pytest.mark.parametrize("case", files_in("fail"))
def test_a_case_in_fail_exits_1_with_the_code_of_its_folder(arf, case: str) -> None:
    """One record fails, and the first reason given has the code that the folder names and a next step below it."""
    code = case.partition("/")[0]
    outcome = arf("validate", str(CASES / "fail" / case))
    lines = outcome.out.splitlines()
    failed = [index for index, line in enumerate(lines) if line.startswith("FAIL ")]
    assert (outcome.code, outcome.err, len(failed)) == (1, "", 1)
    reason, next_step = lines[failed[0] + 1 : failed[0] + 3]
    assert re.fullmatch(rf"  [0-9]+:[0-9]+ .+ \[{re.escape(code)}\]", reason)
    assert re.fullmatch(r"    [A-Z].+\.", next_step)
    assert lines[-1].endswith(" passed, 1 failed")


@pytest.mark.parametrize("case", files_in("usage"))
def test_a_case_in_usage_exits_2(arf, case: str) -> None:
    """There is nothing to judge: stderr says so, and no record is counted."""
    outcome = arf("validate", str(CASES / "usage" / case))
    assert (outcome.code, outcome.out) == (2, "0 passed, 0 failed\n")
    assert outcome.err == "arf: there is no record in the input\nGive a file that holds at least one record.\n"
