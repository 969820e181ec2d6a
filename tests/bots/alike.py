"""A fight without a store beside the one that the ledger wrote down."""

from __future__ import annotations

from bots import sparring
from bots.players import PLAYERS, Choices
from cli.whole_fights import play
from domain.table.openings import Opening
from ledger.application import Ledger
from ledger.dice.entropy import RolledDice
from tests.chance import seeded


def commands_alike(opening: Opening, player: str, seed: int) -> int:
    """Return how many commands a fight takes, held without a store against the ledger's with the same faces."""
    with seeded(seed), Ledger() as ledger:
        played = play(ledger, opening, PLAYERS[player], Choices(seed))
        fight = ledger.fight(played.encounter)
    dice = RolledDice(event for line in fight.lines for event in line.events)
    begun = sparring.begun(opening, played.encounter)
    exchanges = [*sparring.spar(begun, sparring.seats_of(opening), PLAYERS[player], Choices(seed), dice)]
    assert exchanges[-1].story.now == fight.encounter
    assert len(exchanges) == played.commands
    return played.commands
