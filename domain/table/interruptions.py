"""What a rule system tells of itself, so that a fight goes on after something happened that is in none of its rules."""

from __future__ import annotations

from re import Pattern
from typing import Protocol

from domain.encounter import Combatant, Decision, Encounter
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.words import Known

PRESENT = ("active", "down", "dying")
"""The states of life of those who could leave."""


class Interruptions(Protocol):
    """The answers of a rule system to what comes from outside of its rules.

    ``CALM`` are the kinds of what it can wait for with nothing in the middle of happening; ``LIVES`` the states of life
    that it knows, ``VITAL`` the pools without which nobody is active, ``KEPT`` the conditions that follow from others.
    """

    CALM: frozenset[str]
    LIVES: tuple[str, ...]
    VITAL: frozenset[str]
    KEPT: Pattern[str]

    def awaited(self, encounter: Encounter) -> Pending | None:
        """Return whose answer is waited for, if anybody's is."""
        ...

    def by_default(self, story: Story) -> None:
        """Tell the least that can answer what is awaited: decline, pass, accept, end the turn."""
        ...

    def follow(self, story: Story, who: tuple[str, ...]) -> None:
        """Tell what follows from these having left, come back, or been put elsewhere; the fight may be over."""
        ...

    def put(self, story: Story, who: str, to: str) -> None:
        """Tell that somebody is at a place of the board; raises Refused for one where nobody can be."""
        ...

    def going_along(self, encounter: Encounter, who: str) -> tuple[str, ...]:
        """Return who goes from one seat to another together with somebody, themselves among them."""
        ...

    def words(self, encounter: Encounter) -> Known:
        """Return the words that a fight knows, by what they are words for, conditions among them."""
        ...

    def numbers(self, encounter: Encounter, one: Combatant) -> dict[str, int]:
        """Return what somebody has of all that is counted and is no pool, changed already or not."""
        ...

    def put_again(self, encounter: Encounter, decision: Decision) -> Decision:
        """Return an open question as it is to be asked now that somebody has another seat."""
        ...


class Rules(Protocol):
    """As much of a rule system as is asked here."""

    WHAT_ONE_MAY_DO: str
    interruptions: Interruptions

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


def must_be_calm(encounter: Encounter, rules: Rules, deed: str) -> None:
    """Refuse what comes in the middle of something."""
    waiting = rules.pending(encounter)
    if waiting.kind not in rules.interruptions.CALM:
        raise Refused("decision_pending", f"{deed}: first {first(waiting)}.", rule=rules.WHAT_ONE_MAY_DO)


def first(waiting: Pending) -> str:
    """Return in words what has to be answered, and by whom."""
    return f"{waiting.whose or 'somebody'} answers ({waiting.kind.replace('_', ' ')})"
