"""A server in this process whose fights the tests can play on by themselves, while browsers look at them."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

from fastapi import FastAPI

from api import serving
from api.app import create_app
from api.estimates.process import Process
from api.estimates.waiting import Estimates
from bots.players import PLAYERS, Choices
from domain.deciding import offers_to, own_offers
from domain.encounter import Encounter
from domain.table.openings import Opening
from files import rosters
from files.commands import actions
from files.written_rosters import named
from ledger.application import Ledger
from ledger.table.answers import Declaration
from ledger.table.knowledge import STRANGER
from projections.chronicle import chronicle
from projections.history.bundle import bundle
from tests.chance import by_name
from tests.clocks import Clock, own_time

PATIENCE = 30.0
ROSTERS = Path(__file__).resolve().parents[2] / "rosters"


@dataclass(slots=True, kw_only=True)
class Fight:
    """A fight on the server: the key of each seat, and the players that go on with it."""

    site: Site
    id: str
    keys: dict[str, str]
    choices: Choices
    clock: Clock
    numbers: Iterator[int] = field(default_factory=count)

    def address(self, seat: str) -> str:
        """Return the link of a seat."""
        return f"{self.site.address}/e/{self.id}#{self.keys[seat]}"

    @property
    def now(self) -> Encounter:
        """Return the fight as it stands."""
        return self.site.ledger.fight(self.id).encounter

    def give(self, seat: str, **body: Any) -> None:
        """Give one command for a seat."""
        action = actions(self.now.system).validate_python(body, strict=False)
        number = next(self.numbers)
        with by_name((self.id, number)), own_time(self.clock):
            self.site.ledger.record(self.id, seat, Declaration(action=action, cmd=f"test-{number}"))

    def play(self, until: Callable[[Encounter], bool], *, player: str = "sensible", most: int = 300) -> Encounter:
        """Let automatic players give commands until something holds, and return the fight then."""
        for _ in range(most):
            if until(now := self.now):
                return now
            every = own_offers(now)
            for mind, tired in ((PLAYERS[player], False), (PLAYERS["sensible"], True)):
                said = [(seat, mind(now, offers_to(now, every, seat), self.choices, tired)) for seat in self.keys]
                if (first := next(((seat, body) for seat, body in said if body is not None), None)) is not None:
                    self.give(first[0], **first[1])
                    break
        raise AssertionError(f"After {most} commands it did not hold.")


class Foretold(Process):
    """Chances that nobody needs to learn a judge for: of the fights that somebody said some of, and of no other."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, dict[str, Any]] = {}
        self.waits = Event()
        self.waits.set()

    def run(self, raw: bytes, data: Path | None, watch: Callable[[int, int], object]) -> dict[str, Any]:
        """Return what was said of the fight of a file, once nobody is to wait any more."""
        del data
        watch(120, 400)
        self.waits.wait(PATIENCE)
        none = {"why": "No judge of this fight is worth asking."}
        return next((said for fight, said in self.said.items() if fight.encode() in raw), none)

    def says(self, fight: Fight) -> dict[str, Any]:
        """Say chances of a fight that is over: the shares of what was left of its first two sides, and some luck."""
        whole = fight.site.ledger.fight(fight.id, STRANGER)
        first, *steps = json.loads(b"".join(bundle(whole, ())))["steps"]
        sides = [*first["left"]][:2]
        told, before = [], _shares(first["left"], sides)
        commands = {entry.last: entry.n for entry in chronicle(whole.lines) if entry.undone_by is None}
        for step in steps:
            if (n := commands.get(step["n"])) is not None:
                after = _shares(step["left"], sides)
                expected = [round((was + 3 * now) / 4, 4) for was, now in zip(before, after, strict=True)]
                told.append({"n": n, "last": step["n"], "before": before, "expected": expected, "after": after})
                before = after
        moved = sorted(told, key=lambda step: -abs(step["after"][0] - step["before"][0]))[:5]
        chances = {
            "encounter": fight.id,
            "version": whole.version,
            "sides": sides,
            "first": _shares(first["left"], sides),
            "steps": told,
            "largest": sorted(step["n"] for step in moved),
            "foresight": {"player": "sensible", "fights": 400, "states": 9000, "skill": 0.31},
        }
        self.said[fight.id] = {"chances": chances}
        return chances


