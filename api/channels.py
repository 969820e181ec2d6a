"""What goes out on the streams: for each encounter that somebody listens to, events made once for all of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from threading import Lock

from api.catching_up import CatchUp, CatchUps
from api.listeners import Event, Listener, of_awaited, of_line, of_view, receipted
from api.precedence import Precedence
from ledger.application import Ledger
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line, decode
from ledger.line.tree import Tree, leaf
from ledger.refusals import Archived, Busy, LedgerRefused
from ledger.store.after_commit import afterwards
from ledger.store.fetching import nothing_fetched
from ledger.store.following import Tailed
from ledger.table import knowledge
from ledger.table.answers import Heard
from ledger.table.fight import Fight
from projections import naming
from projections.disputes import standing
from projections.lost_keys import shown
from projections.streams.awaited import awaited
from projections.streams.live import Json, Live, from_version, parts

PING = 15.0
"""Seconds of silence until a heartbeat."""
MOST_WAITING = 1000
"""Events that may wait for one listener; whoever is slower than that is dropped and comes again."""
_RECENT = 500
_AT_ONCE = 25
_WOKEN_AT_ONCE, _BETWEEN = 8, 0.04
"""Listeners of a channel that are sent to at a time, and the seconds until the next of them while somebody plays.

Sending is the work of one thread, beside which those that answer get on only when it rests. Those who play come first.
"""


class Channel:
    """One encounter, its listeners, and its newest events. ``_open``, ``_hear`` and ``_look`` run in other threads.

    ``awaited`` are the events of what is waited for, by kind, of each the newest: whoever listens takes it from here.
    Once anything is sealed each ``seat`` has a channel of its own; until then all share the one of no seat.
    """

    def __init__(self, ledger: Ledger, encounter: str, seat: str | None, precedence: Precedence) -> None:
        self.seat = seat
        self._precedence = precedence
        self.parted = False
        self._ledger = ledger
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._live: Live | None = None
        self._recent: deque[Event] = deque(maxlen=_RECENT)
        self._view: Json = {}
        self._told: dict[str, bytes] = {}
        self._fight = Fight()
        self._tree = Tree()
        self.encounter = encounter
        self.version = -1
        self.note: str | None = None
        self.awaited: dict[str, bytes] = {}
        self.listeners: set[Listener] = set()
        self._asleep: dict[Listener, None] = {}
        self.expected = 0
        self._leave: Callable[[], None] = ledger.tailer.subscribe(encounter, self._hear)
        self._look_away: Callable[[], None] = ledger.lookout.watch(encounter, self._look)
        self.opened = asyncio.ensure_future(asyncio.to_thread(self._open))

    def begin(self) -> Event:
        """Return the whole view, as of the events that were sent last."""
        return receipted([of_view(self.version, self._view)], self.note)[0]

    def recent(self, after: int) -> list[Event] | None:
        """Return the events after a version, None if not all of them are at hand."""
        if after >= self.version:
            return []
        if not self._recent or self._recent[0].n > after + 1:
            return None
        return [event for event in self._recent if event.n > after]

    def close(self) -> None:
        """Hear nothing any more."""
        self._leave()
        self._look_away()
        # It refers to itself by that, and what lived long is not searched for such circles (api.collecting).
        self._leave = self._look_away = _nothing

    def _open(self) -> None:
        """Load the encounter, and then what was heard meanwhile."""
        ledger, encounter, seat = self._ledger, self.encounter, self.seat
        whole = ledger.fight(encounter)
        fight = whole if seat is None else knowledge.known_to(whole, seat)
        live = Live(
            fight.encounter,
            fight.version,
            lambda version: ledger.fight(encounter, seat).at(version),
            standing(fight),
            shown(fight),
            naming.at(fight, fight.version),
            lambda version: naming.at(ledger.fight(encounter, seat), version),
            fight.seat,
        )
        if self.seat is None and fight.table.secret:
            self._part()
            return
        with self._lock:
            self._live, self._fight = live, fight
            self._tree = fight.log.tree(fight.version)
            self._post([], live)
            self._tell_awaited(whole.version, self._awaited_by(whole, ledger.due.heard([whole])[encounter]))
        self._hear([])
        ledger.lookout.stirred(encounter, live.version)

    def _part(self) -> None:
        """Let everybody come again, to the channel of their own seat."""
        self.parted = True
        self._call(self.end)

    def _hear(self, tailed: Sequence[Tailed]) -> None:
        """Make events of new lines, for all listeners at once."""
        with self._lock:
            if self._live is None or self.parted:
                return
            try:
                if lines := self._following(self._live.version, tailed):
                    self._tell(lines, self._live)
            except LedgerRefused:
                raise
            except Exception:
                self._call(self.end)
                raise

    def take(self, fight: Fight) -> bool:
        """Make events of the lines of a fight that was committed here just now, in the event loop.

        Return whether that is done; where it is not, they are heard of.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            live = self._live
            if live is None or self.parted:
                return False
            if live.version >= fight.version:
                return True
            if live.version + 1 < fight.log.first:
                return False
            with nothing_fetched():
                self._tell(fight.lines[live.version + 1 :], live, fight)
        except Busy:
            # What was taken back, say, is told with what lies in the store.
            return False
        except Exception:
            self.end()
            raise
        finally:
            self._lock.release()
        return True

    def _look(self, fight: Fight, heard: Heard) -> None:
        """Make events of what is waited for now."""
        if self._stands_at(fight.version):
            told = self._awaited_by(fight, heard)
            with self._lock:
                self._tell_awaited(fight.version, told)

    def _stands_at(self, version: int) -> bool:
        """Return whether the lines that were told end there; what is further is told after those that are coming."""
        return self._live is not None and self._live.version == version and not self.parted

    def _awaited_by(self, fight: Fight, heard: Heard) -> dict[str, bytes]:
        known = fight if self.seat is None else knowledge.known_to(fight, self.seat)
        with afterwards("telling what is waited for"):
            return of_awaited(awaited(known, heard, self._ledger.waits.deadline(known)))
        return {}

    def _tell_awaited(self, version: int, told: dict[str, bytes]) -> None:
        changed = {kind: event for kind, event in told.items() if event != self._told.get(kind)}
        if changed and self._stands_at(version):
            self._told |= changed
            newest = {**self._told}
            self._call(lambda: self._show(newest))

    def _tell(self, lines: list[Line], live: Live, fight: Fight | None = None) -> None:
        if self.seat is None and any(is_secret(line) for line in lines):
            self._part()
            return
        salts = salts_of(self._ledger, self.encounter, lines)
        changes = live.after(lines, None if fight is None else fight.encounter)
        self._post([of_line(change, salts.get(change.n)) for change in changes], live, lines)
        self._ledger.lookout.stirred(self.encounter, live.version)

    def _following(self, version: int, tailed: Sequence[Tailed]) -> list[Line]:
        """Return the lines after a version: those that were heard, or where they leave a gap, those of the store."""
        if self.seat is not None:
            return self._ledger.fight(self.encounter, self.seat).lines[version + 1 :]
        new = [each for each in tailed if each.n > version]
        whole = [each.n for each in new if each.raw] == list(range(version + 1, version + 1 + len(new)))
        if tailed and whole:
            return [decode(each.raw) for each in new]
        try:
            return self._ledger.records.after(self.encounter, version)
        except Archived:
            # Nothing follows any more; whoever calls again is told why.
            self._call(self.end)
            return []

    def _post(self, events: list[Event], live: Live, lines: Sequence[Line] = ()) -> None:
        version, view = live.version, live.view
        for line in lines:
            self._tree.append(leaf(line.raw))
        note = None
        with afterwards("signing a receipt"):
            note = (
                None
                if self._fight.imported
                else self._ledger.receipts.signed(self._fight.table, len(self._tree), self._tree.root())
            )
        told = receipted(events, note)
        self._call(lambda: self._spread(told, version, view, note))

    def _call(self, work: Callable[[], None]) -> None:
        # The loop may have ended with the server.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(work)

    def _spread(self, events: list[Event], version: int, view: Json, note: str | None = None) -> None:
        self._recent.extend(events)
        self.version, self._view, self.note = version, view, note
        for listener in self.listeners:
            listener.put(events)
        self._rouse()

    def _show(self, newest: dict[str, bytes]) -> None:
        self.awaited = newest
        self._rouse()

    def _rouse(self) -> None:
        idle = not self._asleep
        self._asleep.update(dict.fromkeys(self.listeners))
        if idle:
            self._wake()

    def _wake(self) -> None:
        """Wake a few at a time, whoever waited longest first; between them those who play have the process."""
        for listener in list(self._asleep)[:_WOKEN_AT_ONCE]:
            del self._asleep[listener]
            listener.wake()
        if self._asleep:
            self._loop.call_later(_BETWEEN if self._precedence.under_way else 0, self._wake)

    def end(self) -> None:
        """End every stream of the encounter."""
        for listener in self.listeners:
            listener.end()


