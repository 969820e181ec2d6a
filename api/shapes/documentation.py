"""The OpenAPI document, with every command of each system in it, and a page of it that needs no network."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import DataclassSchema

from api.shapes.messages import (
    ATTESTING,
    BEATING,
    CALL,
    CONSENT,
    CONTESTING,
    COSIGNING,
    FORKING,
    GOING_ON,
    INVITING,
    JOINING,
    LETTING_PLAY,
    LINKING,
    MAP_FILE,
    RENAMING,
    RENEWING,
    SETTLING,
    SHOWING,
    TAKE_BACK,
    TYPED,
    VETOING,
    declared,
)
from api.shapes.problems import Problem
from domain.ruleset import RULESETS
from files.openings import any_opening
from files.schemas import name_the_tag, say_how_texts_are_written, say_what_options_mean

MODULE = "x-module"


@cache
def body_shapes() -> dict[str, TypeAdapter[Any]]:
    """Return the shape of every body by the name of its schema: those of all systems, which take a while to make."""
    return {
        "Opening": any_opening(),
        **{f"Declared.{system}": declared(system) for system in RULESETS},
        "Forking": FORKING,
        "TakeBack": TAKE_BACK,
        "Consent": CONSENT,
        "Typed": TYPED,
        "Call": CALL,
        "Contesting": CONTESTING,
        "Renaming": RENAMING,
        "Settling": SETTLING,
        "Showing": SHOWING,
        "MapFile": MAP_FILE,
        "Attesting": ATTESTING,
        "Joining": JOINING,
        "Renewing": RENEWING,
        "Inviting": INVITING,
        "LettingPlay": LETTING_PLAY,
        "Vetoing": VETOING,
        "Beating": BEATING,
        "Linking": LINKING,
        "GoingOn": GOING_ON,
        "Cosigning": COSIGNING,
    }


def takes(name: str, examples: dict[str, Any]) -> dict[str, Any]:
    """Return what a call says of its body: the shape of that name, and examples by name."""
    titled = {title: {"value": value} for title, value in examples.items()}
    content = {"schema": {"$ref": f"#/components/schemas/{name}"}, "examples": titled}
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
            for name, body in body_shapes().items():
                schemas.update(_schemas(name, body, schemas))
            schemas["Declared"] = {
                "anyOf": [{"$ref": f"#/components/schemas/Declared.{system}"} for system in RULESETS]
            }
            _say_the_systems(schemas)
            say_how_texts_are_written(schemas)
            say_what_options_mean(schemas)
            _without_the_frameworks_own(document)
        assert app.openapi_schema is not None  # noqa: S101  # the framework has just set it
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]  # FastAPI's documented seam


class _Told(GenerateJsonSchema):
    """Schemas that say in which module their shape is written."""

    def dataclass_schema(self, schema: DataclassSchema) -> JsonSchemaValue:
        """Return the schema of a dataclass, its module said."""
        return {**super().dataclass_schema(schema), MODULE: schema["cls"].__module__}


def _schemas(name: str, shape: TypeAdapter[Any], known: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a body under its name and those it names."""
    schema = shape.json_schema(ref_template="#/components/schemas/{model}", schema_generator=_Told)
    parts = schema.pop("$defs", {})
    for part in [*parts.values(), schema]:
        name_the_tag(part)
    renamed = {part: _name(part, each.pop(MODULE, "")) for part, each in parts.items()}
    whole = json.dumps({**{renamed[part]: each for part, each in parts.items()}, name: schema})
    for part, better in renamed.items():
        whole = whole.replace(f'"#/components/schemas/{part}"', f'"#/components/schemas/{better}"')
    found: dict[str, Any] = json.loads(whole)
    clash = [each for each in found.keys() & known.keys() if found[each] != known[each]]
    assert not clash, clash  # noqa: S101  # two shapes of one name would hide each other
    return found


def _name(part: str, module: str) -> str:
    """Return the name of a shape in the document: that of its class, after its rule system or its package."""
    last = part.rpartition("__")[2]
    within = module.removeprefix("domain.").removeprefix("rulesets.").split(".")
    return f"{within[0]}.{last}" if module.startswith("domain.") and len(within) > 1 else last


def _say_the_systems(schemas: dict[str, Any]) -> None:
    """Say at each command in which systems it exists."""
    for system in RULESETS:
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
