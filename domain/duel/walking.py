"""Board moves: begun with an allowance, walked a space at a time, ended."""

from __future__ import annotations

from typing import Literal

from domain.duel.book import Book
from domain.duel.combat import fight_whoever_is_there, settle, spend
from domain.duel.commands import BeginMove, EndMove, Move
from domain.duel.guards import awaited, going_on, known_tiles, must_answer, must_live, pending
from domain.duel.questions import Idle, Moving, Passing
from domain.encounter import Combatant, Encounter
from domain.events import CombatantMoved, DeclarationMade
from domain.refusals import Refused
from domain.story import Story
from domain.table.guards import known

MOST_SPACES = 99
"""The most spaces of a board move."""


def must_be_idle(encounter: Encounter, who: str, rule: str) -> None:
    """Refuse a board move while anything is pending."""
    if not isinstance(awaited(encounter), Idle):
        message = f"{who} cannot begin a move: {going_on(encounter)}."
        raise Refused("wrong_phase", message, rule=rule, pending=pending(encounter))


def begin(story: Story, who: str, allowance: int | Literal["1d6"], book: Book) -> None:
    """Declare a board move and set its allowance; P-G25: one that is rolled is not declared."""
    declared = {} if allowance == "1d6" else {"allowance": allowance}
    story.tell(DeclarationMade(who=who, kind="begin_move", parameters=declared, rules=(book.contact,)))
    spaces = story.total(who, "allowance", "1d6", book.contact) if allowance == "1d6" else allowance
    spend(story, who, spaces, "begin_move", book.contact)


def must_have_given(command: BeginMove, book: Book, most: int = MOST_SPACES) -> int:
    """Return the allowance a player states, at most so many spaces."""
    if command.allowance is None or command.allowance > most:
        message = f"{command.who} cannot begin a move: it needs an allowance of spaces from 0 to {most}."
        raise Refused("invalid_value", message, rule=book.contact)
    return command.allowance


def must_have_none(command: BeginMove, book: Book) -> None:
    """Refuse a stated allowance where a house rule settles it."""
    if command.allowance is not None:
        message = f"{command.who} cannot state an allowance: a house rule settles it here."
        raise Refused("invalid_value", message, rule=book.contact)


def move(story: Story, command: Move, book: Book) -> None:
    """PUR-1, ETQ-1: walk one space; a foe on it makes a contact."""
    who = known(story.now, command.who, book.contact)
    known_tiles(story.now, (command.to,), who.id, book.contact)
    must_live(story.now, who, "move", book.contact)
    _must_have_allowance(story.now, who, book)
    waiting = must_answer(story.now, who.id, "move", (Moving, Passing), book, book.contact)
    if command.to not in story.now.tiles.next_to(who.at):
        message = f"{who.id} cannot move to {command.to}: no link leads there from {who.at}."
        raise Refused("not_adjacent", message, rule=book.contact, pending=waiting)
    step(story, who.id, command.to, "walk", book.contact)
    spend(story, who.id, who.movement - 1, "step", book.contact)
    settle(story, book)


def _must_have_allowance(encounter: Encounter, who: Combatant, book: Book) -> None:
    """Refuse a step to the mover whose allowance is used up; then nothing else is pending either."""
    if isinstance(awaited(encounter), Idle) and who.id == encounter.mover:
        message = f"{who.id} cannot move: no allowance is left."
        raise Refused("not_enough_movement", message, rule=book.contact, pending=pending(encounter))


def step(story: Story, who: str, to: str, mode: str, *rules: str) -> None:
    """Change the place of ``who`` by one space."""
    story.tell(CombatantMoved(who=who, origin=story.who(who).at, to=to, mode=mode, cost=1, rules=rules))


def end_move(story: Story, command: EndMove, book: Book) -> None:
    """End the board move; PUR-4, ETQ-4: on a shared space combat is compulsory, and the allowance stays."""
    who = known(story.now, command.who, book.contact)
    must_live(story.now, who, "end the move", book.contact)
    must_answer(story.now, who.id, "end the move", (Moving, Passing), book, book.contact)
    rule = book.compulsory if story.now.foes_at(who.id) else book.contact
    story.tell(DeclarationMade(who=who.id, kind="end_move", rules=(rule,)))
    if not fight_whoever_is_there(story, who, book):
        spend(story, who.id, 0, "end_move", book.contact)
    settle(story, book)
