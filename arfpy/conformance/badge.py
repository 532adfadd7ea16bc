"""A badge of the levels reached: an SVG image, and the JSON that shields services read."""

from __future__ import annotations

from html import escape
from typing import Any

_PER_CHARACTER = 7  # pixels, generous for the fonts named
_PADDING = 10
_GREEN, _GREY = "#1b6e3c", "#5c5f66"


def words(report: dict[str, Any]) -> tuple[str, str, bool]:
    """Return label, message, and whether a level was reached. Records includes Digest, and Bundles both."""
    names = [level["level"] for level in report["levels"] if level["reached"]]
    cumulative = [name for name in names if name != "Receipts"][-1:]
    found = cumulative + [name for name in names if name == "Receipts"]
    return f"ARF v{report['spec']}", " + ".join(found) or "no level", bool(found)


def endpoint(report: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of a shields endpoint."""
    label, message, reached = words(report)
    return {"schemaVersion": 1, "label": label, "message": message, "color": (_GREEN if reached else _GREY)[1:]}


def svg(report: dict[str, Any]) -> str:
    """Return the badge as an image of its own: no font or other file is fetched."""
    label, message, reached = words(report)
    left, right = (len(text) * _PER_CHARACTER + 2 * _PADDING for text in (label, message))
    spoken = escape(f"{label}: {message}, self-reported")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{spoken}">'
        f"<title>{spoken}</title>"
        f'<rect width="{left}" height="20" fill="#2b2d31"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{_GREEN if reached else _GREY}"/>'
        '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{left / 2:g}" y="14">{escape(label)}</text>'
        f'<text x="{left + right / 2:g}" y="14">{escape(message)}</text>'
        "</g></svg>\n"
    )
