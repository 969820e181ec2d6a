"""What stands in a field is read off its type: what it says of itself, else what it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

import pytest

from domain.deciding import open_encounter
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.meanings import CombatantId, Means, PlaceId, ThingId, meanings, place_on
from files.rosters import read
from files.written_rosters import OURS


@dataclass(frozen=True)
class Sheet:
    """What somebody is made of."""

    hp: int


@dataclass(frozen=True, kw_only=True)
class Throw:
    """A command with a field of every kind."""

    do: Literal["throw"] = "throw"
    who: CombatantId
    at: PlaceId | None = None
    origin: PlaceId = field(default="", metadata={"alias": "from"})
    things: tuple[ThingId, ...] = ()
    loose: Annotated[Annotated[int, "bounded"], "twice"] = 0
    hard: Literal[True] = True
    manner: Literal["high", "low"] = "low"
    gently: bool = False
    reason: str = ""
    newcomer: Sheet | None = None
    door: Annotated[str, Means("door")] = ""
    anything: int | str = 0
    bag: dict[str, CombatantId] = field(default_factory=dict)
    raw: object = None


def test_each_field_of_a_command_says_what_stands_in_it() -> None:
    assert meanings(Throw) == {
        "who": "combatant",
        "at": "place",
        "from": "place",
        "things": "thing",
        "loose": "number",
        "hard": "flag",
        "manner": "choice",
        "gently": "flag",
        "reason": "text",
        "newcomer": "sheet",
        "door": "door",
        "anything": "value",
        "bag": "value",
        "raw": "value",
    }


@pytest.mark.parametrize(
    ("roster", "place"),
    [
        ("storyteller", "square"),
        ("storyteller-zones", "zone"),
        ("verdigris", "zone"),
        ("vanguard", "rank"),
        ("pursuit", "tile"),
    ],
)
def test_a_place_is_what_the_board_is_made_of(roster: str, place: str) -> None:
    encounter = Encounter()
    for event in open_encounter(read(OURS[roster]), "0" * 32):
        encounter = evolve(encounter, event)
    assert place_on(encounter.board) == place
