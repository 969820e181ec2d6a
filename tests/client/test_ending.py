"""A client that ends calls nobody any more, also where the server leaves its calls unanswered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from socket import SHUT_RDWR, create_server, socket
from threading import Thread
from typing import Any

import pytest

from client.calling import Calls, NoServer
from tests.client.tables import House, until
from tests.ledger.fights import ARCHERS


class Hanging:
    """A server that takes every connection and answers none."""

    def __init__(self) -> None:
        self.taken: list[socket] = []
        self._listening = create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        with suppress(OSError):
            while True:
                self.taken.append(self._listening.accept()[0])

    def close(self) -> None:
        self._listening.shutdown(SHUT_RDWR)
        for each in (*self.taken, self._listening):
            each.close()


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    server = Hanging()
    yield server
    server.close()


def ends(work: Callable[[], Any]) -> None:
    """Do something that ends long before a call is given up; fail where it does not."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(12)
    assert not thread.is_alive()


def test_a_call_under_way_ends_with_the_calls_and_is_not_made_again(hanging: Hanging) -> None:
    calls, wrong = Calls(f"http://127.0.0.1:{hanging.port}"), list[NoServer]()

    def post() -> None:
        try:
            calls.post("/api/encounters", {})
        except NoServer as gone:
            wrong.append(gone)

    thread = Thread(target=post, daemon=True)
    thread.start()
    until(lambda: hanging.taken)
    calls.close()
    ends(thread.join)
    assert str(wrong[0]) == f"Nothing is called any more at http://127.0.0.1:{hanging.port}: the client has ended."
    assert len(hanging.taken) == 1


def test_after_the_end_nothing_is_called(hanging: Hanging) -> None:
    calls = Calls(f"http://127.0.0.1:{hanging.port}")
    calls.close()
    with pytest.raises(NoServer, match="the client has ended"):
        calls.get("/api/encounters")
    assert hanging.taken == []


@pytest.mark.long
def test_a_client_leaves_a_server_that_hangs_without_waiting_for_it(
    here: House, hanging: Hanging, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = here.open(ARCHERS)
    table.join("ana", "bo")
    bo = table.at["bo"]
    monkeypatch.setattr(bo.calls, "_port", hanging.port)
    ends(bo.close)
    assert bo.over
