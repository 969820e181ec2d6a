"""A table with a referee over HTTP: each seat is offered what is its own, does no more, and is told who may."""

from __future__ import annotations

from typing import Any

import pytest

from bots.players import spelled
from domain.deciding import RULESETS, controls
from ledger.application import Ledger
from ledger.line.actions import command_of
from tests.api.calls.test_whole_fights import offers, play_on
from tests.api.conftest import SAMPLE, Sit, Table

REFEREED = [system for system in RULESETS if any(seat.get("role") == "referee" for seat in SAMPLE[system]["seats"])]
SEATS = ("gm", "ana", "bo")


def told(table: Table, seat: str, body: dict[str, Any]) -> str:
    """Return why a command is not the seat's to give."""
    answer = table.do(seat, body)
    assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-yours"), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    detail: str = answer.json()["detail"]
    return detail


@pytest.mark.long(but=("0-",))
@pytest.mark.parametrize("system", REFEREED)
@pytest.mark.parametrize("commands", [0, 1, 3, 5, 8])
def test_what_a_seat_is_offered_is_its_own_and_no_other_may_do_it(
    sit: Sit, ledger: Ledger, system: str, commands: int
) -> None:
    table = sit(system)
    play_on(table, ledger, list(SEATS), commands)
    fight = ledger.fight(table.id)
    assert fight.encounter.outcome is not None or any(offers(table, seat) for seat in SEATS)
    for seat in SEATS:
        for body in [next(spelled(offer)) for offer in offers(table, seat)]:
            command = command_of(body, system)
            assert controls(fight.encounter, seat, command)
            for other in SEATS:
                if not controls(fight.encounter, other, command):
                    name = "The referee" if other == "gm" else other
                    assert f"{name} does not act for " in (why := told(table, other, body))
                    assert {"gm": "the referee"}.get(seat, seat) in why.partition(": only ")[2]
    assert ledger.fight(table.id).version == fight.version


@pytest.mark.parametrize(
    ("system", "seat", "body", "sentence"),
    [
        ("verdigris", "ana", {"do": "start", "by": "gm"}, "ana does not act for the referee: only the referee does."),
        (
            "vanguard",
            "bo",
            {"do": "choose_engagement", "by": "party", "choice": "attack"},
            "bo does not act for party: only ana does.",
        ),
        ("storyteller", "gm", {"do": "end_turn", "who": "Ana"}, "The referee does not act for Ana: only ana does."),
        (
            "storyteller",
            "bo",
            {"do": "attack", "who": "Gob1", "attack": "club", "target": "Ana"},
            "bo does not act for Gob1: only the referee does.",
        ),
    ],
)
def test_a_seat_that_may_not_is_told_who_may(
    sit: Sit, system: str, seat: str, body: dict[str, Any], sentence: str
) -> None:
    assert told(sit(system), seat, body) == sentence


@pytest.mark.parametrize("system", REFEREED)
def test_a_seat_that_says_it_is_the_referee_is_told_by_the_rules_that_it_is_not(sit: Sit, system: str) -> None:
    """Whoever speaks under the own name may do only what is not the referee's."""
    table = sit(system)
    body = {"storyteller": {"do": "open", "by": "ana"}}.get(system, {"do": "start", "by": "ana"})
    answer = table.do("ana", body)
    assert answer.status_code == 409
    assert answer.json()["detail"].endswith(": that is the referee's.")


def test_an_override_names_a_dispute_only_where_one_is_open(sit: Sit) -> None:
    table = sit("vanguard")

    def asked() -> list[str]:
        found = table.get("gm", "/offers").json()["offers"]
        return sorted(next(offer for offer in found if offer["do"] == "override")["open"])

    assert asked() == ["reason", "value", "what"]
    raised = table.post("ana", "/disputes", {"of": 3, "reason": "No.", "cmd": "no"}).json()["lines"][0]["n"]
    assert asked() == ["dispute", "reason", "value", "what"]
    table.post("gm", f"/disputes/{raised}/answers", {"result": "stands", "reason": "Yes.", "cmd": "yes"})
    assert asked() == ["reason", "value", "what"]
