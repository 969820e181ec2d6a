"""A process of its own that estimates the chances of one fight, for a server that must not be slowed by it.

It reads the exported fight on its standard input. On its standard output it says in lines of JSON how far it is,
`{"learnt": 12, "of": 150}`, and at last `{"chances": …}`, or `{"why": "…"}` where there are none. Judges are kept in
the folder that it is told. It ends with whoever listens to it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import process_time

import orjson
from pydantic import TypeAdapter

from bots.chances.course import Chances, NoChances, chances
from bots.chances.judges import Judges, fights_for
from bots.chances.shelf import judges_in
from ledger.proof import exporting
from ledger.refusals import Broken
from ledger.table.fight import Fight

LAST = 19
"""Whoever else wants the processor comes first."""
FEWEST = 40
PATIENCE = 120.0
"""Seconds of work after which no more fights are fought, once there are as many as ``FEWEST``."""
EVERY = 5
_CHANCES = TypeAdapter(Chances)


def main(data: str | None) -> None:
    """Estimate the chances of the fight on standard input."""
    with suppress(AttributeError, OSError):
        os.nice(LAST)
    try:
        _, lines, _ = exporting.read(sys.stdin.buffer.read())
        fight = Fight().then(lines)
        many = fights_for(fight.encounter.system)
        _tell(0, many)
        judges = Judges(judges_in(None if data is None else Path(data)))
        found = chances(fight, judges, watch=lambda fights: _tell(fights, many), enough=_enough)
    except NoChances as reason:
        _say(orjson.dumps({"why": str(reason)}))
    except Broken as broken:
        _say(orjson.dumps({"why": f"It does not verify: line {broken.line}: {broken.reason}"}))
    else:
        _say(b'{"chances":%b}' % _CHANCES.dump_json(found))


def _tell(fights: int, many: int) -> None:
    if fights % EVERY == 0:
        _say(orjson.dumps({"learnt": fights, "of": many}))


def _enough(fights: int) -> bool:
    return fights >= FEWEST and process_time() > PATIENCE


def _say(line: bytes) -> None:
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Nobody listens any more, and nobody is to hear of that.
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
