"""Bodies to copy: one opening of each system, one declaration of each command, and the rest."""

from __future__ import annotations

from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]

_LANE: Body = {
    "tiles": ["T0", "T1", "T2", "T3", "T4"],
    "links": [["T0", "T1"], ["T1", "T2"], ["T2", "T3"], ["T3", "T4"]],
}

OPENINGS: dict[str, Body] = {
    "pursuit: two players on a lane": {
        "system": "pursuit",
        "board": _LANE,
        "weapons": [
            {"id": "blade", "damage": 2},
            {"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 4}},
        ],
        "items": [{"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True}],
        "seats": [{"id": "ana"}, {"id": "bo"}, {"id": "eve", "role": "spectator"}],
        "combatants": [
            {"id": "Ana", "controller": "ana", "at": "T0", "health": 5, "hand": ["bomb"], "equipped": "blade"},
            {"id": "Bo", "controller": "bo", "at": "T2", "health": {"now": 3, "max": 4}, "equipped": "bow"},
        ],
    },
    "etiquette: a player, a robot, and a foe": {
        "system": "etiquette",
        "board": _LANE,
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

ACTIONS: dict[str, list[Body]] = {
    "pursuit": [
        {"do": "begin_move", "who": "Ana", "allowance": 3},
        {"do": "move", "who": "Ana", "to": "T1"},
        {"do": "end_move", "who": "Ana"},
        {"do": "engage", "who": "Ana"},
        {"do": "decline", "who": "Ana"},
        {"do": "attack", "who": "Ana", "target": "Bo"},
        {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"},
        {"do": "disengage", "who": "Ana"},
        {"do": "flee", "who": "Ana", "path": ["T1", "T0"]},
        {"do": "stay", "who": "Ana"},
        {"do": "stop", "who": "Ana"},
        {"do": "chase", "who": "Ana", "path": ["T3"]},
        {"do": "let_go", "who": "Ana"},
        {"do": "end_turn", "who": "Ana"},
        {"do": "end_encounter"},
    ],
    "etiquette": [
        {"do": "answer_with", "who": "AnaBot"},
        {"do": "defend_with", "who": "Ana", "dice": 2},
        {"do": "play_item", "who": "Ana", "item": "whetstone"},
        {"do": "pass_item", "who": "Ana"},
        {"do": "say", "who": "Ana", "text": "Let us part as friends."},
    ],
    "vanguard": [
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
    ],
}
COMMANDS: dict[str, Body] = {
    f"{system}: {each['do']}": {"action": each, "cmd": f"ana-{number}"}
    for system, actions in ACTIONS.items()
    for number, each in enumerate(actions, 1)
}
BACK: dict[str, Body] = {"back to version 9": {"to_version": 9, "reason": "Ana meant the other tile.", "cmd": "ana-21"}}
AGREE: dict[str, Body] = {"agree": {"agree": True, "cmd": "bo-7"}, "do not": {"agree": False, "cmd": "bo-7"}}
DICE: dict[str, Body] = {"two dice of Ana": {"by": "Ana", "dice": "2d6", "faces": [6, 2], "cmd": "ana-22"}}
