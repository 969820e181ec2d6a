"""Every number of storyteller at, below and above the bound that its rule names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.deciding import decide
from domain.encounter import Encounter
from domain.events import ConditionApplied, DamageApplied, DiceRolled, Event, OutcomeResolved
from domain.evolve import evolve
from domain.refusals import Refused
from tests.domain.systems.storyteller import Body, Foe, Hero, Listed, go, turns_begun

ZONES: Body = {"zones": ["Court", "Keep"], "links": [["Court", "Keep"]]}
LONG: Body = {"width": 70, "height": 3}
DASH = {"do": "dash", "who": "Ana"}
STAND = {"do": "stand", "who": "Ana"}


def told(encounter: Encounter, body: Body, *faces: int) -> list[Event] | Refused:
    try:
        return decide(go.command(body), encounter, Listed(list(faces)))
    except Refused as refused:
        return refused


def in_zones(speed: int, conditions: tuple[str, ...] = (), **settings: Any) -> Encounter:
    people = [Hero("Ana", at="Court", speeds={"walk": speed}, conditions=conditions), Foe("Gob", at="Court")]
    return turns_begun(people, settings, ZONES)


def left(encounter: Encounter) -> tuple[int, int]:
    resources = encounter.combatants["Ana"].resources
    return resources["reposition"], resources["crossing"]


@pytest.mark.parametrize(
    ("speed", "given"),
    [(0, (0, 0)), (24, (0, 0)), (25, (1, 0)), (49, (1, 0)), (50, (1, 1)), (99, (1, 1)), (100, (1, 2))],
)
def test_sto_94_and_95_a_turn_gives_a_reposition_from_25_feet_and_a_crossing_for_each_50(
    speed: int, given: tuple[int, int]
) -> None:
    assert left(in_zones(speed)) == given


@pytest.mark.parametrize(
    ("speed", "given"), [(12, (0, 0)), (13, (1, 0)), (24, (1, 0)), (25, (1, 1)), (49, (1, 1)), (50, (1, 2))]
)
def test_sto_96_dash_doubles_the_feet(speed: int, given: tuple[int, int]) -> None:
    assert left(go(in_zones(speed), DASH)) == given


@pytest.mark.parametrize(
    ("speed", "rounding", "given"),
    [
        (24, "up", (0, 0)),
        (25, "up", (0, 0)),
        (49, "up", (0, 0)),
        (49, "down", (1, 0)),
        (50, "up", (1, 0)),
        (99, "up", (1, 0)),
        (99, "down", (1, 1)),
        (100, "up", (1, 1)),
    ],
)
def test_sto_86_standing_up_in_zones_takes_half_the_feet(speed: int, rounding: str, given: tuple[int, int]) -> None:
    assert left(go(in_zones(speed, ("prone",), half_speed_rounding=rounding), STAND)) == given


@pytest.mark.parametrize(("speed", "times"), [(15, 1), (16, 2), (20, 2)])
def test_sto_87_the_slow_stand_up_as_often_as_their_feet_allow(speed: int, times: int) -> None:
    fight = in_zones(speed, ("prone",))
    for _ in range(times):
        fight = go(fight, STAND, {"do": "drop_prone", "who": "Ana"})
    refused = told(fight, STAND)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.rule) == ("not_enough_movement", "STO-87")
    assert go(fight, DASH, STAND).combatants["Ana"].under("prone") is False


SPARK = {"id": "spark", "category": "ranged_spell", "to_hit": 3, "damage": "1d6", "range": 60}
BOW = {"id": "bow", "category": "ranged_weapon", "to_hit": 3, "damage": "1d6", "range": [80, 320]}
PIKE = {"id": "pike", "category": "melee_weapon", "to_hit": 3, "damage": "1d6", "reach": 10}
BLADE = {"id": "blade", "category": "melee_weapon", "to_hit": 3, "damage": "1d6"}


@pytest.mark.parametrize("aim", ["target", "location"])
@pytest.mark.parametrize(
    ("attack", "feet", "dice"),
    [
        ("bow", 80, "3d6"),
        ("bow", 85, "4d6"),
        ("bow", 320, "4d6"),
        ("bow", 325, "STO-59"),
        ("spark", 60, "3d6"),
        ("spark", 65, "STO-56"),
        ("blade", 5, "3d6"),
        ("blade", 10, "STO-54"),
        ("pike", 10, "3d6"),
        ("pike", 15, "STO-54"),
    ],
)
def test_sto_54_to_59_reach_and_range_end_where_they_say(attack: str, feet: int, dice: str, aim: str) -> None:
    place = f"{1 + feet // 5}:1"
    fight = turns_begun([Hero("Ana", at="1:1", attacks=[SPARK, BOW, PIKE, BLADE]), Foe("Gob", at=place)], board=LONG)
    at = {"target": "Gob"} if aim == "target" else {"location": place}
    found = told(fight, {"do": "attack", "who": "Ana", "attack": attack, **at}, *[1] * 5)
    if isinstance(found, Refused):
        assert found.rule == dice
    else:
        rolled = next(event for event in found if isinstance(event, DiceRolled))
        assert rolled.dice == ("4d6" if aim == "location" else dice)


@pytest.mark.parametrize(("beside", "dice"), [("2:2", "4d6"), ("3:2", "3d6"), ("2:0", "4d6"), ("3:0", "3d6")])
def test_sto_60_an_enemy_within_5_feet_hinders_a_shot(beside: str, dice: str) -> None:
    people = [Hero("Ana", at="1:1", attacks=[BOW]), Foe("Gob", at="9:1"), Foe("Imp", at=beside)]
    found = told(
        turns_begun(people, board=LONG), {"do": "attack", "who": "Ana", "attack": "bow", "target": "Gob"}, 1, 1
    )
    assert isinstance(found, list)
    assert next(event.dice for event in found if isinstance(event, DiceRolled)) == dice


@pytest.mark.parametrize(("at", "mode"), [("2:1", "advantage"), ("3:1", "disadvantage")])
def test_s_g35_whoever_lies_is_hit_easier_from_5_feet_and_harder_from_10(at: str, mode: str) -> None:
    people = [Hero("Ana", at="1:1", attacks=[PIKE]), Foe("Gob", at=at, conditions=["prone"])]
    found = told(turns_begun(people, board=LONG), {"do": "attack", "who": "Ana", "attack": "pike", "target": "Gob"}, 1)
    assert isinstance(found, list)
    assert next(event.mode for event in found if isinstance(event, DiceRolled)) == mode


@pytest.mark.parametrize(("level", "needed"), [("none", 10), ("half", 12), ("three_quarters", 15)])
def test_sto_112_and_113_cover_adds_2_or_5_to_what_hits(level: str, needed: int) -> None:
    rule = {"do": "rule", "by": "st", "subject": "cover", "attacker": "Ana", "target": "Gob", "level": level}
    fight = go(turns_begun([Hero("Ana", at="1:1", attacks=[BOW]), Foe("Gob", at="4:1")], board=LONG), rule)
    shot = {"do": "attack", "who": "Ana", "attack": "bow", "target": "Gob"}
    for total, result in ((needed - 1, "miss"), (needed, "hit"), (needed + 1, "hit")):
        dice = total - 3
        faces = (min(6, dice - 2), max(1, min(6, dice - min(6, dice - 2) - 1)))
        found = told(fight, shot, *faces, dice - sum(faces), 1)
        assert isinstance(found, list)
        outcome = next(event for event in found if isinstance(event, OutcomeResolved))
        assert (outcome.versus, outcome.result, outcome.whom) == (needed, result, "Gob")


@pytest.mark.parametrize(
    ("rolled", "resists", "suffers", "amount"),
    [(1, True, False, 0), (2, True, False, 1), (3, True, False, 1), (3, False, True, 6), (3, True, True, 2)],
)
def test_s_g49_resistance_halves_down_and_vulnerability_doubles_then(
    rolled: int, resists: bool, suffers: bool, amount: int
) -> None:
    sheet = {"resistances": ["fire"] * resists, "vulnerabilities": ["fire"] * suffers}
    torch = {**BLADE, "id": "torch", "type": "fire"}
    people = [Hero("Ana", at="1:1", attacks=[torch]), Foe("Gob", at="2:1", hp=20, **sheet)]
    strike = {"do": "attack", "who": "Ana", "attack": "torch", "target": "Gob"}
    found = told(turns_begun(people, board=LONG), strike, 6, 6, 6, rolled)
    assert isinstance(found, list)
    (harm,) = (event for event in found if isinstance(event, DamageApplied))
    assert (harm.amount, harm.after, sum(harm.parts.values())) == (amount, 20 - amount, amount)


@pytest.mark.parametrize(("span", "rule"), [(25, "STO-56"), (30, None), (35, None)])
def test_sto_93_from_30_feet_on_a_spell_leads_into_the_next_zone(span: int, rule: str | None) -> None:
    hex_ = {"id": "hex", "kind": "spell", "aims": "enemy", "range": span, "effect": {"condition": "dazed"}}
    people = [Hero("Ana", at="Court", abilities=[hex_]), Foe("Gob", at="Keep")]
    cast = {"do": "cast_spell", "who": "Ana", "spell": "hex", "target": "Gob"}
    found = told(turns_begun(people, board=ZONES), cast)
    assert (found.rule if isinstance(found, Refused) else None) == rule


@pytest.mark.parametrize(("faces", "result"), [((4, 3, 3), "failure"), ((4, 4, 3), "success")])
def test_s_g1_a_save_against_death_succeeds_from_11_on(faces: tuple[int, int, int], result: str) -> None:
    people = [Hero("Ana", at="1:1", hp={"now": 0, "max": 9}), Foe("Gob", at="9:1"), Hero("Bo", at="5:1")]
    fight = turns_begun(people, {"zero_hp_pc": "death_saves"}, LONG)
    found = told(go(fight, {"do": "end_turn", "who": "Gob"}), {"do": "end_turn", "who": "Bo"}, *faces)
    assert isinstance(found, list)
    (saved,) = (event for event in found if isinstance(event, OutcomeResolved))
    assert (saved.result, saved.versus) == (result, 11)


def test_s_g1_death_saves_are_counted_by_what_they_say_and_once_by_a_line_of_their_own() -> None:
    people = [Hero("Ana", at="1:1", hp={"now": 0, "max": 9}), Foe("Gob", at="9:1"), Hero("Bo", at="5:1")]
    fight = turns_begun(people, {"zero_hp_pc": "death_saves"}, LONG)
    said = OutcomeResolved(kind="death_save", who="Ana", result="success", versus=11)
    line = ConditionApplied(to="Ana", condition="death_save_success", stacks=1, source="death_save")
    counted = evolve(fight, replace(said, details={"count": 2}))
    assert counted.combatants["Ana"].stacks("death_save_success") == 2
    assert evolve(evolve(fight, said), line).combatants["Ana"].stacks("death_save_success") == 1


@pytest.mark.parametrize(
    ("mine", "theirs", "passes"),
    [("medium", "small", False), ("medium", "tiny", True), ("small", "large", True), ("medium", "large", False)],
)
def test_sto_79_two_sizes_apart_one_passes_through_an_enemy(mine: str, theirs: str, passes: bool) -> None:
    people = [Hero("Ana", at="1:1", size=mine), Foe("Gob", at="2:1", size=theirs, attacks=[])]
    path = ["2:1", "3:1", "4:1"]
    found = told(turns_begun(people, board=LONG), {"do": "move", "who": "Ana", "path": path})
    assert isinstance(found, list) == passes


@pytest.mark.parametrize(("life", "words"), [("down", "is down"), ("left", "has left the fight")])
def test_whoever_cannot_act_is_told_why(life: str, words: str) -> None:
    fight = turns_begun([Hero("Ana", at="1:1"), Foe("Gob", at="9:1"), Hero("Bo", at="5:1")], board=LONG)
    gone = replace(fight, combatants={**fight.combatants, "Bo": replace(fight.combatants["Bo"], life=life)})
    refused = told(gone, {"do": "say", "who": "Bo", "text": "To me!"})
    assert isinstance(refused, Refused)
    assert (refused.code, refused.message) == ("incapable", f"Bo cannot speak: Bo {words}.")


def test_sto_4_surprise_is_determined_once() -> None:
    fight = turns_begun([Hero("Ana", at="1:1"), Foe("Gob", at="9:1")], board=LONG)
    refused = told(fight, {"do": "determine_surprise", "by": "st", "hiding": []})
    assert isinstance(refused, Refused)
    assert (refused.code, refused.rule) == ("wrong_phase", "STO-4")
