"""Copies of the site: the one that a browser keeps for use without a network, and the archive on another server."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import threading
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest

from site_tools.serve import server

pytestmark = pytest.mark.browser

ENDORSEMENT = (
    '{"id":"602d54e3-0650-40c8-898c-e6d3c0e71d71","claimId":"6251dbd4-a1f2-4b8b-9cd0-594a46a2f5c3",'
    '"validatorId":"d2f602ae-9be6-43c0-8c1e-622980547d49",'
    '"comment":"Strong evidence from the Shumailov et al. paper. Model collapse is well-documented.",'
    '"weight":5,"createdAt":"2026-03-25T20:17:56.727Z"}'
)
DIGEST = "sha256:56c223f1dac62072d1999e00cd3ba854352682294425fa10ad102f1a0c73ea6e"
CACHES = "async () => (await caches.keys()).length"


class Host:
    """A static server for a folder, at an address that stays the same while it is away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = server(folder, 0)
        self.port = self.running.server_port
        self._serve()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _serve(self) -> None:
        threading.Thread(target=self.running.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.running.shutdown()
        self.running.server_close()


@pytest.fixture
def hosted():
    """Serve a folder; every server is stopped at the end."""
    hosts: list[Host] = []

    def host(folder: Path) -> Host:
        hosts.append(Host(folder))
        return hosts[-1]

    yield host
    for one in hosts:
        one.stop()


@pytest.fixture
def own_site(site: Path, tmp_path: Path) -> Path:
    """A copy of the site that a test may change; of the vectors, which are many, only their list."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder, ignore=lambda where, names: names if where.endswith("spec/v0.1/vectors") else ())
    publish(folder)
    return folder


def publish(folder: Path) -> None:
    """Write manifest and service worker for what lies in a folder, as the build does, worked out here a second time."""

    def digest(data: bytes) -> str:
        return b64encode(hashlib.sha256(data).digest()).decode()

    files = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in {"manifest.json", "sw.js", "_headers"} and "arf-site" not in name:
            files.append({"path": name, "integrity": f"sha256-{digest(path.read_bytes())}", "kept": True})
    manifest = json.dumps({"files": files}).encode()
    (folder / "manifest.json").write_bytes(manifest)
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    worker = re.sub(r'MANIFEST = "[^"]*"', f'MANIFEST = "{digest(manifest)}"', worker)
    (folder / "sw.js").write_text(worker, encoding="utf-8")


def verify(page) -> None:
    """Check the published Endorsement on an open verify page."""
    page.wait_for_selector("[data-runtime=ready]", timeout=60_000)
    page.fill("#arf-text", ENDORSEMENT)
    page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_selector("[data-verdict=valid]", timeout=40_000)
    assert page.locator("[data-digest]").first.get_attribute("data-digest") == DIGEST


def test_after_one_visit_the_whole_site_works_without_its_server(visit, site: Path, hosted) -> None:
    """The server is ended; every page still opens, the search answers, and a record is checked."""
    host = hosted(site)
    visited = visit(service_workers="allow")
    page = visited.page
    page.goto(host.url)
    page.wait_for_selector("[data-offline=kept]", timeout=60_000)
    host.stop()
    for path in sorted(site.rglob("index.html")):
        address = path.relative_to(site).as_posix().removesuffix("index.html")
        answer = page.goto(host.url + address, wait_until="load")
        assert (address, answer.status) == (address, 200)
        assert page.locator("h1").count() == 1
    page.goto(host.url)
    page.keyboard.press("/")
    page.keyboard.type("duplicate member")
    page.wait_for_selector("[data-search-results] a")
    page.goto(f"{host.url}verify/")
    verify(page)
    # The digest of the archive is in no copy, so the page about it asks for it in vain.
    assert visited.complaints == ["Failed to load resource: net::ERR_FAILED"]


def test_a_newer_version_waits_and_never_mixes_with_the_older_one(visit, own_site: Path, hosted) -> None:
    """While a tab of the old version is open, old pages get old files; when none is, new ones get new files."""
    host = hosted(own_site)
    visited = visit(service_workers="allow")
    page = visited.page
    page.goto(host.url)
    page.wait_for_selector("[data-offline=kept]", timeout=60_000)

    index, example = own_site / "index.html", own_site / "assets" / "examples.json"
    index.write_text(index.read_text(encoding="utf-8").replace("<title>", "<title>Newer "), encoding="utf-8")
    example.write_text("[]", encoding="utf-8")
    publish(own_site)
    read = "async () => (await (await fetch(new URL('assets/examples.json', location))).json()).length"
    page.reload()
    page.wait_for_selector("[data-offline=waiting]", timeout=60_000)
    assert page.evaluate(CACHES) == 2
    page.reload()
    assert (page.title().startswith("Newer"), page.evaluate(read) > 0) == (False, True)

    # A worker changes over when the last page of the old one is gone.
    page.goto("about:blank")
    page.wait_for_timeout(500)
    page.goto(host.url)
    page.wait_for_function("async () => (await caches.keys()).length === 1", timeout=30_000)
    page.reload()
    assert (page.title().startswith("Newer"), page.evaluate(read)) == (True, 0)


def test_an_older_page_finds_its_own_runtime_when_the_server_has_another(visit, own_site: Path, hosted) -> None:
    """The server's file has other bytes by now; the page that is kept starts with the one that is kept with it."""
    host = hosted(own_site)
    visited = visit(service_workers="allow")
    page = visited.page
    page.goto(host.url)
    page.wait_for_selector("[data-offline=kept]", timeout=60_000)
    library = own_site / "assets" / "runtime" / "python_stdlib.zip"
    library.write_bytes(library.read_bytes() + b"newer")
    page.goto(f"{host.url}verify/")
    verify(page)


def test_a_file_that_is_not_the_listed_one_makes_no_copy(visit, own_site: Path, hosted) -> None:
    """If one file differs from the manifest, nothing is kept, and the site is read from its server as before."""
    (own_site / "assets" / "examples.json").write_text("[]", encoding="utf-8")
    host = hosted(own_site)
    visited = visit(service_workers="allow")
    page = visited.page
    page.goto(host.url)
    page.wait_for_function(
        "async () => { const found = await navigator.serviceWorker.getRegistration(); return globalThis.seen ? !found : void (globalThis.seen = !!found); }",
        timeout=60_000,
    )
    assert page.evaluate(CACHES) == 0


def test_the_archive_works_in_any_folder_of_any_server(visit, site: Path, hosted, tmp_path: Path) -> None:
    """Unpacked below two folders, it checks a record, asks for nothing outside and complains of nothing."""
    digest, name = (site / "arf-site-v0.1.zip.sha256").read_text(encoding="utf-8").split()
    assert digest == hashlib.sha256((site / name).read_bytes()).hexdigest()
    with zipfile.ZipFile(site / name) as archive:
        archive.extractall(tmp_path / "some" / "where")
    host = hosted(tmp_path)
    visited = visit()
    page = visited.page
    for address in ("", "spec/v0.1/", "download/", "embed/", "verify/"):
        page.goto(f"{host.url}some/where/{address}")
    verify(page)
    assert [url for url in visited.requests if not url.startswith(f"{host.url}some/where/")] == []
    # The archive holds everything but its own digest, which the page about it asks for.
    assert [text for text in visited.complaints if "404" not in text] == []
    assert len(visited.complaints) == 1


def test_the_manifest_is_what_a_reader_finds(site: Path) -> None:
    """Every file is listed once, with the size and digest it has; the page shows the same for what pages load."""
    listed = {file["path"]: file for file in json.loads((site / "manifest.json").read_bytes())["files"]}
    found = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    unlisted = {"manifest.json", "sw.js", "arf-site-v0.1.zip", "arf-site-v0.1.zip.sha256"}
    assert found.keys() - unlisted == listed.keys()
    page = (site / "manifest" / "index.html").read_text(encoding="utf-8")
    for name, path in found.items():
        if name in unlisted:
            continue
        data = path.read_bytes()
        digest = hashlib.sha256(data)
        assert listed[name]["integrity"] == f"sha256-{b64encode(digest.digest()).decode()}", name
        assert listed[name]["size"] == len(data)
        if name.startswith(("assets/", "stylesheets/", "search/")):
            assert digest.hexdigest() in page, name
    with zipfile.ZipFile(site / "arf-site-v0.1.zip") as archive:
        assert set(archive.namelist()) == found.keys() - {"arf-site-v0.1.zip", "arf-site-v0.1.zip.sha256"}
