"""Somebody at a table: listens, checks every line, salts rolls by itself, and calls in a seat's name."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from threading import Condition
from typing import Any

from client import presence
from client.calling import Calls
from client.device import Device
from client.duties import Duties
from client.errands import Errands
from client.folder import Kept
from client.hearing import Hearing
from client.history import Alarm, History
from client.links import HANDS
from client.sending import Done, Sending
from client.standing import PATIENCE, Standing
from client.vouching import Asking, Vouching
from ledger.line.entries import Json
from ledger.table.standing import OpenRoll

_GRACE = 3.0
"""Seconds that a client which ends waits for calls that are under way."""


class Client:
    """One seat of one fight; with a device it signs and salts, without one it is custodial.

    ``watch`` is called with the number of lines whenever more are known and every two seconds while a roll waits for
    links, and with None when it stops for good, by more than one thread. ``alarm`` says why it did, if somebody cheats,
    ``trouble`` if the server is gone. ``fresh``: it sat down just now.
    """

    def __init__(
        self,
        calls: Calls,
        encounter: str,
        seat: str,
        device: Device | None = None,
        kept: Kept | None = None,
        watch: Callable[[int | None], None] = lambda _: None,
        *,
        fresh: bool = False,
    ) -> None:
        self.calls = calls
        self.encounter = encounter
        self.seat = seat
        self.device = device
        self.standing = Standing(calls, encounter, seat, kept, watch)
        self.errands = Errands(self.standing)
        self.sending = Sending(self.standing, device)
        self.duties = None if device is None else Duties(self.standing, device, self.sending, self.errands)
        self.hearing = Hearing(self.standing, self.duties, fresh=fresh)
        self._vouching = Vouching(self.standing, device)
        self._closed = False

    # Beginning and ending

    def start(self) -> Client:
        """Load what is known, and take part from now on; Alarm, Problem, NoServer."""
        try:
            self.hearing.load()
        except Alarm as alarm:
            self.standing.alarmed(alarm)
            raise
        # What the server leaves unanswered in one keeps nothing back in the others, signs of life least of all.
        works = {"listen": self.hearing.listen, "show": self.show, "work": self.errands.work}
        if self.duties is not None:
            works |= {f"hand in {number}": self.duties.links.hand_in for number in range(HANDS)}
        for name, work in works.items():
            self.errands.begin(f"{self.seat} {name}", work)
        return self

    def close(self) -> None:
        """Leave the table; the seat stays taken, and the device comes again whenever it likes."""
        if self._closed:
            return
        self._closed = True
        self.standing.end()
        if self.duties is not None and self.alarm is None and self.history.size:
            # A server that hangs is not waited for any longer than calls that are under way.
            self.errands.begin(f"{self.seat} leave", self.duties.presence.leave)
        self.errands.join(_GRACE)
        self.calls.close()
        self.standing.kept.close()
        if self.device is not None:
            self.device.close()
        self.standing.wake()

    def __enter__(self) -> Client:
        """Take part; whoever cannot lets go of what it holds."""
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_: object) -> None:
        """Leave."""
        self.close()

    def stop(self) -> None:
        """Take no part any more."""
        self.standing.stop()

    # Knowing

    @property
    def history(self) -> History:
        """Return what it knows of the fight."""
        return self.standing.history

    @property
    def alarm(self) -> Alarm | None:
        """Return who cheats, if somebody does."""
        return self.standing.alarm

    @property
    def trouble(self) -> str | None:
        """Return what does not work, if something does not."""
        return self.standing.trouble

    @property
    def over(self) -> bool:
        """Return whether it takes no part any more."""
        return self.standing.over.is_set()

    @property
    def given(self) -> int:
        """Return how many links of this device the server took."""
        return 0 if self.duties is None else self.duties.links.given

    @property
    def open_roll(self) -> OpenRoll | None:
        """Return the roll that waits for links."""
        return self.standing.open_roll

    def knowing(self) -> Condition:
        """Return the lock under which nothing new comes to be known."""
        return self.standing.known

    def wait(self, holds: Callable[[], Any], seconds: float = PATIENCE) -> bool:
        """Return whether something came to hold in time; Alarm if somebody cheats meanwhile."""
        return self.standing.wait(holds, seconds)

    def settle(self, seconds: float = 3.0) -> None:
        """Wait until what is to be done is done, the cosignature of the end included."""
        self.errands.settle(seconds)

    # Showing that it is there

    def show(self) -> None:
        """Show that the device is there, and have other chains begun between: none is on its way as one begins."""
        while not self.over:
            self.beat()
            if self.open_roll is not None:
                self.standing.watch(self.history.covered)
            self.errands.between(presence.BEAT)

    def beat(self) -> None:
        """Show that the device is there, now."""
        if self.duties is not None:
            self.errands.do(self.duties.beat)

    # Calling

    def do(self, action: Json, *, at: int | None = None, cmd: str | None = None) -> Done:
        """Give a command and return what came of it, its dice included; it rests on the first ``at`` lines, or on all.

        Problem says why not: 412 where the fight went on since. Where only the count of calls or an open roll is in
        the way, it is sent again under the same id.
        """
        return self.sending.do(action, at, cmd or token_hex(16))

    def call(self, do: str, **fields: Any) -> Done:
        """Make a call that is no command: rewind, answer_rewind, type_dice, go_on, contest and the like."""
        return self.sending.call(do, fields)

    def renew(self, length: int | None = None) -> None:
        """Begin another chain."""
        self.sending.renew(length)

    def change_key(self) -> None:
        """Take another key and another chain, for which the present key vouches."""
        self.sending.change_key()

    # With others

    def compare(self, pasted: str) -> str:
        """Return in a sentence whether what somebody else was told is the same history; Alarm if it is not."""
        return self.standing.compared(pasted)

    def who_asks(self, declaration: Json) -> Asking:
        """Return which device asks to be vouched for; ValueError for what is no request to this one, Alarm."""
        return self._vouching.who_asks(declaration)

    def vouch(self, declaration: Json) -> Json:
        """Return this device's signature under what another one declares, by its name. Raises as ``who_asks``."""
        return self._vouching.vouch(declaration)
