"""How much a body or file may hold, looked at before anything in it is validated: each value is passed once.

What is too long is told by itself. Else a list of a hundred thousand wrong values would be a hundred thousand mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter

from files.fields import Field, Loc, follow, schema_of

FEW = 2_000
"""So many values hold so few mistakes that they can be validated at once."""
MOST_UNKNOWN = 20
"""Fields of one object that nobody knows, at most, before it is told without looking at the rest."""
MOST_ELSE = 1_000
"""Elements and fields where the shape sets no bound of its own."""


def oversized(shape: TypeAdapter[Any], value: Any) -> Field | None:
    """Return the first list or object of a value that is longer than its shape has room for."""
    if not _is_large(value):
        return None
    schema = schema_of(shape)
    waiting: list[tuple[list[dict[str, Any]], Any, Loc]] = [(_meant(schema, schema, value), value, ())]
    while waiting:
        nodes, held, loc = waiting.pop()
        if isinstance(held, list):
            if (found := _long(nodes, held, loc)) is not None:
                return found
            waiting.extend(_within_list(schema, nodes, held, loc))
        elif isinstance(held, dict):
            if (found := _wide(nodes, held, loc)) is not None:
                return found
            waiting.extend(_within_object(schema, nodes, held, loc))
    return None


def _is_large(value: Any) -> bool:
    count, waiting = 0, [value]
    while waiting:
        held = waiting.pop()
        inside = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
        count += len(inside)
        if count > FEW:
            return True
        waiting.extend(inside)
    return False


def _meant(schema: dict[str, Any], node: dict[str, Any], value: Any) -> list[dict[str, Any]]:
    """Return the shapes that a value may be meant to have: of a union the named one, else all."""
    node = follow(schema, node)
    told_by = node.get("discriminator", {})
    if told_by:
        tag = value.get(told_by["propertyName"]) if isinstance(value, dict) else None
        named = told_by["mapping"].get(tag) if isinstance(tag, str) else None
        return [] if named is None else _meant(schema, {"$ref": named}, value)
    branches = node.get("anyOf") or node.get("oneOf") or node.get("allOf")
    if branches:
        return [meant for branch in branches for meant in _meant(schema, branch, value)]
    return [node]


def _long(nodes: list[dict[str, Any]], held: list[Any], loc: Loc) -> Field | None:
    bounds = [node.get("maxItems", MOST_ELSE) for node in nodes if node.get("type") == "array"]
    if not bounds or len(held) <= max(bounds):
        return None
    return Field(at=_at(loc), problem=f"should have at most {max(bounds)} items, not {len(held)}")


def _wide(nodes: list[dict[str, Any]], held: dict[str, Any], loc: Loc) -> Field | None:
    objects = [node for node in nodes if node.get("type") == "object"]
    free = [node for node in objects if node.get("additionalProperties", False) is not False]
    if free:
        most = max(node.get("maxProperties", MOST_ELSE) + len(node.get("properties", ())) for node in free)
        if len(held) > most:
            return Field(at=_at(loc), problem=f"should have at most {most} fields, not {len(held)}")
        return None
    known = {name for node in objects for name in node.get("properties", ())}
    unknown = [name for name in held if name not in known]
    if not objects or len(unknown) <= MOST_UNKNOWN:
        return None
    first = ", ".join(repr(name[:40]) for name in unknown[:3])
    return Field(at=_at(loc), problem=f"has {len(unknown)} fields that are none here, {first} first")


def _within_list(
    schema: dict[str, Any], nodes: list[dict[str, Any]], held: list[Any], loc: Loc
) -> Iterator[tuple[list[dict[str, Any]], Any, Loc]]:
    for index, each in enumerate(held):
        if isinstance(each, dict | list):
            inside = [_item(node, index) for node in nodes]
            meant = [one for node in inside if node is not None for one in _meant(schema, node, each)]
            if meant:
                yield meant, each, (*loc, index)


def _item(node: dict[str, Any], index: int) -> dict[str, Any] | None:
    first = node.get("prefixItems", [])
    found = first[index] if index < len(first) else node.get("items")
    return found if isinstance(found, dict) else None


def _within_object(
    schema: dict[str, Any], nodes: list[dict[str, Any]], held: dict[str, Any], loc: Loc
) -> Iterator[tuple[list[dict[str, Any]], Any, Loc]]:
    for name, each in held.items():
        if isinstance(each, dict | list):
            inside = [node.get("properties", {}).get(name, node.get("additionalProperties")) for node in nodes]
            meant = [one for node in inside if isinstance(node, dict) for one in _meant(schema, node, each)]
            if meant:
                yield meant, each, (*loc, name)


def _at(loc: Loc) -> str:
    return ".".join(str(step)[:60] for step in loc)
