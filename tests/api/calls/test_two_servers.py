"""Two servers on one store: what is written through either stands in the lobby of both, and either may be killed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ledger.application import Ledger
from projections.tables.runner import Runner
from tests.api.conftest import SAMPLE
from tests.api.listening import until
from tests.load.servers import Server
from tests.projections.tables.telling import lobby_rows, lobby_told, tallied, told

pytestmark = pytest.mark.long

OPERATOR = secrets.token_urlsafe(32)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str | None:
    """Give the URL of a fresh database, or None for a file."""
    url: str | None = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return url


@pytest.fixture
def servers(tmp_path: Path, database: str | None, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Server]]:
    monkeypatch.setenv("ENCOUNTER_OPERATOR_KEY", OPERATOR)
    started = [Server(tmp_path, number, database) for number in range(2)]
    try:
        for server in started:
            server.start()
        yield started
    finally:
        for server in started:
            server.kill()


def call(server: Server, method: str, path: str, key: str = OPERATOR, body: Any = None) -> dict[str, Any]:
    answer = httpx2.request(
        method, f"{server.address}/api{path}", headers={"Authorization": f"Bearer {key}"}, json=body, timeout=30
    )
    assert answer.status_code < 300, answer.text
    found: dict[str, Any] = answer.json()
    return found


def holds(server: Server, written: dict[str, int]) -> bool:
    """Say whether the lobby of a server holds these encounters at these versions, and no other."""
    return {each["encounter"]: each["version"] for each in call(server, "GET", "/lobby")["encounters"]} == written


@pytest.mark.slow
def test_one_killed_while_it_writes_leaves_a_whole_lobby_to_the_other(
    tmp_path: Path, database: str | None, servers: list[Server]
) -> None:
    written: dict[str, int] = {}
    for dies, lives in (servers, servers[::-1]):
        for one, other in (dies, lives), (lives, dies), (lives, dies), (dies, lives):
            opened = call(one, "POST", "/encounters", body=deepcopy(SAMPLE["pursuit"]))
            encounter, key = opened["encounter"], opened["keys"]["ana"]
            command = {"action": {"do": "begin_move", "who": "Ana", "allowance": 3}, "cmd": "c"}
            written[encounter] = call(other, "POST", f"/encounters/{encounter}/commands", key, command)["version"]
        dies.kill()
        until(partial(holds, lives, written))
        dies.start()
        until(partial(holds, dies, written))
    for server in servers:
        server.kill()
    with Ledger(tmp_path, database=database) as ledger, closing(Runner(ledger)) as runner:
        runner.catch_up()
        assert tallied(runner.tables) == told(ledger)
        assert lobby_rows(runner.tables) == lobby_told(ledger)
