"""Of each way it is told beforehand who may strike at the mover on it (STO-63, STO-81)."""

from __future__ import annotations

from domain.deciding import decide, offers
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import DecisionOpened
from domain.offers import End, Threat
from domain.rulesets.storyteller.commands import Move
from tests.domain.systems.storyteller import GRID, ZONES, Foe, Hero, go, turns_begun


def ends(now: Encounter) -> dict[str, End]:
    """Return the ends of Ana's ways by their squares."""
    (move,) = (offer for offer in offers(now) if (offer.do, offer.who) == ("move", "Ana"))
    return {end.tile: end for end in move.open["path"].ends}


def asked(now: Encounter, path: tuple[str, ...]) -> tuple[str | int, ...]:
    """Return who is asked first when Ana walks a way."""
    told = decide(Move(who="Ana", path=path), now, Scripted([]))
    opened = [event for event in told if isinstance(event, DecisionOpened)]
    return opened[0].options[:-1] if opened else ()


def test_a_way_names_whoever_is_asked_on_it_first_and_no_way_names_anybody_else() -> None:
    now = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2"), Foe("Hob", at="2:3")])
    found = ends(now)
    assert any(end.provokes for end in found.values())
    for end in found.values():
        first = asked(now, end.path)
        assert end.provokes[: len(first)] == first, end
        assert bool(first) == bool(end.provokes), end


def threats(now: Encounter) -> dict[str, set[str]]:
    """Return the squares in reach of each foe that Ana's moves are told of."""
    (move,) = (offer for offer in offers(now) if (offer.do, offer.who) == ("move", "Ana"))
    return {each.who: set(each.places) for each in move.threats}


def test_whoever_may_strike_on_a_way_reaches_a_square_of_it_that_is_left() -> None:
    now = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2"), Foe("Hob", at="0:2")])
    told = threats(now)
    assert {"2:2", "2:1", "4:3"} <= told["Gob"]
    assert "2:2" not in told["Hob"]
    for end in ends(now).values():
        assert all(told[who] & {"2:2", *end.path[:-1]} for who in end.provokes), end


def test_nobody_reaches_through_a_wall() -> None:
    walled = {**GRID, "walls": [[200, 0, 200, 1000]]}
    told = threats(turns_begun([Hero("Ana", at="4:2"), Foe("Gob", at="1:2")], board=walled))
    assert told == {}


def test_whoever_turns_away_in_zones_leaves_the_reach_of_those_who_fight_them() -> None:
    now = turns_begun([Hero("Ana", at="Court"), Foe("Gob", at="Court"), Foe("Hob", at="Keep")], board=ZONES)
    moves = [offer for offer in offers(now) if (offer.do, offer.who) == ("move", "Ana")]
    assert {offer.threats for offer in moves} == {()}
    turns = [{"do": "end_turn", "who": who} for who in ("Ana", "Gob", "Hob")]
    now = go(now, {"do": "move", "who": "Ana", "near": "Gob"}, *turns)
    moves = [offer for offer in offers(now) if (offer.do, offer.who) == ("move", "Ana")]
    assert moves
    assert {offer.threats for offer in moves} == {(Threat(who="Gob", places=("Court",)),)}


def test_whoever_has_disengaged_provokes_nobody() -> None:
    now = go(turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")]), {"do": "disengage", "who": "Ana"})
    assert {end.provokes for end in ends(now).values()} == {()}
    assert threats(now) == {}


def test_a_ride_through_a_narrow_gap_is_measured_by_the_body_that_squeezes() -> None:
    narrow = {**GRID, "tight": {"3:4": "medium", "3:3": "medium"}}
    now = turns_begun([Hero("Ana", at="1:3", size="large"), Foe("Gob", at="1:5")], board=narrow)
    found = ends(now)
    assert any(end.provokes for end in found.values())
    for end in found.values():
        assert bool(asked(now, end.path)) == bool(end.provokes), end
