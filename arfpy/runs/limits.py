"""What a candidate may take: time, and output. A candidate chooses none of it."""

from __future__ import annotations

from dataclasses import dataclass

HOST_LINE_BYTES = 8192
STDERR_TAIL_BYTES = 2048
# What is run at the end of a process, and cannot be left out, has this long; then the ground is at fault.
CLEANUP_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one evaluation.

    :param response_seconds: for one answer, and for ending after the input closed.
    :param case_seconds: for all processes of a case together, their start included.
    :param output_bytes: stdout and stderr of one process together.
    """

    response_seconds: float = 10.0
    case_seconds: float = 60.0
    output_bytes: int = 1_048_576
