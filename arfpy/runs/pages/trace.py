"""A trace of tool calls as a list: what was asked, what came back, and each ticket that changed, before and after."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from .markup import Child, code, el, status, table


def trace_list(trace: list[dict[str, Any]]) -> Element:
    """Return the steps of a trace."""
    return el("ol", *map(_step, trace), class_="trace")


def _step(entry: dict[str, Any]) -> Element:
    if entry["type"] == "tool_call":
        return _tool_call(entry)
    if entry["type"] == "finish":
        return el("li", f"{entry['step']}. ", el("strong", "finish"), " ", code(entry["action"]))
    return el("li", status(entry["type"]), f" {entry['error']}", class_=entry["type"])


def _tool_call(entry: dict[str, Any]) -> Element:
    action, changes = entry["action"], entry["changes"]
    tool = action["tool"] if isinstance(action["tool"], str) else "a tool"
    said: list[Child] = [f"{entry['step']}. ", el("strong", tool), " ", status(entry["status"])]
    if entry["error_source"] is not None:
        said.append(f" · {entry['error_source'].replace('_', ' ')}")
    said.append(" · changed the state" if changes else " · changed nothing")
    parts: list[Child] = [
        el("div", *said),
        el("div", "asked ", code(action["arguments"])),
        el("div", "got ", code(entry["result"])),
    ]
    parts += [_change(ticket, change) for ticket, change in changes.items()]
    kinds = [entry["status"] if entry["status"] == "tool_error" else "", "changed" if changes else ""]
    return el("li", *parts, class_=" ".join(filter(None, kinds)) or "quiet")


def _change(ticket: str, change: dict[str, Any]) -> Element:
    before, after = change["before"], change["after"]
    rows = []
    for name, value in before.items():
        new: Child = code(after[name])
        if after[name] != value:
            new = el("mark", new)
        rows.append((name, code(value), new))
    return table(f"State of {ticket}", (ticket, "Before", "After"), rows)
