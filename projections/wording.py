"""Small words: names and texts that people typed, made inert, and lists as one says them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from projections import marking
from projections.marking import cut, rule

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def inert(text: object) -> str:
    """Return the text with everything unseen (control, direction, unassigned) spelled out, so that it does nothing.

    What has a name is called by it. In a sentence in parts it is marked, if it is a name.
    """
    known = str(text)
    shown = marking.called(known)
    return marking.name(known, plain(known) if shown is None else shown)


def plain(text: object) -> str:
    """Return the text inert, and no name; what is marked in it stays so."""
    pieces = marking.unmarked(str(text))
    return "".join(piece if is_mark else _without_unseen(piece) for piece, is_mark in pieces)


def _without_unseen(text: str) -> str:
    return "".join(_spelled(mark) if unicodedata.category(mark) in _UNSEEN else mark for mark in text)


def _spelled(mark: str) -> str:
    return f"\\u{{{ord(mark):x}}}"


def quoted(text: str) -> str:
    """Return the words of a person in quotes that nothing inside them can close."""
    return "“" + plain(text).replace("“", "‘").replace("”", "’") + "”"


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    *most, end = [inert(word) for word in words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def counted(number: int, noun: str) -> str:
    """Return ``1 tile``, ``2 tiles``, ``2 dice``, ``2 entries``."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {_SEVERAL.get(noun, noun + 's')}"


_SEVERAL = {"die": "dice", "entry": "entries", "six": "sixes", "success": "successes"}


def span(seconds: int) -> str:
    """Return ``1 day``, ``90 seconds``: a time in the largest unit that it is a whole number of."""
    units = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))
    size, noun = next((size, noun) for size, noun in units if seconds % size == 0)
    return counted(seconds // size, noun)


def spaced(name: str) -> str:
    """Return a name of the vocabulary as words: ``begin_move`` is ``begin move``."""
    return plain(name).replace("_", " ")


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


def terms(parts: dict[str, Any]) -> str:
    """Return ``base 2 + success levels 2 − withstand 1`` for signed terms, without those of 0; facts for anything else.

    They stand in the order in which they count, whatever their order in a stored line: what there was, what was added,
    what was taken away, and last what doubles the rest.
    """
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in parts.values()):
        return facts(parts)
    counting = sorted(parts.items(), key=lambda part: (part[0] in _LAST, part[1] < 0, part[0] not in _FIRST))
    signed = [(name, value) for name, value in counting if value] or counting
    told = " ".join(
        f"{'−' if value < 0 else '+'} {_TERMS.get(name, inert(name))} {abs(value)}" for name, value in signed
    )
    return told.removeprefix("+ ")


_FIRST = frozenset({"rolled", "base", "crit", "max", "dice", "defense", "melee", "ranged", "damage", "armor_rating"})
_LAST = frozenset({"vulnerability"})
_TERMS = {
    "armor_rating": "armor rating",
    "allowance_left": "allowance left",
    "this_round": "for this round",
    "hits_left_over": "hits left over",
    "above_most": "above the most",
    "at_least": "made up to the least",
    "half_max": "half the most",
    "quarter_max": "a quarter of the most",
    "ruled_bonus": "ruling",
    "ruled_penalty": "ruling",
    "shot_in_melee": "shot in melee",
    "called_shot": "called shot",
    "sl": "success levels",
}
"""Terms that are words of the rules; any other is a name, of a thing or an ability, and stands as it is written."""


def marks(known: dict[str, Any]) -> str:
    """Return facts as remarks: what is true by its name alone, anything else with its value."""
    told = ((spaced(name), spaced(value) if isinstance(value, str) else value) for name, value in known.items())
    return ", ".join(name if value is True else f"{name} {fact(value)}" for name, value in told)


def indefinite(noun: str) -> str:
    """Return ``a pc``, ``an enemy``."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {inert(noun)}"


def whose(place: str) -> str:
    """Return where a thing lies, in words: ``belt:Aila`` is ``Aila’s belt``, ``ground:Yard`` the ground there."""
    kind, colon, name = place.partition(":")
    if not colon:
        return inert(place)
    return f"the ground at {inert(name)}" if kind == "ground" else f"{inert(name)}’s {spaced(kind)}"


class Stated:
    """Facts that are told one by one: those nobody has asked for are left to be told as they stand."""

    def __init__(self, known: dict[str, Any]) -> None:
        self._known = known
        self._asked: set[str] = set()

    def get(self, *names: str) -> Any:
        """Return the first of these facts that is stated; None if none is."""
        self._asked.update(names)
        return next((self._known[name] for name in names if self._known.get(name) is not None), None)

    @property
    def left(self) -> dict[str, Any]:
        """Return what nobody has asked for."""
        return {name: value for name, value in self._known.items() if name not in self._asked and value is not None}


def sentence(text: str, rules: tuple[str, ...] = ()) -> str:
    """Return the text with the rules it rests on, ended by a full stop."""
    cited = f"{cut('rules')} ({', '.join(rule(plain(each)) for each in dict.fromkeys(rules))})" if rules else ""
    return f"{text}{cited}."
