"""What is sealed, at a table of devices: signed as sealed, salted by all, opened only to whom it belongs."""

from __future__ import annotations

import pytest

from client.joining import join
from files import documents, rosters
from ledger.proof.verifying import verify
from tests.client.tables import House, Table


@pytest.fixture
def table(here: House) -> Table:
    table = here.open(documents.read(rosters.SAMPLES["verdigris"]).content)
    table.join("gm", "odile", "berek")
    return table


def test_a_secret_roll_is_salted_by_all_and_known_to_the_referee_alone(table: Table) -> None:
    done = table.at["gm"].do({"do": "secret_roll", "by": "gm", "dice": "2d6", "purpose": "is the bridge watched"})
    assert sorted(done.lines[0]["contributors"]) == ["berek", "gm", "odile"]
    assert "sealed" in done.lines[0]["decl"]
    table.catch_up()
    known = {seat: [line.inner for line in client.history.fight().lines] for seat, client in table.at.items()}
    assert any(known["gm"])
    assert not any(known["odile"])
    assert all(client.alarm is None for client in table.at.values())
    assert verify(table.house.ledger.export(table.encounter)).broken is None


def test_a_private_message_reaches_the_seat_it_is_for(table: Table) -> None:
    table.at["gm"].do({"do": "seal", "by": "gm", "text": "You hear oars.", "to": ["odile"]})
    table.catch_up()
    heard = {seat: [line for line in client.history.fight().lines if line.inner] for seat, client in table.at.items()}
    assert heard["odile"]
    assert not heard["berek"]
    assert "You hear oars." in str(heard["odile"][-1].inner)
    table.at["odile"].do({"do": "seal", "by": "odile", "text": "I hide.", "to": ["gm"]})
    table.catch_up()
    assert all(client.alarm is None for client in table.at.values())


@pytest.mark.long
def test_a_late_device_of_the_referee_learns_what_is_sealed(table: Table) -> None:
    table.at["gm"].do({"do": "seal", "by": "gm", "text": "The ferryman lies."})
    gm = table.at["gm"]
    gm.close()
    table.at["gm"] = table.house.seat(join(table.invitations["gm"], table.house.state / "gm"))
    table.catch_up()
    assert any(line.inner for line in table.at["gm"].history.fight().lines)
