"""Who caused a case to end early: the candidate, or what it ran on. The two are never mixed up."""

from __future__ import annotations


class RunFault(Exception):  # noqa: N818 - the base of the two below
    """A case ended early. :param message: one line that names the cause, without anything the candidate printed."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class AgentError(RunFault):
    """The candidate caused it: a timeout, an answer outside the protocol, an exit code. The case is assessed."""


class EnvironmentFault(RunFault):
    """The infrastructure caused it: nothing could be started, or cleared away. The case is not assessed."""
