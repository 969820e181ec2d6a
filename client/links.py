"""Giving links: several calls at once, so that one that is not answered keeps no other back."""

from __future__ import annotations

from functools import partial
from queue import SimpleQueue
from threading import Condition

from client.calling import Calls, Problem
from client.errands import Errands
from client.guard import Guard
from ledger.line.entries import Json

HANDS = 4
"""So many calls with a link may be under way at once …"""
_OF_ONE = 2
"""… and so many with that of one roll: where one is not answered the next may be, and the next roll has its own."""


class Links:
    """The links that a device gives at one table; ``given`` counts those that were taken."""

    def __init__(self, calls: Calls, path: str, guard: Guard, known: Condition, errands: Errands) -> None:
        self.given = 0
        self._calls = calls
        self._path = path
        self._guard = guard
        self._known = known
        self._errands = errands
        self._waiting: SimpleQueue[Json | None] = SimpleQueue()
        self._handed: list[int] = []

    def hand(self, link: Json | None) -> None:
        """Have a link given, unless enough calls with it are under way."""
        if link is not None and self._handed.count(link["roll"]) < _OF_ONE:
            self._handed.append(link["roll"])
            self._waiting.put(link)

    def hand_in(self) -> None:
        """Give links, until all is over."""
        while not self._errands.over.is_set():
            if (link := self._waiting.get()) is not None:
                self._errands.do(partial(self._give, link))
                self._handed.remove(link["roll"])

    def end(self) -> None:
        """Let every hand see that all is over."""
        for _ in range(HANDS):
            self._waiting.put(None)

    def _give(self, link: Json) -> None:
        self._guard.given.sending(link["roll"])
        try:
            self._calls.post(self._path, link)
        except Problem as problem:
            self._guard.given.answered(link["roll"])
            # Decided or taken back meanwhile: the lines will tell.
            if problem.status >= 500:
                raise
            return
        with self._known:
            if self._guard.was_taken(link["roll"]):
                self.given += 1
