"""Public data of other implementations. It lies beside the project where that is developed, and never inside it."""

from __future__ import annotations

from pathlib import Path

import pytest

REPORTS = Path(__file__).resolve().parents[2] / "shared" / "peer-reports" / "evalarc"
needs_reports = pytest.mark.skipif(not REPORTS.is_dir(), reason="the peer reports are not beside the project")
