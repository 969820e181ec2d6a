"""The rules decided again: each stored command on the recorded state before it, with the recorded faces in order.

Old rules code is not kept, so a difference is a fault only under the same rules version; under another it is news.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import ValidationError

from domain.commands import Command
from domain.deciding import decide
from domain.dice import DiceNeeded, Notation, Thrown
from domain.encounter import Encounter
from domain.events import DiceRolled, Event, HistoryRewound, ItemMoved, ItemUsed, MessageRecorded
from domain.evolve import evolve
from domain.items import FACE_DOWN
from domain.refusals import Refused
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line, plain
from ledger.table.log import HAPPENING, folded

Likeness = Literal["exact", "same outcome", "differs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """How one command came out: ``at`` is the first line that differs, ``expected`` what the rules say now."""

    n: int
    result: Likeness
    at: int | None = None
    what: str | None = None
    expected: dict[str, Any] | None = None
    found: dict[str, Any] | None = None


class OtherDice(Exception):
    """The rules ask for other dice than were rolled."""


class Unfoldable(Exception):
    """Line ``n`` does not follow from what stands before it: a fold cannot go on."""

    def __init__(self, n: int, reason: str) -> None:
        super().__init__(f"It does not follow from the lines before it: {reason}.")
        self.n = n


class Recorded:
    """The faces as they were rolled, to be given again for the same dice in the same order; empty pools roll none."""

    def __init__(self, rolls: Sequence[DiceRolled]) -> None:
        self._rolls = [roll for roll in rolls if roll.faces]

    @property
    def left(self) -> int:
        """Return how many rolls nobody has asked for."""
        return len(self._rolls)

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next recorded faces; DiceNeeded if none are left, OtherDice if they were for something else."""
        if not self._rolls:
            raise DiceNeeded(by, purpose, dice)
        roll = self._rolls.pop(0)
        if (roll.by, roll.purpose, roll.dice) != (by, purpose, str(dice)):
            asked, rolled = f"{by} rolls {dice} for {purpose}", f"{roll.by} rolled {roll.dice} for {roll.purpose}"
            raise OtherDice(f"the rules say that {asked}, but {rolled}")
        return Thrown(faces=roll.faces, source=roll.source, roll=roll.roll)


def decided_again(lines: Sequence[Line]) -> tuple[Verdict, ...]:
    """Return a verdict for each accepted command that is known with all that came of it, the taken back ones too.

    Raises:
        Unfoldable: The lines are no fight.
    """
    states = recorded_states(lines)
    caused: defaultdict[int, list[int]] = defaultdict(list)
    for line in lines:
        if line.cause is not None and line.type in HAPPENING:
            caused[line.cause].append(line.n)
    return tuple(
        _verdict(lines, line.n, line.entry, caused[line.n], states)
        for line in lines
        if isinstance(line.entry, CommandAccepted) and _is_known(line, caused[line.n], lines, states)
    )


def _is_known(accepted: Line, caused: Sequence[int], lines: Sequence[Line], states: Sequence[Encounter]) -> bool:
    """Return whether all of a command is there to be decided again, and all that it is decided on."""
    action = isinstance(accepted.entry, CommandAccepted) and "action" in accepted.entry.decl
    told = all(lines[n].type != "Sealed" or lines[n].inner is not None for n in caused)
    events = [event for n in caused for event in lines[n].events]
    shown = any(isinstance(event, ItemUsed | ItemMoved) and event.card is not None for event in events)
    return action and told and not (shown and _is_covered(states[accepted.n]))


def _is_covered(encounter: Encounter) -> bool:
    """Return whether there are cards that nobody here knows."""
    return any(thing.id == FACE_DOWN for things in encounter.hands.values() for thing in things)


