"""What differs between two moments of a fight, value by value, with the lines that made it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from domain.encounter import Encounter
from domain.places.tiles import Tiles
from domain.table.disclosure import blurred
from ledger.table.fight import Fight
from ledger.table.log import HAPPENING, folded
from projections.skips import skips
from projections.values import WHOLE, Reading, members, reading


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedBy:
    """A line that changed a value, from what and to what; a rewind that did so counts as one."""

    n: int
    before: Any
    after: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """A value, as `why` asks for it, at the one moment and at the other, and the lines that count between them."""

    value: str
    before: Any
    after: Any
    lines: tuple[ChangedBy, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Every value that differs between versions ``since`` and ``upto``; null stands for what is not there."""

    since: int
    upto: int
    values: tuple[Differs, ...]


def difference(fight: Fight, since: int, upto: int) -> Difference:
    """Return what differs between two versions, of which ``since`` is not the later one; IndexError for none."""
    one, other = fight.at(since), fight.at(upto)
    apart = {
        value: read
        for value, read in _readings(one, other, fight.seat).items()
        if as_stored(read(one)) != as_stored(read(other))
    }
    moved: dict[str, list[ChangedBy]] = {value: [] for value in apart}
    for n, before, after in _steps(fight, since, upto):
        for value, read in apart.items():
            was, now = as_stored(read(before)), as_stored(read(after))
            if was != now:
                moved[value].append(ChangedBy(n=n, before=was, after=now))
    found = (
        Differs(value=value, before=as_stored(read(one)), after=as_stored(read(other)), lines=tuple(moved[value]))
        for value, read in apart.items()
    )
    return Difference(since=since, upto=upto, values=tuple(found))


def _readings(one: Encounter, other: Encounter, seat: str | None) -> dict[str, Reading]:
    """Return how to read every value that there is at one of two moments."""
    return {value: reading(then, value) for then in (one, other) for value in _values(blurred(then, seat))}


def _values(encounter: Encounter) -> Iterator[str]:
    for one in encounter.combatants.values():
        yield from (f"{one.id}.{member}" for member in members(encounter, one))
    yield from _places(encounter)
    yield from WHOLE


def _places(encounter: Encounter) -> Iterator[str]:
    """Yield what is asked of sides and places: the hands of the one, the traps of the other."""
    yield from (f"{holder}.hand" for holder in encounter.hands if ":" not in holder)
    if isinstance(encounter.board, Tiles):
        yield from (f"{place}.traps" for place in encounter.board.traps)


def _steps(fight: Fight, since: int, upto: int) -> Iterator[tuple[int, Encounter, Encounter]]:
    """Yield the lines that count between two versions, each with the encounter before and after it.

    Where what counted at the first was taken back since, the rewind that did it is the first of them.
    """
    later, undone = fight.log.apart(upto, since)
    state = fight.at(since)
    if undone:
        rewinds = (each for each in fight.log.rewinds if each[0] <= upto)
        rewind = skips(rewinds, upto).by(undone[-1][-1])
        assert rewind is not None  # noqa: S101  # it does not count any more
        yield rewind, state, fight.at(rewind)
        state = fight.at(rewind)
    for line in (each for span in later for each in fight.lines[span.start : span.stop]):
        if line.type in HAPPENING:
            before, state = state, folded(state, line)
            yield line.n, before, state


def as_stored(value: Any) -> Any:
    """Return a value as JSON has it: tuples are lists."""
    if isinstance(value, dict):
        return {name: as_stored(each) for name, each in value.items()}
    return [as_stored(each) for each in value] if isinstance(value, tuple | list) else value
