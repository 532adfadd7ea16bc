"""The careful reader: one JSON text to its value and the place of every value and member name.

Slow and without recursion. It alone decides which refusal of canonicalization.md a text earns and where, so
that the fast path of :mod:`arfpy.strict_json` needs no places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isinf
from typing import Any, NoReturn

from .canonical.numbers import MAX_SAFE, exact_integer
from .errors import StrictJsonError
from .lines import Lines
from .strict_json import MAX_DEPTH, escape_pointer, underflows

_SPACE = re.compile(r"[ \t\n\r]*")
_PLAIN_CHARACTERS = re.compile(r'[^"\\\x00-\x1f]*')
_DIGITS = re.compile(r"[0-9]*")
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_SHORT_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")
# A number or literal that runs on into one of these is misspelled, not followed by something else.
_WORD = re.compile(r"[0-9A-Za-z_.+-]")
_NAMES_OF_CONTROLS = {"\t": "tab", "\n": "line feed", "\r": "carriage return", "\x00": "NUL"}


class Places:
    """A value, and the offset in code points of each value and member name by JSON Pointer."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self.value: Any = None
        self.values: dict[str, int] = {}
        self.names: dict[str, int] = {}
        self.warnings: list[tuple[str, str, int]] = []

    def value_at(self, pointer: str) -> tuple[int, int]:
        """Return line and column of the value at a pointer."""
        return self.lines.place(self.values[pointer])

    def name_at(self, pointer: str) -> tuple[int, int]:
        """Return line and column of the name of the member at a pointer."""
        return self.lines.place(self.names[pointer])


def read(text: str) -> Places:
    """Read one strict JSON text and keep its places.

    :raises StrictJsonError: the first refusal in the order of the text.
    """
    reader = _Reader(text)
    reader.document()
    return reader.places


@dataclass(slots=True)
class _Open:
    """An array or object that is not closed yet."""

    container: Any
    pointer: str
    name: str = ""

    def next_pointer(self) -> str:
        token = escape_pointer(self.name) if isinstance(self.container, dict) else len(self.container)
        return f"{self.pointer}/{token}"

    def add(self, value: Any) -> None:
        if isinstance(self.container, dict):
            self.container[self.name] = value
        else:
            self.container.append(value)


