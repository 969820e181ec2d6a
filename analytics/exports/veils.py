"""What may be shown of a fight without its names: numbers, and words that stand in the rules themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pkgutil import walk_packages
from types import CodeType
from typing import Any, cast

import orjson

import domain
from domain.deciding import RULESETS, kind_of
from domain.meanings import Meaning, meanings

TEXTS = frozenset({"string", "strings"})
COMMON_SIDES = frozenset({"party", "monsters", "enemies", "players", "adversaries", "allies", "foes"})
"""Sides that are no names."""
STATED: dict[str, tuple[str, ...]] = {
    "encounter": ("origin", "system", "ruleset", "board", "dice", "entropy", "rewind", "house_digest"),
    "house_rule": ("name",),
    "combatant": ("life_end",),
    "seat": ("role",),
    "command": ("verb",),
    "roll": ("dice", "source", "rules"),
    "change": ("kind",),
    "life": ("life_from", "life_to"),
    "condition": ("change",),
    "around": ("type",),
    "line": ("type", "rules"),
    "option": ("verb",),
}
"""Columns of texts that nobody but the product writes; all others are looked through."""
SHUT: frozenset[Meaning] = frozenset({"text", "sheet", "value"})
"""What stands in fields of commands that drop out whole."""
_NUMBERS = re.compile(r"-?\d{1,4}(?:[:,]-?\d{1,4})?")
_NUMBERED = re.compile(r"([a-z_]+)_\d{1,3}")
_MEMBER = re.compile(r"(.+)(#\d{1,3})")
_ORJSON = orjson.OPT_SORT_KEYS


@cache
def own_words() -> frozenset[str]:
    """Return the words that stand in the code of the rules, none of which anybody at a table made up."""
    names = [each.name for each in walk_packages(domain.__path__, "domain.")]
    every = {word for name in names for word in _constants(_code(name)) if word.isidentifier()}
    return frozenset(every) | COMMON_SIDES


def _code(module: str) -> CodeType:
    spec = find_spec(module)
    assert spec is not None  # noqa: S101 - it was just found
    return cast(CodeType, cast(Any, spec.loader).get_code(module))


def _constants(value: Any) -> Iterator[str]:
    """Yield the texts among the constants of some code."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, CodeType):
        yield from (each for held in value.co_consts for each in _constants(held))
    elif isinstance(value, tuple | frozenset):
        yield from (each for held in value for each in _constants(held))


class Veil:
    """Shows what is known to be no name and nobody's words; a pseudonym stands for all else."""

    def __init__(self, known: Mapping[str, str], made: Callable[[str], str]) -> None:
        self._known, self._made = known, made

    def word(self, text: str) -> str:
        """Return a text, or what stands for it."""
        if (name := self._known.get(text)) is not None:
            return name
        if (member := _MEMBER.fullmatch(text)) is not None:
            return f"{self.word(member[1])}{member[2]}"
        numbered = _NUMBERED.fullmatch(text)
        if _NUMBERS.fullmatch(text) or (text if numbered is None else numbered[1]) in own_words() or not text:
            return text
        return self._made(text)

    def every(self, value: Any) -> Any:
        """Return a text, or several in a list or joined by commas, each as it may be shown."""
        if isinstance(value, list):
            return [self.every(each) for each in value]
        return ", ".join(map(self.word, value.split(", "))) if isinstance(value, str) else value

    def json(self, text: str) -> str:
        """Return JSON whose every text, also those that name something, is as it may be shown."""
        return orjson.dumps(self._inside(orjson.loads(text)), option=_ORJSON).decode()

    def action(self, text: str) -> str:
        """Return a command as JSON with the fields that its kind says hold no words, and no sheet."""
        said = orjson.loads(text)
        shown = {"do", "by", *_shown(str(said.get("do")))}
        return orjson.dumps(self._inside({name: said[name] for name in said if name in shown}), option=_ORJSON).decode()

    def _inside(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {self.word(name): self._inside(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self._inside(each) for each in value]
        return self.word(value) if isinstance(value, str) else value


@cache
def _shown(verb: str) -> frozenset[str]:
    """Return the fields of a command that may be shown, in whichever system it is one."""
    kinds = [kind for kind in (kind_of(system, verb) for system in RULESETS) if kind is not None]
    return frozenset(_open_in_all([meanings(cast(Any, kind)) for kind in kinds]))


def _open_in_all(kinds: Iterable[Mapping[str, Meaning]]) -> set[str]:
    every = [*kinds]
    named = {name for kind in every for name in kind}
    return {name for name in named if all(kind.get(name, "number") not in SHUT for kind in every)}
