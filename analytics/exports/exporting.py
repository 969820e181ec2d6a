"""From a store to a folder of tables: all fights that count, or those that changed since the last time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from analytics.collecting import unsearched
from analytics.exports import manifest as manifests
from analytics.exports.batches import MOST_LINES, Told, batched
from analytics.exports.folder import Folder, only_one, sheets_of
from analytics.exports.formats import FORMS, Together
from analytics.exports.judging import Judges
from analytics.exports.manifest import Manifest, NoTables
from analytics.exports.pseudonyms import Pseudonyms
from ledger.application import Ledger
from ledger.table.answers import Summary
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import Unreadable
from projections.analytics.options import options
from projections.analytics.sources import Population, left_out, of_store, summaries, unseen

PAGE = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be written: which fights, in which form, and whether all anew or since a position of the store.

    With ``options`` what was on offer at each command is written too, with ``judges`` how the chances went.
    """

    population: Population = field(default_factory=Population)
    form: str = "parquet"
    anew: bool = False
    since: int | None = None
    pseudonyms: Pseudonyms | None = None
    options: bool = False
    judges: Judges | None = None
    most: int = MOST_LINES

    @property
    def on_demand(self) -> list[str]:
        """Return the tables that are wanted besides those that every fight has."""
        return [name for name, wanted in (("option", self.options), ("swing", self.judges is not None)) if wanted]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A fight whose lines cannot be read, and why."""

    encounter: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What came of it: fights and lines written now, the manifest, and the fights that could not be read."""

    fights: int
    lines: int
    manifest: Manifest
    unread: tuple[Unread, ...]


def export(
    ledger: Ledger,
    folder: Path,
    wish: Wish,
    step: Callable[[int], None] = lambda _: None,
) -> Exported:
    """Write the tables of a store into a folder. ``step`` is told how many fights were looked at.

    Raises:
        NoTables: The folder holds others, is held by somebody else, or cannot be written to.
        MissingExtra: The form needs what is not installed.
    """
    FORMS[wish.form].must_be_had()
    newest = ledger.rows.newest()
    if wish.since is not None and wish.since > newest:
        raise NoTables(f"There is no position {wish.since} in the store: the newest is {newest}.")
    with only_one(folder), unsearched():
        manifest = _begun(folder, wish)
        into = Folder(folder, manifest, sheets_of(manifest), anew=wish.anew)
        into.sweep()
        reading = _Reading(ledger, wish, manifest, step)
        manifest.bookmark = ledger.rows.newest()
        for batch in batched(reading.fights(), wish.most):
            into.take(batch)
        into.drop(reading.dropped)
        left = reading.left_out + unseen(ledger, wish.population, reading.held())
        manifest.left_out = dict(sorted(left.items()))
        into.finish()
    return Exported(fights=reading.read, lines=reading.lines, manifest=manifest, unread=tuple(reading.unread))


def _begun(folder: Path, wish: Wish) -> Manifest:
    """Return the manifest to go on with; a new one for an empty folder, or where all is written anew."""
    scope = asdict(wish.population)
    seat = scope["seat"]
    if seat is not None and wish.pseudonyms is not None:
        seat = scope["seat"] = wish.pseudonyms.of("seat", seat)
    view = "everybody" if seat is None else f"seat {seat}"
    key = None if wish.pseudonyms is None else wish.pseudonyms.mark
    scope |= {"pseudonyms": wish.pseudonyms is not None, "key": key, "on_demand": wish.on_demand}
    fresh = Manifest(format=wish.form, view=view, scope=scope)
    there = manifests.read(folder)
    if there is None:
        return fresh
    if (there.format, there.view, {"key": None, **there.scope}) != (fresh.format, fresh.view, fresh.scope):
        raise NoTables(
            f"{folder} holds tables that were written otherwise ({there.format}, for {there.view}, "
            f"{_told(there.scope)}): name another folder, or the same options."
        )
    if wish.anew:
        fresh.number = there.number
        return fresh
    if isinstance(FORMS[there.format], Together):
        manifests.must_be_whole(folder, there)
    return there


def _told(scope: dict[str, object]) -> str:
    """Return which fights count, in words."""
    system = scope.get("system") or "all systems"
    return f"{system}, {'closed and ended' if scope.get('ended') else 'closed'}" + (
        ", with pseudonyms of one key" if scope.get("pseudonyms") else ""
    )


class _Reading:
    """Reads the fights of a store that count and changed, one after the other."""

    def __init__(self, ledger: Ledger, wish: Wish, manifest: Manifest, step: Callable[[int], None]) -> None:
        self._ledger, self._wish, self._manifest = ledger, wish, manifest
        self._step = step
        self.left_out: Counter[str] = Counter()
        self.unread: list[Unread] = []
        self.dropped: list[str] = []
        self.read = self.lines = 0

    def fights(self) -> Iterator[Told]:
        """Yield the fights to be written; take note of all others."""
        touched = None if self._wish.since is None else _touched(self._ledger, self._wish.since)
        for number, summary in enumerate(summaries(self._ledger, self._wish.population)):
            self._step(number + 1)
            name = self._named(summary.encounter)
            known = self._manifest.fights.get(name)
            if known is not None and known[1] == summary.version:
                continue
            if touched is not None and summary.encounter not in touched:
                self.left_out["unchanged since"] += known is None
                continue
            told = self._told(summary, name)
            if told is not None:
                self.read += 1
                self.lines += told.lines
                yield told
            elif known is not None:
                del self._manifest.fights[name]
                self.dropped.append(name)

    def held(self) -> set[str]:
        """Return the fights of the store that the folder holds."""
        every = (each.encounter for each in self._ledger.encounters())
        return {one for one in every if self._named(one) in self._manifest.fights}

    def _named(self, encounter: str) -> str:
        made = self._wish.pseudonyms
        return encounter if made is None else made.of("encounter", encounter)

    def _told(self, summary: Summary, name: str) -> Told | None:
        """Return the tables of a fight; None where it does not count, or cannot be read."""
        found = self._found(summary)
        if isinstance(found, str):
            self.left_out[found] += 1
            return None
        hidden = found if self._wish.pseudonyms is None else self._wish.pseudonyms.hidden(found)
        return Told(encounter=name, version=summary.version, rows=hidden)

    def _found(self, summary: Summary) -> Rows | str:
        """Return the rows of a fight, or why it does not count."""
        population = self._wish.population
        if (soon := self._soon(summary)) is not None:
            return soon
        try:
            lines = of_store(self._ledger, summary.encounter, population.seat)
            rows = extract(lines)
            if self._wish.options:
                rows["option"] = options(lines, rows)
            if self._wish.judges is not None:
                rows["swing"] = self._wish.judges.swings(lines, rows)
        except Unreadable as unreadable:
            self.unread.append(Unread(encounter=summary.encounter, why=str(unreadable)))
            return "unreadable"
        return left_out(rows, population) or rows

    def _soon(self, summary: Summary) -> str | None:
        """Return why a fight does not count where its last line says so already: most that go on need not be read."""
        last = self._ledger.rows.of(summary.encounter, gt=summary.version - 1)
        if not last or last[-1].topic == "LedgerClosed":
            return None
        if summary.outcome is None:
            return "not over"
        return None if self._wish.population.ended else "not closed"


def _touched(ledger: Ledger, position: int) -> set[str]:
    """Return the encounters that have lines after a position of the store."""
    found: set[str] = set()
    while page := ledger.rows.after(position, PAGE):
        found |= {str(line.originator_id) for line in page}
        position = page[-1].id
    return found
