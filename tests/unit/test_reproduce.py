"""The copy-paste lines: really run in each shell and in Python, and compared with hashlib over the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arfpy import reproduce

# What goes wrong where quoting is done by halves.
TRICKY = [
    "it's",
    "''",
    "'; echo pwned; '",
    "100% %s %d %% %n",
    "C:\\new\\table \\c \\0101 \\x41 \\\\",
    "ends in a backslash \\",
    "`id` $(id) $HOME ${PATH} $$ \\$x",
    "hello! !! !x !-1 it's!!",
    '"double" and \'single\'',
    "\U0001f600 \u00e9 e\u0301 \ufb33 \u6f22",
    "line\nend\r\n\ttab \x00 \x1b[31m \x07",
    "\u2018curly\u2019 \u201alow\u201b \u201cdouble\u201d \u2014",
    "# not a comment ; & | > < * ? ~ {a,b} [a-z] ^x^y^",
    "</script><!-- __proto__ -->",
    "",
]
CANONICAL = [json.dumps({"comment": text}, ensure_ascii=False, separators=(",", ":")).encode() for text in TRICKY] + [
    b"-5",
    b'"-n"',
    b"[]",
]


def hashes(canonical: list[bytes]) -> list[str]:
    """Return what every line has to print."""
    return [hashlib.sha256(data).hexdigest() for data in canonical]


def needs(*programs: str) -> None:
    """Skip a test where a program is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def printed(command: list[str], lines: list[str]) -> list[str]:
    """Feed lines to a program's stdin and return the first word of each line it prints."""
    fed = "".join(f"{line}\n" for line in lines).encode()
    done = subprocess.run(command, input=fed, capture_output=True, timeout=60, check=True)
    return [line.split()[0] for line in done.stdout.decode().splitlines()]


@pytest.mark.parametrize("shell", ["bash", "dash", "zsh", "sh"])
def test_the_posix_line_is_right_in_every_shell(shell: str) -> None:
    """Read from a script on stdin, each line prints the hash of exactly the canonical bytes."""
    needs(shell, "shasum")
    assert printed([shell, "-s"], [reproduce.line(data, "posix") for data in CANONICAL]) == hashes(CANONICAL)


@pytest.mark.parametrize("command", [[sys.executable, "-"], [sys.executable, "-i", "-q"]])
def test_the_python_line_is_right_at_a_prompt(command: list[str]) -> None:
    """Read as a script and at the interactive prompt, each line prints the hash of exactly the canonical bytes."""
    assert printed(command, [reproduce.line(data, "python") for data in CANONICAL]) == hashes(CANONICAL)


def test_the_python_line_is_right_as_an_argument() -> None:
    """The line is one statement list that python -c takes."""
    for data, expected in zip(CANONICAL, hashes(CANONICAL), strict=True):
        command = [sys.executable, "-c", reproduce.line(data, "python")]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{expected}\n"


def test_the_powershell_line_is_right() -> None:
    """Where PowerShell is installed, each line prints the hash of exactly the canonical bytes."""
    needs("pwsh")
    command = ["pwsh", "-NoProfile", "-NonInteractive", "-Command", "-"]
    assert printed(command, [reproduce.line(data, "powershell") for data in CANONICAL]) == hashes(CANONICAL)


TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), min_size=1, max_size=12)


@settings(max_examples=12, deadline=None)
@given(texts=TEXTS)
def test_any_text_survives_bash_and_python(texts: list[str]) -> None:
    """Whatever the characters, bash and Python reach the hash that hashlib gives for the canonical bytes."""
    needs("bash", "shasum")
    canonical = [json.dumps([text], ensure_ascii=False, separators=(",", ":")).encode() for text in texts]
    assert printed(["bash", "-s"], [reproduce.line(data, "posix") for data in canonical]) == hashes(canonical)
    assert printed([sys.executable, "-"], [reproduce.line(data, "python") for data in canonical]) == hashes(canonical)


POWERSHELL_QUOTES = "'\u2018\u2019\u201a\u201b"


def powershell_string(text: str) -> tuple[str, str]:
    """Read one single-quoted string as PowerShell does; return its value and what follows it.

    Five characters open and close such a string and mix freely; two of them side by side inside stand for the
    second; nothing else is special.
    """
    assert text[0] in POWERSHELL_QUOTES
    value, at = "", 1
    while True:
        if text[at] in POWERSHELL_QUOTES:
            if text[at + 1 : at + 2] == "" or text[at + 1] not in POWERSHELL_QUOTES:
                return value, text[at + 1 :]
            at += 1
        value += text[at]
        at += 1


@pytest.mark.parametrize("data", CANONICAL)
def test_the_powershell_line_quotes_every_kind_of_quote(data: bytes) -> None:
    """Read by PowerShell's rules the literal is the canonical text, and the line around it is fixed."""
    head = "[BitConverter]::ToString([Security.Cryptography.SHA256]::Create().ComputeHash([Text.Encoding]"
    line = reproduce.line(data, "powershell")
    before, _, rest = line.partition("::UTF8.GetBytes(")
    value, tail = powershell_string(rest)
    assert (before, value, tail) == (head, data.decode(), "))).Replace('-','').ToLower()")


@given(st.text(st.sampled_from(POWERSHELL_QUOTES + 'a$`"\\'), max_size=20))
def test_powershell_quoting_has_an_inverse(text: str) -> None:
    """Quoted and read by PowerShell's rules, every text comes back, with nothing left over."""
    assert powershell_string(reproduce.quote_powershell(text)) == (text, "")


