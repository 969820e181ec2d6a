"""Who speaks for whom: seats for themselves, for whom they control, for the sides they play for."""

from __future__ import annotations

from collections.abc import Iterable

from domain.encounter import Encounter


def sides(encounter: Encounter, seat: str) -> set[str]:
    """Return the sides that a seat plays for."""
    return {combatant.side for combatant in encounter.combatants.values() if combatant.controller == seat}


def controllers(encounter: Encounter, who: Iterable[str]) -> tuple[str, ...]:
    """Return the seats that several are played from, each once."""
    return tuple(dict.fromkeys(encounter.combatants[each].controller or "" for each in who))


def owner_of(encounter: Encounter, who: Iterable[str]) -> str | tuple[str, ...]:
    """Return whose a question to several is: of the seat that has them all, or of all their seats."""
    seats = controllers(encounter, who)
    return seats[0] if len(seats) == 1 else seats


def answers_for(encounter: Encounter, seat: str, name: str | None) -> bool:
    """Return whether a seat speaks for a name: itself, a combatant it controls, a side it plays for or is the voice of.

    Where a side has one voice, nobody else speaks for it.
    """
    if name is None or name == seat:
        return True
    if name in encounter.combatants:
        return encounter.combatants[name].controller == seat
    if name in encounter.seats:
        return False
    if name in encounter.voices:
        return seat == encounter.voices[name]
    return not knows(encounter, name) or name in sides(encounter, seat)


def knows(encounter: Encounter, name: str) -> bool:
    """Return whether a name is that of a combatant, a seat or a side."""
    named = (encounter.combatants, encounter.seats, encounter.voices)
    return any(name in each for each in named) or any(who.side == name for who in encounter.combatants.values())
