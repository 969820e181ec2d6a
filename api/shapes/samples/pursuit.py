"""Bodies of pursuit to copy: openings, and a declaration of each command."""

from __future__ import annotations

from api.shapes.samples.body import Body

LANE: Body = {
    "tiles": ["T0", "T1", "T2", "T3", "T4"],
    "links": [["T0", "T1"], ["T1", "T2"], ["T2", "T3"], ["T3", "T4"]],
}
OPENINGS: dict[str, Body] = {
    "pursuit: two players on a lane": {
        "system": "pursuit",
        "board": LANE,
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
}
ACTIONS: list[Body] = [
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
]
