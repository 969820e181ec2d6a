"""Dice on the table, and what the others say of them: that they saw them, did not, or contest them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from domain import deciding
from ledger.line.entries import TableDiceAttested, TableDiceTyped
from ledger.line.lines import Line
from ledger.refusals import NotWaiting, NotYours
from ledger.table.accepting import must_play
from ledger.table.fight import Fight
from ledger.table.log import Log
from ledger.table.table import Table
from ledger.table.writing import Writing, Written

VERDICTS = ("saw", "unseen", "contest")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen:
    """Dice that ``by`` rolled on the table, in line ``line``, and what the other seats said of them."""

    line: int
    seat: str
    by: str
    dice: str
    faces: tuple[int, ...]
    said: dict[str, str]


def typed(table: Table, group: Iterable[Line]) -> tuple[DiceSeen, ...]:
    """Return the dice that were typed in in these lines."""
    return tuple(
        DiceSeen(
            line=line.n,
            seat=line.entry.seat,
            by=line.entry.by,
            dice=line.entry.dice,
            faces=line.entry.faces,
            said=dict(table.attested.get(line.n, ())),
        )
        for line in group
        if isinstance(line.entry, TableDiceTyped)
    )


def attest(fight: Fight, writing: Writing, said: TableDiceAttested) -> Written:
    """Write what a seat says of typed dice; return the line."""
    must_play(fight, said.seat)
    dice = must_be_about_dice(fight.table, fight.log, fight.version, said)
    own = deciding.sides(fight.encounter, said.seat) & deciding.sides(fight.encounter, dice.seat)
    if own and said.seat != fight.encounter.referee:
        side = min(own)
        raise NotYours(f"{said.seat} does not attest these dice: {dice.seat} plays for {side} as well.")
    return Written(writing.write(said).n)


def must_be_about_dice(table: Table, log: Log, version: int, said: TableDiceAttested) -> TableDiceTyped:
    """Return the typed dice that a word is about; refuses one's own, a second word, and what are no dice."""
    if said.verdict not in VERDICTS:
        raise NotWaiting(f"Of dice one says {', '.join(VERDICTS[:-1])} or {VERDICTS[-1]}, not {said.verdict[:40]}.")
    dice = log.lines[said.of].entry if 0 <= said.of <= version else None
    if not isinstance(dice, TableDiceTyped):
        raise NotWaiting(f"No dice were typed in in line {said.of}.")
    if dice.seat == said.seat:
        raise NotYours(f"{said.seat} typed these dice in: another seat says whether it saw them.")
    if said.seat in dict(table.attested.get(said.of, ())):
        raise NotWaiting(f"{said.seat} has spoken of these dice already.")
    return dice


def grade(table: Table, lines: list[int]) -> str:
    """Return what dice in these lines rest on: all were seen by somebody, or one was contested, or neither."""
    said = [{verdict for _, verdict in table.attested.get(n, ())} for n in lines]
    if any("contest" in each for each in said):
        return "table contested"
    return "table attested" if said and all("saw" in each for each in said) else "table unattested"
