"""What the fight is called."""

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
