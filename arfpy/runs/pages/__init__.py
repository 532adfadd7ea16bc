"""Results as pages for people: one file each, no script, no request, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree.ElementTree import Element

from .. import audit, comparison, repetition, report
from ..suite import summary
from . import evaluation_page, suite_page, summary_pages
from .markup import document

_PAGES: dict[str, tuple[str, Callable[[dict[str, Any]], list[Element]]]] = {
    report.SCHEMA: ("Evaluation", evaluation_page.body),
    repetition.SCHEMA: ("Repetition", summary_pages.repetition_body),
    comparison.SCHEMA: ("Comparison", summary_pages.comparison_body),
    audit.SCHEMA: ("Audit", summary_pages.audit_body),
    summary.SCHEMA: ("Suite", suite_page.body),
}


def page(result: dict[str, Any]) -> bytes:
    """Return the page of a result, as UTF-8. :raises KeyError: there is no page for its schema."""
    kind, body = _PAGES[result["schema_version"]]
    subject = (result.get("reference") or result).get("task", {}).get("id") or result.get("name", "")
    return document(f"{kind}: {subject}", body(result))
