"""The words of the terminal: where each is in words/, which is read when it is typed for the first time."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

HELP = """\
a number     do what is offered under it  offers  what may be done now; or more
board        the board, and whose turn    wait    until you can do something
odds N       what offer N can come to     reasons why something is not on offer
why N        line N is there, or why Bo.health or turn is what it is
chronicle    what happened; its last N    export FILE  the fight, to be kept
say WORDS    to the table                 narrate WORDS  what happens around
undo         your last command; or redo   agree   to going back, or to an end
refuse       either of these              go on   without links that stay away
compare      what all are told; or with what they paste
vouch WORD   for another device           checks  what was checked so far
dice 4 2 6   that you rolled            saw N   typed dice, line N; or unseen N
contest N WHY    line N, dice or any      settle N stands WHY  it; or rewound
close        the ledger: nothing follows  {...}   a command as JSON
title WORDS  what the fight is called    name X WORDS  what X is called
quit         and come back with your link
A question takes a number, a name or a place; Enter or cancel does nothing."""

WORDS = {
    "odds": "looking:odds",
    "why": "looking:why",
    "reasons": "looking:reasons",
    "chronicle": "looking:chronicle",
    "export": "looking:export",
    "say": "speaking:say",
    "narrate": "speaking:narrate",
    "undo": "agreeing:undo",
    "redo": "agreeing:redo",
    "agree": "agreeing:agree",
    "refuse": "agreeing:refuse",
    "close": "agreeing:close",
    "title": "naming:title",
    "name": "naming:name",
    "dice": "disputing:dice",
    "saw": "disputing:saw",
    "unseen": "disputing:unseen",
    "contest": "disputing:contest",
    "settle": "disputing:settle",
    "go on": "trusting:go_on",
    "compare": "trusting:compare",
    "vouch": "trusting:vouch",
    "checks": "trusting:checks",
}
"""The words that are not about the offers themselves; each function takes the terminal and what follows the word."""

Word = Callable[[Any, str], None]


def word_of(line: str) -> tuple[Word, str] | None:
    """Return what a line begins with, and what follows it; None where that is no word of these."""
    for name in (line, line.partition(" ")[0]):
        if name.casefold() in WORDS:
            module, _, function = WORDS[name.casefold()].partition(":")
            found: Word = getattr(import_module(f"cli.playing.words.{module}"), function)
            return found, line[len(name) :].strip()
    return None
