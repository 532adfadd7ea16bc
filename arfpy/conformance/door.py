"""The operation ``conformance`` of the browser's door: a file of answers in, the report out."""

from __future__ import annotations

import base64
import json
from typing import Any

from . import answers, report
from .cases import chosen, published
from .outcomes import PASSED, judge
from .visible import rows


def judged(request: dict[str, Any], data: bytes) -> dict[str, Any]:
    """Judge a file of answers.

    :param request: ``file``, ``name`` and ``version`` of the implementation, and ``date``, all texts.
    :param data: a JSON object with ``vectors``, the value of the site's vectors.json, and ``answers``, base64.
    :returns: ``report``; its ``text`` as a file holds it; and ``shown``, the rows of each result that did not pass.
    :raises UsageError: the file of answers is none, with the place of the fault.
    """
    given = json.loads(data)
    everything = published(given["vectors"])
    found = answers.read(base64.b64decode(given["answers"]), request["file"], everything)
    cases = chosen(everything, answers.operations(found))
    outcomes = [judge(case, answer) for case, answer in answers.filled(cases, found)]
    setup = report.Setup(request["name"], request["version"], request["date"], "answers", "")
    made = report.build(setup, everything, outcomes)
    shown = {result["case"]: list(rows(result)) for result in made["results"] if result["outcome"] != PASSED}
    return {"report": made, "text": report.dumps(made), "shown": shown}
