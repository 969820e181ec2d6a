"""What a device looks for in every line about itself: that it is asked, for the right link, and not left out."""

from __future__ import annotations

from collections import deque
from time import time

from api.client.device import Device, Unsafe
from api.client.history import Alarm, History
from domain.events import HistoryRewound
from ledger import rolling
from ledger.entries import CommandAccepted, EntropyRevealed
from ledger.lines import Line
from ledger.table import OpenRoll

MARGIN = 1_000
"""Milliseconds of doubt about whether a device counted as there."""
SETTLED = 2_000
"""Milliseconds after which a line that exists has come, and a sign of life is known to all processes of the server."""


def here() -> int:
    """Return the time by the clock of this device, in milliseconds."""
    return int(time() * 1000)


class Signs:
    """Signs of life by the clock of this device alone: what the server says of them is not asked."""

    def __init__(self) -> None:
        self._first: int | None = None
        self._last = 0
        self._under_way = False
        self._hears: int | None = None

    def sending(self) -> None:
        """Take note that one is on its way; after a silence they begin anew."""
        now = here()
        if self._first is None or now - self._last > rolling.HEARTBEAT - MARGIN:
            self._first = now
        self._last, self._under_way = now, True

    def sent(self, *, reached: bool) -> None:
        """Take note that it is answered, whatever with, or that nobody was reached."""
        self._under_way = False
        if not reached:
            self._first = None

    def hears(self, *, now: bool) -> None:
        """Take note that the server begins to tell lines as they come, or ends."""
        self._hears = here() if now else None

    def covers(self) -> bool:
        """Return whether a line that comes now was made while this device was surely there."""
        now = here()
        if self._first is None or self._hears is None or max(self._first, self._hears) > now - SETTLED:
            return False
        return self._under_way or now - self._last <= rolling.HEARTBEAT - MARGIN


class Guard:
    """The checks of one device; they hold only for lines that came as they were written."""

    def __init__(self, device: Device, history: History) -> None:
        self._device = device
        self._history = history
        self._beats: deque[int] = deque(maxlen=8)
        self.signs = Signs()
        self._taken = 0
        self._expected = 1
        self._open: OpenRoll | None = None

    def there(self, at: int) -> None:
        """Take note that the server knew the device to be there, by the server's clock."""
        self._beats.append(at)

    def was_taken(self, roll: int) -> None:
        """Take note that the server took the link for a roll."""
        self._taken = roll

    @property
    def expected(self) -> int:
        """Return the number of the link that comes next, as the lines and this device know it."""
        party = self._history.table.devices.get(self._device.state.party)
        return max(self._device.following, 1 if party is None else party.used + 1)

    def before(self) -> None:
        """Look at how things stand before the next line; while a roll is open its number stays what it was."""
        self._open = self._history.table.open_roll
        if self._open is None:
            self._expected = self.expected

    def after(self, line: Line) -> None:
        """Raise Alarm where the line leaves this device out though it was there, or its link though it was taken."""
        if isinstance(line.entry, CommandAccepted) and line.entry.roll is not None:
            self._must_list(line, line.entry.roll, set(line.entry.contributors or ()))
        elif isinstance(line.entry, EntropyRevealed):
            party = self._device.state.party
            if party in line.entry.missing and self._taken == line.entry.roll:
                sentence = f"Roll {line.entry.roll} was decided without your link, which the server had taken."
                raise Alarm("missing", sentence, {"line": line.raw.decode()})
        elif isinstance(line.entry, HistoryRewound):
            self._must_have_been_asked(line, line.entry)

    def linking(self, *, again: bool = False) -> dict[str, object] | None:
        """Return the link for the open roll, if this device is asked for one; Alarm where it may not be given.

        What the server took already it may have lost: it gets it ``again``.
        """
        opened, party = self._history.table.open_roll, self._device.state.party
        if opened is None or party not in opened.contributors or (self._taken == opened.roll and not again):
            return None
        k = opened.contributors[party]
        if not self._device.was_given(k, opened.declared) and k != self._expected:
            raise Alarm("links", f"Link {k} of {party} is asked for, and the next one is {self._expected}.")
        try:
            return self._device.linking(opened.roll, k, opened.declared)
        except Unsafe as unsafe:
            raise Alarm("forked", str(unsafe)) from None

    def _must_have_been_asked(self, line: Line, rewound: HistoryRewound) -> None:
        """Whoever's link was taken kept nobody waiting: their roll is not taken back without them."""
        opened, seat = self._open, self._device.state.seat
        agreed = {rewound.by, *(each["seat"] for each in rewound.consents)}
        if opened is None or self._taken != opened.roll or opened.seat != seat or seat in agreed:
            return
        if self._history.table.rewind == "until-roll":
            sentence = (
                f"Your roll {opened.roll} was taken back as if your link had not come, which the server had taken."
            )
            raise Alarm("missing", sentence, {"line": line.raw.decode()})

    def _must_list(self, line: Line, roll: int, named: set[str]) -> None:
        table, state = self._history.table, self._device.state
        mine = table.devices.get(state.party)
        if table.dice != "ledger" or table.entropy != "all" or mine is None or self._device.left <= 0:
            return
        if any(table.devices[party].seat == state.seat for party in named):
            return
        missed = table.missed.get(state.seat)
        doing_penance = missed is not None and roll <= missed + rolling.PENANCE
        if doing_penance:
            return
        evidence = {"line": line.raw.decode()}
        if self._was_there(line.at):
            sentence = f"Roll {roll} was made without you, though the server knew that you were there."
            raise Alarm("unlisted", sentence, evidence)
        if self.signs.covers():
            sentence = f"Roll {roll} was made without you, though you were there, whatever the server says of it."
            raise Alarm("unlisted", sentence, evidence)

    def _was_there(self, at: int) -> bool:
        return any(beat <= at <= beat + rolling.HEARTBEAT - MARGIN for beat in self._beats)
