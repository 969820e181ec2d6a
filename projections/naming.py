"""What a fight, and everybody and everything in it, is called, at any version of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from domain.encounter import Encounter
from domain.events import EncounterOpened
from domain.table.names import ENCOUNTER
from domain.table.naming import apart, names_of
from ledger.line.entries import CommandAccepted, Renamed, Unsealed
from ledger.line.lines import Line
from ledger.table.fight import Fight
from ledger.table.table import true_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The ``title`` of a fight; by id the names that were ``given`` since it began, and the ``true`` ones known here.

    What somebody is called from the beginning is the encounter's.
    """

    title: str | None = None
    given: dict[str, str] = field(default_factory=dict)
    true: dict[str, str] = field(default_factory=dict)

    def of(self, encounter: Encounter) -> dict[str, str]:
        """Return by id what everybody calls what has a name."""
        return {**names_of(encounter), **self.given}

    def sealed(self, encounter: Encounter) -> dict[str, str]:
        """Return by id the true names that not everybody knows."""
        called = self.of(encounter) if self.true else {}
        return {of: name for of, name in self.true.items() if called.get(of) != name}


NAMELESS = Names()


def at(fight: Fight, version: int) -> Names:
    """Return the names as they were at a version."""
    given = {of: name for n, of, name in fight.table.named if n <= version}
    title = given.pop(ENCOUNTER, None)
    return Names(title=title, given=given, true={of: name for n, of, name in fight.table.true if n <= version})


def called(fight: Fight) -> dict[str, str]:
    """Return by id what everybody calls what has a name now."""
    return at(fight, fight.version).of(fight.encounter)


def spoken(fight: Fight, version: int | None = None) -> dict[str, str]:
    """Return by id what is said of what has a name, now or at a version: with the id where others are called so too."""
    now = fight.encounter if version is None else fight.at(version)
    return apart(at(fight, fight.version if version is None else version).of(now), now.combatants)


def known(lines: Iterable[Line]) -> Names:
    """Return the names after all these lines."""
    names = NAMELESS
    for line in lines:
        names = project(names, line)
    return names


def project(names: Names, line: Line) -> Names:
    """Return the names after one more line."""
    match line.entry:
        case EncounterOpened(title=title):
            return replace(names, title=title)
        case Renamed(of="encounter", name=name):
            return replace(names, title=name)
        case Renamed(of=of, name=name):
            return replace(names, given={**names.given, of: name})
        case Unsealed(payload=payload):
            opened = {of: name for _, of, name in true_name(payload.get("action"), line.n)}
            return replace(names, given={**names.given, **opened}) if opened else names
        case CommandAccepted(decl=decl) if "sealed" in decl:
            true = {of: name for _, of, name in true_name(decl.get("action"), line.n)}
            return replace(names, true={**names.true, **true}) if true else names
        case _:
            return names
