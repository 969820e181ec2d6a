"""The table of swings: how the chance of every side went, by a judge for each opening that fights began with."""

from __future__ import annotations

from collections.abc import Callable

from bots.chances.course import NoChances, must_be_foreseeable
from bots.chances.judges import PLAYER, SEED, fights_for
from bots.chances.judges import Judges as Kept
from bots.chances.shelf import Shelf
from bots.lab.judge import Judge
from bots.lab.swings import course_of, start_of, turns_of
from bots.lab.trial import Trial
from domain.ruleset import RULESETS
from ledger.line.lines import decode
from ledger.table.fight import Fight
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows
from projections.analytics.lines import Lines, Unreadable, open_behind, parsed
from projections.analytics.shape import FACT, Row

_DIGESTS = tuple(SHEETS["encounter"].place(name) for name in ("system", "roster_digest", "house_digest"))
_N = SHEETS["command"].place("n")


class Judges:
    """Judges by opening: fights that began alike under the same house rules share one, which learns once.

    Those on a shelf need not learn, and others are put there. So many ``workers`` fight for them, one a core for None;
    ``watch`` hears from how many fights one learnt, and of how many.
    """

    def __init__(
        self,
        fights: int | None = None,
        shelf: Shelf | None = None,
        workers: int | None = 1,
        watch: Callable[[int, int], object] = lambda *_: None,
    ) -> None:
        self._fights, self._workers, self._watch = fights, workers, watch
        self._kept = Kept(shelf or Shelf(None))
        self._known: dict[tuple[str, ...], tuple[Judge, Trial]] = {}

    def swings(self, lines: Lines, rows: Rows) -> list[Row]:
        """Return what every command made of the chance of each side; nothing where no judge is worth asking.

        Raises:
            Unreadable: A line cannot be folded.
            NoNumpy: What a judge learns with is not installed.
        """
        fight = _folded(lines)
        if fight is None or not fight.ends or not _is_foreseeable(fight):
            return []
        asked, worth = self._of(fight, rows)
        if worth.fault is not None:
            return []
        called = f"{PLAYER}, {worth.fights} fights, seed {SEED}, skill {worth.skill:.2f}"
        commands = {row[_N]: row[: len(FACT)] for row in rows["command"]}
        turns = [*turns_of(fight, asked, SEED)]
        return [
            [*commands[each.n], side, each.before, each.expected, each.after, each.luck, each.rest, called]
            for side in asked.sides
            for each in course_of(turns, fight, asked, side).every
            if each.n in commands
        ]

    def _of(self, fight: Fight, rows: Rows) -> tuple[Judge, Trial]:
        """Return the judge of the opening that a fight began with, which learns now if it is the first of these."""
        opening = tuple(rows["encounter"][0][place] for place in _DIGESTS)
        if opening not in self._known:
            start = start_of(fight)
            many = fights_for(start.system) if self._fights is None else self._fights
            self._known[opening] = self._kept.of(
                start, fights=many, workers=self._workers, watch=lambda learnt: self._watch(learnt, many)
            )
        return self._known[opening]


def _is_foreseeable(fight: Fight) -> bool:
    """Return whether automatic players know the rules of a fight, and could have begun it as it was."""
    try:
        must_be_foreseeable(fight.encounter)
    except NoChances:
        return False
    return True


def _folded(lines: Lines) -> Fight | None:
    """Return a fight as far as it may be shown; None where this program does not know its rules."""
    fields = parsed(lines)
    if fields[0]["system"] not in RULESETS:
        return None
    behind = open_behind(lines, fields)
    try:
        return Fight().then([decode(raw, behind.get(n)) for n, raw in enumerate(lines.raw)])
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise Unreadable(0, f"it cannot be folded ({type(fault).__name__}).") from None
