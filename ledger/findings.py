"""What a verification tells besides its verdict: what each seat gave and took back, what is sealed or replaced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson

from domain.events import RulingMade
from ledger.entries import TableDiceTyped, Withheld
from ledger.sealed import is_open, is_sealed

if TYPE_CHECKING:
    from ledger.checks import Checked, RollChecked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFound:
    """What a seat did: in how many of the decided rolls its link is, and of how many it cannot be sure.

    ``rolls`` are its own, ``voided`` those of them that were taken back; ``contested`` are lines, ``typed`` its dice.
    """

    role: str
    devices: int
    links: int
    of: int
    missing: int
    unsure: int
    rolls: int
    voided: int
    rewinds: int
    rulings: int
    contested: int
    typed: int
    attested: int
    doubted: int
    bot: bool = False

    @property
    def part(self) -> str:
        """Return in words, for the seat, what part its device had."""
        return f"your device took part in {self.links} of {self.of} rolls"


def seats(checked: Checked, rolls: Sequence[RollChecked]) -> dict[str, SeatFound]:
    """Return what each seat gave and took back."""
    is_ledgers = checked.table.dice == "ledger"
    decided = [roll for roll in rolls if is_ledgers and roll.grade not in ("open", "fork")]
    return {seat: _seat(checked, seat, rolls, decided) for seat in checked.table.seats}


def _seat(checked: Checked, seat: str, rolls: Sequence[RollChecked], decided: Sequence[RollChecked]) -> SeatFound:
    own = [roll for roll in rolls if roll.seat == seat]
    said = _said(checked, seat)
    return SeatFound(
        role=checked.table.seats[seat],
        devices=len(checked.table.devices_of(seat)),
        links=sum(seat in roll.seats for roll in decided),
        of=len(decided),
        missing=sum(seat in roll.missing for roll in decided),
        unsure=sum(_is_unsure(roll, seat) for roll in decided),
        bot=seat in checked.table.bots,
        rolls=len(own),
        voided=sum(roll.voided for roll in own),
        rewinds=_by(checked, "HistoryRewound", seat),
        rulings=_by(checked, "RulingMade", seat),
        contested=_by(checked, "DisputeRaised", seat),
        typed=len(said),
        attested=sum("saw" in each and "contest" not in each for each in said),
        doubted=sum("contest" in each for each in said),
    )


def _is_unsure(roll: RollChecked, seat: str) -> bool:
    """Say whether somebody may have influenced a roll, though the seat is honest."""
    return seat not in roll.seats or bool(roll.missing) or roll.voided or roll.hidden


def _said(checked: Checked, seat: str) -> list[list[str]]:
    """Return what others said of each of the dice that a seat typed in."""
    typed = [each for each in checked.log.lines if isinstance(each.entry, TableDiceTyped) and each.entry.seat == seat]
    return [[verdict for _, verdict in checked.table.attested.get(line.n, ())] for line in typed]


def _by(checked: Checked, kind: str, seat: str) -> int:
    return _count(checked, lambda line: line.type == kind and line.entry.by == seat)


def _count(checked: Checked, holds: Callable[[Any], bool]) -> int:
    return sum(map(holds, checked.log.lines))


def overrides(checked: Checked) -> int:
    """Return how many values were set by a ruling."""
    return _count(checked, lambda line: isinstance(line.entry, RulingMade) and line.entry.subject == "override")


def is_sure(roll: RollChecked) -> bool:
    """Say whether nobody can have influenced a roll, if one of those who salted it is honest."""
    return roll.grade == "witnessed" and not roll.voided and not roll.missing


def withheld(checked: Checked) -> tuple[tuple[int, str], ...]:
    """Return the lines that stay shut by a seat's word, each with the reason."""
    said = (line.entry for line in checked.log.lines if isinstance(line.entry, Withheld))
    return tuple(sorted((entry.of, entry.reason) for entry in said))


def unopened(checked: Checked) -> tuple[int, ...]:
    """Return the sealed lines that are neither open nor withheld."""
    kinds = ("Sealed", "CommandAccepted")
    values = [(line.n, orjson.loads(line.raw)) for line in checked.log.lines if line.type in kinds]
    return tuple(
        n
        for n, value in values
        if is_sealed(value) and n not in checked.withheld and not is_open(value, checked.behind.get(n))
    )
