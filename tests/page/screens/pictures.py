"""Pictures of screens: kept with few colours, and held against others by a browser."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from struct import pack

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

COLOURS = 32
READ = """
async (png) => {
  const shown = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(shown.width, shown.height);
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  drawing.drawImage(shown, 0, 0);
  return { canvas, drawing, all: drawing.getImageData(0, 0, shown.width, shown.height) };
}
"""
WRITE = """
async (bytes) => {
  const reader = new FileReader();
  const done = new Promise((resolve) => { reader.onload = resolve; });
  reader.readAsDataURL(new Blob([bytes]));
  await done;
  return reader.result.split(',')[1];
}
"""
PIXELS = f"""
async (png) => {{
  const {{ all }} = await ({READ})(png);
  return [all.width, all.height, await ({WRITE})(all.data)];
}}
"""
COMPARE = f"""
async ([one, other, alike]) => {{
  const [kept, seen] = [await ({READ})(one), await ({READ})(other)];
  if (kept.all.width !== seen.all.width || kept.all.height !== seen.all.height) return [1, other];
  const [before, now] = [new Uint32Array(kept.all.data.buffer), new Uint32Array(seen.all.data.buffer)];
  const colours = [...new Set(before)];
  const far = (a, b) => [0, 8, 16].reduce((sum, shift) => sum + ((a >> shift & 255) - (b >> shift & 255)) ** 2, 0);
  const nearest = new Map();
  const like = (colour) => {{
    const nearer = (best, each) => (far(each, colour) < far(best, colour) ? each : best);
    if (!nearest.has(colour)) nearest.set(colour, colours.reduce(nearer));
    return nearest.get(colour);
  }};
  let differ = 0;
  for (let at = 0; at < now.length; at++) {{
    const differs = before[at] !== now[at] && far(like(now[at]), before[at]) > alike;
    differ += differs;
    now[at] = differs ? 0xff4000e0 : (before[at] & 0x00ffffff) | 0x40000000;
  }}
  if (!differ) return [0, ''];
  seen.drawing.putImageData(seen.all, 0, 0);
  return [differ / now.length, await ({WRITE})(await seen.canvas.convertToBlob())];
}}
"""
"""What is seen gets the colours of what is kept first, so that nothing differs only because few colours are kept."""
ALIKE = 300
"""The square of so small a distance between two colours is none: nearest ones may be equally near."""


@dataclass(frozen=True, slots=True)
class Difference:
    """How much of a screen is not as it was: a share of its pixels, and a picture that marks them."""

    share: float
    picture: bytes


def difference(judge: Page, kept: bytes, seen: bytes) -> Difference:
    """Return how much of what is seen is not as it was kept."""
    share, picture = judge.evaluate(COMPARE, [b64encode(kept).decode(), b64encode(seen).decode(), ALIKE])
    return Difference(float(share), b64decode(picture))


def with_few_colours(judge: Page, seen: bytes) -> bytes:
    """Return a picture with its commonest colours alone, each other one the nearest of them: a quarter of the bytes."""
    width, height, raw = judge.evaluate(PIXELS, b64encode(seen).decode())
    pixels = np.frombuffer(b64decode(raw), np.uint8).reshape(-1, 4)[:, :3].astype(np.int64)
    packed: NDArray[np.int64] = pixels[:, 0] << 16 | pixels[:, 1] << 8 | pixels[:, 2]
    found, where, often = np.unique(packed, return_inverse=True, return_counts=True)
    each = np.stack([found >> 16, found >> 8 & 255, found & 255], axis=1)
    common = each[np.argsort(-often, kind="stable")[:COLOURS]]
    nearest = ((each[:, None] - common[None]) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    return _png(nearest[where].reshape(height, width), common.astype(np.uint8))


def _png(rows: NDArray[np.uint8], colours: NDArray[np.uint8]) -> bytes:
    """Return a PNG of which each byte is the number of a colour."""
    height, width = rows.shape
    packed = zlib.compressobj(9, zlib.DEFLATED, 15, 9)
    body = packed.compress(np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()) + packed.flush()
    head = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", head), (b"PLTE", colours.tobytes()), (b"IDAT", body), (b"IEND", b"")]
    chunks = (pack(">I", len(said)) + kind + said + pack(">I", zlib.crc32(kind + said)) for kind, said in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
