"""The rolls of a fight, each with where it stands among what fair dice show, those included that were taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from domain.encounter import Combatant, Encounter
from domain.events import DiceRolled, EncounterOpened, HistoryRewound
from domain.evolve import evolve
from domain.registry import Registry, found
from domain.ruleset import RULESETS
from ledger.line.entries import TableDiceTyped
from ledger.table.fight import Fight
from ledger.table.log import HAPPENING
from projections.luck.distributions import Stand
from projections.luck.scoring import Reader, Scoring, sides_of
from projections.skips import skips

PLAIN = Scoring()
"""How rolls of a system are scored that no module of its name is written for."""


def _read(system: str) -> Scoring:
    return cast(Scoring, found("projections.luck", system, "SCORING", PLAIN))


SCORINGS = Registry(RULESETS, _read)


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A roll in line ``n``: who rolled, on which side, for which seat, and where it stands.

    ``undone_by`` is the seat that had it taken back; None where it counts.
    """

    n: int
    by: str
    side: str | None
    seat: str | None
    purpose: str
    dice: str
    faces: tuple[int, ...]
    source: str
    place: Stand
    undone_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Die:
    """One die that a seat typed in: its sides and its face."""

    seat: str
    sides: int
    face: int


def reader_of(opened: EncounterOpened) -> Reader:
    """Return what tells where the rolls of a fight stand, event by event."""
    scoring = SCORINGS.get(opened.system, PLAIN)
    return scoring.reader(scoring, opened.house_rules)


def throws(fight: Fight) -> Iterator[Throw]:
    """Yield the rolls of a fight that are good when they are high, in their order."""
    undone = _undone(fight)
    state, reader = Encounter(), Reader(PLAIN, {})
    for line in fight.lines:
        if isinstance(line.entry, HistoryRewound):
            state = fight.at(line.n)
        for event in line.events if line.type in HAPPENING else ():
            if isinstance(event, EncounterOpened):
                reader = reader_of(event)
            place = reader.read(event)
            if place is not None:
                yield _thrown(line.n, cast(DiceRolled, event), place, state, undone.get(line.n))
            state = evolve(state, event)


def _thrown(n: int, roll: DiceRolled, place: Stand, state: Encounter, undone_by: str | None) -> Throw:
    who = roller(state, roll.by)
    return Throw(
        n=n,
        by=roll.by if who is None else who.id,
        side=None if who is None else who.side,
        seat=(roll.by if roll.by in state.seats else None) if who is None else who.controller,
        purpose=roll.purpose,
        dice=roll.dice,
        faces=roll.faces,
        source=roll.source,
        place=place,
        undone_by=undone_by,
    )


def roller(state: Encounter, by: str) -> Combatant | None:
    """Return who rolls: a combatant, or the group that a member (`Rats#2`) is of."""
    return state.combatants.get(by) or state.combatants.get(by.partition("#")[0])


def _undone(fight: Fight) -> dict[int, str]:
    """Return by line who had it taken back, by the rewind that skips it; one that was undone itself skips nothing."""
    asked = {line.n: line.entry for line in fight.lines if isinstance(line.entry, HistoryRewound)}
    skipped = skips(((n, each.to_version) for n, each in asked.items()), fight.lines[-1].n if fight.lines else 0)
    found = ((line.n, skipped.by(line.n)) for line in fight.lines)
    return {n: asked[rewind].by for n, rewind in found if rewind is not None}


def typed(fight: Fight) -> Iterator[Die]:
    """Yield the dice that seats typed in, in their order, whatever they were for and whatever came of them."""
    for line in fight.lines:
        if isinstance(line.entry, TableDiceTyped) and (sides := sides_of(line.entry.dice)) is not None:
            yield from (Die(seat=line.entry.seat, sides=sides, face=face) for face in line.entry.faces)
