"""Bodies of storyteller to copy: openings, and a declaration of each command."""

from __future__ import annotations

from api.shapes.samples.body import Body

_SWORD: Body = {
    "id": "Ana",
    "kind": "pc",
    "controller": "ana",
    "strength": 3,
    "agility": 1,
    "armor_rating": 13,
    "hp": 18,
    "attacks": [{"id": "sword", "category": "melee_weapon", "to_hit": 5, "damage": "1d6+3", "type": "slashing"}],
    "abilities": [
        {"id": "feint", "kind": "bonus", "requires": "attack", "aims": "enemy", "effect": {"condition": "dazzled"}}
    ],
}
_BOW: Body = {
    "id": "Bo",
    "kind": "pc",
    "controller": "bo",
    "agility": 3,
    "mind": 2,
    "armor_rating": 12,
    "hp": {"now": 12, "max": 14},
    "attacks": [
        {
            "id": "bow",
            "category": "ranged_weapon",
            "to_hit": 5,
            "damage": "1d6+3",
            "type": "piercing",
            "range": [80, 320],
        },
    ],
    "abilities": [
        {"id": "mend", "kind": "spell", "uses": 2, "aims": "ally", "range": 30, "effect": {"heal": "2d6"}},
        {"id": "deep-breath", "uses": 1, "short_rest": True, "effect": {"heal": 4}},
    ],
}


def _gobs(*places: str) -> list[Body]:
    """Return gobs at these places; they roll initiative together."""
    club = {"id": "club", "category": "melee_weapon", "to_hit": 3, "damage": "1d6+1", "type": "bludgeoning"}
    alike: Body = {"agility": 1, "armor_rating": 11, "hp": 7, "initiative_group": "Gobs", "attacks": [club]}
    return [{"id": f"Gob{number}", "at": place, **alike} for number, place in enumerate(places, 1)]


OPENINGS: dict[str, Body] = {
    "storyteller: two swords at the door of a mill, on the battle grid": {
        "system": "storyteller",
        "positions": "grid",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
        "board": {
            "width": 12,
            "height": 8,
            "walls": [[600, 0, 600, 300], [600, 400, 600, 800]],
            "doors": [{"id": "mill-door", "wall": [600, 300, 600, 400], "open": True}],
            "difficult": ["4:5", "5:5"],
        },
        "combatants": [{**_SWORD, "at": "2:3"}, {**_BOW, "at": "1:4"}, *_gobs("8:2", "8:3", "9:4")],
    },
    "storyteller: the same in battle zones": {
        "system": "storyteller",
        "positions": "zones",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
        "board": {
            "zones": ["Yard", "Mill", "Loft"],
            "links": [["Yard", "Mill"], {"between": ["Mill", "Loft"], "state": "detached", "turns": 2}],
        },
        "combatants": [{**_SWORD, "at": "Yard"}, {**_BOW, "at": "Yard"}, *_gobs("Mill", "Mill", "Loft")],
    },
}
ACTIONS: list[Body] = [
    {
        "do": "add_combatant",
        "by": "gm",
        "sheet": {"id": "Rat", "at": "10:6", "size": "tiny", "armor_rating": 10, "hp": 2},
    },
    {"do": "change_board", "by": "gm", "change": "door", "door": "mill-door", "open": False},
    {"do": "change_board", "by": "gm", "change": "uncover", "corner": "6:0", "opposite": "11:7", "to": "ana"},
    {"do": "change_board", "by": "gm", "change": "link", "link": "Mill-Loft", "state": "adjacent"},
    {"do": "open", "by": "gm"},
    {"do": "determine_surprise", "by": "gm", "hiding": ["Gob1", "Gob2"]},
    {"do": "roll_stealth", "by": "gm", "who": "Gob1"},
    {"do": "place", "by": "ana", "who": "Ana", "at": "3:3"},
    {"do": "positions_done", "by": "gm"},
    {"do": "roll_initiative", "by": "ana", "who": "Ana"},
    {"do": "roll_initiative", "by": "gm", "group": "Gobs"},
    {"do": "order_tie", "by": "ana", "order": ["Bo", "Ana"]},
    {"do": "act_next", "by": "gm", "who": "Gob2"},
    {"do": "move", "who": "Ana", "path": ["3:3", "4:3", "5:3"]},
    {"do": "move", "who": "Ana", "zone": "Mill"},
    {"do": "move", "who": "Ana", "near": "Gob1"},
    {"do": "attack", "who": "Ana", "attack": "sword", "target": "Gob1"},
    {"do": "attack", "who": "Bo", "attack": "bow", "location": "9:4"},
    {"do": "cast_spell", "who": "Bo", "spell": "mend", "target": "Ana"},
    {"do": "use_ability", "who": "Bo", "ability": "deep-breath"},
    {"do": "bonus", "who": "Ana", "ability": "feint", "target": "Gob1"},
    {"do": "dash", "who": "Ana"},
    {"do": "disengage", "who": "Ana"},
    {"do": "defend", "who": "Ana"},
    {"do": "hide", "who": "Bo"},
    {"do": "rally", "who": "Ana"},
    {"do": "stand", "who": "Ana"},
    {"do": "drop_prone", "who": "Bo"},
    {"do": "interact", "who": "Ana", "object": "sword", "verb": "draw"},
    {"do": "activity", "who": "Bo", "value": "bar the door with the ladder"},
    {"do": "say", "who": "Ana", "text": "With a flourish of her hat.", "channel": "flourish"},
    {"do": "rule", "by": "gm", "subject": "cover", "attacker": "Bo", "target": "Gob3", "level": "half"},
    {
        "do": "rule",
        "by": "gm",
        "subject": "activity",
        "who": "Bo",
        "value": "bar the door with the ladder",
        "cost": "action",
    },
    {"do": "call_save", "by": "gm", "who": "Ana", "ability": "agility", "versus": 12},
    {"do": "react", "who": "Gob1", "attack": "club"},
    {"do": "decline_reaction", "who": "Gob1"},
    {"do": "withdraw", "who": "Bo"},
    {"do": "end_turn", "who": "Ana"},
    {"do": "end_encounter", "by": "gm"},
]
