"""A whole fight of each system over HTTP: to its end, taken back in the middle, exported, verified elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from api.app import create_app
from api.cli import app as command_line
from api.players import Body, Choices, sensible, spelled
from domain.offers import End, Offer, Open
from ledger.application import Ledger
from ledger.verifying import verify
from projections.audit import audit
from tests.api.conftest import Sit, Table


def offers(table: Table, seat: str) -> list[Offer]:
    """Return the offers of a seat, as the domain knows them."""
    return [
        Offer(
            do=each["do"],
            who=each["who"],
            closed={name: tuple(choices) for name, choices in each["closed"].items()},
            open={name: opened(field) for name, field in each["open"].items()},
        )
        for each in table.get(seat, "/offers").json()["offers"]
    ]


def opened(field: Body) -> Open:
    ends = tuple(End(tile=end["tile"], cost=end["cost"], path=tuple(end["path"])) for end in field.pop("ends"))
    return Open(ends=ends, **field)


def play(table: Table, ledger: Ledger, choices: Choices, most: int) -> int:
    """Play on until the fight is over, at most so many commands; return how many it were."""
    seats = ["ana", "bo"]
    for number in range(most):
        encounter = ledger.fight(table.id).encounter
        if encounter.outcome is not None:
            return number
        wishes = ((seat, sensible(encounter, offers(table, seat), choices, False)) for seat in seats)
        seat, body = next((seat, body) for seat, body in wishes if body is not None)
        assert table.do(seat, body).status_code == 200
        seats = [*(other for other in seats if other != seat), seat]
    return most


@pytest.mark.parametrize("system", ["pursuit", "etiquette"])
def test_a_fight_is_played_taken_back_played_on_exported_and_verified(
    system: str, sit: Sit, ledger: Ledger, tmp_path: Path
) -> None:
    table = sit(system)
    choices = Choices(7)
    while "DiceRolled" not in table.types():
        assert play(table, ledger, choices, 1) == 1
    version = table.version

    asked = table.post("ana", "/rewind", {"to_version": version, "reason": "We begin again.", "cmd": "back"})
    assert [line["type"] for line in asked.json()["lines"]] == ["RewindAsked"]
    agreed = table.post("bo", "/consents", {"agree": True, "cmd": "yes"})
    assert [line["type"] for line in agreed.json()["lines"]] == ["RewindAnswered", "HistoryRewound"]
    assert table.get("bo", "").json()["combatants"] == table.get("bo", f"?at={version}").json()["combatants"]

    assert play(table, ledger, choices, 400) < 400
    assert table.get("ana", "").json()["outcome"] == "ended"
    over = table.do("ana", {"do": "begin_move", "who": "Ana", "allowance": 1})
    assert (over.status_code, over.json()["pending"]["kind"]) == (409, "over")

    told = table.get("bo", "/chronicle?format=text").text
    assert "(taken back by line" in told
    found = table.get("bo", "/audit").json()
    assert found["ok"] is True
    assert found["rules"]["result"] == "exact"
    assert found["counts"]["rewinds"] == 1
    assert found["counts"]["voided_rolls"] != []

    file = table.get("bo", "/export").content
    assert verify(file).broken is None
    assert audit(file).ok
    (tmp_path / "fight.ndjson").write_bytes(file)
    verified = CliRunner().invoke(command_line, ["verify", str(tmp_path / "fight.ndjson")])
    assert verified.exit_code == 0
    assert "exactly as recorded" in verified.stdout

    with Ledger() as elsewhere, TestClient(create_app(elsewhere)) as client:
        headers = {"Content-Type": "application/x-ndjson"}
        taken = client.post("/api/imports", content=file, headers=headers).json()
        reader = {"Authorization": f"Bearer {taken['key']}"}
        address = f"/api/encounters/{taken['encounter']}"
        assert client.get(f"{address}/export", headers=reader).content == file
        assert client.get(f"{address}/chronicle?format=text", headers=reader).text == told
        assert client.get(address, headers=reader).json() == table.get("bo", "").json()


def test_every_offer_over_http_is_accepted_as_it_is_written(sit: Sit, ledger: Ledger) -> None:
    for system in ("pursuit", "etiquette"):
        table = sit(system)
        play(table, ledger, Choices(3), 6)
        encounter = ledger.fight(table.id).encounter
        assert encounter.outcome is None
        seat = next(seat for seat in ("ana", "bo") if offers(table, seat))
        body = next(spelled(offers(table, seat)[0]))
        assert table.do(seat, body).status_code == 200
