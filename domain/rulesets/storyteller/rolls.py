"""3D: three six-sided dice and what is added, with advantage and disadvantage (STO-1, STO-46)."""

from __future__ import annotations

from dataclasses import dataclass

from domain.events import DiceRolled, Facts
from domain.rulesets.storyteller.settings import Settings, settings_of
from domain.story import Story

DICE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Lean:
    """What makes a roll better or worse, as the rules that say so: advantages and disadvantages."""

    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()

    def __add__(self, other: Lean) -> Lean:
        """Return both together."""
        return Lean(better=self.better + other.better, worse=self.worse + other.worse)

    @property
    def rules(self) -> tuple[str, ...]:
        """Return every rule that says so."""
        return (*self.better, *self.worse)


EVEN = Lean()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thrown:
    """A roll that counts: its total, whether it is three sixes, what an outcome says about it, and its number."""

    total: int
    sixes: bool
    details: Facts
    roll: int | None = None


def tilt(lean: Lean, settings: Settings) -> int:
    """S-G3. Return the net of advantages (above 0) and disadvantages: one at most, or all by a house rule."""
    better, worse = len(lean.better), len(lean.worse)
    return better - worse if settings.advantage_stack == "net_dice" else bool(better) - bool(worse)


def throw(story: Story, by: str, purpose: str, mod: int, lean: Lean, *rules: str) -> Thrown:
    """STO-46, S-G2: roll 3D plus the modifiers, under advantage or disadvantage as the house rules have it."""
    settings = settings_of(story.now)
    net = tilt(lean, settings)
    mode = ("disadvantage", None, "advantage")[(net > 0) - (net < 0) + 1]
    cited = tuple(dict.fromkeys((*rules, *lean.rules)))
    if mode is None:
        return _counts(story.roll(by, purpose, "3d6", *cited, mod=mod))
    if settings.advantage_model == "roll_twice":
        return _better_of_two(story, by, purpose, mod, mode, cited)
    if settings.advantage_model == "plus_minus_one_die":
        count = max(1, DICE + net)
        return _counts(story.roll(by, purpose, f"{count}d6", *cited, mod=mod, mode=mode))
    return _counts(story.roll(by, purpose, f"{DICE + abs(net)}d6", *cited, mod=mod, mode=mode, kept=DICE))


def _counts(roll: DiceRolled, **details: int) -> Thrown:
    faces = roll.keep or roll.faces
    return Thrown(total=roll.total or 0, sixes=faces == (6,) * DICE, details=details, roll=roll.roll)


def _better_of_two(story: Story, by: str, purpose: str, mod: int, mode: str, rules: tuple[str, ...]) -> Thrown:
    """S-G2: roll 3D twice; the better total counts under advantage, the worse under disadvantage."""
    rolls = [story.roll(by, purpose, "3d6", *rules, mod=mod, mode=mode, attempt=number) for number in (1, 2)]
    totals = [roll.total or 0 for roll in rolls]
    used = totals.index(max(totals) if mode == "advantage" else min(totals))
    return _counts(rolls[used], used=used + 1)
