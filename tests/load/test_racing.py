"""Two servers, one encounter, every command at both: each happens once, and both tell the same of it."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from ledger.application import Ledger
from tests.api.streaming import Serving
from tests.ledger.fights import opening
from tests.load.racing import Raced, judged, race
from tests.load.servers import Server

STORES = ["sqlite", "postgres"]
KILLS = 4


@pytest.fixture(params=STORES)
def database(request: pytest.FixtureRequest) -> str | None:
    return str(request.getfixturevalue("postgres")) if request.param == "postgres" else None


def playing(keys: dict[str, str]) -> dict[str, str]:
    """Return the keys of those who may speak."""
    return {seat: key for seat, key in keys.items() if seat != "eve"}


@pytest.mark.long(but=("sqlite",))
def test_a_command_that_reaches_two_servers_at_once_happens_once_and_is_answered_alike(
    tmp_path: Path, database: str | None
) -> None:
    with ExitStack() as ending:
        ledgers = [ending.enter_context(Ledger(tmp_path, database=database)) for _ in range(2)]
        servers = [Serving(ledger) for ledger in ledgers]
        for each in servers:
            ending.callback(each.stop)
        here = servers[0]
        raced = race([each.address for each in servers], here.encounter, playing(here.keys), 12)
    assert judged(raced, tmp_path, database, here.encounter) == []
    assert set(raced.answered) == raced.sent
    assert len(raced.sent) == 12 * len(playing(here.keys))


@pytest.mark.long
def test_it_does_so_though_either_server_is_killed_again_and_again(tmp_path: Path, database: str | None) -> None:
    with Ledger(tmp_path, database=database) as ledger:
        begun = ledger.open(opening())
    servers = [Server(tmp_path, number, database) for number in (1, 2)]
    done, found = Event(), list[Raced]()
    with ExitStack() as ending:
        for each in servers:
            ending.callback(each.kill)
            each.start()
        addresses = [each.address for each in servers]
        racing = Thread(
            target=lambda: found.append(race(addresses, begun.encounter, playing(begun.keys), 10_000, done))
        )
        racing.start()
        for number in range(KILLS):
            sleep(1)
            servers[number % 2].kill()
            servers[number % 2].start()
        done.set()
        racing.join(60)
    assert judged(found[0], tmp_path, database, begun.encounter) == []
    assert len(found[0].answered) > KILLS
