"""Vouching for another device: what it says of itself, and this one's signature under it."""

from __future__ import annotations

from dataclasses import dataclass

from client.device import Device
from client.history import Alarm
from client.standing import Standing
from domain.table.names import SEAT_ID
from ledger.line.entries import Json
from ledger.line.forms import is_declaration
from ledger.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A device that asks: ``lost`` is whether it takes the place of one, ``bot`` whether a program plays by it."""

    seat: str
    party: str
    lost: bool
    bot: bool


class Vouching:
    """How one client vouches for others, who must have been told the same history."""

    def __init__(self, standing: Standing, device: Device | None) -> None:
        self._standing = standing
        self._device = device

    def who_asks(self, declaration: Json) -> Asking:
        """Return which device asks to be vouched for; ValueError for what is no request to this one.

        Raises:
            Alarm: The other device was told another history.
        """
        return self._asked(declaration)[1]

    def vouch(self, declaration: Json) -> Json:
        """Return this device's signature under what another one declares, by its name. Raises as ``who_asks``."""
        device, _ = self._asked(declaration)
        return {device.state.party: device.vouching(declaration)}

    def _asked(self, declaration: Json) -> tuple[Device, Asking]:
        standing, device, history = self._standing, self._device, self._standing.history
        with standing.known:
            asks = asking(declaration, standing.seat, history.table)
            if device is None or asks is None:
                raise ValueError("This is no request of a device that you could vouch for.")
            size, head = declaration["seen"]
            known = 0 < size <= history.size and history.leaf(size - 1).hex() == head
        if declaration["encounter"] != standing.encounter or not known:
            standing.alarmed(Alarm("forked", "The device that asks was told another history.", {"theirs": declaration}))
            standing.must_go_on()
        return device, asks


def asking(declaration: Json, seat: str, table: Table) -> Asking | None:
    """Return which device asks by a declaration; None for what a device of ``seat`` does not vouch for."""
    if not is_declaration(declaration) or "seen" not in declaration or "action" not in declaration:
        return None
    action, whose = declaration["action"], declaration["seat"]
    lost, party = action.get("do") == "change_key", action.get("party")
    if not isinstance(party, str) or not SEAT_ID.fullmatch(party):
        return None
    device = table.devices.get(party)
    fits = device is not None and device.seat == whose if lost else action.get("do") == "join" and whose == seat
    return Asking(seat=whose, party=party, lost=lost, bot=action.get("kind") == "bot") if fits else None
