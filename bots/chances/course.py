"""How the chance of every side went through a fight that is over, as it is told to whoever looks back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bots.chances.judges import PLAYER, SEED, Judges
from bots.lab.features import sides_of
from bots.lab.fitting import NoNumpy
from bots.lab.swings import LARGEST, Turn, start_of, turns_of
from domain.deciding import RULESETS
from domain.encounter import Encounter
from ledger.table.fight import Fight

FEWEST = 5
"""Of a fight of fewer commands nothing is told."""
PLACES = 4
"""So many digits of a chance are told."""


class NoChances(Exception):
    """Nothing is told of the chances of a fight; the message says why in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the command of line ``n``, whose lines go up to ``last``, made of the chance of each of the `sides`.

    ``expected`` is the mean of what fresh dice make of the same command: ``after`` less that is what the dice gave.
    """

    n: int
    last: int
    before: tuple[float, ...]
    expected: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """What the chances rest on: fights that automatic players fought from the same beginning.

    ``skill`` is how much nearer the chances come to what happened than the bare shares of who wins do, on fights that
    nothing was learnt from: 0 knows nothing, 1 foresees all.
    """

    player: str
    fights: int
    states: int
    skill: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """The chance of each of the ``sides`` to win if automatic players went on, ``first`` and after every command.

    It is an estimate. What a chance of all sides leaves to 1 is that nobody wins. ``largest`` are the lines of the
    commands that moved a chance most, in their order; a command that was taken back is not among the ``steps``.
    """

    encounter: str
    version: int
    sides: tuple[str, ...]
    first: tuple[float, ...]
    steps: tuple[Step, ...]
    largest: tuple[int, ...]
    foresight: Foresight


def must_be_foreseeable(encounter: Encounter) -> None:
    """Raise NoChances for a fight of which nothing can be estimated, whatever happened in it."""
    if encounter.fork is not None:
        raise NoChances("This is a what-if, of which no chances are estimated: it did not begin where it was opened.")
    known = RULESETS[encounter.system].VERSION if encounter.system in RULESETS else None
    if known is None:
        raise NoChances(f"Nobody here knows the rules of {encounter.system[:40]}: no chances are estimated.")
    if encounter.version != known:
        raise NoChances(
            f"It was fought by version {encounter.version[:40]} of its rules, and automatic players know {known}: no "
            "chances are estimated."
        )


def chances(
    fight: Fight,
    judges: Judges,
    *,
    watch: Callable[[int], object] = lambda _: None,
    enough: Callable[[int], bool] | None = None,
) -> Chances:
    """Return how the chances went in a fight; a judge learns first if none is kept. Raises NoChances."""
    must_be_foreseeable(fight.encounter)
    start = start_of(fight) if fight.ends else Encounter()
    if len(sides_of(start)) < 2:
        raise NoChances("Not two sides stood there when it began: no chances are estimated.")
    if len(fight.ends) <= FEWEST:
        raise NoChances(f"It had fewer than {FEWEST} commands: too few to estimate chances.")
    try:
        judge, trial = judges.of(start, watch=watch, enough=enough)
        if trial.fault is not None:
            raise NoChances(f"No judge of this fight is worth asking. {trial.fault}")
        first = judge.chances(start)
        turns = [*turns_of(fight, judge, SEED)]
    except NoNumpy as missing:
        raise NoChances(str(missing)) from None
    largest = sorted(turns, key=lambda turn: -_moved(turn))[:LARGEST]
    return Chances(
        encounter=fight.id,
        version=fight.version,
        sides=judge.sides,
        first=_rounded(first),
        steps=tuple(_step(turn) for turn in turns),
        largest=tuple(sorted(turn.n for turn in largest)),
        foresight=Foresight(player=PLAYER, fights=trial.fights, states=trial.states, skill=round(trial.skill, PLACES)),
    )


def _moved(turn: Turn) -> float:
    return max(abs(after - before) for before, after in zip(turn.before, turn.after, strict=True))


def _step(turn: Turn) -> Step:
    before, expected, after = map(_rounded, (turn.before, turn.expected, turn.after))
    return Step(n=turn.n, last=turn.last, before=before, expected=expected, after=after)


def _rounded(chances: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(each, PLACES) for each in chances)
