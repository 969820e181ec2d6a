"""A ledger in memory behind the real application, and tables opened over HTTP."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.shapes.samples import OPENINGS
from ledger.application import Ledger
from ledger.dice.secrets import new_token, token_hash
from tests.api.streaming import Serving

Body = dict[str, Any]
SAMPLE = {str(opening["system"]): opening for opening in reversed(OPENINGS.values())}
"""The first opening of each system."""
WATCHED = (
    "",
    "/board",
    "/initiative",
    "/chronicle",
    "/lines",
    "/words",
    "/disputes",
    "/why?value=turn",
    "/replay",
    "/diff?from=0",
    "/export",
)
"""What whoever watches may read of a fight."""
OPERATOR = new_token()
"""The key of whoever runs the installation."""
_numbers = itertools.count(1)


def listed(client: TestClient) -> Any:
    """Return the list of all encounters, as the operator gets it."""
    answer = client.get("/api/encounters", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert answer.status_code == 200, answer.text
    return answer.json()


class Table:
    """An encounter over HTTP: who calls is said by the name of their seat."""

    def __init__(self, client: TestClient, opening: Body) -> None:
        answer = client.post("/api/encounters", json=opening)
        assert answer.status_code == 201, answer.text
        self.client = client
        self.id: str = answer.json()["encounter"]
        self.keys: dict[str, str] = answer.json()["keys"]
        self.version: int = answer.json()["version"]

    def headers(self, seat: str | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.keys[seat]}"}

    def get(self, seat: str | None, path: str) -> Response:
        return self.client.get(f"/api/encounters/{self.id}{path}", headers=self.headers(seat))

    def post(self, seat: str | None, path: str, body: Body, headers: dict[str, str] | None = None) -> Response:
        address = f"/api/encounters/{self.id}{path}"
        return self.client.post(address, json=body, headers={**self.headers(seat), **(headers or {})})

    def do(self, seat: str | None, action: Body, headers: dict[str, str] | None = None, /, **more: Any) -> Response:
        body = {"action": action, "cmd": f"c-{next(_numbers)}", **more}
        return self.post(seat, "/commands", body, headers)

    def done(self, seat: str, do: str, /, **fields: Any) -> Body:
        """Return the answer to a command that must be accepted."""
        answer = self.do(seat, {"do": do, **fields})
        assert answer.status_code in (200, 202), answer.text
        happened: Body = answer.json()
        return happened

    def types(self) -> list[str]:
        """Return the type of every stored line."""
        return [line["type"] for line in self.lines()]

    def lines(self) -> list[Body]:
        return [orjson.loads(raw) for raw in self.get(next(iter(self.keys)), "/lines").content.splitlines()]


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Ledger() as opened:
        yield opened


@pytest.fixture
def client(ledger: Ledger) -> Iterator[TestClient]:
    with TestClient(create_app(ledger, operator=token_hash(OPERATOR))) as client:
        yield client


Sit = Callable[..., Table]


@pytest.fixture
def sit(client: TestClient) -> Sit:
    """Return what opens a table of a system, with parts of the sample opening changed."""

    def opened(system: str = "pursuit", **changes: Any) -> Table:
        return Table(client, {**deepcopy(SAMPLE[system]), **changes})

    return opened


@pytest.fixture
def table(sit: Sit) -> Table:
    return sit()


def contact(table: Table) -> None:
    """Walk Ana onto Bo's tile: whether to engage is hers to say."""
    table.done("ana", "begin_move", who="Ana", allowance=3)
    table.done("ana", "move", who="Ana", to="T1")
    table.done("ana", "move", who="Ana", to="T2")


def combat(table: Table) -> None:
    """Let Ana engage: the first turn is hers."""
    contact(table)
    table.done("ana", "engage", who="Ana")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Serving]:
    with Ledger(tmp_path) as ledger:
        running = Serving(ledger)
        yield running
        running.stop()
