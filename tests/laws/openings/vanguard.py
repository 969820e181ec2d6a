"""Random openings of vanguard."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.openings.chance import house_rules

HOUSE: dict[str, list[Any]] = {
    "equal_hits": [True, False],
    "actions_per_turn": [1, 1, 2],
    "reaction_table": ["data", ["hostile", "wary", "wary", "wary", "peaceful", "hostile"]],
    "sneak": ["worst_quick", "everyone"],
    "failed_sneak_ambush": [True, False],
    "spill_over": [True, False],
    "defense_die": ["by_attack", "always_quick"],
    "targeting": ["ranked_cycle", "focus_top", "gm_choice"],
    "target_ties": ["formation_order", "random", "gm_choice"],
    "empty_front": ["rear_exposed", "rear_advances", "strict"],
    "formation_repair": ["round_start", "immediate"],
    "stance_carries_over": [True, False],
    "zero_health": ["fallen", "dead"],
    "spell_success": ["over", "meet_or_over"],
    "unarmed": ["refuse", "vigor_minus_1"],
    "weight_counts_for_numbers": [True, False],
    "party_decision": ["leader", "majority"],
}
DICE = (4, 6, 8, 10)
HARMFUL: list[dict[str, Any]] = [
    {"kind": "kill", "amount": 2},
    {"kind": "modifier", "field": "defense", "amount": -2},
    {"kind": "modifier", "field": "melee", "amount": -1, "until": "encounter_end"},
    {"kind": "modifier", "field": "damage", "amount": 1},
    {"kind": "condition", "condition": "dazzled"},
]
HELPFUL: list[dict[str, Any]] = [
    {"kind": "heal", "amount": 2},
    {"kind": "modifier", "field": "melee", "amount": 1, "on": "roll"},
    {"kind": "modifier", "field": "ranged", "amount": -1, "on": "defense"},
    {"kind": "modifier", "field": "defense", "amount": 1, "until": "encounter_end"},
    {"kind": "permission", "permits": "melee_from_rear"},
    {"kind": "permission", "permits": "ranged_from_front", "until": "encounter_end"},
    {"kind": "front_weight", "amount": 2},
    {"kind": "rear_per_front", "ratio": [1, 1]},
]
ALWAYS: list[dict[str, Any]] = [each for each in HELPFUL if each["kind"] not in ("heal", "condition")]
CROWDING: list[dict[str, Any]] = [
    {"kind": "front_capacity", "amount": 2},
    {"kind": "rear_per_front", "ratio": [1, 3]},
]


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of vanguard with up to five characters and four groups; half of them under house rules."""
    behind = chance.choice([0, 0, 1])
    people = [_character(chance, name) for name in ("Ana", "Bo", "Cy", "Dee", "Eve")[: chance.randint(2 + behind, 5)]]
    for who in people[len(people) - behind :]:
        who["position"] = "rear"
    room: dict[str, Any] = chance.choice([{}, {}, {"front_capacity": len(people)}, {"rear_per_front": [1, 1]}])
    return {
        "system": "vanguard",
        "room": room,
        "characters": people,
        "groups": [_group(chance, name) for name in ("Rats", "Imps", "Bats", "Ogres")[: chance.randint(1, 4)]],
        "settings": house_rules(HOUSE, chance),
    }


def _character(chance: random.Random, name: str) -> dict[str, Any]:
    most = chance.randint(1, 6)
    weapons = [
        {"id": "sword", "kind": "melee"},
        {"id": "spear", "kind": "melee", "modifier": -1, "on": "defense"},
        {"id": "bow", "kind": "ranged", "modifier": 1},
    ]
    return {
        "id": name,
        **{attribute: chance.choice(DICE) for attribute in ("vigor", "quick", "wise", "smart")},
        "health": {"now": chance.randint(1, most), "max": most},
        "weapons": chance.sample(weapons, chance.randint(0, 3)),
        "items": [{"id": f"item{n}", "consumed": chance.random() < 0.8, **_card(chance)} for n in range(2)],
        "spells": [{"id": "spell", "die": chance.choice(["smart", "wise"]), "level": 3, **_card(chance)}],
        "abilities": [
            {"id": "art", **_card(chance)},
            {"id": "gift", "always": True, "effects": [chance.choice(ALWAYS)]},
        ][: chance.randint(0, 2)],
    }


def _card(chance: random.Random) -> dict[str, Any]:
    targets = chance.choice(["self", "ally", "group"])
    kinds = HARMFUL if targets == "group" else HELPFUL
    return {"targets": targets, "effects": chance.sample(kinds, chance.randint(1, 2))}


def _group(chance: random.Random, name: str) -> dict[str, Any]:
    return {
        "id": name,
        "count": chance.randint(1, 4),
        "defense": chance.randint(1, 4),
        "melee": chance.randint(0, 4),
        "ranged": chance.randint(0, 4),
        "damage": chance.randint(0, 2),
        "alertness": chance.randint(1, 4),
        **({"die": "wise"} if chance.random() < 0.2 else {}),
        "abilities": [{"id": "bulk", "always": True, "effects": [chance.choice(CROWDING)]}]
        if chance.random() < 0.2
        else [],
    }
