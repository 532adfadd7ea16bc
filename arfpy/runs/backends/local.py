"""The candidate as a plain process of this machine: it can do whatever the user can. For trusted candidates only."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import Start, expand

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {"PATH": os.defpath, "LANG": "C.UTF-8"}


@dataclass(frozen=True, slots=True)
class Local:
    """No wall between candidate and machine."""

    def describe(self) -> dict[str, Any]:
        """Return the members of ``runtime``."""
        return {"backend": "local", "image": None, "image_id": None}

    def start(self, command: tuple[str, ...], workspace: Path, state: Path) -> Start:
        """Say how to start a command in the frozen copy."""
        filled = expand(command, python=sys.executable, workspace=str(workspace), state=str(state))
        return Start(filled, workspace, ENVIRONMENT)
