"""What a verification tells besides its verdict: what each seat gave and took back, what is sealed or replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import orjson

from domain.events import RulingMade
from ledger.line.entries import TableDiceTyped, Withheld
from ledger.line.sources import FORK
from ledger.proof.sealed import is_open, is_sealed

if TYPE_CHECKING:
    from ledger.proof.checks import Checked
    from ledger.proof.rolls import RollChecked


LATE = "not in line 0: the host or the referee invited it later"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFound:
    """What a seat did: in how many of the decided rolls its link is, and of how many it cannot be sure.

    ``rolls`` are its own, ``voided`` those of them that were taken back; ``contested`` are lines, ``typed`` its dice.
    ``late`` is a seat that line 0 does not name: the host or the referee invited it afterwards.
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
    late: bool = False

    @property
    def part(self) -> str:
        """Return in words, for the seat, what part its device had."""
        return f"your device took part in {self.links} of {self.of} rolls"

    @property
    def marks(self) -> str:
        """Return in words what to know of the seat beside its role."""
        return f"{', a bot' if self.bot else ''}{f', {LATE}' if self.late else ''}"


def seats(checked: Checked, rolls: Sequence[RollChecked]) -> dict[str, SeatFound]:
    """Return what each seat gave and took back: all is counted in one pass, however many seats there are."""
    is_ledgers = checked.table.dice == "ledger"
    decided = [roll for roll in rolls if is_ledgers and roll.grade not in ("open", FORK)]
    counted: dict[str, Counter[str]] = {
        "devices": Counter(device.seat for device in checked.table.devices.values()),
        "links": Counter(chain.from_iterable(roll.seats for roll in decided)),
        "missing": Counter(chain.from_iterable(roll.missing for roll in decided)),
        "rolls": Counter(roll.seat for roll in rolls),
        "voided": Counter(roll.seat for roll in rolls if roll.voided),
        **{name: Counter(_by(checked, kind)) for name, kind in _OF_LINES.items()},
        **_said(checked),
    }
    safe = Counter(chain.from_iterable(roll.seats for roll in decided if not _is_shaken(roll)))
    bots, late = {*checked.table.bots}, {*checked.table.late}
    return {
        seat: SeatFound(
            role=role,
            of=len(decided),
            unsure=len(decided) - safe[seat],
            bot=seat in bots,
            late=seat in late,
            **{name: found[seat] for name, found in counted.items()},
        )
        for seat, role in checked.table.seats.items()
    }


_OF_LINES = {"rewinds": "HistoryRewound", "rulings": "RulingMade", "contested": "DisputeRaised"}


def _is_shaken(roll: RollChecked) -> bool:
    """Say whether somebody may have influenced a roll, though a seat whose link is in it is honest."""
    return bool(roll.missing) or roll.voided or roll.hidden


def _said(checked: Checked) -> dict[str, Counter[str]]:
    """Return by seat how many dice it typed in, and what others said of them."""
    found: dict[str, Counter[str]] = {"typed": Counter(), "attested": Counter(), "doubted": Counter()}
    for line in checked.log.lines:
        if isinstance(line.entry, TableDiceTyped):
            said = {verdict for _, verdict in checked.table.attested.get(line.n, ())}
            found["typed"][line.entry.seat] += 1
            found["attested"][line.entry.seat] += "saw" in said and "contest" not in said
            found["doubted"][line.entry.seat] += "contest" in said
    return found


def _by(checked: Checked, kind: str) -> Iterator[str]:
    """Yield who made each line of a kind."""
    return (cast(Any, line.entry).by for line in checked.log.lines if line.type == kind)


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
