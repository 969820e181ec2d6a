"""A power cut in the middle of play: what was acknowledged is there again, and nothing else but what was under way.

The disk is a file system that is shut down as Linux does it when its device is gone; all that was not synced is lost.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.cluster import own_cluster
from tests.ledger.fights import LASTING, Player, opened
from tests.ledger.writer import writer
from tests.load.disks import NoDisk, PowerDisk, power_disk
from tests.load.journal import journal, unsound
from tests.sparing import often

CUTS = often(3, whole=5)
FEW = 2
BALLAST = "INSERT INTO ballast SELECT string_agg(random()::text, '') FROM generate_series(1, 9999)"
FULL = "No space left on device"
chance = random.Random("power")


@contextmanager
def mounted(folder: Path, megabytes: int) -> Iterator[PowerDisk]:
    """Give a disk; skips where only root could."""
    place = folder / "disk"
    place.mkdir()
    with ExitStack() as ending:
        try:
            disk = ending.enter_context(power_disk(place, folder / "image", megabytes))
        except NoDisk as missing:
            pytest.skip(str(missing))
        yield disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[PowerDisk]:
    with mounted(tmp_path, 48) as found:
        yield found


@pytest.mark.slow
def test_what_was_acknowledged_survives_the_power_under_sqlite(disk: PowerDisk) -> None:
    survives(disk.folder / "store", None, disk.cut, disk.mend)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("server")
def test_what_was_acknowledged_survives_the_power_under_postgresql(tmp_path: Path) -> None:
    with (
        mounted(tmp_path, 320) as disk,
        own_cluster(durable=True, data=disk.folder / "data", wal=disk.folder / "wal") as cluster,
    ):

        def mend() -> None:
            cluster.kill()
            disk.mend()
            cluster.start()

        survives(tmp_path, cluster.url, disk.cut, mend, FEW)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("server")
def test_a_full_disk_under_the_log_of_postgresql_loses_nothing(tmp_path: Path) -> None:
    with (
        mounted(tmp_path, 320) as disk,
        own_cluster(durable=True, data=tmp_path / "data", wal=disk.folder / "wal") as cluster,
    ):

        def fill() -> None:
            disk.fill()
            with suppress(psycopg.Error), psycopg.connect(cluster.url, autocommit=True) as other:
                # Of the log some segments are there already: they are written full.
                other.execute("CREATE TABLE IF NOT EXISTS ballast (weight text)")
                while True:
                    other.execute(BALLAST)
            assert FULL in cluster.log

        def mend() -> None:
            disk.empty()
            cluster.kill()
            cluster.start()

        survives(tmp_path, cluster.url, fill, mend, FEW, stopped=False)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("server")
def test_what_was_not_synced_under_the_log_of_postgresql_was_not_acknowledged(tmp_path: Path) -> None:
    """The disk fails while the process that plays goes on: nothing that it is promised from then on lies there."""
    with (
        mounted(tmp_path, 320) as disk,
        own_cluster(durable=True, data=tmp_path / "data", wal=disk.folder / "wal") as cluster,
    ):

        def fail() -> None:
            disk.cut()
            with suppress(psycopg.Error), psycopg.connect(cluster.url, autocommit=True) as other:
                while True:
                    other.execute("SELECT pg_switch_wal(), pg_logical_emit_message(true, 'weight', 'x')")
            assert "Input/output error" in cluster.log

        def mend() -> None:
            cluster.kill()
            disk.mend()
            cluster.start()

        survives(tmp_path, cluster.url, fail, mend, 1, stopped=False)


def survives(
    folder: Path,
    url: str | None,
    cut: Callable[[], None],
    mend: Callable[[], None],
    turns: int = CUTS,
    *,
    stopped: bool = True,
) -> None:
    """Cut a store off in the middle of play, again and again; hold every line that was promised against it.

    The process that plays is ``stopped`` before: a machine without power says nothing more.
    """
    with Ledger(folder, database=url) as ledger:
        encounters = [opened(ledger, combatants=LASTING).encounter for _ in range(2)]
    promised: dict[tuple[str, int], str] = {}
    for turn in range(turns):
        child = writer(folder, f"p{turn}", 0, *encounters, database=url)
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(chance.uniform(0.1, 0.5))
        if stopped:
            child.send_signal(signal.SIGSTOP)
            while " T " not in Path(f"/proc/{child.pid}/stat").read_text():
                time.sleep(0.005)
        cut()
        child.send_signal(signal.SIGKILL)
        # A line half printed was not received.
        said = (first + child.communicate(timeout=30)[0]).rpartition("\n")[0].splitlines()
        promised |= {(each.split()[0], int(each.split()[1])): each.split()[2] for each in said if each.count(" ") == 2}
        mend()
        with journal(folder, url) as judge:
            stored = {encounter: judge.lines(encounter) for encounter in encounters}
            assert [wrong for lines in stored.values() for wrong in unsound(lines)] == []
            assert [wrong for encounter in encounters for wrong in judge.untrue(encounter)] == []
        for (encounter, version), digest in promised.items():
            assert stored[encounter][version].hash == digest
        with Ledger(folder, database=url) as ledger:
            assert [verify(ledger.export(encounter)).broken for encounter in encounters] == [None] * len(encounters)
    assert len(promised) >= turns
    with Ledger(folder, database=url) as ledger:
        for encounter in encounters:
            Player(ledger, encounter).plays(random.Random(1), 3)


def test_what_was_not_synced_is_gone(disk: PowerDisk) -> None:
    """The disk does what the other test needs of it."""
    kept, lost = disk.folder / "kept", disk.folder / "lost"
    with kept.open("wb") as file:
        file.write(b"kept")
        file.flush()
        os.fsync(file.fileno())
    lost.write_bytes(b"lost")
    disk.cut()
    with pytest.raises(OSError, match="error"):
        (disk.folder / "later").write_bytes(b"later")
    disk.mend()
    assert kept.read_bytes() == b"kept"
    assert not lost.exists()
