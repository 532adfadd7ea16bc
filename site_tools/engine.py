"""Make one file of the worker and all that it imports, so that one digest covers what runs and nothing is imported.

A worker that is started from a blob inherits the page's policy, and a blob has no address from which it could import.
"""

from __future__ import annotations

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_PAGE = _ROOT / "docs" / "assets" / "verify"
_CORE = _ROOT / "node_modules" / "pyodide"

SOURCES = (_PAGE / "install.mjs", _PAGE / "worker.mjs")
_FACTORY = "export default _createPyodideModule;"
_LOADER = re.compile(r"export\{(\w+) as loadPyodide,\w+ as version\};\s*//# sourceMappingURL=\S+\s*$")
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)


def text() -> str:
    """Return the module's text. :raises ValueError: a part does not export what is expected."""
    factory = _read(_CORE / "pyodide.asm.mjs").rstrip()
    if not factory.endswith(_FACTORY):
        raise ValueError(f"pyodide.asm.mjs does not end with {_FACTORY}")
    loader, found = _LOADER.subn(r"return \1;", _read(_CORE / "pyodide.mjs"))
    if not found:
        raise ValueError("pyodide.mjs does not export loadPyodide as expected")
    own = "\n".join(_IMPORT.sub("", _read(path)).replace("export function", "function") for path in SOURCES)
    # Pyodide's loader has many short names of its own; a function keeps them to itself.
    return "\n".join(
        [
            factory.removesuffix(_FACTORY),
            "const createPyodideModule = _createPyodideModule;",
            f"const loadPyodide = (() => {{\n{loader}\n}})();",
            own,
        ]
    )


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
