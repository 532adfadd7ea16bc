"""The ticket service: each tool, each refusal, in the written order."""

from __future__ import annotations

import pytest

from arfpy.runs.support_routing.cases import cases
from arfpy.runs.support_routing.service import TicketService

OPEN, RESOLVED, BEFORE, AFTER = cases(17)
T = OPEN.target


def service(case=OPEN):
    return TicketService(case)


def failed(code, retryable=False):
    return {"ok": False, "error": {"code": code, "retryable": retryable}}


def test_a_lookup_returns_a_copy():
    """Nothing done to it reaches the service."""
    tickets = service()
    ticket = tickets.call("get_ticket", {"ticket_id": T}).result["ticket"]
    ticket["notes"].append("forged")
    ticket["queue"] = "forged"
    assert tickets.state() == OPEN.initial


def test_assigning_moves_the_ticket():
    """The result says only that it worked."""
    tickets = service()
    assert tickets.call("assign_queue", {"ticket_id": T, "queue": "queue-0-1"}).result == {"ok": True}
    assert tickets.state()[T]["queue"] == "queue-0-1"


def test_a_note_with_the_same_key_and_body_is_replayed_and_not_appended():
    """The key is what makes a retry safe."""
    tickets = service()
    call = {"ticket_id": T, "body": "b", "request_id": "k"}
    assert tickets.call("add_note", call).result == {"ok": True}
    again = tickets.call("add_note", call)
    assert (again.result, again.error_source) == ({"ok": True, "replayed": True}, None)
    assert tickets.state()[T]["notes"] == ["Customer contacted support.", "b"]


def test_a_note_with_the_same_key_and_another_body_is_a_conflict():
    """Nothing is appended."""
    tickets = service()
    tickets.call("add_note", {"ticket_id": T, "body": "b", "request_id": "k"})
    assert tickets.call("add_note", {"ticket_id": T, "body": "c", "request_id": "k"}).result == failed("idempotency_conflict")
    assert tickets.state()[T]["notes"][1:] == ["b"]


def test_the_same_key_on_another_ticket_is_another_note():
    """A key belongs to a ticket."""
    tickets, other = service(), list(OPEN.initial)[1]
    for ticket_id in (T, other):
        assert tickets.call("add_note", {"ticket_id": ticket_id, "body": "b", "request_id": "k"}).result == {"ok": True}


def test_closing_is_allowed_for_an_unresolved_ticket():
    """The policy must decide, not the tool."""
    tickets = service()
    assert tickets.call("close_ticket", {"ticket_id": T}).result == {"ok": True}
    assert tickets.state()[T]["status"] == "closed"


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("delete_ticket", {"ticket_id": T}, "invalid_arguments"),
        (["get_ticket"], {"ticket_id": T}, "invalid_arguments"),
        (None, {"ticket_id": T}, "invalid_arguments"),
        ("get_ticket", [T], "invalid_arguments"),
        ("get_ticket", {}, "invalid_arguments"),
        ("get_ticket", {"ticket_id": T, "queue": "x"}, "invalid_arguments"),
        ("get_ticket", {"ticket_id": 5}, "invalid_arguments"),
        ("add_note", {"ticket_id": T, "body": "λ" * 513, "request_id": "k"}, "invalid_arguments"),
        ("get_ticket", {"ticket_id": "T-00000000"}, "ticket_not_found"),
        ("assign_queue", {"ticket_id": "T-00000000", "queue": "nowhere"}, "ticket_not_found"),
        ("assign_queue", {"ticket_id": T, "queue": "inbox"}, "unknown_queue"),
        ("add_note", {"ticket_id": T, "body": "b", "request_id": ""}, "invalid_request_id"),
        ("add_note", {"ticket_id": "T-00000000", "body": "b", "request_id": ""}, "ticket_not_found"),
    ],
)
def test_a_refused_call_names_its_code_and_changes_nothing(tool, arguments, code):
    """Refusals come in the written order and are not worth a retry."""
    tickets = service()
    answer = tickets.call(tool, arguments)
    assert (answer.result, answer.error_source) == (failed(code), "tool_validation")
    assert tickets.state() == OPEN.initial


def test_512_characters_are_allowed_however_many_bytes_they_take():
    """The limit counts characters."""
    assert service().call("add_note", {"ticket_id": T, "body": "λ" * 512, "request_id": "k"}).result == {"ok": True}


def test_the_fault_before_the_commit_strikes_once_and_changes_nothing():
    """An unknown queue does not use it up."""
    tickets, target = service(BEFORE), BEFORE.target
    assert tickets.call("assign_queue", {"ticket_id": target, "queue": "inbox"}).result == failed("unknown_queue")
    call = {"ticket_id": target, "queue": "queue-2-1"}
    first = tickets.call("assign_queue", call)
    assert (first.result, first.error_source) == (failed("temporarily_unavailable", retryable=True), "injected")
    assert tickets.state() == BEFORE.initial
    assert tickets.call("assign_queue", call).result == {"ok": True}


def test_the_fault_after_the_commit_appends_and_says_it_failed():
    """The retry with the same key is a replay."""
    tickets, target = service(AFTER), AFTER.target
    call = {"ticket_id": target, "body": "b", "request_id": "k"}
    assert tickets.call("add_note", call).error_source == "injected"
    assert tickets.state()[target]["notes"][1:] == ["b"]
    assert tickets.call("add_note", call).result == {"ok": True, "replayed": True}
    assert tickets.state()[target]["notes"][1:] == ["b"]
