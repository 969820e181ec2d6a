"""A whole fight, played through the real ledger by automatic players to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bots.players import Choices, Player
from bots.sparring import MOST, NoEnd, after, next_wish, seats_of
from files.commands import actions
from ledger.application import Ledger
from ledger.line.entries import SeatJoined
from ledger.table.answers import Declaration
from ledger.table.table import BOT

if TYPE_CHECKING:
    from domain.table.openings import Opening


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
    _let_bots_play(ledger, opened.encounter)
    seats = seats_of(opening)
    for number in range(MOST):
        encounter = ledger.fight(opened.encounter).encounter
        if encounter.outcome is not None:
            return Played(encounter=opened.encounter, keys=opened.keys, commands=number)
        seat, body = next_wish(encounter, seats, player, lambda _: choices, number)
        wish = Declaration(action=actions(encounter.system).validate_python(body, strict=False), cmd=f"{seat}-{number}")
        ledger.record(opened.encounter, seat, wish)
        seats = after(seats, seat)
        watch(number + 1)
    raise NoEnd(f"The fight had not ended after {MOST} commands.")


def _let_bots_play(ledger: Ledger, encounter: str) -> None:
    """Say of every seat that plays that a program does, so that its time counts as nobody's."""
    table = ledger.fight(encounter).table
    for seat in table.players:
        joined = SeatJoined(seat=seat, role=table.seats[seat], kind=BOT, cmd=f"bot-{seat}")
        ledger.devices.let_play(encounter, table.players[0], joined)


def close(ledger: Ledger, encounter: str) -> None:
    """Close the ledger of a fight that is over, as its host does, or its referee."""
    fight = ledger.fight(encounter)
    ledger.close_ledger(encounter, fight.encounter.referee or fight.table.players[0], cmd="close")
