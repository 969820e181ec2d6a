"""SQLite's log is spoilt under a running server: whatever would be written is refused, and what is left is whole."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import sleep
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from api.app import create_app
from files.pictures import formats
from ledger.application import Ledger
from ledger.soundness import broken_pages, checked, every
from ledger.store.kinds import FILE
from tests.api.conftest import SAMPLE
from tests.api.devices import Player
from tests.ledger.fights import ARCHERS, SHOT, TO_BLOWS, opened
from tests.ledger.store.spoiling import begun_anew, emptied_log, halved_log, log_of, log_of_before, log_written_over
from tests.load.journal import Stored, journal, unsound
from tests.load.servers import Server
from tests.maps.painting import board

Answer = Any
PICTURE = board(12, 8)
NAME = formats.name_of(PICTURE)
WITH_A_PICTURE = {**SAMPLE["storyteller"], "board": {"width": 12, "height": 8, "picture": NAME}}
WHO = WITH_A_PICTURE["combatants"][0]["id"]
LINES = {"Content-Type": "application/x-ndjson"}


class Tables:
    """Two fights at a server: archers with devices, whose open roll waits for links; and one with a picture."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        begun = self.opens(ARCHERS)
        self.players = {seat: Player(client, begun["encounter"], seat, key) for seat, key in begun["keys"].items()}
        for each in self.players.values():
            assert each.join().status_code == 200
        ana = self.players["ana"]
        for body in TO_BLOWS:
            assert ana.does(body).status_code == 200
        for each in self.players.values():
            each.beat()
        shot = ana.does(SHOT)
        assert shot.status_code == 202, shot.text
        self.accepted = shot.json()["lines"][0]
        self.raw = ana.raw(self.accepted["n"])
        begun = self.opens(WITH_A_PICTURE)
        self.encounter, self.keys = begun["encounter"], begun["keys"]
        self.said: dict[str, tuple[int, str]] = {}

    def opens(self, opening: dict[str, Any]) -> Any:
        answer = self.client.post("/api/encounters", json=opening)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def call(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        head = {"Authorization": f"Bearer {self.keys['gm']}", **more.pop("headers", {})}
        return self.client.request(method, f"/api/encounters/{self.encounter}{path}", json=body, headers=head, **more)

    def says(self, cmd: str) -> Answer:
        """Say something, and keep what the server promised of it: the number and the hash of its last line."""
        answer = self.call("POST", "/commands", {"action": {"do": "say", "by": "gm", "text": cmd}, "cmd": cmd})
        if answer.status_code == 200:
            size, head = answer.json()["seen"]
            self.said[cmd] = (size - 1, head)
        return answer

    @property
    def writing(self) -> dict[str, Callable[[], Answer]]:
        """Return a call of each kind that writes something."""
        ana, kind = self.players["ana"], {"Content-Type": "image/png"}
        return {
            "command": lambda: self.says("one-more"),
            "heartbeat": ana.beat,
            "link": lambda: ana.links(self.accepted, self.raw),
            "picture": lambda: self.call("PUT", f"/pictures/{NAME}", content=PICTURE, headers=kind),
            "invitation": lambda: self.call(
                "POST", "/invitations", {"seat": "late", "role": "player", "cmd": "invitations"}
            ),
            "key": lambda: self.call("POST", "/invitations", {"seat": "ana", "role": "player", "cmd": "key"}),
            "name": lambda: self.call("POST", "/names", {"of": WHO, "name": "A dark night", "cmd": "names"}),
            "rewind": lambda: self.call(
                "POST", "/rewind", {"to_version": self.earlier, "reason": "No.", "cmd": "rewind"}
            ),
            "showing": lambda: self.call("POST", "/public", {"public": "live"}),
            "bot": lambda: self.call("POST", "/bots", {"seat": "ana", "kind": "bot", "cmd": "bots"}),
            "fork": lambda: self.call("POST", "/forks", {}),
            "opening": lambda: self.client.post("/api/encounters", json=ARCHERS),
            "import": lambda: self.client.post("/api/imports", content=elsewhere(), headers=LINES),
        }

    @property
    def earlier(self) -> int:
        """Return the last line of the command before the last one."""
        return sorted(n for n, _ in self.said.values())[-2]


def elsewhere() -> bytes:
    """Return the file of a fight of another store."""
    with Ledger() as ledger:
        return ledger.export(opened(ledger).encounter)


def must_be_refused(what: str, answer: Answer) -> None:
    assert answer.status_code == 503, f"{what}: {answer.status_code} {answer.text}"
    told = answer.json()
    assert told["type"] == "/problems/no-store", f"{what}: {told}"
    assert f"{FILE}-wal was " in told["detail"], f"{what}: {told}"
    assert told["detail"].endswith("Stop the server, and put a backup in its place."), f"{what}: {told}"


def of_before(part: float) -> Callable[[Path, bytes], None]:
    return lambda file, before: log_of_before(file, before, part)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "first", "ends"),
    [
        pytest.param(lambda file, _: emptied_log(file), "command", Server.stop, marks=pytest.mark.long),
        pytest.param(lambda file, _: halved_log(file), "heartbeat", Server.kill, marks=pytest.mark.long),
        (lambda file, _: log_written_over(0.5)(file), "link", Server.stop),
        pytest.param(of_before(0.5), "picture", Server.stop, marks=pytest.mark.long),
        (of_before(1), "invitation", Server.kill),
    ],
    ids=["emptied", "halved", "written over", "half of before", "of before"],
)
def test_whatever_would_be_written_is_refused_and_what_is_left_is_whole(
    tmp_path: Path, spoil: Callable[[Path, bytes], None], first: str, ends: Callable[[Server], object]
) -> None:
    server, file = Server(tmp_path, 1, None), tmp_path / FILE
    with ExitStack() as ending:
        ending.callback(server.kill)
        server.start()
        client = ending.enter_context(httpx2.Client(base_url=server.address, timeout=60))
        tables = Tables(client)
        before, number = begun_anew(file), 0
        while number < 5 or log_of(file).stat().st_size <= len(before):
            assert tables.says(f"said-{number}").status_code == 200
            number += 1
        # The clock of files goes in steps of some milliseconds.
        sleep(0.02)
        spoil(file, before)
        calls = tables.writing
        for what in (first, *calls):
            must_be_refused(what, calls[what]())
        must_be_refused("readyz", client.get("/readyz"))
        for path in ("", "/lines", "/chronicle", "/offers", "/why?value=turn", "/export"):
            must_be_refused(path, tables.call("GET", path))
        assert client.get("/healthz").status_code == 200
        ends(server)
    left = must_be_whole(tmp_path, tables)
    must_go_on(tmp_path, tables, left)


