"""Small pictures for maps, painted here: a PNG of squares in two colours, and what a camera would write into it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

Colour = tuple[int, int, int]
FLOOR: Colour = (196, 164, 116)
GRASS: Colour = (110, 150, 84)
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return a part of a PNG."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(rows: Sequence[Sequence[Colour]], *more: bytes) -> bytes:
    """Return a PNG of rows of pixels, with more parts before what is painted."""
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    painted = b"".join(b"\0" + bytes(part for colour in row for part in colour) for row in rows)
    parts = (chunk(b"IHDR", header), *more, chunk(b"IDAT", zlib.compress(painted, 9)), chunk(b"IEND", b""))
    return SIGNATURE + b"".join(parts)


def board(width: int, height: int, pixels: int = 4) -> bytes:
    """Return a picture of so many squares, grass at its edge and a floor inside."""
    edge = {0, width - 1}, {0, height - 1}
    square = [[GRASS if x in edge[0] or y in edge[1] else FLOOR for x in range(width)] for y in range(height)]
    return png([[colour for colour in row for _ in range(pixels)] for row in square for _ in range(pixels)])


def with_metadata(picture: bytes) -> bytes:
    """Return a PNG that says where it was taken, in a part of its own, and with something behind its end."""
    told = chunk(b"eXIf", b"MM\0*GPS 52.5 N") + chunk(b"tEXt", b"Author\0Odila")
    return picture[:33] + told + picture[33:] + b"preview"
