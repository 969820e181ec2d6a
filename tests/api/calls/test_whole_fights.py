"""A whole fight of each system over HTTP: to its end, taken back in the middle, exported, verified elsewhere."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.app import create_app
from api.shapes.samples import ACTIONS, OPENINGS
from bots.players import Body, Choices, sensible, spelled
from cli.main import app as command_line
from domain.offers import End, Offer, Open
from ledger.application import Ledger
from ledger.proof.verifying import verify
from projections.audit import audit
from tests.api.conftest import Table

NAMES = list(OPENINGS)


def sat(client: TestClient, name: str) -> tuple[Table, list[str]]:
    """Return a table with one of our openings, and the seats that play."""
    opening = OPENINGS[name]
    return Table(client, opening), [seat["id"] for seat in opening["seats"] if seat.get("role") != "spectator"]


def offers(table: Table, seat: str) -> list[Offer]:
    """Return the offers of a seat, as the domain knows them."""
    return [
        Offer(
            do=each["do"],
            who=each["who"],
            by=each["by"],
            closed={name: tuple(choices) for name, choices in each["closed"].items()},
            open={name: opened(field) for name, field in each["open"].items()},
            aside=each["aside"],
        )
        for each in table.get(seat, "/offers").json()["offers"]
    ]


def opened(field: Body) -> Open:
    ends = tuple(End(tile=end["tile"], cost=end["cost"], path=tuple(end["path"])) for end in field["ends"])
    bounds = {name: field[name] for name in ("kind", "minimum", "maximum", "example")}
    return Open(ends=ends, **bounds)


def play_on(table: Table, ledger: Ledger, seats: list[str], most: int, choices: Choices | None = None) -> int:
    """Play sensibly until the fight is over, at most so many commands; return how many it were."""
    choices = choices or Choices(5)
    for number in range(most):
        encounter = ledger.fight(table.id).encounter
        if encounter.outcome is not None:
            return number
        wishes = ((seat, sensible(encounter, offers(table, seat), choices, False)) for seat in seats)
        seat, body = next((seat, body) for seat, body in wishes if body is not None)
        assert table.do(seat, body).status_code == 200
        seats = [*(other for other in seats if other != seat), seat]
    return most


@pytest.mark.long(but=("pursuit", "vanguard", "battle grid"))
@pytest.mark.parametrize("name", NAMES)
def test_a_fight_is_played_taken_back_played_on_exported_and_verified(
    name: str, client: TestClient, ledger: Ledger, tmp_path: Path
) -> None:
    table, seats = sat(client, name)
    first, *others = seats
    choices = Choices(7)
    while "DiceRolled" not in table.types():
        assert play_on(table, ledger, seats, 1, choices) == 1
    version = table.version

    asked = table.post(first, "/rewind", {"to_version": version, "reason": "We begin again.", "cmd": "back"})
    assert [line["type"] for line in asked.json()["lines"]] == ["RewindAsked"]
    answers = [table.post(other, "/consents", {"agree": True, "cmd": "yes"}).json() for other in others]
    told = [[line["type"] for line in agreed["lines"]] for agreed in answers]
    assert told == [*([["RewindAnswered"]] * (len(others) - 1)), ["RewindAnswered", "HistoryRewound"]]
    assert table.get(first, "").json()["combatants"] == table.get(first, f"?at={version}").json()["combatants"]

    assert play_on(table, ledger, seats, 400, choices) < 400
    assert table.get(first, "").json()["outcome"] is not None
    over = table.do(first, {**ACTIONS[str(OPENINGS[name]["system"])][0]})
    assert (over.status_code, over.json()["pending"]["kind"]) == (409, "over")
    assert [table.get(seat, "/offers").json()["offers"] for seat in seats] == [[] for _ in seats]

    told_in_words = table.get(first, "/chronicle?format=text").text
    assert "(taken back by line" in told_in_words
    found = table.get(first, "/audit").json()
    assert found["ok"] is True
    assert found["rules"]["result"] == "exact"
    assert found["counts"]["rewinds"] == 1
    assert found["counts"]["voided_rolls"] != []

    file = table.get(first, "/export").content
    assert verify(file).broken is None
    assert audit(file).ok
    (tmp_path / "fight.ndjson").write_bytes(file)
    verified = CliRunner().invoke(command_line, ["verify", str(tmp_path / "fight.ndjson")])
    assert verified.exit_code == 0
    assert "exactly as recorded" in verified.stdout

    with Ledger() as elsewhere, TestClient(create_app(elsewhere)) as another:
        headers = {"Content-Type": "application/x-ndjson"}
        taken = another.post("/api/imports", content=file, headers=headers).json()
        reader = {"Authorization": f"Bearer {taken['key']}"}
        address = f"/api/encounters/{taken['encounter']}"
        assert another.get(f"{address}/export", headers=reader).content == file
        assert another.get(f"{address}/chronicle?format=text", headers=reader).text == told_in_words
        assert another.get(address, headers=reader).json() == table.get(first, "").json()


@pytest.mark.long(but=("pursuit", "battle grid"))
@pytest.mark.parametrize("name", NAMES)
def test_every_offer_over_http_is_accepted_as_it_is_written(name: str, client: TestClient, ledger: Ledger) -> None:
    table, seats = sat(client, name)
    chance = random.Random(name)
    for _ in range(12):
        encounter = ledger.fight(table.id).encounter
        if encounter.outcome is not None:
            break
        seat = chance.choice([seat for seat in seats if offers(table, seat)])
        offer = chance.choice(offers(table, seat))
        body = chance.choice([body for body in spelled(offer) if body["do"] != "end_encounter"] or [None])
        assert body is None or table.do(seat, body).status_code == 200, body
