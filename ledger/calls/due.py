"""What an encounter waits for: links for its open roll, answers to a request; both end in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.calls.fights import Fights
from ledger.dice.entropy import Chains
from ledger.line import clock
from ledger.line.entries import RewindLapsed
from ledger.store.protocol import Signals
from ledger.table import accepting, rolling
from ledger.table.answers import Heard, Salting
from ledger.table.fight import Fight
from ledger.table.writing import Written

OPEN_FOR = 600_000
"""Milliseconds that a request to take back stands open."""


class Due:
    """Decides what need not be waited for any more; each call looks at the newest state itself."""

    def __init__(self, fights: Fights, store: Signals, chains: Chains) -> None:
        self._fights = fights
        self._store = store
        self._chains = chains

    def present(self, encounter: str) -> Mapping[str, int]:
        """Return the devices that were there just now, with the numbers of the links they give next."""
        return self._store.present(encounter, clock.now() - rolling.HEARTBEAT)

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
        until = rolling.waits_until(fight.table)
        return Salting(roll=opened.roll, line=opened.line, parties=tuple(missing), until=until)

    def heard(self, fights: Sequence[Fight]) -> dict[str, Heard]:
        """Return what was heard of the devices of some fights: one question for all of them, one for each open roll."""
        now = clock.now()
        with_devices = [fight.id for fight in fights if fight.table.devices and not fight.imported]
        there = self._store.present_in(with_devices, now - rolling.HEARTBEAT) if with_devices else {}
        return {
            fight.id: Heard(
                there=frozenset(there.get(fight.id, ())),
                came=frozenset(self.links(fight)),
                late=rolling.overdue(fight.table, now) is not None,
            )
            for fight in fights
        }

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
                came, moment = self._store.links(encounter, opened.roll), clock.now()
                if not rolling.may_be_revealed(fight.table, came, moment):
                    return fight
                # The same moment: a verifier asks whether the wait was over at the time of the line.
                writing = self._fights.writing(fight, moment)
                written = accepting.reveal(fight, writing, opened, came, self._chains)
                if (grown := self._fights.commit(fight, writing, written)) is not None:
                    return grown

    def lapse_if_due(self, encounter: str) -> Fight:
        """Let the open request to take back lapse if nobody answered it for too long; return the fight."""
        fight = self._fights.fight(encounter)
        if not _has_lapsed(fight):
            return fight
        with self._fights.turn(encounter):
            while _has_lapsed(fight := self._fights.read(encounter)):
                writing, request = self._fights.writing(fight), fight.table.request
                line = writing.write(RewindLapsed(reason="time"), cause=None if request is None else request.line)
                if (grown := self._fights.commit(fight, writing, Written(line.n))) is not None:
                    return grown
        return fight


def links_due(fight: Fight) -> int | None:
    """Return when the open roll need not wait for links any more; None where it waits for consent, or for none."""
    return None if fight.imported else rolling.waits_until(fight.table)


def request_due(fight: Fight) -> int | None:
    """Return when the open request to take back lapses; None where none is open."""
    request = fight.table.request
    if request is None or fight.imported:
        return None
    return fight.lines[request.line].at + OPEN_FOR


def _has_lapsed(fight: Fight) -> bool:
    at = request_due(fight)
    return at is not None and at <= clock.now()
