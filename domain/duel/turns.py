"""What a combat turn begins with in both games: passing it, or taking a card from the hand."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.combat import end_turn, settle
from domain.duel.commands import EndTurn, UseItem
from domain.duel.guards import known_tiles, must_answer, must_live
from domain.encounter import Turn
from domain.items import Item
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.guards import known


def pass_turn(story: Story, command: EndTurn, book: Book) -> None:
    """A turn is one of the listed things; passing is none of them, save by house rule (P-G5, E-G13)."""
    who = known(story.now, command.who, book.one_thing)
    must_live(story.now, who, "pass", book.one_thing)
    waiting = must_answer(story.now, who.id, "pass", (Turn,), book, book.one_thing)
    if not book.may_pass:
        message = f"{who.id} cannot pass: a turn is an attack, an item or a disengage."
        raise Refused("must_act", message, rule=book.one_thing, pending=waiting)
    end_turn(story, who.id, book, reason="passed")
    settle(story, book)


def card_to_use(story: Story, command: UseItem, book: Book) -> tuple[Item, Pending]:
    """Return the card from the hand of whoever has the turn; refuses everybody else, and a card that is not there."""
    who = known(story.now, command.who, book.item)
    if command.target is not None:
        known(story.now, command.target, book.item)
    known_tiles(story.now, (command.tile,) if command.tile else (), who.id, book.item)
    must_live(story.now, who, "use an item", book.item)
    waiting = must_answer(story.now, who.id, "use an item", (Turn,), book, book.item)
    item = story.now.card(who.side, command.item)
    if item is None:
        message = f"{who.id} cannot use {command.item}: it is not in hand."
        raise Refused("no_item", message, rule=book.item, pending=waiting)
    return item, waiting
