"""Episodes: the protocol, the trace, the checks, and the scores of the declared faults."""

from __future__ import annotations

import pytest

from arfpy.runs.faults import AgentError
from arfpy.runs.support_routing import verifier
from arfpy.runs.support_routing.cases import cases
from arfpy.runs.support_routing.episode import Episode
from arfpy.runs.support_routing.pack import SUPPORT_ROUTING

OPEN, RESOLVED, BEFORE, AFTER = cases(17)
ALL = ["route-open-ticket", "close-resolved-ticket", "retry-before-commit", "retry-after-commit"]
FAULTS = {
    "claim-without-actions": ("routing", 0.35, ALL),
    "wrong-ticket": ("scope", 0.2, ALL),
    "wrong-queue": ("routing", 0.7, ALL),
    "duplicate-note": ("notes", 0.75, ALL),
    "close-unresolved": ("closure", 0.9, ["route-open-ticket", "retry-before-commit"]),
    "skip-retry": ("notes", 0.8125, ["retry-before-commit"]),
    "new-key-on-retry": ("notes", 0.9375, ["retry-after-commit"]),
}


def score(outcomes):
    total = 0.0
    for name, weight in SUPPORT_ROUTING.dimensions:
        total += weight * sum(outcome["checks"][name] for outcome in outcomes) / len(outcomes)
    return round(total, 8)


@pytest.mark.parametrize("seeds", [(17,), (17, 41, 97)])
@pytest.mark.parametrize("name", FAULTS)
def test_each_declared_fault_scores_as_published_and_fails_its_target(policy, name, seeds):
    """Score, target dimension and the failing case families, for one seed and for three."""
    target, expected, failing = FAULTS[name]
    run = [(case, policy(case, name)) for seed in seeds for case in cases(seed)]
    assert score([outcome for _, outcome in run]) == expected
    for seed in seeds:
        assert [case.id for case, outcome in run if case.seed == seed and not outcome["checks"][target]] == failing


def test_the_faults_are_the_published_ones_with_their_targets():
    """In the published order."""
    assert [(fault.name, fault.target) for fault in SUPPORT_ROUTING.faults] == [(name, row[0]) for name, row in FAULTS.items()]


@pytest.mark.parametrize("seed", [17, 41, 97])
def test_the_reference_resolves_every_case(policy, seed):
    """Score 1.0, every case passed."""
    assert [policy(case, "reference")["status"] for case in cases(seed)] == ["passed"] * 4


def test_the_starter_finishes_at_once_and_scores_0_35(policy):
    """Untouched, it does nothing."""
    assert score([policy(case, "starter") for case in cases(17)]) == 0.35


def test_the_reference_leaves_the_published_transcript(policy):
    """Seed 17, retry-after-commit: five tool calls, and the digest of the whole trace."""
    outcome = policy(AFTER, "reference")
    assert outcome["tool_calls"] == 5
    assert outcome["transcript_sha256"] == "c97b016921c8d8fdcdeffd1ebf1f438d5a29be06732c31c86f99fd087bc0b58f"


def test_attempted_successful_and_changed_are_told_apart(policy):
    """The injected failure changed the ticket; the replay that worked did not."""
    note, replay = policy(AFTER, "reference")["trace"][2:4]
    assert (note["status"], note["error_source"], list(note["changes"])) == ("tool_error", "injected", [AFTER.target])
    assert (replay["status"], replay["error_source"], replay["changes"]) == ("ok", None, {})


def test_the_first_observation_is_the_published_one():
    """The target stands first, the tools in their order, twelve actions remain."""
    seen = Episode(OPEN).observation()
    assert seen["task"].pop("instruction")
    assert seen == {
        "type": "start",
        "task": {
            "ticket_id": "T-85a0bcc1",
            "ticket_ids": ["T-85a0bcc1", "U-6a06e9ab"],
            "routing_rules": OPEN.routing_rules,
            "note": "Reviewed request T-85a0bcc1.",
        },
        "tools": ["get_ticket", "assign_queue", "add_note", "close_ticket"],
        "remaining_actions": 12,
    }


