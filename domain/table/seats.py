"""Seats: who sits at a table, who plays from a seat, whose somebody is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from annotated_types import Len

from domain.encounter import Encounter
from domain.items import Id
from domain.refusals import Refused

PLAYING = ("player", "referee")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody at the table. Where there is a referee, one seat is theirs; a spectator only reads."""

    id: Id
    role: Literal["player", "referee", "spectator"] = "player"


Seats: TypeAlias = Annotated[tuple[Seat, ...], Len(1, 32)]
ONE_TABLE: Seats = (Seat(id="table"),)
"""The seats of a fight without a referee, if none are named."""
ONE_REFEREE: Seats = (Seat(id="gm", role="referee"),)
"""The seats of a fight with a referee, if none are named."""


def plays(encounter: Encounter, seat: str) -> bool:
    """Return whether somebody plays from a seat."""
    return encounter.seats.get(seat) in PLAYING


def must_play(encounter: Encounter, seat: str, deed: str, rule: str) -> None:
    """Refuse a name that is no seat's, and one that only reads."""
    if not plays(encounter, seat):
        raise Refused("unknown_id", f"{seat} cannot {deed}: nobody plays from that seat.", rule=rule)


def seat_of(wanted: str | None, seats: Mapping[str, str], host: str | None, who: str, rule: str) -> str:
    """Return the seat that controls somebody, the host's where none is ``wanted``; refuses one that plays nobody.

    ``seats`` are the roles by seat; the host is the referee, or the first seat where there is none.
    """
    seat = wanted or host or ""
    if seats.get(seat) not in PLAYING:
        message = f"{who} cannot be controlled by {seat}: nobody plays from that seat."
        raise Refused("unknown_id", message, rule=rule)
    return seat


def must_mean_nobody_else(name: str, taken: Collection[str], rule: str) -> None:
    """Refuse a name that says something else already: a side, a seat, that it is nobody."""
    if name in taken:
        message = f"Nobody can be called {name}: the word means something else here."
        raise Refused("invalid_value", message, rule=rule)
