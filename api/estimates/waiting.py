"""Who waits for estimates: each fight is estimated once, one after the other, whoever and how many ask."""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, TypeAlias

import orjson
from fastapi import Request

from api.estimates.process import Failed, Process
from bots.chances.judges import fights_for
from bots.chances.shelf import Shelf, courses_in
from ledger.application import Ledger
from ledger.refusals import Busy, LedgerRefused
from ledger.table.fight import Fight
from ledger.table.knowledge import STRANGER
from ledger.version import VERSION

MOST = 16
"""So many fights wait to be estimated at most."""
KEPT = 64
"""So many answers are held in memory, the last ones used; those that were kept before lie beside the store."""
AGAIN = 600.0
"""Seconds after which what failed is tried again."""
_GRACE = 2.0
Said: TypeAlias = dict[str, Any]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """A judge learns first: of how many fights by now, of how many in all."""

    learnt: int
    of: int


@dataclass(frozen=True, slots=True)
class _Failure:
    why: str
    at: float


def name_of(fight: Fight) -> str:
    """Return what an estimate is kept under: another one is made once the fight changed, or all of it was opened."""
    version = fight.stirred if fight.encounter.outcome is not None else -1
    made_of = [fight.id, version, fight.lines[version].raw.hex(), fight.table.closed, VERSION]
    return sha256(orjson.dumps(made_of)).hexdigest()[:40]


class Estimates:
    """Estimates the fights of a ledger that are asked for, in a thread from entering to leaving.

    All of them are made of what everybody knows, whoever asks first.
    """

    def __init__(self, ledger: Ledger, data: Path | None = None, process: Process | None = None) -> None:
        self.wanted = True
        self._ledger = ledger
        self._data = data
        self._process = process or Process()
        self._shelf: Shelf = courses_in(data)
        self._changed = Condition()
        self._waiting: OrderedDict[str, tuple[str, UnderWay]] = OrderedDict()
        self._found: OrderedDict[str, Said | _Failure] = OrderedDict()
        self._thread: Thread | None = None
        self._ending = False

    def __enter__(self) -> Estimates:
        """Start the thread."""
        self._thread = Thread(target=self._run, name="estimates", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it, and the process that it waits for."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        self._process.end()
        if self._thread is not None:
            self._thread.join(_GRACE)

    def of(self, fight: Fight) -> Said | UnderWay:
        """Return what is said of a fight that everybody knows: its chances, why there are none, or how far it is.

        Raises Busy where too many wait already.
        """
        name = name_of(fight)
        if (known := self.known(fight)) is not None:
            return known
        if not self.wanted:
            return {"why": "This server estimates no chances."}
        with self._changed:
            if name in self._waiting:
                return self._waiting[name][1]
            if len(self._waiting) >= MOST:
                raise Busy("Chances of many fights are asked for at once: nothing was done, try again.")
            begun = UnderWay(learnt=0, of=fights_for(fight.encounter.system))
            self._waiting[name] = (fight.id, begun)
            self._changed.notify()
            return begun

    def known(self, fight: Fight) -> Said | None:
        """Return what was said of a fight already, as long as it holds."""
        name = name_of(fight)
        with self._changed:
            found = self._found.get(name)
            if found is not None:
                self._found.move_to_end(name)
        if isinstance(found, _Failure):
            return {"why": found.why} if monotonic() - found.at < AGAIN else None
        if found is None and (raw := self._shelf.get(name)) is not None:
            found = orjson.loads(raw)
            self._keep(name, found)
        return found

    def in_a_file(self, fight: Fight) -> bytes | None:
        """Return the chances of a fight that everybody knows, as JSON, if they were estimated before."""
        known = self.known(fight)
        return orjson.dumps(known["chances"]) if known is not None and "chances" in known else None

    def _keep(self, name: str, found: Said | _Failure) -> None:
        with self._changed:
            self._found[name] = found
            self._found.move_to_end(name)
            while len(self._found) > KEPT:
                self._found.popitem(last=False)

    def _run(self) -> None:
        while (following := self._next()) is not None:
            name, encounter = following
            found: Said | _Failure
            try:
                found = self._process.run(
                    self._ledger.export(encounter, STRANGER), self._data, partial(self._hear, name, encounter)
                )
                self._shelf.put(name, orjson.dumps(found))
            except (Failed, LedgerRefused) as failed:
                found = _Failure(f"No chances could be estimated: {failed} It is tried again in a while.", monotonic())
            except Exception:
                log.exception("An estimate fell over")
                found = _Failure("No chances could be estimated, by a fault of this program.", monotonic())
            self._keep(name, found)
            with self._changed:
                self._waiting.pop(name, None)

    def _next(self) -> tuple[str, str] | None:
        """Return what is estimated next, once there is something; None at the end."""
        with self._changed:
            while not self._ending:
                for name, (encounter, _) in self._waiting.items():
                    return name, encounter
                self._changed.wait()
        return None

    def _hear(self, name: str, encounter: str, learnt: int, of: int) -> None:
        with self._changed:
            self._waiting[name] = (encounter, UnderWay(learnt=learnt, of=of))


def estimates_of(request: Request) -> Estimates:
    """Return who estimates, of the application that answers."""
    found: Estimates = request.app.state.estimates
    return found
