"""JSON as files hold it here: whole numbers, no field twice, nothing nested too deeply."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from files.malformed import MOST_DEPTH, Malformed, whole_number
from files.plain_pairs import Twin, object_of


def json_value(text: str, name: str) -> Any:
    """Return the value that a JSON text writes. Raises Malformed."""

    def no_float(literal: str) -> NoReturn:
        raise Malformed(name, f"{literal[:40]} is not allowed: numbers are whole.")

    def whole(literal: str) -> int:
        return whole_number(literal, name)

    def no_twin(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        try:
            return object_of(pairs)
        except Twin as twin:
            raise Malformed(name, f"The field {twin.name!a} stands there twice.") from None

    try:
        content = json.loads(
            text, parse_float=no_float, parse_constant=no_float, parse_int=whole, object_pairs_hook=no_twin
        )
    except json.JSONDecodeError as trouble:
        raise Malformed(f"{name}, line {trouble.lineno}", f"This is not JSON: {trouble.msg}.") from None
    except RecursionError:
        raise Malformed(name, f"It is nested too deeply: at most {MOST_DEPTH} levels.") from None
    _must_be_shallow(content, name)
    return content


def _must_be_shallow(content: Any, name: str) -> None:
    """Refuse lists and mappings inside each other beyond the limit."""
    level = [content]
    for _ in range(MOST_DEPTH + 1):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        if not inner:
            return
        level = inner
    raise Malformed(name, f"It is nested too deeply: at most {MOST_DEPTH} levels.")
