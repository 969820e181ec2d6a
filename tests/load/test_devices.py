"""Devices at a table whose server is killed again and again: nobody cries, each roll is redrawn, each line is kept."""

from __future__ import annotations

import random
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from bots.players import PLAYERS, Choices
from client.bot import Bot
from client.calling import Calls
from client.client import Client
from client.joining import join
from files import documents, rosters
from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.load.journal import journal, unsound
from tests.load.servers import Server

KILLS = 3


def knows(client: Client, many: int) -> bool:
    """Return whether somebody comes to know so many lines."""
    return client.wait(lambda: client.history.size >= many)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def test_devices_play_a_fight_to_its_end_though_the_server_is_killed_in_the_middle(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    store, chance = tmp_path / "store", random.Random("devices")
    store.mkdir()
    database = request.getfixturevalue("postgres") if kind == "postgres" else None
    server = Server(store, 1, database)
    server.start()
    with ExitStack() as ending:
        ending.callback(server.kill)
        calls = ending.enter_context(closing(Calls(server.address)))
        opened = calls.post("/api/encounters", documents.read(rosters.SAMPLES["verdigris"]).content)
        clients = [
            ending.enter_context(closing(join(link, tmp_path / seat, length=64).start()))
            for seat, link in opened["invitations"].items()
        ]
        wrong = list[BaseException]()
        playing = [
            Thread(target=played, args=(client, number, wrong), daemon=True) for number, client in enumerate(clients)
        ]
        for thread in playing:
            thread.start()
        for _ in range(KILLS):
            sleep(chance.uniform(0.5, 1.0))
            server.kill()
            server.start()
        for thread in playing:
            thread.join(120)
        assert wrong == []
        assert not any(thread.is_alive() for thread in playing), "the fight did not end"
        assert [client.alarm for client in clients] == [None] * len(clients)
        with journal(store, database) as judge:
            many = len(judge.lines(opened["encounter"]))
        # Devices whose links run out promise new ones after the end as well: more lines may follow these.
        assert all(knows(client, many) for client in clients)
        known = [client.history.raw for client in clients]
    with journal(store, database) as judge:
        stored = judge.lines(opened["encounter"])
        assert unsound(stored) == judge.untrue(opened["encounter"]) == []
    assert all(lines == [line.raw for line in stored[: len(lines)]] for lines in known)
    with Ledger(store, database=database) as ledger:
        verified = verify(ledger.export(opened["encounter"]))
    assert verified.broken is None
    # While the server was away some links came too late: then it goes on without them, and says so.
    assert {roll.grade for roll in verified.rolls} <= {"witnessed", "partial", "server+roller", "server only"}
    assert any(roll.grade == "witnessed" for roll in verified.rolls)


def played(client: Client, number: int, wrong: list[BaseException]) -> None:
    """Let a bot play a seat to the end."""
    try:
        Bot(client, PLAYERS["sensible"], Choices(number)).play()
    except BaseException as error:
        wrong.append(error)
