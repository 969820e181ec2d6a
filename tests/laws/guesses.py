"""Every body that a call takes, with one word in every place where words can stand: what somebody tries who guesses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from domain.deciding import kinds

Schema = dict[str, Any]


@cache
def command_schemas(system: str) -> tuple[Schema, ...]:
    """Return the schema of every command of a system."""
    return tuple(TypeAdapter(kind).json_schema() for kind in kinds(system))


def bodies(schema: Schema, word: str, definitions: Schema) -> Iterator[Any]:
    """Yield values of a schema with the word as every text, name and key; each alternative stands in one of them."""
    if "$ref" in schema:
        yield from bodies(definitions[schema["$ref"].rpartition("/")[2]], word, definitions)
    elif alternatives := schema.get("anyOf") or schema.get("oneOf"):
        for each in alternatives:
            yield from bodies(each, word, definitions)
    elif "const" in schema:
        yield schema["const"]
    elif "enum" in schema:
        yield schema["enum"][0]
    elif "properties" in schema:
        yield from _objects(schema, word, definitions)
    else:
        yield _plain(schema, word, definitions)


def _objects(schema: Schema, word: str, definitions: Schema) -> Iterator[Any]:
    every = {name: [*bodies(each, word, definitions)] for name, each in schema["properties"].items()}
    whole = {name: values[0] for name, values in every.items()}
    needed = {*schema.get("required", ()), "do"}
    yield whole
    yield {name: value for name, value in whole.items() if name in needed}
    for name, values in every.items():
        for other in values[1:]:
            yield {**{each: value for each, value in whole.items() if each in needed}, name: other}


def _plain(schema: Schema, word: str, definitions: Schema) -> Any:
    match schema.get("type"):
        case "array":
            inside = schema.get("prefixItems") or [schema.get("items", {})] * max(1, schema.get("minItems", 1))
            return [next(bodies(each, word, definitions)) for each in inside]
        case "object":
            return {"who": word}  # a key is a plain name, or the body is none
        case "integer":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return True
        case "null":
            return None
        case _:
            return word
