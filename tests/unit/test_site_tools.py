"""What the printer makes: links, the field reference, the browser's runtime, its lints, the site's server."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest
import rpds as real

from arfpy import spec
from site_tools import fields, lint, runtime, serve, spec_pages

ROOT = Path(__file__).resolve().parents[2]
STAND_IN = ROOT / "site_tools" / "rpds_stand_in"


def _load_stand_in() -> ModuleType:
    found = importlib.util.spec_from_file_location("rpds_stand_in", STAND_IN / "rpds.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


stand_in = _load_stand_in()


# The operations that jsonschema and referencing apply, and how they go wrong.
MAPS = {
    "empty": lambda kit: kit.HashTrieMap(),
    "from a dict": lambda kit: kit.HashTrieMap({"a": 1}),
    "from pairs": lambda kit: kit.HashTrieMap([("a", 1), ("b", 2)]),
    "converted": lambda kit: kit.HashTrieMap.convert({"a": 1}),
    "insert": lambda kit: kit.HashTrieMap({"a": 1}).insert("b", 2),
    "insert again": lambda kit: kit.HashTrieMap({"a": 1}).insert("a", 2),
    "remove": lambda kit: kit.HashTrieMap({"a": 1, "b": 2}).remove("a"),
    "remove what is not there": lambda kit: kit.HashTrieMap({"a": 1}).remove("b"),
    "discard": lambda kit: kit.HashTrieMap({"a": 1}).discard("a"),
    "discard what is not there": lambda kit: kit.HashTrieMap({"a": 1}).discard("b"),
    "update": lambda kit: kit.HashTrieMap({"a": 1}).update({"a": 2, "b": 3}),
    "update by pairs": lambda kit: kit.HashTrieMap({"a": 1}).update([("b", 3)]),
    "update by names": lambda kit: kit.HashTrieMap({"a": 1}).update(b=2),
    "update by a map": lambda kit: kit.HashTrieMap({"a": 1}).update(kit.HashTrieMap({"b": 2})),
}


@pytest.mark.parametrize("name", MAPS)
def test_a_map_of_the_stand_in_is_that_of_rpds(name: str) -> None:
    """The same operation gives the same items, or the same kind of error."""
    ours, theirs = (_outcome(lambda kit=kit: dict(MAPS[name](kit).items())) for kit in (stand_in, real))
    assert theirs == ours


SETS = {
    "empty": lambda kit: kit.HashTrieSet(),
    "from a list": lambda kit: kit.HashTrieSet(["a", "b", "a"]),
    "insert": lambda kit: kit.HashTrieSet(["a"]).insert("b"),
    "insert again": lambda kit: kit.HashTrieSet(["a"]).insert("a"),
    "remove": lambda kit: kit.HashTrieSet(["a", "b"]).remove("a"),
    "remove what is not there": lambda kit: kit.HashTrieSet(["a"]).remove("b"),
    "discard what is not there": lambda kit: kit.HashTrieSet(["a"]).discard("b"),
    "update": lambda kit: kit.HashTrieSet(["a"]).update(["b"], ["c"]),
    "update by nothing": lambda kit: kit.HashTrieSet(["a"]).update(),
}


@pytest.mark.parametrize("name", SETS)
def test_a_set_of_the_stand_in_is_that_of_rpds(name: str) -> None:
    """The same operation gives the same values, or the same kind of error."""
    ours, theirs = (_outcome(lambda kit=kit: sorted(SETS[name](kit))) for kit in (stand_in, real))
    assert theirs == ours


LISTS = {
    "empty": lambda kit: list(kit.List()),
    "of one iterable": lambda kit: list(kit.List(["a", "b"])),
    "of values": lambda kit: list(kit.List("a", "b")),
    "push": lambda kit: list(kit.List(["a"]).push_front("b")),
    "first": lambda kit: kit.List(["a", "b"]).first,
    "first of none": lambda kit: kit.List().first,
    "rest": lambda kit: list(kit.List(["a", "b"]).rest),
    "rest of none": lambda kit: list(kit.List().rest),
    "drop": lambda kit: list(kit.List(["a", "b"]).drop_first()),
    "drop of none": lambda kit: list(kit.List().drop_first()),
    "length": lambda kit: len(kit.List(["a", "b"])),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_the_stand_in_is_that_of_rpds(name: str) -> None:
    """The same operation gives the same values, or the same kind of error."""
    ours, theirs = (_outcome(lambda kit=kit: LISTS[name](kit)) for kit in (stand_in, real))
    assert theirs == ours


def _outcome(operation) -> object:
    try:
        return operation()
    except (KeyError, IndexError, TypeError) as error:
        return type(error)


@pytest.mark.parametrize("kit", [stand_in, real], ids=["stand-in", "rpds"])
def test_collections_do_not_change(kit: ModuleType) -> None:
    """A change returns a new collection and leaves the old one as it was; maps refuse item assignment and hash alike."""
    table, values, items = kit.HashTrieMap({"a": 1}), kit.HashTrieSet(["a"]), kit.List(["a"])
    table.insert("b", 2), table.remove("a"), values.insert("b"), values.remove("a"), items.push_front("b")
    assert ({"a": 1}, ["a"], ["a"]) == (dict(table.items()), list(values), list(items))
    with pytest.raises(TypeError):
        table["b"] = 2
    assert hash(table) == hash(kit.HashTrieMap({"a": 1}))
    assert table == kit.HashTrieMap({"a": 1})


# Run twice, with the real rpds and with the stand-in: everything that jsonschema and arfpy say about every vector.
_SAY = """
import json, sys
from pathlib import Path
import rpds
from jsonschema import Draft7Validator, FormatChecker
from arfpy import Check, parse, schema, spec

