"""What a device looks for in every line about itself: that it is asked, for the right link, and not left out."""

from __future__ import annotations

from collections import deque
from time import time

from client.device import Device, Unsafe
from client.history import Alarm, History
from domain.events import HistoryRewound
from ledger.line.entries import CommandAccepted, EntropyRevealed
from ledger.line.lines import Line
from ledger.table import rolling
from ledger.table.standing import OpenRoll

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

    def last_since(self, at: int) -> bool:
        """Return whether nothing broke them off since long enough before a moment of this clock: a server was there."""
        begun = None if self._first is None or self._hears is None else max(self._first, self._hears)
        alive = self._under_way or here() - self._last <= rolling.HEARTBEAT - MARGIN
        return begun is not None and begun <= at - SETTLED and alive

    def covers(self) -> bool:
        """Return whether a line that comes now was made while this device was surely there."""
        return self.last_since(here())


class LinkAsked:
    """The link for the roll that is open, by the clock of this device: asked for, sent, and answered, when."""

    def __init__(self) -> None:
        self._roll = 0
        self._asked: int | None = None
        self._sent: int | None = None
        self._answered: int | None = None

    def asked(self, roll: int, *, there: bool) -> None:
        """Take note that a line asks for it, which was surely made just now if this device was ``there``."""
        self._roll, self._sent, self._answered = roll, None, None
        self._asked = here() if there else None

    def sending(self, roll: int) -> None:
        """Take note that it is on its way."""
        if roll == self._roll and self._sent is None:
            self._sent = here()

    def answered(self, roll: int) -> None:
        """Take note that the server answered, whatever it said."""
        if roll == self._roll and self._answered is None:
            self._answered = here()

    def came(self, roll: int, signs: Signs, *, waiting: bool) -> bool:
        """Return whether the server surely had it before a line that came now was made.

        It was answered long enough before; or it was on its way for nearly as long as anybody waits; or it was sent
        within the time that the ledger was ``waiting``.
        """
        if roll != self._roll or self._asked is None or self._sent is None or not signs.last_since(self._asked):
            return False
        if self._answered is not None and self._answered <= here() - SETTLED:
            return True
        if self._sent <= here() - (rolling.PATIENCE - SETTLED - MARGIN):
            return True
        return waiting and self._sent <= self._asked + rolling.PATIENCE - 2 * SETTLED - MARGIN


class Guard:
    """The checks of one device; they hold only for lines that came as they were written."""

    def __init__(self, device: Device, history: History) -> None:
        self._device = device
        self._history = history
        self._beats: deque[int] = deque(maxlen=8)
        self.signs = Signs()
        self.given = LinkAsked()
        self._taken: set[int] = set()
        self._expected = 1
        self._open: OpenRoll | None = None

    def there(self, at: int) -> None:
        """Take note that the server knew the device to be there, by the server's clock."""
        self._beats.append(at)

    def was_taken(self, roll: int) -> bool:
        """Take note that the server took the link for a roll; return whether that is new."""
        new = roll not in self._taken
        self._taken.add(roll)
        return new

    @property
    def expected(self) -> int:
        """Return the number of the link that comes next, as the lines and this device know it."""
        party = self._history.table.devices.get(self._device.state.party)
        return max(self._device.following, 1 if party is None else party.used + 1)

    def must_be_mine(self) -> None:
        """Raise Alarm where the table knows another key under the name of this device."""
        if not self._device.state.joined:
            return
        party = self._device.state.party
        known = self._history.table.devices.get(party)
        if known is None or known.key != self._device.public:
            raise Alarm("replaced", f"Another key stands for {party} at this table: another device took your place.")

    def before(self) -> None:
        """Look at how things stand before the next line; while a roll is open its number stays what it was."""
        self._open = self._history.table.open_roll
        if self._open is None:
            self._expected = self.expected

    def after(self, line: Line) -> None:
        """Raise Alarm where the line leaves this device out though it was there, or its link though it was taken."""
        if isinstance(line.entry, CommandAccepted) and line.entry.roll is not None:
            self._must_list(line, line.entry.roll, set(line.entry.contributors or ()))
            if self._device.state.party in (line.entry.contributors or ()):
                self.given.asked(line.entry.roll, there=self.signs.covers())
        elif isinstance(line.entry, EntropyRevealed):
            self._must_be_in(line, line.entry)
        elif isinstance(line.entry, HistoryRewound):
            self._must_have_been_asked(line, line.entry)

    def linking(self, *, again: bool = False) -> dict[str, object] | None:
        """Return the link for the open roll, if this device is asked for one; Alarm where it may not be given.

        What the server took already it may have lost: it gets it ``again``.
        """
        opened, party = self._history.table.open_roll, self._device.state.party
        if opened is None or party not in opened.contributors or (opened.roll in self._taken and not again):
            return None
        k = opened.contributors[party]
        if not self._device.was_given(k, opened.declared) and k != self._expected:
            raise Alarm("links", f"Link {k} of {party} is asked for, and the next one is {self._expected}.")
        try:
            return self._device.linking(opened.roll, k, opened.declared)
        except Unsafe as unsafe:
            raise Alarm("forked", str(unsafe)) from None

    def _must_be_in(self, line: Line, revealed: EntropyRevealed) -> None:
        """Alarm where this device is told to be missing, whose link the server took, or had and did not take."""
        if self._device.state.party not in revealed.missing:
            return
        how = self._had(revealed.roll, waiting=self._history.table.missing == "wait")
        if how is not None:
            raise Alarm(
                "missing", f"Roll {revealed.roll} was decided without your link, {how}.", {"line": line.raw.decode()}
            )

    def _had(self, roll: int, *, waiting: bool) -> str | None:
        """Return in words that the server had the link for a roll, None where that is not sure."""
        if roll in self._taken:
            return "which the server had taken"
        return "which was sent in time and not taken" if self.given.came(roll, self.signs, waiting=waiting) else None

    def _must_have_been_asked(self, line: Line, rewound: HistoryRewound) -> None:
        """Whoever's link was taken kept nobody waiting: their roll is not taken back without them."""
        opened, seat = self._open, self._device.state.seat
        agreed = {rewound.by, *(each["seat"] for each in rewound.consents)}
        if opened is None or opened.seat != seat or seat in agreed or self._history.table.rewind != "until-roll":
            return
        if (how := self._had(opened.roll, waiting=True)) is not None:
            sentence = f"Your roll {opened.roll} was taken back as if your link had not come, {how}."
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
