"""Where in a file stands what the rules have refused: the thing, and the field of it, that the sentence names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from api.malformed import Place

_WORD = re.compile(r"[\w:#.-]*\w")


def mentioned(content: dict[str, Any], sentence: str) -> Place:
    """Return the place of the value that a sentence names: the field of a thing, the thing, or nothing known."""
    words = _WORD.findall(sentence)
    things = _things(content)
    named = [things[word] for word in dict.fromkeys(words) if word in things]
    if not named:
        house_rules = (place for place, _ in _values(content.get("settings", {}), ("settings",)) if place[-1] in words)
        return next(iter([*house_rules, *_fields(content, (), words, sentence)]), ())
    others = [word for word in words if word not in things]
    strange = [place for thing in named for place in _fields(content, thing, others, sentence)]
    known = [place for place in _fields(content, named[0], words, sentence) if _at(content, place) not in things]
    return next(iter([*strange, *known]), named[0])


def _things(content: dict[str, Any]) -> dict[str, Place]:
    """Return where the things with an id stand, by that id; seats are none."""
    ids = [(value, place) for place, value in _values(content, ()) if place[-1] == "id" and place[0] != "seats"]
    return {value: place[:-1] for value, place in reversed(ids)}


def _fields(content: dict[str, Any], thing: Place, words: list[str], sentence: str) -> list[Place]:
    """Return the fields of a thing whose texts a sentence names or quotes, in the order of the sentence."""
    texts = [(place, value) for place, value in _values(_at(content, thing), thing) if isinstance(value, str)]
    told = [(place, value) for place, value in texts if place[-1] != "id"]
    named = [(sentence.index(value), place) for place, value in told if value in words or f"'{value}'" in sentence]
    return [place for _, place in sorted(named, key=lambda each: each[0])]


def _at(content: Any, place: Place) -> Any:
    """Return what stands at a place."""
    for step in place:
        content = content[step]
    return content


def _values(value: Any, place: Place) -> Iterator[tuple[Place, Any]]:
    """Yield every value that holds no others, with its place."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield place, value
    for step, each in inside:
        yield from _values(each, (*place, step))
