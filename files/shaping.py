"""What a file holds, as what it should be: the first field that is not is named with its line."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from files.bounding import oversized
from files.documents import Document
from files.exact import exact
from files.fields import wrong_fields
from files.malformed import Malformed, Place

Shape = TypeVar("Shape")


def shaped(shape: TypeAdapter[Shape], value: dict[str, Any], document: Document, inside: Place = ()) -> Shape:
    """Return the part of a document, ``inside`` it, as what it should be; raises Malformed for a field that is not."""
    if (wrong := oversized(shape, value)) is None:
        try:
            read: Shape = exact(shape).validate_python(value)
            return read
        except ValidationError as error:
            # A field that nobody knows is likelier misspelt than another is missing.
            wrong = min(wrong_fields(shape, value, error), key=lambda each: each.problem == "is missing")
    allowed = f"; allowed here: {', '.join(wrong.allowed)}" if wrong.allowed else ""
    within = ".".join(map(str, inside))
    at = ".".join(filter(None, (within, wrong.at)))
    where = document.find(at) if at else ()
    where += tuple(tag for tag in ("do", "system") if "one of the names" in wrong.problem and document.has(where, tag))
    raise Malformed(document.place(where), f"It {wrong.problem}{allowed}.")
