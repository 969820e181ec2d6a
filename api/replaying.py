"""Stepping through a fight in the terminal: the board, the order, the sentence of each command."""

from __future__ import annotations

import os
import re
import sys
import termios
import tty
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from rich.cells import chop_cells

from domain.encounter import Combatant, Encounter
from ledger.fight import Fight
from projections.board import board
from projections.boards.ranks import RanksView
from projections.chronicle import Entry, chronicle
from projections.conditions import held
from projections.drawing import drawing
from projections.initiative import Combat, InitiativeView, Place, Question, initiative
from projections.pictures.rows import block
from projections.questions import named
from projections.wording import inert, spaced


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A fight in steps, one for each sentence of its chronicle."""

    fight: Fight
    steps: tuple[Entry, ...]

    def step_at(self, version: int) -> int:
        """Return the step that a version belongs to, the last one before it else."""
        return max(0, bisect_right([step.n for step in self.steps], version) - 1)

    def shown(self, step: int, width: int = 78) -> str:
        """Return what a step looks like: where in the fight, what happened, the board, the points, whose turn it is."""
        entry = self.steps[step]
        state = self.fight.at(entry.last)
        text = entry.text if entry.undone_by is None else f"[{entry.text}] (taken back by line {entry.undone_by})"
        head = f"{self.fight.id}  version {entry.last} of {self.fight.version}  step {step + 1} of {len(self.steps)}"
        view = board(state)
        stands = [] if isinstance(view, RanksView) else [*points(state, width)]
        said = [head, "", text, "", drawing(view, width), "", *stands, *order(initiative(state), width)]
        return "\n".join(inert(line) for each in said for line in each.split("\n"))

    def told(self, step: int) -> dict[str, Any]:
        """Return a step for programs."""
        entry = self.steps[step]
        state = self.fight.at(entry.last)
        return {"step": entry, "board": board(state), "initiative": initiative(state)}


def replay(fight: Fight) -> Replay:
    """Return a fight in steps."""
    return Replay(fight=fight, steps=chronicle(fight.lines))


def points(state: Encounter, width: int) -> Iterator[str]:
    """Yield everybody's pools and what they are under, in as many rows as they need."""
    row = ""
    for told in map(_points, state.combatants.values()):
        if row and len(row) + len(told) + 3 > width:
            yield row
            row = ""
        row += f"   {told}" if row else told
    yield row


def _points(one: Combatant) -> str:
    pools = ", ".join(f"{pool.now}/{pool.max}" for pool in one.pools.values())
    under = ", ".join(held(name, condition) for name, condition in one.conditions.items())
    return f"{one.id} {pools}".rstrip() + (f" ({under})" if under else "") + FALLEN.get(one.life, "")


FALLEN = {"dead": " †", "down": " ↓", "dying": " ↓ dying", "left": " ←"}


def order(stands: InitiativeView, width: int = 78) -> Iterator[str]:
    """Yield in words whose turn it is and what is pending."""
    if stands.round is not None:
        first = f", {stands.first} first" if stands.first else ""
        phase = f", phase {spaced(stands.phase)}" if stands.phase not in ("turn", "play", "over") else ""
        yield f"Round {stands.round}{first}{phase}."
        yield from block("Order:", (_placed(place) for place in stands.order if place.life != "dead"), width)
    if stands.turn in stands.budgets:
        left = (f"{spaced(name)} {number}" for name, number in stands.budgets[stands.turn].items())
        yield from block(f"{stands.turn} has left:", left, width)
    for combat in stands.combats:
        yield from _folded_at_words(_combat(combat), width)
    if stands.move is not None:
        yield f"{stands.move.who} is on a board move with {stands.move.left} left."
    yield from _folded_at_words(_pending(stands.pending), width)


