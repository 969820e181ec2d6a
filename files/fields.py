"""Which fields of a body are wrong, and what is allowed in their place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

Loc = tuple[int | str, ...]

MOST = 100
"""How many fields of one body are named, at most."""
_IN_A_SENTENCE = 20


class Field(BaseModel):
    """One field that cannot be read: where it stands, what is wrong with it, what is allowed there."""

    at: str
    problem: str
    allowed: list[str] | None = None


def sentence(fields: list[Field], of: int = 0) -> str:
    """Return one sentence that names the first fields that are wrong, and says how many mistakes there are besides."""
    named = fields[:_IN_A_SENTENCE]
    more = max(of, len(fields)) - len(named)
    told = "; ".join(f"{each.at or 'the body'} {each.problem}" for each in named)
    return f"This cannot be read: {told}{f'; and {more} more' if more else ''}."


def refusal_of(shape: TypeAdapter[Any], value: Any, error: ValidationError) -> tuple[str, list[Field]]:
    """Return one sentence on all that is wrong, and the first fields that are."""
    errors = likeliest(error.errors(include_url=False, include_input=False), value)
    fields = list(_told(shape, value, errors[:MOST]))
    return sentence(fields, len(errors) if len(errors) > MOST else 0), fields


def wrong_fields(shape: TypeAdapter[Any], value: Any, error: ValidationError) -> Iterator[Field]:
    """Yield the fields that are wrong, the first so many, once each, with all that would be allowed there."""
    return _told(shape, value, likeliest(error.errors(include_url=False, include_input=False), value)[:MOST])


def _told(shape: TypeAdapter[Any], value: Any, errors: list[ErrorDetails]) -> Iterator[Field]:
    schema = schema_of(shape)
    found: dict[str, list[Field]] = {}
    for each in errors:
        at = _place(schema, value, each["loc"], each["type"])
        found.setdefault(at, []).append(
            Field(at=at, problem=problem_of(each["type"], each["msg"]), allowed=_allowed(schema, dict(each)))
        )
    for at, alternatives in found.items():
        problem = " or ".join(dict.fromkeys(each.problem for each in alternatives))
        allowed = [name for each in alternatives for name in each.allowed or ()]
        yield Field(at=at, problem=problem, allowed=list(dict.fromkeys(allowed)) or None)


def likeliest(errors: list[ErrorDetails], value: Any) -> list[ErrorDetails]:
    """Return the mistakes without those of shapes that fit a value less than another it may have.

    What is too short only for the elements that are wrong in it is none of them.
    """
    errors = [each for each in errors if each["type"] != "too_short" or not _is_within(each["loc"], errors)]
    counted: dict[tuple[Loc, int | str], int] = {}
    branches = [_branch(value, each["loc"]) for each in errors]
    for branch in filter(None, branches):
        counted[branch] = counted.get(branch, 0) + 1
    best: dict[Loc, int] = {}
    for (place, _), count in counted.items():
        best[place] = min(count, best.get(place, count))
    pairs = zip(errors, branches, strict=True)
    return [each for each, branch in pairs if branch is None or counted[branch] == best[branch[0]]]


def _is_within(place: Loc, errors: list[ErrorDetails]) -> bool:
    return any(len(each["loc"]) > len(place) and each["loc"][: len(place)] == place for each in errors)


def _branch(value: Any, loc: Loc) -> tuple[Loc, int | str] | None:
    """Return where a mistake enters one of several shapes, and which; None if it does in none."""
    entered: tuple[Loc, int | str] | None = None
    for index, step in enumerate(loc):
        inside = range(len(value)) if isinstance(value, list) else value
        if isinstance(value, dict | list) and step in inside:
            value = value[step]  # type: ignore[index]  # a list is asked for one of its own numbers
        elif index < len(loc) - 1:
            entered = (loc[:index], step)
    return entered


@cache
def schema_of(shape: TypeAdapter[Any]) -> dict[str, Any]:
    """Return the JSON schema of a shape, made once."""
    return shape.json_schema()


def _place(schema: dict[str, Any], value: Any, loc: Loc, kind: str) -> str:
    """Return where a field stands in the body; pydantic's names for the branch of a union are left out."""
    place: list[str] = []
    node = schema
    for last, step in ((index == len(loc) - 1, step) for index, step in enumerate(loc)):
        # A branch may be called like a field within it: an attack is made with an attack.
        is_branch = step in follow(schema, node).get("discriminator", {}).get("mapping", ())
        node = _into(follow(schema, node), step)
        if is_branch:
            continue
        inside = range(len(value)) if isinstance(value, list) else value
        if isinstance(value, dict | list) and step in inside:
            value = value[step]  # type: ignore[index]  # a list is asked for one of its own numbers
            place.append(str(step)[:60])
        elif last and kind == "missing":
            place.append(str(step))
    return ".".join(place)


_PROBLEMS = {
    "missing": "is missing",
    "unexpected_keyword_argument": "is not a field here",
    "extra_forbidden": "is not a field here",
    "int_type": "must be a whole number",
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "dataclass_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "union_tag_invalid": "is not one of the names known here",
}

_JSON = {"True": "true", "False": "false", "None": "null"}


def problem_of(kind: str, message: str) -> str:
    """Return what is wrong with a field, in words that follow its name."""
    if kind == "union_tag_not_found":
        return "must name its " + re.sub(r".*discriminator '(\w+)'.*", r"\1", message)
    said = re.sub(r"^\w+ should", "should", message).replace(" after validation", "")
    return _PROBLEMS.get(kind) or re.sub(r"\b(True|False|None)\b", lambda word: _JSON[word[0]], said)


def _allowed(schema: dict[str, Any], error: dict[str, Any]) -> list[str] | None:
    context = error.get("ctx") or {}
    for key in ("expected_tags", "expected"):
        if key in context:
            return re.findall(r"'([^']*)'", str(context[key])) or None
    if error["type"] == "union_tag_not_found":
        union = follow(schema, _at(schema, error["loc"]))
        return list(union.get("discriminator", {}).get("mapping", ())) or None
    if error["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        return list(follow(schema, _at(schema, error["loc"][:-1])).get("properties", ())) or None
    return None


def _at(schema: dict[str, Any], loc: Loc) -> dict[str, Any]:
    """Return the schema of what stands at ``loc``."""
    node: dict[str, Any] = schema
    for step in loc:
        node = _into(follow(schema, node), step)
    return node


def follow(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    """Return the schema that a node stands for, if it only names one."""
    reference = node.get("$ref")
    return schema["$defs"][reference.rpartition("/")[2]] if reference else node


def _into(node: dict[str, Any], step: int | str) -> dict[str, Any]:
    """Return the schema one step further in: of a field, of an element, of the branch of that name."""
    if step in node.get("properties", ()):
        found: dict[str, Any] = node["properties"][step]
        return found
    if isinstance(step, int) and "items" in node:
        return dict(node["items"])
    mapping = node.get("discriminator", {}).get("mapping", {})
    if step in mapping:
        return {"$ref": mapping[step]}
    branches = node.get("anyOf", [])
    return next((branch for branch in branches if str(branch.get("$ref", "")).endswith(f"/{step}")), {})
