"""Who may command whom: seats whom they control, the referee the referee's own and every handing over."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import controls, offers
from domain.encounter import Encounter
from domain.events import OutcomeResolved
from ledger.line.actions import command_of
from tests.domain.test_outside import ATTACK, FIELD, LANE, PATROL, ROAD, opened, override, said
from tests.projections.fights import Written, assault, duel

REFEREED = {
    "verdigris": (ROAD, "Aila", "p1", "p2"),
    "vanguard": (PATROL, "Tor", "ana", "bo"),
    "storyteller": (FIELD, "Kara", "p1", "p2"),
}
"""A fight with a referee, somebody in it, the seat that controls them, and another player's."""


def may(encounter: Encounter, seat: str, do: str, **fields: Any) -> bool:
    """Return whether a seat may give a command, as the ledger asks before the rules do; offers say the same."""
    return controls(encounter, seat, command_of({"do": do, **fields}, encounter.system))


def handed(encounter: Encounter, seat: str) -> set[str | None]:
    """Return whom a seat is offered to hand over."""
    return {offer.who for offer in offers(encounter, seat) if offer.do == "hand_over"}


@pytest.mark.parametrize("system", REFEREED)
def test_the_referee_hands_over_anybody_and_a_player_only_their_own(system: str) -> None:
    body, who, theirs, other = REFEREED[system]
    state = opened(body)
    assert [may(state, seat, "hand_over", who=who, to=other) for seat in ("gm", theirs, other)] == [True, True, False]
    assert (who in handed(state, "gm"), who in handed(state, theirs), who in handed(state, other)) == (
        True,
        True,
        False,
    )


@pytest.mark.parametrize("system", REFEREED)
def test_whoever_was_handed_over_obeys_the_new_seat_and_no_more_the_old(system: str) -> None:
    body, who, theirs, other = REFEREED[system]
    state = said(opened(body), {"do": "hand_over", "who": who, "to": other})
    assert [may(state, seat, "hand_over", who=who, to=theirs) for seat in ("gm", theirs, other)] == [True, False, True]
    do = {"verdigris": "end_turn", "vanguard": "pass", "storyteller": "end_turn"}[system]
    assert [may(state, seat, do, who=who) for seat in ("gm", theirs, other)] == [False, False, True]


@pytest.mark.parametrize("system", REFEREED)
def test_the_referee_commands_nobody_of_a_players_and_no_player_the_referees_own(system: str) -> None:
    body, who, theirs, _ = REFEREED[system]
    state = opened(body)
    foe = next(one.id for one in state.combatants.values() if one.controller == "gm")
    do = {"verdigris": "end_turn", "vanguard": "pass", "storyteller": "end_turn"}[system]
    assert [may(state, seat, do, who=who) for seat in ("gm", theirs)] == [False, True]
    assert [may(state, seat, do, who=foe) for seat in ("gm", theirs)] == [True, False]
    assert [may(state, seat, "end_encounter", by="gm") for seat in ("gm", theirs)] == [True, False]
    assert may(state, theirs, do, who="Nobody"), "whom nobody knows, the rules refuse"


def test_without_a_referee_nobody_hands_over_what_is_anothers() -> None:
    state = opened(LANE)
    asked = {seat: may(state, seat, "hand_over", who="Ana", to="cy") for seat in ("ana", "bo", "cy", "eve")}
    assert asked == {"ana": True, "bo": False, "cy": False, "eve": False}
    after = said(state, {"do": "hand_over", "who": "Ana", "to": "cy"})
    assert [may(after, seat, "begin_move", who="Ana", allowance=1) for seat in ("ana", "cy")] == [False, True]


def test_a_turn_goes_on_when_somebody_else_falls_in_vanguard() -> None:
    oil = {"id": "lamp_oil", "effects": [{"kind": "modifier", "field": "melee", "amount": 1}]}
    tor, una = PATROL["characters"]
    characters = [{**tor, "items": [oil]}, una, {**una, "id": "Vic"}]
    state = opened(PATROL, settings={"actions_per_turn": 2}, characters=characters)
    used = {"do": "use_item", "who": "Tor", "item": "lamp_oil"}
    acting = said(state, *ATTACK, {"do": "ready_round", "by": "party"}, used)
    for life in ("down", "dead"):
        fell = said(acting, override("Una", "life", life, by="gm"))
        assert (fell.turn, fell.combatants["Tor"].resources) == ("Tor", acting.combatants["Tor"].resources)
    left = said(acting, {"do": "hand_over", "who": "Una", "to": "gm"}, override("Una", "life", "left", by="gm"))
    assert (left.turn, left.outcome) == ("Tor", None)


def rolls(fight: Written) -> list[tuple[str, int | None]]:
    """Return the outcomes so far, each with the roll that it names."""
    return [(line.entry.kind, line.entry.roll) for line in fight.lines if isinstance(line.entry, OutcomeResolved)]


def test_an_outcome_of_pursuit_names_the_roll_that_decided_it() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    assert rolls(fight) == [], "a blade hits without a roll"
    fight.do("disengage", "Bo", faces=[1, 6])
    fight.do("disengage", "Ana", faces=[2, 5])
    assert rolls(fight) == [("disengage", 1), ("disengage", 2)]


def test_an_outcome_of_etiquette_names_the_roll_that_decided_it() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    for who in ("Ana", "Bo"):
        fight.do("pass_item", who)
    fight.do("defend_with", "Bo", faces=[3, 2, 5, 4], dice=2)
    assert {roll for _, roll in rolls(fight)} == {1}


def test_the_time_is_offered_to_who_plays_where_there_is_a_clock_and_nowhere_else() -> None:
    walk: list[dict[str, Any]] = [
        {"do": "begin_move", "who": "Ana", "allowance": 3},
        {"do": "move", "who": "Ana", "to": "B"},
    ]
    for clock, seats in ((30, {"ana", "bo", "cy"}), (None, set())):
        asked = said(opened(LANE, clock=clock), *walk)
        assert {offer.by for offer in offers(asked) if offer.do == "claim_time"} == seats
