"""Dice on a real table in every system: whoever rolls types them in, and the fight verifies."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.shapes.samples import OPENINGS
from bots.players import Choices, sensible
from domain.deciding import answers_for, knows
from domain.dice import notation
from ledger.application import Ledger
from projections.audit import audit
from tests.api.calls.test_whole_fights import offers
from tests.api.conftest import Sit, Table


def type_in(table: Table, ledger: Ledger, seats: list[str], waiting: dict[str, Any], number: int) -> dict[str, Any]:
    """Type in the dice that are waited for, by the one seat that may; every other seat is told so."""
    encounter = ledger.fight(table.id).encounter
    dice = notation(waiting["dice"])
    faces = [(7 * number + 3 * each) % dice.sides + 1 for each in range(dice.count)]
    body = {"by": waiting["by"], "dice": waiting["dice"], "faces": faces, "cmd": f"dice-{number}"}
    holds = [seat for seat in seats if answers_for(encounter, seat, waiting["by"])]
    holds = holds if knows(encounter, waiting["by"]) else ["gm"]
    for seat in seats:
        if seat not in holds:
            refused = table.post(seat, "/dice", body)
            assert (refused.status_code, refused.json()["type"]) == (403, "/problems/not-yours")
            name = "The referee" if seat == "gm" else seat
            assert refused.json()["detail"].startswith(f"{name} does not roll for {waiting['by']}: ")
    answer = table.post(holds[0], "/dice", body)
    assert answer.status_code in (200, 202), answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.long(but=("pursuit", "vanguard"))
@pytest.mark.parametrize("name", OPENINGS)
def test_whoever_rolls_types_in_the_dice(name: str, client: TestClient, ledger: Ledger) -> None:
    table = Table(client, {**OPENINGS[name], "dice": "table"})
    seats = [seat["id"] for seat in OPENINGS[name]["seats"] if seat.get("role") != "spectator"]
    choices, number = Choices(2), 0
    for _ in range(40):
        encounter = ledger.fight(table.id).encounter
        if encounter.outcome is not None:
            break
        wishes = ((seat, sensible(encounter, offers(table, seat), choices, False)) for seat in seats)
        told = table.do(*next((seat, body) for seat, body in wishes if body is not None)).json()
        while told.get("waiting") is not None:
            number += 1
            assert [table.get(seat, "/offers").json()["offers"] for seat in seats] == [[]] * len(seats)
            told = type_in(table, ledger, seats, told["waiting"], number)
    assert number >= 2
    found = audit(table.get(seats[0], "/export").content)
    assert (found.ok, found.rules.result, found.counts.table_dice) == (True, "exact", number)


def test_those_who_roll_together_are_the_referees_to_roll_for(sit: Sit) -> None:
    table = sit("storyteller", dice="table")
    table.done("gm", "open", by="gm")
    table.done("gm", "determine_surprise", by="gm", hiding=[])
    table.done("gm", "positions_done", by="gm")
    assert table.done("gm", "roll_initiative", by="gm", group="Gobs")["waiting"]["by"] == "Gobs"
    dice = {"by": "Gobs", "dice": "3d6", "faces": [6, 6, 6], "cmd": "mine"}
    refused = table.post("ana", "/dice", dice)
    assert (refused.status_code, refused.json()["detail"]) == (403, "ana does not roll for Gobs: the referee does.")
    assert table.post("gm", "/dice", dice).status_code == 200
