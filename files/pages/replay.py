"""A replay as one file: its look, its program, the fight to be seen and the lines that prove it.

The program is that of the page, with what the verifier's page checks a file by. Nothing else runs in the file: its
policy names the hashes of the one script and the one style in it.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Protocol
from zlib import error as not_packed

from ledger.table.fight import Fight
from ledger.table.knowledge import STRANGER
from ledger.version import VERSION
from projections.chronicle import chronicle
from projections.history.bundle import bundle
from verifier.inlining import allowing

SERVED = Path(__file__).parents[2] / "page" / "served"
MARK = b"<!doctype html>"
"""What such a file begins with."""
LARGEST = 1 << 28
"""More bytes of lines than this are no fight."""
_LINES = re.compile(rb'<script type="application/gzip" id="lines">([A-Za-z0-9+/=]*)</script>')
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Encounter Ledger {version}">
<title>Replay</title>
<style>{look}</style>
</head>
<body>
<div id="page"><main class="sheet"><h1>BROKEN</h1><p class="lead">The program in this file was changed, or this browser
runs none: nothing is checked. `encounter verify FILE` checks it in a terminal.</p></main></div>
<script type="application/gzip" id="bundle">{bundle}</script>
<script type="application/gzip" id="lines">{lines}</script>
<script type="application/json" id="seal">{seal}</script>
<script>{program}</script>
</body>
</html>
"""


class NoReplay(ValueError):
    """A file is no replay with lines in it; the message says why."""


def replay_file(bundle: bytes, lines: bytes, seal: str | None) -> bytes:
    """Return the file of a bundle and the exported lines that it was made of, with the note that says so."""
    filled = {
        "version": VERSION,
        "look": _served("look.css"),
        "program": _served("replay.js"),
        "bundle": _packed(bundle),
        "lines": _packed(lines),
        "seal": json.dumps(seal).replace("<", "\\u003c"),
    }
    page = _PAGE.format(policy="{policy}", **filled)
    policy = f"default-src 'none'; img-src data:; {allowing(page)}"
    return page.replace("{policy}", policy, 1).encode()


class Keeps(Protocol):
    """What keeps fights, as far as a replay asks it."""

    def fight(self, encounter: str, seat: str | None = None) -> Fight:
        """Return a fight as a seat knows it."""
        ...

    def export(self, encounter: str, seat: str | None = None) -> bytes:
        """Return the file of its lines."""
        ...

    def sealed_replay(self, encounter: str, version: int, bundle: bytes) -> str | None:
        """Return the signed note that a bundle was made of the lines up to a version."""
        ...


def replay_of(
    kept: Keeps, encounter: str, seat: str | None = None, chances: Callable[[Fight], bytes | None] = lambda _: None
) -> bytes:
    """Return the file of a fight as a seat knows it; without a seat, as whoever keeps it does.

    What ``chances`` tells of the fight as everybody knows it, as JSON, stands in it too.
    """
    while True:
        fight = kept.fight(encounter, seat)
        lines = kept.export(encounter, seat)
        # Lines that came in between would be told of by the one half and not by the other.
        if kept.fight(encounter).version == fight.version:
            break
    told = b"".join(bundle(fight, chronicle(fight.lines), chances(kept.fight(encounter, STRANGER))))
    return replay_file(told, lines, kept.sealed_replay(encounter, fight.version, told))


def lines_in(raw: bytes) -> bytes:
    """Return the exported lines in the file of a replay. Raises NoReplay."""
    found = _LINES.search(raw)
    if found is None:
        raise NoReplay("The page holds no lines of a fight.")
    try:
        with gzip.open(BytesIO(b64decode(found[1], validate=True))) as packed:
            lines = packed.read(LARGEST + 1)
    except (Error, OSError, EOFError, not_packed):
        raise NoReplay("The lines in the page were changed: they cannot be unpacked.") from None
    if len(lines) > LARGEST:
        raise NoReplay("The page holds more lines than any fight.")
    return lines


def _packed(raw: bytes) -> str:
    return b64encode(gzip.compress(raw, 9, mtime=0)).decode()


def _served(name: str) -> str:
    """Return a file of the page, as it stands in a page."""
    text = (SERVED / name).read_text(encoding="utf-8")
    return text.rstrip("\n")
