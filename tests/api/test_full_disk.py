"""While no command can be written the server is not ready, whatever else finds room on the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from api.app import create_app
from ledger.application import Ledger
from ledger.refusals import NoStore
from tests.ledger.fights import opened
from tests.load.disks import Disk, NoDisk, small_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Give a disk of a few megabytes; skips where none can be mounted."""
    with ExitStack() as ending:
        try:
            found = ending.enter_context(small_disk(tmp_path / "disk", 6))
        except NoDisk as missing:
            pytest.skip(str(missing))
        yield found


@pytest.mark.parametrize("pages", range(0, 14, 3))
def test_a_full_disk_is_not_ready_until_a_command_would_find_room(disk: Disk, pages: int) -> None:
    """Some pages are left, in which less than a command can be written."""
    with Ledger(disk.folder / "data") as ledger, TestClient(create_app(ledger)) as client:
        player = opened(ledger)
        room = disk.folder / "room"
        room.write_bytes(bytes(4096 * pages))
        disk.fill()
        with suppress(NoStore):
            while True:
                player.does({"do": "say", "who": "Ana", "text": "Word " * 300})
        room.unlink()
        refused = client.get("/readyz")
        assert refused.status_code == 503, refused.text
        assert "disk is full" in refused.json()["detail"]
        disk.empty()
        assert client.get("/readyz").status_code == 200
        player.does({"do": "say", "who": "Ana", "text": "At last."})
        assert client.get("/readyz").status_code == 200