def _nothing() -> None:
    """Do nothing."""


def is_secret(line: Line) -> bool:
    """Return whether a line seals something."""
    return line.type == "Sealed" or (isinstance(line.entry, CommandAccepted) and "sealed" in line.entry.decl)


def salts_of(ledger: Ledger, encounter: str, lines: Sequence[Line]) -> dict[int, bytes]:
    """Return the salts of the commitments of lines whose payload is told, by line."""
    if not any(line.inner is not None and line.inner.payload for line in lines):
        return {}
    return ledger.records.salts(encounter)


class Channels:
    """All channels of one application. Everything here happens in the event loop."""

    def __init__(self, ledger: Ledger, precedence: Precedence | None = None) -> None:
        self._ledger = ledger
        self._precedence = precedence or Precedence()
        self._channels: dict[tuple[str, str | None], Channel] = {}
        self._catch_ups = CatchUps()
        self._over = False
        self.ping = PING
        self.most_waiting = MOST_WAITING

    @property
    def streams(self) -> int:
        """Return how many listen."""
        return sum(len(channel.listeners) for channel in self._channels.copy().values())

    @property
    def catching_up(self) -> int:
        """Return how many of them are helped to what they missed, or wait for it."""
        return self._catch_ups.takers

    async def join(self, encounter: str, seat: str | None = None) -> tuple[Channel, Listener]:
        """Return a channel and a place in it; NoSuchEncounter, NoStore, Busy."""
        channel = self._channels.get((encounter, seat))
        if channel is None or channel.parted:
            channel = self._channels[encounter, seat] = Channel(self._ledger, encounter, seat, self._precedence)
        channel.expected += 1
        listener = Listener(self.most_waiting)
        try:
            await asyncio.shield(channel.opened)
            channel.listeners.add(listener)
        finally:
            channel.expected -= 1
            self._close_if_empty(channel)
        if self._over or channel.parted:
            listener.end()
        return channel, listener

    def told(self, fight: Fight) -> bool:
        """Tell whoever listens of what was committed here just now; return whether nobody need be told another way."""
        if fight.table.secret or fight.encounter.disclosure:
            return False
        channel = self._channels.get((fight.id, None))
        return channel is None or channel.take(fight)

    def leave(self, channel: Channel, listener: Listener) -> None:
        """Give up a place."""
        listener.end()
        channel.listeners.discard(listener)
        self._close_if_empty(channel)

    def end(self) -> None:
        """End every stream, and those that begin after it at once."""
        self._over = True
        for channel in self._channels.values():
            channel.end()
        self._catch_ups.end()

    def missed(self, channel: Channel, after: int) -> AbstractContextManager[CatchUp]:
        """Return the events of a channel after a version, made from the store, a part at a time. Raises Busy."""
        return self._catch_ups.joined(channel, after, lambda: self._missed(channel, after, channel.version))

    def _missed(self, channel: Channel, after: int, upto: int) -> Iterator[list[Event]]:
        self._precedence.give_way()
        fight = self._ledger.fight(channel.encounter, channel.seat)
        if channel.seat is None and fight.table.secret:
            return
        live = from_version(fight, after)
        for lines in parts(fight.log.lines[live.version + 1 : upto + 1], _AT_ONCE):
            salts = salts_of(self._ledger, channel.encounter, lines)
            told = [of_line(change, salts.get(change.n)) for change in live.after(lines) if change.n > after]
            last = lines[-1].n
            note = None
            with afterwards("signing a receipt"):
                note = self._ledger.receipts.checkpoint(fight, last + 1) if last == upto else None
            yield receipted(told, note)
            self._precedence.give_way()

    def _close_if_empty(self, channel: Channel) -> None:
        if not channel.listeners and not channel.expected:
            channel.close()
            if self._channels.get((channel.encounter, channel.seat)) is channel:
                del self._channels[channel.encounter, channel.seat]
