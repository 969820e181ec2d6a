"""A whole fight, played through the real ledger by automatic players to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from bots.players import Choices, Player
from bots.sparring import MOST, NoEnd, after, next_wish, seats_of
from bots.table_life import Answer, Attest, Contest, Deed, Life, Settle, TakeBack, Throw
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
    ledger: Ledger,
    opening: Opening,
    player: Player,
    choices: Choices,
    watch: Callable[[int], None] = lambda _: None,
    life: Life | None = None,
) -> Played:
    """Return a new fight, played until it ended, with what ``life`` there is at the table beside it.

    Raises:
        NoEnd: It does not come to an end, or rolls dice that nobody throws.
        Refused: The opening is none.
    """
    if opening.dice != "ledger" and (life is None or opening.dice != "table"):
        raise NoEnd(f"Automatic players throw no dice: a fight with dice: {opening.dice} needs people.")
    opened = ledger.open(opening)
    if opening.dice == "ledger":
        _let_bots_play(ledger, opened.encounter)
    seats = seats_of(opening)
    for number in range(MOST):
        encounter = ledger.fight(opened.encounter).encounter
        if encounter.outcome is not None:
            return Played(encounter=opened.encounter, keys=opened.keys, commands=number)
        seat, body = next_wish(encounter, seats, player, lambda _: choices, number)
        wish = Declaration(action=actions(encounter.system).validate_python(body, strict=False), cmd=f"{seat}-{number}")
        ledger.record(opened.encounter, seat, wish)
        if life is not None:
            _live(ledger, opened.encounter, life)
        seats = after(seats, seat)
        watch(number + 1)
    raise NoEnd(f"The fight had not ended after {MOST} commands.")


def _let_bots_play(ledger: Ledger, encounter: str) -> None:
    """Say of every seat that plays that a program does, so that its time counts as nobody's."""
    table = ledger.fight(encounter).table
    for seat in table.players:
        joined = SeatJoined(seat=seat, role=table.seats[seat], kind=BOT, cmd=f"bot-{seat}")
        ledger.devices.let_play(encounter, table.players[0], joined)


def _live(ledger: Ledger, encounter: str, life: Life) -> None:
    """Do what people at the table do before the next command."""
    while (deed := life.next_deed(fight := ledger.fight(encounter))) is not None:
        _do(ledger, encounter, deed, f"life-{fight.version}")


def _do(ledger: Ledger, encounter: str, deed: Deed, cmd: str) -> None:
    match deed:
        case Throw(seat=seat, by=by, dice=dice, faces=faces):
            ledger.type_dice(encounter, seat, by, dice, faces, cmd)
        case TakeBack(seat=seat, to_version=to_version, reason=reason):
            ledger.ask_rewind(encounter, seat, to_version, reason, cmd)
        case Answer(seat=seat, agree=agree):
            ledger.answer_rewind(encounter, seat, agree, cmd)
        case Contest(seat=seat, of=of, reason=reason):
            ledger.disputes.contest(encounter, seat, of, reason, cmd=cmd)
        case Settle(seat=seat, dispute=dispute, result=result, reason=reason):
            ledger.disputes.settle(encounter, seat, dispute, result, reason, cmd=cmd)
        case Attest(seat=seat, of=of, verdict=verdict):
            ledger.disputes.attest(encounter, seat, of, verdict, cmd=cmd)
        case _:
            assert_never(deed)


def close(ledger: Ledger, encounter: str) -> None:
    """Close the ledger of a fight that is over, as its host does, or its referee."""
    fight = ledger.fight(encounter)
    ledger.close_ledger(encounter, fight.encounter.referee or fight.table.players[0], cmd="close")
