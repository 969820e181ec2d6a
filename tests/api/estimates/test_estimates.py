"""Chances over HTTP: once a fight is over, estimated once and apart, of what everybody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

from api.app import create_app
from api.estimates import process, waiting
from api.estimates.process import Failed, Process
from api.estimates.waiting import Estimates
from bots.chances.judges import fights_for
from ledger.application import Ledger
from tests.api.conftest import SAMPLE, Table
from tests.api.estimates import few
from tests.ledger.fights import Player
from tests.secrecy import LURKER, OPENINGS

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"
CHANCES = {
    "encounter": "x",
    "version": 9,
    "sides": ["Ana", "Bo"],
    "first": [0.5, 0.4],
    "steps": [{"n": 3, "last": 5, "before": [0.5, 0.4], "expected": [0.6, 0.3], "after": [0.7, 0.2]}],
    "largest": [3],
    "foresight": {"player": "sensible", "fights": 400, "states": 900, "skill": 0.3},
}
SOON = 20.0


class Prompt(Process):
    """It says at once what it is told to, and keeps what it was given."""

    def __init__(self, said: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.said = said or {"chances": CHANCES}
        self.given: list[bytes] = []
        self.go = Event()
        self.go.set()

    def run(self, raw: bytes, data: Path | None, watch: Callable[[int, int], object]) -> dict[str, Any]:
        del data
        self.given.append(raw)
        watch(120, fights_for("pursuit"))
        self.go.wait(SOON)
        if "failed" in self.said:
            raise Failed(self.said["failed"])
        return self.said


@pytest.fixture
def prompt() -> Prompt:
    return Prompt()


@pytest.fixture
def estimating(ledger: Ledger, prompt: Prompt, tmp_path: Path) -> Iterator[TestClient]:
    application = create_app(ledger)
    with Estimates(ledger, tmp_path, prompt) as estimates, TestClient(application) as client:
        application.state.estimates = estimates
        yield client


def over(client: TestClient, ledger: Ledger) -> Table:
    table = Table(client, SAMPLE["pursuit"])
    Player(ledger, table.id).ends()
    return table


def told(table: Table, seat: str | None = "ana") -> Response:
    """Return the answer once there is one."""
    ends = monotonic() + SOON
    while (answer := table.get(seat, "/chances")).status_code == 202 and monotonic() < ends:
        assert answer.headers["retry-after"] == "2"
        sleep(0.01)
    return answer


def test_while_it_goes_on_nothing_is_estimated(estimating: TestClient, prompt: Prompt) -> None:
    table = Table(estimating, SAMPLE["pursuit"])
    answer = table.get("ana", "/chances")
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/goes-on")
    assert table.get(None, "/chances").status_code == 401
    assert prompt.given == []


def test_whoever_asks_first_waits_and_all_get_the_same_that_is_made_once(
    estimating: TestClient, ledger: Ledger, prompt: Prompt
) -> None:
    table = over(estimating, ledger)
    prompt.go.clear()
    ends = monotonic() + SOON
    many = fights_for("pursuit")
    while (first := table.get("ana", "/chances")).json() != {"learnt": 120, "of": many} and monotonic() < ends:
        assert (first.status_code, first.json()) == (202, {"learnt": 0, "of": many})
    assert first.status_code == 202
    assert table.get("bo", "/chances").json() == first.json()
    prompt.go.set()
    answer = told(table)
    assert (answer.status_code, answer.json()) == (200, CHANCES)
    assert told(table, "eve").content == answer.content
    assert len(prompt.given) == 1


def test_it_is_found_again_beside_the_store_and_made_anew_once_the_fight_changes(
    estimating: TestClient, ledger: Ledger, tmp_path: Path
) -> None:
    table = over(estimating, ledger)
    told(table)
    later = create_app(ledger)
    another = Prompt()
    with Estimates(ledger, tmp_path, another) as estimates, TestClient(later) as client:
        later.state.estimates = estimates
        table.client = client
        assert table.get("ana", "/chances").json() == CHANCES
        assert another.given == []
        answer = table.post("ana", "/close", {"cmd": "close"})
        assert answer.status_code == 200, answer.text
        assert told(table).status_code == 200
        assert len(another.given) == 1


def test_why_there_are_none_is_said_and_not_asked_again(estimating: TestClient, ledger: Ledger, prompt: Prompt) -> None:
    prompt.said = {"why": "It had fewer than 5 commands: too few to estimate chances."}
    table = over(estimating, ledger)
    for _ in range(2):
        answer = told(table)
        assert (answer.status_code, answer.json()) == (200, prompt.said)
    assert len(prompt.given) == 1


def test_what_failed_is_said_and_tried_again_in_a_while(
    estimating: TestClient, ledger: Ledger, prompt: Prompt, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt.said = {"failed": "It fell over."}
    table = over(estimating, ledger)
    answer = told(table)
    assert answer.status_code == 200
    assert answer.json()["why"].startswith("No chances could be estimated: It fell over.")
    prompt.said = {"chances": CHANCES}
    assert "why" in told(table).json()
    monkeypatch.setattr(waiting, "AGAIN", 0.0)
    assert told(table).json() == CHANCES


def test_a_server_that_estimates_nothing_says_so(estimating: TestClient, ledger: Ledger, prompt: Prompt) -> None:
    estimates: Estimates = estimating.app.state.estimates  # type: ignore[attr-defined]  # it is ours
    estimates.wanted = False
    answer = told(over(estimating, ledger))
    assert (answer.status_code, answer.json()) == (200, {"why": "This server estimates no chances."})
    assert prompt.given == []


def test_a_what_if_has_none(estimating: TestClient, ledger: Ledger, prompt: Prompt) -> None:
    table = over(estimating, ledger)
    answer = table.post("ana", "/close", {"cmd": "close"})
    version = ledger.fight(table.id).ends[0]
    answer = table.post("ana", "/forks", {"at": version})
    assert answer.status_code == 201, answer.text
    fork = Table.__new__(Table)
    fork.client, fork.id, fork.keys = estimating, answer.json()["encounter"], answer.json()["keys"]
    Player(ledger, fork.id).ends()
    answer = fork.get("ana", "/chances")
    assert answer.status_code == 200
    assert answer.json()["why"].startswith("This is a what-if")
    assert prompt.given == []


def test_where_too_many_wait_more_are_told_to_come_again(
    estimating: TestClient, ledger: Ledger, prompt: Prompt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST", 1)
    prompt.go.clear()
    one, other = (over(estimating, ledger) for _ in range(2))
    assert one.get("ana", "/chances").status_code == 202
    answer = other.get("ana", "/chances")
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy")
    prompt.go.set()
    assert told(one).status_code == 200


@pytest.mark.parametrize("system", OPENINGS)
def test_it_is_made_of_what_everybody_knows_whoever_asks(
    estimating: TestClient, ledger: Ledger, prompt: Prompt, system: str
) -> None:
    table = Table(estimating, OPENINGS[system])
    table.done("gm", "end_encounter", by="gm")
    assert told(table, "gm").content == told(table, "eve").content
    assert LURKER.encode() in ledger.export(table.id, "gm")
    assert LURKER.encode() not in prompt.given[0]
    assert table.post("gm", "/close", {"cmd": "close"}).status_code == 200
    assert told(table, "eve").status_code == 200
    assert LURKER.encode() in prompt.given[1]


def test_a_process_that_takes_too_long_or_falls_over_or_is_not_wanted_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MODULE", "this")
    with pytest.raises(ValueError, match="unexpected"):
        Process().run(b"", None, lambda *_: None)
    monkeypatch.setattr(process, "MODULE", "bots.chances")
    with pytest.raises(Failed, match="fell over"):
        Process(longest=0.0).run((TRANSCRIPTS / "storyteller.ndjson").read_bytes(), None, lambda *_: None)
    ended = Process()
    ended.end()
    with pytest.raises(Failed, match="The server ends"):
        ended.run(b"", None, lambda *_: None)


def test_a_server_that_ends_ends_the_process_with_it(ledger: Ledger, tmp_path: Path) -> None:
    (encounter,) = [ledger.import_((TRANSCRIPTS / "storyteller.ndjson").read_bytes())]
    heard = Event()
    running = Process()
    with Estimates(ledger, tmp_path, running) as estimates:
        fight = ledger.fight(encounter, "")
        estimates.of(fight)
        ends = monotonic() + SOON
        while running._running is None and monotonic() < ends:
            sleep(0.01)
        heard.set()
        started = running._running
        began = monotonic()
    assert started is not None
    assert started.wait(5) != 0
    assert monotonic() - began < 5


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "many"),
    [(few.__name__, few.FIGHTS), pytest.param(process.MODULE, fights_for("pursuit"), marks=pytest.mark.long)],
)
def test_a_process_learns_a_judge_and_keeps_it_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, many: int
) -> None:
    monkeypatch.setattr(process, "MODULE", module)
    raw = (TRANSCRIPTS / "pursuit.ndjson").read_bytes()
    heard: list[tuple[int, int]] = []
    said = Process().run(raw, tmp_path, lambda *far: heard.append(far))
    assert said["chances"]["sides"] == ["Odila", "Kestrel", "Bram"]
    assert heard[0] == (0, many)
    assert heard[-1] == (many, many)
    again: list[tuple[int, int]] = []
    assert Process().run(raw, tmp_path, lambda *far: again.append(far)) == said
    assert again == [(0, many)]
