"""A real server in this process, and people with devices at a table of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import orjson
from fastapi import FastAPI

from api import serving
from api.app import create_app
from bots.players import PLAYERS, Choices
from client.bot import Bot
from client.calling import Calls
from client.client import Client
from client.joining import join
from ledger.application import Ledger
from tests.ledger.fights import TO_BLOWS


class House:
    """A ledger and the real server over it; everybody who joined leaves at the end."""

    def __init__(self, ledger: Ledger, ending: ExitStack, state: Path, app: FastAPI | None = None) -> None:
        self.ledger = ledger
        self.state = state
        self._ending = ending
        listening = serving.listen("127.0.0.1", 0)
        self.address = serving.address(listening)
        self._server = serving.server(app or create_app(ledger))
        thread = Thread(target=self._server.run, kwargs={"sockets": [listening]})
        thread.start()
        ending.callback(thread.join)
        ending.callback(setattr, self._server, "should_exit", True)

    def open(self, opening: dict[str, Any]) -> Table:
        calls = Calls(self.address)
        opened = calls.post("/api/encounters", opening)
        calls.close()
        return Table(self, opened["encounter"], opened["invitations"])

    def seat(self, client: Client) -> Client:
        """Let somebody sit until the end."""
        self._ending.callback(client.close)
        return client.start()


class Table:
    """One encounter: who joined, by the name of the device."""

    def __init__(self, house: House, encounter: str, invitations: dict[str, str]) -> None:
        self.house, self.encounter, self.invitations = house, encounter, invitations
        self.at: dict[str, Client] = {}

    def join(self, *seats: str, length: int = 64, **more: Any) -> None:
        """Let these seats come with a device; all of them are there then."""
        for seat in seats:
            client = join(self.invitations[seat], self.house.state / seat, length=length, **more)
            self.at[seat] = self.house.seat(client)
        self.beat()

    def come_to_blows(self) -> None:
        """Let the archers meet; the turn is at Ana."""
        for body in TO_BLOWS:
            self.at["ana"].do(body)
        self.beat()

    def beat(self) -> None:
        """Let everybody show that they are there."""
        self.catch_up()
        for client in self.at.values():
            client.beat()

    def catch_up(self) -> None:
        """Wait until everybody knows all lines."""
        size = self.house.ledger.fight(self.encounter).version + 1
        for client in self.at.values():
            assert client.wait(lambda client=client: client.history.covered >= size)  # type: ignore[misc]

    def lines(self) -> list[dict[str, Any]]:
        return [orjson.loads(line.raw) for line in self.house.ledger.lines(self.encounter)]

    def play(self, player: str = "sensible", seed: int = 1) -> None:
        """Let bots play all seats that joined to the end."""
        bots = [Bot(client, PLAYERS[player], Choices(seed + number)) for number, client in enumerate(self.at.values())]
        wrong: list[BaseException] = []

        def run(bot: Bot) -> None:
            try:
                bot.play()
            except BaseException as error:
                wrong.append(error)

        threads = [Thread(target=run, args=(bot,), daemon=True) for bot in bots]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        if wrong:
            raise wrong[0]
        assert not any(thread.is_alive() for thread in threads), "the fight did not end"


@contextmanager
def house(state: Path, folder: Path | None = None) -> Iterator[House]:
    """Give a house over a store in a folder."""
    with ExitStack() as ending:
        ledger = ending.enter_context(Ledger(folder or state / "ledger"))
        yield House(ledger, ending, state)


def until(holds: Callable[[], Any], seconds: float = 15.0) -> None:
    """Return once it holds; fail if that takes too long."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "it did not come to hold"
        sleep(0.01)
