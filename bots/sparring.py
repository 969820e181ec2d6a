"""Fights of automatic players without a store: decided and folded, and nothing is written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from bots.players import TIRED, Body, Choices, Player, sensible
from domain.deciding import offers_to, open_encounter, own_offers, played
from domain.dice import Dice
from domain.encounter import Encounter
from domain.evolve import evolve
from domain.story import Story
from ledger.line.actions import command_of

if TYPE_CHECKING:
    from domain.table.openings import Opening

MOST = 600
"""After so many commands a fight has no end."""


class NoEnd(Exception):
    """A fight did not come to its end, or rolls dice that no automatic player can throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """A command of a seat, and what it came to."""

    seat: str
    body: Body
    story: Story


def begun(opening: Opening, encounter: str = "sparring") -> Encounter:
    """Return a fight as it begins, under the id ``encounter``. Raises Refused for an opening that is none."""
    return reduce(evolve, open_encounter(opening, encounter), Encounter())


def seats_of(opening: Opening) -> list[str]:
    """Return the seats that play, in the order in which they are first asked."""
    return [seat.id for seat in opening.seats if seat.role != "spectator"]


def seats_in(encounter: Encounter) -> list[str]:
    """Return the seats that play in a fight."""
    return [seat for seat, role in encounter.seats.items() if role != "spectator"]


def spar(
    encounter: Encounter, seats: Iterable[str], player: Player, choices: Choices, dice: Dice
) -> Iterator[Exchange]:
    """Yield the commands of a fight until it is over, at most ``MOST``. Raises NoEnd where nobody wants to go on."""
    asked, given = [*seats], Counter[str]()
    for number in range(MOST):
        if encounter.outcome is not None:
            return
        seat, body = next_wish(encounter, asked, player, lambda seat: choices.of(seat, given[seat]), number)
        story = played(command_of(body, encounter.system), encounter, dice)
        yield Exchange(seat=seat, body=body, story=story)
        encounter, asked = story.now, after(asked, seat)
        given[seat] += 1


def next_wish(
    encounter: Encounter, seats: list[str], player: Player, choices: Callable[[str], Choices], number: int
) -> tuple[str, Body]:
    """Return who commands what, after ``number`` commands: the first of ``seats`` that wants something, or to stop.

    Raises:
        NoEnd: Nobody wants anything.
    """
    tired = number >= TIRED
    every = own_offers(encounter)
    for mind, wants_to_stop in ((sensible if tired else player, tired), (sensible, True)):
        for seat in seats:
            body = mind(encounter, offers_to(encounter, every, seat), choices(seat), wants_to_stop)
            if body is not None:
                return seat, body
    raise NoEnd("Nobody wants to do anything that would end the fight.")


def after(seats: list[str], seat: str) -> list[str]:
    """Return the order in which seats are asked after one of them gave a command: it comes last."""
    return [*(other for other in seats if other != seat), seat]
