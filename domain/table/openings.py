"""What an encounter begins with, whatever is played: with a referee or without, on tiles or not."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from domain.events import EncounterOpened
from domain.refusals import Refused
from domain.table.disclosure import Disclosure, as_stored
from domain.table.names import Names, distinct
from domain.table.policies import Policies, frozen, must_be_possible
from domain.table.seats import ONE_TABLE, Seats
from domain.table.words import Known, declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening(Policies):
    """What an encounter begins with; each system adds its board, its sheets and its house rules.

    ``names`` are what things and places are called, by id; ``disclosure`` is what a side shows of its pools.

    Where it is ``refereed``, exactly one seat is the referee's; elsewhere the first is the host's.
    """

    refereed: ClassVar[bool] = False

    system: str
    seats: Seats = ONE_TABLE
    names: Names = field(default_factory=dict)
    disclosure: Disclosure = field(default_factory=dict)
    settings: Any

    @property
    def host(self) -> str:
        """Return the seat that has whoever is given to none: the referee's, or the first."""
        return next((seat.id for seat in self.seats if seat.role == "referee"), self.seats[0].id)

    @property
    def roles(self) -> dict[str, str]:
        """Return the roles by seat."""
        return {seat.id: seat.role for seat in self.seats}


def opened(
    encounter: str, opening: Opening, *, version: str, positions: str, size: int, known: Known, rule: str
) -> EncounterOpened:
    """Return the first event, with every setting and policy frozen, the defaults too. Raises Refused."""
    _must_be_seated(opening, rule)
    must_be_possible(opening, opening.system, opening.roles, rule)
    return EncounterOpened(
        encounter=encounter,
        system=opening.system,
        version=version,
        house_rules=asdict(opening.settings),
        positions=positions,
        size=size,
        seats=tuple(asdict(seat) for seat in opening.seats),
        referee=opening.host if opening.refereed else None,
        names=tuple({"of": of, "name": name} for of, name in sorted(opening.names.items())),
        disclosure=as_stored(opening.disclosure),
        words=declared(opening.words, known, opening.system, rule),
        **frozen(opening),
    )


def _must_be_seated(opening: Opening, rule: str) -> None:
    """Refuse two seats of one name, a referee too many or too few, a host who plays nobody."""
    distinct("seat", (seat.id for seat in opening.seats), rule)
    referees = sum(seat.role == "referee" for seat in opening.seats)
    if opening.refereed and referees != 1:
        raise Refused("invalid_value", "Exactly one seat must be the referee's.", rule=rule)
    if referees and not opening.refereed:
        message = f"No seat can be the referee's: {opening.system} has none."
        raise Refused("unsupported_setting", message, rule=rule)
    if opening.seats[0].role == "spectator" and not opening.refereed:
        raise Refused("invalid_value", "The first seat is the host's and must be a player's.", rule=rule)
