"""A call that the server does not wait for any more, because it ends."""

from __future__ import annotations

import asyncio
from typing import Any

import orjson
import pytest
from starlette.types import Message, Receive, Scope, Send

from api.ending import Ended

SCOPE: Scope = {"type": "http", "method": "POST", "path": "/", "headers": []}


def broken_off(*, begun: bool) -> list[Message]:
    """Return what was sent of a call that is broken off, before or after its answer began."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    async def slow(_: Scope, __: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.Event().wait()

    async def run() -> Any:
        call = asyncio.ensure_future(Ended(slow)(SCOPE, receive, send))
        await asyncio.sleep(0)
        call.cancel()
        await call

    if begun:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(run())
    else:
        asyncio.run(run())
    return sent


def test_it_is_told_to_come_again() -> None:
    start, body = broken_off(begun=False)
    told = orjson.loads(body["body"])
    assert start["status"] == told["status"] == 503
    assert (b"retry-after", b"1") in start["headers"]
    assert told["type"] == "/problems/ending"
    assert told["detail"] == "The server ends and waits no longer for what was asked: send the same again."


def test_an_answer_that_began_is_left_as_it_is() -> None:
    assert [message["type"] for message in broken_off(begun=True)] == ["http.response.start"]