def _shares(left: dict[str, list[int]], sides: list[str]) -> list[float]:
    """Return the shares of two sides in what they have left, drawn apart."""
    one, other = (left[side][0] / left[side][1] for side in sides)
    share = one**2 / (one**2 + other**2) if one or other else 0.5
    return [round(share, 4), round(1 - share, 4)]


class Site:
    """The real server over a store in memory of this process."""

    def __init__(self, ledger: Ledger, app: FastAPI, address: str, foretold: Foretold) -> None:
        self.ledger = ledger
        self.app = app
        self.address = address
        self.foretold = foretold
        self._opened: Counter[object] = Counter()

    def open(self, roster: str, seed: int = 1) -> Fight:
        """Open a fight from one of our rosters."""
        return self.begin(rosters.read(named(roster)), seed)

    def begin(self, opening: Opening, seed: int = 1) -> Fight:
        """Open a fight. What is played by itself has the same ids and dice each time that its test runs."""
        named = (_whose(), repr(opening), seed)
        self._opened[named] += 1
        clock = Clock()
        with by_name((named, self._opened[named])), own_time(clock):
            opened = self.ledger.open(opening)
        return Fight(site=self, id=opened.encounter, keys=opened.keys, choices=Choices(seed), clock=clock)


def _whose() -> str:
    """Return what opens a fight: the test that runs, or its module, whose tests may share what is made before one."""
    test, _, phase = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    return test if phase == "(call)" else test.partition("::")[0]


SITES: list[Site] = []
"""The servers of this process, while they run."""


def names() -> set[str]:
    """Return what is no word but a name: of seats, of those who fight or might, and of fights."""
    fights = [site.ledger.fight(each.encounter) for site in SITES for each in site.ledger.encounters()]
    found = _ready() | {name for fight in fights for name in _named(fight.encounter, fight.table.title)}
    found |= {name for fight in fights for _, _, name in fight.table.named}
    return found | {re.sub("[_-]+", " ", name) for name in found} | {"Encounter ledger"}


def _named(now: Encounter, title: str | None) -> list[str]:
    people = [name for each in now.combatants.values() for name in (each.id, each.name)]
    return [name for name in (*_written(now.seats), *people, *now.names.values(), title) if name]


@cache
def _ready() -> set[str]:
    texts = [path.read_text("utf-8") for path in ROSTERS.glob("*.yaml")]
    seats = re.findall(
        r"^ +- \{id: ([\w-]+)", "".join(re.findall(r"(?ms)^seats:\n(.*?)^$", "\n".join(texts))), re.MULTILINE
    )
    return {name for text in texts for name in re.findall(r"\bid: ?([\w-]+)", text)} | {*_written(seats)}


def _written(seats: Iterable[str]) -> Iterator[str]:
    """Yield the ids of seats, and the names that the page makes of them."""
    for seat in seats:
        yield from (seat, seat.replace("-", " ").title(), seat.upper())


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """Serve a fresh store on a free port."""
    with by_name(("a server", _whose(), len(SITES))):
        ledger = Ledger(folder)
    with ledger:
        app = create_app(ledger)
        foretold = Foretold()
        app.state.estimates = Estimates(ledger, None, foretold)
        listening = serving.listen("127.0.0.1", 0)
        server = serving.server(app)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        with app.state.runner:
            thread.start()
            here = Site(ledger, app, serving.address(listening), foretold)
            SITES.append(here)
            try:
                yield here
            finally:
                SITES.remove(here)
                server.should_exit = True
                thread.join()
