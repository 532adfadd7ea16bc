"""The check that no id of a released version is lost."""

from __future__ import annotations

from collections.abc import Iterator

from site_tools.released_ids import NAME, ids

from .standard import Fault, Standard


def released_ids_are_there(standard: Standard) -> Iterator[Fault]:
    """A clause, field, code, vector or example that a released version had is there under its id."""
    present = ids(standard.folder)
    for version, kinds in standard.data(NAME)["versions"].items():
        for kind, names in kinds.items():
            for name in sorted(set(names) - set(present[kind])):
                line = standard.line_of(NAME, f'"{name}"')
                yield NAME, line, f"version {version} had {name} among its {kind}, and it is lost"


CHECKS = (released_ids_are_there,)
