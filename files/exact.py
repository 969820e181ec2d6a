"""Values that came as JSON or YAML, held against a shape as strictly as JSON is, without being spelt as JSON again.

Of Python's values pydantic takes a list for a tuple, or an object for a dataclass, only where it also takes "1" for 1.
So what holds others is read loosely, and whatever is held exactly.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from pydantic import TypeAdapter
from pydantic_core import CoreSchema, SchemaValidator

_OBJECTS = frozenset({"dataclass", "dataclass-args", "dict", "model", "model-fields"})
_HOLDS_OTHERS = _OBJECTS | {"frozenset", "list", "set", "tagged-union", "tuple", "union"}
_HELD = frozenset({"bool", "float", "int", "str"})
_NO_SHAPES = frozenset({"config", "default", "expected", "metadata", "serialization"})


@cache
def exact(shape: TypeAdapter[Any]) -> SchemaValidator:
    """Return what reads lists, objects, texts, numbers, truths and None as ``shape``; made once."""
    # Not with what the classes within were made with before, which read objects of JSON alone exactly.
    return SchemaValidator(cast(CoreSchema, _exactly(shape.core_schema)), _use_prebuilt=False)


def _exactly(node: Any) -> Any:
    if isinstance(node, list | tuple):
        return type(node)(map(_exactly, node))
    if not isinstance(node, dict):
        return node
    inside = {name: value if name in _NO_SHAPES else _exactly(value) for name, value in node.items()}
    kind = node.get("type")
    return inside | {"strict": kind in _HELD} if kind in _HOLDS_OTHERS | _HELD else inside
