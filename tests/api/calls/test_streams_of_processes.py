"""Streams of several processes over one store, which are killed and started again."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import orjson
import pytest
from httpx2 import Client as Http

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from tests.api.devices import Player as Keyed
from tests.api.listening import Client, Ear, until
from tests.api.served import Served, served
from tests.api.streaming import Serving
from tests.cluster import NoPostgres, database, own_cluster
from tests.ledger.fights import LASTING, SHOT, TO_BLOWS, Player, legal, opening


@pytest.fixture(params=[pytest.param("sqlite", marks=pytest.mark.long), "postgres"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or none, for a file."""
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else None


@contextmanager
def processes(folder: Path, url: str | None, many: int) -> Iterator[list[Served]]:
    running = [served(folder, url) for _ in range(many)]
    try:
        yield running
    finally:
        for each in running:
            each.process.kill()
            each.process.communicate()


class Playing:
    """Sends random legal commands to one encounter, through any of several servers."""

    def __init__(self, ledger: Ledger, seed: int, **changes: Any) -> None:
        opened = ledger.open(opening(combatants=LASTING, **changes))
        self.ledger = ledger
        self.encounter, self.keys = opened.encounter, opened.keys
        self.chance = random.Random(seed)
        self.http = Http(timeout=30)
        self.accepted = 0
        self.sent = 0
        for body in TO_BLOWS:
            Player(ledger, self.encounter, start=self.sent).does(body)
            self.sent += 1

    def play(self, commands: int, *addresses: str) -> None:
        for _ in range(commands):
            seat, body = self.chance.choice(legal(self.ledger, self.encounter))
            self.sent += 1
            address = f"{self.chance.choice(addresses)}/api/encounters/{self.encounter}/commands"
            headers = {"Authorization": f"Bearer {self.keys[seat]}"}
            answer = self.http.post(address, headers=headers, json={"action": body, "cmd": f"p{self.sent}"})
            assert answer.status_code in (200, 409), answer.text
            self.accepted += answer.status_code == 200

    def all_heard(self, clients: list[Client]) -> None:
        """Wait until all clients know the newest line, and compare what they heard with what is stored."""
        self.http.close()
        fight = self.ledger.fight(self.encounter)
        until(lambda: all(client.knows(fight.version) for client in clients))
        stored = [orjson.loads(line.raw) for line in fight.lines]
        for client in clients:
            client.stop()
            assert client.lines == stored[(client.first or 0) + 1 :]
            assert client.view == clients[0].view
        assert clients[0].view["version"] == fight.version


