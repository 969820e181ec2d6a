"""Pictures of maps: told by their own bytes, measured, and kept without what they tell beside the picture."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.malformed import Malformed
from files.pictures import formats
from files.pictures.formats import NoPicture, cleaned, kind_of
from tests.maps.painting import FLOOR, board, chunk, png, with_metadata

PNG = board(8, 6)


def segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


FRAME = segment(0xC0, struct.pack(">BHHB", 8, 24, 32, 1) + b"\x01\x11\x00")
JFIF, TABLES = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), segment(0xDB, bytes(65)) + segment(0xC4, bytes(20))
SCAN = segment(0xDA, bytes(6)) + b"\x12\xff\x00\x34\xff\xd0\x56"
WITH_A_PREVIEW = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\1\1" + b"rgb")
EXIF, NOTE = segment(0xE1, b"Exif\0\0MM\0*GPS"), segment(0xFE, b"by Odila")
PREVIEWS = segment(0xE2, b"MPF\0more of them")


def jpeg(*more: bytes, scans: bytes = SCAN) -> bytes:
    return b"\xff\xd8" + JFIF + b"".join(more) + TABLES + FRAME + scans + b"\xff\xd9"


def part(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def webp(*parts: bytes) -> bytes:
    whole = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(whole)) + whole


def header(bits: int, width: int = 32, height: int = 24) -> bytes:
    return part(
        b"VP8X", bytes([bits, 0, 0, 0]) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    )


LOSSY = part(b"VP8 ", b"\x50\x00\x00\x9d\x01\x2a" + struct.pack("<HH", 32, 24) + b"pixels")
LOSSLESS = part(b"VP8L", b"\x2f" + struct.pack("<I", 31 | 23 << 14) + b"pixel")


@pytest.mark.parametrize(
    ("told", "clean"),
    [
        (with_metadata(PNG), PNG),
        (png([[FLOOR]], chunk(b"tIME", bytes(7))), png([[FLOOR]])),
        (jpeg(EXIF, NOTE, PREVIEWS) + b"a film behind it", jpeg()),
        (jpeg().replace(JFIF, WITH_A_PREVIEW), jpeg()),
        (webp(header(0x1C), LOSSY, part(b"EXIF", b"GPS"), part(b"XMP ", b"<x/>")), webp(header(0x10), LOSSY)),
        (webp(LOSSLESS, part(b"note", b"by Odila")) + b"behind", webp(LOSSLESS)),
    ],
    ids=["png", "png-time", "jpeg", "jpeg-preview", "webp", "webp-lossless"],
)
def test_a_picture_tells_nothing_but_itself(told: bytes, clean: bytes) -> None:
    assert cleaned(told) == clean
    assert cleaned(clean) == clean
    formats.must_be_clean(clean)
    with pytest.raises(NoPicture, match="tells more than it shows"):
        formats.must_be_clean(told)


@pytest.mark.parametrize(
    "whole",
    [
        PNG,
        jpeg(),
        jpeg(segment(0xE2, b"ICC_PROFILE\0\1\1colours"), segment(0xEE, b"Adobe\0")),
        jpeg(scans=SCAN + segment(0xC4, bytes(20)) + SCAN),
        webp(LOSSY),
        webp(header(0x20), part(b"ICCP", b"odd"), LOSSLESS),
    ],
)
def test_what_makes_a_picture_is_kept_as_it_is(whole: bytes) -> None:
    assert cleaned(whole) == whole


def test_bytes_of_filling_before_a_marker_are_no_part_of_it() -> None:
    assert cleaned(jpeg(b"\xff\xff" + segment(0xE1, b"Exif\0\0"))) == jpeg()
    assert cleaned(jpeg(scans=SCAN + b"\xff")) == jpeg()


@pytest.mark.parametrize(
    ("raw", "kind"), [(PNG, "image/png"), (jpeg(), "image/jpeg"), (webp(LOSSY), "image/webp")], ids=["p", "j", "w"]
)
def test_a_picture_is_what_its_bytes_say(raw: bytes, kind: str) -> None:
    assert kind_of(raw) == kind


@pytest.mark.parametrize(
    "raw",
    [b"", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<!doctype html>", b"GIF89a", b"BM", b"RIFF0000WAVE", PNG[1:]],
)
def test_whatever_begins_otherwise_is_none(raw: bytes) -> None:
    with pytest.raises(NoPicture, match="a PNG, JPEG or WebP begins otherwise"):
        cleaned(raw)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (PNG[:-1], "cannot be read to its end"),
        (jpeg()[:-2], "cannot be read to its end"),
        (b"\xff\xd8\xff", "cannot be read to its end"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "cannot be read to its end"),
        (b"\xff\xd8" + b"\xff\xd8\xff\xd9"[2:], "does not say how large it is"),
        (jpeg()[:2] + JFIF + b"nonsense", "cannot be read to its end"),
        (webp(LOSSY)[:-3], "cannot be read to its end"),
        (webp(part(b"note", b"")), "does not say how large it is"),
        (webp(header(0x02), part(b"ANIM", bytes(6))), "moves"),
        (webp(header(0, width=10_001)), "10001×24"),
        (png([[FLOOR]]).replace(struct.pack(">II", 1, 1), struct.pack(">II", 1, 0)), "1×0"),
        (webp(LOSSY, part(b"ICCP", bytes(4 * 1024 * 1024))), "too large: "),
    ],
)
def test_what_is_broken_too_large_or_moves_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(NoPicture, match=why):
        cleaned(raw)


@given(st.sampled_from([PNG, jpeg(EXIF), webp(header(8), LOSSY, part(b"EXIF", b"GPS"))]), st.data())
def test_whatever_is_changed_in_a_picture_it_is_cleaned_for_good_or_refused(raw: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(raw) - 1))
    changed = raw[:at] + bytes([data.draw(st.integers(0, 255))]) + raw[at + data.draw(st.integers(0, 2)) :]
    try:
        clean = cleaned(changed)
    except NoPicture:
        return
    assert cleaned(clean) == clean
    assert kind_of(clean) == kind_of(raw)


def test_a_picture_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "cave.png").write_bytes(with_metadata(PNG))
    assert formats.read(tmp_path / "cave.png", "here") == PNG
    for path, why in ((tmp_path / "none.png", "cannot be read"), (Path(__file__), "begins otherwise")):
        with pytest.raises(Malformed, match=why):
            formats.read(path, "here")