class _Reader:
    """The state of one reading: the text, the offset, and the containers that are open."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open: list[_Open] = []
        self.places = Places(text)

    def document(self) -> None:
        self.space()
        if self.at == len(self.text):
            self.refuse("json.empty", "there is no JSON text", offset=0)
        value = self.value("")
        while self.open:
            value = self.step(value)
        self.places.value = value
        self.space()
        if self.at < len(self.text):
            found = self.found()
            self.refuse("json.trailing-content", f"{found} follows the end of the JSON text")

    def step(self, value: Any) -> Any:
        """Go on after a value: into a container just opened, or past a comma or closing bracket."""
        top = self.open[-1]
        is_object = isinstance(top.container, dict)
        closer = "}" if is_object else "]"
        self.space()
        if value is top.container:  # just opened
            if self.peek() == closer:
                return self.close()
        else:
            top.add(value)
            if self.peek() == closer:
                return self.close()
            self.expect(",", f"a comma or {closer}")
            self.space()
        if is_object:
            self.member_name(top)
        return self.value(top.next_pointer())

    def close(self) -> Any:
        # The parent adds the closed container as a value; an empty stack ends the document.
        self.at += 1
        return self.open.pop().container

    def member_name(self, top: _Open) -> None:
        if self.peek() != '"':
            self.refuse_syntax("a member name in double quotes")
        offset = self.at
        name = self.string(top.pointer)
        pointer = f"{top.pointer}/{escape_pointer(name)}"
        if name in top.container:
            message = f"the member name {_quoted(name)} stands twice in one object"
            self.refuse("json.duplicate-key", message, pointer, offset)
        top.name = name
        self.places.names[pointer] = offset
        self.space()
        self.expect(":", "a colon")
        self.space()

    def value(self, pointer: str) -> Any:
        """Read a scalar whole; open a container and return it empty."""
        self.places.values[pointer] = self.at
        start = self.peek()
        if start == '"':
            return self.string(pointer)
        if start in ("[", "{"):
            if len(self.open) == MAX_DEPTH:
                message = f"this {start} opens depth {MAX_DEPTH + 1}; the deepest allowed is {MAX_DEPTH}"
                self.refuse("json.too-deep", message, pointer)
            self.at += 1
            self.open.append(_Open({} if start == "{" else [], pointer))
            return self.open[-1].container
        for word in _NOT_FINITE:
            if self.text.startswith(word, self.at):
                self.refuse("number.not-finite", f"{word} is not a JSON number", pointer)
        if start in _LITERALS:
            return self.literal(*_LITERALS[start])
        if start and start in "-0123456789":
            return self.number(pointer)
        return self.refuse_syntax("a value")

    def literal(self, word: str, value: Any) -> Any:
        for character in word:
            self.expect(character, f"the word {word}")
        self.end_of_word()
        return value

    def number(self, pointer: str) -> int | float:
        start = self.at
        if self.peek() == "-":
            self.at += 1
        if self.peek() == "0":
            self.at += 1
        else:
            self.digits()
        whole = True
        if self.peek() == ".":
            whole = False
            self.at += 1
            self.digits()
        if self.peek() in ("e", "E"):
            whole = False
            self.at += 1
            if self.peek() in ("+", "-"):
                self.at += 1
            self.digits()
        self.end_of_word()
        return self.number_value(self.text[start : self.at], whole, pointer, start)

    def number_value(self, token: str, whole: bool, pointer: str, offset: int) -> int | float:
        number = exact_integer(token) if whole else float(token)
        shown = token if len(token) <= 40 else f"{token[:37]}..."
        if number is None:
            message = f"a reader with doubles would change {shown} to {int(float(token))}"
            self.refuse("number.inexact-integer", message, pointer, offset)
        if isinf(number):
            self.refuse("number.overflow", f"{shown} is too large for a double", pointer, offset)
        if number == 0 and underflows(token):
            self.places.warnings.append(("number.underflow", pointer, offset))
        if type(number) is float and number.is_integer() and -MAX_SAFE <= number <= MAX_SAFE:
            return int(number)
        return number

    def digits(self) -> None:
        match = _DIGITS.match(self.text, self.at)
        assert match is not None  # the pattern matches the empty string
        if match.end() == self.at:
            self.refuse_syntax("a digit")
        self.at = match.end()

    def end_of_word(self) -> None:
        if _WORD.match(self.text, self.at):
            self.refuse_syntax("the end of the value")

    def string(self, pointer: str) -> str:
        """Read a string; a high surrogate waits for its low half."""
        parts: list[str] = []
        self.at += 1
        while True:
            match = _PLAIN_CHARACTERS.match(self.text, self.at)
            assert match is not None  # the pattern matches the empty string
            parts.append(match.group())
            self.at = match.end()
            stop = self.peek()
            if stop == '"':
                self.at += 1
                return "".join(parts)
            if stop == "\\":
                parts.append(self.escape(pointer))
            elif stop:
                message = f"{self.found()} inside a string is written as an escape"
                self.refuse("json.syntax", message)
            else:
                self.refuse_syntax("the closing quote of the string")

    def escape(self, pointer: str) -> str:
        offset = self.at
        self.at += 1
        letter = self.peek()
        if letter in _SHORT_ESCAPES:
            self.at += 1
            return _SHORT_ESCAPES[letter]
        if letter != "u":
            self.refuse_syntax('one of " \\ / b f n r t u after a backslash')
        unit = self.unit()
        if not 0xD800 <= unit <= 0xDFFF:
            return chr(unit)
        if unit < 0xDC00 and self.text.startswith("\\u", self.at):
            self.at += 1
            low = self.unit()
            if 0xDC00 <= low <= 0xDFFF:
                return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        message = f"the escape \\u{unit:04x} is half of a surrogate pair"
        return self.refuse("json.lone-surrogate", message, pointer, offset)

    def unit(self) -> int:
        """Read ``uXXXX`` after a backslash."""
        self.at += 1
        match = _HEX4.match(self.text, self.at)
        if match is None:
            while self.peek() in "0123456789abcdefABCDEF" and self.peek():
                self.at += 1
            self.refuse_syntax("four hexadecimal digits after \\u")
        self.at = match.end()
        return int(match.group(), 16)

    def space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None  # the pattern matches the empty string
        self.at = match.end()

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def expect(self, character: str, wanted: str) -> None:
        if self.peek() != character:
            self.refuse_syntax(wanted)
        self.at += 1

    def found(self) -> str:
        character = self.peek()
        if not character:
            return "the end of the text"
        if character in _NAMES_OF_CONTROLS:
            return f"a {_NAMES_OF_CONTROLS[character]}"
        shown = f"{character} " if character.isprintable() else ""
        return f"{shown}(U+{ord(character):04X})"

    def refuse_syntax(self, wanted: str) -> NoReturn:
        # A text that is not JSON has no values to point at: the pointer stays that of the whole text.
        self.refuse("json.syntax", f"expected {wanted}, found {self.found()}")

    def refuse(self, code: str, message: str, pointer: str = "", offset: int | None = None) -> NoReturn:
        line, column = self.places.lines.place(self.at if offset is None else offset)
        raise StrictJsonError(code, message, pointer=pointer, line=line, column=column)


def _quoted(name: str) -> str:
    shown = name if len(name) <= 40 else f"{name[:37]}..."
    return ascii(shown)
