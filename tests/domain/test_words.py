"""A word that no rule and no table knows is refused, with the nearest that is known; capitals are read as small."""

from __future__ import annotations

from typing import Any

import pytest

from api.shapes.samples import OPENINGS as SAMPLES
from domain.deciding import RULESETS, decide, open_encounter
from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import ConditionApplied
from domain.evolve import evolve
from domain.refusals import Refused
from domain.table.commands import TABLE
from ledger.line.actions import command_of
from tests.domain.systems.storyteller import Foe, Hero, turns_begun
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


def storyteller(**sheet: Any) -> dict[str, Any]:
    """Return an opening with somebody whose sheet says so."""
    one = {"id": "Nell", "kind": "pc", "at": "1:1", "hp": 5, **sheet}
    return {"system": "storyteller", "board": {"width": 6, "height": 4}, "combatants": [one]}


def club(**more: Any) -> list[dict[str, Any]]:
    return [{"id": "club", "category": "melee_weapon", "damage": "1d6", **more}]


def verdigris(kind: str = "pc", **sheet: Any) -> dict[str, Any]:
    one = {"id": "Aila", "kind": kind, "at": "Yard", "hp": 5, **sheet}
    return {"system": "verdigris", "board": {"zones": ["Yard"]}, "combatants": [one]}


def sword(**more: Any) -> list[dict[str, Any]]:
    return [{"id": "sword", "category": "melee", "damage": 2, **more}]


def card(system: str, condition: str) -> dict[str, Any]:
    """Return an opening of a board game in which the card in Ana's hand brings a condition."""
    opening = OPENINGS[system]
    changed = {"id": opening["items"][0]["id"], "effect": {"kind": "condition", "condition": condition}}
    return {**opening, "items": [changed, *opening["items"][1:]]}


def wren(**brings: str) -> dict[str, Any]:
    """Return an opening of vanguard in which a card of Wren's, by where it stands, brings a condition."""
    more = {"items": {}, "spells": {"die": "wise", "level": 2}, "abilities": {}}
    cards = {
        where: [{"id": "one", "effects": [{"kind": "condition", "condition": condition}], **more[where]}]
        for where, condition in brings.items()
    }
    dice = {"vigor": 6, "quick": 6, "wise": 6, "smart": 6, "health": 4}
    return {"system": "vanguard", "characters": [{"id": "Wren", **dice, **cards}]}


READ: list[tuple[Any, str, str, str]] = [
    (lambda word: storyteller(conditions=[word]), "prone", "Prone", "prne"),
    (lambda word: storyteller(resistances=[word]), "slashing", "SLASHING", "slashin"),
    (lambda word: storyteller(vulnerabilities=[word]), "fire", "Fire ", "fires"),
    (lambda word: storyteller(immunities=[word]), "poison", "Poison", "poisson"),
    (lambda word: storyteller(side=word), "adversaries", "Adversaries", "adverseries"),
    (lambda word: storyteller(attacks=club(type=word)), "bludgeoning", "Bludgeoning", "bludgening"),
    (lambda word: storyteller(attacks=club(effect={"condition": word})), "restrained", "Restrained", "restraint"),
    (lambda word: storyteller(attacks=club(effect={"damage": 1, "type": word})), "cold", "Cold", "colt"),
    (lambda word: storyteller(abilities=[{"id": "a", "effect": {"condition": word}}]), "hidden", "Hidden", "hiden"),
    (lambda word: verdigris(skills={word: 2}), "blades", "Blades", "bladez"),
    (lambda word: verdigris(talents=[word]), "mounted_archery", "Mounted Archery", "mounted_archer"),
    (lambda word: verdigris("mount", training=[word]), "battle", "Battle", "batle"),
    (lambda word: verdigris(hand=sword(skill=word)), "axes", "Axes", "axess"),
    (lambda word: verdigris(hand=sword(qualities=[word])), "two_handed", "Two-Handed", "twohanded"),
    (lambda word: {**verdigris(), "things": sword(qualities=[word])}, "short", "SHORT", "shorts"),
    (lambda word: card("pursuit", word), "netted", "Netted", "neted"),
    (lambda word: card("etiquette", word), "dazed", "DAZED", "dasedd"),
    (lambda word: wren(items=word), "dazzled", "Dazzled", "dazled"),
    (lambda word: wren(spells=word), "slowed", "Slowed ", "slowd"),
    (lambda word: wren(abilities=word), "blinded", "BLINDED", "blindde"),
]


@pytest.mark.parametrize(("opening", "word", "capital", "_"), READ)
def test_a_word_is_read_alike_however_it_is_written(opening: Any, word: str, capital: str, _: str) -> None:
    assert open_encounter(opening_of(opening(capital)), "x") == open_encounter(opening_of(opening(word)), "x")


@pytest.mark.parametrize(("opening", "word", "_", "slip"), READ)
def test_a_word_that_nobody_knows_is_refused_with_the_nearest(opening: Any, word: str, _: str, slip: str) -> None:
    with pytest.raises(Refused, match=f"{slip!r}: it is none of the .*; the nearest is {word}") as caught:
        open_encounter(opening_of(opening(slip)), "x")
    assert caught.value.code == "invalid_value"


