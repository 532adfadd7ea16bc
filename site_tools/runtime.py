"""Build the browser's runtime: Pyodide's core, a compiled and slimmed standard library, compiled wheels, a lock.

``python -m site_tools.runtime`` writes build/runtime/, unless what is there was made from the same inputs.

What was measured decided the shape (see docs/benchmarks.md): byte code compiled by the Python that will run it starts
two to three times faster than sources, and a standard library of the modules that are really imported is fetched and
searched faster still. arfpy is unpacked; its wheels are read where they lie, and only when something is imported from
them. The page checks each file against the SHA-256 of the manifest, which comes as a module too, so that a page can
carry its digest. Everything is made so that two builds give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from importlib import metadata
from pathlib import Path

from pyodide_lock.spec import InfoSpec, PackageSpec, PyodideLockSpec

from arfpy._version import __version__

from . import engine

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build" / "runtime"
_HERE = Path(__file__).resolve().parent
_CORE = ROOT / "node_modules" / "pyodide"
_MODULES = _HERE / "runtime_stdlib.txt"

PYODIDE = "314.0.7"
PYTHON = "3.14.2"
_INFO = InfoSpec(arch="wasm32", platform="emscripten_5_0_3", version=PYODIDE, python=PYTHON, abi_version="2026_0")
# SHA-256 of the files of the npm package, so that no other build of the same version slips in.
_PINS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
MANIFEST = "manifest.json"
MODULE = "manifest.mjs"
ENGINE = "engine.mjs"
# What a page loads from the core is in the engine.
_IN_ENGINE = ("pyodide.mjs", "pyodide.asm.mjs")

# Distributions taken from this environment, with what each needs; rpds-py is the stand-in beside this file.
_INSTALLED = {
    "attrs": [],
    "ecdsa": ["six"],
    "jsonschema": ["attrs", "jsonschema-specifications", "referencing", "rpds-py"],
    "jsonschema-specifications": ["referencing"],
    "referencing": ["attrs", "rpds-py"],
    "six": [],
}
_ARFPY_NEEDS = ["ecdsa", "jsonschema"]
_EARLIEST = (1980, 1, 1, 0, 0, 0)


def build(out: Path = OUT) -> Path:
    """Build the runtime unless ``out`` was made from the same inputs, and return its folder."""
    inputs = _fingerprint()
    stamp = out / ".inputs"
    if stamp.is_file() and stamp.read_text() == inputs:
        return out
    check_core()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as scratch:
        sources, compiled = Path(scratch, "source"), Path(scratch, "compiled")
        _stage_stdlib(sources / STDLIB)
        wheels = {name: _stage_installed(name, sources) for name in _INSTALLED}
        wheels["rpds-py"] = _stage_stand_in(sources)
        wheels["arfpy"] = _stage_arfpy(sources)
        _compile(sources, compiled)
        for folder in sorted(compiled.iterdir()):
            _zip(folder, out / folder.name)
    for name in _PINS.keys() - {STDLIB}:
        shutil.copyfile(_CORE / name, out / name)
    (out / ENGINE).write_text(engine.text(), encoding="utf-8")
    _write_lock(out, wheels)
    _write_manifest(out)
    stamp.write_text(inputs)
    return out


def check_core() -> None:
    """Hold the core files of the npm package against their pins. :raises SystemExit: one differs or is missing."""
    for name, pin in _PINS.items():
        path = _CORE / name
        if not path.is_file():
            sys.exit(f"node_modules/pyodide/{name} is missing: run npm ci")
        if _sha256(path) != pin:
            sys.exit(
                f"node_modules/pyodide/{name} is not the file of pyodide {PYODIDE}: its SHA-256 differs from the pin"
            )


def _fingerprint() -> str:
    """Return a digest over everything that the runtime is made from."""
    digest = hashlib.sha256(json.dumps(sorted(_PINS.items())).encode())
    for name in (*_INSTALLED, "pyodide-lock"):
        digest.update(f"{name} {metadata.version(name)}\n".encode())
    digest.update((ROOT / "package.json").read_bytes())
    files = [path for folder in ("arfpy", "spec/v0.1/schemas") for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [ROOT / "spec/v0.1" / name for name in ("codes.json", "links.json")]
    files += [*engine.SOURCES, _HERE / "engine.py", *_HERE.glob("runtime*"), _HERE / "rpds_stand_in" / "rpds.py"]
    for path in sorted(files):
        if path.suffix != ".pyc":
            digest.update(f"{path.relative_to(ROOT)} {_sha256(path)}\n".encode())
    return digest.hexdigest()


def _stage_stdlib(target: Path) -> None:
    """Lay out the modules of Pyodide's standard library that the list beside this file names."""
    wanted = set(_MODULES.read_text(encoding="utf-8").split())
    with zipfile.ZipFile(_CORE / STDLIB) as archive:
        names = set(archive.namelist())
        found = {
            name
            for module in wanted
            for name in (f"{module.replace('.', '/')}.py", f"{module.replace('.', '/')}/__init__.py")
            if name in names
        }
        for name in sorted(found):
            archive.extract(name, target)


