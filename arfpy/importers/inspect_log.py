"""Logs of Inspect AI, version 2 of the log format: one result per log (``.json``, or ``.eval``, a zip).

A log is one evaluation of one model on one task, whether it came to its end or not. What it says of itself is kept
verbatim; its samples are not, since they belong to the Source that the file is.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter

from ..errors import ArfError, UsageError
from ..instants import is_instant
from ..strict_json import parse
from .mapping import Mapping
from .records import Imported, Result

_VERSION = 2
_HEADER = "header.json"
# How zip calls Zstandard; the zipfile of Python 3.14 reads it, earlier ones do not.
_ZSTANDARD = 93
# A header of a real log has some kilobytes; this is where a broken or hostile one stops.
_LARGEST_HEADER = 64 * 1024 * 1024
# What a log holds for each sample.
_SAMPLES = ("samples", "reductions")


def read(data: bytes, name: str, _mapping: Mapping) -> Imported:
    """Read one log.

    :raises UsageError: it is no log, is cut off, is not strict JSON, or is of a version that is not known here.
    """
    aside: list[str] = []
    header = data
    if data.startswith(b"PK"):
        header, aside = _unpacked(data, name)
    try:
        value = parse(header).value
    except ArfError as error:
        where = f"line {error.line}, column {error.column}"
        raise UsageError(f"{name} cannot be read at {where}: {error.message} [{error.code}]", error.hint) from None
    if not isinstance(value, dict) or not isinstance(value.get("eval"), dict) or "version" not in value:
        raise UsageError(f"{name} is no log of Inspect AI", "Give a .json or .eval file from its log folder.")
    if value["version"] != _VERSION:
        raise UsageError(f"{name} has version {value['version']!r} of the log format", f"Known is {_VERSION}.")
    payload = {member: held for member, held in value.items() if member not in _SAMPLES}
    for member in _SAMPLES:
        if isinstance(value.get(member), list):
            aside.append(f"{member}: {len(value[member])}, for each sample")
    about = value["eval"]
    facts = {fact: about[fact] for fact in ("task", "task_version", "model") if fact in about}
    facts["status"] = value.get("status")
    packages = about.get("packages")
    version = packages.get("inspect_ai") if isinstance(packages, dict) else None
    created = about.get("created")
    key = f"{about.get('task', 'task')} with {about.get('model', 'model')}"
    made_at = created if isinstance(created, str) and is_instant(created) else None
    return Imported("inspect_ai", str(version or "not stated"), [Result(key, facts, payload)], made_at, [], aside)


def _unpacked(data: bytes, name: str) -> tuple[bytes, list[str]]:
    """Return the header of a zipped log, and what stands beside it."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        info = archive.getinfo(_HEADER)
    except (zipfile.BadZipFile, KeyError, ValueError):
        hint = "A run that was stopped leaves a log without its header; Inspect can recover it."
        raise UsageError(f"{name} is cut off, or no log of Inspect AI: it has no {_HEADER}", hint) from None
    if info.file_size > _LARGEST_HEADER:
        raise UsageError(f"the header of {name} is larger than 64 MB", "Check where the file comes from.")
    with archive:
        header = _member(archive, info, data, name)
    others = Counter(one.partition("/")[0] for one in archive.namelist() if one != _HEADER)
    return header, [f"{other}: {count} in the archive, beside the header" for other, count in others.items()]


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, data: bytes, name: str) -> bytes:
    try:
        if info.compress_type != _ZSTANDARD:
            return archive.read(info)
        # The local head names the length of its own two fields; the directory has the sizes.
        head = data[info.header_offset : info.header_offset + 30]
        start = info.header_offset + 30 + int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little")
        found = _decompressed(data[start : start + info.compress_size], info.file_size)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise UsageError(f"the header of {name} cannot be unpacked: {error}", "Copy the file again.") from None
    if zlib.crc32(found) != info.CRC:
        raise UsageError(f"the header of {name} is damaged: its checksum differs", "Copy the file again.")
    return found


def _decompressed(packed: bytes, size: int) -> bytes:
    try:
        import zstandard
    except ImportError:
        hint = "Install it with: python3 -m pip install 'arfpy[import]'. Or give the log as .json."
        raise UsageError("reading .eval files needs the package zstandard", hint) from None
    try:
        # One byte more than promised is enough to see a lie, and no bomb goes off.
        return zstandard.ZstdDecompressor().stream_reader(packed).read(size + 1)
    except zstandard.ZstdError as error:
        raise ValueError(str(error)) from None
