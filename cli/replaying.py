"""Stepping through a fight in the terminal: the board, the order, the sentence of each command."""

from __future__ import annotations

import os
import re
import sys
import termios
import tty
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rich.cells import cell_len, chop_cells

from domain.encounter import Combatant, Encounter
from ledger.table.fight import Fight
from projections import naming
from projections.board import board
from projections.boards.ranks import RanksView
from projections.chronicle import Entry, chronicle
from projections.drawing import drawing
from projections.initiative import Combat, InitiativeView, Place, Question, initiative
from projections.marking import NAMELESS, calling
from projections.pictures.rows import block
from projections.sentences.conditions import held
from projections.sentences.questions import named
from projections.wording import inert, listed, spaced


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
        state = self.state(step)
        names = self.names(step)
        own = [] if isinstance(board(state), RanksView) else [*points(state, width, names)]
        rows = [self.head(step), "", *self.story(step, width), "", *own, *order(initiative(state), width, names)]
        return "\n".join(inert(line) for line in rows)

    def state(self, step: int) -> Encounter:
        """Return the fight as a step leaves it."""
        return self.fight.at(self.steps[step].last)

    def head(self, step: int) -> str:
        """Return where in the fight a step is."""
        last = self.steps[step].last
        return f"{self.fight.id}  version {last} of {self.fight.version}  step {step + 1} of {len(self.steps)}"

    def story(self, step: int, width: int) -> list[str]:
        """Return what happened in a step, and the board after it."""
        entry = self.steps[step]
        text = entry.text if entry.undone_by is None else f"[{entry.text}] (taken back by line {entry.undone_by})"
        picture = drawing(board(self.state(step)), width).split("\n")
        return [*(row for line in text.split("\n") for row in folded(line, width)), "", *picture]

    def stands(self, step: int, width: int) -> list[str]:
        """Return everybody's points, whose turn it is and what is pending."""
        state, names = self.state(step), self.names(step)
        return [row for row in (*points(state, width, names), *order(initiative(state), width, names)) if row]

    def names(self, step: int) -> dict[str, str]:
        """Return by id what is said then of what has a name."""
        return naming.spoken(self.fight, self.steps[step].last)

    def told(self, step: int) -> dict[str, Any]:
        """Return a step for programs."""
        entry = self.steps[step]
        state = self.fight.at(entry.last)
        return {"step": entry, "board": board(state), "initiative": initiative(state)}


def replay(fight: Fight) -> Replay:
    """Return a fight in steps."""
    return Replay(fight=fight, steps=chronicle(fight.lines))


NOBODY_VAGUE: Mapping[str, Mapping[str, str | int]] = MappingProxyType({})


def points(
    state: Encounter,
    width: int,
    names: Mapping[str, str] = NAMELESS,
    vague: Mapping[str, Mapping[str, str | int]] = NOBODY_VAGUE,
) -> Iterator[str]:
    """Yield everybody's pools, or what is shown of them, and what they are under, in as many rows as they need."""
    row = ""
    with calling(names):
        every = [_points(one, vague.get(one.id, {})) for one in state.combatants.values()]
    for told in every:
        if row and cell_len(row) + cell_len(told) + 3 > width:
            yield from folded(row, width)
            row = ""
        row += f"   {told}" if row else told
    yield from folded(row, width)


def _points(one: Combatant, vague: Mapping[str, str | int]) -> str:
    shown = (each if isinstance(each, str) else f"{each}/10 of a bar" for each in vague.values())
    pools = ", ".join((*(f"{pool.now}/{pool.max}" for pool in one.pools.values()), *shown))
    under = ", ".join(held(name, condition) for name, condition in one.conditions.items())
    return f"{inert(one.id)} {pools}".rstrip() + (f" ({under})" if under else "") + FALLEN.get(one.life, "")


FALLEN = {"dead": " †", "down": " ↓", "dying": " ↓ dying", "left": " ←"}


def order(stands: InitiativeView, width: int = 78, names: Mapping[str, str] = NAMELESS) -> Iterator[str]:
    """Yield in words whose turn it is and what is pending, where these are called so."""
    with calling(names):
        rows = [*_order(stands, width)]
    for row in rows:
        yield from folded(row, width)


def _order(stands: InitiativeView, width: int) -> Iterator[str]:
    if stands.round is not None:
        first = f", {inert(stands.first)} first" if stands.first else ""
        phase = f", phase {spaced(stands.phase)}" if stands.phase not in ("turn", "play", "over") else ""
        yield f"Round {stands.round}{first}{phase}."
        yield from block("Order:", (_placed(place) for place in stands.order if place.life != "dead"), width)
    if stands.turn in stands.budgets:
        left = (f"{spaced(name)} {number}" for name, number in stands.budgets[stands.turn].items())
        yield from block(f"{inert(stands.turn)} has left:", left, width)
    yield from map(_combat, stands.combats)
    if stands.move is not None:
        yield f"{inert(stands.move.who)} is on a board move with {stands.move.left} left."
    yield _pending(stands.pending, stands.begins)
    if stands.decided is not None:
        yield f"{inert(stands.decided)} alone is left: the fight is decided, and goes on until it is ended."


def folded(text: str, width: int) -> list[str]:
    """Return a text in rows that a terminal of that width does not break: no word is, if it fits in a row at all."""
    if cell_len(text) <= width:
        return [text]
    rows, row = [], ""
    for word in text.split(" "):
        pieces = chop_cells(word, max(1, width - 2)) if cell_len(word) > width - 2 else [word]
        for piece in pieces:
            if row.strip() and cell_len(row) + cell_len(piece) + 1 > width:
                rows.append(row)
                row = f"  {piece}"
            else:
                row = f"{row} {piece}" if row.strip() else row + piece
    return [*rows, row]


