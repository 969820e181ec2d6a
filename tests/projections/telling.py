"""Whether the parts of a chronicle are what they say they are."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.line.lines import Line
from ledger.table.fight import Fight
from projections.chronicle import Entry, chronicle
from projections.marking import DicePart, NumberPart, Part, PlacePart, RulePart, WhoPart, joined
from projections.values import reading


def holds(lines: Sequence[Line]) -> set[type[Part]]:
    """Assert that the parts of every entry joined are its text, and true of the fight; return the kinds met."""
    fight = Fight().then(lines)
    met: set[type[Part]] = set()
    for entry in chronicle(lines):
        assert joined(entry.clauses) == entry.text
        assert [each.kind for each in entry.clauses].count("headline") == 1
        for part in (part for each in entry.clauses for part in each.parts):
            _holds(fight, entry, part)
            met.add(type(part))
    return met


def _holds(fight: Fight, entry: Entry, part: Part) -> None:
    match part:
        case WhoPart(who=who):
            assert who in fight.at(entry.last).combatants
        case PlacePart(place=place):
            assert place in fight.at(entry.last).board
        case RulePart(rule=rule):
            assert rule in entry.rules
        case DicePart(text=text, dice=dice):
            assert [int(face) for face in text.replace(",", "").split()] == list(entry.dice[dice].faces)
        case NumberPart(number=number, at=at, why=value):
            assert entry.n <= at <= entry.last
            assert isinstance(reading(fight.at(at), value)(fight.at(at)), int)
            assert part.text == str(number)
        case _:
            assert part.text
