"""Pictures of maps: PNG, JPEG or WebP by their own bytes, measured, and without what they tell of where they come from.

Nothing is decoded: the parts of the file are read, those that make the picture are kept as they are, and all others
(EXIF, XMP, comments, previews, what follows the end) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from files.malformed import Malformed

MOST_BYTES = 4 * 1024 * 1024
MOST_PIXELS = 10_000
"""A picture is so many pixels wide, and high, at most."""
MOST_IN_ALL = 40_000_000
"""So many pixels a browser is made to hold."""
ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
TYPES = ("image/png", "image/jpeg", "image/webp")

_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_KEPT = (b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"pHYs")
_WEBP_KEPT = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP")
_WEBP_TOLD = 0x0C
"""The bits of a WebP's header that say that EXIF or XMP is in it."""
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The JPEG segments that begin a frame, and say how large it is."""
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
"""The JPEG markers that stand in the middle of a scan."""
_ENDS, _SCAN = 0xD9, 0xDA
_KNOWN = _FRAMES | {0xC4, 0xCC, _SCAN, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF}
"""The JPEG segments without which there is no picture."""
_JFIF, _JFIF_ALONE = 0xE0, 18
_APPLICATION = {_JFIF: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}


class NoPicture(Exception):
    """This is no picture that is kept; the message says why not."""


class Size(NamedTuple):
    """How many pixels a picture is wide and high."""

    width: int
    height: int


def kind_of(raw: bytes) -> str:
    """Return the type of a picture by its first bytes. Raises NoPicture for whatever is none of the three."""
    if raw.startswith(_PNG):
        return TYPES[0]
    if raw.startswith(b"\xff\xd8\xff"):
        return TYPES[1]
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return TYPES[2]
    raise NoPicture("This is no picture that is kept: a PNG, JPEG or WebP begins otherwise.")


def cleaned(raw: bytes) -> bytes:
    """Return a picture without what it tells beside itself. Raises NoPicture, also where it is too large."""
    parts, joined = {TYPES[0]: (_png, _PNG), TYPES[1]: (_jpeg, b"\xff\xd8"), TYPES[2]: (_webp, b"")}[kind_of(raw)]
    try:
        found = list(parts(raw))
    except (IndexError, ValueError):
        raise NoPicture("The picture cannot be read to its end.") from None
    sizes = [size for _, size in found if size is not None]
    if not sizes:
        raise NoPicture("The picture does not say how large it is.")
    if any(not 1 <= side <= MOST_PIXELS for size in sizes for side in size):
        raise NoPicture(
            f"A picture is 1 to {MOST_PIXELS} pixels wide and high; this is {'×'.join(map(str, sizes[0]))}."
        )
    if max(width * height for width, height in sizes) > MOST_IN_ALL or len(set(sizes)) > 1:
        raise NoPicture(f"A picture has one size, and at most {MOST_IN_ALL} pixels in all.")
    clean = joined + b"".join(part for part, _ in found)
    if not joined:
        clean = b"RIFF" + (len(clean) + 4).to_bytes(4, "little") + b"WEBP" + clean
    if len(clean) > MOST_BYTES:
        raise NoPicture(f"The picture is too large: {len(clean)} bytes, and at most {MOST_BYTES} are kept.")
    return clean


def must_be_clean(raw: bytes) -> None:
    """Refuse what is no picture, and one that tells more than the picture."""
    if cleaned(raw) != raw:
        raise NoPicture(
            "The picture tells more than it shows (EXIF, comments or the like): take that out, and hash it again."
        )


def name_of(picture: bytes) -> str:
    """Return the name that a board calls a picture by: its SHA-256 hash."""
    return sha256(picture).hexdigest()


def read(path: Path, place: str) -> bytes:
    """Return the picture in a file, without what it tells beside itself. Raises Malformed at ``place``."""
    try:
        with path.open("rb") as file:
            return cleaned(file.read(8 * MOST_BYTES))
    except OSError as trouble:
        raise Malformed(place, f"{path.name} cannot be read: {trouble.strerror or trouble}.") from None
    except NoPicture as why:
        raise Malformed(place, str(why)) from None


Part = tuple[bytes, Size | None]


def _png(raw: bytes) -> Iterator[Part]:
    """Yield the chunks of a PNG that are kept, the first with its size."""
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = int.from_bytes(_cut(raw, at, 4), "big"), _cut(raw, at + 4, 4)
        chunk = _cut(raw, at, length + 12)
        if kind in _PNG_KEPT:
            yield chunk, Size(_big(chunk, 8, 4), _big(chunk, 12, 4)) if kind == b"IHDR" else None
        at += length + 12


def _jpeg(raw: bytes) -> Iterator[Part]:
    """Yield the segments of a JPEG that are kept, and its scans."""
    at = 2
    while True:
        at = _marker(raw, at)
        marker = raw[at + 1]
        if marker == _ENDS:
            yield raw[at : at + 2], None
            return
        end = at + 2 + _big(raw, at + 2, 2)
        segment = _cut(raw, at, end - at)
        if marker == _SCAN:
            end = _end_of_scan(raw, end)
            segment = raw[at:end]
        if marker == _JFIF and len(segment) > _JFIF_ALONE:  # without the preview that may stand in it
            segment = segment[:2] + (_JFIF_ALONE - 2).to_bytes(2, "big") + segment[4 : _JFIF_ALONE - 2] + b"\0\0"
        if _is_kept(marker, segment):
            yield segment, Size(_big(segment, 7, 2), _big(segment, 5, 2)) if marker in _FRAMES else None
        at = end


def _marker(raw: bytes, at: int) -> int:
    """Return where the next marker begins; bytes of filling may come before it."""
    if raw[at] != 0xFF:
        raise ValueError("There is no marker here.")
    while raw[at + 1] == 0xFF:
        at += 1
    return at


def _end_of_scan(raw: bytes, at: int) -> int:
    """Return where the marker stands that ends a scan."""
    while True:
        begins = raw.index(b"\xff", at)
        marks = _marker(raw, begins)
        if raw[marks + 1] not in (0x00, *_ALONE):
            return begins
        at = marks + 2


def _is_kept(marker: int, segment: bytes) -> bool:
    if 0xE0 <= marker <= 0xEF:
        begins = _APPLICATION.get(marker)
        return begins is not None and segment[4:].startswith(begins)
    return marker in _KNOWN


def _webp(raw: bytes) -> Iterator[Part]:
    """Yield the chunks of a WebP that are kept, each with its size if it says one."""
    at, end = 12, 8 + int.from_bytes(_cut(raw, 4, 4), "little")
    while at < end:
        kind, length = _cut(raw, at, 4), int.from_bytes(_cut(raw, at + 4, 4), "little")
        chunk = _cut(raw, at, 8 + length + length % 2)
        if kind == b"ANIM":
            raise NoPicture("A picture that moves is not kept.")
        if kind == b"VP8X":
            chunk = chunk[:8] + bytes([chunk[8] & ~_WEBP_TOLD]) + chunk[9:]
        if kind in _WEBP_KEPT:
            yield chunk, _webp_size(kind, chunk)
        at += len(chunk)


def _webp_size(kind: bytes, chunk: bytes) -> Size | None:
    """Return how large a chunk says that the picture is."""
    if kind == b"VP8X":
        return Size(1 + _little(chunk, 12, 3), 1 + _little(chunk, 15, 3))
    if kind == b"VP8L":
        bits = _little(chunk, 9, 4)
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if kind == b"VP8 ":
        return Size(_little(chunk, 14, 2) & 0x3FFF, _little(chunk, 16, 2) & 0x3FFF)
    return None


def _cut(raw: bytes, at: int, length: int) -> bytes:
    """Return so many bytes from there on; ValueError if the file ends before."""
    part = raw[at : at + length]
    if len(part) < length:
        raise ValueError("The file ends here.")
    return part


def _big(raw: bytes, at: int, length: int) -> int:
    return int.from_bytes(_cut(raw, at, length), "big")


def _little(raw: bytes, at: int, length: int) -> int:
    return int.from_bytes(_cut(raw, at, length), "little")
