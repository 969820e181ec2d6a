"""Random openings of pursuit."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.openings.chance import board, house_rules


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of pursuit; half of them under house rules."""
    house: dict[str, list[Any]] = {
        "weapon_model": ["card", "flat_1"],
        "unarmed_damage": [None, 0, 1],
        "trap_elsewhere_in_combat": ["refuse", "allow"],
        "pass_turn": ["refuse", "allow"],
        "leftover_after_flight": ["lost", "kept_movement"],
        "flight_spaces_as_allowance": [True, False],
        "forced_first_turn": ["aggressor", "defender"],
        "move_on_after_combat": [True, False],
        "disengage_three_way": ["beat_highest", "beat_named"],
        "loot": ["none", "killer_takes_hand"],
        "allowance_source": ["given", "1d6", 4],
        "move_order": ["free", "seat_order"],
    }
    items: list[dict[str, Any]] = [
        {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True},
        {"id": "boom", "effect": {"kind": "damage", "dice": "1d4", "recoil": 2}, "usable_on_opponent": True},
        {"id": "tonic", "effect": {"kind": "heal", "amount": 2}, "usable_on_opponent": chance.random() < 0.5},
        {"id": "net", "effect": {"kind": "condition", "condition": "netted"}, "usable_on_opponent": True},
        {"id": "gust", "effect": {"kind": "relocate", "spaces": 2}, "usable_on_opponent": True, "consumed": False},
        {"id": "snare", "trap": True},
    ]
    weapons = [{"id": "blade", "damage": 1}, {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 4}}]
    ground = board(chance)
    places = chance.sample(ground["tiles"], min(len(ground["tiles"]), chance.randint(2, 5)))
    names = [item["id"] for item in items]
    return {
        "system": "pursuit",
        "board": ground,
        "settings": house_rules(house, chance),
        "items": items,
        "weapons": weapons,
        "combatants": [
            {
                "id": name,
                "at": place,
                "health": chance.randint(1, 6),
                "hand": chance.sample(names, chance.randint(0, 4)),
                "equipped": chance.choice([None, "blade", "bow"]),
            }
            for name, place in zip(("Ana", "Bo", "Cy", "Dee", "Eve"), places, strict=False)
        ],
    }
