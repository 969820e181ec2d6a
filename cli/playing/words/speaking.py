"""Words that are said: they change nothing."""

from __future__ import annotations

from cli.playing.terminal import Terminal


def say(terminal: Terminal, words: str) -> None:
    """Say something to the table."""
    _speak(terminal, words, "table")


def narrate(terminal: Terminal, words: str) -> None:
    """Tell what happens around."""
    _speak(terminal, words, "narration")


def _speak(terminal: Terminal, words: str, channel: str) -> None:
    """Speak as the seat; in somebody's words it is among the offers."""
    if not words:
        terminal.screen.say(
            "Say what, as in say To me!" if channel == "table" else "Tell what, as in narrate It rains."
        )
        return
    terminal.do({"do": "say", "by": terminal.client.seat, "text": words, "channel": channel}, None)
