"""Fights with somebody in reserve, for whoever asks what the others notice of them."""

from __future__ import annotations

from typing import Any

LURKER = "Lurker"
SEATS = [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "eve", "role": "spectator"}]
OPENINGS: dict[str, dict[str, Any]] = {
    "verdigris": {
        "system": "verdigris",
        "seats": SEATS,
        "board": {"zones": ["Yard", "Barn"], "links": [["Yard", "Barn"]]},
        "combatants": [
            {
                "id": "Ana",
                "controller": "ana",
                "at": "Yard",
                "hp": 5,
                "strength": 3,
                "natural": [{"id": "fists", "category": "unarmed", "damage": 1, "bonus": 0}],
            },
            {"id": "Gob", "kind": "enemy", "at": "Barn", "hp": 3},
            {"id": LURKER, "kind": "enemy", "hidden": True, "hp": 9, "armor": 2, "belt": [{"id": "venom"}]},
        ],
    },
    "vanguard": {
        "system": "vanguard",
        "seats": SEATS,
        "characters": [{"id": "Ana", "controller": "ana", "vigor": 6, "quick": 6, "wise": 6, "smart": 6, "health": 9}],
        "groups": [
            {"id": "Gobs", "count": 3, "defense": 3, "melee": 2},
            {"id": LURKER, "count": 7, "defense": 4, "melee": 3, "hidden": True},
        ],
    },
    "storyteller": {
        "system": "storyteller",
        "seats": SEATS,
        "board": {"width": 6, "height": 6},
        "combatants": [
            {"id": "Ana", "kind": "pc", "controller": "ana", "at": "0:0", "hp": 9},
            {"id": "Gob", "at": "5:5", "hp": 4},
            {"id": LURKER, "hp": 33, "armor_rating": 17, "hidden": True, "conditions": ["prone"]},
        ],
    },
}
OPENINGS["storyteller in zones"] = {
    **OPENINGS["storyteller"],
    "positions": "zones",
    "board": {"zones": ["Yard", "Barn"], "links": [["Yard", "Barn"]]},
    "combatants": [
        {"id": "Ana", "kind": "pc", "controller": "ana", "at": "Yard", "hp": 9},
        {"id": "Gob", "at": "Barn", "hp": 4},
        {"id": LURKER, "hp": 33, "armor_rating": 17, "hidden": True},
    ],
}
PLACE = {"verdigris": "Barn", "vanguard": "rear", "storyteller": "3:3", "storyteller in zones": "Barn"}
