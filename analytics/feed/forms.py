"""How a line is told to other programs: as it is with where it stands, or as an event of CloudEvents 1.0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from analytics.exports.plain import moment
from analytics.feed.following import Written


def plain(line: Written) -> bytes:
    """Return a line with the fight and its position, the line itself in the very bytes that are hashed."""
    told = {"position": line.position, "encounter": line.encounter, "line": orjson.Fragment(line.raw)}
    return orjson.dumps(told)


def cloud_event(line: Written) -> bytes:
    """Return a line as an event: ``id`` tells it from all others, ``sequence`` orders those of a fight."""
    said: dict[str, Any] = orjson.loads(line.raw)
    told = {
        "specversion": "1.0",
        "id": f"{line.encounter}/{line.n}",
        "source": f"/encounters/{line.encounter}",
        "type": f"encounter.{said['type']}.v{said.get('v', 1)}",
        **_time(said["at"]),
        "sequence": f"{line.n:010d}",
        "position": f"{line.position}",
        "datacontenttype": "application/json",
        "data": orjson.Fragment(line.raw),
    }
    return orjson.dumps(told)


def _time(at: int) -> dict[str, str]:
    """Return when a line was written; nothing beyond the year 9999, which a file from elsewhere may state."""
    try:
        return {"time": moment(at)}
    except (ValueError, OverflowError):
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """How lines are told: each, and several in one body."""

    tell: Callable[[Written], bytes]
    content_type: str
    body: Callable[[Sequence[bytes]], bytes]


def _rows(told: Sequence[bytes]) -> bytes:
    return b"".join(each + b"\n" for each in told)


def _list(told: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(told) + b"]"


FORMS = {
    "ndjson": Telling(tell=plain, content_type="application/x-ndjson", body=_rows),
    "cloudevents": Telling(tell=cloud_event, content_type="application/cloudevents-batch+json", body=_list),
}
