"""Values by name that take their time to make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

Value = TypeVar("Value")


class Registry(MutableMapping[str, Value]):
    """Values that are made when they are first asked for; to name them, or to ask whether there is one, makes none."""

    def __init__(self, names: Iterable[str], make: Callable[[str], Value]) -> None:
        self._make = make
        self._made: dict[str, Value | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Value:
        found = self._made[name]
        if found is None:
            found = self._made[name] = self._make(name)
        return found

    def __setitem__(self, name: str, value: Value) -> None:
        self._made[name] = value

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __contains__(self, name: object) -> bool:
        return name in self._made


def found(package: str, name: str, what: str, otherwise: Any) -> Any:
    """Return what a module of a package, if there is one of that name, calls by a name of its own."""
    module = f"{package}.{name}"
    return getattr(import_module(module), what) if find_spec(module) else otherwise
