"""A command as it was checked, and what its roll rests on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ledger.line.entries import CommandAccepted
from ledger.line.forms import Wrong
from ledger.proof import witnesses
from ledger.proof.redrawn import NOT_CHECKABLE, Redrawn
from ledger.table import attesting
from ledger.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RollChecked:
    """One roll, recomputed: its command's line, whose command, what its faces rest on, whether it was taken back.

    Grades: ``server only`` (the server's chain alone), ``server+roller``, ``partial`` and ``witnessed`` (``witnesses``
    had a hand in it), ``table attested`` (typed in, and all of it seen by others), ``table contested``,
    ``table unattested``, ``loaded``, ``fork``, ``open`` (no faces yet), ``not checkable`` (not all of its dice can be
    drawn again, since something of its command is shut). ``seats`` are the seats whose link came, ``missing`` those
    whose did not.
    """

    roll: int
    line: int
    seat: str
    grade: str
    voided: bool
    faces: tuple[tuple[int, ...], ...]
    hidden: bool = False
    seats: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    witnesses: tuple[str, ...] = ()

    @property
    def promise(self) -> str:
        """Return in words what the roll rests on."""
        return witnesses.promise(self.witnesses) if self.grade == "witnessed" else self.grade


class CheckedCommand:
    """A command: its dice, as far as they are known, and whether anything came of it."""

    def __init__(self, n: int, accepted: CommandAccepted, declared: bytes, dice: str) -> None:
        self.n = n
        self.roll = accepted.roll
        self.declared = declared
        self.contributors: dict[str, int] = accepted.contributors or {}
        self.seats: tuple[str, ...] = ()
        self.missing: tuple[str, ...] = ()
        self.dice = Redrawn(accepted, dice)
        self.lines: list[int] = []
        self.told = False
        self.end: int | None = None

    def must_come_to_something(self) -> None:
        """Refuse a roll that is over and showed no dice, or not those that were typed in, as far as that is known."""
        if self.roll is not None and not self.dice.begun:
            raise Wrong(f"The command in line {self.n} was to roll, and rolled nothing.", line=self.end)
        if self.dice.whole and self.dice.left:
            raise Wrong(f"Not all dice typed in for line {self.n} were used.", line=self.end)


def graded(
    command: CheckedCommand, seat: str, table: Table, operators: Collection[str], *, voided: bool
) -> RollChecked:
    """Return the roll of a command of a seat with its grade; seats of the ``operators`` witness none."""
    whole = command.dice.whole
    found = witnesses.witnesses(table, command.seats, seat, operators) if whole else ()
    return RollChecked(
        roll=command.roll or 0,
        line=command.n,
        seat=seat,
        grade=_grade(command, seat, table, found),
        voided=voided,
        faces=command.dice.faces,
        hidden=not whole,
        seats=command.seats,
        missing=command.missing,
        witnesses=found,
    )


def _grade(command: CheckedCommand, seat: str, table: Table, found: Collection[str]) -> str:
    if not command.dice.begun:
        return "open"
    if not command.dice.whole:
        return NOT_CHECKABLE
    if table.dice == "table":
        return attesting.grade(table, command.lines)
    if table.dice == "loaded":
        return "loaded"
    return witnesses.grade(command.seats, seat, found, missing=bool(command.missing))
