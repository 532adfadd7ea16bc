"""Find a Chromium for the browser tests, or install Debian's: ``python -m site_tools.chromium``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
_ADVICE = (
    "The browser tests need Chromium or Chrome and found neither.\n"
    "Debian or Ubuntu: sudo apt-get install chromium. macOS: install Google Chrome. Then run make test again."
)


def find() -> str | None:
    """Return the path of an installed Chromium or Chrome, or None."""
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    return _MAC if os.path.exists(_MAC) else None  # noqa: PTH110 - a fixed path of another system


def _install() -> None:
    """Ask apt for Debian's package, as root or through a sudo that asks nothing."""
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") is None or (prefix and shutil.which("sudo") is None):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        result = subprocess.run([*prefix, *command], check=False, env=environment)
        if result.returncode:
            return


def main() -> None:
    """Make sure that there is a browser, or say what to install and exit 1."""
    if find() is None:
        _install()
    sys.exit(None if find() else _ADVICE)


if __name__ == "__main__":
    main()
