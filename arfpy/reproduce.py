"""The copy-paste line: how a reader reaches the same digest without this library.

A line quotes the canonical text for one shell. Where a line would not survive the way into a shell, because
it is long or holds characters that a terminal acts on, the bytes are saved to a file first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# A terminal in its line mode takes at most 4095 bytes a line; a shell without line editing (dash) reads it so.
LONGEST_LINE = 4000
SAVED_FILE = "record.canonical.json"

# What a terminal acts on or drops when it is pasted, or what a reader cannot see: controls, zero-width and
# bidirectional formatting, line and paragraph separators, the byte-order mark, tags; and halves of surrogate
# pairs, which stand for bytes of a file name that are no characters.
_UNSAFE_TO_PASTE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
# PowerShell takes each of these for a single quote; doubled, each stands for itself.
_POWERSHELL_QUOTES = re.compile("(['\u2018\u2019\u201a\u201b])")


def _posix(text: str) -> str:
    # printf is built into every POSIX shell; '%s' keeps % and backslashes of the text as they are.
    return f"printf '%s' {quote_posix(text)} | shasum -a 256"


def _powershell(text: str) -> str:
    return (
        f"[BitConverter]::ToString([Security.Cryptography.SHA256]::Create().ComputeHash("
        f"[Text.Encoding]::UTF8.GetBytes({quote_powershell(text)}))).Replace('-','').ToLower()"
    )


def _python(text: str) -> str:
    return f"import hashlib; print(hashlib.sha256({text!a}.encode()).hexdigest())"


_LINES: dict[str, Callable[[str], str]] = {"posix": _posix, "powershell": _powershell, "python": _python}
_FILE_LINES = {
    "posix": f"shasum -a 256 {SAVED_FILE}",
    "powershell": f"(Get-FileHash -Algorithm SHA256 {SAVED_FILE}).Hash.ToLower()",
    "python": f"import hashlib; print(hashlib.sha256(open('{SAVED_FILE}', 'rb').read()).hexdigest())",
}
SHELLS = tuple(_LINES)


def quote_posix(text: str) -> str:
    """Return a text in single quotes, for any POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def quote_powershell(text: str) -> str:
    """Return a text in single quotes, for PowerShell."""
    return "'" + _POWERSHELL_QUOTES.sub(r"\1\1", text) + "'"


def is_pastable(text: str) -> bool:
    """Say whether a terminal takes a text as it is and a reader sees all of it."""
    return _UNSAFE_TO_PASTE.search(text) is None


def needs_file(canonical: bytes) -> bool:
    """Say whether canonical bytes cannot be pasted: too long as a line, or unsafe in a terminal."""
    text = canonical.decode("utf-8")
    return not is_pastable(text) or any(len(write(text).encode("utf-8")) > LONGEST_LINE for write in _LINES.values())


def line(canonical: bytes, shell: str) -> str:
    """Return the line that prints the SHA-256 of canonical bytes in a shell (or a Python prompt)."""
    return _LINES[shell](canonical.decode("utf-8"))


def file_line(shell: str) -> str:
    """Return the line that prints the SHA-256 of the file ``record.canonical.json``."""
    return _FILE_LINES[shell]


def lines(canonical: bytes) -> dict[str, str]:
    """Return the right line for every shell: the text itself where it can be pasted, else the saved file."""
    if needs_file(canonical):
        return dict(_FILE_LINES)
    return {shell: line(canonical, shell) for shell in SHELLS}
