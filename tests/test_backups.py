"""Backups taken while somebody writes: put back elsewhere they verify and are played on; tables are built again."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import psycopg
import pytest

from ledger.application import Ledger
from ledger.dice.secrets import KEY_FILE
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.refusals import LedgerRefused, NoChain
from ledger.store.kinds import FILE
from projections.tables.runner import Runner
from tests.cluster import database, own_cluster
from tests.ledger.fights import BACK, LASTING, SHOT, SWORDS, Player, opened
from tests.ledger.writer import writer
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told

Promise = tuple[str, int, str]


@contextmanager
def written_to(folder: Path, url: str | None = None) -> Iterator[list[Promise]]:
    """Let a process of its own play without end; yield what it was promised so far."""
    with Ledger(folder, database=url) as ledger:
        encounters = [opened(ledger, combatants=LASTING).encounter, opened(ledger, SWORDS, dice="ledger").encounter]
    child = writer(folder, "w", 0, encounters[0], database=url)
    assert child.stdout is not None
    try:
        promised = [child.stdout.readline().split() for _ in range(20)]
        yield [(encounter, int(version), digest) for encounter, version, digest in promised]
        assert child.poll() is None, "it wrote all the time"
    finally:
        child.kill()
        child.communicate()


def is_whole(folder: Path, url: str | None, promised: list[Promise], origin: Ledger) -> None:
    """Hold what was put back to what was promised before, and play on in it."""
    with Ledger(folder, database=url) as ledger, closing(Runner(ledger)) as runner:
        encounters = [each.encounter for each in ledger.encounters()]
        assert encounters == [each.encounter for each in origin.encounters()]
        for encounter, version, digest in promised:
            assert leaf(ledger.lines(encounter)[version].raw).hex() == digest
        for encounter in encounters:
            kept = [line.raw for line in ledger.lines(encounter)]
            assert kept == [line.raw for line in origin.lines(encounter)][: len(kept)]
            assert ledger.store.seats_of(encounter) == origin.store.seats_of(encounter)
            Player(ledger, encounter, start=1000).plays(random.Random(1), 4)
            assert len(ledger.lines(encounter)) > len(kept)
            assert verify(ledger.export(encounter)).ok
        runner.catch_up()
        assert tallied(runner.tables) == told(ledger)
        assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long(but=("backup",))
@pytest.mark.parametrize("way", ["backup", "vacuum into"])
def test_a_file_copied_while_it_is_written_to_is_a_whole_store(tmp_path: Path, way: str) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    with written_to(here) as promised, closing(sqlite3.connect(here / FILE)) as store:
        if way == "backup":
            with closing(sqlite3.connect(there / FILE)) as copy:
                store.backup(copy)
        else:
            store.execute("VACUUM INTO ?", (str(there / FILE),))
        shutil.copy(here / KEY_FILE, there / KEY_FILE)
    with Ledger(here) as origin:
        is_whole(there, None, promised, origin)


@pytest.mark.long
def test_a_dump_taken_while_it_is_written_to_is_a_whole_store(tmp_path: Path, server: str, postgres: str) -> None:
    dump = tmp_path / "dump"
    with written_to(tmp_path, postgres) as promised:
        with Ledger(tmp_path, database=postgres) as ledger, closing(Runner(ledger)) as runner:
            runner.catch_up()
        run(server, "pg_dump", "--format=custom", f"--file={dump}", f"--dbname={postgres}")
    with database(server) as fresh:
        run(server, "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={fresh}", str(dump))
        with Ledger(tmp_path, database=postgres) as origin:
            is_whole(tmp_path, fresh, promised, origin)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("server")
def test_a_moment_is_restored_from_a_base_backup_and_the_archived_log(tmp_path: Path) -> None:
    archive, base = tmp_path / "archive", tmp_path / "base" / "data"
    for folder in (tmp_path, archive, base.parent):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o777)
    keeping = ("archive_mode=on", f"archive_command=cp %p {archive}/part && mv {archive}/part {archive}/%f")
    with own_cluster(durable=True, settings=keeping) as cluster, Ledger(tmp_path, database=cluster.url) as origin:
        player = opened(origin, combatants=LASTING)
        player.comes_to_blows()
        cluster.copy(base)
        player.does(SHOT)
        version = origin.fight(player.encounter).version
        with psycopg.connect(cluster.url, autocommit=True) as connection:
            moment = connection.execute("SELECT clock_timestamp()::text").fetchone()
            player.does(BACK)
            lines = [line.raw for line in origin.lines(player.encounter)]
            last = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
            until((archive / str(last and last[0])).exists)
    (base / "recovery.signal").touch()
    back = (
        f"restore_command=cp {archive}/%f %p",
        f"recovery_target_time={moment and moment[0]}",
        "recovery_target_action=promote",
    )
    with own_cluster(durable=True, data=base, settings=back, made=True) as restored:
        until(lambda: not recovers(restored.url))
        with Ledger(tmp_path, database=restored.url) as ledger:
            assert [line.raw for line in ledger.lines(player.encounter)] == lines[: version + 1]
            Player(ledger, player.encounter, start=1000).does(BACK)
            assert verify(ledger.export(player.encounter)).ok


def recovers(url: str) -> bool:
    """Return whether a database still reads its log."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_is_in_recovery()").fetchone()
    return row is not None and bool(row[0])


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(600):
        if holds():
            return
        sleep(0.05)
    raise AssertionError("It did not come to hold.")


def run(server: str, program: str, *arguments: str) -> None:
    """Run a program of the server's own version."""
    with psycopg.connect(server) as connection:
        row = connection.execute("SELECT setting FROM pg_config WHERE name = 'BINDIR'").fetchone()
    assert row is not None
    path = Path(row[0]) / program
    if not path.exists():
        pytest.skip(f"{program} of this server is not on this machine: {path}")
    subprocess.run([path, *arguments], check=True, capture_output=True, timeout=60)


def test_without_its_key_a_backup_can_be_read_and_not_rolled_on(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Ledger(here) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
    there.mkdir()
    shutil.copy(here / FILE, there / FILE)
    with Ledger(there, key="any") as ledger:
        assert verify(ledger.export(player.encounter)).ok
        with pytest.raises(NoChain, match="locked with another key"):
            Player(ledger, player.encounter, start=100).does(SHOT)


def test_who_saw_more_than_an_older_backup_holds_notices(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with Ledger(here) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        with closing(sqlite3.connect(here / FILE)) as store:
            there.mkdir()
            store.execute("VACUUM INTO ?", (str(there / FILE),))
        player.does(SHOT)
        newest = player.does(BACK).lines[-1]
    shutil.copy(here / KEY_FILE, there / KEY_FILE)
    with Ledger(there) as ledger:
        again = Player(ledger, player.encounter, start=100)
        seen = (newest.n + 1, leaf(newest.raw).hex())
        with pytest.raises(LedgerRefused, match="is not there yet"):
            again.does(SHOT, seen=seen)
        for _ in range(3):
            again.does(SHOT)
            again.does(BACK)
        assert verify(ledger.export(player.encounter)).ok, "the file itself cannot tell"
        assert leaf(ledger.lines(player.encounter)[newest.n].raw).hex() != seen[1], "who kept a hash can"
