"""However many come to listen at once: as many as there is room for begin, the others are told when to come again."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import rationing
from api.app import create_app
from api.precedence import Precedence, Preferred
from api.quotas import Allowed, Quotas
from api.rationing import Ration, Rationed
from ledger.application import Ledger
from tests.api.conftest import Table

STREAM: Scope = {"type": "http", "method": "GET", "path": "/api/encounters/x/stream", "headers": []}


class Application:
    """Begins each answer when it is let, and ends it when it is let."""

    def __init__(self) -> None:
        self.begin, self.end = asyncio.Event(), asyncio.Event()
        self.came = 0

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        self.came += 1
        await self.begin.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await self.end.wait()

    async def hearing(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Answer once all of a call has come."""
        await receive()
        await asyncio.sleep(0)
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def nothing() -> Message:
    raise AssertionError("nobody listens")


def rationed(app: ASGIApp, **more: Any) -> Rationed:
    return Rationed(app, ration=Ration(Quotas(Allowed(), None), **more))


async def called(app: Rationed, sent: list[Message], scope: Scope = STREAM) -> None:
    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, nothing, send)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give the time that it is, which stands still."""
    time = [0.0]
    monkeypatch.setattr(rationing, "monotonic", lambda: time[0])
    monkeypatch.setattr(rationing, "AT_ONCE", 3)
    return time


def test_beyond_a_few_at_once_so_many_begin_a_second(clock: list[float]) -> None:
    async def come() -> list[int]:
        inner = Application()
        inner.begin.set()
        inner.end.set()
        app, statuses = rationed(inner), []
        for passes in (0.0, 0.0, 0.0, 0.0, 0.05, 0.05, 0.0, 100.0, 0.0, 0.0, 0.0):
            clock[0] += passes
            sent = list[Message]()
            await called(app, sent)
            statuses.append(sent[0]["status"])
        return statuses

    assert asyncio.run(come()) == [200, 200, 200, 503, 503, 200, 503, 200, 200, 200, 503]


@pytest.mark.usefixtures("clock")
def test_who_is_turned_away_is_told_when_to_come_again_and_costs_the_rest_nothing() -> None:
    turned: list[int] = []

    async def come() -> tuple[list[Message], int]:
        inner = Application()
        inner.begin.set()
        inner.end.set()
        app = rationed(inner, headers=[(b"cache-control", b"no-store")], note=lambda: turned.append(1))
        for _ in range(3):
            await called(app, [])
        sent = list[Message]()
        await called(app, sent)
        return sent, inner.came

    (start, body), came = asyncio.run(come())
    headers = dict(start["headers"])
    assert (headers[b"retry-after"], headers[b"cache-control"]) == (b"1", b"no-store")
    assert headers[b"content-type"] == b"application/problem+json"
    assert orjson.loads(body["body"])["type"] == "/problems/busy"
    assert (came, turned) == (3, [1])


def test_streams_on_their_way_are_bounded_and_those_that_began_are_not(
    monkeypatch: pytest.MonkeyPatch, clock: list[float]
) -> None:
    monkeypatch.setattr(rationing, "AT_ONCE", 1000)
    monkeypatch.setattr(rationing, "BEGINNING", 5)
    clock[0] = 1000.0

    async def come() -> tuple[int, int, int]:
        inner = Application()
        app, sent = rationed(inner), [list[Message]() for _ in range(12)]
        tasks = [asyncio.ensure_future(called(app, each)) for each in sent[:8]]
        await asyncio.sleep(0)
        waiting = inner.came
        inner.begin.set()
        await asyncio.sleep(0)
        tasks += [asyncio.ensure_future(called(app, each)) for each in sent[8:]]
        await asyncio.sleep(0)
        begun = inner.came
        inner.end.set()
        await asyncio.gather(*tasks)
        return waiting, begun, sum(each[0]["status"] == 503 for each in sent)

    assert asyncio.run(come()) == (5, 9, 3)


def test_a_key_that_listens_often_enough_is_told_so_before_anything_is_done_for_it(ledger: Ledger) -> None:
    app = create_app(ledger, allowed=Allowed(streams=1))
    quotas, ration = app.state.quotas, app.state.ration
    shown = [(b"host", b"here"), (b"authorization", b"bearer  some-key")]
    assert ration.refusal(STREAM["path"], shown) is None
    with TestClient(app) as client, quotas.listening(sha256(b"some-key").hexdigest()):
        told = client.get(STREAM["path"], headers=dict(shown))
        assert (told.status_code, told.headers["retry-after"]) == (429, "1")
        assert told.json()["detail"] == "This key listens to 1 stream already: end one of them first."
        assert ration.refusal(STREAM["path"], [(b"authorization", b"Bearer another")]) is None
        assert ration.refusal(STREAM["path"], []) is None
        assert ration.refusal("/api/encounters/x/lines", shown) is None
    assert ration.refusal(STREAM["path"], shown) is None


@pytest.mark.usefixtures("clock")
def test_what_becomes_no_stream_takes_nothing_from_those_that_do() -> None:
    async def refusing(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 404, "headers": []})

    async def come() -> set[int]:
        app, statuses = rationed(refusing), set()
        for path in ("/api/encounters/x/stream", "/nothing/stream", "/stream"):
            for method in ("GET", "POST"):
                for _ in range(10):
                    sent = list[Message]()
                    await called(app, sent, {**STREAM, "method": method, "path": path})
                    statuses.add(sent[0]["status"])
        return statuses

    assert asyncio.run(come()) == {404}


def test_other_calls_are_never_rationed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rationing, "BEGINNING", 0)
    assert table.get("ana", "/stream").status_code == 503
    assert table.client.head(f"/api/encounters/{table.id}/stream", headers=table.headers("ana")).status_code == 503
    assert [table.get("ana", path).status_code for path in ("", "/lines", "/offers")] == [200] * 3


def test_calls_by_which_somebody_plays_are_counted_once_they_have_come() -> None:
    async def come() -> list[int]:
        inner, precedence = Application(), Precedence()
        app, bodies = Preferred(inner.hearing, precedence=precedence), list[asyncio.Event]()
        seen = []

        async def send(_: Message) -> None:
            seen.append(precedence.under_way)

        def call(method: str, path: str) -> asyncio.Future[None]:
            whole = asyncio.Event()
            bodies.append(whole)

            async def receive() -> Message:
                await whole.wait()
                return {"type": "http.request", "body": b"{}", "more_body": False}

            return asyncio.ensure_future(app({"type": "http", "method": method, "path": path}, receive, send))

        tasks = [
            call("GET", "/api/encounters/x/commands"),
            call("POST", "/api/drafts"),
            call("POST", "/api/encounters/x/commands"),
            call("POST", "/api/encounters/x/dice"),
        ]
        await asyncio.sleep(0)
        before = precedence.under_way
        for whole in bodies:
            whole.set()
        await asyncio.gather(*tasks)
        return [before, *seen, precedence.under_way]

    before, *seen, after = asyncio.run(come())
    assert (before, after) == (0, 0)
    assert max(seen) == 2