def test_a_later_observation_counts_the_answers_given():
    """A refused call costs one as well."""
    episode = Episode(OPEN)
    episode.answer({"tool": "nothing", "arguments": 5})
    assert episode.observation() == {
        "type": "tool_result",
        "result": {"ok": False, "error": {"code": "invalid_arguments", "retryable": False}},
        "remaining_actions": 11,
    }


def test_an_observation_shares_no_memory_with_the_episode():
    """What the agent does to it reaches neither service nor trace."""
    episode = Episode(OPEN)
    episode.observation()["task"]["routing_rules"].clear()
    episode.answer({"tool": "get_ticket", "arguments": {"ticket_id": OPEN.target}})
    episode.observation()["result"]["ticket"]["queue"] = "forged"
    assert episode.trace[0]["result"]["ticket"]["queue"] == "inbox"
    assert episode.tickets() == OPEN.initial


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        "finish",
        True,
        {},
        {"tool": "get_ticket"},
        {"tool": "get_ticket", "arguments": {}, "more": 1},
        {"finish": False},
        {"finish": 1},
        {"finish": True, "message": 5},
        {"finish": True, "message": None},
        {"finish": True, "more": ""},
        {"finish": True, "tool": "get_ticket", "arguments": {}},
    ],
)
def test_an_answer_outside_the_protocol_is_the_agents_error(answer):
    """It is not answered and leaves no entry of its own."""
    episode = Episode(OPEN)
    with pytest.raises(AgentError):
        episode.answer(answer)
    assert episode.trace == []


def test_a_finish_with_a_message_is_kept_as_sent():
    """The message is evidence, and counts for nothing."""
    episode = Episode(OPEN)
    episode.answer({"finish": True, "message": "done"})
    assert episode.finished
    assert episode.trace == [{"step": 0, "type": "finish", "action": {"finish": True, "message": "done"}}]


def test_twelve_answers_without_a_finish_are_the_agents_error():
    """The twelfth call is still answered and recorded."""
    episode = Episode(OPEN)
    for _ in range(11):
        episode.answer({"tool": "close_ticket", "arguments": {"ticket_id": OPEN.target}})
    assert episode.observation()["remaining_actions"] == 1
    with pytest.raises(AgentError):
        episode.answer({"tool": "close_ticket", "arguments": {"ticket_id": OPEN.target}})
    assert len(episode.trace) == 12


def test_a_finish_as_the_twelfth_answer_is_in_time():
    """The finish is counted among the twelve."""
    episode = Episode(OPEN)
    for _ in range(11):
        episode.answer({"tool": "nothing", "arguments": {}})
    episode.answer({"finish": True})
    assert episode.finished


@pytest.mark.parametrize(
    ("dimension", "change"),
    [
        ("routing", lambda final: final[OPEN.target].update(queue="queue-0-1")),
        ("notes", lambda final: final[OPEN.target]["notes"].append(OPEN.note)),
        ("notes", lambda final: final[OPEN.target]["notes"].pop()),
        ("notes", lambda final: final[OPEN.target]["notes"].pop(0)),
        ("closure", lambda final: final[OPEN.target].update(status="closed")),
        ("scope", lambda final: final[OPEN.target].update(category="account")),
        ("scope", lambda final: final[OPEN.target].update(resolved=True)),
        ("scope", lambda final: final["U-6a06e9ab"]["notes"].append("x")),
        ("scope", lambda final: final.pop("U-6a06e9ab")),
        ("scope", lambda final: final.update({"U-00000000": {}})),
    ],
)
def test_one_wrong_thing_at_the_end_fails_exactly_its_check(policy, dimension, change):
    """The state of a resolved case with one change."""
    final = policy(OPEN, "reference")["final_state"]
    change(final)
    found = verifier.checks(OPEN, final, ended_cleanly=True)
    assert [name for name, ok in found.items() if not ok] == [dimension]


def test_an_unclean_end_fails_only_the_protocol(policy):
    """What was committed still counts."""
    found = verifier.checks(OPEN, policy(OPEN, "reference")["final_state"], ended_cleanly=False)
    assert [name for name, ok in found.items() if not ok] == ["protocol"]
