"""The commands that both games take in the same way, and what each of them makes happen."""

from __future__ import annotations

from typing import assert_never

from domain.duel import commands as do
from domain.duel import ending, flight, turns, walking
from domain.duel.book import Book
from domain.story import Story


def tell_alike(story: Story, wish: do.Alike, book: Book) -> None:  # one line for each command
    """Tell what a command makes happen that both games take in the same way."""
    match wish:
        case do.Move():
            walking.move(story, wish, book)
        case do.EndMove():
            walking.end_move(story, wish, book)
        case do.Disengage():
            flight.disengage(story, wish, book)
        case do.Flee():
            flight.flee(story, wish, book)
        case do.Stay():
            flight.stay(story, wish, book)
        case do.Stop():
            flight.stop(story, wish, book)
        case do.Chase():
            flight.chase(story, wish, book)
        case do.LetGo():
            flight.let_go(story, wish, book)
        case do.EndTurn():
            turns.pass_turn(story, wish, book)
        case do.EndEncounter():
            ending.end_encounter(story, wish, book)
        case do.RefuseEnd():
            ending.refuse_end(story, wish, book)
        case _:
            assert_never(wish)
