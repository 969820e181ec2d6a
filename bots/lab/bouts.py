"""One fight of a simulation: it hangs on the opening, the player, the seed and its number alone."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, cast

from bots.lab.keyed import KeyedChoices, KeyedDice
from bots.players import PLAYERS
from bots.sparring import Exchange, NoEnd, seats_of, spar
from domain.deciding import open_encounter
from domain.encounter import Encounter
from domain.events import DiceRolled, EncounterOpened, Event
from domain.evolve import evolve
from projections.luck.throws import reader_of, roller

if TYPE_CHECKING:
    from domain.table.openings import Opening

HALF = Fraction(1, 2)
MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Bout:
    """How fight ``fight`` ended: no ``outcome`` where it had none after many commands, or nobody would go on.

    ``luck`` is by side how far its rolls stood above the middle, together, in millionths.
    """

    fight: int
    winner: str | None
    outcome: str | None
    commands: int
    rounds: int
    rolls: int
    luck: dict[str, int] = field(default_factory=dict)


class Arena:
    """Where fights of one opening are fought, by one player on every side."""

    def __init__(self, opening: Opening, player: str, seed: int) -> None:
        """Set the fight up. Raises Refused for an opening that is none."""
        self._set_up = open_encounter(opening, "lab")
        self._start = reduce(evolve, self._set_up, Encounter())
        self._seats = seats_of(opening)
        self._player, self._seed = PLAYERS[player], seed

    def bout(self, number: int) -> Bout:
        """Return how a fight ends."""
        dice, choices = KeyedDice(self._seed, number), KeyedChoices(self._seed, number)
        counting = _Counting(self._start, self._set_up)
        with suppress(NoEnd):
            for exchange in spar(self._start, self._seats, self._player, choices, dice):
                counting.see(exchange)
        return counting.told(number)


class _Counting:
    """What is counted of a fight while it goes on."""

    def __init__(self, start: Encounter, set_up: Iterable[Event]) -> None:
        events = [*set_up]
        self._reader = reader_of(cast(EncounterOpened, events[0]))
        for event in events:
            self._reader.read(event)
        self._now = start
        self._commands = self._rolls = 0
        self._stood: dict[str, Fraction] = {}

    def see(self, exchange: Exchange) -> None:
        """Count a command and what it came to."""
        self._commands += 1
        self._now = exchange.story.now
        for event in exchange.story.events:
            place = self._reader.read(event)
            if isinstance(event, DiceRolled) and event.faces:
                self._rolls += 1
                who = roller(self._now, event.by)
                if place is not None and who is not None:
                    self._stood[who.side] = self._stood.get(who.side, Fraction(0)) + place.mid_p - HALF

    def told(self, number: int) -> Bout:
        """Return what there is to tell of the fight."""
        return Bout(
            fight=number,
            winner=self._now.winner,
            outcome=self._now.outcome,
            commands=self._commands,
            rounds=self._now.round or 0,
            rolls=self._rolls,
            luck={side: round(stood * MILLIONTHS) for side, stood in sorted(self._stood.items())},
        )
