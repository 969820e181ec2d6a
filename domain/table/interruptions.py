"""What interrupts a fight from outside of its rules, and what a rule system answers, so that it goes on afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from domain.commands import Command
from domain.encounter import Combatant, Decision, Encounter
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.words import Known

PRESENT = ("active", "down", "dying")
"""The states of life of those who could leave."""
NONE = re.compile(r"(?!)")


def owned(_: Encounter, waiting: Pending) -> Pending | None:
    """Return whose answer is waited for, if it is anybody's."""
    return waiting if waiting.owner is not None else None


def alone(_: Encounter, who: str) -> tuple[str, ...]:
    """Return whoever is handed over alone."""
    return (who,)


def resources(_: Encounter, one: Combatant) -> Mapping[str, int]:
    """Return what somebody has of what is counted."""
    return one.resources


def as_asked(_: Encounter, decision: Decision) -> Decision:
    """Return an open question as it is: it is a side's or the referee's, and not a seat's."""
    return decision


def telling(
    tell: Callable[[Story, Command], None], least: Callable[[Encounter, Pending], Command | None]
) -> Callable[[Story, Pending], None]:
    """Return what tells the least command that answers what is waited for; it tells nothing where there is none."""

    def by_default(story: Story, waiting: Pending) -> None:
        command = least(story.now, waiting)
        if command is not None:
            tell(story, command)

    return by_default


@dataclass(frozen=True, slots=True, kw_only=True)
class Interruptions:
    """The answers of a rule system to what comes from outside of its rules.

    ``calm`` are the kinds of what it can wait for with nothing in the middle of happening, ``vital`` the pools without
    which nobody is active, ``lives`` the states of life that it knows, ``kept`` the conditions that follow from others.
    ``words`` are those that a fight knows, by what they are words for.
    ``by_default`` tells the least that answers what is waited for: decline, pass, accept, end the turn. ``follow``
    tells what follows from some having left, come back, or been put elsewhere: the fight may be over. ``put`` tells
    that somebody is at a place of the board, and raises Refused for one where nobody can be.
    ``awaited`` is whose answer is waited for, ``going_along`` who goes from one seat to another together with somebody,
    ``numbers`` what somebody has of all that is counted and is no pool, changed already or not, and ``put_again`` an
    open question as it is to be asked now that somebody has another seat.
    """

    calm: frozenset[str]
    vital: frozenset[str]
    words: Callable[[Encounter], Known]
    by_default: Callable[[Story, Pending], None]
    follow: Callable[[Story, tuple[str, ...]], None]
    put: Callable[[Story, str, str], None]
    lives: tuple[str, ...] = ("active", "dead", "left")
    kept: re.Pattern[str] = NONE
    awaited: Callable[[Encounter, Pending], Pending | None] = owned
    going_along: Callable[[Encounter, str], tuple[str, ...]] = alone
    numbers: Callable[[Encounter, Combatant], Mapping[str, int]] = resources
    put_again: Callable[[Encounter, Decision], Decision] = as_asked


class Rules(Protocol):
    """As much of a rule system as is asked here."""

    WHAT_ONE_MAY_DO: str
    INTERRUPTIONS: Interruptions

    def pending(self, encounter: Encounter) -> Pending:
        """Return what the encounter waits for."""
        ...

    def commands(self, encounter: Encounter) -> frozenset[str]:
        """Return the names of the commands that are its own."""
        ...


def leaving(encounter: Encounter, seat: str) -> tuple[str, ...]:
    """Return whom a seat would take out of the fight by conceding: all it controls but the dead and things."""
    return tuple(who.id for who in encounter.combatants.values() if who.controller == seat and may_leave(who))


def may_leave(who: Combatant) -> bool:
    """Return whether somebody is still there."""
    return who.life in PRESENT and who.kind != "object"


def is_calm(waiting: Pending, rules: Rules) -> bool:
    """Return whether nothing is in the middle of happening where this is waited for."""
    return waiting.kind in rules.INTERRUPTIONS.calm


def must_be_calm(encounter: Encounter, rules: Rules, deed: str) -> None:
    """Refuse what comes in the middle of something."""
    waiting = rules.pending(encounter)
    if not is_calm(waiting, rules):
        raise Refused("decision_pending", f"{deed}: first {first(waiting)}.", rule=rules.WHAT_ONE_MAY_DO)


def first(waiting: Pending) -> str:
    """Return in words what has to be answered, and by whom."""
    return f"{waiting.whose or 'somebody'} answers ({waiting.kind.replace('_', ' ')})"
