"""At a terminal people are told of by their names, with the id beside it where it is what one types."""

from __future__ import annotations

import orjson
import pytest

from tests.client.tables import House, Table
from tests.client.test_terminal import typed
from tests.ledger.fights import ARCHERS, SHOT

NAMES = {"Ana": "Anwen of the Weir", "Bo": "A hooded stranger"}


@pytest.fixture
def table(here: House) -> Table:
    combatants = [{**each, "name": NAMES[each["id"]]} for each in ARCHERS["combatants"]]
    table = here.open({**ARCHERS, "combatants": combatants})
    table.join("ana", "bo")
    return table


def said_at(table: Table, *lines: str) -> str:
    """Return what is said after these lines are typed, whatever the terminal's width."""
    return " ".join(typed(table, "ana", *lines).split()).rpartition("Bo is A hooded stranger. ")[2]


def test_odds_reasons_and_refusals_say_names(table: Table) -> None:
    table.come_to_blows()
    shot, wrong = (orjson.dumps({**SHOT, "target": target}).decode() for target in ("Bo", "Ana"))
    reasons = said_at(table, "reasons")
    assert "end turn Ana (Anwen of the Weir): Anwen of the Weir cannot pass" in reasons
    for said in (said_at(table, f"odds {shot}"), said_at(table, wrong)):
        assert any(name in said for name in NAMES.values()), said
        assert not {"Ana", "Bo"} & set(said.split()), said


def test_whose_turn_it_is_is_told_by_name(table: Table) -> None:
    table.come_to_blows()
    said = " ".join(typed(table, "ana", "board").split())
    assert "Anwen of the Weir 30/30 A hooded stranger 30/30" in said
    assert "Anwen of the Weir has the turn." in said
    assert "Pending: turn for Anwen of the Weir." in said
