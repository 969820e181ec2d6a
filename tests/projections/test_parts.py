"""Numbers with their parts and rules, as the rules state them and the chronicle tells them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.events import DamageApplied, DiceRolled, EngagementChanged, Event, OutcomeResolved
from projections.chronicle import chronicle
from projections.sentences.clauses import clause
from tests.projections.fights import ETIQUETTE, Written, assault, contact, duel
from tests.projections.handmade import event

CARDS = [
    {"id": "lens", "effect": {"kind": "extra_die"}, "when": ["in_attack"]},
    {"id": "whetstone", "effect": {"kind": "die_bonus", "amount": 2}, "when": ["in_attack"]},
    {"id": "plate", "effect": {"kind": "block", "amount": 1}, "when": ["in_attack"]},
]


def last(fight: Written) -> str:
    return chronicle(fight.lines)[-1].text


def told(fight: Written, kind: type[Any]) -> list[Any]:
    """Return the events of a kind, oldest first."""
    every: list[Event] = [each for line in fight.lines for each in line.events]
    return [each for each in every if isinstance(each, kind)]


def attack(hand: str, theirs: str = "", **changed: Any) -> Written:
    """Return Ana's attack on Bo, each with one card in hand, as far as the cards."""
    people = [dict(each) for each in ETIQUETTE["combatants"] if each["id"] != "AnaBot"]
    people[0]["hand"], people[1]["hand"] = [hand] if hand else [], [theirs] if theirs else []
    fight = contact(ETIQUETTE, items=CARDS, combatants=people, **changed)
    fight.do("engage", "Ana")
    fight.do("decline", "Bo")
    fight.do("attack", "Ana", target="Bo")
    return fight


def test_pur_20_the_length_of_an_invaders_flight_is_the_dice_and_the_allowance_left() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[6, 3])
    assert last(fight).endswith(
        "Ana got away by 3 for up to 5 spaces (dice 3 + allowance left 2) (PUR-17, PUR-18, PUR-20)."
    )


def test_pur_20_whoever_was_found_there_adds_nothing() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    fight.do("disengage", "Bo", faces=[6, 3])
    assert last(fight).endswith("Bo got away by 3 for up to 3 spaces (PUR-17, PUR-18).")


def test_a_shot_says_what_it_had_to_reach() -> None:
    fight = Written()
    fight.do("begin_move", "Cy", allowance=2)
    fight.do("move", "Cy", to="T5")
    fight.do("move", "Cy", to="T4")
    fight.do("engage", "Cy")
    fight.do("attack", "Cy", target="Bo", faces=[1])
    assert last(fight).endswith("Cy missed by 3 against at least 4 (PUR-12).")


@pytest.mark.parametrize(
    ("said", "answered", "rule", "first"),
    [
        ("engage", "engage", "ETQ-8", "Ana"),
        ("engage", "decline", "ETQ-8", "Ana"),
        ("decline", "engage", "ETQ-12", "Bo"),
    ],
)
def test_etq_8_and_12_a_combat_says_by_which_rule_who_is_first(said: str, answered: str, rule: str, first: str) -> None:
    fight = contact(ETIQUETTE)
    fight.do(said, "Ana")
    fight.do(answered, "Bo")
    (formed,) = told(fight, EngagementChanged)
    assert (formed.order[0], formed.rules) == (first, ("ETQ-13", rule))


def test_etq_19_an_extra_die_is_named_with_the_item_that_gives_it() -> None:
    fight = attack("lens")
    fight.do("play_item", "Ana", item="lens")
    fight.do("defend_with", "Bo", faces=[5, 5, 1, 6, 2], dice=2)
    roll = told(fight, DiceRolled)[0]
    assert (roll.dice, roll.rules) == ("3d6", ("ETQ-16", "ETQ-19"))
    assert "5 against 6 and 5 against 2, the lens giving Ana one die more, 1 die beaten; " in last(fight)


def test_etq_19_a_bonus_is_named_with_the_item_that_gives_it() -> None:
    fight = attack("whetstone")
    fight.do("play_item", "Ana", item="whetstone")
    fight.do("defend_with", "Bo", faces=[4, 2, 5, 3], dice=2)
    assert "6 against 5 and 2 against 3, the whetstone adding 2 to the highest of Ana, 1 die beaten; " in last(fight)


def test_etq_23_a_counter_attack_that_was_blocked_is_told_with_its_rule_and_its_item() -> None:
    fight = attack("plate")
    fight.do("play_item", "Ana", item="plate")
    fight.do("defend_with", "Bo", faces=[4, 2, 5, 3], dice=2)
    assert told(fight, DamageApplied) == []
    assert last(fight).endswith(
        "4 against 5 and 2 against 3, 0 dice beaten, the counter-attack blocked by the plate "
        "(ETQ-17, ETQ-16, ETQ-20, ETQ-21, ETQ-23, ETQ-19)."
    )


def test_etq_22_damage_of_which_some_was_blocked_adds_up() -> None:
    fight = attack("", "plate")
    fight.do("play_item", "Bo", item="plate")
    fight.do("defend_with", "Bo", faces=[6, 5, 4, 3], dice=2)
    assert told(fight, DamageApplied)[0].parts == {"beaten": 2, "blocked": -1}
    assert "2 dice beaten, 1 blocked by the plate; Bo took 1 damage (beaten 2 − blocked 1), health 4 to 3" in last(
        fight
    )


def test_an_attack_that_nobody_helped_states_no_items() -> None:
    fight = assault()
    fight.do("attack", "Ana", target="Bo")
    fight.do("play_item", "Ana", item="whetstone")
    fight.do("pass_item", "Bo")
    fight.do("defend_with", "Bo", faces=[1, 1, 2, 2], dice=2)
    assert told(fight, OutcomeResolved)[-1].details["plays"] == [
        {"amount": 1, "item": "whetstone", "kind": "die_bonus", "on": "Ana"}
    ]


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"needed": {"defense": 3, "gift": -1}}, "Ana hit against 2 (defense 3 − gift 1)"),
        ({"needed": {"defense": 1, "gift": -2}}, "Ana hit against 2 (defense 1 − gift 2, at least 2)"),
        ({"added": {"stance": -1, "this_round": 2}}, "Ana hit against 2 (for this round 2 − stance 1 in the roll)"),
        ({"needed": {"armor_rating": 0, "cover": 2}}, "Ana hit against 2 (cover 2)"),
    ],
)
def test_terms_of_what_was_rolled_and_of_what_was_needed_stand_apart(details: dict[str, Any], words: str) -> None:
    assert clause(event("OutcomeResolved kind=attack who=Ana result=hit versus=2", details=details)) == words