@contextmanager
def terminal(command: list[str]) -> Iterator[int]:
    """Run an interactive program on a terminal in its line mode and give our end of it."""
    pid, end = pty.fork()
    if pid == 0:
        os.environ.update(PS1="READY ", PS2="MORE ", PROMPT="READY ", PROMPT2="MORE ", TERM="dumb", HISTFILE="/dev/null")
        os.execvp(command[0], command)
    try:
        yield end
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(end)


def read_until(end: int, sign: bytes, seconds: float = 10) -> bytes:
    """Return what a terminal shows until a pattern appears in it, or the time is over."""
    shown, limit = b"", time.monotonic() + seconds
    while not re.search(sign, shown, re.DOTALL) and time.monotonic() < limit:
        if select.select([end], [], [], 0.1)[0]:
            shown += os.read(end, 65536)
    return shown


def paste(end: int, line: str, seconds: float = 10) -> bytes:
    """Paste a line and press Enter; return what is shown until a hash and a prompt, or a prompt for more, appear."""
    for piece in re.findall(rb".{1,512}", line.encode() + b"\n", re.DOTALL):
        os.write(end, piece)
        time.sleep(0.01)
    return read_until(end, rb"\b[0-9a-f]{64}\b.*READY|MORE", seconds)


INTERACTIVE = [["dash", "-i"], ["bash", "--norc", "--noprofile", "-i"], ["zsh", "-f", "-i"]]


@pytest.mark.parametrize("command", INTERACTIVE)
def test_the_posix_line_is_right_when_pasted(command: list[str]) -> None:
    """At an interactive prompt, history expansion and line editing included, each pastable line gives its hash."""
    needs(command[0], "shasum")
    pastable = [data for data in CANONICAL if not reproduce.needs_file(data)]
    assert len(pastable) == len(CANONICAL)
    with terminal(command) as end:
        read_until(end, b"READY ")
        for data, expected in zip(pastable, hashes(pastable), strict=True):
            assert expected.encode() in paste(end, reproduce.line(data, "posix"))


def text_with_line_of(size: int) -> bytes:
    """Return canonical bytes whose POSIX line has a given number of bytes."""
    around = len(reproduce.line(b'""', "posix"))
    return b'"' + b"a" * (size - around) + b'"'


@pytest.mark.skipif(sys.platform != "linux", reason="the limit measured here is that of Linux terminals")
def test_the_length_limit_is_a_real_one() -> None:
    """Without line editing a Linux terminal takes 4095 bytes: our longest line passes, a line past it is cut."""
    needs("dash", "shasum")
    for size, whole in ((reproduce.LONGEST_LINE, True), (4095, True), (4096, False)):
        data = text_with_line_of(size)
        line = reproduce.line(data, "posix")
        assert len(line) == size
        with terminal(["dash", "-i"]) as end:
            read_until(end, b"READY ")
            # A line that was cut is answered with silence: there is nothing to wait for but time.
            assert (hashes([data])[0].encode() in paste(end, line, 10 if whole else 2)) is whole


def test_a_long_line_needs_a_file() -> None:
    """The longest of the three lines decides, counted in bytes with the line's own words."""
    powershell = len(reproduce.line(b'""', "powershell"))
    assert not reproduce.needs_file(b'"' + b"a" * (4000 - powershell) + b'"')
    assert reproduce.needs_file(b'"' + b"a" * (4001 - powershell) + b'"')
    # Each of these is four bytes in a shell and ten in the Python line.
    assert not reproduce.needs_file(('"' + "\U0001f600" * 390 + '"').encode())
    assert reproduce.needs_file(('"' + "\U0001f600" * 400 + '"').encode())


@pytest.mark.parametrize(
    "character",
    ["\x7f", "\x80", "\x9b", "\xad", "\u061c", "\u200b", "\u200d", "\u202e", "\u2028", "\u2029", "\u2066", "\ufeff", "\U000e0041"],
)
def test_a_character_that_a_terminal_acts_on_needs_a_file(character: str) -> None:
    """Controls, zero-width, bidirectional and tag characters never stand in a line to paste."""
    assert reproduce.needs_file(f'"{character}"'.encode())


def test_common_characters_need_no_file() -> None:
    """Accents, CJK, emoji, no-break spaces and JSON's own escapes are pasted as they are."""
    assert not reproduce.needs_file('"é 漢 \U0001f600 \u2713\ufe0f \xa0 \\u0000 \\u001b"'.encode())


@pytest.mark.parametrize("data", [b'"' + b"x" * 5000 + b'"', '"\u202eevil"'.encode()])
def test_the_lines_for_a_saved_file_are_right(data: bytes, tmp_path) -> None:
    """For bytes that cannot be pasted every shell hashes the saved file; POSIX and Python are really run."""
    lines = reproduce.lines(data)
    (tmp_path / "record.canonical.json").write_bytes(data)
    expected = hashes([data])[0]
    assert lines["powershell"] == "(Get-FileHash -Algorithm SHA256 record.canonical.json).Hash.ToLower()"
    surroundings = {"cwd": tmp_path, "capture_output": True, "text": True}
    python = subprocess.run([sys.executable, "-c", lines["python"]], check=True, **surroundings)
    assert python.stdout == f"{expected}\n"
    needs("shasum")
    posix = subprocess.run(["sh", "-c", lines["posix"]], check=True, **surroundings)
    assert posix.stdout == f"{expected}  record.canonical.json\n"


def test_lines_for_a_short_record_hold_its_text() -> None:
    """A record that can be pasted gets its own text in all three lines."""
    lines = reproduce.lines(b'{"a":1}')
    assert list(lines) == ["posix", "powershell", "python"]
    assert lines["posix"] == "printf '%s' '{\"a\":1}' | shasum -a 256"
    assert all('{"a":1}' in line for line in lines.values())
