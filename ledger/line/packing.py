"""Any value of our dataclasses as plain JSON and back, by the types of its fields: the same value, in the same order.

Where a field may hold one of several classes, the name stands before it. ``shape`` describes all that can be in a
value; whatever was packed under another shape must not be unpacked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Convert = Callable[[Any], Any]
PLAIN = (str, int, bool, NoneType)


class Unpackable(TypeError):
    """A field has a type that cannot be packed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """How values of one type are packed and unpacked; None leaves them as they are."""

    shape: Any
    pack: Convert | None = None
    unpack: Convert | None = None


class Packings:
    """How values of our types are packed, each type looked at once; ``kinds`` are the classes of each protocol."""

    def __init__(self, kinds: Mapping[Any, tuple[type[Any], ...]]) -> None:
        self._kinds = kinds
        self._known: dict[type[Any], Packing] = {}
        self._shapes: dict[str, Any] = {}

    @property
    def shapes(self) -> dict[str, Any]:
        """Return the fields of every class looked at, by its name."""
        return self._shapes

    def of(self, hint: Any) -> Packing:
        """Return how a type is packed; Unpackable if nobody said how."""
        origin = get_origin(hint)
        if origin is Annotated:
            return self.of(get_args(hint)[0])
        if hint in self._kinds:
            return self._union(self._kinds[hint])
        if hint in PLAIN or hint is Any or origin is Literal:
            return Packing(shape=str(hint))
        if is_dataclass(hint) and isinstance(hint, type):
            return self._dataclass(hint)
        if origin in (Union, UnionType):
            return self._union(get_args(hint))
        if origin in _CONTAINERS:
            return _CONTAINERS[origin](self, get_args(hint))
        if hint is bytes:
            # In a list, so that they are told from a text.
            return Packing(shape="bytes", pack=lambda raw: [raw.hex()], unpack=lambda packed: bytes.fromhex(packed[0]))
        raise Unpackable(f"Nobody said how {hint} is packed.")

    def _dataclass(self, kind: type[Any]) -> Packing:
        if kind not in self._known:
            if self._shapes.get(kind.__name__) is not None:
                raise Unpackable(f"Two classes are called {kind.__name__}.")
            # A class may hold itself: its name is known before its fields are.
            late = _Late()
            self._known[kind] = Packing(shape=kind.__name__, pack=late.pack, unpack=late.unpack)
            hints = get_type_hints(kind, include_extras=True)
            # What is worked out by the class itself is worked out again.
            parts = {each.name: self.of(hints[each.name]) for each in fields(kind) if each.init}
            late.packs, late.unpacks = _record(kind, parts)
            self._shapes[kind.__name__] = {name: part.shape for name, part in parts.items()}
        return self._known[kind]

    def _union(self, members: tuple[Any, ...]) -> Packing:
        parts = {member: self.of(member) for member in members}
        shape = ["or", *(part.shape for part in parts.values())]
        classes = [part for member, part in parts.items() if is_dataclass(member)]
        others = [part for member, part in parts.items() if member is bytes or get_origin(member) in _CONTAINERS]
        held = [*others, *classes]
        if (others and len(held) > 1) or (classes and len(held) + (NoneType in members) < len(members)):
            raise Unpackable(f"Of {members} it cannot be told which was packed.")
        if len(classes) > 1:
            return _one_of(shape, {part.shape: part for part in classes})
        if not held or held[0].pack is None:
            return Packing(shape=shape)
        return _or_plain(shape, held[0])

    def _list(self, arguments: tuple[Any, ...], made: Callable[[Any], Any] = tuple) -> Packing:
        if made is tuple and (len(arguments) != 2 or arguments[1] is not ...):
            return self._fixed(arguments)
        part = self.of(arguments[0])
        pack, unpack = _over(part.pack), part.unpack
        return Packing(
            shape=[made.__name__, part.shape],
            pack=pack,
            unpack=made if unpack is None else lambda packed: made(map(unpack, packed)),
        )

    def _fixed(self, arguments: tuple[Any, ...]) -> Packing:
        parts = [self.of(argument) for argument in arguments]
        packs, unpacks = [part.pack or _same for part in parts], [part.unpack or _same for part in parts]
        return Packing(
            shape=["fixed", *(part.shape for part in parts)],
            pack=lambda value: [pack(each) for pack, each in zip(packs, value, strict=True)],
            unpack=lambda packed: tuple(unpack(each) for unpack, each in zip(unpacks, packed, strict=True)),
        )

    def _set(self, arguments: tuple[Any, ...]) -> Packing:
        packing = self._list(arguments, frozenset)
        pack = packing.pack or list
        return Packing(shape=packing.shape, pack=lambda value: sorted(pack(value)), unpack=packing.unpack)

    def _dict(self, arguments: tuple[Any, ...]) -> Packing:
        key, value = map(self.of, arguments)
        shape = ["dict", key.shape, value.shape]
        if arguments[0] is not str:
            return self._pairs(shape, key, value)
        pack, unpack = value.pack, value.unpack
        if pack is None or unpack is None:
            return Packing(shape=shape)
        return Packing(
            shape=shape,
            pack=lambda held: {name: pack(each) for name, each in held.items()},
            unpack=lambda packed: {name: unpack(each) for name, each in packed.items()},
        )

    def _pairs(self, shape: Any, key: Packing, value: Packing) -> Packing:
        """Return how a dict is packed whose keys are no texts: as a list of pairs."""
        pack, unpack = key.pack or _same, key.unpack or _same
        pack_value, unpack_value = value.pack or _same, value.unpack or _same
        return Packing(
            shape=shape,
            pack=lambda held: [[pack(name), pack_value(each)] for name, each in held.items()],
            unpack=lambda packed: {unpack(name): unpack_value(each) for name, each in packed},
        )


