"""Answers of any length: a short one in one piece, a long one piece by piece, of which all never lies there at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fastapi import Response
from fastapi.responses import StreamingResponse

ENOUGH = 2**20
"""Bytes that an answer in one piece has at most, or a little more: it can be pressed, and spared (api.sparing)."""


def in_parts(parts: Iterator[bytes], headers: Mapping[str, str], media_type: str) -> Response:
    """Return an answer made of parts; a long one is begun before all of them are made."""
    first = bytearray()
    for part in parts:
        first += part
        if len(first) > ENOUGH:
            return StreamingResponse(_all(bytes(first), parts), headers=dict(headers), media_type=media_type)
    return Response(bytes(first), headers=dict(headers), media_type=media_type)


def _all(first: bytes, parts: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from parts
