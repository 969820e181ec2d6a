"""JSON Schemas as people and editors read them, and the one of the roster files of each system."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from domain.table.names import ID, SEAT_ID
from files.maps import ENDINGS, STATED_BY_MAPS
from files.openings import any_opening
from files.pictures.formats import ENDINGS as PICTURES
from projections.labels import LABELS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SPEAKABLE = r"^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$"
"""What texts are made of: no control character, nothing that overrides the direction of writing."""


def roster_schema(system: str) -> dict[str, Any]:
    """Return the JSON Schema of a roster of a system; what only its rules can tell is not in it."""
    whole = any_opening().json_schema()
    top = whole["discriminator"]["mapping"][system].rpartition("/")[2]
    schema, parts = whole["$defs"][top], _parts(whole["$defs"], top)
    _take_maps(schema, parts)
    short = _short_names(parts)
    for shape in (schema, *parts.values()):
        name_the_tag(shape)
    text = json.dumps({**schema, "$defs": {short[name]: part for name, part in parts.items()}})
    renamed = re.sub(r"#/\$defs/(\w+)", lambda found: f"#/$defs/{short[found[1]]}", text)
    described: dict[str, Any] = json.loads(renamed)
    say_how_texts_are_written({"Opening": described, **described["$defs"]})
    say_what_options_mean({"Opening": described})
    _say_what_house_rules_settle(system, described["$defs"].get("Settings", {}))
    described["title"] = f"A roster of {system}"
    return {"$schema": DRAFT, **described}


def roster_schema_text(system: str) -> str:
    """Return that schema as text, the same on every machine."""
    return json.dumps(roster_schema(system), indent=2, ensure_ascii=False).replace("``", "`") + "\n"


def _take_maps(schema: dict[str, Any], parts: dict[str, Any]) -> None:
    """Say that a board of squares may name a map, where there is such a board; the map states the rest."""
    grid = parts.get("GridBoard")
    if grid is None:
        return
    own = {name: field for name, field in grid["properties"].items() if name not in STATED_BY_MAPS}
    own["picture"] = grid["properties"]["picture"] = {
        "type": "string",
        "pattern": f"({_either(PICTURES)}|^[0-9a-f]{{64}})$",
        "description": "A picture in the roster's folder that lies under the squares, or its SHA-256 hash.",
    }
    file = {"type": "string", "pattern": f"({_either(ENDINGS)})$"}
    parts["MapBoard"] = {
        "type": "object",
        "description": "A grid whose walls and doors a Universal VTT file in the roster's folder states.",
        "properties": {"map": file, **own},
        "required": ["map"],
        "additionalProperties": False,
    }
    schema["properties"]["board"]["anyOf"].insert(1, {"$ref": "#/$defs/MapBoard"})


def _either(endings: tuple[str, ...]) -> str:
    """Return the expression of one of these endings."""
    return "|".join(re.escape(each) for each in endings)


def _parts(shapes: dict[str, Any], top: str) -> dict[str, Any]:
    """Return the shapes that a shape names, and those that they name, by name."""
    found: dict[str, Any] = {}
    ahead = [top]
    while ahead:
        named = re.findall(r'"#/\$defs/(\w+)"', json.dumps(shapes[ahead.pop()]))
        new = [name for name in dict.fromkeys(named) if name not in found]
        found.update((name, shapes[name]) for name in new)
        ahead += new
    return dict(sorted(found.items()))


def _short_names(parts: dict[str, Any]) -> dict[str, str]:
    """Return the last part of each name; a name that two would share stays whole."""
    last = {name: name.rpartition("__")[2] for name in parts}
    return {name: short if list(last.values()).count(short) == 1 else name for name, short in last.items()}


def name_the_tag(schema: dict[str, Any]) -> None:
    """Say that the field which tells the shapes of a union apart has to be there."""
    for tag in ("do", "system"):
        field = schema.get("properties", {}).get(tag, {})
        if "const" in field:
            field.pop("default", None)
            schema["required"] = [tag, *(name for name in schema.get("required", ()) if name != tag)]


def say_how_texts_are_written(schemas: dict[str, Any]) -> None:
    """Say how ids are written, which the rules ask for, and that no text holds what deceives the eye."""
    for shape, schema in schemas.items():
        for name, field in schema.get("properties", {}).items():
            of_a_seat = (shape.rpartition(".")[2], name) == ("Seat", "id") or name in ("controller", "leader", "seat")
            written = f"^{(SEAT_ID if of_a_seat else ID).pattern}$"
            for text in _texts(field):
                is_id = (text.get("minLength"), text.get("maxLength")) == (1, 32) and name != "condition"
                if "maxLength" in text:
                    text.setdefault("pattern", written if is_id else SPEAKABLE)


MEANT = {
    "rewind": "Who takes back. until-roll: each seat its own last commands as long as nothing was rolled, all else "
    "once every other player agrees. free: the only seat that plays, at any time. referee: the referee alone. "
    "none: nobody.",
    "dice": "Where faces come from. ledger: from the server's chain and the links of the devices. table: thrown by "
    "hand and typed in, marked for ever. loaded: stated by check files alone.",
    "entropy": "Who salts a roll of the ledger. all: every device that is present. roller: the roller's and the "
    "server, for play by post. server: nobody, so that whoever runs the server could know a roll.",
    "missing": "What becomes of a roll when a link does not come. wait: it is decided without after ten seconds. "
    "consent: the roller, and every player whose link came, must agree to go on.",
    "clock": "Seconds of a decision, after which any seat may claim the time: what is least happens. None: no clock.",
    "attest": "Whether another seat says of typed dice that it saw them. none, or opponent; for dice on the table.",
    "overrides": "Whether values may be overruled: by the referee, or by all who play to end a dispute. none: never.",
    "hands": "Whether the others see what one holds. open, or private where a system has hands of cards.",
    "groups": "The groups of monsters, each with one sheet for all of its members.",
    "key_wait": "Seconds that pass, by the ledger's clock, until a lost key is replaced where no two other players "
    "with devices can vouch for the new one. Everybody is told, and the old key can veto it meanwhile.",
    "title": "What the fight is called, in any script. The host or the referee may change it later.",
    "disclosure": "What the pools of a side show to the other sides: numbers, words, bar or nothing. Lines and exports "
    "hold the numbers: it is a courtesy, not a secret.",
    "names": "What things and places are called, by id: commands and lines go on naming them by the id.",
    "words": "Words that the table adds to those that the rules know: conditions, and what else the system reads.",
}
"""What an option of an opening means."""


def say_what_options_mean(schemas: dict[str, Any]) -> None:
    """Describe the options of openings."""
    for schema in schemas.values():
        fields = schema.get("properties", {})
        if "combatants" in fields or "seats" in fields:
            for name in MEANT.keys() & fields.keys():
                fields[name]["description"] = MEANT[name]


def _say_what_house_rules_settle(system: str, settings: dict[str, Any]) -> None:
    """Say of each house rule what it settles, as far as the system has words for it."""
    told = LABELS[system].settings if system in LABELS else {}
    for name, field in settings.get("properties", {}).items():
        if name in told:
            field["description"] = f"It settles {told[name]}."


def _texts(field: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas of the texts that a field is or holds."""
    if field.get("type") == "string":
        yield field
    for inside in (field.get("items"), *field.get("anyOf", ()), *field.get("prefixItems", ())):
        if inside is not None:
            yield from _texts(inside)
