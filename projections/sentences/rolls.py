"""Rolls as they are shown: every face, what it was for, and where it came from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from domain.dice import notation
from domain.events import DiceRolled
from projections.marking import faces
from projections.sentences.thresholds import Held
from projections.wording import counted, inert, listed, spaced, terms

MARKS = {
    "ledger": "",
    "table": " (typed in by hand)",
    "loaded": " (loaded)",
    "fork": " (from the forked fight)",
    "none": "",
}
PURPOSES = {
    "disengage": "",
    "attack": "",
    "defense": " in defense",
    "heal": " for healing",
    "spell": " for the spell",
    "target_tie": " for whom they turn on",
    "stray": " for whom it hits instead",
    "to_hit": " to hit",
    "dodge": " to dodge",
    "withstand": " to withstand",
    "grapple": " to grapple",
    "leave_melee": " to get away",
    "struggle": " to struggle free",
    "push": " again",
    "deaths_door": " at death’s door",
}
PARTS = {"attr": "attribute"}
_TERM = re.compile(r"([A-Za-z_]+)(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """One roll by one roller; ``source`` is ledger, table, loaded or fork.

    ``pool`` names the parts of a pool with how many dice each gave, ``penalty`` the dice taken from it, ``sl`` its
    success levels; ``keep`` are the faces that count under a ``mode``, advantage or disadvantage. ``parts`` are what
    was given and taken. Where one number was to be reached it was held ``against`` that; ``enough`` is the least total
    that would have been.
    """

    by: str
    purpose: str = field(metadata={"alias": "for"})
    dice: str
    faces: tuple[int, ...]
    mod: int = 0
    total: int | None = None
    source: str
    roll: int | None = None
    pool: dict[str, int] = field(default_factory=dict)
    penalty: int = 0
    sl: int | None = None
    mode: str | None = None
    keep: tuple[int, ...] = ()
    attempt: int | None = field(default=None, metadata={"alias": "try"})
    parts: dict[str, int] = field(default_factory=dict)
    against: int | None = None
    enough: int | None = None


def rolled(event: DiceRolled, held: Held | None = None) -> Rolled:
    """Return the roll as it is shown, with what it was held against."""
    return Rolled(
        by=event.by,
        purpose=event.purpose,
        dice=event.dice,
        faces=event.faces,
        mod=event.mod or 0,
        total=event.total,
        source=event.source,
        roll=event.roll,
        pool={name: int(count) for name, count in _TERM.findall(event.pool or "")},
        penalty=event.penalty or 0,
        sl=event.sl,
        mode=event.mode,
        keep=event.keep,
        attempt=event.attempt,
        parts=dict(event.parts),
        against=None if held is None else held.against,
        enough=None if held is None else held.enough,
    )


def told(event: DiceRolled) -> str:
    """Return ``Bo rolled 1d6: 4``, with the total where it is not plain to see, and the mark of other dice."""
    roll = rolled(event)
    mark = MARKS.get(roll.source, f" ({inert(roll.source)})")
    purpose = PURPOSES.get(roll.purpose, f" for {spaced(roll.purpose)}")
    again = f" (try {roll.attempt})" if roll.attempt is not None else ""
    of = _of_pool if event.pool is not None else _of_sum
    thrown = of(roll, purpose + again, faces(_shown(roll, pool=event.pool is not None), event))
    return f"{inert(roll.by)} {thrown}{mark}"


def _shown(roll: Rolled, *, pool: bool) -> str:
    return (" " if pool else ", ").join(map(str, roll.faces))


def _of_sum(roll: Rolled, purpose: str, shown: str) -> str:
    """Return ``rolled 1d6+1 for damage: 1, 2 in all``."""
    mode = f" with {spaced(roll.mode)}" if roll.mode else ""
    kept = f" ({listed(roll.keep)} kept)" if roll.keep else ""
    plain = len(roll.faces) == 1 and not roll.mod
    total = "" if plain or roll.total is None else f", {roll.total} in all"
    return f"rolled {inert(roll.dice)}{_added(roll)}{purpose}{mode}: {shown}{kept}{total}"


def _added(roll: Rolled) -> str:
    """Return the modifier as far as the dice do not name it."""
    try:
        named = notation(roll.dice).mod
    except ValueError:
        named = 0
    return f"{roll.mod - named:+}" if roll.mod != named else ""


def _of_pool(roll: Rolled, purpose: str, shown: str) -> str:
    """Return ``rolled 7 dice (4 attribute, 1 skill, 2 gear): 6 6 3 2 5 6 4, 3 sixes``."""
    parts = [f"{count} {PARTS.get(name, spaced(name))}" for name, count in roll.pool.items()]
    parts += [f"after {counted(roll.penalty, 'die')} taken away"] if roll.penalty else []
    made = f": {terms(roll.parts)}" if roll.parts else ""
    of = f" ({', '.join(parts)}{made})" if parts else f" ({made[2:]})" if made else ""
    if not roll.faces:
        return f"had no dice{purpose}{of}, {_successes(roll)}"
    return f"rolled {counted(len(roll.faces), 'die')}{purpose}{of}: {shown}, {_successes(roll)}"


def _successes(roll: Rolled) -> str:
    """Return the success levels: as sixes where that is what they are, with what was added to them."""
    sixes = roll.faces.count(6)
    levels = sixes if roll.sl is None else roll.sl
    if roll.mod:
        return f"{_levels(levels, 'success')} ({_levels(sixes, 'six')}, {roll.mod:+})"
    return _levels(levels, "six" if levels == sixes else "success")


def _levels(number: int, noun: str) -> str:
    return counted(number, noun) if number else f"no {noun}"
