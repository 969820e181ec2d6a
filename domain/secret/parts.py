"""What of a command everybody may know, and what only some: the events in parts, as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.ordering import ordered
from domain.secret.arrivals import arrival
from domain.secret.reserve import NOBODY, hidden, mentioned


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Events that are told together: openly, or sealed ``to`` some seats and the referee.

    ``stand_ins`` tell the others what changed for them.
    """

    events: tuple[Event, ...]
    sealed: bool
    stand_ins: tuple[Event, ...] = ()
    to: tuple[str, ...] = ()


def parted(
    encounter: Encounter, events: Sequence[Event], *, sealed: bool = False, known: Iterable[Event] = ()
) -> list[Part]:
    """Return the events of a command in parts; where the whole command is ``sealed``, all of them are.

    What mentions somebody in reserve is sealed, whatever it is: who comes into the reserve by the command from the
    first event on, who leaves it until they have left it. Only what would be told without any reserve as well, as
    ``known``, mentions nobody: it is a word that somebody's name happens to be, or was guessed to be.
    """
    after = _after(encounter, events)
    end = hidden(after[-1]) if after else hidden(encounter)
    anyway, marked = list(known), []
    for event, now, then in zip(events, (encounter, *after), after, strict=False):
        about = NOBODY if _is_among(event, anyway) else mentioned(event, hidden(now) | end)
        marked.append((about if about or not sealed else None, event, now, then))
    parts: list[Part] = []
    for about, run in groupby(marked, key=lambda each: each[0]):
        several = list(run)
        told = tuple(event for _, event, _, _ in several)
        if about is not None and not about:
            parts += [Part(events=(event,), sealed=False) for event in told]
        else:
            parts.append(Part(events=told, sealed=True, stand_ins=_arrivals(several[0][2], several[-1][3])))
    return parts


def _is_among(event: Event, anyway: list[Event]) -> bool:
    """Return whether an event is among those, each of which stands for one."""
    if event in anyway:
        anyway.remove(event)
        return True
    return False


def _after(encounter: Encounter, events: Sequence[Event]) -> list[Encounter]:
    """Return the encounter after each event."""
    after: list[Encounter] = []
    for event in events:
        encounter = evolve(encounter, event)
        after.append(encounter)
    return after


def _arrivals(before: Encounter, now: Encounter) -> tuple[Event, ...]:
    """Return what tells the others of those who left the reserve."""
    come = [who for who in before.reserve if who in now.combatants]
    return tuple(ordered(event) for who in come for event in arrival(now, now.combatants[who]))
