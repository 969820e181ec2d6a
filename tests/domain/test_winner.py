"""``EncounterEnded.winner``: the side that alone has somebody who can act when a fight ends, in every system."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import RULESETS, pending
from domain.encounter import Encounter
from domain.events import CombatantJoined, EncounterEnded, Event, LifeStateChanged, Pool
from domain.evolve import evolve
from domain.refusals import Pending
from tests.domain.test_outside import ATTACK, FIELD, LANE, PATROL, ROAD, opened, override, said, told

UNITS: dict[str, Any] = {
    "system": "etiquette",
    "board": LANE["board"],
    "seats": LANE["seats"][:2],
    "combatants": [
        {"id": "A", "owner": "Ana", "controller": "ana", "kind": "player", "at": "A", "health": 4},
        {"id": "A2", "owner": "Ana", "controller": "ana", "kind": "minion", "at": "B", "health": 2},
        {"id": "B", "owner": "Bo", "controller": "bo", "kind": "player", "at": "C", "health": 4},
    ],
}
PAIR = {**LANE, "seats": LANE["seats"][:2], "combatants": LANE["combatants"][:2]}
OPENED: dict[str, tuple[dict[str, Any], str, str]] = {
    "pursuit": (PAIR, "Ana", "Bo"),
    "etiquette": (UNITS, "Ana", "Bo"),
    "verdigris": (ROAD, "party", "enemies"),
    "vanguard": (PATROL, "party", "monsters"),
    "storyteller": (FIELD, "players", "adversaries"),
}
"""A fight of each system, the side of the players (or of the first of them), and the other side."""
SEATS = {"Bo": "bo", "enemies": "gm", "monsters": "gm", "adversaries": "gm"}
REFEREED = [system for system in RULESETS if RULESETS[system].Opening.refereed]
END: dict[str, dict[str, str]] = {
    "verdigris": {"do": "end_encounter", "by": "gm"},
    "vanguard": {"do": "end_encounter", "by": "gm", "outcome": "parley"},
    "storyteller": {"do": "end_encounter", "by": "gm"},
}


def over(events: list[Event]) -> EncounterEnded:
    """Return the last event, which is the end."""
    assert isinstance(events[-1], EncounterEnded)
    return events[-1]


def without(state: Encounter, side: str, life: str = "left") -> Encounter:
    """Return the fight with a side gone that nothing has followed from yet."""
    for each in [one for one in state.living if one.side == side]:
        state = evolve(state, LifeStateChanged(who=each.id, origin=each.life, to=life, why="test"))
    return state


@pytest.mark.parametrize("system", OPENED)
def test_whoever_is_left_when_a_seat_concedes_has_won(system: str) -> None:
    body, ours, theirs = OPENED[system]
    concede = {"do": "concede", "by": SEATS[theirs]}
    state = said(opened(body), concede)
    assert over(told(opened(body), concede)).winner == state.winner == ours
    assert (state.upright, pending(state)) == (frozenset({ours}), Pending(kind="over"))


@pytest.mark.parametrize("system", OPENED)
def test_nobody_has_won_where_everybody_is_gone(system: str) -> None:
    body, ours, theirs = OPENED[system]
    last = over(told(without(opened(body), ours), {"do": "concede", "by": SEATS[theirs]}))
    assert last.winner is None


@pytest.mark.parametrize("system", REFEREED)
def test_a_referee_who_ends_a_fight_of_two_sides_lets_nobody_win(system: str) -> None:
    assert over(told(opened(OPENED[system][0]), END[system])).winner is None


@pytest.mark.parametrize("system", REFEREED)
@pytest.mark.parametrize("life", ["left", "dead"])
def test_a_referee_who_ends_a_fight_with_one_side_left_lets_it_win(system: str, life: str) -> None:
    body, ours, theirs = OPENED[system]
    assert over(told(without(opened(body), theirs, life), END[system])).winner == ours
    assert over(told(without(opened(body), ours, life), END[system])).winner == theirs


@pytest.mark.parametrize("system", ["pursuit", "etiquette"])
def test_ending_a_duel_by_consent_lets_nobody_win_and_with_one_side_left_it_does(system: str) -> None:
    body, ours, theirs = OPENED[system]
    agreed = told(said(opened(body), {"do": "end_encounter", "by": "ana"}), {"do": "end_encounter", "by": "bo"})
    assert (over(agreed).reason, over(agreed).winner) == ("agreed", None)
    assert over(told(without(opened(body), theirs, "dead"), {"do": "end_encounter"})).winner == ours


def test_a_party_that_has_fallen_has_lost_in_vanguard() -> None:
    state = said(opened(PATROL), *ATTACK, override("Tor", "life", "down", by="gm"))
    last = over(told(state, override("Una", "life", "dead", by="gm")))
    assert (last.outcome, last.winner) == ("defeat", "monsters")


MULE = CombatantJoined(who="Mule", side="party", kind="mount", at="Gate", pools=(Pool(name="hp", now=3, max=3),))


def test_a_mount_alone_fights_for_nobody_in_verdigris() -> None:
    state = evolve(opened(ROAD), MULE)
    riderless = state
    for who in ("Aila", "Bram"):
        riderless = evolve(riderless, LifeStateChanged(who=who, origin="active", to="dead", why="test"))
    assert over(told(riderless, END["verdigris"])).winner == "enemies"
    alone = evolve(riderless, LifeStateChanged(who="Gob", origin="active", to="dead", why="test"))
    assert over(told(alone, END["verdigris"])).winner is None


def test_the_dying_stand_where_they_may_act_and_nowhere_else() -> None:
    for house, winner in (({"deaths_door_acts": True}, None), ({}, "enemies")):
        state = without(opened(ROAD, settings=house), "party", "dying")
        assert over(told(state, END["verdigris"])).winner == winner


def test_an_end_that_names_no_winner_is_folded_as_before() -> None:
    state = evolve(opened(LANE), EncounterEnded(outcome="ended"))
    assert (state.outcome, state.winner) == ("ended", None)
