"""A roster with something changed: a house rule, a number on the sheet of somebody, or who stands first."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from typing import Any

from cli.stopping import stop
from domain.deciding import open_encounter
from domain.encounter import Encounter
from domain.evolve import evolve
from files import rosters
from files.documents import Document
from files.malformed import Malformed
from files.plain_yaml import yaml_value
from projections.wording import listed

_STEP = re.compile(r"(?P<path>[A-Za-z0-9_.-]+?)(?P<step>[+-]\d{1,6})")


def with_settings(document: Document, settings: list[str]) -> Document:
    """Return a roster with these house rules, each as ``name=value``. Raises Malformed."""
    if not settings:
        return document
    stated = document.content.get("settings")
    changed = {**(stated if isinstance(stated, dict) else {}), **dict(map(_setting, settings))}
    return replace(document, content={**document.content, "settings": changed})


def _setting(text: str) -> tuple[str, Any]:
    """Return the name and the value of a house rule; ends with a sentence for what is none. Raises Malformed."""
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        stop(f"{text!r} is no house rule: write it as name=value.")
    return name, yaml_value(value, f"--set {text}", {})


def with_stats(document: Document, stats: list[str]) -> Document:
    """Return a roster in which numbers of somebody's sheet are others, each as ``who.stat+1``. Raises Malformed."""
    if not stats:
        return document
    people = _people(document)
    content = deepcopy(document.content)
    sheets = {each["id"]: each for listing in _lists(content, people).values() for each in listing}
    for stat in stats:
        _step(sheets, stat, f"--stat {stat}")
    return replace(document, content=content)


def mirrored(document: Document) -> Document:
    """Return a roster whose seats and combatants stand in the opposite order. Raises Malformed."""
    content = document.content
    seats = content.get("seats")
    turned = {"seats": _turned(seats)} if isinstance(seats, list) else {}
    everybody = {name: content[name][::-1] for name in _lists(content, _people(document))}
    return replace(document, content={**content, **turned, **everybody})


def _turned(seats: list[Any]) -> list[Any]:
    """Return seats with those that play in the opposite order: the first of them is the host's."""
    backwards = (each for each in reversed(seats) if _plays(each))
    return [next(backwards) if _plays(each) else each for each in seats]


def _plays(seat: Any) -> bool:
    return isinstance(seat, dict) and seat.get("role", "player") == "player"


def _lists(content: dict[str, Any], people: set[str]) -> dict[str, list[dict[str, Any]]]:
    """Return who of these people stands in which list, whatever the system calls it."""
    lists = {name: each for name, each in content.items() if isinstance(each, list) and name != "seats"}
    found = {name: [one for one in each if _is_of(one, people)] for name, each in lists.items()}
    return {name: each for name, each in found.items() if each}


def _people(document: Document) -> set[str]:
    """Return whoever is in the fight that a roster begins, or in reserve. Raises Malformed."""
    events = open_encounter(rosters.opening_of(document), "roster")
    begun = reduce(evolve, events, Encounter())
    return {*begun.combatants, *begun.reserve}


def _is_of(sheet: Any, people: set[str]) -> bool:
    return isinstance(sheet, dict) and sheet.get("id") in people


def _step(sheets: dict[str, dict[str, Any]], stat: str, called: str) -> None:
    """Add to the number that a stat names, and to what it is at most where that is told beside it."""
    who = max((name for name in sheets if stat.startswith(f"{name}.")), key=len, default=None)
    if who is None:
        raise Malformed(called, f"Nobody of the roster is meant: name one of {listed(sheets)}, as who.stat+1.")
    told = _STEP.fullmatch(stat[len(who) + 1 :])
    if told is None:
        raise Malformed(called, "Write whose number it is, its name, and what is added: who.stat+1.")
    *path, name = told["path"].split(".")
    holder: Any = sheets[who]
    for step in path:
        holder = _inside(holder, step)
    key, value = _at(holder, name)
    added = int(told["step"])
    if isinstance(value, dict) and {"now", "max"} <= value.keys():
        holder[key] = {**value, **{each: _more(value[each], added, called) for each in ("now", "max")}}
    elif value is None:
        there = f": it has {listed(sorted(map(str, holder)))}" if isinstance(holder, dict) else ""
        raise Malformed(called, f"The roster states no {told['path']} of {who}{there}.")
    else:
        holder[key] = _more(value, added, called)


def _inside(holder: Any, step: str) -> Any:
    return _at(holder, step)[1]


def _at(holder: Any, step: str) -> tuple[Any, Any]:
    """Return the key of a step and what stands there; nothing where nothing does."""
    key: str | int = int(step) if isinstance(holder, list) and step.isdecimal() else step
    try:
        return key, holder[key]
    except (LookupError, TypeError):
        return key, None


def _more(value: Any, added: int, called: str) -> int:
    if type(value) is not int:
        raise Malformed(called, f"{value!r} is no whole number.")
    return value + added
