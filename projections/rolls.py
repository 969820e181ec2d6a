"""Rolls as they are shown: every face, what it was for, and where it came from."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.events import DiceRolled
from projections.wording import inert, spaced

MARKS = {"ledger": "", "table": " (typed in by hand)", "loaded": " (loaded)", "fork": " (from the forked fight)"}
PURPOSES = {"disengage": "", "attack": "", "defense": " in defense", "to_hit": " to hit"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """One roll by one roller; ``source`` is ledger, table, loaded or fork."""

    by: str
    purpose: str = field(metadata={"alias": "for"})
    dice: str
    faces: tuple[int, ...]
    mod: int = 0
    total: int | None = None
    source: str
    roll: int | None = None


def rolled(event: DiceRolled) -> Rolled:
    """Return the roll as it is shown."""
    return Rolled(
        by=event.by,
        purpose=event.purpose,
        dice=event.dice,
        faces=event.faces,
        mod=event.mod or 0,
        total=event.total,
        source=event.source,
        roll=event.roll,
    )


def told(roll: Rolled | DiceRolled) -> str:
    """Return ``Bo rolled 1d6: 4``, with the total where it is not plain to see, and the mark of other dice."""
    purpose = PURPOSES.get(roll.purpose, f" for {spaced(roll.purpose)}")
    plain = len(roll.faces) == 1 and not roll.mod
    total = "" if plain or roll.total is None else f", {roll.total} in all"
    mark = MARKS.get(roll.source, f" ({inert(roll.source)})")
    return f"{inert(roll.by)} rolled {inert(roll.dice)}{purpose}: {', '.join(map(str, roll.faces))}{total}{mark}"
