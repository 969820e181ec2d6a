"""From a call of a seat to its answer: repeated if somebody was faster, committed, and with a receipt."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from domain.refusals import Refused
from ledger.calls import refusing
from ledger.calls.due import Due
from ledger.calls.fights import Fights, Told
from ledger.calls.receipts import Receipts
from ledger.line.entries import SeatCall
from ledger.refusals import Busy, LedgerRefused, OtherBody
from ledger.store.after_commit import afterwards
from ledger.table import accepting, rolling, signing
from ledger.table.answers import Answer
from ledger.table.fight import Fight
from ledger.table.log import body_of
from ledger.table.table import seat_of
from ledger.table.writing import Writing, Written

TRIES = 100

Call = TypeVar("Call", bound=SeatCall)
Plan = Callable[[Fight, Writing], Written]
"""Writes the lines of a call after a fight, or refuses; it may be asked again, after a later one."""


class Answering:
    """Answers a call with the lines it caused; the same call again with the same."""

    def __init__(self, fights: Fights, due: Due, receipts: Receipts) -> None:
        self._fights = fights
        self._due = due
        self._receipts = receipts

    def answer(self, encounter: str, seat: str, cmd: str, body: bytes, plan: Plan) -> Answer:
        """Carry out a plan once, however often it is called for under one ``cmd``. Raises OtherBody, Busy."""
        accepting.must_be_an_id(cmd)
        with self._fights.turn(encounter):
            for _ in range(TRIES):
                fight = self._fights.memory.get(encounter) or self._fights.read(encounter)
                try:
                    if (first := _answered(fight, seat, cmd, body)) is not None:
                        return self.told(fight, first)
                    writing = self._fights.writing(fight)
                    written = plan(fight, writing)
                except (Refused, LedgerRefused) as refused:
                    # A no counts only if it was said to the newest state.
                    if self._fights.read(encounter) is fight:
                        refusing.tell(fight, seat, refused)
                        raise
                    continue
                if (grown := self._fights.commit(fight, writing, written)) is not None:
                    return self.told(grown, written.line)
        raise Busy("Others write to this encounter all the time: nothing was written, try again.")

    def at_once(self, encounter: str, seat: str, cmd: str, plan: Plan, told: Told) -> tuple[Fight, int] | None:
        """Carry out a plan on what stands in memory, and let it be committed; return the fight after it, and the line.

        None where somebody else is at the encounter, or it is refused, or was called for before: nothing was done.
        ``told`` is told what ``Fights.commit`` would raise, or IntegrityError where another process was faster.
        """
        leave = self._fights.enter(encounter)
        if leave is None:
            return None
        under_way = False
        try:
            accepting.must_be_an_id(cmd)
            fight = self._fights.memory.get(encounter)
            if fight is None or fight.table.devices or fight.table.secret or fight.use(seat, cmd) is not None:
                return None
            writing = self._fights.writing(fight)
            written = plan(fight, writing)
            grown = self._fights.commit_soon(fight, writing, written, told, leave)
            under_way = True
        except (Refused, LedgerRefused, ValueError):
            # Whoever asks again, and can wait, is told why.
            return None
        finally:
            if not under_way:
                leave()
        return grown, written.line

    def signed(self, encounter: str, entry: Call, write: Callable[[Fight, Writing, Call], Written]) -> Answer:
        """Take a seat's call that is a line of the ledger, signed where the seat has a device."""

        def plan(fight: Fight, writing: Writing) -> Written:
            accepting.must_be_of_this_history(fight, entry.seen)
            signing.must_be_signed(fight.table, encounter, entry)
            accepting.must_be_up_to_date(fight, entry)
            return write(fight, writing, entry)

        return self.answer(encounter, seat_of(entry), entry.cmd or "", body_of(entry), plan)

    def told(self, fight: Fight, first: int) -> Answer:
        """Return the answer to a call: its lines as far as they are known, and what is waited for because of it."""
        # The log may have grown since, by what is not committed yet.
        group = tuple(line for line in fight.log.group(first) if line.n <= fight.version)
        waiting = accepting.wait(fight) or self._due.salting(fight, self._came(fight))
        if waiting is not None and waiting.line not in (first, group[0].cause):
            waiting = None
        version = group[-1].n
        receipt = None
        with afterwards("signing a receipt"):
            receipt = self._receipts.checkpoint(fight, version + 1)
        return Answer(lines=group, version=version, waiting=waiting, checkpoint=receipt)

    def _came(self, fight: Fight) -> rolling.Links:
        """Return the links that came for the open roll; where the store cannot say it just now, none is known."""
        with afterwards("asking for links"):
            return self._due.links(fight)
        return {}


def _answered(fight: Fight, seat: str, cmd: str, body: bytes) -> int | None:
    """Return the line of the call that used this id before; OtherBody if it was another call."""
    used = fight.use(seat, cmd)
    if used is None:
        return None
    if used[1] != body:
        raise OtherBody(f"{seat} used the cmd {cmd} before, for something else.")
    return used[0]
