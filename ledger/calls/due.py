"""What an encounter waits for: links for its open roll, answers to a request; both end in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.calls.fights import Fights
from ledger.calls.waits import JITTER
from ledger.dice.entropy import Chains
from ledger.line import clock
from ledger.line.entries import RewindLapsed
from ledger.store.protocol import Signals
from ledger.table import accepting, rolling
from ledger.table.answers import Heard, Salting
from ledger.table.fight import Fight
from ledger.table.standing import OpenRoll
from ledger.table.writing import Written

OPEN_FOR = 600_000
"""Milliseconds that a request to take back stands open."""


class Due:
    """Decides what need not be waited for any more; each call looks at the newest state itself."""

    def __init__(self, fights: Fights, store: Signals, chains: Chains) -> None:
        self._fights = fights
        self._store = store
        self._chains = chains
        self._moments = fights.moments

    def present(self, encounter: str) -> Mapping[str, int]:
        """Return the devices that were there just now, with the numbers of the links they give next."""
        return self._store.present(encounter, *self._just_now())

    def links(self, fight: Fight) -> rolling.Links:
        """Return the links that came for the open roll of a fight."""
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return {}
        return self._store.links(fight.id, opened.roll)

    def salting(self, fight: Fight, came: rolling.Links | None = None) -> Salting | None:
        """Return the roll that waits for links, and whose: of those that did not come, as far as it is known."""
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return None
        missing = rolling.missing_of(opened, self.links(fight) if came is None else came)
        return Salting(roll=opened.roll, line=opened.line, parties=tuple(missing), until=self._until(fight))

    def _until(self, fight: Fight) -> int | None:
        """Return when the open roll need not wait for links any more, by the clock of the machine as it goes now."""
        until, left = rolling.waits_until(fight.table), self.links_left(fight)
        if until is None or left is None:
            return None
        ends = clock.now() + left
        return ends if left and abs(ends - until) >= JITTER else until

    def heard(self, fights: Sequence[Fight]) -> dict[str, Heard]:
        """Return what was heard of the devices of some fights: one question for all of them, one for each open roll."""
        with_devices = [fight.id for fight in fights if fight.table.devices and not fight.imported]
        there = self._store.present_in(with_devices, *self._just_now()) if with_devices else {}
        return {
            fight.id: Heard(
                there=frozenset(there.get(fight.id, ())),
                came=frozenset(self.links(fight)),
                late=self._is_late(fight),
            )
            for fight in fights
        }

    def _just_now(self) -> tuple[int, int]:
        """Return between which times a device was there just now: not when a clock that was wrong said so."""
        now = self._store.moment()
        return now - rolling.HEARTBEAT, now + rolling.HEARTBEAT

    def _is_late(self, fight: Fight) -> bool:
        opened = fight.table.open_roll
        return opened is not None and rolling.overdue(fight.table, self._moment(fight.id, opened)) is not None

    def _moment(self, encounter: str, opened: OpenRoll) -> int:
        return self._moments.at(encounter, opened.line, opened.at)

    def reveal_if_due(self, encounter: str) -> Fight:
        """Decide the open roll if every link is there, or those that are not are to be left out; return the fight."""
        fight = self._fights.fight(encounter)
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return fight
        with self._fights.turn(encounter):
            while True:
                fight = self._fights.read(encounter)
                if fight.table.open_roll is None or fight.table.open_roll.line != opened.line:
                    return fight
                came, moment = self._store.links(encounter, opened.roll), self._moment(encounter, opened)
                if not rolling.may_be_revealed(fight.table, came, moment):
                    return fight
                # Not before that moment: a verifier asks whether the wait was over at the time of the line.
                writing = self._fights.writing(fight, max(moment, clock.now()))
                written = accepting.reveal(fight, writing, opened, came, self._chains)
                if (grown := self._fights.commit(fight, writing, written)) is not None:
                    return grown

    def lapse_if_due(self, encounter: str) -> Fight:
        """Let the open request to take back lapse if nobody answered it for too long; return the fight."""
        fight = self._fights.fight(encounter)
        if self.request_left(fight) != 0:
            return fight
        with self._fights.turn(encounter):
            while self.request_left(fight := self._fights.read(encounter)) == 0:
                writing, request = self._fights.writing(fight), fight.table.request
                line = writing.write(RewindLapsed(reason="time"), cause=None if request is None else request.line)
                if (grown := self._fights.commit(fight, writing, Written(line.n))) is not None:
                    return grown
        return fight

    def links_left(self, fight: Fight) -> int | None:
        """Return the milliseconds that the open roll waits for links yet; None where for consent, or for none."""
        until, opened = rolling.waits_until(fight.table), fight.table.open_roll
        if until is None or opened is None or fight.imported:
            return None
        return max(0, until - self._moment(fight.id, opened))

    def request_left(self, fight: Fight) -> int | None:
        """Return the milliseconds until the open request to take back lapses; None where none is open."""
        until, request = request_due(fight), fight.table.request
        if until is None or request is None:
            return None
        return max(0, until - self._moments.at(fight.id, request.line, until - OPEN_FOR))


def request_due(fight: Fight) -> int | None:
    """Return when the open request to take back lapses, by the times of the lines; None where none is open."""
    request = fight.table.request
    if request is None or fight.imported:
        return None
    return fight.lines[request.line].at + OPEN_FOR
