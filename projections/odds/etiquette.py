"""Etiquette: two hands of dice, sorted and paired (ETQ-20), after questions to both owners (ETQ-17, ETQ-19)."""

from __future__ import annotations

from domain.commands import Command
from domain.duel.commands import DefendWith, PassItem
from domain.encounter import Encounter
from projections.odds.book import Book
from projections.odds.falls import by_total, in_any_order

WAYS = {"attack": in_any_order, "defense": in_any_order, "damage": by_total, "heal": by_total}

TWO_DICE = "A defender who may choose rolls two dice."
NO_ITEM = "Nobody plays an item in the attack."
NO_OTHER_ITEM = "Nobody plays another item in the attack."


def answer(encounter: Encounter) -> Command | None:
    """Return two dice of the defender, and no item of anybody."""
    top = encounter.decision
    if top is None:
        return None
    if top.kind == "defense_dice":
        return DefendWith(who=top.who or "", dice=2)
    if top.kind == "play_item":
        return PassItem(who=str(top.owner))
    return None


BOOK = Book(
    ways=lambda _: WAYS,
    asked=frozenset({"attack", "defend_with", "play_item", "pass_item", "use_item"}),
    answer=answer,
    assumes={
        "attack": (NO_ITEM, TWO_DICE),
        "defend_with": (NO_OTHER_ITEM,),
        "play_item": (NO_OTHER_ITEM, TWO_DICE),
        "pass_item": (NO_OTHER_ITEM, TWO_DICE),
    },
)
