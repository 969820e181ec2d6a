"""Bodies of sketch to copy: openings, and a declaration of each command."""

from __future__ import annotations

from api.shapes.samples.body import Body

OPENINGS: dict[str, Body] = {
    "sketch: two in the ring": {
        "system": "sketch",
        "seats": [{"id": "ana"}, {"id": "bo"}],
        "combatants": [
            {"id": "Ana", "controller": "ana", "stamina": 5, "guard": 8},
            {"id": "Bo", "controller": "bo", "stamina": {"now": 4, "max": 6}},
        ],
    },
}
ACTIONS: list[Body] = [
    {"do": "attack", "who": "Ana", "target": "Bo"},
]