@pytest.mark.long
@pytest.mark.slow
def test_all_streams_of_two_processes_hear_all_commands_of_both(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        addresses = [each.address for each in running]
        tables = [Playing(ledger, seed) for seed in range(2)]
        heard = {
            table.encounter: [
                Client(table.encounter, table.keys[seat], address)
                for address in addresses
                for seat in ("ana", "bo", "eve", "eve")
            ]
            for table in tables
        }
        for clients in heard.values():
            until(lambda: all(client.knows(0) for client in clients))  # noqa: B023
        writers = [Thread(target=table.play, args=(25, *addresses)) for table in tables for _ in range(2)]
        for each in writers:
            each.start()
        for each in writers:
            each.join()
        for table in tables:
            assert table.accepted > 25
            table.all_heard(heard[table.encounter])
            assert all(client.streams == 1 for client in heard[table.encounter])


@pytest.mark.long
@pytest.mark.slow
def test_what_devices_tell_one_process_is_told_on_the_streams_of_another(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        one, other = (each.address for each in running)
        opened = ledger.open(opening(combatants=LASTING))
        with Http(base_url=one) as http, Ear(other, opened.encounter, opened.keys["eve"]) as ear:
            assert ear.begin()["seats"] == []
            ana, bo = (Keyed(http, opened.encounter, seat, opened.keys[seat]) for seat in ("ana", "bo"))
            for player in (ana, bo):
                assert player.join().status_code == 200
                player.beat()
            ear.until("seats", lambda told: [each["there"] for each in told] == [["ana"], ["bo"]])
            for body in TO_BLOWS:
                assert ana.does(body).status_code == 200
            bo.beat()
            accepted = ana.does(SHOT).json()["lines"][0]
            bo.links(accepted, ana.raw(accepted["n"]))
            assert ear.until("links", lambda told: told and told["came"])["missing"] == ["ana"]
            ana.links(accepted, ana.raw(accepted["n"]))
            ear.until("links", lambda told: told is None)


@pytest.mark.long
@pytest.mark.slow
def test_kill_9_of_a_process_loses_no_client_a_line(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        one, other = (each.address for each in running)
        table = Playing(ledger, 5)
        clients = [
            *(Client(table.encounter, table.keys["eve"], one, other) for _ in range(4)),
            *(Client(table.encounter, table.keys["ana"], other, one) for _ in range(4)),
        ]
        until(lambda: all(client.knows(0) for client in clients))
        table.play(20, one, other)
        going_on = Thread(target=table.play, args=(25, other))
        going_on.start()
        running[0].process.kill()
        going_on.join()
        table.all_heard(clients)
        assert [client.streams for client in clients] == [2] * 4 + [1] * 4


@pytest.mark.long
@pytest.mark.slow
def test_a_restart_loses_no_client_a_line_and_the_process_ends_at_once(tmp_path: Path, url: str | None) -> None:
    with Ledger(tmp_path, database=url) as ledger, processes(tmp_path, url, 2) as running:
        one, other = (each.address for each in running)
        table = Playing(ledger, 6)
        clients = [Client(table.encounter, table.keys["eve"], one, other) for _ in range(6)]
        until(lambda: all(client.knows(0) for client in clients))
        table.play(10, one, other)
        running[0].process.send_signal(signal.SIGTERM)
        assert running[0].process.wait(30) == 0
        assert running[0].process.communicate()[1] == ""
        table.play(10, other)
        table.all_heard(clients)


@pytest.mark.long
@pytest.mark.slow
def test_streams_go_on_once_a_killed_postgresql_is_back(tmp_path: Path) -> None:
    try:
        with (
            own_cluster(durable=True) as cluster,
            database(cluster.url) as url,
            Ledger(tmp_path, database=url) as ledger,
        ):
            running = Serving(ledger)
            clients = [running.listener() for _ in range(3)]
            until(lambda: all(client.knows(running.version) for client in clients))
            running.player.does(TO_BLOWS[0])
            cluster.kill()
            with pytest.raises(LedgerRefused):
                running.player.does(TO_BLOWS[1], cmd="again")
            cluster.start()
            until(lambda: _accepts(running.player, TO_BLOWS[1]))
            until(lambda: all(client.knows(running.version) for client in clients))
            stored = [orjson.loads(line.raw) for line in ledger.lines(running.encounter)]
            for client in clients:
                client.stop()
                assert client.lines == stored[(client.first or 0) + 1 :]
            running.stop()
    except NoPostgres as missing:
        pytest.skip(str(missing))


def _accepts(player: Player, body: dict[str, Any]) -> bool:
    try:
        player.does(body, cmd="again")
    except LedgerRefused:
        return False
    return True


def test_commands_to_one_encounter_through_two_ledgers_are_heard_in_one_order(here: Serving, tmp_path: Path) -> None:
    client = here.listener()
    until(lambda: client.knows(here.version))
    here.player.comes_to_blows()
    with Ledger(tmp_path) as elsewhere:
        players = [here.player, Player(elsewhere, here.encounter, start=500)]

        def shoots(player: Player) -> None:
            for _ in range(10):
                try:
                    player.does(SHOT)
                except (Refused, LedgerRefused):
                    sleep(0.001)

        threads = [Thread(target=shoots, args=(player,)) for player in players]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    until(lambda: client.knows(here.version))
    client.stop()
    assert client.lines == [orjson.loads(line.raw) for line in here.ledger.lines(here.encounter, client.first or 0)]
