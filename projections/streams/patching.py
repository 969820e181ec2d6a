"""What changed between two views, as a JSON Patch (RFC 6902): only ``add``, ``remove`` and ``replace``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import orjson

Operation: TypeAlias = dict[str, Any]
_PLAIN = frozenset({str, int, bool})


def patch(before: Any, after: Any) -> list[Operation]:
    """Return the operations that turn one JSON value into the other, to be applied in their order."""
    return [] if _same(before, after) else list(_changes("", before, after))


def _changes(path: str, before: Any, after: Any) -> Iterator[Operation]:
    """Yield the operations between two values that differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_objects(path, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(path, before, after)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _same(before: Any, after: Any) -> bool:
    if before is after:
        return True
    if type(before) is type(after) and type(before) in _PLAIN:
        return bool(before == after)
    # As JSON: Python takes True for 1, however deep inside.
    return orjson.dumps(before) == orjson.dumps(after)


def _of_objects(path: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Operation]:
    for name in before:
        if name not in after:
            yield {"op": "remove", "path": f"{path}/{_escaped(name)}"}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": f"{path}/{_escaped(name)}", "value": value}
        elif not _same(before[name], value):
            yield from _changes(f"{path}/{_escaped(name)}", before[name], value)


def _of_lists(path: str, before: list[Any], after: list[Any]) -> Iterator[Operation]:
    """Yield the changes between the first and the last member that differ."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if not _same(before[at], after[at])), shorter)
    tail = next((at for at in range(shorter - start) if not _same(before[~at], after[~at])), shorter - start)
    gone, come = len(before) - tail, len(after) - tail
    both = min(gone, come)
    for at in range(start, both):
        if not _same(before[at], after[at]):
            yield from _changes(f"{path}/{at}", before[at], after[at])
    for at in range(gone - 1, both - 1, -1):
        yield {"op": "remove", "path": f"{path}/{at}"}
    for at in range(both, come):
        yield {"op": "add", "path": f"{path}/{at}", "value": after[at]}


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
