"""Bodies of vanguard to copy: openings, and a declaration of each command."""

from __future__ import annotations

from api.shapes.samples.body import Body

OPENINGS: dict[str, Body] = {
    "vanguard: two swords in front of a bow, and four gobbos": {
        "system": "vanguard",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
        "leader": "ana",
        "characters": [
            {
                "id": "Ana",
                "controller": "ana",
                "vigor": 6,
                "quick": 4,
                "wise": 4,
                "smart": 4,
                "health": 8,
                "weapons": [{"id": "sword", "kind": "melee"}],
            },
            {
                "id": "Bo",
                "controller": "bo",
                "vigor": 8,
                "quick": 6,
                "wise": 4,
                "smart": 4,
                "health": {"now": 9, "max": 11},
                "weapons": [{"id": "axe", "kind": "melee", "modifier": 1}],
                "items": [{"id": "draught", "effects": [{"kind": "heal", "amount": 3}]}],
                "abilities": [{"id": "shield_wall", "effects": [{"kind": "front_weight", "amount": 2}]}],
            },
            {
                "id": "Cy",
                "controller": "ana",
                "vigor": 4,
                "quick": 8,
                "wise": 4,
                "smart": 6,
                "health": 7,
                "position": "rear",
                "weapons": [{"id": "bow", "kind": "ranged"}],
                "spells": [{"id": "dart", "die": "smart", "level": 2, "effects": [{"kind": "kill", "amount": 1}]}],
            },
        ],
        "groups": [{"id": "Gobbos", "count": 4, "defense": 3, "melee": 2}],
    },
}
ACTIONS: list[Body] = [
    {"do": "add_combatant", "by": "gm", "sheet": {"id": "Rats", "count": 3, "defense": 2, "melee": 1}},
    {"do": "place", "by": "gm", "who": "Cy", "to": "front"},
    {"do": "change_board", "by": "gm", "front_capacity": 2},
    {"do": "start", "by": "gm"},
    {"do": "choose_engagement", "by": "party", "choice": "attack"},
    {"do": "set_stance", "who": "Ana", "stance": "aggressive"},
    {"do": "ready_round", "by": "party"},
    {"do": "attack", "who": "Ana", "group": "Gobbos", "weapon": "sword"},
    {"do": "use_item", "who": "Bo", "item": "draught"},
    {"do": "cast_spell", "who": "Cy", "spell": "dart", "target": "Gobbos"},
    {"do": "use_ability", "who": "Bo", "ability": "shield_wall"},
    {"do": "move_position", "who": "Cy", "to": "front"},
    {"do": "pass", "who": "Cy"},
    {"do": "monsters_act", "by": "gm", "group": "Gobbos"},
    {"do": "end_encounter", "by": "gm", "outcome": "parley"},
]
