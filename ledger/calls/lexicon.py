"""The words that this program's own sentences are made of: an id that is one of them may mean nothing but the word."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.abc import InspectLoader
from types import CodeType, ModuleType
from typing import Any

WORD = re.compile(r"[\w-]+")
ROOMS = ("domain.", "ledger.")
"""Where what is refused is put into words."""


@cache
def words() -> frozenset[str]:
    """Return every word of the texts that are written in the rules and the ledger; what explains code is none."""
    rooms = [(name, module) for name, module in list(sys.modules.items()) if name.startswith(ROOMS)]
    return frozenset(word for name, room in rooms for text in _texts_of(name, room) for word in WORD.findall(text))


def _texts_of(name: str, module: ModuleType) -> Iterator[str]:
    loader = module.__spec__.loader if module.__spec__ is not None else None
    code = loader.get_code(name) if isinstance(loader, InspectLoader) else None
    if code is not None:
        explaining = {module.__doc__, *_explaining(vars(module), name)}
        yield from (text for text in _texts(code) if text not in explaining)


def _texts(code: CodeType) -> Iterator[str]:
    """Yield the texts that stand in code, and in what is defined in it."""
    for each in code.co_consts:
        match each:
            case CodeType():
                yield from _texts(each)
            case str():
                yield each
            case tuple() | frozenset():
                yield from (text for text in each if isinstance(text, str))
            case _:
                pass


def _explaining(members: Mapping[str, Any], module: str) -> Iterator[str]:
    """Yield what explains the functions and classes of a module."""
    for member in list(members.values()):
        if isinstance(explained := getattr(member, "__doc__", None), str):
            yield explained
        if isinstance(member, type) and member.__module__ == module:
            yield from _explaining(vars(member), module)
