"""Vanguard's formulas, as the text and its examples state them, and what is no card."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import decide, open_encounter
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.events import DeclarationMade, OutcomeResolved
from domain.evolve import evolve
from domain.refusals import Refused
from domain.rulesets.vanguard.attacking import hits
from domain.rulesets.vanguard.monsters import dodged, outnumbered
from domain.rulesets.vanguard.positions import formation_ok, guard_of
from ledger.line.actions import command_of
from tests.laws.fights import begun
from tests.openings import opening_of


@pytest.mark.parametrize(
    ("total", "defense", "expected"),
    [(2, 3, 0), (3, 3, 0), (4, 3, 1), (5, 3, 1), (6, 3, 2), (8, 3, 2), (9, 3, 3), (1, 1, 0), (2, 1, 2), (0, 1, 0)],
)
def test_van_18_a_roll_hits_once_for_every_multiple_of_the_defense_it_exceeds(
    total: int, defense: int, expected: int
) -> None:
    assert hits(total, defense) == expected


def test_van_17_a_roll_of_exactly_the_defense_hits_by_house_rule_only() -> None:
    assert hits(3, 3) == 0
    assert hits(3, 3, equal_hits=True) == 1
    assert hits(2, 3, equal_hits=True) == 0


def test_van_38_only_a_roll_over_the_attack_value_dodges() -> None:
    assert dodged(3, 2)
    assert not dodged(2, 2)
    assert not dodged(1, 2)


def test_van_50_as_many_are_not_outnumbered() -> None:
    assert outnumbered(2, 3)
    assert not outnumbered(2, 2)


@pytest.mark.parametrize(
    ("front", "rear", "ratio", "whole"),
    [
        (2, 1, (1, 2), True),
        (1, 1, (1, 2), False),
        (1, 2, (1, 2), False),
        (3, 1, (1, 2), True),
        (3, 2, (1, 2), False),
        (4, 2, (1, 2), True),
        (1, 1, (1, 1), True),
        (1, 0, (1, 2), True),
        (0, 1, (1, 2), False),
        (3, 2, (2, 3), True),
    ],
)
def test_van_52_so_many_in_front_hold_so_many_in_the_rear(
    front: int, rear: int, ratio: tuple[int, int], whole: bool
) -> None:
    assert formation_ok(front, rear, ratio) == whole


def test_van_54_to_56_monsters_stand_where_they_are_better_and_else_in_front() -> None:
    assert [guard_of(2, 0), guard_of(1, 3), guard_of(3, 3)] == ["front", "rear", "front"]


def refusal(**sheet: Any) -> str:
    """Return why an opening is refused in which Wren bears these cards."""
    wren = {"id": "Wren", **dict.fromkeys(("vigor", "quick", "wise", "smart"), 6), "health": 5, **sheet}
    with pytest.raises(Refused) as caught:
        open_encounter(opening_of({"system": "vanguard", "characters": [wren]}), "cards")
    assert (caught.value.code, caught.value.rule) == ("invalid_value", "VAN-28")
    return caught.value.message


def item(targets: str = "self", **effect: Any) -> dict[str, Any]:
    """Return a card with one effect."""
    return {"items": [{"id": "draught", "targets": targets, "effects": [effect]}]}


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (item(kind="kill", amount=1), "draught of Wren cannot have the effect kill; allowed there: condition, front_w"),
        (
            item("group", kind="heal", amount=1),
            "the effect heal; allowed there: condition, kill, modifier.",
        ),
        (item("ally", kind="front_capacity", amount=1), "cannot have the effect front_capacity"),
        (item(kind="heal"), "The effect heal of draught of Wren needs the field amount."),
        (
            item(kind="heal", amount=2, field="melee"),
            "heal of draught of Wren has no use for the field field.",
        ),
        (item(kind="heal", amount=0), "The amount of heal of draught of Wren must be at least 1."),
        (item(kind="modifier", amount=1), "The effect modifier of draught of Wren needs the field field."),
        (item(kind="permission"), "The effect permission of draught of Wren needs the field permits."),
        (item(kind="condition"), "The effect condition of draught of Wren needs the field condition."),
        (item(kind="rear_per_front"), "The effect rear_per_front of draught of Wren needs the field ratio."),
        (item(kind="condition", condition="stance"), "draught of Wren cannot bring stance: that name is one"),
        (item("group", kind="condition", condition="defense_mod"), "cannot bring defense_mod"),
        (
            item(kind="modifier", field="damage", amount=1),
            "cannot modify damage: only monsters deal it.",
        ),
        (
            item(kind="modifier", field="defense", amount=1, on="defense"),
            "draught of Wren cannot modify defense on the defense",
        ),
        (
            item("group", kind="modifier", field="melee", amount=1, on="defense"),
            "draught of Wren cannot modify melee on the defense",
        ),
        (
            {"abilities": [{"id": "gift", "always": True, "effects": [{"kind": "heal", "amount": 1}]}]},
            "gift of Wren cannot have the effect heal; allowed there: front_weight, modifier, permission,",
        ),
        (
            {"abilities": [{"id": "gift", "always": True, "targets": "ally", "effects": [{"kind": "front_weight"}]}]},
            "gift of Wren is always in force: its target is self.",
        ),
        ({"weapons": [{"id": "axe", "kind": "melee"}] * 2}, "The weapon id axe is there twice."),
    ],
)
def test_a_card_does_what_its_kind_of_effect_can_do(cards: dict[str, Any], message: str) -> None:
    assert message in refusal(**cards)


@pytest.mark.parametrize(
    ("ability", "message"),
    [
        ({"effects": [{"kind": "front_capacity", "amount": 2}]}, "bulk of Rats must be always in force"),
        (
            {"always": True, "targets": "ally", "effects": [{"kind": "front_capacity", "amount": 2}]},
            "bulk of Rats must be always in force, with the target self",
        ),
        ({"always": True, "effects": [{"kind": "kill", "amount": 2}]}, "bulk of Rats cannot have the effect kill"),
    ],
)
def test_monsters_have_no_abilities_but_to_crowd_the_party(ability: dict[str, Any], message: str) -> None:
    wren = {"id": "Wren", **dict.fromkeys(("vigor", "quick", "wise", "smart"), 6), "health": 5}
    rats = {"id": "Rats", "count": 2, "defense": 2, "abilities": [{"id": "bulk", **ability}]}
    with pytest.raises(Refused, match=message):
        open_encounter(opening_of({"system": "vanguard", "characters": [wren], "groups": [rats]}), "cards")


def voting(*given: dict[str, Any]) -> Encounter:
    """Return a party of three players, who vote, against gobbos, after these commands."""
    dice = {"vigor": 6, "quick": 4, "smart": 4, "wise": 4, "health": 8}
    encounter = begun(
        opening_of(
            {
                "system": "vanguard",
                "seats": [{"id": "gm", "role": "referee"}, *({"id": f"p{n}"} for n in (1, 2, 3))],
                "clock": 30,
                "settings": {"party_decision": "majority"},
                "characters": [
                    {**dice, "id": name, "controller": f"p{n}"} for n, name in ((1, "Wren"), (2, "Tor"), (3, "Mags"))
                ],
                "groups": [{"id": "Gobbos", "count": 4, "defense": 3, "melee": 2}],
            }
        )
    )
    for body in ({"do": "start", "by": "gm"}, *given):
        for event in decide(command_of(body, "vanguard"), encounter, Scripted([])):
            encounter = evolve(encounter, event)
    return encounter


def lapsing(encounter: Encounter, *faces: int) -> tuple[list[str], str]:
    """Return who answers when the time runs out, and what comes of it."""
    told = decide(command_of({"do": "claim_time", "by": "p1"}, "vanguard"), encounter, Scripted(list(faces)))
    votes = [
        event.who for event in told if isinstance(event, DeclarationMade) and event.kind in ("vote", "ready_round")
    ]
    return votes, next(event.result for event in told if isinstance(event, OutcomeResolved) and event.kind == "vote")


def vote(seat: str, choice: str) -> dict[str, Any]:
    return {"do": "choose_engagement", "by": seat, "choice": choice}


def test_whoever_does_not_vote_in_time_votes_for_the_attack() -> None:
    assert lapsing(voting()) == (["p1", "p2"], "attack")
    assert lapsing(voting(vote("p1", "sneak"))) == (["p2", "p3"], "attack")
    assert lapsing(voting(vote("p1", "talk"), vote("p3", "sneak")), 3) == (["p2"], "talk")


def test_whoever_is_not_ready_in_time_is() -> None:
    chosen = (vote("p1", "attack"), vote("p2", "attack"))
    assert lapsing(voting(*chosen)) == (["p1", "p2"], "begin")
    assert lapsing(voting(*chosen, {"do": "ready_round", "by": "p3"})) == (["p1"], "begin")


def test_a_room_that_nobody_mends_in_time_is_mended_by_whoever_stands_first() -> None:
    dice = {"vigor": 6, "quick": 4, "smart": 4, "wise": 4}
    encounter = begun(
        opening_of(
            {
                "system": "vanguard",
                "seats": [{"id": "gm", "role": "referee"}, {"id": "p1"}],
                "clock": 30,
                "settings": {"formation_repair": "immediate"},
                "characters": [
                    {**dice, "id": "Wren", "health": {"now": 1, "max": 8}, "controller": "p1"},
                    {**dice, "id": "Tor", "health": 11, "controller": "p1"},
                    {**dice, "id": "Mags", "health": 7, "position": "rear", "controller": "p1"},
                ],
                "groups": [{"id": "Gobbos", "count": 1, "defense": 3, "melee": 2}],
            }
        )
    )
    said: list[dict[str, Any]] = [
        {"do": "start", "by": "gm"},
        {"do": "choose_engagement", "by": "party", "choice": "attack"},
        {"do": "ready_round", "by": "party"},
        *({"do": "pass", "who": who} for who in ("Wren", "Tor", "Mags")),
        {"do": "monsters_act", "by": "gm", "group": "Gobbos"},
    ]
    faces = Scripted([1])
    for body in said:
        for event in decide(command_of(body, "vanguard"), encounter, faces):
            encounter = evolve(encounter, event)
    assert encounter.decisions[-1].kind == "formation"
    for event in decide(command_of({"do": "claim_time", "by": "p1"}, "vanguard"), encounter, Scripted([])):
        encounter = evolve(encounter, event)
    assert encounter.combatants["Mags"].at == "front"
