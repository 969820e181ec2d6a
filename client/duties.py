"""What a device does by itself: shows that it is there, gives links, cosigns, renews its chain, says no to thieves."""

from __future__ import annotations

from functools import partial
from time import time

from client.device import Device
from client.errands import Errands
from client.guard import Guard
from client.history import Alarm
from client.links import Links
from client.presence import Presence, waited_for
from client.sending import Sending
from client.standing import Standing
from ledger.line.entries import ChainRenewed, Json, SeatJoined, SeatKeyChanged
from ledger.line.lines import Line

RENEW_AT = 16
"""A chain with so few links left is renewed."""
_RENEWED = (SeatJoined, SeatKeyChanged, ChainRenewed)
"""Lines that tell of the keys and chains of devices."""
_ENDS = ("RoundEnded", "EncounterEnded", "LedgerClosed")
"""What a device signs a checkpoint after."""


class Duties:
    """The duties of one device at its table, and what it guards itself by."""

    def __init__(self, standing: Standing, device: Device, sending: Sending, errands: Errands) -> None:
        self._standing = standing
        self._device = device
        self._sending = sending
        self._errands = errands
        self.guard = Guard(device, standing.history)
        self.links = Links(standing.calls, standing.at("/links"), self.guard, standing.known, errands)
        self.presence = Presence(standing.calls, standing.at("/presence"), device, self.guard)
        self._round_over = False
        self._vetoed: set[int] = set()
        standing.endings.append(self.links.end)

    # By each line

    def settle(self, line: Line) -> None:
        """Take note of a line that gives the device its seat, another key or another chain."""
        if isinstance(line.entry, _RENEWED):
            self._device.settle(line.entry)

    def after(self, line: Line) -> None:
        """See what a line means for the device; Alarm where it leaves it out."""
        self.guard.after(line)
        self._round_over |= any(type(event).__name__ in _ENDS for event in (line.entry, *line.events))

    def covered_by(self, note: str) -> None:
        """Have done what waited for a checkpoint: the signature under it, and another chain."""
        if self._round_over:
            self._round_over = False
            self._errands.put(partial(self.cosign, note))
        if self._is_short:
            self._errands.put_between(self.renew_if_short)

    # By the clock

    def beat(self) -> None:
        """Show that the device is there, and give what is waited for; Alarm, Problem, NoServer."""
        standing, there = self._standing, self.presence
        if not self._device.state.joined:
            return
        with standing.known:
            size, number = standing.history.size, there.number
        told = there.show(number)
        if told["version"] + 1 < size:
            raise Alarm("shrunk", f"The server has {told['version'] + 1} lines, and told {size} before.", told)
        with standing.known:
            self.guard.there(told["at"])
            standing.trouble = None
            if self._device.state.party in waited_for(told) and standing.history.covered == standing.history.size:
                self.hand(again=True)

    # Each duty

    def hand(self, *, again: bool) -> None:
        """Have the link given that is asked for, if one is; what the server took already it gets ``again``."""
        self.links.hand(self.guard.linking(again=again))

    def cosign(self, note: str) -> None:
        """Sign a checkpoint."""
        body = self._device.cosigning(note, int(time()))
        self._standing.calls.post(self._standing.at("/cosignatures"), body)

    def veto(self) -> None:
        """Say no to every key that is asked for in place of one of this seat: whoever is there lost nothing."""
        if not self._device.state.joined:
            return
        for asked in self._standing.history.table.asked.values():
            mine = asked.seat == self._standing.seat and asked.key != self._device.public
            if mine and asked.line not in self._vetoed:
                self._vetoed.add(asked.line)
                body = self._device.vetoing(asked.line, self._standing.history.seen)
                self._errands.put(partial(self._send_veto, body))

    def _send_veto(self, body: Json) -> None:
        self._standing.calls.post(self._standing.at("/vetoes"), body)

    @property
    def _is_short(self) -> bool:
        return self._device.left <= RENEW_AT and self._standing.open_roll is None

    def renew_if_short(self) -> None:
        """Have another chain begun: until its line is here, signs of life go on, and count by no chain."""
        if self._is_short and not self.presence.renewing:
            self.presence.renewing = True
            self._errands.put(self._begin_another)

    def _begin_another(self) -> None:
        try:
            self._sending.renew()
        finally:
            self.presence.renewing = False
