"""The fight that is measured: two units of etiquette that attack each other again and again."""

from __future__ import annotations

from collections.abc import Iterator

from domain.commands import Command
from domain.duel.commands import Attack, BeginMove, Decline, DefendWith, Engage, Move, UseItem
from domain.encounter import Encounter
from domain.table.openings import Opening
from tests.openings import opening_of

PEOPLE = ("Ana", "Bo")
FEW = 900


def opening() -> Opening:
    """Return two units on neighbouring tiles, each with a tonic for the other, so that the fight never ends."""
    return opening_of(
        {
            "system": "etiquette",
            "board": {"tiles": ["T0", "T1"], "links": [["T0", "T1"]]},
            "combatants": [
                {"id": who, "owner": who, "at": tile, "health": 999, "hand": [f"tonic-{who}"]}
                for who, tile in zip(PEOPLE, ("T0", "T1"), strict=True)
            ],
            "items": [
                {
                    "id": f"tonic-{who}",
                    "effect": {"kind": "heal", "amount": 99},
                    "when": ["action"],
                    "consumed": False,
                }
                for who in PEOPLE
            ],
        }
    )


BEGINS: tuple[Command, ...] = (
    BeginMove(who="Ana", allowance=1),
    Move(who="Ana", to="T1"),
    Engage(who="Ana"),
    Decline(who="Bo"),
)
"""The commands that lead to Ana's first turn."""


def attack(encounter: Encounter) -> Iterator[Command]:
    """Yield the two commands of an attack by whoever has the turn; a weak opponent gets the tonic instead."""
    attacker = encounter.decisions[-1].context["who"]
    defender = next(who for who in PEOPLE if who != attacker)
    if encounter.combatants[defender].pools["health"].now < FEW:
        yield UseItem(who=attacker, item=f"tonic-{attacker}", target=defender)
        return
    yield Attack(who=attacker, target=defender)
    yield DefendWith(who=defender, dice=2)
