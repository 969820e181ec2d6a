"""Verdigris beyond its worked examples: the automatic player, whose word a command is, what is on offer."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bots.verdigris import worth
from domain.deciding import answers_for, decide, offers, open_encounter
from domain.dice import Notation, Scripted, Thrown
from domain.encounter import Encounter
from domain.events import ConditionApplied, DeclarationMade, OutcomeResolved, RoundEnded
from domain.evolve import evolve
from domain.offers import Threat
from domain.refusals import Refused
from domain.rulesets.verdigris.offers.offering import rulings_on
from domain.rulesets.verdigris.testing import lessened
from ledger.line.actions import command_of
from tests.laws.fights import Chance, begun, opening, said
from tests.openings import opening_of

SWORD = {"id": "sword", "category": "melee", "damage": 2, "bonus": 2}
BOW = {"id": "bow", "category": "bow", "damage": 2, "bonus": 1}
CROSSBOW = {"id": "crossbow", "category": "crossbow", "damage": 3, "bonus": 1, "qualities": ["reload"], "loaded": False}
DRAUGHT = {"id": "draught", "heal": 3}
START = ({"do": "start", "by": "gm"}, {"do": "roll_initiative", "by": "p1"}, {"do": "choose_actor", "who": "Ana"})


def moment(*given: dict[str, Any], dice: tuple[int, ...] = (6,), **changes: Any) -> Encounter:
    """Return a fight of Ana in the yard against Gob in the yard and Hob in the hall, after these commands."""
    ana: dict[str, Any] = {
        "id": "Ana",
        "controller": "p1",
        "at": "Yard",
        "hp": 5,
        "strength": 3,
        "agility": 2,
        "hand": [SWORD],
    }
    gob: dict[str, Any] = {"id": "Gob", "kind": "enemy", "at": "Yard", "hp": 3, "strength": 3, "hand": [SWORD]}
    hob: dict[str, Any] = {**gob, "id": "Hob", "at": "Hall"}
    mare = {"id": "Mare", "kind": "mount", "at": "Yard", "hp": 4, "training": ["battle"]}
    people = [one | changes.get(str(one["id"]), {}) for one in (ana, gob, hob)]
    body = {
        "system": "verdigris",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "p1"}, *changes.get("seats", [])],
        "board": {"zones": ["Gate", "Yard", "Hall"], "links": [["Gate", "Yard"], ["Yard", "Hall"]]},
        "settings": changes.get("settings", {}),
        "combatants": [*people, *([mare | changes.get("Mare", {})] if any("mount" in one for one in people) else [])],
        "melees": changes.get("melees", []),
        **({"clock": changes["clock"]} if "clock" in changes else {}),
    }
    encounter = Encounter()
    for event in open_encounter(opening_of(body), "0" * 32):
        encounter = evolve(encounter, event)
    faces = Scripted(list(dice))
    for command in given:
        for event in decide(command_of(command, "verdigris"), encounter, faces):
            encounter = evolve(encounter, event)
    return encounter


def wanted(encounter: Encounter, *, tired: bool = False) -> list[dict[str, Any]]:
    """Return everything on offer that is worth doing, the best first."""
    every = [body for offer in offers(encounter) for body in said(offer)]
    ranked = [(worth(encounter, body, tired=tired), number) for number, body in enumerate(every)]
    return [every[number] for value, number in sorted(ranked, key=lambda each: (-each[0], each[1])) if value > 0]


def does(encounter: Encounter, *, tired: bool = False) -> str:
    """Return the name of what looks best."""
    return str(wanted(encounter, tired=tired)[0]["do"])


def test_it_strikes_the_foe_of_its_melee() -> None:
    assert does(moment(*START, melees=[["Ana", "Gob"]])) == "attack"


def test_it_goes_for_the_foe_in_its_zone() -> None:
    assert does(moment(*START)) == "enter_melee"


def test_it_walks_towards_the_nearest_foe_and_not_away() -> None:
    encounter = moment(*START, Gob={"at": "Hall"})
    assert [body.get("to") for body in wanted(encounter) if body["do"] == "move"] == ["Hall"]


def test_it_stays_where_it_can_shoot() -> None:
    encounter = moment(*START, Ana={"hand": [BOW]}, Gob={"at": "Hall"})
    assert does(encounter) == "attack"
    assert not [body for body in wanted(encounter) if body["do"] == "move"]


def test_it_reloads_an_empty_crossbow() -> None:
    assert does(moment(*START, Ana={"hand": [CROSSBOW]}, Gob={"at": "Hall"})) == "reload"


def test_it_gets_out_of_a_melee_with_nothing_to_strike_with() -> None:
    encounter = moment(*START, Ana={"hand": [CROSSBOW]}, melees=[["Ana", "Gob"]], settings={"shoot_in_melee": "refuse"})
    assert "leave_melee" in [body["do"] for body in wanted(encounter)]
    (leaving,) = (offer for offer in offers(encounter, "p1") if offer.do == "leave_melee")
    assert leaving.threats == (Threat(who="Gob", places=(encounter.combatants["Ana"].at,)),)


def test_it_draws_a_weapon_with_empty_hands() -> None:
    encounter = moment(*START, Ana={"hand": [], "belt": [SWORD, DRAUGHT]}, melees=[["Ana", "Gob"]])
    assert wanted(encounter)[0] == {"do": "access_item", "who": "Ana", "item": "sword"}


def test_it_draws_a_blade_in_the_saddle_where_it_cannot_shoot() -> None:
    encounter = moment(*START, Ana={"hand": [BOW], "belt": [SWORD], "mount": "Mare"})
    assert does(encounter) == "access_item"


def test_it_takes_and_drinks_what_heals_when_it_is_hurt() -> None:
    hurt = {"hp": {"now": 2, "max": 5}, "belt": [DRAUGHT]}
    taken = moment(*START, {"do": "access_item", "who": "Ana", "item": "draught"}, Ana=hurt, Gob={"at": "Hall"})
    assert does(moment(*START, Ana=hurt, Gob={"at": "Hall"})) == "access_item"
    assert does(taken) == "use_item"


def test_it_pushes_a_roll_without_a_success_and_leaves_one_with() -> None:
    attack = {"do": "attack", "who": "Ana", "target": "Gob", "weapon": "sword"}
    missed = moment(*START, attack, dice=(6, 1, 2, 3, 4, 5), melees=[["Ana", "Gob"]])
    landed = moment(*START, attack, dice=(6, 6, 2, 3, 4, 5), melees=[["Ana", "Gob"]])
    assert does(missed) == "push"
    assert does(landed) == "accept_roll"


def test_it_answers_what_is_asked_of_the_referee_and_rules_nothing_else() -> None:
    attack = {"do": "attack", "who": "Ana", "target": "Gob", "weapon": "sword", "called_shot": "effect"}
    asked = moment(*START, attack, dice=(6, 6, 6, 1), melees=[["Ana", "Gob"]], settings={"pushing": "off"})
    assert wanted(asked)[0]["subject"] == "called_shot"
    assert not [body for body in wanted(moment(*START)) if body["do"] == "rule"]


def test_somebody_at_deaths_door_is_the_last_to_be_struck() -> None:
    door = {"hp": {"now": 0, "max": 3}, "wounds": 0}
    ben = {"id": "Ben", "at": "Yard", "hp": 5, "hand": [SWORD]}
    encounter = moment(
        {"do": "add_combatant", "by": "gm", "sheet": ben},
        {"do": "start", "by": "gm"},
        {"do": "roll_initiative", "by": "p1"},
        {"do": "choose_actor", "who": "Gob"},
        {"do": "enter_melee", "who": "Gob", "target": "Ben"},
        dice=(1,),
        Ana=door,
    )
    targets = [body["target"] for body in wanted(encounter) if body["do"] == "attack" and not body["called_shot"]]
    assert targets == ["Ben", "Ana"]


def test_it_ends_what_cannot_begin_and_what_it_is_tired_of() -> None:
    nobody = moment(Ana={"hp": {"now": 0, "max": 5}, "wounds": 0})
    assert does(nobody) == "end_encounter"
    assert does(moment(*START), tired=True) == "end_encounter"
    assert does(moment()) == "start"


@pytest.mark.parametrize("number", range(8))
def test_a_fight_of_sensible_players_comes_to_its_end(number: int) -> None:
    chance = random.Random(f"sensible {number}")
    encounter = begun(opening("verdigris", chance))
    for count in range(400):
        body = wanted(encounter, tired=count > 300)[0]
        for event in decide(command_of(body, "verdigris"), encounter, Chance(chance)):
            encounter = evolve(encounter, event)
        if encounter.outcome is not None:
            break
    assert encounter.outcome is not None


def test_the_party_chooses_together_and_the_referee_for_the_enemies() -> None:
    encounter = moment(*START[:2])
    mine = [offer.do for offer in offers(encounter, "p1")]
    assert "choose_actor" in mine
    assert "choose_actor" not in [offer.do for offer in offers(encounter, "gm")]
    assert answers_for(encounter, "p1", "party")


def test_after_the_end_nothing_is_on_offer() -> None:
    assert offers(moment({"do": "end_encounter", "by": "gm"})) == []


def test_a_spectator_is_offered_nothing() -> None:
    encounter = moment(*START, seats=[{"id": "gallery", "role": "spectator"}])
    assert offers(encounter, "gallery") == []
    assert [offer.by for offer in offers(encounter) if offer.do == "say" and offer.by] == ["gm", "p1"]


def test_whoever_a_ruling_frees_may_break_or_turn_the_grapple_in_the_own_turn() -> None:
    freed = moment(
        *START,
        {"do": "grapple", "who": "Ana", "target": "Gob"},
        {"do": "end_turn", "who": "Ana"},
        {"do": "rule", "by": "gm", "subject": "oil", "who": "Gob", "ends": "entangled"},
        {"do": "choose_actor", "who": "Gob"},
        dice=(6, 6, 1, 1),
        Ana={"hand": []},
        melees=[["Ana", "Gob"]],
        settings={"pushing": "off"},
    )
    assert {"break_grapple", "reverse_grapple"} <= {offer.do for offer in offers(freed, "gm")}


def test_penalties_take_bonus_skill_and_attribute_first_and_count_what_they_took() -> None:
    assert lessened({"attr": 2, "skill": 1, "gear": 1, "bonus": 1}, 3) == (
        {"attr": 1, "skill": 0, "gear": 1, "bonus": 0},
        3,
    )
    assert lessened({"attr": 1}, 4) == ({"attr": 0}, 1)


class Numbered(Scripted):
    """Dice of the ledger: the faces of a list, all of one roll."""

    def __init__(self, roll: int, *faces: int) -> None:
        super().__init__(list(faces), source="ledger")
        self._number = roll

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        thrown = super().roll(by, purpose, dice)
        return Thrown(faces=thrown.faces, source=thrown.source, roll=self._number)


@pytest.mark.parametrize(("answer", "number"), [("accept_roll", 7), ("push", 8)])
def test_an_attack_names_the_roll_that_made_its_successes_though_the_dodge_is_rolled_later(
    answer: str, number: int
) -> None:
    encounter = moment(*START, melees=[["Ana", "Gob"]])
    attack = {"do": "attack", "who": "Ana", "target": "Gob", "weapon": "sword"}
    for event in decide(command_of(attack, "verdigris"), encounter, Numbered(7, 6, 2, 3, 4, 5)):
        encounter = evolve(encounter, event)
    told = decide(command_of({"do": answer, "who": "Ana"}, "verdigris"), encounter, Numbered(8, *(5,) * 9))
    outcomes = {event.kind: event for event in told if isinstance(event, OutcomeResolved)}
    assert (outcomes["attack"].roll, outcomes["attack"].whom) == (number, "Gob")


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("Mare", "Gob cannot grapple Mare: Mare is a mount."),
        ("Ana", "Gob cannot grapple Ana: Ana is in a grapple already."),
        ("Hob", "Gob cannot grapple Hob: Hob is no foe."),
    ],
)
def test_ver_65_a_refused_grapple_says_what_is_in_the_way(target: str, sentence: str) -> None:
    empty: dict[str, Any] = {"hand": []}
    encounter = moment(
        *(START[0], START[1], {"do": "choose_actor", "who": "Hob"}, {"do": "grapple", "who": "Hob", "target": "Ana"}),
        *({"do": "end_turn", "who": "Hob"}, {"do": "choose_actor", "who": "Ana"}, {"do": "end_turn", "who": "Ana"}),
        {"do": "choose_actor", "who": "Gob"},
        dice=(1, 6, 6, 6),
        Ana={"mount": "Mare"},
        Gob=empty,
        Hob={**empty, "at": "Yard"},
        melees=[["Ana", "Gob", "Hob"]],
    )
    with pytest.raises(Refused) as refused:
        decide(command_of({"do": "grapple", "who": "Gob", "target": target}, "verdigris"), encounter, Scripted([]))
    assert (refused.value.message, refused.value.rule) == (sentence, "VER-26" if target == "Hob" else "VER-65")


def test_whoever_waits_too_long_with_a_mount_that_cannot_run_holds_it() -> None:
    encounter = moment(
        {"do": "rule", "by": "gm", "subject": "net", "who": "Ana", "condition": "entangled"},
        *START,
        Ana={"mount": "Mare"},
        Mare={"training": []},
        clock=30,
    )
    told = decide(command_of({"do": "claim_time", "by": "gm"}, "verdigris"), encounter, Scripted([1] * 4))
    assert told[1].kind == "calm_mount"  # type: ignore[union-attr]  # the declaration after the lapse


def test_v_g23_free_attacks_are_counted_by_what_is_declared_and_once_by_a_line_of_their_own() -> None:
    fight = moment(*START, settings={"free_attacks_per_round": 2})
    struck = DeclarationMade(who="Gob", kind="opportunity_attack", targets=("Ana",), parameters={"target": "Ana"})
    line = ConditionApplied(to="Gob", condition="free_attack", stacks=1, until="round_end")
    counted = evolve(fight, replace(struck, parameters={"target": "Ana", "free_attack": 2}))
    assert counted.combatants["Gob"].stacks("free_attack") == 2
    assert evolve(counted, RoundEnded(round=1)).combatants["Gob"].stacks("free_attack") == 0
    assert evolve(evolve(fight, struck), line).combatants["Gob"].stacks("free_attack") == 1


def test_ver_19_no_penalty_and_no_bonus_is_offered_against_nobody() -> None:
    fight = moment(*START)
    assert [offer.closed["target"] for offer in rulings_on(fight, "Ana") if "value" in offer.closed][-1] == (
        "Gob",
        "Hob",
    )
    alone = replace(fight, combatants={"Ana": fight.combatants["Ana"]})
    assert list(rulings_on(alone, "Ana")) == []


def test_v_g35_where_a_frightened_mount_runs_is_offered_to_the_referee_with_staying() -> None:
    fright = moment(
        *START, Ana={"mount": "Mare"}, Mare={"training": []}, settings={"untrained_mount": "ruling"}, clock=30
    )
    assert [(offer.do, offer.by, offer.closed) for offer in offers(fright) if not offer.aside] == [
        ("rule", "gm", {"subject": ("untrained_mount",), "to": (None, "Gate", "Hall")}),
        ("end_encounter", "gm", {}),
    ]
    for to, at in ((None, "Yard"), ("Gate", "Gate")):
        ruled: dict[str, Any] = {"do": "rule", "by": "gm", "subject": "untrained_mount", "to": to}
        after = fright
        for event in decide(command_of(ruled, "verdigris"), fright, Scripted([])):
            after = evolve(after, event)
        assert (after.combatants["Mare"].at, after.combatants["Ana"].at) == (at, at)
