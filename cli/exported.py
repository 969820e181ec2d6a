"""Exported fights as the command line reads them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from cli.stopping import WRONG, contents, stop
from ledger.proof import exporting
from ledger.refusals import Broken
from ledger.table.fight import Fight
from projections.rerun import Unfoldable, recorded_states


def fight_in(file: Path) -> Fight:
    """Return the fight that a file holds; ends with a sentence for one that does not verify."""
    return fight_of(contents(file), str(file))


def fight_of(raw: bytes, called: str) -> Fight:
    """Return the fight that an export holds; ends with a sentence for one that does not verify."""
    try:
        _, lines, _ = exporting.read(raw)
        recorded_states(lines)
    except Broken as broken:
        stop(f"{called} does not verify: line {broken.line}: {broken.reason}", WRONG)
    except Unfoldable as unfoldable:
        stop(f"{called} is no fight: line {unfoldable.n}: {unfoldable}", WRONG)
    return Fight().then(lines)


def verified(files: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield each file with what it holds; ends with a sentence for one that does not verify, or is there twice."""
    there: set[str] = set()
    for file in files:
        raw = contents(file)
        fight = fight_of(raw, str(file))
        must_be_another(fight, there)
        there.add(fight.id)
        yield file, raw


def must_be_another(fight: Fight, there: Container[str]) -> None:
    """End with a sentence where a fight is among those that are there."""
    if fight.id in there:
        stop("Two of the files hold the same fight: name each fight once.")
