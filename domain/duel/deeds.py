"""The commands that both games take in the same way, and what each of them makes happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.duel import ending, flight, turns, walking
from domain.duel.book import Book
from domain.story import Story

Deeds = dict[str, Callable[[Story, Any, Book], None]]
"""By the name of a command, what tells it."""

SHARED: Deeds = {
    "move": walking.move,
    "end_move": walking.end_move,
    "disengage": flight.disengage,
    "flee": flight.flee,
    "stay": flight.stay,
    "stop": flight.stop,
    "chase": flight.chase,
    "let_go": flight.let_go,
    "end_turn": turns.pass_turn,
    "end_encounter": ending.end_encounter,
    "refuse_end": ending.refuse_end,
}
