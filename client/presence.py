"""Signs of life of a device: each says which link of it comes next, and tells what the server waits for."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from client.calling import Calls, NoServer, Problem
from client.device import Device
from client.guard import Guard
from ledger.line.entries import Json

BEAT = 2.0
"""Seconds between two signs of life."""
_NOBODY_THERE = (502, 503, 504)
"""What is answered where the server itself is not reached."""


class Presence:
    """How one device shows at one table that it is there; while it is ``renewing`` its chain, links count by none."""

    def __init__(self, calls: Calls, path: str, device: Device, guard: Guard) -> None:
        self.renewing = False
        self._calls = calls
        self._path = path
        self._device = device
        self._guard = guard

    @property
    def number(self) -> int:
        """Return the number of the link that comes next; while another chain begins, the lowest of any."""
        return 1 if self.renewing else self._guard.expected

    def show(self, number: int) -> Json:
        """Show that the device is there, and return what the server says to it: its version and its time.

        That the sign was given is known here, whatever is answered. Problem, NoServer.
        """
        self._guard.signs.sending()
        reached = True
        try:
            there: Any = self._calls.post(self._path, {"party": self._device.state.party, "next": number})
        except Problem as problem:
            reached = problem.status not in _NOBODY_THERE
            raise
        except NoServer:
            reached = False
            raise
        finally:
            self._guard.signs.sent(reached=reached)
        if not (isinstance(there, dict) and type(there.get("version")) is int and type(there.get("at")) is int):
            raise NoServer("What the server answers to a sign of life is none.")
        return there

    def leave(self) -> None:
        """Tell that the device is not to be asked any more, so that nobody waits for it."""
        body = {"party": self._device.state.party, "next": self.number, "leaving": True}
        with suppress(Problem, NoServer):
            self._calls.post(self._path, body)


def waited_for(there: Json) -> list[str]:
    """Return the devices whose links are waited for, as an answer to a sign of life tells them."""
    waiting = there.get("waiting")
    parties = waiting.get("parties") if isinstance(waiting, dict) else None
    return parties if isinstance(parties, list) else []
