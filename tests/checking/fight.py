"""A scenario file that holds, and how it comes out with changes."""

from __future__ import annotations

from typing import Any

import yaml

from files.checking import Checked, check_bytes

LANE: dict[str, Any] = {"tiles": ["T0", "T1", "T2"], "links": [["T0", "T1"], ["T1", "T2"]]}
FIGHT: dict[str, Any] = {
    "title": "Ana strikes Bo",
    "system": "pursuit",
    "rules": ["PUR-12"],
    "board": LANE,
    "weapons": [{"id": "blade", "damage": 2}, {"id": "sling", "damage": "1d6"}],
    "combatants": [
        {"id": "Ana", "at": "T0", "health": 5, "equipped": "blade"},
        {"id": "Bo", "at": "T1", "health": 4, "equipped": "sling"},
    ],
    "given": [
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "T1"},
        {"do": "engage", "who": "Ana"},
    ],
    "when": [{"do": "attack", "who": "Ana", "target": "Bo"}],
    "then": [
        {"type": "DeclarationMade", "who": "Ana", "kind": "attack", "weapon": "blade"},
        {"type": "DamageApplied", "to": "Bo", "amount": 2, "health": "4->2"},
        {"type": "TurnEnded", "who": "Ana"},
        {"type": "TurnStarted", "who": "Bo"},
    ],
}
THEN = FIGHT["then"]
BO_STRIKES = {"given": [*FIGHT["given"], *FIGHT["when"]], "when": [{"do": "attack", "who": "Bo", "target": "Ana"}]}


def checked(text: str) -> Checked:
    return check_bytes(text.encode(), "fight.yaml")


def with_changes(**changes: Any) -> Checked:
    """Return how the fight comes out with some fields changed; None takes a field away."""
    fight = {key: value for key, value in {**FIGHT, **changes}.items() if value is not None}
    return checked(yaml.safe_dump(fight, sort_keys=False))


def sentence(found: Checked) -> str:
    (only,) = found.sentences
    return only
