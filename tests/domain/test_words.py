"""A word that no rule and no table knows is refused, with the nearest that is known; capitals are read as small."""

from __future__ import annotations

from typing import Any

import pytest

from api.samples import OPENINGS as SAMPLES
from domain.common.commands import TABLE
from domain.deciding import RULESETS, decide, open_encounter
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import ConditionApplied
from domain.evolve import evolve
from domain.refusals import Refused
from ledger.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of

OPENINGS = {body["system"]: body for body in reversed(SAMPLES.values())}


def table(system: str, **changes: Any) -> Encounter:
    return begun(opening_of({**OPENINGS[system], **changes}))


def overruled(state: Encounter, what: str, value: int | str = 1, who: str | None = None) -> Encounter:
    """Return the encounter with a value of somebody overruled. Raises Refused."""
    one = who or next(iter(state.combatants))
    body = {"do": "override", "by": state.referee or TABLE, "who": one, "what": what, "value": value, "reason": "So."}
    for event in decide(command_of(body, state.system), state, NoDice()):
        state = evolve(state, event)
    return state


def why_not(state: Encounter, what: str, value: int | str = 1) -> Refused:
    with pytest.raises(Refused) as caught:
        overruled(state, what, value)
    return caught.value


@pytest.mark.parametrize("system", RULESETS)
@pytest.mark.parametrize(
    ("what", "value"),
    [("HP", 3), ("hp_max", 20), ("armor_rating", 15), ("initiative", 20), ("Life", "dead"), ("Place", "A"), ("", 1)],
)
def test_a_value_that_there_is_not_is_not_overruled(system: str, what: str, value: int | str) -> None:
    state = table(system)
    refusal = why_not(state, what or "lucky charm", value)
    one = next(iter(state.combatants.values()))
    assert (refusal.code, refusal.rule) == ("invalid_value", RULESETS[system].WHAT_ONE_MAY_DO)
    assert f"{one.id} has nothing called" in refusal.message
    assert all(name in refusal.message for name in ("life", "place", *one.pools))


@pytest.mark.parametrize(("what", "meant"), [("Life", "life"), ("PLACE", "place"), ("lief", "life")])
@pytest.mark.parametrize("system", RULESETS)
def test_the_nearest_value_is_named(system: str, what: str, meant: str) -> None:
    assert f"is {meant} meant" in why_not(table(system), what).message


@pytest.mark.parametrize("system", RULESETS)
def test_a_condition_that_the_table_has_declared_is_overruled_however_it_is_written(system: str) -> None:
    state = table(system, words={"conditions": ["Moon-struck"]})
    first = next(iter(state.combatants))
    assert state.words == {"conditions": ("moon_struck",)}
    for written in ("moon_struck", "Moon-struck", "MOON STRUCK"):
        assert overruled(state, written).combatants[first].under("moon_struck")
    assert "is moon_struck meant" in why_not(state, "mon_struck").message


@pytest.mark.parametrize("system", RULESETS)
def test_a_condition_of_an_old_fight_ends_by_the_name_it_has(system: str) -> None:
    state = table(system)
    first = next(iter(state.combatants))
    held = evolve(state, ConditionApplied(to=first, condition="Netted", source="net"))
    assert not overruled(held, "Netted", 0).combatants[first].conditions


def test_a_number_that_nothing_has_changed_yet_is_overruled_all_the_same() -> None:
    tired = overruled(table("storyteller"), "reaction", 0)
    assert next(iter(tired.combatants.values())).resources["reaction"] == 0
    shaken = overruled(table("verdigris"), "stress", 4)
    assert next(iter(shaken.combatants.values())).resources["stress"] == 4


@pytest.mark.parametrize(
    ("system", "words", "why"),
    [
        ("pursuit", {"skills": ["axes"]}, "words cannot name skills: pursuit reads conditions."),
        ("verdigris", {"sides": ["bandits"]}, "words cannot name sides: verdigris reads conditions, skills, qualities"),
        ("storyteller", {"conditions": ["a b"]}, "'a b' is no word id"),
        ("vanguard", {"conditions": ["calm", "Calm"]}, "The word id calm is there twice."),
    ],
)
def test_words_that_are_none_are_not_declared(system: str, words: dict[str, list[str]], why: str) -> None:
    with pytest.raises(Refused) as caught:
        open_encounter(opening_of({**OPENINGS[system], "words": words}), "x")
    assert caught.value.message.startswith(why)
