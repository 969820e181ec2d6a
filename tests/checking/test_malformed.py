"""What is no scenario file: the place, and what is allowed there."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset import RULESETS
from tests.checking.fight import BO_STRIKES, FIGHT, checked, with_changes


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        (
            {"system": "poker"},
            "system",
            f'The system must be one of {", ".join(RULESETS)}, not "poker".',
        ),
        (
            {"system": None},
            "fight.yaml",
            f"The system must be one of {', '.join(RULESETS)}, not null.",
        ),
        ({"system": ["pursuit"]}, "system", "The system must be one of pursuit, etiquette"),
        ({"titel": "x"}, "titel", "A file of pursuit has no such field here; allowed are board, combatants, dice, "),
        ({"rewind": "free"}, "rewind", "no such field"),
        ({"title": None}, "fight.yaml, title", "It is missing."),
        ({"rules": []}, "rules", "at least 1 item"),
        ({"settings": {"loot": "some"}}, "settings.loot", "allowed here: none, killer_takes_hand"),
        ({"settings": {"luck": 1}}, "settings.luck", "It is not a field here; allowed here: weapon_model, "),
        ({"board": 3}, "board", "It must be an object."),
        ({"combatants": [{"id": "Ana", "at": "T0", "health": "5"}]}, "combatants.0.health", "whole number"),
        ({"combatants": [{"id": 7, "at": "T0", "health": 5}]}, "combatants.0.id", "It must be a text."),
        ({"combatants": [{"id": "Ana", "at": "T9", "health": 5}]}, "combatants.0.at", "The opening is refused: Ana"),
        (
            {"items": [{"id": "net", "effect": {"kind": "condition", "condition": "neted"}}]},
            "items.0.effect.condition",
            "The opening is refused: net cannot bring the condition 'neted'",
        ),
        ({"when": [{"do": "fly", "who": "Ana"}]}, "when.0.do", "allowed here: begin_move, move, "),
        ({"when": [{"do": "attack", "who": "Ana"}]}, "when.0.target", "It is missing."),
        ({"when": [{"do": "attack", "who": "Ana", "target": "Bo", "with": 1}]}, "when.0.with", "allowed here: "),
        ({"given": [{"do": "begin_move", "who": "Ana", "allowance": 100}]}, "given.0.allowance", "less than or equal"),
        ({"when": []}, "when", "State at least one command under `when`."),
        ({"then": None}, "fight.yaml", "State `then` (the events), `refused` (the code) or `state`"),
        ({"then": None, "when": [], "given": FIGHT["when"], "state": {"Ana.at": "T1"}}, "when", "at least one command"),
        ({"refused": {"code": "dead"}}, "fight.yaml", "State either `then`"),
        ({"then": None, "refused": {"code": "no_luck"}}, "refused.code", "allowed here: already_acted"),
        (
            {"then": None, "refused": {"code": "dead"}, "when": [{**FIGHT["when"][0]}, {"do": "end_encounter"}]},
            "when",
            "Only one command",
        ),
        ({"then": [{"type": "Sneezed"}]}, "then.0.type", "type must be one of EncounterOpened, CombatantJoined"),
        (
            {"then": [{"type": "TurnEnded", "wo": "Ana"}]},
            "then.0.wo",
            "TurnEnded has no field of this name; it has who",
        ),
        ({"then": [3]}, "then.0", "It must be an object."),
        ({"dice": [0]}, "dice.0", "greater than or equal to 1"),
        ({**BO_STRIKES, "dice": [7], "then": []}, "dice", "7 is not a face of a d6 (Bo rolls 1d6 for damage)."),
        ({"state": {"Cy.health": 3}}, "state.Cy.health", 'There is no "Cy"; there are Ana, Bo, and `pending`.'),
        ({"state": {"Bo.luck": 3}}, "state.Bo.luck", 'Bo has no "luck" to look at; there are at, conditions, hand'),
        ({"given_events": [{"type": "TurnEnded", "who": "Ana"}]}, "given_events", "not both"),
        ({"given": None, "given_events": [{"type": "TurnEnded"}]}, "given_events.0", "TurnEnded: who is missing."),
        (
            {"given": None, "given_events": [{"type": "CombatantMoved", "who": "Cy", "from": "T0", "to": "T1"}]},
            "given_events.0",
            "is missing",
        ),
        (
            {
                "given": None,
                "given_events": [{"type": "LifeStateChanged", "who": "Cy", "life": "active->dead", "why": "x"}],
            },
            "given_events.0",
            "This cannot have happened",
        ),
    ],
)
def test_a_malformed_file_names_the_place_and_what_is_allowed(
    changes: dict[str, Any], place: str, message: str
) -> None:
    found = with_changes(**changes)
    assert found.status == "malformed"
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert found.message is not None
    assert message in found.message


def test_the_place_names_the_line() -> None:
    lines = ["title: x", "system: pursuit", "rules: [PUR-1]", "board: {tiles: [T0], links: []}", "combatants:"]
    found = checked("\n".join([*lines, "  - {id: Ana, at: T0, health: 5}", "  - {id: Bo, at: T0, helth: 4}"]))
    assert found.place == "fight.yaml, line 7, combatants.1.helth"