def recorded_states(lines: Sequence[Line]) -> list[Encounter]:
    """Return the state after each line, rewinds resolved; raises Unfoldable."""
    states: list[Encounter] = []
    encounter = Encounter()
    for line in lines:
        try:
            if line.type in HAPPENING:
                encounter = folded(encounter, line)
            elif isinstance(line.entry, HistoryRewound):
                encounter = states[line.entry.to_version]
        except (LookupError, TypeError, ValueError, AttributeError) as fault:
            raise Unfoldable(line.n, f"{type(fault).__name__} {fault}") from fault
        states.append(encounter)
    return states


def _verdict(
    lines: Sequence[Line], n: int, accepted: CommandAccepted, caused: list[int], states: list[Encounter]
) -> Verdict:
    found = [event for each in caused for event in lines[each].events]
    dice = Recorded([event for event in found if isinstance(event, DiceRolled)])
    before = states[caused[0] - 1] if caused else states[n]
    last = caused[-1] if caused else n
    try:
        expected = decide(_command(accepted, before.system), before, dice)
    except DiceNeeded as needed:
        if not caused:
            return Verdict(n=n, result="exact", what="its dice are awaited")
        return Verdict(n=n, result="differs", at=last, what=f"the rules ask for more dice: {needed}")
    except (Refused, OtherDice) as against:
        return Verdict(n=n, result="differs", at=n if isinstance(against, Refused) else caused[0], what=str(against))
    except ValidationError:
        return Verdict(n=n, result="differs", at=n, what="this program knows no such command")
    except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as fault:
        # Lines of other rules may lead today's rules where they were never meant to go.
        return Verdict(n=n, result="differs", at=n, what=f"the rules cannot decide it: {type(fault).__name__} {fault}")
    if dice.left:
        return Verdict(n=n, result="differs", at=last, what="the rules ask for fewer dice")
    told_by = [each for each in caused for _ in lines[each].events]
    return _compared(n, [_silent(each) for each in expected], [_silent(each) for each in found], told_by, before)


def _command(accepted: CommandAccepted, system: str) -> Command:
    """Return the command; words that were deleted since are stood in for, as they decide nothing."""
    action = accepted.decl["action"]
    if "commit" in action:
        action = {**{name: value for name, value in action.items() if name != "commit"}, "text": "…"}
    return command_of(action, system)


def _silent(event: Event) -> Event:
    """Return the event without the words in it, which may have been deleted and decide nothing."""
    return replace(event, text="") if isinstance(event, MessageRecorded) else event


def _compared(n: int, expected: list[Event], found: list[Event], caused: list[int], before: Encounter) -> Verdict:
    """Return whether the events are the same, or at least what they come to."""
    if expected == found:
        return Verdict(n=n, result="exact")
    pairs = zip(expected, found, strict=False)
    same = next((place for place, (one, other) in enumerate(pairs) if one != other), min(len(expected), len(found)))
    at = caused[same] if same < len(caused) else caused[-1] if caused else n
    ours, theirs = _named(expected, same), _named(found, same)
    what = _difference(ours, theirs)
    result: Likeness = "same outcome" if _after(before, expected) == _after(before, found) else "differs"
    return Verdict(n=n, result=result, at=at, what=what, expected=ours, found=theirs)


def _named(events: list[Event], place: int) -> dict[str, Any] | None:
    return {"type": type(events[place]).__name__, **plain(events[place])} if place < len(events) else None


def _difference(expected: dict[str, Any] | None, found: dict[str, Any] | None) -> str:
    """Return what differs: the events themselves, or the fields of one."""
    if expected is None or found is None or expected["type"] != found["type"]:
        kinds = [str(event["type"]) if event is not None else "nothing" for event in (expected, found)]
        return f"the rules say {kinds[0]} where {kinds[1]} is recorded"
    fields = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
    return f"{expected['type']} differs in {' and '.join(fields)}"


def _after(encounter: Encounter, events: list[Event]) -> Encounter:
    """Return the encounter after the events; who won is not in it, which older fights leave unsaid."""
    for event in events:
        encounter = evolve(encounter, event)
    return replace(encounter, winner=None)
