"""What the tests of runs share."""

from __future__ import annotations

import pytest

from tests.runs.policies import run_policy


@pytest.fixture(scope="session")
def policy():
    """Run one variant of the Python reference on a case."""
    return run_policy
