"""Bodies to copy: one opening of each system, one declaration of each command, and the rest."""

from __future__ import annotations

from typing import Any, TypeAlias

Body: TypeAlias = dict[str, Any]

_LANE: Body = {
    "tiles": ["T0", "T1", "T2", "T3", "T4"],
    "links": [["T0", "T1"], ["T1", "T2"], ["T2", "T3"], ["T3", "T4"]],
}

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
    "verdigris: a rider and a bow on the ferry road, and two at the toll house": {
        "system": "verdigris",
        "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
        "board": {"zones": ["road", "toll", "ford"], "links": [["road", "toll"], ["toll", "ford"]]},
        "things": [
            {"id": "sword", "category": "melee", "damage": 2, "bonus": 2, "skill": "blades"},
            {"id": "bow", "category": "bow", "damage": 2, "bonus": 1, "skill": "bows", "qualities": ["reload"]},
            {"id": "club", "category": "melee", "damage": 1, "bonus": 1},
            {"id": "lint", "heal": "1d3"},
        ],
        "combatants": [
            {
                "id": "Ana",
                "controller": "ana",
                "at": "road",
                "hp": 5,
                "wounds": 2,
                "strength": 4,
                "agility": 3,
                "skills": {"blades": 2, "riding": 1},
                "dodge": 2,
                "withstand": 2,
                "armor": 1,
                "hand": ["sword"],
                "belt": ["lint"],
                "mount": "Dun",
            },
            {
                "id": "Dun",
                "kind": "mount",
                "controller": "ana",
                "at": "road",
                "hp": 4,
                "quality": 2,
                "bonus": 1,
                "training": ["battle"],
            },
            {
                "id": "Bo",
                "controller": "bo",
                "at": "road",
                "hp": {"now": 3, "max": 4},
                "wounds": 1,
                "strength": 3,
                "agility": 4,
                "skills": {"bows": 2},
                "dodge": 3,
                "withstand": 1,
                "hand": ["bow"],
            },
            {
                "id": "Gob1",
                "kind": "enemy",
                "at": "toll",
                "hp": 3,
                "strength": 3,
                "agility": 2,
                "dodge": 1,
                "hand": ["club"],
            },
            {
                "id": "Gob2",
                "kind": "enemy",
                "at": "toll",
                "hp": 3,
                "strength": 3,
                "agility": 2,
                "dodge": 1,
                "hand": ["club"],
            },
        ],
    },
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
        {"do": "refuse_end", "by": "bo"},
    ],
    "etiquette": [
        {"do": "answer_with", "who": "AnaBot"},
        {"do": "defend_with", "who": "Ana", "dice": 2},
        {"do": "play_item", "who": "Ana", "item": "whetstone"},
        {"do": "pass_item", "who": "Ana"},
        {"do": "say", "who": "Ana", "text": "Let us part as friends."},
    ],
    "verdigris": [
        {"do": "add_combatant", "by": "gm", "sheet": {"id": "Gob3", "kind": "enemy", "at": "ford", "hp": 3}},
        {"do": "place", "by": "gm", "who": "Bo", "to": "toll"},
        {"do": "start", "by": "gm"},
        {"do": "minute_passes", "by": "gm", "who": "Ana"},
        {"do": "rule", "by": "gm", "subject": "surprise", "value": "party"},
        {"do": "rule", "by": "gm", "subject": "drop", "item": "sword", "from": "hand:Ana", "to": "ground:road"},
        {"do": "say", "who": "Ana", "text": "Leave us the road, and you keep the toll."},
        {"do": "roll_initiative", "by": "ana"},
        {"do": "choose_actor", "who": "Ana"},
        {"do": "move", "who": "Ana", "to": "toll"},
        {"do": "enter_melee", "who": "Ana", "target": "Gob1"},
        {"do": "attack", "who": "Ana", "target": "Gob1", "weapon": "sword"},
        {"do": "attack", "who": "Bo", "target": "Gob2", "weapon": "bow", "called_shot": "weak_spot"},
        {"do": "push", "who": "Ana"},
        {"do": "accept_roll", "who": "Ana"},
        {"do": "leave_melee", "who": "Ana"},
        {"do": "react", "who": "Gob1", "weapon": "club"},
        {"do": "decline_reaction", "by": "gm"},
        {"do": "ready", "who": "Ana", "weapon": "sword", "trigger": "as soon as one of them comes up the road"},
        {"do": "reload", "who": "Bo", "weapon": "bow"},
        {"do": "grapple", "who": "Ana", "target": "Gob1"},
        {"do": "break_grapple", "who": "Ana"},
        {"do": "reverse_grapple", "who": "Gob1"},
        {"do": "struggle", "who": "Bo"},
        {"do": "mount_attack", "who": "Dun", "target": "Gob1"},
        {"do": "order_mount", "who": "Ana", "order": "stay"},
        {"do": "calm_mount", "who": "Ana"},
        {"do": "let_bolt", "who": "Ana"},
        {"do": "access_item", "who": "Ana", "item": "lint"},
        {"do": "drop_item", "who": "Ana", "item": "sword"},
        {"do": "use_item", "who": "Ana", "item": "lint", "target": "Bo"},
        {"do": "end_turn", "who": "Ana"},
        {"do": "end_encounter", "by": "gm"},
    ],
    "storyteller": [
        {
            "do": "add_combatant",
            "by": "gm",
            "sheet": {"id": "Rat", "at": "10:6", "size": "tiny", "armor_rating": 10, "hp": 2},
        },
        {"do": "change_board", "by": "gm", "change": "door", "door": "mill-door", "open": False},
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
IN_ALL: dict[str, list[Body]] = {
    "any system": [
        {"do": "claim_time", "by": "bo"},
        {"do": "hand_over", "who": "Ana", "to": "bo"},
        {"do": "concede", "by": "ana"},
        {"do": "override", "by": "gm", "who": "Ana", "what": "hp", "value": 3, "reason": "The shield was forgotten."},
        {"do": "say", "by": "ana", "text": "Leave us the road, and you keep the toll."},
        {"do": "say", "by": "bo", "text": "The bridge creaks.", "channel": "narration"},
        {"do": "say", "who": "Ana", "text": "Nobody has to die over a mill.", "channel": "table"},
        {"do": "seal", "by": "ana", "text": "Left, then up.", "to": ["bo"]},
        {"do": "seal", "by": "gm", "title": "Bridge", "text": "It gives way.", "facts": {"weight": 80}},
        {"do": "unseal", "by": "gm", "of": [31]},
        {"do": "secret_roll", "by": "gm", "dice": "1d20+2", "purpose": "stealth"},
        {"do": "reveal", "by": "gm", "who": "Lurker", "at": "3:3"},
    ]
}
"""What no rulebook has, and every system takes."""
COMMANDS: dict[str, Body] = {
    " ".join([f"{system}: {each['do']}", *(name for name in each if name not in ("do", "by", "who"))]): {
        "action": each,
        "cmd": f"ana-{number}",
    }
    for system, actions in {**ACTIONS, **IN_ALL}.items()
    for number, each in enumerate(actions, 1)
}
ATTACKS: dict[str, Body] = {title: body for title, body in COMMANDS.items() if body["action"]["do"] == "attack"}
BACK: dict[str, Body] = {"back to version 9": {"to_version": 9, "reason": "Ana meant the other tile.", "cmd": "ana-21"}}
AGREE: dict[str, Body] = {"agree": {"agree": True, "cmd": "bo-7"}, "do not": {"agree": False, "cmd": "bo-7"}}
CONTEST: dict[str, Body] = {"line 20": {"of": 20, "reason": "The shield was forgotten.", "cmd": "bo-8"}}
WITHHOLD: dict[str, Body] = {"line 31": {"of": 31, "reason": "We play on from here next week.", "cmd": "gm-9"}}
SETTLE: dict[str, Body] = {
    "it stands": {"result": "stands", "reason": "The shield was broken.", "cmd": "gm-5"},
    "all agree to a correction": {
        "result": "corrected",
        "reason": "It was not.",
        "action": {
            "do": "override",
            "by": "table",
            "who": "Bo",
            "what": "health",
            "value": 3,
            "reason": "The shield was forgotten.",
            "dispute": 25,
        },
        "cmd": "ana-23",
    },
}
SAW: dict[str, Body] = {"seen": {"of": 31, "verdict": "saw", "cmd": "bo-9"}}
CLOSING: dict[str, Body] = {"the end": {"cmd": "ana-24"}}
DICE: dict[str, Body] = {"two dice of Ana": {"by": "Ana", "dice": "2d6", "faces": [6, 2], "cmd": "ana-22"}}
SIGNED: Body = {
    "seen": [12, "bc0d05f81a9a41018d47bdc8d55fc0bd273881d86ac238621e91faf631c949ba"],
    "seq": 3,
    "sig": "xuo7jKVSYmrpl3aSttSSMuvpk6nFqxDzF16qSjisRKiU06PHVaCXOokdvKNtYktf0ERBheDzRMb3R8AdhLpjCQ==",
}
_CHAIN: Body = {"anchor": "40202cc975d61c70eea7f8d28c1f27bb09f337ac363f86d18abfd4ac6e21aa0b", "length": 4096}
_KEY: Body = {"party": "ana", "key": "Tc46a1Vn6TwFt8viYjcaqKWXUVpZA4Z5z4fW5rRbtHY=", **_CHAIN}
JOIN: dict[str, Body] = {"the first device of ana": {**_KEY, "cmd": "ana-join", **SIGNED, "seq": 1}}
CHANGE: dict[str, Body] = {
    "vouched for by the old key": {**_KEY, "vouched": {"ana": SIGNED["sig"]}, "cmd": "k", **SIGNED}
}
RENEW: dict[str, Body] = {"another chain": {"party": "ana", **_CHAIN, "cmd": "chain-2", **SIGNED}}
INVITE: dict[str, Body] = {
    "a latecomer": {"seat": "cy", "role": "player", "cmd": "invite-cy"},
    "another device of ana": {"seat": "ana", "cmd": "invite-ana", **SIGNED},
    "in place of a lost one": {"seat": "bo", "lost": "bo", "cmd": "invite-bo"},
}
VETO: dict[str, Body] = {"the key of line 57": {"seat": "bo", "of": 57, "cmd": "not-mine", "sig": SIGNED["sig"]}}
BEAT: dict[str, Body] = {"here": {"party": "ana", "next": 4}}
LINK: dict[str, Body] = {
    "for roll 3": {
        "party": "ana",
        "roll": 3,
        "link": "b75e10a3204bbe10b5545f69a05c75e07050342049f8c42c4543f57703c6a056",
        "sig": SIGNED["sig"],
    }
}
WITHOUT: dict[str, Body] = {"without the missing": {"roll": 3, "cmd": "on-3", **SIGNED}}
COSIGN: dict[str, Body] = {
    "the first 12 lines": {
        "party": "ana",
        "size": 12,
        "line": "\u2014 encounter.local/\u2026/ana v4DchQAAAABqsT3Y\u2026\n",
    }
}
