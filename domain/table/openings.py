"""How an encounter with a referee is set up: seats, policies, house rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le, Len

from domain.events import EncounterOpened, Pool
from domain.items import Id
from domain.refusals import IDLE, Pending, Refused
from domain.table.names import distinct
from domain.table.policies import Policies, frozen, must_be_possible
from domain.table.words import Known, declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Somebody at the table. One seat is the referee's; a spectator only reads."""

    id: Id
    role: Literal["referee", "player", "spectator"] = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A pool that begins with ``now`` of ``max``."""

    now: Annotated[int, Ge(0), Le(999)]
    max: Annotated[int, Ge(1), Le(999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Policies):
    """What an encounter with a referee begins with; each system adds its board, its sheets and its house rules."""

    system: str
    seats: Annotated[tuple[Seat, ...], Len(1, 32)] = (Seat(id="gm", role="referee"),)

    @property
    def referee(self) -> str:
        """Return the seat of the referee."""
        return next(seat.id for seat in self.seats if seat.role == "referee")


def opened(
    encounter: str, table: Table, settings: Any, *, version: str, positions: str, size: int, known: Known, rule: str
) -> EncounterOpened:
    """Return the first event, with every setting and policy frozen, the defaults too. Raises Refused."""
    _must_have_a_referee(table.seats, rule)
    must_be_possible(table, table.system, {seat.id: seat.role for seat in table.seats}, rule)
    return EncounterOpened(
        encounter=encounter,
        system=table.system,
        version=version,
        house_rules=asdict(settings),
        positions=positions,
        size=size,
        seats=tuple(asdict(seat) for seat in table.seats),
        referee=table.referee,
        words=declared(table.words, known, table.system, rule),
        **frozen(table),
    )


def _must_have_a_referee(seats: tuple[Seat, ...], rule: str) -> None:
    distinct("seat", (seat.id for seat in seats), rule)
    if sum(seat.role == "referee" for seat in seats) != 1:
        raise Refused("invalid_value", "Exactly one seat must be the referee's.", rule=rule)


def must_be_built(settings: Any, built: frozenset[str], rule: str) -> None:
    """Refuse by name a house rule off its default that is not among those ``built``."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        if field.name not in built and value != field.default:
            message = (
                f"The house rule {field.name} cannot be {value}: only its default, {field.default}, is played here."
            )
            raise Refused("unsupported_setting", message, rule=rule)


def pool(name: str, points: Points | int, who: str, rule: str) -> Pool:
    """Return a pool, full where only its size is given; refuses more than the maximum."""
    begins = points if isinstance(points, Points) else Points(now=points, max=points)
    if begins.now > begins.max:
        raise Refused("invalid_value", f"{who} cannot have {begins.now} of {begins.max} {name}.", rule=rule)
    return Pool(name=name, now=begins.now, max=begins.max)


def seat_of(
    wanted: str | None, seats: Mapping[str, str], referee: str | None, who: str, rule: str, pending: Pending = IDLE
) -> str:
    """Return the seat that controls somebody, the referee's where none is ``wanted``; refuses one that plays nobody.

    ``seats`` are the roles by seat.
    """
    seat = wanted or referee or ""
    if seats.get(seat) not in ("referee", "player"):
        message = f"{who} cannot be controlled by {seat}: nobody plays from that seat."
        raise Refused("unknown_id", message, rule=rule, pending=pending)
    return seat


def must_mean_nobody_else(name: str, taken: Collection[str], rule: str, pending: Pending = IDLE) -> None:
    """Refuse a name that says something else already: a side, a seat, that it is nobody."""
    if name in taken:
        message = f"Nobody can be called {name}: the word means something else here."
        raise Refused("invalid_value", message, rule=rule, pending=pending)
