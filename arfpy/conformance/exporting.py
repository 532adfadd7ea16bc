"""The vectors as files for somebody who runs them without this kit (clause conformance.vector-set)."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from .. import spec
from .._version import __version__
from ..errors import UsageError
from .cases import export as exported
from .cases import installed, set_digest

if TYPE_CHECKING:
    from pathlib import Path

_README = """\
# Vectors of ARF v{version}

- `cases.json`: an array with every case: its request, what it is about, and the answer that is due. `arf digest
  cases.json` prints the digest of the vector set, which `VERSION.json` repeats.
- `requests.jsonl`: the requests alone, one per line, without the answers. A program that reads them and writes one
  response per line makes a file of answers; `arf conformance run --answers FILE` judges it, and so does the page of
  the site that takes a file of answers.
- `conformance.md`: the contract between the kit and an implementation.
- `vectors/`: the files that the cases were made of, a folder per set.

Bytes in both files are base64. Read all files as bytes.
"""


def write(folder: Path) -> int:
    """Write the export and return how many cases it has.

    :raises UsageError: the folder holds something, or cannot be written.
    """
    cases = installed()
    digest = set_digest(cases)
    about = {"spec": spec.SPEC_VERSION, "arfpy": __version__, "cases": len(cases), "digest": digest}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty", "Give a new folder: an old export would be mixed with this one.")
        _text(folder / "VERSION.json", json.dumps(about, indent=2) + "\n")
        _text(folder / "README.md", _README.format(version=spec.SPEC_VERSION))
        _text(folder / ".gitattributes", "* -text\n")
        rows = ",\n".join(json.dumps(case) for case in exported(cases))
        _text(folder / "cases.json", f"[\n{rows}\n]\n")
        _text(folder / "requests.jsonl", "".join(f"{json.dumps(case.request())}\n" for case in cases))
        shutil.copyfile(spec.folder() / "conformance.md", folder / "conformance.md")
        shutil.copytree(spec.folder() / "vectors", folder / "vectors")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}", "Choose another folder.") from None
    return len(cases)


def _text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