def must_be_whole(folder: Path, tables: Tables) -> list[Stored]:
    """Hold what is left against what was promised; return the lines that are left of the one fight."""
    with Ledger(folder) as ledger:
        assert broken_pages(ledger) == []
        assert [*checked(ledger, every(ledger))] == [None] * len(every(ledger))
    with journal(folder, None) as judge:
        lines = judge.lines(tables.encounter)
        assert unsound(lines) == judge.untrue(tables.encounter) == []
    assert all(n >= len(lines) or lines[n].hash == head for n, head in tables.said.values())
    return lines


def must_go_on(folder: Path, tables: Tables, left: list[Stored]) -> None:
    """Say all of it again: what is left is answered, what was lost happens, and nothing happens twice."""
    with Ledger(folder) as ledger, TestClient(create_app(ledger)) as client:
        tables.client = client
        for cmd, promised in list(tables.said.items()):
            assert tables.says(cmd).status_code == 200
            assert (tables.said[cmd] == promised) or promised[0] >= len(left)
        assert client.get("/readyz").status_code == 200
    with journal(folder, None) as judge:
        lines = judge.lines(tables.encounter)
    done = [line.says["decl"]["cmd"] for line in lines if line.says["type"] == "CommandAccepted"]
    assert sorted(done) == sorted(tables.said)
    assert lines[: len(left)] == left
