"""What the fight, and what is in it, is called."""

from __future__ import annotations

from cli.playing.terminal import Terminal
from projections.wording import quoted


def title(terminal: Terminal, words: str) -> None:
    """Tell what the fight is called, or call it by these words."""
    if words:
        terminal.call("rename", of="encounter", name=words)
        return
    known = terminal.fight().table.title
    terminal.screen.say("It has no title: title WORDS gives it one." if known is None else f"It is {quoted(known)}.")


def name(terminal: Terminal, rest: str) -> None:
    """Call somebody, a thing or a place by other words."""
    of, _, words = rest.partition(" ")
    if not words:
        terminal.screen.say("Say who or what, by the id, and the name: name T1 The old mill.")
        return
    terminal.call("rename", of=of, name=words)