def _placed(place: Place) -> str:
    """Return somebody in the order: ``→ Kara 13`` has the turn, ``✓ Ogre 11`` had it."""
    mark = "→ " if place.turn else "✓ " if place.acted else ""
    rolled = f" {place.initiative}" if place.initiative is not None else ""
    return f"{mark}{inert(place.who)}{rolled}" + (" (surprised)" if place.surprised else "")


def _combat(combat: Combat) -> str:
    name = f"{combat.kind.capitalize()} {combat.id} at {inert(combat.place)}"
    if combat.order:
        turn = f"{inert(combat.turn)} has the turn" if combat.turn else f"{inert(combat.next)} is next"
        return f"{name}: {' → '.join(map(inert, combat.order))}; {turn}."
    hold = f", {inert(combat.holder)} has hold" if combat.holder else ""
    return f"{name}: {', '.join(map(inert, combat.members))}{hold}."


def _pending(question: Question, begins: tuple[str, ...]) -> str:
    if question.kind == "over":
        return "The fight is over."
    if question.kind == "idle":
        return f"Nobody is asked: {listed(begins, 'or')} may begin." if begins else "Nothing is pending."
    options = f" ({', '.join(map(inert, question.options))})" if question.options else ""
    about = f" on {spaced(question.subject)}" if question.subject else ""
    asked = inert(question.who) if question.who else named(question.owner)
    return f"Pending: {spaced(question.kind)}{about} for {asked}{options}."


ENDS = ("q", "\x03", "\x04", "")
KEYS = "n or space: next   p: back   up, down: scroll   g: go to a version   q: end"
LEAST = 4
"""So many rows are always left for what happened and the board, however many people there are."""


@dataclass(slots=True)
class Stepper:
    """Where somebody is in a replay, moved by keys."""

    replay: Replay
    step: int = 0
    typed: str | None = None
    top: int = 0

    def press(self, key: str) -> bool:
        """Go where a key leads; return whether to go on."""
        if self.typed is not None:
            self._type(key)
            return True
        if key in SCROLLS:
            self.top = max(0, self.top + SCROLLS[key])
            return True
        return self._go(key)

    def _go(self, key: str) -> bool:
        last = len(self.replay.steps) - 1
        before = self.step
        match key:
            case "n" | " " | "right":
                self.step = min(last, self.step + 1)
            case "p" | "left":
                self.step = max(0, self.step - 1)
            case "home":
                self.step = 0
            case "end":
                self.step = last
            case "g":
                self.typed = ""
            case _:
                return key not in ENDS
        self.top = self.top if self.step == before else 0
        return True

    def _type(self, key: str) -> None:
        typed = self.typed or ""
        if key in ("\r", "\n"):
            self.step = self.replay.step_at(int(typed)) if typed else self.step
            self.typed, self.top = None, 0
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
        """Return the rows of a terminal of that size: what happened and the board, as far as scrolled, and the rest.

        Where in the fight it is, everybody's points, the order, what is pending and the keys always stand there; only
        where there are more rows of these than the screen has are points left out, and said to be.
        """
        prompt = folded(self.prompt(), width)
        stands = [inert(row) for row in self.replay.stands(self.step, width)]
        stands = _last_of(stands, height - 1 - len(prompt) - LEAST)
        story = [row for line in self.replay.story(self.step, width) for row in _chopped(inert(line), width)]
        story = self._scrolled(story, max(1, height - 1 - len(prompt) - len(stands)))
        rows = [*_chopped(self.replay.head(self.step), width)[:1], *story, *stands]
        return [*rows[: max(1, height - len(prompt))], *prompt][:height]

    def _scrolled(self, rows: list[str], room: int) -> list[str]:
        """Return as many rows as there is room for, from the one on that is scrolled to; the last says what follows."""
        if len(rows) > room:
            rows = [row for row in rows if row]
        self.top = min(self.top, max(0, len(rows) - room))
        after = len(rows) - self.top - room
        window = rows[self.top : self.top + room]
        return [*window[:-1], f"… {after + 1} more rows: down"] if after > 0 else window


SCROLLS = {"up": -1, "down": 1, "page up": -8, "page down": 8}


def _last_of(rows: list[str], most: int) -> list[str]:
    """Return the rows, the last of them where there is no room for all, with a sign that some are left out."""
    most = max(1, most)
    return rows if len(rows) <= most else ["…", *rows[len(rows) - most + 1 :]][:most]


def _chopped(text: str, width: int) -> list[str]:
    """Return a row of a picture in rows that a terminal of that width does not break."""
    return chop_cells(text, width) or [""]


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


ARROWS = {
    "A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end",
    "1~": "home", "4~": "end", "5~": "page up", "6~": "page down",
}  # fmt: skip
_PRESS = re.compile(r"\x1b[\[O]([0-9]+~|.)|(.)", re.DOTALL)


def keys(read: bytes) -> list[str]:
    """Return the keys that bytes from a terminal mean, ``""`` where it is gone."""
    presses = _PRESS.findall(read.decode("utf-8", errors="replace"))
    named = [ARROWS.get(arrow, "escape") if arrow else key.replace("\x1b", "escape") for arrow, key in presses]
    return named or [""]
