"""A table of seats with devices over HTTP, and what an answer says when it is no."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from tests.api.devices import Player
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS

Players = dict[str, Player]


def opened(client: TestClient, **changes: Any) -> Players:
    """Return those whose fight begins, none of them with a device yet."""
    answer = client.post("/api/encounters", json={**ARCHERS, **changes}).json()
    return {seat: Player(client, answer["encounter"], seat, key) for seat, key in answer["keys"].items()}


def seated(client: TestClient, *seats: str, **changes: Any) -> Players:
    """Return those whose fight begins, these with a device; all of them without a name."""
    players = opened(client, **changes)
    for seat in seats or players:
        assert players[seat].join().status_code == 200
    return players


def at_blows(client: TestClient, *seats: str, **changes: Any) -> Players:
    """Return those at blows, with the turn at Ana."""
    players = seated(client, *seats, **changes)
    for body in TO_BLOWS:
        assert players["ana"].does(body).status_code == 200
    return players


def shot(players: Players, *there: str) -> dict[str, Any]:
    """Return the accepted line of a shot of Ana's that waits for the links of those who are there, and hers."""
    for seat in there:
        players[seat].beat()
    answer = players["ana"].does(SHOT)
    assert answer.status_code == 202, answer.text
    accepted: dict[str, Any] = answer.json()["lines"][0]
    return accepted


def no(answer: Any) -> tuple[int, str, str]:
    """Return the status, the problem and the sentence of an answer."""
    told = answer.json()
    return answer.status_code, told["type"].removeprefix("/problems/"), told["detail"]