_CONTAINERS: dict[Any, Callable[[Packings, tuple[Any, ...]], Packing]] = {
    tuple: Packings._list,
    frozenset: Packings._set,
    dict: Packings._dict,
}


class _Late:
    """The two functions of a class, which are known once those of its fields are."""

    packs: Convert
    unpacks: Convert

    def pack(self, value: Any) -> Any:
        return self.packs(value)

    def unpack(self, packed: Any) -> Any:
        return self.unpacks(packed)


def _record(kind: type[Any], parts: dict[str, Packing]) -> tuple[Convert, Convert]:
    """Return how a dataclass becomes the list of its fields, and back."""
    names = list(parts)
    read: Convert = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]
    packs = [(place, part.pack) for place, part in enumerate(parts.values()) if part.pack is not None]
    unpacks = [(place, part.unpack) for place, part in enumerate(parts.values()) if part.unpack is not None]

    def pack(value: Any) -> Any:
        packed = [*read(value)]
        for place, convert in packs:
            packed[place] = convert(packed[place])
        return packed

    def unpack(packed: Any) -> Any:
        values = [*packed]
        for place, convert in unpacks:
            values[place] = convert(values[place])
        return kind(**dict(zip(names, values, strict=True)))

    return pack, unpack


def _one_of(shape: Any, classes: dict[str, Packing]) -> Packing:
    """Return how a value of one of several classes is packed, or none at all."""
    packs = {name: part.pack or _same for name, part in classes.items()}
    unpacks = {name: part.unpack or _same for name, part in classes.items()}

    def pack(value: Any) -> Any:
        return None if value is None else [(name := type(value).__name__), packs[name](value)]

    def unpack(packed: Any) -> Any:
        return None if packed is None else unpacks[packed[0]](packed[1])

    return Packing(shape=shape, pack=pack, unpack=unpack)


def _or_plain(shape: Any, part: Packing) -> Packing:
    """Return how a value is packed that may be plain as well: a packed dataclass or tuple is a list."""
    pack, unpack = part.pack or _same, part.unpack or _same
    return Packing(
        shape=shape,
        pack=lambda value: value if isinstance(value, PLAIN) else pack(value),
        unpack=lambda packed: packed if isinstance(packed, PLAIN) else unpack(packed),
    )


def _over(convert: Convert | None) -> Convert:
    return list if convert is None else lambda value: [convert(each) for each in value]


def _same(value: Any) -> Any:
    return value
