"""The OpenAPI document, with every command of each system in it, and a page of it that needs no network."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from api.problems import Problem
from api.schemas import name_the_tag, say_how_texts_are_written
from api.shapes import CONSENT, DECLARED, OPENING, TAKE_BACK, TYPED

BODIES: dict[str, TypeAdapter[Any]] = {
    "Opening": OPENING,
    **{f"Declared.{system}": shape for system, shape in DECLARED.items()},
    "TakeBack": TAKE_BACK,
    "Consent": CONSENT,
    "Typed": TYPED,
}


def takes(name: str, examples: dict[str, Any]) -> dict[str, Any]:
    """Return what a call says of its body: the shape of that name, and examples by name."""
    named = {title: {"value": value} for title, value in examples.items()}
    content = {"schema": {"$ref": f"#/components/schemas/{name}"}, "examples": named}
    return {"requestBody": {"required": True, "content": {"application/json": content}}}


def describe(app: FastAPI) -> None:
    """Add the shapes of the bodies to the OpenAPI document of ``app``, and the answer to a seat without a key."""
    framework = app.openapi

    def whole() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = framework()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            schemas.pop("HTTPValidationError", None)
            schemas.pop("ValidationError", None)
            schemas.update(_schemas("Problem", TypeAdapter(Problem), schemas))
            for name, body in BODIES.items():
                schemas.update(_schemas(name, body, schemas))
            schemas["Declared"] = {
                "anyOf": [{"$ref": f"#/components/schemas/Declared.{system}"} for system in DECLARED]
            }
            _say_the_systems(schemas)
            say_how_texts_are_written(schemas)
            _without_the_frameworks_own(document)
        assert app.openapi_schema is not None  # noqa: S101  # the framework has just set it
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]  # FastAPI's documented seam


def _schemas(name: str, shape: TypeAdapter[Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a body under its name and those it names.

    A name that is ``known`` for another schema already gets the name of its system before it, or an ending.
    """
    schema = shape.json_schema(ref_template="#/components/schemas/{model}")
    parts = schema.pop("$defs", {})
    system = name.partition(".")[2]
    for part in [*parts.values(), schema]:
        name_the_tag(part)
    renamed = {part: _free(part, parts[part], system, known) for part in parts}
    whole = json.dumps({**{renamed[part]: each for part, each in parts.items()}, name: schema})
    for part, better in renamed.items():
        whole = whole.replace(f'"#/components/schemas/{part}"', f'"#/components/schemas/{better}"')
    found: dict[str, Any] = json.loads(whole)
    return found


def _free(part: str, schema: dict[str, Any], system: str, known: dict[str, Any]) -> str:
    """Return the name that a schema gets in the document."""
    plain = part.replace("domain__rulesets__", "").replace("__", ".")
    if plain not in known or plain in BODIES or known[plain] == schema:
        return plain
    same = (name for name, other in known.items() if name.endswith(f".{plain}") and other == schema)
    return next(same, f"{system}.{plain}" if system else f"{plain}-Input")


def _say_the_systems(schemas: dict[str, Any]) -> None:
    """Say at each command in which systems it exists."""
    for system in DECLARED:
        action = schemas[f"Declared.{system}"]["properties"]["action"]
        for reference in action["discriminator"]["mapping"].values():
            schemas[reference.rpartition("/")[2]].setdefault("x-systems", []).append(system)


def _without_the_frameworks_own(document: dict[str, Any]) -> None:
    """Drop the answers that the framework documents for a 422 in a shape of its own."""
    for path in document["paths"].values():
        for call in path.values():
            answers = call.get("responses", {})
            if (
                answers.get("422", {}).get("content", {}).pop("application/json", None)
                and not answers["422"]["content"]
            ):
                del answers["422"]