said = [["rpds", Path(rpds.__file__).parent.name == "rpds_stand_in"]]
for path in sorted(Path(sys.argv[1]).glob("*/manifest.json")):
    manifest = json.loads(path.read_bytes())
    for vector in manifest["vectors"] if manifest["op"] == "validate" else ():
        data = (path.parent / vector["input"]).read_bytes()
        result = Check(type_name=vector["type"]).record(data, vector["input"])
        said.append([vector["id"], result.as_dict()])
        if result.verdict == "unreadable":
            continue
        value = parse(data).value
        for name, definition in spec.schemas().items():
            errors = Draft7Validator(definition, format_checker=FormatChecker()).iter_errors(value)
            listed = [[error.json_path, error.validator, error.message] for error in errors]
            said.append([vector["id"], name, listed, [list(found) for found in schema.violations(value, name)]])
print(json.dumps(said))
"""


def test_jsonschema_says_the_same_on_the_stand_in() -> None:
    """On every vector of a schema, each type's schema gives one list of errors and arfpy one result, whichever rpds it is."""
    said = []
    for first in (ROOT, STAND_IN):
        environment = os.environ | {"PYTHONPATH": f"{first}{os.pathsep}{ROOT}"}
        command = [sys.executable, "-c", _SAY, str(ROOT / "spec" / "v0.1" / "vectors")]
        done = subprocess.run(command, env=environment, capture_output=True, check=True, timeout=120)
        said.append(json.loads(done.stdout))
    natively, inside = said
    assert (["rpds", False], ["rpds", True]) == (natively.pop(0), inside.pop(0))
    assert len(natively) > 1000
    assert natively == inside


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository in which the lint finds nothing."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    package = {"version": "1.0.0", "integrity": "sha512-AA=="}
    lock = {"lockfileVersion": 3, "packages": {"": {"name": "arf"}, "node_modules/canonicalize": package}}
    _write(tmp_path / "package-lock.json", json.dumps(lock))
    _write(tmp_path / "docs" / "page.mjs", "document.body.textContent = 'innerText is fine';\n")
    return tmp_path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_lint_finds_nothing_in_a_clean_repository(repository: Path) -> None:
    """The repository of the tests below has no finding before one is planted."""
    assert [] == lint.findings(repository)


