"""Seats that bots of this server play: one thread does their turns, at a pace that people can follow.

It plays the encounters that somebody listens to, or seated a bot in, since the process began. Of
several processes at one store each may play: a command rests on the version that it was chosen for, so that one wins.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from secrets import randbits, token_hex
from threading import Condition, Thread
from time import monotonic

from fastapi import Request

from bots.at_table import IDLE, Act, Agree, GoOn, Next, is_over, next_call
from bots.players import Choices, sensible
from domain.refusals import Refused
from files.commands import actions
from ledger.application import Ledger
from ledger.line.entries import MissingAccepted
from ledger.refusals import LedgerRefused
from ledger.store.following import Tailed
from ledger.table import rolling
from ledger.table.answers import Declaration
from ledger.table.fight import Fight

PACE = 0.8
"""Seconds between the newest line and what a bot does next."""
AGAIN = 5.0
"""Seconds until it tries again what was refused."""
MOST = 1000
"""So many encounters are played at once by one process; of more, those that were seated first are left."""
_GRACE = 2.0

log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class _Played:
    """An encounter: how to hear no more of it, when something new came last and when it is looked at (monotonic s)."""

    leave: Callable[[], None]
    heard: float
    due: float


def of(request: Request) -> Automatic:
    """Return who plays for bots, of the application that answers."""
    found: Automatic = request.app.state.automatic
    return found


class Automatic:
    """Plays the seats of a ledger that bots have, in a thread from entering to leaving."""

    def __init__(self, ledger: Ledger, pace: float = PACE) -> None:
        self._ledger = ledger
        self._pace = pace
        self._choices = Choices(randbits(64))
        self._changed = Condition()
        self._played: dict[str, _Played] = {}
        self._thread: Thread | None = None
        self._ending = False

    def __enter__(self) -> Automatic:
        """Start the thread."""
        self._thread = Thread(target=self._run, name="automatic", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it, after the step that it is at."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_GRACE)
        for encounter in list(self._played):
            self._leave(encounter)

    def watch(self, encounter: str) -> None:
        """Play what bots have in an encounter, if any have something, from now on."""
        if self._thread is None or encounter in self._played or not self._ledger.fight(encounter).table.automatic():
            return
        leave = self._ledger.tailer.subscribe(encounter, partial(self._hear, encounter))
        now = monotonic()
        with self._changed:
            if encounter in self._played:
                leave()
                return
            self._played[encounter] = _Played(leave=leave, heard=now, due=now + self._pace)
            self._changed.notify()
        if len(self._played) > MOST:
            self._leave(next(iter(self._played)))

    def _hear(self, encounter: str, lines: Sequence[Tailed]) -> None:
        del lines
        with self._changed:
            if (played := self._played.get(encounter)) is not None:
                played.heard = monotonic()
                played.due = played.heard + self._pace
                self._changed.notify()

    def _leave(self, encounter: str) -> None:
        with self._changed:
            played = self._played.pop(encounter, None)
        if played is not None:
            played.leave()

    def _run(self) -> None:
        while (encounter := self._next()) is not None:
            try:
                again = self._step(encounter, monotonic() - self._played[encounter].heard)
            except KeyError:
                continue
            except (LedgerRefused, Refused) as refused:
                log.info("A bot waits and looks again: %s", refused)
                again = AGAIN
            except Exception:
                log.exception("A bot fell over and plays no more")
                again = None
            if again is None:
                self._leave(encounter)
            else:
                self._look_again(encounter, monotonic() + again)

    def _next(self) -> str | None:
        """Return the encounter that is looked at next, once it is time; None at the end."""
        with self._changed:
            while not self._ending:
                due, encounter = min(((each.due, name) for name, each in self._played.items()), default=(inf, ""))
                if due <= (now := monotonic()):
                    self._played[encounter].due = inf
                    return encounter
                self._changed.wait(None if due == inf else due - now)
        return None

    def _look_again(self, encounter: str, at: float) -> None:
        with self._changed:
            if (played := self._played.get(encounter)) is not None:
                played.due = min(played.due, at)

    def _step(self, encounter: str, quiet: float) -> float | None:
        """Do one thing that bots of the encounter are asked for; return in how many seconds to look again, if ever."""
        fight = self._ledger.fight(encounter)
        if fight.imported or fight.table.closed or not fight.table.automatic():
            return None
        if is_over(fight):
            return inf
        for seat in fight.table.automatic():
            known = self._ledger.fight(encounter, seat)
            if (call := next_call(known, seat, sensible, self._choices, quiet=quiet)) is not None:
                self._call(fight, seat, call)
                return self._pace
        # Nobody is asked just now: later it may look for an end, or go on without links that do not come.
        return next((wait - quiet for wait in (IDLE, rolling.PATIENCE / 1000) if quiet < wait), inf)

    def _call(self, fight: Fight, seat: str, call: Next) -> None:
        cmd = token_hex(8)
        match call:
            case GoOn(roll=roll):
                self._ledger.devices.go_on(fight.id, MissingAccepted(roll=roll, seat=seat, cmd=cmd))
            case Agree():
                self._ledger.answer_rewind(fight.id, seat, agree=True, cmd=cmd)
            case Act(body=body):
                action = actions(fight.encounter.system).validate_python(body, strict=False)
                self._ledger.record(fight.id, seat, Declaration(action=action, cmd=cmd, version=fight.version))
