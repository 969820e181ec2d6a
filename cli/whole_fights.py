"""A whole fight, played through the real ledger by automatic players to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots.players import TIRED, Body, Choices, Player, sensible
from domain.deciding import offers
from domain.encounter import Encounter
from files.commands import actions
from ledger.application import Ledger
from ledger.table.answers import Declaration

if TYPE_CHECKING:
    from domain.table.openings import Opening

MOST = 600
"""After so many commands a fight has no end."""


class NoEnd(Exception):
    """A fight did not come to its end, or rolls dice that no automatic player can throw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A finished fight: its id, the key of each seat, how many commands it took."""

    encounter: str
    keys: dict[str, str]
    commands: int


def play(
    ledger: Ledger, opening: Opening, player: Player, choices: Choices, watch: Callable[[int], None] = lambda _: None
) -> Played:
    """Return a new fight, played until it ended. Raises NoEnd, and Refused for an opening that is none."""
    if opening.dice != "ledger":
        raise NoEnd(f"Automatic players throw no dice: a fight with dice: {opening.dice} needs people.")
    opened = ledger.open(opening)
    seats = [seat.id for seat in opening.seats if seat.role != "spectator"]
    for number in range(MOST):
        encounter = ledger.fight(opened.encounter).encounter
        if encounter.outcome is not None:
            return Played(encounter=opened.encounter, keys=opened.keys, commands=number)
        seat, body = _next(encounter, seats, player if number < TIRED else sensible, choices, number >= TIRED)
        wish = Declaration(action=actions(encounter.system).validate_python(body, strict=False), cmd=f"{seat}-{number}")
        ledger.record(opened.encounter, seat, wish)
        seats = [*(other for other in seats if other != seat), seat]
        watch(number + 1)
    raise NoEnd(f"The fight had not ended after {MOST} commands.")


def _next(encounter: Encounter, seats: list[str], player: Player, choices: Choices, tired: bool) -> tuple[str, Body]:
    """Return the next command and its seat: the first of ``seats`` that wants to do something, or to stop."""
    for mind, wants_to_stop in ((player, tired), (sensible, True)):
        for seat in seats:
            body = mind(encounter, offers(encounter, seat), choices, wants_to_stop)
            if body is not None:
                return seat, body
    raise NoEnd("Nobody wants to do anything that would end the fight.")
