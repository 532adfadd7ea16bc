"""The last step of a build: digests in the pages, the manifest, the service worker, the archive.

Everything that a page loads carries its SHA-256 in the page, so that a page runs with its own files or not at all:
scripts and styles by ``integrity``, imported modules by an import map, the files of the runtime by
the list in ``assets/runtime/manifest.mjs``, which is such a module.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import posixpath
import re
import zipfile
from pathlib import Path

from . import policy

MANIFEST = "manifest.json"
WORKER = "sw.js"
ARCHIVE = "arf-site-v0.1.zip"
DIGEST = f"{ARCHIVE}.sha256"
RUNTIME = "manifest.mjs"
_HEADERS = "_headers"
# Files that no page loads and that hosts need not serve; the archive has them, a browser's copy does not.
_NOT_KEPT = (_HEADERS,)
_MARKER = "<p>%manifest%</p>"
_TAG = re.compile(r'<(?:script(?: type="module")? src|link rel="stylesheet" href)="([^"]+)"')
_MODULE = re.compile(r'<script type="module" src="([^"]+)"')
_IMPORT = re.compile(r'^\s*(?:import|export)\b[^;]*?\bfrom\s*"(\.[^"]+)"', re.MULTILINE)
_CHARSET = '<meta charset="utf-8">'
_POLICY = f'<meta http-equiv="Content-Security-Policy" content="{policy.META}">'
_EARLIEST = (1980, 1, 1, 0, 0, 0)


def seal(site: Path) -> None:
    """Finish a built site in its folder. :raises SystemExit: a page names a file that is not there."""
    pages = sorted(site.rglob("*.html"))
    maps = {page: _import_map(page, site) for page in pages}
    hashes = sorted({integrity(text.encode()) for text in maps.values()})
    (site / _HEADERS).write_text(policy.allowing(policy.headers_file(), hashes), encoding="utf-8")
    for page in pages:
        text = page.read_text(encoding="utf-8").replace(_CHARSET, f"{_CHARSET}\n{_POLICY}", 1)
        before, own, after = text.partition(_POLICY)
        # Below its own policy a page may show the one that a server sends, which has to allow the map of every page.
        text = before + policy.allowing(own, [integrity(maps[page].encode())]) + policy.allowing(after, hashes)
        if _MARKER in text:
            text = text.replace(_MARKER, _table(site))
        page.write_text(_with_digests(text, page, site, maps[page]), encoding="utf-8")
    manifest = _manifest(site)
    (site / MANIFEST).write_text(manifest, encoding="utf-8")
    worker = site / WORKER
    digest = integrity(manifest.encode()).removeprefix("sha256-")
    worker.write_text(worker.read_text(encoding="utf-8").replace("{{ manifest }}", digest), encoding="utf-8")
    _archive(site)


def integrity(data: bytes) -> str:
    """Return the value of an ``integrity`` attribute: ``sha256-`` and the digest in base64."""
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def imports(module: Path) -> list[Path]:
    """Return every module that a module imports, at any depth, each once, in the order it is met."""
    found: list[Path] = []
    waiting = [module]
    while waiting:
        current = waiting.pop(0)
        for name in _IMPORT.findall(current.read_text(encoding="utf-8")):
            target = (current.parent / name).resolve()
            if target not in found and target != module:
                found.append(target)
                waiting.append(target)
    return found


def _import_map(page: Path, site: Path) -> str:
    """Return the import map of a page: the digest of every module of the site, which holds for whoever imports it.

    Pages at one depth have one map, so that a server's policy needs few hashes.
    """
    root = posixpath.relpath(site, page.parent) + "/"
    digests = {
        f"{root}{path.relative_to(site).as_posix()}": integrity(path.read_bytes())
        for path in sorted(site.rglob("*.mjs"))
    }
    return json.dumps({"integrity": digests}, separators=(",", ":"))


def _with_digests(text: str, page: Path, site: Path, import_map: str) -> str:
    """Put the digest of each file beside its address, and name the modules that the page's modules import."""

    def file_of(address: str) -> Path:
        return (page.parent / address).resolve()

    def sealed(match: re.Match[str]) -> str:
        return f'{match.group()} integrity="{integrity(file_of(match.group(1)).read_bytes())}"'

    entries = [file_of(address) for address in _MODULE.findall(text)]
    modules = {module: None for entry in entries for module in imports(entry) if module not in entries}
    root = posixpath.relpath(site, page.parent) + "/"
    links = "".join(
        f'<link rel="modulepreload" href="{root}{module.relative_to(site.resolve()).as_posix()}"'
        f' integrity="{integrity(module.read_bytes())}">\n'
        for module in modules
    )
    if runtime := next((module for module in modules if module.name == RUNTIME), None):
        listed = json.loads(runtime.read_text(encoding="utf-8").removeprefix("export default ").rstrip().rstrip(";"))
        folder = root + runtime.parent.relative_to(site.resolve()).as_posix()
        # Without these the files would be asked for only after every module has arrived.
        for name in listed["files"]:
            links += f'<link rel="preload" as="fetch" crossorigin href="{folder}/{name}">\n'
    head = f'<script type="importmap">{import_map}</script>\n{links}' if entries else links
    return _TAG.sub(sealed, text).replace("</head>", f"{head}</head>", 1)


def _files(site: Path) -> list[Path]:
    left_out = {MANIFEST, WORKER, ARCHIVE, DIGEST}
    found = [path for path in site.rglob("*") if path.is_file() and path.relative_to(site).as_posix() not in left_out]
    return sorted(found, key=lambda path: path.relative_to(site).as_posix())


def _manifest(site: Path) -> str:
    entries = []
    for path in _files(site):
        name, data = path.relative_to(site).as_posix(), path.read_bytes()
        entry = {"path": name, "size": len(data), "integrity": integrity(data), "kept": name not in _NOT_KEPT}
        entries.append(json.dumps(entry))
    return '{"files": [\n' + ",\n".join(entries) + "\n]}\n"


def _table(site: Path) -> str:
    """Return the rows of the manifest page: every file that a page loads, by folder."""
    rows = []
    for path in _files(site):
        name = path.relative_to(site).as_posix()
        if name.startswith(("assets/", "stylesheets/", "search/")):
            data = path.read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            rows.append(
                f"<tr><td><code>{html.escape(name)}</code></td><td>{len(data):,}</td><td><code>{digest}</code></td></tr>"
            )
    head = "<thead><tr><th>File</th><th>Bytes</th><th>SHA-256</th></tr></thead>"
    return f'<div class="arf-stack"><table>{head}<tbody>\n' + "\n".join(rows) + "\n</tbody></table></div>"


def _archive(site: Path) -> None:
    """Zip the site with fixed dates, rights and order, and write the digest of the archive beside it."""
    target = site / ARCHIVE
    paths = sorted(path for path in site.rglob("*") if path.is_file() and path != target and path.name != DIGEST)
    with zipfile.ZipFile(target, "w") as archive:
        for path in paths:
            entry = zipfile.ZipInfo(path.relative_to(site).as_posix(), _EARLIEST)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    (site / DIGEST).write_text(f"{digest}  {ARCHIVE}\n", encoding="utf-8")
