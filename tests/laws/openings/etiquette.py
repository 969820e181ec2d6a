"""Random openings of etiquette."""

from __future__ import annotations

import random
from typing import Any

from tests.laws.openings.chance import board, house_rules


def opening(chance: random.Random) -> dict[str, Any]:
    """Return an opening of etiquette with up to three owners; half of them under house rules."""
    house: dict[str, list[Any]] = {
        "both_engage_first": ["aggressor", "nonbelligerent"],
        "forced_first_turn": ["aggressor", "nonbelligerent"],
        "defense_choice": ["before_roll", "after_attack_roll"],
        "attack_items": ["one_each", "one_total"],
        "attack_item_timing": ["before_roll", "after_roll"],
        "counter_needs": ["two_pairs", "all_pairs"],
        "pass_turn": ["refuse", "allow"],
        "move_on_after_combat": [True, False],
        "chase": ["off", "pursuit"],
    }
    effects: list[dict[str, Any]] = [
        {"kind": "damage", "amount": 1},
        {"kind": "damage", "amount": 2, "recoil": 1},
        {"kind": "heal", "dice": "1d4"},
        {"kind": "condition", "condition": "dazed"},
        {"kind": "relocate", "spaces": 2},
        {"kind": "die_bonus", "amount": 2},
        {"kind": "extra_die"},
        {"kind": "block", "amount": 1},
    ]
    items: list[dict[str, Any]] = [{"id": "snare", "trap": True}]
    for number in range(8):
        effect = chance.choice(effects)
        helps = effect["kind"] in ("die_bonus", "extra_die", "block")
        when = ["in_attack"] if helps else chance.choice([["action"], ["in_attack"], ["action", "in_attack"]])
        items.append({"id": f"card{number}", "effect": effect, "when": when, "consumed": chance.random() < 0.8})
    ground = board(chance)
    places = chance.sample(ground["tiles"], min(len(ground["tiles"]), chance.randint(2, 5)))
    names = [item["id"] for item in items]
    chance.shuffle(names)
    units: list[dict[str, Any]] = []
    for number, place in enumerate(places):
        owner = chance.choice(["Ana", "Bo", "Cy"])
        mates = [unit["at"] for unit in units if unit["owner"] == owner]
        units.append(
            {
                "id": f"{owner}{number}",
                "owner": owner,
                "kind": chance.choice(["player", "minion"]),
                "dice_limit": chance.choice([1, 2, 2]),
                "at": chance.choice(mates) if mates and chance.random() < 0.5 else place,
                "health": chance.randint(1, 4),
                "hand": [names.pop() for _ in range(chance.randint(0, 2)) if names],
            }
        )
    settings = house_rules(house, chance)
    return {"system": "etiquette", "board": ground, "settings": settings, "items": items, "combatants": units}