def _stage_installed(name: str, sources: Path) -> str:
    """Lay out one installed distribution as a wheel's content; return the wheel's file name."""
    distribution = metadata.distribution(name)
    target = sources / _wheel_name(name, distribution.version)
    for entry in distribution.files or ():
        parts = entry.parts
        if ".." in parts or "__pycache__" in parts or {"tests", "benchmarks"} & set(parts) or entry.suffix == ".pyi":
            continue
        if parts[0].endswith(".dist-info") and entry.name != "METADATA":
            continue
        _copy(Path(str(distribution.locate_file(entry))), target / entry)
    _write_wheel_file(target, name, distribution.version)
    return target.name


def _stage_stand_in(sources: Path) -> str:
    version = metadata.version("rpds-py")
    target = sources / _wheel_name("rpds-py", version)
    _copy(_HERE / "rpds_stand_in" / "rpds.py", target / "rpds.py")
    info = target / f"rpds_py-{version}.dist-info"
    info.mkdir()
    text = f"Metadata-Version: 2.1\nName: rpds-py\nVersion: {version}\nSummary: pure-Python stand-in\n"
    (info / "METADATA").write_text(text, encoding="utf-8")
    _write_wheel_file(target, "rpds-py", version)
    return target.name


def _stage_arfpy(sources: Path) -> str:
    """Lay out arfpy without its command line, and the data of the standard that it reads."""
    target = sources / _wheel_name("arfpy", __version__)
    for path in sorted((ROOT / "arfpy").rglob("*.py")):
        where = path.relative_to(ROOT)
        if "cli" not in where.parts and path.name != "__main__.py":
            _copy(path, target / where)
    standard = ROOT / "spec" / "v0.1"
    for path in [*sorted((standard / "schemas").glob("*.json")), standard / "codes.json", standard / "links.json"]:
        _copy(path, target / "arfpy" / "_spec" / "v0.1" / path.relative_to(standard))
    info = target / f"arfpy-{__version__}.dist-info"
    info.mkdir()
    needs = "".join(f"Requires-Dist: {name}\n" for name in _ARFPY_NEEDS)
    text = f"Metadata-Version: 2.1\nName: arfpy\nVersion: {__version__}\n{needs}"
    (info / "METADATA").write_text(text, encoding="utf-8")
    _write_wheel_file(target, "arfpy", __version__)
    return target.name


def _write_wheel_file(target: Path, name: str, version: str) -> None:
    info = target / f"{name.replace('-', '_')}-{version}.dist-info"
    text = "Wheel-Version: 1.0\nGenerator: arf site_tools\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    (info / "WHEEL").write_text(text, encoding="utf-8")


def _wheel_name(name: str, version: str) -> str:
    return f"{name.replace('-', '_')}-{version}-py3-none-any.whl"


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _compile(sources: Path, compiled: Path) -> None:
    """Turn every .py into a .pyc inside Pyodide under Node."""
    jobs = []
    for folder in sorted(sources.iterdir()):
        (compiled / folder.name).mkdir(parents=True)
        jobs.append({"source": str(folder), "target": str(compiled / folder.name)})
    job_file = sources.parent / "jobs.json"
    job_file.write_text(json.dumps(jobs), encoding="utf-8")
    command = ["node", str(_HERE / "runtime_compile.mjs"), str(job_file)]
    subprocess.run(command, cwd=ROOT, check=True)


def _zip(folder: Path, target: Path) -> None:
    """Zip a folder with fixed dates, rights and order."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EARLIEST)
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def _write_lock(out: Path, wheels: dict[str, str]) -> None:
    needs = {**_INSTALLED, "rpds-py": [], "arfpy": _ARFPY_NEEDS}
    imports = {"attrs": ["attr", "attrs"], "rpds-py": ["rpds"]}
    packages = {
        name: PackageSpec(
            name=name,
            version=file_name.split("-")[1],
            file_name=file_name,
            install_dir="site",
            sha256=_sha256(out / file_name),
            package_type="package",
            imports=imports.get(name, [name.replace("-", "_")]),
            depends=needs[name],
        )
        for name, file_name in wheels.items()
    }
    lock = PyodideLockSpec(info=_INFO, packages=packages)
    lock.check_wheel_filenames()
    lock.to_json(out / LOCK)


def _write_manifest(out: Path) -> None:
    npm = json.loads((ROOT / "node_modules" / "canonicalize" / "package.json").read_text(encoding="utf-8"))
    versions = {
        "pyodide": PYODIDE,
        "python": PYTHON,
        "arfpy": __version__,
        "jsonschema": metadata.version("jsonschema"),
        "canonicalize": npm["version"],
    }
    files = {path.name: {"size": path.stat().st_size, "sha256": _sha256(path)} for path in sorted(out.iterdir())}
    text = json.dumps({"versions": versions, "files": files}, indent=2)
    (out / MANIFEST).write_text(text + "\n", encoding="utf-8")
    loaded = {name: entry for name, entry in files.items() if name not in _IN_ENGINE}
    module = f"export default {json.dumps({'versions': versions, 'files': loaded}, indent=2)};\n"
    (out / MODULE).write_text(module, encoding="utf-8")


def published(folder: Path) -> list[Path]:
    """Return the files of a built runtime that the site carries."""
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(".") and path.name not in _IN_ENGINE]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    print(build().relative_to(ROOT))
