"""Software bills of materials, CycloneDX 1.6: of the site and of the Python package.

Made from ``package-lock.json``, the built runtime and the metadata of what is installed. The same inputs give the same
bytes: the serial number is derived from the content, and the time is that of the build (SOURCE_DATE_EPOCH).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import uuid
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from arfpy._version import __version__

from . import runtime

_ROOT = Path(__file__).resolve().parent.parent
_LOCK = _ROOT / "package-lock.json"
# What of npm's packages reaches a reader; the others only test.
_NPM = ("canonicalize", "pyodide")
# What draws the pages: of the theme its templates and styles, of Pygments the classes of code.
_PRINTERS = ("mkdocs", "mkdocs-material", "pygments")
_NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")  # RFC 9562: names that are addresses
_OWN_LICENCE = "Apache-2.0"


def site(built: Path) -> str:
    """Return the bill of the site as JSON.

    :param built: the folder of the built runtime.
    """
    lock = json.loads(_LOCK.read_text(encoding="utf-8"))["packages"]
    npm = [_npm(name, lock[f"node_modules/{name}"]) for name in _NPM]
    python = _component("cpython", runtime.PYTHON, f"pkg:generic/cpython@{runtime.PYTHON}", "PSF-2.0")
    python["description"] = "inside Pyodide; of its standard library the modules that are imported"
    wheels = json.loads((built / runtime.LOCK).read_text(encoding="utf-8"))["packages"]
    parts = [_wheel(wheel) for name, wheel in sorted(wheels.items())]
    printers = [_installed(name) for name in _PRINTERS]
    found = [*npm, python, *parts, *printers]
    refs = {part["name"]: part["bom-ref"] for part in parts}
    links = {refs[name]: [refs[need] for need in wheel["depends"]] for name, wheel in wheels.items()}
    links[npm[1]["bom-ref"]] = [python["bom-ref"]]
    own = _component("arf-site", __version__, f"pkg:generic/arf-site@{__version__}", _OWN_LICENCE, kind="application")
    top = [part["bom-ref"] for part in [*npm, *printers]] + [refs["arfpy"]]
    return _bill(own, found, {own["bom-ref"]: top, **links})


def package() -> str:
    """Return the bill of arfpy as JSON: what it needs, as installed here."""
    own = _component("arfpy", __version__, f"pkg:pypi/arfpy@{__version__}", _OWN_LICENCE)
    found: dict[str, dict[str, Any]] = {"arfpy": own}
    links: dict[str, list[str]] = {}
    waiting = ["arfpy"]
    while waiting:
        name = waiting.pop()
        needs = _needs(name)
        for need in needs:
            if need not in found:
                found[need] = _installed(need)
                waiting.append(need)
        links[found[name]["bom-ref"]] = [found[need]["bom-ref"] for need in needs]
    return _bill(own, [found[name] for name in sorted(found.keys() - {"arfpy"})], links)


def _needs(name: str) -> list[str]:
    """Return what a distribution needs here, without its extras."""
    needs = [Requirement(text) for text in metadata.requires(name) or ()]
    here = [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    return sorted({canonicalize_name(need.name) for need in here})


def _installed(name: str) -> dict[str, Any]:
    version = metadata.version(name)
    return _component(name, version, f"pkg:pypi/{name}@{version}", _licence(name))


def _licence(name: str) -> str | None:
    """Return a distribution's SPDX expression; older metadata has only free text, which is no expression."""
    return metadata.metadata(name).get("License-Expression")


def _npm(name: str, locked: dict[str, Any]) -> dict[str, Any]:
    version = locked["version"]
    algorithm, _, digest = locked["integrity"].partition("-")
    component = _component(name, version, f"pkg:npm/{name}@{version}", locked.get("license"))
    component["hashes"] = [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]
    return component


def _wheel(wheel: dict[str, Any]) -> dict[str, Any]:
    name, version = wheel["name"], wheel["version"]
    own = name == "arfpy"
    component = _component(name, version, f"pkg:pypi/{name}@{version}", _OWN_LICENCE if own else _licence(name))
    component["hashes"] = [{"alg": "SHA-256", "content": wheel["sha256"]}]
    component["description"] = f"{wheel['file_name']}, compiled for the browser; the hash is of that file"
    if name == "rpds-py":
        component["description"] = "a stand-in of this project in pure Python; the hash is of its file"
        component["licenses"] = [{"expression": _OWN_LICENCE}]
    return component


def _component(name: str, version: str, purl: str, licence: str | None, *, kind: str = "library") -> dict[str, Any]:
    component: dict[str, Any] = {"type": kind, "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if licence:
        component["licenses"] = [{"expression": licence}]
    return component


def _bill(own: dict[str, Any], components: list[dict[str, Any]], links: dict[str, list[str]]) -> str:
    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": made, "component": own},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(needs)} for ref, needs in sorted(links.items())],
    }
    digest = hashlib.sha256(json.dumps(bill, sort_keys=True).encode()).hexdigest()
    bill["serialNumber"] = uuid.uuid5(_NAMESPACE, f"{own['purl']} {digest}").urn
    return json.dumps(bill, indent=1, ensure_ascii=False) + "\n"
