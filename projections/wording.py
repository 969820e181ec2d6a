"""Small words: names and texts that people typed, made inert, and lists as one says them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def inert(text: object) -> str:
    """Return the text with everything unseen (control, direction, unassigned) spelled out, so that it does nothing."""
    return "".join(_spelled(mark) if unicodedata.category(mark) in _UNSEEN else mark for mark in str(text))


def _spelled(mark: str) -> str:
    return f"\\u{{{ord(mark):x}}}"


def quoted(text: str) -> str:
    """Return the words of a person in quotes that nothing inside them can close."""
    return "“" + inert(text).replace("“", "‘").replace("”", "’") + "”"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    *most, end = [inert(word) for word in words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """Return ``1 tile``, ``2 tiles``, ``2 dice``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {'dice' if noun == 'die' else noun + 's'}"


def spaced(name: str) -> str:
    """Return a name of the vocabulary as words: ``begin_move`` is ``begin move``."""
    return inert(name).replace("_", " ")


def facts(known: dict[str, Any]) -> str:
    """Return ``spaces 2, counter no`` for facts that have no words of their own."""
    return ", ".join(f"{spaced(name)} {fact(value)}" for name, value in known.items())


def fact(value: object) -> str:
    """Return a value as one says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, dict):
        return f"({facts(value)})"
    if isinstance(value, list | tuple):
        return listed(fact(each) for each in value) if value else "nothing"
    return inert(value)


def sentence(text: str, rules: tuple[str, ...] = ()) -> str:
    """Return the text with the rules it rests on, ended by a full stop."""
    cited = f" ({', '.join(inert(rule) for rule in dict.fromkeys(rules))})" if rules else ""
    return f"{text}{cited}."
