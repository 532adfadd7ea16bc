r"""The vectors in `spec/v0.1/vectors`: added, formatted and checked by one tool.

    python -m site_tools.vectors add numbers --id one-point-zero --clause canonicalization.numbers \
        --flag WholeFloat --comment "A whole float is written without a fraction." --text '[1.0]'
    python -m site_tools.vectors fmt
    python -m site_tools.vectors lint

People write what a vector is for and what must come out. This tool owns what can be computed: ids stay unique,
vectors are counted and sorted, and canonical bytes come from `rfc8785`, never from `arfpy`, which the vectors test.

The folder is read into memory as `{path: bytes}`. Each command makes a new mapping, the checks look at that, and
only a mapping without faults is written: after a failure the disk is as it was.
"""

from __future__ import annotations

from .adding import RefusedError, digest, with_vector
from .checks import faults
from .files import ROOT, SPEC, Files, Vector, dump, formatted, manifests, read, write

__all__ = [
    "ROOT",
    "SPEC",
    "Files",
    "RefusedError",
    "Vector",
    "digest",
    "dump",
    "faults",
    "formatted",
    "manifests",
    "read",
    "with_vector",
    "write",
]
