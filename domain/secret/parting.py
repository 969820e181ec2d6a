"""What of a command everybody may know, and what only some: the events in parts, as they are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.ordering import ordered
from domain.secret.masking import stand_ins, without
from domain.secret.reserve import hidden, mentioned


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Events that are told together: openly, or sealed; ``stand_ins`` tell the others what changed for them."""

    events: tuple[Event, ...]
    sealed: bool
    stand_ins: tuple[Event, ...] = ()


class Parting:
    """The parts so far, the encounter as it is, and as those see it who know of nobody in reserve."""

    def __init__(self, encounter: Encounter, public: Encounter, names: frozenset[str]) -> None:
        self.parts: list[Part] = []
        self.public = public
        self._now = encounter
        self._names = names
        self._run: list[tuple[frozenset[str], Event]] = []

    def take(self, event: Event, *, sealed: bool) -> None:
        """Take the next event; what mentions somebody in reserve is sealed, whatever it is."""
        about = mentioned(event, self._names)
        if not (sealed or about):
            self.flush()
            self.parts.append(Part(events=(event,), sealed=False))
            self.public = evolve(self.public, event)
        else:
            self._run.append((about, event))
        self._now = evolve(self._now, event)

    def flush(self) -> None:
        """End the sealed events that follow each other, with what stands in for them."""
        if not self._run:
            return
        runs = [tuple(event for _, event in run) for _, run in groupby(self._run, key=lambda each: each[0])]
        self._run = []
        arrivals, rest = stand_ins(self.public, without(self._now, hidden(self._now)))
        told = [arrivals, rest] if arrivals and rest else [[*arrivals, *rest]]
        self.parts += [Part(events=events, sealed=True) for events in runs[:-1]]
        for events, others in zip([runs[-1], ()], told, strict=False):
            standing = tuple(ordered(event) for event in others)
            for event in standing:
                self.public = evolve(self.public, event)
            self.parts.append(Part(events=events, sealed=True, stand_ins=standing))


def parted(encounter: Encounter, public: Encounter, events: Sequence[Event], *, sealed: bool = False) -> list[Part]:
    """Return the events of a command in parts; where the whole command is ``sealed``, all of them are."""
    names, now = hidden(encounter), encounter
    for event in events:
        now = evolve(now, event)
        names |= hidden(now)
    parting = Parting(encounter, public, names)
    for event in events:
        parting.take(event, sealed=sealed)
    parting.flush()
    return parting.parts
