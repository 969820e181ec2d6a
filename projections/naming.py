"""What a fight is called, at any version of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from domain.events import EncounterOpened
from domain.table.names import ENCOUNTER
from ledger.line.entries import Renamed
from ledger.line.lines import Line
from ledger.table.fight import Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What everybody calls things: the fight has a ``title``, or none."""

    title: str | None = None


NAMELESS = Names()


def at(fight: Fight, version: int) -> Names:
    """Return the names as they were at a version."""
    given = [(of, name) for n, of, name in fight.table.named if n <= version]
    return Names(title=next((name for of, name in reversed(given) if of == ENCOUNTER), None))


def project(names: Names, line: Line) -> Names:
    """Return the names after one more line."""
    match line.entry:
        case EncounterOpened(title=title):
            return replace(names, title=title)
        case Renamed(of="encounter", name=name):
            return replace(names, title=name)
        case _:
            return names
