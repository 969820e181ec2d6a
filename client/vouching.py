"""What a device that asks others to vouch for it says of itself."""

from __future__ import annotations

from dataclasses import dataclass

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