def test_a_word_that_is_like_none_is_refused_with_all_there_are_unless_it_is_declared() -> None:
    glowing = storyteller(side="oozes")
    with pytest.raises(Refused, match="known are adversaries, players, things"):
        open_encounter(opening_of(glowing), "x")
    state = begun(opening_of({**glowing, "words": {"sides": ["Oozes"]}}))
    assert state.combatants["Nell"].side == "oozes"


@pytest.mark.parametrize("opening", [card("pursuit", "moony"), card("etiquette", "Moony"), wren(items="moony")])
def test_a_card_brings_a_condition_of_the_tables_own_when_it_is_declared(opening: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"known are asleep, .* A table declares its own as words"):
        open_encounter(opening_of(opening), "x")
    assert begun(opening_of({**opening, "words": {"conditions": ["MOONY"]}})).words == {"conditions": ("moony",)}


def test_a_skill_stands_once_on_a_sheet() -> None:
    with pytest.raises(Refused, match="Aila cannot have a skill twice: axes, Axes"):
        open_encounter(opening_of(verdigris(skills={"axes": 1, "Axes": 2})), "x")


def test_a_group_that_rolls_together_is_one_however_it_is_written() -> None:
    pair = [{"id": f"G{n}", "at": f"{n}:1", "initiative_group": group} for n, group in enumerate(("Gobs", "gobs"), 1)]
    state = begun(opening_of({"system": "storyteller", "board": {"width": 6, "height": 4}, "combatants": pair}))
    assert {one.sheet["initiative_group"] for one in state.combatants.values()} == {"Gobs"}


def told(state: Encounter, **body: Any) -> Encounter:
    for event in decide(command_of(body, state.system), state, NoDice()):
        state = evolve(state, event)
    return state


def test_whoever_comes_later_is_read_alike() -> None:
    state = table("storyteller")
    rat = {"id": "Rat", "at": "4:2", "hp": 1, "conditions": ["Prone"], "attacks": club(type="Slashing")}
    joined = told(state, do="add_combatant", by=state.referee, sheet=rat).combatants["Rat"]
    assert (joined.under("prone"), joined.sheet["attacks"][0]["type"]) == (True, "slashing")
    with pytest.raises(Refused, match="the nearest is prone"):
        told(state, do="add_combatant", by=state.referee, sheet={**rat, "conditions": ["prune"]})


INJURIES = [{"roll": 11, "condition": "Cracked-Rib"}]


@pytest.mark.parametrize("written", ["prone", "Prone", "Cracked_rib"])
def test_a_ruling_of_verdigris_brings_a_condition_that_is_known(written: str) -> None:
    state = table("verdigris", settings={"injury_table": INJURIES})
    rule = {"do": "rule", "by": state.referee, "subject": "trip", "who": "Ana"}
    hurt = told(state, **rule, condition=written)
    assert list(hurt.combatants["Ana"].conditions) == [written.lower()]
    assert not told(hurt, **rule, ends=written).combatants["Ana"].conditions
    with pytest.raises(Refused, match=r"gm cannot rule on 'pron': .* the nearest is prone"):
        told(state, **rule, condition="pron")


@pytest.mark.parametrize(("subject", "meant"), [("penalti", "penalty"), ("Surprize", "surprise")])
def test_a_subject_that_is_nearly_one_of_the_rules_is_a_slip(subject: str, meant: str) -> None:
    state = table("verdigris")
    with pytest.raises(Refused, match=f"is {meant} meant"):
        told(state, do="rule", by=state.referee, subject=subject, value="party")
    assert told(state, do="rule", by=state.referee, subject="weather", value="rain").rulings[-1].subject == "weather"
    assert told(state, do="rule", by=state.referee, subject="Surprise", value="none").rulings[-1].subject == "surprise"


@pytest.mark.parametrize(("subject", "value", "kept"), [("effect", "Prone", "prone"), ("effect", "hexed", "hexed")])
def test_a_ruling_of_storyteller_brings_a_condition_that_is_known(subject: str, value: str, kept: str) -> None:
    pair = [Hero("Ana", at="2:2"), Foe("Gob", at="7:2")]
    state = turns_begun(pair)
    ruled = told(state, do="rule", by="st", subject=subject, who="Ana", value=value)
    assert list(ruled.combatants["Ana"].conditions) == [kept]
    over = told(ruled, do="rule", by="st", subject="effect_over", who="Ana", value=value)
    assert not over.combatants["Ana"].conditions
    for slip in ("pronee", "hexx"):
        with pytest.raises(Refused, match="it is none of the conditions here; the nearest is"):
            told(state, do="rule", by="st", subject=subject, who="Ana", value=slip)


def test_a_condition_of_an_old_fight_is_over_by_the_name_it_has() -> None:
    state = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="7:2")])
    held = evolve(state, ConditionApplied(to="Ana", condition="Moonstruck", source="ruling"))
    over = told(held, do="rule", by="st", subject="effect_over", who="Ana", value="Moonstruck")
    assert not over.combatants["Ana"].conditions


def test_a_ruling_on_two_is_read_alike() -> None:
    state = turns_begun([Hero("Ana", at="2:2"), Foe("Gob", at="7:2")])
    ruled = told(state, do="rule", by="st", subject="relation", attacker="Ana", target="Gob", value="Friendly")
    assert ruled.rulings[-1].value == "friendly"
