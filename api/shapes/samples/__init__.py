"""Bodies to copy: openings of each system and a declaration of each command, from the module of its name; the rest."""

from __future__ import annotations

from importlib import import_module

from api.shapes.samples.body import Body
from domain.ruleset import RULESETS

_OF_EACH = {system: import_module(f"api.shapes.samples.{system}") for system in RULESETS}
OPENINGS: dict[str, Body] = {title: body for each in _OF_EACH.values() for title, body in each.OPENINGS.items()}
ACTIONS: dict[str, list[Body]] = {system: each.ACTIONS for system, each in _OF_EACH.items()}
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
FORK: dict[str, Body] = {"as it was after line 9": {"at": 9}}
BACK: dict[str, Body] = {"back to version 9": {"to_version": 9, "reason": "Ana meant the other tile.", "cmd": "ana-21"}}
AGREE: dict[str, Body] = {"agree": {"agree": True, "cmd": "bo-7"}, "do not": {"agree": False, "cmd": "bo-7"}}
CONTEST: dict[str, Body] = {"line 20": {"of": 20, "reason": "The shield was forgotten.", "cmd": "bo-8"}}
WITHHOLD: dict[str, Body] = {"line 31": {"of": 31, "reason": "We play on from here next week.", "cmd": "gm-9"}}
RENAME: dict[str, Body] = {
    "a title": {"name": "The bridge at dawn", "cmd": "gm-10"},
    "somebody": {"of": "Wels", "name": "A hooded stranger", "cmd": "gm-11"},
}
SHOW: dict[str, Body] = {"as it goes on": {"public": "live"}, "to nobody": {"public": "none"}}
MAPS: dict[str, Body] = {
    "a wall in a room of 4 by 3 squares": {
        "resolution": {"map_size": {"x": 4, "y": 3}, "pixels_per_grid": 70},
        "line_of_sight": [[{"x": 2, "y": 0}, {"x": 2, "y": 2}]],
        "portals": [],
    }
}
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
LET_PLAY: dict[str, Body] = {
    "a bot": {"seat": "bo", "kind": "bot", "cmd": "bot-for-bo"},
    "a person again": {"seat": "bo", "kind": "person", "cmd": "bo-is-here"},
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
