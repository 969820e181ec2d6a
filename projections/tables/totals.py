"""The tallies as they are read: added up by name, by seat, over all encounters or some."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from projections.tables.builds import Builds
from projections.tables.listing import live
from projections.tables.parts import Aside
from projections.tables.tallies import Tallies
from projections.wording import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """One thing counted: how often, and how much altogether where it has an amount."""

    measure: str
    kind: str
    result: str
    times: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a combatant or a seat did and met, in so many encounters; what it was ``called`` in the newest of them."""

    name: str
    called: str | None = None
    encounters: int
    sums: tuple[Sum, ...] = field(repr=False)

    def times(self, measure: str, kind: str | None = None, result: str | None = None) -> int:
        """Return how often."""
        return sum(each.times for each in self._of(measure, kind, result))

    def total(self, measure: str, kind: str | None = None) -> int:
        """Return how much."""
        return sum(each.total for each in self._of(measure, kind, None))

    def _of(self, measure: str, kind: str | None, result: str | None) -> Iterable[Sum]:
        return (
            each
            for each in self.sums
            if each.measure == measure and kind in (None, each.kind) and result in (None, each.result)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The tallies of combatants and of seats over so many encounters; ``aside`` are those that could not be counted."""

    encounters: int
    combatants: tuple[Tally, ...]
    seats: tuple[Tally, ...]
    aside: tuple[Aside, ...]


_OF_SEATS = "('ruled', 'asked_back', 'took_back', 'contested', 'settled', 'typed', 'attested')"
"""What seats do as seats; all else is done by names in the fight, which may be combatants that seats control."""
_SEAT = f"CASE WHEN t.measure IN {_OF_SEATS} THEN t.name WHEN f.who IS NOT NULL THEN f.seat ELSE s.seat END"
_WON = "t.measure = 'won'"
_FIGHTS = f"t.measure <> 'won' AND t.measure NOT IN {_OF_SEATS} AND (f.who IS NOT NULL OR s.seat IS NULL)"
_FROM = (
    " FROM tallies_v3 t JOIN tally_fights_v3 e ON e.encounter = t.encounter"
    " LEFT JOIN tally_fighters_v3 f ON f.encounter = t.encounter AND f.who = t.name"
    " LEFT JOIN tally_seats_v3 s ON s.encounter = t.encounter AND s.seat = t.name WHERE {which}"
)
_SUMS = (
    "SELECT {name}, t.measure, t.kind, t.result, SUM(t.times), SUM(t.total)"
    f"{_FROM} GROUP BY {{name}}, t.measure, t.kind, t.result ORDER BY t.measure, t.kind, t.result"
)
_WINS = (
    "SELECT {name}, COUNT(DISTINCT t.encounter) FROM tallies_v3 t JOIN tally_fights_v3 e ON e.encounter = t.encounter"
    " JOIN tally_fighters_v3 f ON f.encounter = t.encounter AND f.side = t.name WHERE {which} GROUP BY {name}"
)
"""A fight is won by a side, and so by everybody on it, and by the seats they came in for."""
_THERE = f"SELECT {{name}}, COUNT(DISTINCT t.encounter){_FROM} GROUP BY {{name}}"


_NAMES = (
    "SELECT n.who, n.name FROM tally_names_v3 n JOIN tally_fights_v3 e ON e.encounter = n.encounter"
    " WHERE 1 = 1{which} ORDER BY e.opened"
)


class NoSuchFight(Exception):
    """Nothing is counted of such an encounter; the message says which there are."""


def totals(
    tables: Builds,
    *,
    system: str | None = None,
    encounter: str | None = None,
    without: Sequence[str] = (),
    within: Sequence[str] | None = None,
) -> Totals:
    """Return the tallies over all encounters but some, those of a system, those ``within`` a list, or one.

    Raises:
        NotBuilt: There are no tables yet. NoSuchFight: Nothing is counted of the one.
    """
    build = live(tables, Tallies.name, Tallies.FORMAT)
    if encounter is not None:
        _must_be_there(tables, encounter)
    given = {"e.system = ?": system, "e.encounter = ?": encounter}
    clauses = [clause for clause, value in given.items() if value is not None]
    values = [value for value in given.values() if value is not None]
    if without and encounter is None:
        clauses.append(f"e.encounter NOT IN ({', '.join('?' * len(without))})")
        values += without
    if within is not None:
        clauses.append(f"e.encounter IN ({', '.join('?' * len(within))})")
        values += within
    where = f" WHERE {' AND '.join(clauses)}" if clauses else ""
    counted = tables.ask(f"SELECT COUNT(*) FROM tally_fights_v3 e{where}", *values)[0][0]  # noqa: S608
    which = "".join(f" AND {clause}" for clause in clauses)
    return Totals(
        encounters=counted,
        combatants=_called(
            _tallies(tables, "t.name", f"{_FIGHTS}{which}", values, _wins(tables, "f.who", which, values)),
            dict(tables.ask(_NAMES.format(which=which), *values)),
        ),
        seats=_tallies(
            tables, _SEAT, f"NOT {_WON} AND {_SEAT} IS NOT NULL{which}", values, _wins(tables, "f.seat", which, values)
        ),
        aside=tuple(tables.aside(build).values()),
    )


def _called(tallies: Iterable[Tally], names: Mapping[str, str]) -> tuple[Tally, ...]:
    """Return the tallies with what those are called who have a name."""
    return tuple(replace(each, called=names.get(each.name)) for each in tallies)


def _must_be_there(tables: Builds, encounter: str) -> None:
    if tables.ask("SELECT encounter FROM tally_fights_v3 WHERE encounter = ?", encounter):
        return
    if tables.ask("SELECT encounter FROM tally_versions_v3 WHERE encounter = ?", encounter):
        raise NoSuchFight(f"The encounter {encounter} is a what-if: nothing of it is counted.")
    newest = [row[0] for row in tables.ask("SELECT encounter FROM tally_fights_v3 ORDER BY opened DESC LIMIT 5")]
    there = f"the newest are {listed(newest)}" if newest else "there is none at all"
    raise NoSuchFight(f"There is no encounter {encounter}: {there}.")


def _wins(tables: Builds, name: str, which: str, values: list[str]) -> dict[str, int]:
    """Return how many fights each won."""
    return dict(tables.ask(_WINS.format(name=name, which=f"{_WON} AND {name} IS NOT NULL{which}"), *values))


def _tallies(tables: Builds, name: str, which: str, values: list[str], wins: dict[str, int]) -> tuple[Tally, ...]:
    sums: defaultdict[str, list[Sum]] = defaultdict(list)
    for of, measure, kind, result, times, total in tables.ask(_SUMS.format(name=name, which=which), *values):
        sums[of].append(Sum(measure=measure, kind=kind, result=result, times=int(times), total=int(total)))
    for of, times in wins.items():
        sums[of].append(Sum(measure="won", kind="", result="", times=int(times), total=0))
    there = dict(tables.ask(_THERE.format(name=name, which=which), *values))
    return tuple(
        Tally(name=of, encounters=there.get(of, wins.get(of, 0)), sums=tuple(each)) for of, each in sorted(sums.items())
    )
