"""Random openings of verdigris."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from tests.laws.openings.chance import house_rules

HOUSE: dict[str, list[Any]] = {
    "success_on": [6, 5],
    "stress_dice": ["on", "off"],
    "modifier_unit": ["dice", "sl"],
    "damage_sl": ["margin", "attacker_total"],
    "stray_when": ["margin_zero", "no_sixes"],
    "stray_dodge": [True, False],
    "max_damage_rule": ["damage_plus_bonus", "listed_field_only"],
    "shoot_in_melee": ["allow", "penalty_1", "refuse"],
    "exit_attack": ["on_attempt", "after_passed_test"],
    "free_attacks_per_round": ["unlimited", 0, 1, 2],
    "surprised_side": ["acts_last", "loses_round"],
    "initiative_roller": ["seat_order", "gm_names"],
    "pushing": ["on", "on", "off"],
    "panic": ["record", "off"],
    "untrained_mount": ["bolt", "ruling"],
    "entangled_penalty": [0, 1, 2],
    "reversal_stacks": ["add_two", "set_two"],
    "injury_table": ["data", [{"roll": 11, "condition": "dazed", "text": "A ringing head."}]],
    "deaths_door_acts": [True, False],
    "hit_at_door": ["save", "dead"],
    "hands_strict": [True, False],
    "called_shot_pool": ["no_attribute", "full_minus_2"],
}
ARMS: list[dict[str, Any]] = [
    {"id": "sword", "category": "melee", "damage": 2, "bonus": 2, "skill": "blades"},
    {"id": "knife", "category": "melee", "damage": 1, "bonus": 1, "qualities": ["short"]},
    {"id": "glaive", "category": "melee", "damage": "1d3", "bonus": 1, "qualities": ["two_handed"]},
    {"id": "bow", "category": "bow", "damage": 2, "bonus": 1, "skill": "bows"},
    {"id": "crossbow", "category": "crossbow", "damage": 3, "bonus": 1, "qualities": ["reload"], "max_damage": 5},
    {"id": "musket", "category": "blackpowder", "damage": "1d6", "bonus": 1, "qualities": ["reload"]},
    {"id": "dart", "category": "thrown", "damage": 1, "bonus": 0},
]
STUFF: list[dict[str, Any]] = [
    {"id": "draught", "heal": 2},
    {"id": "salve", "heal": "1d3", "uses": "free"},
    {"id": "lamp", "consumed": False},
]
CLAWS: dict[str, Any] = {"id": "claws", "category": "unarmed", "damage": 1, "bonus": 1}


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of verdigris with a few on each side, some of them mounted; half of them under house rules."""
    zones = ["Gate", "Yard", "Hall", "Loft"][: chance.randint(1, 3)]
    party = [_character(chance, name, zones) for name in ("Ana", "Bo", "Cy", "Dee")[: chance.randint(1, 4)]]
    foes = [_fighter(chance, name, zones) for name in ("Rat", "Imp", "Bat", "Ogre")[: chance.randint(1, 4)]]
    mounts = [_mounted(chance, rider) for rider in _able([*party, *foes]) if chance.random() < 0.25]
    return {
        "system": "verdigris",
        "rewind": "referee",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "p1"}, {"id": "p2"}],
        "board": {"zones": zones, "links": list(pairwise(zones))},
        "things": [*ARMS, *STUFF, CLAWS],
        "combatants": [*party, *foes, *mounts],
        "melees": _melee(chance, _able([*party, *foes])),
        "settings": house_rules(HOUSE, chance),
    }


def _fighter(chance: random.Random, name: str, zones: list[str]) -> dict[str, Any]:
    arms = [weapon["id"] for weapon in ARMS]
    chance.shuffle(arms)
    armed = chance.random() < 0.7
    return {
        "id": name,
        "kind": "enemy",
        "at": chance.choice(zones),
        "hp": chance.randint(1, 5),
        **{attribute: chance.randint(0, 5) for attribute in ("strength", "agility", "charisma")},
        "skills": {"blades": 1, "bows": 2, "brawling": chance.randint(0, 2), "riding": 1},
        "dodge": chance.randint(0, 3),
        "withstand": chance.randint(0, 3),
        "armor": chance.randint(0, 2),
        "shield": armed and chance.random() < 0.3,
        "stress": chance.randint(0, 2),
        "talents": ["mounted_archery"] if chance.random() < 0.2 else [],
        "hand": arms[:1] if armed else [],
        "belt": chance.choice([[], ["draught"], [arms[2]]]),
        "pack": chance.choice([[], [], ["salve", "lamp"], [arms[3]]]),
        "natural": ["claws"] if chance.random() < 0.3 else [],
    }


def _character(chance: random.Random, name: str, zones: list[str]) -> dict[str, Any]:
    kind = chance.choice(["pc", "pc", "pc", "ally"])
    wounds: dict[str, Any] = {"wounds": chance.randint(0, 2)}
    at_the_door = {"hp": {"now": 0, "max": 3}, "wounds": 0} if kind == "pc" and chance.random() < 0.1 else {}
    rest = wounds if kind == "pc" else {"uses_wounds": True, **wounds} if chance.random() < 0.5 else {}
    return {
        **_fighter(chance, name, zones),
        "kind": kind,
        "controller": chance.choice(["gm", "p1", "p2"]),
        **rest,
        **at_the_door,
    }


def _mounted(chance: random.Random, rider: dict[str, Any]) -> dict[str, Any]:
    """Return a mount of the rider, who sits on it from now on."""
    mount = f"{rider['id']}Mare"
    rider["mount"] = mount
    return {
        "id": mount,
        "kind": "mount",
        "side": "enemies" if rider["kind"] == "enemy" else "party",
        "controller": rider.get("controller", "gm"),
        "at": rider["at"],
        "hp": chance.randint(1, 4),
        "agility": chance.randint(0, 3),
        "dodge": chance.randint(0, 2),
        "quality": chance.randint(0, 3),
        "bonus": chance.randint(0, 1),
        "training": chance.choice([["battle"], ["jump"], []]),
    }


def _able(fighters: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return those who are not at Death's Door."""
    return [one for one in fighters if isinstance(one["hp"], int)]


def _melee(chance: random.Random, fighters: list[dict[str, Any]]) -> list[list[str]]:
    """Return one melee of all who stand where the first one does, now and then."""
    here = [one for one in fighters if one["at"] == fighters[-1]["at"]]
    foes = len({one["kind"] == "enemy" for one in here}) == 2
    return [[one["id"] for one in here]] if foes and chance.random() < 0.7 else []
