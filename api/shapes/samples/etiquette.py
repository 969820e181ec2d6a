"""Bodies of etiquette to copy: openings, and a declaration of each command."""

from __future__ import annotations

from api.shapes.samples.body import Body
from api.shapes.samples.pursuit import LANE

OPENINGS: dict[str, Body] = {
    "etiquette: a player, a robot, and a foe": {
        "system": "etiquette",
        "board": LANE,
        "items": [{"id": "whetstone", "effect": {"kind": "die_bonus", "amount": 1}, "when": ["in_attack"]}],
        "seats": [{"id": "ana"}, {"id": "bo"}],
        "combatants": [
            {"id": "Ana", "owner": "Ana", "controller": "ana", "at": "T0", "health": 4, "hand": ["whetstone"]},
            {
                "id": "AnaBot",
                "owner": "Ana",
                "controller": "ana",
                "kind": "minion",
                "dice_limit": 1,
                "at": "T1",
                "health": 2,
            },
            {"id": "Bo", "owner": "Bo", "controller": "bo", "at": "T3", "health": 4},
        ],
    },
}
ACTIONS: list[Body] = [
    {"do": "answer_with", "who": "AnaBot"},
    {"do": "defend_with", "who": "Ana", "dice": 2},
    {"do": "play_item", "who": "Ana", "item": "whetstone"},
    {"do": "pass_item", "who": "Ana"},
    {"do": "say", "who": "Ana", "text": "Let us part as friends."},
]
