"""``arf conformance`` as a vendor uses it: real processes, real files."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

FAKES = Path(__file__).resolve().parents[1] / "conformance" / "fakes"
VENDORS = Path(__file__).resolve().parents[2] / "examples" / "vendors"
ONE = "digest/numbers/one-point-zero"
DIGEST_OF_1 = "sha256:080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"  # of [1], by hashlib
NUMBERS = "digest/numbers/one-*"


def fake(name: str, *arguments: str) -> str:
    """Return the words of a command that starts a fake."""
    return " ".join([sys.executable, str(FAKES / f"{name}.py"), *arguments])


PYTHON_KIT = f"{sys.executable} {VENDORS}/python/vendor.py"
RIGHT = ("--command", fake("always_right"), "--protocol", "jsonl")
REFUSES = ("--command", fake("ends_with", "1", "no"))


def test_list_prints_each_case_once_with_clause_and_levels(arf):
    """A line per case, in the order of the operations."""
    done = arf("conformance", "list")
    rows = [line.split("  ") for line in done.out.splitlines()]
    assert done.code == 0
    assert [ONE, "canonicalization.numbers", "Digest,Records,Bundles"] in rows
    assert len({row[0] for row in rows}) == len(rows) > 900
    assert next(row[2] for row in rows if row[0].startswith("verify-receipt/")) == "Receipts"
    assert list(dict.fromkeys(row[0].split("/")[0] for row in rows)) == [
        "canonicalize", "digest", "validate", "verify-bundle", "verify-receipt"
    ]  # fmt: skip


def test_list_of_a_level_has_only_its_operations(arf):
    """Receipts stands alone; Records has no bundle."""
    assert {line.split("/")[0] for line in arf("conformance", "list", "--level", "Receipts").out.splitlines()} == {"verify-receipt"}
    assert "verify-bundle/" not in arf("conformance", "list", "--level", "Records").out


def test_all_right_is_exit_0(arf):
    """Every case passes, every level is reached."""
    done = arf("conformance", "run", *RIGHT)
    assert done.code == 0
    assert "FAIL" not in done.out
    assert re.findall(r"^Level (\w+) +reached$", done.out, re.MULTILINE) == ["Digest", "Records", "Bundles", "Receipts"]


def test_a_failing_case_shows_what_a_vendor_needs(arf, root):
    """Input, expected and got bytes, the first difference, and where the clause stands; exit 1; as the page shows it."""
    done = arf("conformance", "run", "--command", f"{PYTHON_KIT} {{op}}", "--only", "canonicalize/numbers/one-point-zero")
    assert done.code == 1
    assert done.out.splitlines()[:9] == [
        "FAIL canonicalize/numbers/one-point-zero",
        "  accepted with other bytes",
        "  what        A whole float is written without a fraction.",
        "  input       [1.0]",
        "  expected    accept [1]",
        "  got         accept [1.0]",
        "  differs     at byte 2: expected 5d, got 2e",
        "  clause      canonicalization.numbers (spec/v0.1/canonicalization/#canonicalization.numbers)",
        "0 passed, 1 failed",
    ]
    assert "\n".join(done.out.splitlines()[:8]) in (root / "docs/conformance/index.md").read_text("utf-8")


def test_the_contract_s_example_is_a_true_one(root):
    """Request and response in the text are those of the case that they name."""
    from arfpy.conformance.cases import installed, response

    text = (root / "spec/v0.1/conformance.md").read_text("utf-8")
    request, answer = map(json.loads, re.search(r"```text\n(.*)\n(.*)\n```", text).groups())
    case = next(case for case in installed() if case.id == ONE)
    assert request == case.request()
    assert answer == {"id": ONE, **response(case.op, case.expected)}


def test_the_list_on_the_page_is_a_true_one(arf, root):
    """What the page for vendors shows first is what the command prints."""
    done = arf("conformance", "list", "--only", "*/numbers/one-point-zero")
    assert f"```text\n{done.out}```" in (root / "docs/conformance/index.md").read_text("utf-8")


def test_an_error_says_what_was_heard(arf):
    """A crash shows how it ended and what it said, on one line."""
    done = arf("conformance", "run", "--command", fake("ends_with", "3", "out", "of", "cheese", "{op}"), "--only", ONE)
    assert done.code == 1
    assert "ERROR digest/numbers/one-point-zero\n  exit code 3 is neither 0 nor 1; stderr: out of cheese digest\n" in done.out


def test_what_a_vendor_says_cannot_act_on_the_terminal(arf):
    """An escape sequence of the vendor's program is shown as text."""
    done = arf("conformance", "run", "--command", fake("prints", "'\x1b[2Jhello'", "utf-8", "{op}"), "--only", ONE)
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\\u001b[2Jhello" in done.out


def test_announced_failures_are_expected(arf, tmp_path):
    """With a list of what fails, the run is as expected, and no level is reached by it."""
    (tmp_path / "known.txt").write_text("# numbers\ndigest/numbers/one-*  # all of them\n\n", encoding="utf-8")
    done = arf("conformance", "run", *REFUSES, "--only", NUMBERS, "--xfail", "known.txt")
    assert (done.code, "XFAIL digest/numbers/one-point-zero\n" in done.out) == (0, True)
    assert "reached" not in done.out


def test_an_announced_failure_that_passes_is_reported(arf, tmp_path):
    """The list says more than is true, and the run fails."""
    (tmp_path / "known.txt").write_text(ONE, encoding="utf-8")
    done = arf("conformance", "run", *RIGHT, "--only", NUMBERS, "--xfail", "known.txt")
    assert done.code == 1
    assert "XPASS digest/numbers/one-point-zero\n  it is on the list of expected failures, and passes\n" in done.out


@pytest.mark.parametrize(
    ("content", "place"),
    [(b"digest/numbers/nothing\n", "known.txt:1: no case matches"), (b"# fine\n\xff\xfe\n", "known.txt:2: the line is not UTF-8")],
)
def test_a_bad_list_is_refused_with_its_line(arf, tmp_path, content: bytes, place: str):
    """A pattern that matches nothing, or bytes that are no text, name file and line."""
    (tmp_path / "known.txt").write_bytes(content)
    done = arf("conformance", "run", *RIGHT, "--xfail", "known.txt")
    assert (done.code, done.out) == (2, "")
    assert place in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "one of --command and --answers is needed"),
        (["--command", "x", "--answers", "y"], "one of --command and --answers is needed"),
        ([*RIGHT, "--only", "digest/nothing/*"], "no case matches digest/nothing/*"),
        ([*RIGHT, "--ops", "validate", "--only", NUMBERS], "no case matches digest/numbers/one-*"),
        ([*RIGHT, "--ops", "digest,hash"], "hash is not an operation"),
        ([*RIGHT, "--ops", ""], "the empty text is not an operation"),
        (["--command", "./not-there {op}"], "cannot start ./not-there"),
        (["--command", "cat 'x"], "--command cannot be divided into words"),
        (["--command", ""], "--command is empty"),
        (["--command", "cat"], "the command has no {op}"),
        (["--command", "cat {op}", "--protocol", "jsonl"], "there is no {op} in the command"),
        ([*RIGHT, "--xfail", "not-there"], "cannot read not-there"),
        (["--answers", "not-there"], "cannot read not-there"),
        ([*RIGHT, "--only", ONE, "--output-file", "no/such/folder"], "cannot write no/such/folder"),
        ([*RIGHT, "--timeout", "0"], "0.1<=x<=3600"),
        ([*RIGHT, "--jobs", "0"], "1<=x<=256"),
    ],
)
def test_a_wrong_call_is_exit_2_with_a_reason(arf, arguments: list[str], message: str):
    """Nothing is reported, and stderr says what is wrong."""
    done = arf("conformance", "run", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


def report_of(arf, *arguments: str) -> dict:
    return json.loads(arf("conformance", "run", *arguments, "--output", "json").out)


def test_the_json_report_follows_its_schema(arf, root):
    """Passed, failed and errored results alike; the schema is asked through jsonschema itself."""
    import jsonschema

    schema = json.loads((root / "spec/v0.1/schemas/conformance-report.schema.json").read_bytes())
    commands = [RIGHT, ("--command", fake("always_wrong"), "--protocol", "jsonl"), ("--command", fake("ends_with", "9"), "--protocol", "jsonl")]
    for command in commands:
        report = report_of(arf, *command, "--only", "*/numbers/e*", "--only", "verify-receipt/receipts/receipt-i*")
        jsonschema.Draft7Validator(schema).validate(report)
        assert sum(report["summary"].values()) == len(report["results"])


def test_results_stand_in_one_order_whatever_the_number_of_processes(arf):
    """One process or eight: the same report, but for nothing."""
    one, eight = (report_of(arf, "--command", PYTHON_KIT, "--protocol", "jsonl", "--ops", "digest", "--jobs", jobs) for jobs in ("1", "8"))
    assert one == eight
    assert len(one["results"]) > 250


def test_a_report_repeats_its_run(arf):
    """The command in a report gives the same report, quoted words and all."""
    first = report_of(arf, *REFUSES, "--only", NUMBERS, "--name", "my arf", "--version", "1.2", "--timeout", "7.5")
    assert first["repeat"].startswith("arf conformance run --command '")
    import shlex

    words = shlex.split(first["repeat"])
    assert words[:3] == ["arf", "conformance", "run"]
    assert report_of(arf, *words[3:]) == first
    assert first["implementation"] == {"name": "my arf", "version": "1.2"}


def test_codes_of_a_vendor_are_recorded_and_not_judged(arf):
    """Another code for a due refusal passes, and is counted as another."""
    report = report_of(arf, *REFUSES, "--only", "digest/strict-parsing/duplicate-key")
    assert report["results"] == [
        {"case": "digest/strict-parsing/duplicate-key", "clause": "canonicalization.duplicate-keys", "outcome": "passed", "code": "no"}
    ]
    assert report["codes"] == {"rejections": 1, "same": 0}


def test_junit_counts_and_explains(arf):
    """The file parses, and holds a failure with its rows and a skip for an expected failure."""
    suite = ET.fromstring(arf("conformance", "run", *REFUSES, "--only", "digest/numbers/*", "--output", "junit").out)
    report = report_of(arf, *REFUSES, "--only", "digest/numbers/*")
    assert int(suite.get("tests")) == len(suite) == len(report["results"])
    assert int(suite.get("failures")) == report["summary"]["failed"]
    case = next(case for case in suite if case.get("name") == "one-point-zero")
    assert (case.get("classname"), case[0].tag) == ("digest.numbers", "failure")
    assert "input: [1.0]" in case[0].text


def test_export_is_the_whole_set_and_names_it(arf, tmp_path):
    """cases.json hashes to the digest in VERSION.json by arf digest, and the requests hold no answer."""
    assert arf("conformance", "export", "out").code == 0
    version = json.loads((tmp_path / "out/VERSION.json").read_bytes())
    assert arf("digest", "out/cases.json").out.strip() == version["digest"]
    cases = json.loads((tmp_path / "out/cases.json").read_bytes())
    requests = [json.loads(line) for line in (tmp_path / "out/requests.jsonl").read_text("ascii").splitlines()]
    assert [case["id"] for case in cases] == [request["id"] for request in requests]
    assert version["cases"] == len(cases)
    assert {name for request in requests for name in request} == {"id", "op", "input", "type", "receipt", "attestation", "keyring", "caller_key"}
    due = {case["id"]: case["expected"] for case in cases}
    assert due[ONE] == {"result": "accept", "digest": DIGEST_OF_1}
    assert (tmp_path / "out/vectors/numbers/manifest.json").is_file()
    assert (tmp_path / "out/conformance.md").is_file()


def test_export_writes_over_nothing(arf, tmp_path):
    """A folder that holds something is refused, and stays as it is."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").write_text("x")
    done = arf("conformance", "export", "out")
    assert (done.code, "out is not empty" in done.err) == (2, True)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


@pytest.fixture
def responses(arf, tmp_path) -> list[dict]:
    """Right responses to the exported requests of one operation."""
    arf("conformance", "export", "out")
    cases = json.loads((tmp_path / "out/cases.json").read_bytes())
    return [{"id": case["id"], **case["expected"]} for case in cases if case["op"] == "digest"]


@pytest.mark.parametrize("form", ["lines", "array"])
def test_a_file_of_answers_gives_a_report(arf, tmp_path, responses: list[dict], form: str):
    """One response per line or one array, in any order; only operations that were answered count."""
    turned = responses[::-1]
    text = "\n".join(map(json.dumps, turned)) if form == "lines" else json.dumps(turned, indent=1)
    (tmp_path / "mine.json").write_text(text)
    report = report_of(arf, "--answers", "mine.json")
    assert (report["ops"], report["summary"]["passed"], report["protocol"]) == (["digest"], len(responses), "answers")
    assert report["implementation"]["name"] == "mine"


def test_a_case_left_out_is_an_error(arf, tmp_path, responses: list[dict]):
    """No answer is not a rejection, in a file as from a program."""
    (tmp_path / "mine.json").write_text(json.dumps(responses[1:]))
    report = report_of(arf, "--answers", "mine.json")
    assert report["summary"]["errored"] == 1
    assert report["results"][0]["reason"] == "the file holds no response to it"


GOOD = json.dumps({"id": ONE, "result": "accept", "digest": DIGEST_OF_1})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "mine.json holds no response"),
        (b"[]", "mine.json holds no response"),
        (b"hello", "mine.json:1:1:"),
        (f'{GOOD}\n\n{{"id": 1,}}'.encode(), "mine.json:3:10:"),
        (f"[{GOOD},\n 7]".encode(), "mine.json: response 2: a response is a JSON object"),
        (f"{GOOD}\n{GOOD}".encode(), f"mine.json:2: {ONE} is answered a second time"),
        (b'{"id": "digest/numbers/none", "result": "accept"}', "mine.json:1: there is no case 'digest/numbers/none'"),
        (b'{"id": ["x"], "result": "accept"}', "mine.json:1: there is no case ['x']"),
        (b'{"id": "%s", "result": "maybe"}' % ONE.encode(), "mine.json:1: result is 'maybe'"),
        (b'{"id": "%s", "result": "accept", "digest": 7}' % ONE.encode(), "mine.json:1: digest is 7"),
        (b'{"id": "canonicalize/numbers/zeros", "result": "accept", "output": "%%%"}', "mine.json:1: output is '%%%', not base64"),
        (GOOD.encode("utf-16"), "mine.json:1:1:"),
        (b"\xef\xbb\xbf" + GOOD.encode(), "mine.json:1:1: the text begins with a byte-order mark"),
        (b"[" * 100_000, "mine.json:1:257:"),
    ],
)
def test_a_malformed_file_of_answers_is_refused_with_its_place(arf, tmp_path, content: bytes, message: str):
    """Each fault names file and place; nothing is judged."""
    (tmp_path / "mine.json").write_bytes(content)
    done = arf("conformance", "run", "--answers", "mine.json")
    assert (done.code, done.out) == (2, "")
    assert message in done.err


@pytest.fixture
def written(arf, tmp_path) -> Path:
    """A report on disk with one failure."""
    arf("conformance", "run", *REFUSES, "--only", "digest/numbers/*", "--name", "<b>mine</b>", "--output", "json", "--output-file", "r.json")
    return tmp_path / "r.json"


@pytest.mark.usefixtures("written")
def test_report_makes_a_page_and_a_badge(arf, tmp_path):
    """The page links each clause where a site is named, the badge says the level, and names are text."""
    assert arf("conformance", "report", "r.json", "--out", "public", "--site", "https://example.org/arf/").code == 0
    page = (tmp_path / "public/index.html").read_text("utf-8")
    assert 'href="https://example.org/arf/spec/v0.1/canonicalization/#canonicalization.numbers"' in page
    assert "&lt;b&gt;mine&lt;/b&gt;" in page
    assert "<b>" not in page
    assert "<script" not in page
    assert "Self-reported" in page
    badge = ET.fromstring((tmp_path / "public/badge.svg").read_text("utf-8"))
    assert badge.get("aria-label") == "ARF v0.1: no level, self-reported"
    endpoint = json.loads((tmp_path / "public/badge.json").read_bytes())
    assert endpoint == {"schemaVersion": 1, "label": "ARF v0.1", "message": "no level", "color": "5c5f66"}


def test_a_badge_names_the_levels_reached(arf, tmp_path):
    """Bundles includes the two below it; Receipts stands beside."""
    arf("conformance", "run", *RIGHT, "--output", "json", "--output-file", "r.json")
    arf("conformance", "report", "r.json", "--out", "public")
    assert json.loads((tmp_path / "public/badge.json").read_bytes())["message"] == "Bundles + Receipts"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: r.pop("date"), "r.json:1:1: the member date is missing"),
        (lambda r: r.update(score=1), "/score the member 'score' is not defined here"),
        (lambda r: r.update(date="yesterday"), "/date 'yesterday' does not match"),
        (lambda r: r["summary"].update(failed=0), "summary does not count what is in results"),
        (lambda r: r["levels"][0].update(reached=True), "levels does not count what is in results for Digest"),
        (lambda r: r["levels"][0].update(passed=600), "levels does not count what is in results for Digest"),
        (lambda r: r["levels"][3].update(cases=0), "results or levels do not fit the vector set named, for Receipts"),
        (lambda r: r["levels"].pop(), "at least 4 required"),
        (lambda r: r["results"].append(r["results"][0]), "a case stands in results twice"),
        (lambda r: r["results"][0].update(case="digest/numbers"), "/results/0/case"),
    ],
)
def test_a_report_that_was_changed_is_refused(arf, written: Path, change, message: str):
    """A member missing, one too many, or a count that its results do not bear out."""
    report = json.loads(written.read_bytes())
    change(report)
    written.write_text(json.dumps(report))
    done = arf("conformance", "report", "r.json", "--out", "public")
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_report_that_is_no_json_is_refused_with_its_place(arf, tmp_path):
    """The first fault of the text, by line and column."""
    (tmp_path / "r.json").write_text('{"report":\n nothing}')
    done = arf("conformance", "report", "r.json", "--out", "public")
    assert (done.code, "r.json:2:3:" in done.err) == (2, True)


def test_no_report_is_written_over_its_input(arf, tmp_path):
    """--output-file may not be the list of expected failures."""
    (tmp_path / "known.txt").write_text(ONE)
    done = arf("conformance", "run", *RIGHT, "--only", ONE, "--xfail", "known.txt", "--output-file", "known.txt")
    assert done.code == 2
    assert (tmp_path / "known.txt").read_text() == ONE


# The starter kits, as the page for vendors shows them

STARTERS = {
    "python": (f"{sys.executable} {VENDORS}/python/vendor.py", ["command", "jsonl"]),
    "javascript": (f"node {VENDORS}/javascript/vendor.mjs", ["command", "jsonl"]),
    "shell": (f"sh {VENDORS}/shell/vendor.sh", ["command"]),
}


@pytest.mark.parametrize(("name", "protocol"), [(name, protocol) for name, (_, protocols) in STARTERS.items() for protocol in protocols])
def test_a_starter_kit_keeps_the_contract(arf, name: str, protocol: str):
    """Every case gets an answer, both kinds of answers pass somewhere, and none is an error."""
    import shutil

    for program in {"javascript": ["node"], "shell": ["jq", "sha256sum"]}.get(name, []):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    command = STARTERS[name][0] + (" {op}" if protocol == "command" else "")
    only = ["--only", "*/canonicalization/keys-*", "--only", "*/strict-parsing/syntax-m*"]
    report = report_of(arf, "--command", command, "--protocol", protocol, "--ops", "canonicalize,digest", *only, "--timeout", "30")
    assert report["summary"]["errored"] == 0
    passed = {result["case"] for result in report["results"] if result["outcome"] == "passed"}
    assert {"digest/canonicalization/keys-nested", "canonicalize/canonicalization/keys-ascii", "digest/strict-parsing/syntax-missing-colon"} <= passed


@pytest.mark.parametrize("path", sorted(VENDORS.glob("*/vendor.*")), ids=lambda path: path.parent.name)
def test_a_starter_kit_is_short(path: Path):
    """Under 80 lines."""
    assert len(path.read_text("utf-8").splitlines()) < 80


# On a terminal, and interrupted


def test_an_interrupt_ends_what_runs(arf_environment, tmp_path):
    """Ctrl + C ends the kit with 130 and no traceback, and every program with it."""
    import os
    import signal
    import subprocess
    import time

    program = f"sh -c 'echo $$ >> {tmp_path}/pids; exec sleep 600'"
    command = [sys.executable, "-m", "arfpy", "conformance", "run", "--command", program, "--ops", "digest", "--timeout", "600"]
    running = subprocess.Popen(command, env=arf_environment, stderr=subprocess.PIPE, start_new_session=True)
    while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text():
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert (running.returncode, said.strip()) == (130, b"arf: interrupted")
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_terminal_shows_a_bar(arf_environment, tmp_path):
    """On stderr, only there, and gone at the end: the report itself has no trace of it."""
    import os
    import pty
    import subprocess

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "arfpy", "conformance", "run", "--command", fake("ends_with", "1", "no")]
    command += ["--only", "digest/numbers/i*", "--output-file", str(tmp_path / "report.txt")]
    running = subprocess.Popen(command, env=arf_environment, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 65536):
            shown += chunk
    except OSError:
        pass  # the other end is closed
    os.close(ours)
    assert running.wait() == 1
    assert b"running" in shown
    assert "running" not in (tmp_path / "report.txt").read_text("utf-8")
