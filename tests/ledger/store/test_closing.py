"""A store is closed while somebody still reads: they get their answer, and nobody after them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from ledger.application import Ledger
from ledger.refusals import NoStore
from ledger.store.sqlite import Datastore
from projections.tables.sqlite import Datastore as ReadModels

LONG = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < {}) SELECT COUNT(*) FROM c"


@pytest.mark.parametrize("of", [Datastore, ReadModels])
def test_whoever_reads_while_the_store_is_closed_gets_an_answer_and_nobody_after_them(
    tmp_path: Path, of: type[Datastore]
) -> None:
    datastore, lent, found = of(str(tmp_path / "store.sqlite")), Event(), []

    def reads() -> None:
        with datastore.transaction(commit=False) as cursor:
            lent.set()
            cursor.execute(LONG.format(300_000))
            found.append(cursor.fetchone()[0])

    reader = Thread(target=reads)
    reader.start()
    lent.wait()
    datastore.close()
    assert found == [300_000]
    reader.join()
    with pytest.raises(NoStore, match="The store is closed"), datastore.transaction(commit=False):
        pass


CLOSED_UNDER_READERS = """
import sys
from threading import Thread
from ledger.store.sqlite import Datastore

for number in range(60):
    datastore = Datastore(f"{sys.argv[1]}/{number}.sqlite")
    def reads():
        while True:
            with datastore.transaction(commit=False) as cursor:
                cursor.execute(sys.argv[2])
                cursor.fetchall()
    readers = [Thread(target=reads, daemon=True) for _ in range(3)]
    for each in readers:
        each.start()
    datastore.close()
"""


@pytest.mark.long
def test_a_process_outlives_a_store_that_is_closed_under_its_readers(tmp_path: Path) -> None:
    program = [sys.executable, "-c", CLOSED_UNDER_READERS, str(tmp_path), LONG.format(20_000)]
    ended = subprocess.run(program, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]


def test_a_ledger_is_closed_while_its_lines_are_followed(tmp_path: Path) -> None:
    """The thread that follows them had been told to end, and was not awaited."""
    for number in range(20):
        ledger = Ledger(tmp_path / str(number))
        leave = ledger.tailer.subscribe("", lambda _: None)
        leave()
        ledger.close()