# Written in pieces, so that the lint does not find this file.
PLANTED = {
    "a registry of npm": ("README.md", "ok\nhttps://registry." + "npmjs.org/x\n", "README.md:2: the host of a package registry"),
    "a registry of Python": ("a/b.txt", "https://pypi." + "org/simple\n", "a/b.txt:1: the host of a package registry"),
    "a home": ("notes.md", "see /" + "home/someone/x\n", "notes.md:1: a path of one machine"),
    "root's home": ("run.sh", "cd /" + "root/x\n", "run.sh:1: a path of one machine"),
    "a markup sink": ("docs/page.mjs", "a.inner" + "HTML = b;\n", "docs/page.mjs:1: markup or code made from text"),
    "code from text, later": ("docs/page.mjs", "set" + "Timeout('b()', 5);\n", "docs/page.mjs:1: markup or code made from text"),
    "code from text": ("docs/page.mjs", "\nev" + "al(b);\n", "docs/page.mjs:2: markup or code made from text"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_lint_finds_what_was_planted(repository: Path, kind: str) -> None:
    """A line that does not belong in the project is named by path and line."""
    name, text, finding = PLANTED[kind]
    _write(repository / name, text)
    assert [finding] == lint.findings(repository)


def test_lint_looks_at_the_pages_only_for_markup(repository: Path) -> None:
    """A word that is a sink in a page is a word elsewhere, and a file that git ignores is not looked at."""
    _write(repository / "notes.md", "Never set inner" + "HTML.\n")
    _write(repository / ".gitignore", "local.txt\n")
    _write(repository / "local.txt", "/" + "home/someone/x\n")
    assert [] == lint.findings(repository)


@pytest.mark.parametrize(
    ("package", "finding"),
    [
        ({"resolved": "https://example.org/x.tgz", "integrity": "sha512-AA=="}, "names the address it came from"),
        ({"version": "1.0.0"}, "has no integrity value"),
    ],
)
def test_lint_reads_the_lock_file(repository: Path, package: dict[str, str], finding: str) -> None:
    """Packages are pinned by integrity and say nothing of where they come from."""
    _write(repository / "package-lock.json", json.dumps({"packages": {"node_modules/x": package}}))
    assert [f"package-lock.json: node_modules/x {finding}"] == lint.findings(repository)


def test_lint_finds_nothing_in_the_project() -> None:
    """The project keeps its own rules."""
    assert [] == lint.findings()


def test_codes_become_links_outside_of_code_blocks() -> None:
    """A code in inline code is linked to its entry, relative to the page; nothing else is touched."""
    text = (
        "Here `json.syntax` and `no.code`, and [`json.empty`](x.md) as it was.\n"
        "```text\n`json.syntax`\n```\n"
        "~~~\n`json.syntax`\n~~~\n"
        "Then `schema.format.uuid`.\n"
    )
    assert spec_pages.linked(text, "spec/v0.1/records.md") == (
        "Here [`json.syntax`](../../codes/json.syntax.md) and `no.code`, and [`json.empty`](x.md) as it was.\n"
        "```text\n`json.syntax`\n```\n"
        "~~~\n`json.syntax`\n~~~\n"
        "Then [`schema.format.uuid`](../../codes/schema.format.uuid.md).\n"
    )
    assert "[`json.syntax`](codes/json.syntax.md)" in spec_pages.linked(text, "index.md")
    assert text == spec_pages.linked(text, "codes.md")


def test_the_reference_lists_what_a_schema_has() -> None:
    """The fields of a Question and the inner ones of a Claim, as they were written down by hand."""
    assert [(field.path, field.kind, field.required) for field in fields.fields("question")] == [
        ("id", "UUID", True),
        ("text", "text, at least 10 characters", True),
        ("status", "one of `open`, `in_progress`, `answered`, `closed`", True),
        ("createdAt", "instant", True),
        ("context", "text", False),
        ("tags", "array (text)", False),
        ("createdBy", "text", False),
        ("updatedAt", "instant", False),
    ]
    inner = [field.path for field in fields.fields("claim") if "." in field.path]
    assert ["model", "sourcePassage", "extractionConfidence", "extractedAt", "pipelineVersion"] == [
        path.removeprefix("extractionMeta.") for path in inner
    ]


@pytest.mark.parametrize("type_name", sorted(spec.schemas()))
def test_the_reference_agrees_with_the_schema(type_name: str) -> None:
    """Every property is listed once, required where the schema says so, and points where links.json says."""
    schema = json.loads((ROOT / "spec" / "v0.1" / "schemas" / f"{type_name}.schema.json").read_bytes())
    links = json.loads((ROOT / "spec" / "v0.1" / "links.json").read_bytes())["links"]
    top = [field for field in fields.fields(type_name) if "." not in field.path]
    assert list(schema["properties"]) == [field.path for field in top]
    assert set(schema["required"]) == {field.path for field in top if field.required}
    expected = {link["field"]: link["to"] for link in links if link["from"] == type_name}
    assert expected == {field.path: field.target for field in top if field.target}


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project's folder of its own, whose core of Pyodide is that of node_modules: a test may change it."""
    if not (ROOT / "node_modules" / "pyodide").is_dir():
        pytest.skip("npm's pyodide is not installed: run npm ci")
    folder = tmp_path / "node_modules" / "pyodide"
    folder.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        (folder / name).symlink_to(ROOT / "node_modules" / "pyodide" / name)
    monkeypatch.setattr(runtime, "ROOT", tmp_path)
    monkeypatch.setattr(runtime, "_CORE", folder)
    return folder


@pytest.mark.usefixtures("core")
def test_the_core_is_the_one_that_is_pinned() -> None:
    """The files of the npm package pass."""
    runtime.check_core()


def test_a_changed_core_is_refused(core: Path) -> None:
    """One byte more in a file of the core ends the build, with the file's name."""
    changed = (core / "pyodide.mjs").read_bytes() + b"\n"
    (core / "pyodide.mjs").unlink()
    (core / "pyodide.mjs").write_bytes(changed)
    with pytest.raises(SystemExit, match=r"^node_modules/pyodide/pyodide\.mjs is not the file of pyodide 314\.0\.7"):
        runtime.check_core()


def test_a_missing_core_is_refused(core: Path) -> None:
    """Without a file of the core, the command to run is named."""
    (core / "python_stdlib.zip").unlink()
    with pytest.raises(SystemExit, match=r"^node_modules/pyodide/python_stdlib\.zip is missing: run npm ci$"):
        runtime.check_core()


@pytest.fixture(scope="module")
def built() -> Path:
    """The folder of the runtime as the site carries it."""
    if shutil.which("node") is None or not (ROOT / "node_modules" / "pyodide").is_dir():
        pytest.skip("Node or npm's pyodide is not installed: run npm ci")
    return runtime.build()


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}


@pytest.mark.node
def test_the_lock_has_the_hash_of_every_wheel(built: Path) -> None:
    """Each package of the lock has the SHA-256 of its file, and each wheel has its package."""
    packages = json.loads((built / "pyodide-lock.json").read_bytes())["packages"]
    others = {"attrs", "ecdsa", "jsonschema", "jsonschema-specifications", "referencing", "rpds-py", "six"}
    assert {"arfpy", *others} == set(packages)
    locked = {package["file_name"]: package["sha256"] for package in packages.values()}
    wheels = {name: data for name, data in _files(built).items() if name.endswith(".whl")}
    assert locked == {name: hashlib.sha256(data).hexdigest() for name, data in wheels.items()}
    assert all(set(package["depends"]) <= set(packages) for package in packages.values())


@pytest.mark.node
def test_the_manifest_lists_every_file(built: Path) -> None:
    """Every file but the manifest is listed with its size and SHA-256; the versions are those of the parts.

    The manifest as a module lists what a page loads: all of it but what the engine holds.
    """
    files = _files(built)
    manifest = json.loads(files.pop("manifest.json"))
    module = json.loads(files.pop("manifest.mjs").decode().removeprefix("export default ").removesuffix(";\n"))
    in_engine = {"pyodide.mjs", "pyodide.asm.mjs"}
    assert module == {
        "versions": manifest["versions"],
        "files": {name: entry for name, entry in manifest["files"].items() if name not in in_engine},
    }
    assert manifest["files"] == {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()
    }
    lock = json.loads(files["pyodide-lock.json"])
    npm = json.loads((ROOT / "package.json").read_bytes())
    wanted = {**npm.get("dependencies", {}), **npm.get("devDependencies", {})}
    versions = manifest["versions"]
    assert (versions["pyodide"], versions["canonicalize"]) == (wanted["pyodide"], wanted["canonicalize"])
    assert versions["python"] == lock["info"]["python"]
    assert versions["jsonschema"] == lock["packages"]["jsonschema"]["version"]


@pytest.mark.node
def test_two_builds_are_identical(built: Path, tmp_path: Path) -> None:
    """A second build, somewhere else, gives the same files byte for byte."""
    again = runtime.build(tmp_path / "runtime")
    assert _files(built) == _files(again)


@pytest.mark.node
def test_an_unchanged_runtime_is_not_built_again(built: Path) -> None:
    """What was made from the same inputs is left as it is."""
    before = {path: path.stat().st_mtime_ns for path in built.iterdir()}
    runtime.build()
    assert before == {path: path.stat().st_mtime_ns for path in built.iterdir()}


@pytest.mark.node
def test_the_lock_is_that_of_pyodide_build(built: Path, tmp_path: Path) -> None:
    """`pyodide lockfile add-wheels` makes the same entries of the wheels, where it can be installed."""
    pytest.importorskip("pyodide_build", reason="pyodide-build needs Python 3.12 or newer")
    lock = json.loads((built / "pyodide-lock.json").read_bytes())
    (tmp_path / "empty.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    wheels = [str(shutil.copy(path, tmp_path)) for path in sorted(built.glob("*.whl"))]
    command = [sys.executable, "-m", "pyodide_cli", "lockfile", "add-wheels", "--input", str(tmp_path / "empty.json")]
    command += ["--output", str(tmp_path / "made.json"), "--base-path", str(tmp_path), "--wheel-url", "", *wheels]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    made = json.loads((tmp_path / "made.json").read_bytes())["packages"]
    assert _entries(made) == _entries(lock["packages"])


def _entries(packages: dict[str, dict]) -> dict[str, tuple]:
    return {
        name: (*(entry[key] for key in ("name", "version", "file_name", "sha256")), sorted(entry["depends"]))
        for name, entry in packages.items()
    }


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site."""
    _write(tmp_path / "index.html", "<!doctype html><title>x</title>")
    _write(tmp_path / "a" / "worker.mjs", "export {};\n")
    (tmp_path / "a" / "core.wasm").write_bytes(b"\0asm")
    _write(tmp_path / "a" / "claim.ndjson", "{}\n")
    return tmp_path


def test_the_server_gives_modules_and_wasm_their_types(site: Path) -> None:
    """Over a real socket, a module worker and streamed WebAssembly get the types that browsers insist on."""
    running = serve.server(site, 0)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    try:
        types = {}
        for path in ("", "a/worker.mjs", "a/core.wasm", "a/claim.ndjson"):
            with urllib.request.urlopen(f"http://127.0.0.1:{running.server_port}/{path}", timeout=10) as answer:
                types[path] = answer.headers["Content-Type"]
                assert answer.headers["Cache-Control"] == "no-cache"
    finally:
        running.shutdown()
        thread.join()
        running.server_close()
    assert types == {
        "": "text/html",
        "a/worker.mjs": "text/javascript",
        "a/core.wasm": "application/wasm",
        "a/claim.ndjson": "application/x-ndjson",
    }
    assert running.server_address[0] == "127.0.0.1"


def _serve(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "site_tools.serve", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True, timeout=30)


def test_a_port_that_is_taken_is_named(site: Path) -> None:
    """The command ends with status 1, the port, the reason and what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = _serve("--port", str(port), str(site))
    message = f"cannot listen on port {port}: Address already in use. Choose another: make serve PORT=8001\n"
    assert (1, message) == (done.returncode, done.stderr)


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    """Where nothing was built, the command says what to run."""
    done = _serve(str(tmp_path))
    assert (1, f"{tmp_path} holds no site: run make site first\n") == (done.returncode, done.stderr)
