"""Of each way it is told beforehand who may strike at the mover on it (STO-63, STO-81)."""

from __future__ import annotations

from domain.deciding import decide, offers
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import DecisionOpened
from domain.offers import End
from domain.rulesets.storyteller.commands import Move
from tests.domain.systems.storyteller import GRID, Foe, Hero, go, turns_begun


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


def test_whoever_has_disengaged_provokes_nobody() -> None:
    now = go(turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="3:2")]), {"do": "disengage", "who": "Ana"})
    assert {end.provokes for end in ends(now).values()} == {()}


def test_a_ride_through_a_narrow_gap_is_measured_by_the_body_that_squeezes() -> None:
    narrow = {**GRID, "tight": {"3:4": "medium", "3:3": "medium"}}
    now = turns_begun([Hero("Ana", at="1:3", size="large"), Foe("Gob", at="1:5")], board=narrow)
    found = ends(now)
    assert any(end.provokes for end in found.values())
    for end in found.values():
        assert bool(asked(now, end.path)) == bool(end.provokes), end
