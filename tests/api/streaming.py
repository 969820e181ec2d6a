"""A ledger with the real server over it, in this process, and those who listen to its streams."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from threading import Thread
from time import monotonic, sleep
from typing import Any

from httpx2 import Client as Http
from starlette.types import Message

from api import serving
from api.app import create_app
from api.channels import Channels
from ledger.application import Ledger
from tests.api.listening import Client, Told, connect, events
from tests.ledger.fights import LASTING, Player, opening

PING = 0.1
AT_ONCE = 3.0
"""Half a second on an idle machine; a server that waited for its streams would take five."""


class Serving:
    """A ledger and the real server over it, in this process."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.app = create_app(ledger)
        self.channels: Channels = self.app.state.channels
        self.channels.ping = PING
        listening = serving.listen("127.0.0.1", 0)
        self.address = serving.address(listening)
        self._server = serving.server(self.app)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [listening]})
        self._thread.start()
        opened = ledger.open(opening(combatants=LASTING))
        self.encounter, self.keys = opened.encounter, opened.keys
        self.player = Player(ledger, self.encounter)

    def listener(self, seat: str = "eve", after: int | None = None) -> Client:
        return Client(self.encounter, self.keys[seat], self.address, after=after)

    def get(self, seat: str, path: str) -> Any:
        with Http() as http:
            headers = {"Authorization": f"Bearer {self.keys[seat]}"}
            return http.get(f"{self.address}/api/encounters/{self.encounter}{path}", headers=headers)

    @property
    def version(self) -> int:
        return self.ledger.fight(self.encounter).version

    def stop(self) -> float:
        """End the server; return the seconds that took."""
        began = monotonic()
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive()
        return monotonic() - began


def read(here: Serving, many: int, after: int | None = None, seat: str = "eve") -> list[Told]:
    """Return the first events of a stream."""
    connection, answer = connect(here.address, here.encounter, here.keys[seat], after)
    while answer.status == 503:  # many streams began just now
        sleep(int(answer.headers["Retry-After"]))
        connection.close()
        connection, answer = connect(here.address, here.encounter, here.keys[seat], after)
    assert answer.status == 200, answer.read()
    told = list(islice((each for each in events(answer) if isinstance(each, Told)), many))
    connection.close()
    return told


class Sink:
    """Takes what an application sends, and stops taking when told to."""

    def __init__(self) -> None:
        self.flows = asyncio.Event()
        self.flows.set()
        self.sent: list[Message] = []
        self.gone = asyncio.Event()

    async def send(self, message: Message) -> None:
        await self.flows.wait()
        self.sent.append(message)

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    @property
    def ids(self) -> list[int]:
        body = b"".join(message.get("body", b"") for message in self.sent)
        return [int(line[4:]) for line in body.splitlines() if line.startswith(b"id: ")]


async def reached(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not holds():  # noqa: ASYNC110 - what is waited for happens in threads
            await asyncio.sleep(0.01)
