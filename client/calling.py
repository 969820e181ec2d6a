"""Calls of a client: one kept connection a thread, tried again where the network fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR
from threading import Lock, local
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import orjson

from projections.wording import inert

TIMEOUT = 15.0
TRIES = 4
MOST = 256 * 1024 * 1024
"""Bytes of an answer, or of one event of a stream: no fight has a tenth of it."""
MOST_WORDS = 4096
"""Characters of what a server says in words."""
STREAM_TIMEOUT = 40.0
"""The stream says something every 15 seconds: after so long a silence it is dead."""
_LINK = re.compile(r"(https?://[^/\s#]+(?:/[^\s#]*)?)/(?:e|api/encounters)/([0-9a-f]{32})#([A-Za-z0-9_-]{43})")


class NoServer(Exception):
    """The server cannot be reached; the message says which."""


class Nonsense(NoServer):
    """A server answers what no server does; the message says what."""


class NoLink(Exception):
    """A text is no invitation."""


class Problem(Exception):
    """The server said no: the status, and the problem it told."""

    def __init__(self, status: int, told: dict[str, Any]) -> None:
        super().__init__(inert(str(told.get("detail", f"The server answered with {status}."))[:MOST_WORDS]))
        self.status = status
        self.told = told

    @property
    def kind(self) -> str:
        """Return the name of the problem."""
        return inert(str(self.told.get("type", ""))[:MOST_WORDS]).rpartition("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """Where a fight is, and the key with which a seat of it is taken."""

    address: str
    encounter: str
    key: str


def invitation(link: str) -> Invitation:
    """Return what an invitation says; NoLink."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        raise NoLink("This is no invitation: it looks like http://host:8000/e/ID#KEY.")
    address, encounter, key = found.groups()
    return Invitation(address=address, encounter=encounter, key=key)


class Calls:
    """Calls to one server, with the key that is shown to it; they may come from several threads."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/")
        self.token = token
        url = urlsplit(self.address)
        self._secure, self._host, self._port = url.scheme == "https", url.hostname or "", url.port
        self._path = url.path.rstrip("/")
        self._kept = local()
        self._lock = Lock()
        self._all: list[HTTPConnection] = []
        self._closed = False

    def get(self, path: str) -> bytes:
        """Return the body of an answer; Problem, NoServer."""
        return self.call("GET", path)

    def ask(self, path: str) -> Any:
        """Return the JSON of an answer; Problem, NoServer."""
        return _read(self.get(path))

    def post(self, path: str, body: Any) -> Any:
        """Return the JSON of an answer, None for one that is none; Problem, NoServer."""
        answer = self.call("POST", path, orjson.dumps(body))
        return _read(answer) if answer.startswith((b"{", b"[")) else None

    def call(self, method: str, path: str, body: bytes | None = None, kind: str = "application/json") -> bytes:
        """Call until there is an answer: whatever is sent here may be sent again. Problem, NoServer."""
        for number in range(TRIES):
            self._must_be_open()
            try:
                status, answer = self._once(method, path, body, kind)
            except (OSError, HTTPException):
                self._drop()
                sleep(0.1 * 3**number if number else 0)
                continue
            if status == 503 and number < TRIES - 1:
                sleep(0.2 * 2**number)
            elif status < 400:
                return answer
            else:
                raise Problem(status, _told(answer))
        raise NoServer(f"The server at {self.address} does not answer.")

    def stream(self, path: str, after: int | None) -> tuple[HTTPConnection, HTTPResponse]:
        """Return a stream that has begun; Problem, OSError, HTTPException."""
        connection = self._connection(STREAM_TIMEOUT)
        headers = {**self._headers(), "Accept": "text/event-stream"}
        if after is not None:
            headers["Last-Event-ID"] = str(after)
        connection.request("GET", self._path + path, headers=headers)
        answer = connection.getresponse()
        if answer.status != 200:
            told = _told(answer.read(MOST_WORDS))
            answer.close()
            connection.close()
            raise Problem(answer.status, told)
        return connection, answer

    def close(self) -> None:
        """Let go of every connection, also of those that wait for an answer; nothing is called any more."""
        with self._lock:
            self._closed = True
            for connection in self._all:
                _shut(connection)
            self._all.clear()

    def _once(self, method: str, path: str, body: bytes | None, kind: str) -> tuple[int, bytes]:
        connection = getattr(self._kept, "connection", None)
        if connection is None:
            connection = self._kept.connection = self._connection(TIMEOUT)
            with self._lock:
                self._must_be_open()
                self._all.append(connection)
        headers = self._headers()
        if body is not None:
            headers["Content-Type"] = kind
        connection.request(method, self._path + path, body=body, headers=headers)
        answer = connection.getresponse()
        body = answer.read(MOST + 1)
        if len(body) > MOST:
            self._drop()
            raise Nonsense(f"The server at {self.address} answers with more than {MOST >> 20} MiB.")
        return answer.status, body

    def _must_be_open(self) -> None:
        if self._closed:
            raise NoServer(f"Nothing is called any more at {self.address}: the client has ended.")

    def _drop(self) -> None:
        connection = getattr(self._kept, "connection", None)
        if connection is not None:
            connection.close()
            self._kept.connection = None

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _connection(self, timeout: float) -> HTTPConnection:
        kind = HTTPSConnection if self._secure else HTTPConnection
        return kind(self._host, self._port, timeout=timeout)


def _shut(connection: HTTPConnection) -> None:
    """End a connection for good, whoever waits there."""
    connection.auto_open = 0
    if connection.sock is not None:
        with suppress(OSError):
            connection.sock.shutdown(SHUT_RDWR)
    connection.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamEvent:
    """One event of a stream; ``id`` is empty where it has none."""

    kind: str
    data: bytes
    id: str = ""


def events(answer: HTTPResponse) -> Iterator[StreamEvent | None]:
    """Yield each event of a stream, and None for a sign of life."""
    fields: dict[bytes, bytes] = {}
    while line := answer.readline(MOST):
        name, _, value = line.rstrip(b"\n").partition(b": ")
        if line == b"\n":
            if b"data" in fields:
                yield StreamEvent(
                    kind=fields.get(b"event", b"").decode(), data=fields[b"data"], id=fields.get(b"id", b"").decode()
                )
            fields = {}
        elif name == b"":
            yield None
        else:
            fields[name] = value


def _read(answer: bytes) -> Any:
    try:
        return orjson.loads(answer)
    except orjson.JSONDecodeError:
        raise Nonsense("The server answers with what is no JSON: nothing was done with it.") from None


def _told(answer: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(answer)
    except orjson.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}
