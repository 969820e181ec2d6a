"""Past one table: what docs/past-one-postgresql.md says was tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
import pytest

from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import NoStore
from ledger.store import postgres as store
from projections.tables.runner import Runner
from tests.cluster import database
from tests.ledger.fights import BACK, LASTING, SHOT, Player, opened
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told

PARTS = 4
KEY = "PRIMARY KEY (originator_id, originator_version));"
POSITION = "CREATE UNIQUE INDEX stored_events_position"


def partitioned() -> str:
    """Return the first step of the schema with its lines in hash partitions by encounter."""
    parts = [
        f"CREATE TABLE stored_events_{part} PARTITION OF stored_events"
        f" FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part});"
        for part in range(PARTS)
    ]
    first = store.MIGRATIONS[0]
    assert KEY in first
    return first.replace(KEY, f"{KEY[:-1]} PARTITION BY HASH (originator_id);{''.join(parts)}")


@pytest.fixture
def with_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    first = partitioned()
    assert POSITION in first
    plain = first.replace(POSITION, POSITION.replace("UNIQUE ", ""))
    monkeypatch.setattr(store, "MIGRATIONS", (plain, *store.MIGRATIONS[1:]))


def play(ledger: Ledger, encounters: int) -> list[Player]:
    players = [opened(ledger, combatants=LASTING) for _ in range(encounters)]
    for player in players:
        player.comes_to_blows()
        player.does(SHOT)
        player.does(BACK)
    return players


def is_whole(ledger: Ledger, players: list[Player]) -> None:
    assert all(verify(ledger.export(player.encounter)).ok for player in players)
    with closing(Runner(ledger, page=20)) as runner:
        runner.catch_up()
        assert tallied(runner.tables) == told(ledger)
        assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.usefixtures("with_parts")
def test_every_statement_works_on_hash_partitions_by_encounter(tmp_path: Path, postgres: str) -> None:
    with Ledger(tmp_path, database=postgres) as ledger:
        is_whole(ledger, play(ledger, 8))
    with psycopg.connect(postgres) as connection:
        spread = connection.execute("SELECT count(DISTINCT tableoid) FROM stored_events").fetchone()
    assert spread is not None
    assert spread[0] > 1


def test_only_the_unique_position_stands_against_partitions(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MIGRATIONS", (partitioned(), *store.MIGRATIONS[1:]))
    with pytest.raises(NoStore, match="unique constraint on partitioned table must include"):
        Ledger(tmp_path, database=postgres)


@pytest.fixture
def two(server: str) -> Iterator[list[str]]:
    """Give the URLs of two databases."""
    with database(server) as one, database(server) as other:
        yield [one, other]


def test_two_databases_with_a_ledger_each_share_the_key_and_nothing_else(tmp_path: Path, two: list[str]) -> None:
    with ExitStack() as stack:
        ledgers = [stack.enter_context(Ledger(tmp_path, database=url)) for url in two]
        played = [play(ledger, 2) for ledger in ledgers]
        for ledger, players in zip(ledgers, played, strict=True):
            assert {each.encounter for each in ledger.encounters()} == {each.encounter for each in players}
            is_whole(ledger, players)
