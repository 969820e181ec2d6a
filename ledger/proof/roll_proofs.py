"""One roll with what proves it: its grade as verification says it, the declaration, and the links it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ledger.line.entries import CommandAccepted, EntropyRevealed
from ledger.line.lines import plain
from ledger.proof.rolls import RollChecked
from ledger.proof.verifying import verify
from ledger.table.attesting import DiceSeen, typed
from ledger.table.fight import Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class RollProof:
    """A roll recomputed, and what of its command proves it.

    ``promise`` says in words what it rests on. ``lines`` are those of its command, whose bytes and proofs anybody can
    ask for; ``contributors`` are the parties with the number of the link each was to give, ``entropy`` is what the line
    says that revealed the links, ``typed`` are dice of the table, and what was said of them. Nothing was declared of
    a roll that a fork repeats.
    """

    roll: int
    line: int
    seat: str
    grade: str
    promise: str
    voided: bool
    hidden: bool
    faces: tuple[tuple[int, ...], ...]
    seats: tuple[str, ...]
    missing: tuple[str, ...]
    witnesses: tuple[str, ...]
    lines: tuple[int, ...]
    declared: dict[str, Any]
    sig: str | None
    contributors: dict[str, int] | None
    entropy: dict[str, Any] | None
    typed: tuple[DiceSeen, ...] = ()


def roll_proofs(fight: Fight, exported: bytes) -> tuple[RollProof, ...]:
    """Return the rolls of a fight as a seat knows it and may export it, oldest first, each with its proof."""
    return tuple(_proof(fight, each) for each in verify(exported).rolls if each.line <= fight.version)


def of_line(proofs: tuple[RollProof, ...], line: int) -> tuple[RollProof, ...]:
    """Return the rolls to whose command a line belongs."""
    return tuple(each for each in proofs if line in each.lines)


def _proof(fight: Fight, checked: RollChecked) -> RollProof:
    accepted = fight.lines[checked.line].entry
    called = accepted if isinstance(accepted, CommandAccepted) else None
    group = (fight.lines[checked.line],) if called is None else fight.log.group(checked.line)
    revealed = next((line.entry for line in group if isinstance(line.entry, EntropyRevealed)), None)
    return RollProof(
        roll=checked.roll,
        line=checked.line,
        seat=checked.seat,
        grade=checked.grade,
        promise=checked.promise,
        voided=checked.voided,
        hidden=checked.hidden,
        faces=checked.faces,
        seats=checked.seats,
        missing=checked.missing,
        witnesses=checked.witnesses,
        lines=tuple(line.n for line in group),
        declared={} if called is None else called.decl,
        sig=None if called is None else called.sig,
        contributors=None if called is None else called.contributors,
        entropy=None if revealed is None else plain(revealed),
        typed=typed(fight.table, group),
    )
