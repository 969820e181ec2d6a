"""The stream of a fight, as one client follows it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from http.client import HTTPConnection
from socket import SHUT_RDWR
from threading import Event

from client.calling import Calls, StreamEvent, events

_NO_MORE = StreamEvent(kind="", data=b"")


class Stream:
    """What the server tells as it happens, one connection at a time, until all is ``over``."""

    def __init__(self, calls: Calls, path: str, over: Event) -> None:
        self._calls = calls
        self._path = path
        self._over = over
        self._connection: HTTPConnection | None = None

    def follow(self, after: int, hears: Callable[[bool], None]) -> Generator[StreamEvent, None, None]:
        """Yield each event from after a line on, to the end of the stream. Problem, OSError, HTTPException.

        ``hears`` is told when it begins and when it ends.
        """
        connection, answer = self._calls.stream(self._path, after)
        self._connection = connection
        hears(True)
        try:
            coming = events(answer)
            while not self._over.is_set() and (event := next(coming, _NO_MORE)) is not _NO_MORE:
                if event is not None:
                    yield event
        finally:
            hears(False)
            self._connection = None
            answer.close()
            connection.close()

    def shut(self) -> None:
        """Let whoever follows it see that all is over."""
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(SHUT_RDWR)
