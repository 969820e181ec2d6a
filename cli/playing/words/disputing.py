"""Dice of the table, who saw them, and what is disputed."""

from __future__ import annotations

from cli.playing.terminal import Terminal
from ledger.line.entries import TableDiceTyped
from ledger.table.accepting import wait


def dice(terminal: Terminal, rest: str) -> None:
    """Type in what the dice that are waited for showed on the table."""
    waited = wait(terminal.fight())
    faces = rest.replace(",", " ").split()
    if waited is None or not faces or not all(face.isdecimal() for face in faces):
        which = f"{waited.by} rolls {waited.dice}" if waited else "no dice are waited for"
        terminal.screen.say(f"Type the faces, as in dice 4 2: {which}.")
        return
    terminal.call("type_dice", by=waited.by, dice=waited.dice, faces=[int(face) for face in faces])


def saw(terminal: Terminal, line: str) -> None:
    """Say that the dice of a line lay on the table."""
    _attest(terminal, line, "saw")


def unseen(terminal: Terminal, line: str) -> None:
    """Say that the dice of a line were not to be seen."""
    _attest(terminal, line, "unseen")


def _attest(terminal: Terminal, line: str, verdict: str) -> None:
    if _must_be_a_line(terminal, line):
        terminal.call("attest", of=int(line), verdict=verdict)


def contest(terminal: Terminal, rest: str) -> None:
    """Dispute a line; of dice that were typed in, say so of the dice too."""
    line, _, why = rest.partition(" ")
    if not _must_be_a_line(terminal, line):
        return
    lines = terminal.fight().lines
    if int(line) < len(lines) and isinstance(lines[int(line)].entry, TableDiceTyped):
        terminal.call("attest", of=int(line), verdict="contest")
    terminal.call("contest", of=int(line), reason=why or "no reason given")


def settle(terminal: Terminal, rest: str) -> None:
    """Settle a dispute."""
    line, _, words = rest.partition(" ")
    result, _, why = words.partition(" ")
    if _must_be_a_line(terminal, line):
        terminal.call("settle", dispute=int(line), result=result, reason=why or "no reason given")


def _must_be_a_line(terminal: Terminal, text: str) -> bool:
    if not text.isdecimal():
        terminal.screen.say("Name the number of a line; they stand in front of what is told.")
    return text.isdecimal()
