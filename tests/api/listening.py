"""A client of the stream as a browser is one: it reads, and when the stream ends, comes again with the last id."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from itertools import count
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import jsonpatch
import orjson

from api.listeners import AWAITED

PATIENCE = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One event of the stream; ``raw`` is its data as it came."""

    kind: str
    id: int
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads(self.raw)
        return found


def until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    """Return once it holds; fail if that takes too long."""
    end = monotonic() + seconds
    while not holds():
        assert monotonic() < end, "it did not come to hold"
        sleep(0.005)


def connect(address: str, encounter: str, key: str, after: int | None = None) -> tuple[HTTPConnection, HTTPResponse]:
    """Return the open stream, from the version after ``after``."""
    url = urlsplit(address)
    connection = HTTPConnection(url.hostname or "", url.port, timeout=30)
    headers = {**({"Authorization": f"Bearer {key}"} if key else {}), "Accept": "text/event-stream"}
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    connection.request("GET", f"/api/encounters/{encounter}/stream", headers=headers)
    return connection, connection.getresponse()


def events(answer: HTTPResponse) -> Iterator[Told | str]:
    """Yield each event of a stream that one can go on from, and each comment as its text."""
    for each in everything(answer):
        if isinstance(each, str) or each.id >= 0:
            yield each


def everything(answer: HTTPResponse) -> Iterator[Told | str]:
    """Yield each event of a stream, those without an id as -1, and each comment as its text."""
    fields: dict[bytes, bytes] = {}
    while line := answer.readline():
        name, _, value = line.rstrip(b"\n").partition(b": ")
        if not line.rstrip(b"\n"):
            if fields:
                yield Told(kind=fields[b"event"].decode(), id=int(fields.get(b"id", -1)), raw=fields[b"data"])
            fields = {}
        elif name == b"":
            yield value.decode()
        else:
            fields[name] = value


class Ear:
    """A stream that is read event by event; ``heard`` are the kinds that came, in their order."""

    def __init__(self, address: str, encounter: str, key: str, after: int | None = None) -> None:
        self._connection, answer = connect(address, encounter, key, after)
        assert answer.status == 200, answer.read()
        self._coming = everything(answer)
        self.heard: list[str] = []

    def __enter__(self) -> Ear:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def next(self) -> Told:
        """Return the next event; fail if it takes too long."""
        end = monotonic() + PATIENCE
        for told in self._coming:
            if isinstance(told, Told):
                self.heard.append(told.kind)
                return told
            assert monotonic() < end, f"nothing came after {self.heard}"
        raise AssertionError(f"the stream ended after {self.heard}")

    def of(self, kind: str) -> Any:
        """Return what the next event of a kind tells, and pass over others."""
        while (told := self.next()).kind != kind:
            pass
        return told.body[kind] if told.id < 0 else told.body

    def until(self, kind: str, holds: Callable[[Any], bool]) -> Any:
        """Return what the next event of a kind tells of which something holds, and pass over others."""
        while not holds(told := self.of(kind)):
            pass
        return told

    def begin(self) -> dict[str, Any]:
        """Return what is waited for as it is told first, by kind."""
        told: dict[str, Any] = {}
        while len(told) < len(AWAITED):
            event = self.next()
            if event.kind in AWAITED:
                assert event.kind not in told
                assert event.id < 0
                told[event.kind] = event.body[event.kind]
        return told


class Client(Thread):
    """Listens until it is stopped, at whichever of the addresses answers, and keeps what it was told.

    ``view`` is what it knows of the encounter by patches alone.
    """

    def __init__(self, encounter: str, key: str, *addresses: str, after: int | None = None) -> None:
        super().__init__(daemon=True)
        self.encounter = encounter
        self.key = key
        self.addresses = addresses
        self.last = after
        self.first: int | None = after
        self.view: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.pings = 0
        self.streams = 0
        self.wrong: str | None = None
        self._over = Event()
        self._socket: socket.socket | None = None
        self.start()

    def run(self) -> None:
        for number in count():
            if self._over.is_set():
                return
            try:
                self._listen(self.addresses[number % len(self.addresses)])
            except (OSError, HTTPException, ValueError):
                sleep(0.02)
            except AssertionError as error:
                self.wrong = str(error)
                return

    def stop(self) -> None:
        """Leave, and fail if something was wrong on the way."""
        self._over.set()
        if self._socket is not None:
            self._socket.shutdown(socket.SHUT_RDWR)
        self.join(5)
        assert self.wrong is None, self.wrong

    def knows(self, version: int) -> bool:
        """Return whether the line of that number came."""
        assert self.wrong is None, self.wrong
        return self.last is not None and self.last >= version

    def _listen(self, address: str) -> None:
        connection, answer = connect(address, self.encounter, self.key, self.last)
        self._socket = connection.sock
        try:
            assert answer.status == 200, answer.read()
            self.streams += 1
            for told in events(answer):
                self._take(told)
        finally:
            self._socket = None
            connection.close()

    def _take(self, told: Told | str) -> None:
        if isinstance(told, str):
            self.pings += 1
            return
        body = told.body
        if told.kind == "view":
            assert self.last is None, f"the whole view came again, after line {self.last}"
            self.view = body
            self.first = self.last = told.id
        else:
            assert self.last is not None
            assert told.id == self.last + 1, f"line {told.id} came after line {self.last}"
            assert body["line"]["n"] == told.id
            self.lines.append(body["line"])
            if "patch" in body and self.view:
                self.view = jsonpatch.apply_patch(self.view, body["patch"])
            self.last = told.id
