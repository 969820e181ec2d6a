"""Questions opened in short form: what cannot be read off the encounter stays unsaid, and nothing is refused."""

from __future__ import annotations

from typing import Any

import pytest

from domain.encounter import Encounter
from domain.events import CombatantMoved, DecisionOpened, EngagementChanged
from domain.evolve import evolve
from files.omissions import spelt_out
from tests.laws.fights import begun
from tests.openings import opening_of

BOARD = {"tiles": ["Here", "There"], "links": [["Here", "There"]]}


def apart(system: str) -> Encounter:
    """Return an encounter in which Ana and Bo stand on two spaces and nothing has happened."""
    owners: list[dict[str, Any]] = [{"owner": "Ana"}, {"owner": "Bo"}] if system == "etiquette" else [{}, {}]
    people = [
        {"id": "Ana", "at": "Here", "health": 3, **owners[0]},
        {"id": "Bo", "at": "There", "health": 3, **owners[1]},
    ]
    return begun(opening_of({"system": system, "board": BOARD, "combatants": people}))


@pytest.mark.parametrize(
    ("system", "kind", "context"),
    [
        ("pursuit", "engage", {"versus": "Bo"}),
        ("pursuit", "flight", {"spaces": 2}),
        ("pursuit", "chase", {"quarry": "Bo"}),
        ("etiquette", "champion", {}),
        ("etiquette", "play_item", {}),
        ("etiquette", "defense_dice", {}),
    ],
)
def test_a_question_that_nothing_led_to_keeps_what_it_says(system: str, kind: str, context: dict[str, Any]) -> None:
    opened = DecisionOpened(kind=kind, owner="Ana", options=("Bo",), context=context)
    assert spelt_out(apart(system), opened) == [opened]


def test_a_flight_that_stopped_short_is_asked_of_whoever_fled() -> None:
    encounter = apart("pursuit")
    fought = EngagementChanged(id="E1", change="formed", tile="Here", order=("Ana", "Bo"))
    encounter = evolve(encounter, fought)
    opened = DecisionOpened(kind="flight", owner="Bo", options=("flee", "stop"), context={"spaces": 1})
    (spelt,) = spelt_out(encounter, opened)
    assert isinstance(spelt, DecisionOpened)
    assert spelt.context == {"who": "Bo", "engagement": "E1", "spaces": 1}


def test_whoever_came_last_is_the_aggressor_of_a_combat_in_short_form() -> None:
    encounter = evolve(apart("pursuit"), CombatantMoved(who="Bo", origin="There", to="Here", mode="walk", cost=1))
    (spelt,) = spelt_out(encounter, EngagementChanged(id="E1", change="formed", tile="Here", order=("Ana", "Bo")))
    assert evolve(encounter, spelt).engagements["E1"].aggressors == ("Bo",)


def test_what_a_question_states_is_never_replaced() -> None:
    stated = {"who": "Bo", "versus": "Ana", "step": 2}
    opened = DecisionOpened(kind="engage", owner="Bo", options=(), context=stated)
    assert spelt_out(apart("pursuit"), opened) == [opened]
