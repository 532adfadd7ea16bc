"""Results of lm-evaluation-harness: one result per task of a ``results_*.json`` file (versions 0.4.x)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from ..errors import ArfError, UsageError
from ..strict_json import parse
from .mapping import Mapping
from .records import Imported, Result

# Members that hold something for each task. What a task has there goes into its payload under the same name.
_BY_TASK = ("results", "versions", "n-shot", "n-samples", "higher_is_better", "configs", "task_hashes")
# Members about the whole run that belong to every result of it.
_OF_RUN = ("config", "model_source", "model_name", "lm_eval_version", "git_hash")


def read(data: bytes, name: str, _mapping: Mapping) -> Imported:
    """Read a file of results. Its values are kept verbatim; the names of their members are the tool's own.

    :raises UsageError: it is not strict JSON (the tool writes NaN where a metric has no value), or no such file.
    """
    try:
        value = parse(data).value
    except ArfError as error:
        where = f"line {error.line}, column {error.column}"
        raise UsageError(f"{name} cannot be read at {where}: {error.message} [{error.code}]", error.hint) from None
    if not isinstance(value, dict) or not isinstance(value.get("results"), dict) or "lm_eval_version" not in value:
        hint = "Give a results_*.json file of version 0.4 or later, not a file of samples."
        raise UsageError(f"{name} is no file of results of lm-evaluation-harness", hint)
    version = str(value["lm_eval_version"])
    if not version.startswith("0.4."):
        raise UsageError(f"{name} was written by version {version}, which is not known here", "Known is 0.4.x.")
    run = {member: value[member] for member in _OF_RUN if member in value}
    results = [Result(task, _facts(task, value), _payload(task, value) | run) for task in value["results"]]
    aside = [f"{member}: about the run as a whole" for member in value if member not in (*_BY_TASK, *_OF_RUN, "date")]
    for member in _BY_TASK[1:]:
        held = value.get(member, {})
        if isinstance(held, dict):
            aside += [f"{member}/{task}: not a task with results" for task in held if task not in value["results"]]
        else:
            aside.append(f"{member}: it is not a member by task here")
    return Imported("lm-evaluation-harness", version, results, _instant(value.get("date")), [], aside)


def _facts(task: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"task": task} | {name: value[name] for name in ("model_name", "model_source") if name in value}


def _payload(task: str, value: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"task": task}
    for member in _BY_TASK:
        held = value.get(member)
        if isinstance(held, dict) and task in held:
            found[member] = held[task]
    return found


def _instant(date: Any) -> str | None:
    if isinstance(date, bool) or not isinstance(date, int | float):
        return None
    try:
        return datetime.fromtimestamp(date, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except (OverflowError, OSError, ValueError):
        return None
