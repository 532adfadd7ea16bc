"""The ids of released versions, which never go.

``python -m site_tools.released_ids VERSION`` writes those of a release. Run when a version is released. It only
adds, and refuses while an id of a version released before is missing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .clauses import SPEC, clauses, sections, texts
from .examples import BlockError, blocks, parsed

NAME = "released-ids.json"
_ABOUT = "Ids that a released version had. Each stays, and is never used for anything else."


def ids(folder: Path = SPEC) -> dict[str, list[str]]:
    """Return the ids that are there now, by kind, each list in alphabetical order."""
    headings = [section for path in texts(folder) for section in sections(path)]
    manifests = [json.loads(path.read_bytes()) for path in folder.glob("vectors/*/manifest.json")]
    found = {
        "clauses": list(clauses(folder)),
        "fields": [section.id or "" for section in headings if section.is_field],
        "codes": [entry["code"] for entry in json.loads((folder / "codes.json").read_bytes())["codes"]],
        "vectors": [vector["id"] for manifest in manifests for vector in manifest["vectors"]],
        "examples": _examples(folder),
    }
    return {kind: sorted(set(names)) for kind, names in found.items()}


def _examples(folder: Path) -> list[str]:
    found = []
    for block in blocks(folder):
        try:
            found.append(parsed(*block).id)
        except BlockError:
            continue  # the lint reports it
    return found


def released(folder: Path, version: str) -> dict[str, Any]:
    """Return the content of the file with a version more. :raises ValueError: an id released before is missing."""
    path = folder / NAME
    versions = json.loads(path.read_bytes())["versions"] if path.exists() else {}
    present = ids(folder)
    lost = [
        name
        for kinds in versions.values()
        for kind, names in kinds.items()
        for name in names
        if name not in present[kind]
    ]
    if lost:
        raise ValueError(f"ids that were released before are missing: {', '.join(sorted(set(lost)))}")
    return {"about": _ABOUT, "versions": versions | {version: present}}


def main(argv: list[str]) -> int:
    """Write the ids of a release; return 1 where one of an earlier release is missing, 2 for a wrong call."""
    if len(argv) != 1:
        print("python -m site_tools.released_ids VERSION", file=sys.stderr)
        return 2
    try:
        content = released(SPEC, argv[0])
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    (SPEC / NAME).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
