"""Rolls and their dice, outcomes, and which roll an outcome takes up.

Rolls of a command since its last outcome belong to the next one; what weighs an outcome (damage, withstanding it)
belongs to the one before. Where somebody is asked something first, as whether to push a roll, they belong to the next
outcome of the command that answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import orjson

from projections.analytics.lines import Fields
from projections.analytics.rows import Closing, Tell, Telling
from projections.analytics.situation import Undecided

AFTERWARDS = frozenset({"damage", "withstand", "critical_injury"})
"""What is rolled for an outcome that is there already."""
UNDECIDED = frozenset({"allowance", "heal", "healing", "initiative_tie"})
"""What is rolled for a number that no outcome tells."""
DICELESS = frozenset({"push", "panic_trigger", "vote"})
"""Outcomes that take up no roll: a push leaves the test open that it is part of."""
ORDER = "initiative"
WITHDRAWN = "withdrawn"
"""What dice are for that were typed in for a roll that was taken back before it was whole."""
_SIDES = re.compile(r"d(\d+)")
_PART = re.compile(r"([a-z_]+)(\d+)")


def _rolled(told: Telling, n: int, event: Fields) -> None:
    now, actor, purpose = told.now, event["by"], event["for"]
    faces: Sequence[int] = event.get("faces", ())
    sides, mod = _sides(event["dice"]), event.get("mod", 0)
    score = told.scorer.score(event)
    number, source = event.get("roll"), event["source"]
    told.add(
        "roll",
        n,
        actor,
        now.side_of(actor),
        now.seat_of(actor, told.seats),
        purpose,
        event["dice"],
        len(faces),
        sides,
        mod,
        event.get("total"),
        event.get("sl"),
        event.get("mode"),
        source,
        number,
        *score,
        None,
        None,
        _typed(told, event) if source == "table" else None,
        event.get("rules", []),
    )
    _dice(told, n, event, faces, sides)
    _wait(told, purpose)
    question = now.rolled(purpose, actor)
    if question is not None:
        told.answered(question, Closing(n, told.at))


@lru_cache(1024)
def _sides(dice: str) -> int:
    """Return how many sides the dice have, of a pool that no die is left of too."""
    found = _SIDES.search(dice)
    if found is None:
        raise ValueError(dice)
    return int(found[1])


def _dice(told: Telling, n: int, event: Fields, faces: Sequence[int], sides: int) -> None:
    """Add each die, whether it counts, and the part of the pool that it belongs to."""
    left = [*event.get("keep", ())] or None
    parts = _parts(event.get("pool") or "")
    for ix, face in enumerate(faces):
        kept = left is None or face in left
        if left is not None and kept:
            left.remove(face)
        told.add("die", n, ix, face, sides, kept, parts[ix] if ix < len(parts) else None)


@lru_cache(1024)
def _parts(pool: str) -> tuple[str, ...]:
    """Return the part of each die in turn: ``attr2+gear1`` is attr, attr, gear."""
    return tuple(name for name, count in _PART.findall(pool) for _ in range(int(count)))


def _typed(told: Telling, event: Fields) -> int | None:
    """Return the line in which the faces of a roll were typed in; each line is of one roll."""
    for each in told.typed:
        if each["faces"] == event["faces"] and each["by"] == event["by"]:
            told.typed.remove(each)
            n: int = each["n"]
            return n
    return None


def withdraw(told: Telling, to_version: int) -> None:
    """Add the dice of a roll that a rewind takes back before all of them were typed in: they weigh nothing."""
    now = told.now
    for typed in told.typed:
        n, cause, by, dice = typed["n"], typed["cause"], typed["by"], typed["dice"]
        if cause <= to_version:
            continue
        told.command = cause if cause in told.commands else None
        whose, sides = (by, now.side_of(by), now.seat_of(by, told.seats)), _sides(dice)
        about = (WITHDRAWN, dice, len(typed["faces"]), sides, 0, None, None, None, "table", None)
        told.add("roll", n, *whose, *about, None, None, None, None, 0, None, None, n, [])
        _dice(told, n, {}, typed["faces"], sides)
    told.typed = []


def _wait(told: Telling, purpose: str) -> None:
    """Let the roll of the newest row wait for its outcome, or give it to the one that it weighs."""
    now, row = told.now, len(told.rows["roll"]) - 1
    if purpose in UNDECIDED:
        return
    if purpose in AFTERWARDS:
        if now.outcome is not None and now.outcome[0] == told.command:
            told.outcomes[row].append(Closing(now.outcome[1], told.at, now.outcome[2]))
        return
    now.await_outcome(Undecided(row, purpose, told.command))


def _resolved(told: Telling, n: int, event: Fields) -> None:
    now, kind, result = told.now, event["kind"], event["result"]
    versus = event.get("versus")
    details = orjson.dumps(event.get("details", {}), option=orjson.OPT_SORT_KEYS).decode()
    about = (event.get("margin"), versus if type(versus) is int else None, details)
    told.add("outcome", n, kind, event["who"], event.get("whom"), result, *about)
    if kind in DICELESS:
        return
    now.outcome = (told.command, n, result)
    taken = [each for each in now.waiting if _takes_up(each, told.command, kind)]
    for each in taken:
        told.outcomes[each.row].append(Closing(n, told.at, result))
    if taken:
        now.waiting = tuple(each for each in now.waiting if each not in taken)


def _takes_up(waiting: Undecided, command: int | None, kind: str) -> bool:
    """Return whether an outcome of a command takes up a roll; initiative is taken up by its like alone."""
    if (waiting.purpose == ORDER) != (kind == ORDER):
        return False
    return waiting.command == command and waiting.question is None


TOLD: dict[str, Tell] = {"DiceRolled": _rolled, "OutcomeResolved": _resolved}
