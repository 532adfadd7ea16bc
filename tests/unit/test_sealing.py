"""The last step of a build: digests in pages, the worker's one file, headers, the bills of materials."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from pathlib import Path

import pytest

from site_tools import engine, policy, runtime, sbom, sealing

ROOT = Path(__file__).resolve().parents[2]
PAGE = """<html><head><link rel="stylesheet" href="../a.css"></head><body><script src="../b.js"></script>
<script type="module" src="../m/one.mjs"></script></body></html>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small built site: one page, its style and scripts, modules that import each other, a service worker."""
    files = {
        "page/index.html": PAGE,
        "a.css": "a {}",
        "b.js": "1;",
        "m/one.mjs": 'import { two } from "./two.mjs";\nimport {\n  three,\n} from "../n/three.mjs";\n',
        "m/two.mjs": 'export { three } from "../n/three.mjs";\nconst four = "./four.mjs";\n',
        "n/three.mjs": 'import { two } from "../m/two.mjs";\n',
        "sw.js": 'const MANIFEST = "{{ manifest }}";\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def sha256sum(path: Path) -> str:
    """The digest in base64, by another program."""
    done = subprocess.run(["openssl", "dgst", "-sha256", "-binary", str(path)], capture_output=True, check=True)
    return subprocess.run(["base64", "-w0"], input=done.stdout, capture_output=True, check=True).stdout.decode()


def test_modules_are_found_at_any_depth_and_once(site: Path) -> None:
    """An import over several lines and an export from count, a text does not, and a circle ends."""
    found = [path.relative_to(site.resolve()).as_posix() for path in sealing.imports(site / "m" / "one.mjs")]
    assert found == ["m/two.mjs", "n/three.mjs"]


def test_a_page_carries_the_digest_of_what_it_loads(site: Path) -> None:
    """Style, script and module have theirs, and so has every module that is imported, by a link that loads it early."""
    sealing.seal(site)
    page = (site / "page" / "index.html").read_text(encoding="utf-8")
    carried = dict(re.findall(r'(?:src|href)="\.\./([^"]+)" integrity="sha256-([^"]+)"', page))
    assert carried == {name: sha256sum(site / name) for name in ("a.css", "b.js", "m/one.mjs", "m/two.mjs", "n/three.mjs")}
    assert page.count('rel="modulepreload"') == 2


def test_the_service_worker_names_the_manifest(site: Path) -> None:
    """The digest in sw.js is that of manifest.json, and manifest.json names neither of the two."""
    sealing.seal(site)
    assert f'"{sha256sum(site / "manifest.json")}"' in (site / "sw.js").read_text(encoding="utf-8")
    paths = [file["path"] for file in json.loads((site / "manifest.json").read_bytes())["files"]]
    assert paths == ["_headers", "a.css", "b.js", "m/one.mjs", "m/two.mjs", "n/three.mjs", "page/index.html"]


def test_a_page_that_names_a_missing_file_ends_the_build(site: Path) -> None:
    """A digest of nothing is not written."""
    (site / "b.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"b\.js"):
        sealing.seal(site)


def test_the_policy_allows_what_is_needed_and_no_more() -> None:
    """The directives as they were decided, written down a second time."""
    directives = dict(part.split(" ", 1) for part in policy.META.split("; "))
    assert directives == {
        "default-src": "'none'",
        "script-src": "'self' 'wasm-unsafe-eval'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "worker-src": "'self' blob:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "arf",
    }


def test_nginx_and_headers_file_send_the_same() -> None:
    """Each header of `_headers` stands in the lines for nginx with the same value."""
    sent = re.findall(r"^  ([A-Z][\w-]+): (.*)$", policy.headers_file().partition("/sw.js")[0], re.MULTILINE)
    assert sent == re.findall(r'^add_header (\S+) "(.*)" always;$', policy.nginx(), re.MULTILINE)
    assert len(sent) == 5


@pytest.fixture(scope="module")
def core() -> Path:
    """The core of Pyodide as npm brings it."""
    folder = ROOT / "node_modules" / "pyodide"
    if not folder.is_dir():
        pytest.skip("npm's pyodide is not installed: run npm ci")
    return folder


def test_the_engine_imports_nothing(core: Path) -> None:
    """One text holds factory, loader and worker; no static import or export is left, which a blob could not resolve."""
    text = engine.text()
    assert not re.search(r"^\s*(?:import\b[^(.]|export\b)", text, re.MULTILINE)
    assert len(text) > (core / "pyodide.asm.mjs").stat().st_size
    assert "self.onmessage" in text


@pytest.fixture(scope="module")
def bills(core: Path) -> dict[str, dict]:  # noqa: ARG001 - the runtime is built from it
    """Both bills of materials, dated as a build dates them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1767225600")
        return {"site": json.loads(sbom.site(runtime.build())), "package": json.loads(sbom.package())}


@pytest.mark.node
@pytest.mark.parametrize("name", ["site", "package"])
def test_a_bill_follows_the_schema_of_cyclonedx(bills: dict[str, dict], name: str) -> None:
    """The published schema accepts it, and refuses it with a component that has no name."""
    validation = pytest.importorskip("cyclonedx.validation.json")
    validator = validation.JsonStrictValidator(pytest.importorskip("cyclonedx.schema").SchemaVersion.V1_6)
    bill = bills[name]
    assert validator.validate_str(json.dumps(bill)) is None
    broken = {**bill, "components": [{**bill["components"][0], "name": None}]}
    assert validator.validate_str(json.dumps(broken)) is not None


@pytest.mark.node
def test_the_bill_of_the_site_names_what_the_runtime_holds(bills: dict[str, dict]) -> None:
    """Every wheel is there with the SHA-256 of its file, and both npm packages with the SHA-512 of the lock file."""
    hashes = {part["name"]: part["hashes"][0]["content"] for part in bills["site"]["components"] if "hashes" in part}
    wheels = {path.name.split("-")[0].replace("_", "-"): path for path in runtime.build().glob("*.whl")}
    digests = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in wheels.items()}
    assert {name: hashes[name] for name in digests} == digests
    assert {"pyodide", "canonicalize"} == hashes.keys() - digests.keys()


@pytest.mark.node
@pytest.mark.parametrize("name", ["site", "package"])
def test_every_reference_of_a_bill_leads_to_a_component(bills: dict[str, dict], name: str) -> None:
    """What depends and what is depended on are named in the bill, once each."""
    bill = bills[name]
    refs = [bill["metadata"]["component"]["bom-ref"], *(part["bom-ref"] for part in bill["components"])]
    assert len(refs) == len(set(refs))
    named = {entry["ref"] for entry in bill["dependencies"]} | {ref for entry in bill["dependencies"] for ref in entry["dependsOn"]}
    assert named == set(refs)


def test_the_bill_of_the_package_has_what_pyproject_asks_for(bills: dict[str, dict]) -> None:
    """The four dependencies of pyproject.toml are those of arfpy."""
    (own,) = [entry for entry in bills["package"]["dependencies"] if entry["ref"].startswith("pkg:pypi/arfpy@")]
    assert ["click", "cryptography", "jsonschema", "rich"] == [ref.split("/")[1].split("@")[0] for ref in own["dependsOn"]]