def _folded_at_words(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ", break_long_words=False)


def _placed(place: Place) -> str:
    """Return somebody in the order: ``→ Kara 13`` has the turn, ``✓ Ogre 11`` had it."""
    mark = "→ " if place.turn else "✓ " if place.acted else ""
    rolled = f" {place.initiative}" if place.initiative is not None else ""
    return f"{mark}{place.who}{rolled}" + (" (surprised)" if place.surprised else "")


def _combat(combat: Combat) -> str:
    name = f"{combat.kind.capitalize()} {combat.id} at {combat.place}"
    if combat.order:
        turn = f"{combat.turn} has the turn" if combat.turn else f"{combat.next} is next"
        return f"{name}: {' → '.join(combat.order)}; {turn}."
    hold = f", {combat.holder} has hold" if combat.holder else ""
    return f"{name}: {', '.join(combat.members)}{hold}."


def _pending(question: Question) -> str:
    if question.kind == "over":
        return "The fight is over."
    if question.kind == "idle":
        return "Nothing is pending."
    options = f" ({', '.join(question.options)})" if question.options else ""
    about = f" on {spaced(question.subject)}" if question.subject else ""
    return f"Pending: {spaced(question.kind)}{about} for {question.who or named(question.owner)}{options}."


ENDS = ("q", "\x03", "\x04", "")
KEYS = "n or space: next   p: back   g: go to a version   q: end"


@dataclass(slots=True)
class Stepper:
    """Where somebody is in a replay, moved by keys."""

    replay: Replay
    step: int = 0
    typed: str | None = None

    def press(self, key: str) -> bool:
        """Go where a key leads; return whether to go on."""
        if self.typed is not None:
            self._type(key)
            return True
        last = len(self.replay.steps) - 1
        match key:
            case "n" | " " | "right" | "down":
                self.step = min(last, self.step + 1)
            case "p" | "left" | "up":
                self.step = max(0, self.step - 1)
            case "home":
                self.step = 0
            case "end":
                self.step = last
            case "g":
                self.typed = ""
            case _:
                return key not in ENDS
        return True

    def _type(self, key: str) -> None:
        typed = self.typed or ""
        if key in ("\r", "\n"):
            self.step = self.replay.step_at(int(typed)) if typed else self.step
            self.typed = None
        elif key in ("\x7f", "\b"):
            self.typed = typed[:-1]
        elif key.isascii() and key.isdigit() and len(typed) < 12:
            self.typed = typed + key
        elif not key.isdigit():
            self.typed = None

    def prompt(self) -> str:
        """Return the line under the picture."""
        return KEYS if self.typed is None else f"Go to version: {self.typed}"

    def screen(self, width: int, height: int) -> list[str]:
        """Return the rows of a terminal of that size: the picture and the prompt.

        A picture that is too high is shown without its empty rows, and from its top as far as it fits.
        """
        below = ["", *_folded(self.prompt(), width)]
        picture = _folded(self.replay.shown(self.step, width), width)
        most = max(1, height - len(below))
        if len(picture) > most:
            picture = [row for row in picture if row]
        return [*(picture if len(picture) <= most else [*picture[: most - 1], "…"]), *below]


def _folded(text: str, width: int) -> list[str]:
    """Return the text in rows that a terminal of that width does not break."""
    return [row for line in text.split("\n") for row in chop_cells(line, width) or [""]]


def step_through(replay: Replay, size: Callable[[], os.terminal_size]) -> None:
    """Show a replay in the terminal, step by step, until ``q``."""
    stepper = Stepper(replay=replay)
    with _raw_terminal() as terminal:
        while True:
            rows = stepper.screen(*size())
            sys.stdout.write("\x1b[H\x1b[2J" + "\r\n".join(rows))
            sys.stdout.flush()
            if not all(stepper.press(key) for key in keys(os.read(terminal, 64))):
                break
    print()


@contextmanager
def _raw_terminal() -> Iterator[int]:
    """Let every key press through at once; the terminal is put back afterwards."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setraw(terminal)
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
_PRESS = re.compile(r"\x1b[\[O](.)|(.)", re.DOTALL)


def keys(read: bytes) -> list[str]:
    """Return the keys that bytes from a terminal mean, ``""`` where it is gone."""
    presses = _PRESS.findall(read.decode("utf-8", errors="replace"))
    named = [ARROWS.get(arrow, "escape") if arrow else key.replace("\x1b", "escape") for arrow, key in presses]
    return named or [""]
