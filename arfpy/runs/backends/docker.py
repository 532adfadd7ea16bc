"""The candidate in a container of a local image: no network, nothing to write but its state, and small limits.

The image is resolved to its id first, so that a report names what ran; it is never pulled. Any program that takes
Docker's arguments can stand in for ``docker``.
"""

from __future__ import annotations

import os
import re
import secrets
import subprocess
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..faults import EnvironmentFault
from . import NOBODY, Start, expand, give_to_nobody

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_IMAGE = "python:3.12-slim"
DEFAULT_CLIENT = "docker"
CLIENT_VARIABLE = "EVALARC_DOCKER"
CLIENT_SECONDS = 20.0

_IMAGE_ID = re.compile(r"sha256:[0-9a-f]{64}")
# The client's own: the daemon failed, or the command cannot be run, or is not there.
_OUR_EXIT_CODES = frozenset({125, 126, 127})
_WALLS = (
    "--network=none",
    "--read-only",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    "--pids-limit=64",
    "--memory=256m",
    "--memory-swap=256m",
    "--cpus=1",
    f"--user={NOBODY}:{NOBODY}",
    "--tmpfs=/tmp:rw,noexec,nosuid,nodev,size=16m",
    "--env=LANG=C.UTF-8",
    "--workdir=/candidate",
    "--entrypoint=",
)


@dataclass(frozen=True, slots=True)
class Docker:
    """Containers of one image. :param client: the program. :param image_id: of the image, ``sha256:…``."""

    client: str
    image: str
    image_id: str

    def describe(self) -> dict[str, Any]:
        """Return the members of ``runtime``."""
        return {"backend": "docker", "image": self.image, "image_id": self.image_id}

    def start(self, command: tuple[str, ...], workspace: Path, state: Path) -> Start:
        """Say how to start a command in a container of its own, which is removed afterwards."""
        give_to_nobody(state)
        name = f"arf-{secrets.token_hex(8)}"
        return Start(
            (self.client, *self._run(name, command, workspace, state)),
            workspace,
            dict(os.environ),
            kill=partial(self._ask, "kill", "--signal=KILL", name),
            clear=partial(self._ask, "rm", "--force", name),
            is_ours=lambda exit_code, _: exit_code in _OUR_EXIT_CODES,
        )

    def _run(self, name: str, command: tuple[str, ...], workspace: Path, state: Path) -> tuple[str, ...]:
        """Return the client's arguments."""
        program = expand(command, python="python3", workspace="/candidate", state="/state")
        mounts = (
            f"--mount=type=bind,source={workspace},target=/candidate,readonly",
            f"--mount=type=bind,source={state},target=/state",
        )
        return ("run", "--interactive", "--pull=never", f"--name={name}", *_WALLS, *mounts, self.image_id, *program)

    def _ask(self, *arguments: str) -> None:
        """Have the client do something. :raises EnvironmentFault: it did not."""
        try:
            done = _call(self.client, *arguments)
        except UsageError as error:
            raise EnvironmentFault(error.message) from None
        # A container that ended by itself is neither killed nor, if it was never made, removed.
        if done.returncode != 0 and not re.search("(?i)no such container|is not running", done.stderr):
            raise EnvironmentFault(f"{self.client} {arguments[0]} failed with exit code {done.returncode}")


def docker(image: str = DEFAULT_IMAGE, client: str | None = None) -> Docker:
    """Return the backend for an image that is on this machine.

    :param client: the program to call; without it ``EVALARC_DOCKER`` of the environment, or ``docker``.
    :raises UsageError: no engine answers, or it has no such image.
    """
    client = client or os.environ.get(CLIENT_VARIABLE) or DEFAULT_CLIENT
    if not image or image.startswith("-"):
        raise UsageError(f"{image!r} is no image", "Name an image, for example python:3.12-slim.")
    found = _call(client, "image", "inspect", "--format={{.Id}}", image)
    image_id = found.stdout.strip()
    if found.returncode == 0 and _IMAGE_ID.fullmatch(image_id):
        return Docker(client, image, image_id)
    if found.returncode == 0:
        raise UsageError(f"{client} does not tell the id of {image}", "Name a client that takes Docker's arguments.")
    if re.search("(?i)no such image", found.stderr):
        raise UsageError(f"the image {image} is not on this machine", f"Get it first: {client} pull {image}")
    reason = found.stderr.strip().splitlines()[-1:] or [f"exit code {found.returncode}"]
    raise UsageError(f"no container engine answers: {reason[0]}", _INSTEAD)


_INSTEAD = "Start one, or run a candidate that you trust with --backend local --trust-local."


def _call(client: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Call the client, apart from the terminal's signals. :raises UsageError: it is not there or does not answer."""
    try:
        return subprocess.run(  # noqa: S603 - its name is the user's
            [client, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=CLIENT_SECONDS,
            start_new_session=True,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"{client} did not answer within {CLIENT_SECONDS:g} s", _INSTEAD) from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{client} cannot be run: {getattr(error, 'strerror', None) or error}", _INSTEAD) from None
