"""Who may sit at a table: the seats that line 0 names, and those of latecomers."""

from __future__ import annotations

from collections.abc import Sequence

from domain.table.names import ID
from ledger.line.entries import Json, SeatJoined
from ledger.line.forms import Wrong, must_hold
from ledger.refusals import NotJoined
from ledger.table.table import BOT, PLAYING, Table

ROLES = PLAYING | {"spectator"}
MOST_LATE = 500
"""So many seats come late to one table."""
FULL = f"At most {MOST_LATE} seats come late to a table."


def must_be_seats(seats: Sequence[Json]) -> None:
    """Refuse seats that are not named by an id and a role, two of one name, and a second referee."""
    for seat in seats:
        must_hold(seat, ("id", "role", "voice"), _is_seat, "A seat is not named by id and role.")
    if len({seat["id"] for seat in seats}) < len(seats):
        raise Wrong("Two seats have one name.")
    if sum(seat["role"] == "referee" for seat in seats) > 1:
        raise Wrong("Two seats are the referee's.")


def must_come_late(table: Table, joined: SeatJoined) -> None:
    """Refuse a seat that sat there, one named as a device, and a latecomer who would be the referee."""
    if joined.seat in table.seats or joined.seat in table.devices:
        raise Wrong(f"{joined.seat[:40]} sat at the table already.")
    if not ID.fullmatch(joined.seat) or joined.role not in ROLES - {"referee"}:
        raise Wrong("A latecomer is a player or a spectator with an id.")
    if len(table.late) >= MOST_LATE:
        raise Wrong(FULL)
    if joined.kind is not None:
        raise Wrong("Only a device says what it is.")


def must_change_hands(table: Table, joined: SeatJoined) -> None:
    """Refuse a bot of the server, or a person in its place, in a seat that does not play or that has a device."""
    seat, role = joined.seat[:40], table.seats.get(joined.seat)
    if role is None or role != joined.role:
        raise NotJoined(f"There is no seat {seat} here, or not with this role.")
    if role not in PLAYING:
        raise NotJoined(f"{seat} sits here as {role}, and plays nobody.")
    if table.devices_of(joined.seat):
        raise NotJoined(f"{seat} has a device: whoever holds it plays.")
    if joined.kind not in (None, BOT):
        raise NotJoined(f"A seat is played by a {BOT}, or by a person.")
    if (joined.kind == BOT) == (joined.seat in table.bots):
        raise NotJoined(f"A {BOT} plays for {seat} already." if joined.kind == BOT else f"No {BOT} plays for {seat}.")


def _is_seat(seat: Json) -> bool:
    named = seat.keys() - {"voice"} == {"id", "role"} and all(type(value) is str for value in seat.values())
    return named and ID.fullmatch(seat["id"]) is not None and seat["role"] in ROLES
