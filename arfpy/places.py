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
_LOW_SURROGATE = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
_SHORT_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LITERALS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")
# Each warning carries its pointer, and a short text can hold very many.
MAX_WARNINGS = 100
# A number or literal that runs on into one of these is misspelled, not followed by something else.
_WORD = re.compile(r"[0-9A-Za-z_.+-]")
_NAMES_OF_CONTROLS = {"\t": "tab", "\n": "line feed", "\r": "carriage return", "\x00": "NUL"}


@dataclass(slots=True)
class _Node:
    """Where one value stands. ``children`` are the nodes of an array by index or of an object by name."""

    offset: int
    children: list[_Node] | dict[str, _Node] | None = None
    name_offset: int = -1


class Places:
    """A value, and where each value and member name of its text stands.

    The places are kept as a tree as large as the value: pointers kept as texts would grow with the length of
    every name above them.
    """

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self.value: Any = None
        self.root = _Node(0)
        self.warnings: list[tuple[str, str, int]] = []

    def value_at(self, pointer: str) -> tuple[int, int]:
        """Return line and column of the value at a pointer."""
        return self.lines.place(self._node(pointer).offset)

    def name_at(self, pointer: str) -> tuple[int, int]:
        """Return line and column of the name of the member at a pointer."""
        return self.lines.place(self._node(pointer).name_offset)

    def _node(self, pointer: str) -> _Node:
        node = self.root
        for token in pointer.split("/")[1:]:
            name = token.replace("~1", "/").replace("~0", "~")
            node = node.children[name] if isinstance(node.children, dict) else node.children[int(name)]  # type: ignore[index]
        return node


def read(text: str) -> Places:
    """Read one strict JSON text and keep its places.

    :raises StrictJsonError: the first refusal in the order of the text.
    """
    reader = _Reader(text)
    reader.document()
    return reader.places


@dataclass(slots=True)
class _Open:
    """An array or object that is not closed yet. ``name`` is that of the member being read."""

    container: Any
    node: _Node
    name: str = ""

    def token(self) -> str:
        """Return the reference token of the value being read."""
        return escape_pointer(self.name) if isinstance(self.container, dict) else str(len(self.container))

    def add(self, value: Any) -> None:
        if isinstance(self.container, dict):
            self.container[self.name] = value
        else:
            self.container.append(value)

    def new_child(self, offset: int) -> _Node:
        if isinstance(self.node.children, dict):
            child = self.node.children[self.name]  # made when the name was read
            child.offset = offset
            return child
        child = _Node(offset)
        self.node.children.append(child)  # type: ignore[union-attr]
        return child


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
        value = self.value()
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
        return self.value()

    def close(self) -> Any:
        # The parent adds the closed container as a value; an empty stack ends the document.
        self.at += 1
        return self.open.pop().container

    def member_name(self, top: _Open) -> None:
        if self.peek() != '"':
            self.refuse_syntax("a member name in double quotes")
        offset = self.at
        name = self.string(in_name=True)
        if name in top.container:
            top.name = name
            message = f"the member name {_quoted(name)} stands twice in one object"
            self.refuse("json.duplicate-key", message, self.pointer(), offset)
        top.name = name
        top.node.children[name] = _Node(-1, name_offset=offset)  # type: ignore[call-overload, index]
        self.space()
        self.expect(":", "a colon")
        self.space()

    def pointer(self) -> str:
        """Return the JSON Pointer of the value being read."""
        return "".join(f"/{container.token()}" for container in self.open)

    def value(self) -> Any:
        """Read a scalar whole; open a container and return it empty."""
        node = self.open[-1].new_child(self.at) if self.open else self.places.root
        node.offset = self.at
        start = self.peek()
        if start == '"':
            return self.string()
        if start in ("[", "{"):
            return self.container(start, node)
        for word in _NOT_FINITE:
            if self.text.startswith(word, self.at):
                self.refuse("number.not-finite", f"{word} is not a JSON number", self.pointer())
        if start in _LITERALS:
            return self.literal(*_LITERALS[start])
        if start and start in "-0123456789":
            return self.number()
        return self.refuse_syntax("a value")

    def container(self, start: str, node: _Node) -> Any:
        if len(self.open) == MAX_DEPTH:
            message = f"this {start} opens depth {MAX_DEPTH + 1}; the deepest allowed is {MAX_DEPTH}"
            self.refuse("json.too-deep", message, self.pointer())
        self.at += 1
        node.children = {} if start == "{" else []
        self.open.append(_Open({} if start == "{" else [], node))
        return self.open[-1].container

    def literal(self, word: str, value: Any) -> Any:
        for character in word:
            self.expect(character, f"the word {word}")
        self.end_of_word()
        return value

    def number(self) -> int | float:
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
        number = self.number_value(self.text[start : self.at], whole, start)
        self.end_of_word()
        return number

    def number_value(self, token: str, whole: bool, offset: int) -> int | float:
        number = exact_integer(token) if whole else float(token)
        shown = token if len(token) <= 40 else f"{token[:37]}..."
        if number is None:
            message = f"a reader with doubles would change {shown} to {int(float(token))}"
            self.refuse("number.inexact-integer", message, self.pointer(), offset)
        if isinf(number):
            self.refuse("number.overflow", f"{shown} is too large for a double", self.pointer(), offset)
        if number == 0 and underflows(token) and len(self.places.warnings) < MAX_WARNINGS:
            self.places.warnings.append(("number.underflow", self.pointer(), offset))
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

    def string(self, *, in_name: bool = False) -> str:
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
                parts.append(self.escape(in_name=in_name))
            elif stop:
                self.refuse("json.syntax", f"{self.found()} inside a string is written as an escape")
            else:
                self.refuse_syntax("the closing quote of the string")

    def escape(self, *, in_name: bool) -> str:
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
        low = _LOW_SURROGATE.match(self.text, self.at)
        if unit < 0xDC00 and low is not None:
            self.at = low.end()
            return chr(0x10000 + ((unit - 0xD800) << 10) + (int(low.group(1), 16) - 0xDC00))
        message = f"the escape \\u{unit:04x} is half of a surrogate pair"
        # A member that has no name yet cannot be pointed at: the object is.
        pointer = self.pointer().rpartition("/")[0] if in_name else self.pointer()
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
