"""How one seat stands at its table: what it knows, under one lock, and whether it goes on."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition, Event, RLock
from time import monotonic
from typing import Any

from client import evidence
from client.calling import Calls, NoServer
from client.folder import Kept
from client.history import Alarm, History
from ledger.table.standing import OpenRoll

PATIENCE = 30.0
"""Seconds that a call waits for its own line, or for a roll that is open, before it goes on without."""


class Standing:
    """What all parts of a client share, until all is ``over``; ``alarm`` says who cheats, ``trouble`` what went wrong.

    ``known`` is the lock under which nothing new comes to be known. ``watch`` is called with the number of lines, and
    with None when the client stops for good. ``endings`` are what lets each part see that all is over.
    """

    def __init__(
        self, calls: Calls, encounter: str, seat: str, kept: Kept | None, watch: Callable[[int | None], None]
    ) -> None:
        self.calls = calls
        self.encounter = encounter
        self.seat = seat
        self.history = History(encounter)
        self.kept = kept or Kept(None)
        self.watch = watch
        self.known = Condition(RLock())
        self.over = Event()
        self.endings: list[Callable[[], None]] = []
        self.alarm: Alarm | None = None
        self.trouble: str | None = None

    def at(self, path: str) -> str:
        """Return where a call to this encounter is sent."""
        return f"/api/encounters/{self.encounter}{path}"

    @property
    def open_roll(self) -> OpenRoll | None:
        """Return the roll that waits for links."""
        opened = self.history.table.open_roll
        return opened if opened is not None and opened.contributors else None

    # Waiting

    def wait(self, holds: Callable[[], Any], seconds: float = PATIENCE) -> bool:
        """Return whether something came to hold in time; Alarm if somebody cheats meanwhile."""
        end = monotonic() + seconds
        with self.known:
            while not holds():
                self.must_go_on()
                if (left := end - monotonic()) <= 0:
                    return False
                self.known.wait(min(left, 0.5))
        self.must_go_on()
        return True

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self.known:
            self.known.notify_all()

    def must_go_on(self) -> None:
        """Raise the alarm that ended all, or NoServer."""
        if self.alarm is not None:
            raise self.alarm
        if self.over.is_set():
            raise NoServer(self.trouble or "The client has ended.")

    def compared(self, pasted: str) -> str:
        """Return in a sentence whether what somebody else was told is the same history; Alarm if it is not."""
        try:
            with self.known:
                return self.history.compared(pasted)
        except Alarm as alarm:
            self.alarmed(alarm)
            raise

    # Ending

    def end(self) -> None:
        """Let every part see that all is over."""
        self.over.set()
        for ending in self.endings:
            ending()

    def stop(self) -> None:
        """Take no part any more, and tell it."""
        self.end()
        self.wake()
        self.watch(None)

    def troubled(self, trouble: str) -> None:
        """Take note of what did not work."""
        self.trouble = trouble

    def failed(self, fault: Exception) -> None:
        """End all after a fault in any thread, and tell it."""
        self.trouble = f"A fault of this program: {fault!r}"
        self.stop()

    def alarmed(self, alarm: Alarm) -> None:
        """Stop for good, and write down what shows why."""
        with self.known:
            if self.alarm is not None:
                return
            self.alarm = evidence.proved(alarm, self.history, self.calls, self.at(""))
            shown = evidence.written(self.alarm, self.history, self.encounter, self.seat)
            file = self.kept.evidence(alarm.kind, shown)
        if file is not None:
            self.alarm.args = (f"{self.alarm} Evidence saved in {file}.",)
        self.stop()
