"""Where in a file stands what the rules have refused: the thing, and the field of it, that the sentence names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from files.malformed import Place

_TWICE = re.compile(r"The [\w ]+ id (\S+) is there twice")
_NO_ID = re.compile(r"'(.+)' is no [\w ]+ id")
_LINK = re.compile(r"The link (\S+) (?:leads|is there)")
_LAYOUT = re.compile(r"The layout (?:.* (\S+) (?:that is not there|on one spot)|leaves out)")
_WORD = re.compile(r"[\w:#.-]*\w")


def mentioned(content: dict[str, Any], sentence: str) -> Place:
    """Return the place of the value that a sentence names: the field of a thing, the thing, or nothing known."""
    if (one := _id(content, sentence)) is not None:
        return one
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


def _id(content: dict[str, Any], sentence: str) -> Place | None:
    """Return where the id stands that is written wrongly, or for the second time; None if the sentence names none."""
    if (link := _LINK.search(sentence)) is not None:
        return _link(content, link[1], twice="is there twice" in sentence)
    if (layout := _LAYOUT.match(sentence)) is not None:
        return ("board", "layout", layout[1]) if layout[1] else ("board", "layout")
    twice, wrong = _TWICE.search(sentence), _NO_ID.search(sentence)
    if twice is None and wrong is None:
        return None
    name = (twice or wrong)[1]  # type: ignore[index]  # one of them is there
    places = [place for place, value in _values(content, ()) if value == name and _is_id(place)]
    if twice is None:
        return next(iter(places), None)
    beside: dict[Place, Place] = {}
    for place in places:
        # Two of one list are likelier meant than two of different ones.
        around = place[:-2] if place[-1] == "id" else place[:-1]
        if around in beside:
            return place
        beside[around] = place
    return next(iter(places[1:2]), None)


def _is_id(place: Place) -> bool:
    """Return whether an id may stand at a place: in a field of that name, or in a list of names."""
    return place[-1] == "id" or isinstance(place[-1], int)


def _link(content: dict[str, Any], named: str, *, twice: bool) -> Place | None:
    """Return where a link of the board stands, by the names of its ends; the second of two, if there are two."""
    board = content.get("board")
    links = board.get("links") if isinstance(board, dict) else None
    ends: list[Any] = [each.get("between") if isinstance(each, dict) else each for each in links or ()]
    same = [n for n, each in enumerate(ends) if isinstance(each, list) and "-".join(map(str, each)) == named]
    if twice and len(same) < 2 and same:
        turned = "-".join(map(str, reversed(ends[same[0]])))
        same += [n for n, each in enumerate(ends) if isinstance(each, list) and "-".join(map(str, each)) == turned]
    return ("board", "links", sorted(same)[-1 if twice else 0]) if same else None


def _things(content: dict[str, Any]) -> dict[str, Place]:
    """Return where the things with an id stand, by that id; seats are none."""
    ids = [(value, place) for place, value in _values(content, ()) if place[-1] == "id" and place[0] != "seats"]
    return {value: place[:-1] for value, place in reversed(ids)}


def _fields(content: dict[str, Any], thing: Place, words: list[str], sentence: str) -> list[Place]:
    """Return the fields of a thing whose texts a sentence quotes or names, in the order of the sentence."""
    texts = [(place, value) for place, value in _values(_at(content, thing), thing) if isinstance(value, str)]
    told = [(place, value) for place, value in texts if place[-1] != "id"]
    quoted = [(sentence.index(repr(value)), place) for place, value in told if repr(value) in sentence]
    named = [(sentence.index(value), place) for place, value in told if value in words]
    return [place for each in (quoted, named) for _, place in sorted(each, key=itemgetter(0))]


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
