"""A file from outside is counted before it is believed, and verifying it costs in proportion to its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from ledger.application import Ledger
from ledger.proof import bulk, exporting
from ledger.proof.verifying import verify
from ledger.refusals import TooMuch
from tests.counting import calls

FILE = (Path(__file__).parents[2] / "transcripts" / "vanguard.ndjson").read_bytes()
GROWTH = 2.2


def begun() -> list[dict[str, Any]]:
    """Return the lines of a fight up to its first command."""
    lines: list[dict[str, Any]] = []
    for raw in FILE.splitlines():
        value = orjson.loads(raw)
        if value["type"] == "CommandAccepted":
            return lines
        lines.append(value)
    raise AssertionError("The fight has no command.")


def chained(lines: list[dict[str, Any]]) -> bytes:
    """Return lines as a file whose chain holds."""
    before, rows = "0" * 64, []
    for n, line in enumerate(lines):
        raw = orjson.dumps({**line, "n": n, "prev": before}, option=orjson.OPT_SORT_KEYS)
        before = sha256(b"\0" + raw).hexdigest()
        rows.append(raw)
    return b"\n".join(rows) + b"\n"


def latecomers(many: int) -> bytes:
    at = begun()[-1]["at"]
    return chained(
        [*begun(), *({"type": "SeatJoined", "seat": f"s{n}", "role": "player", "at": at} for n in range(many))]
    )


def payloads(many: int) -> bytes:
    return latecomers(1) + b"".join(b'{"n":3,"payload":{"k%d":0},"salt":""}\n' % n for n in range(many))


def notes(many: int) -> bytes:
    note = "encounter.local/x\n3\nAAAA\n\n"
    return latecomers(1) + b"".join(orjson.dumps({"note": note}) + b"\n" for _ in range(many))


def long(many: int) -> bytes:
    return latecomers(1) + b"{}\n" * many


@pytest.mark.parametrize("made", [latecomers, payloads, notes, long])
def test_twice_the_file_is_verified_with_twice_the_work(made: Callable[[int], bytes]) -> None:
    verify(made(10))
    once, twice = (calls(partial(verify, made(many))) for many in (250, 500))
    assert twice <= GROWTH * once


def kinds() -> Iterator[tuple[str, int]]:
    yield from bulk.MOST.items()


@pytest.mark.parametrize(("kind", "most"), [*kinds()])
def test_a_file_with_too_many_lines_of_a_kind_is_not_looked_into(
    kind: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: bytes) -> Any:
        raise AssertionError("The file was looked into.")

    monkeypatch.setattr(exporting, "read", never)
    row = b'{"type":"%b"}\n' % kind.encode()
    with Ledger() as ledger:
        with pytest.raises(TooMuch, match=f"{most + 1} lines {kind}: at most {most}"):
            ledger.import_(row * (most + 1))
        with pytest.raises(AssertionError, match="looked into"):
            ledger.import_(row * most)


def test_a_file_with_too_many_lines_or_checkpoints_is_not_looked_into() -> None:
    with pytest.raises(TooMuch, match="100001 lines: at most 100000"):
        bulk.must_be_manageable(b"{}\n" * 100_001)
    with pytest.raises(TooMuch, match="20001 checkpoints: at most 20000"):
        bulk.must_be_manageable(b"{}" + b'\n{"note":""}' * 20_001)


def test_every_fight_that_was_kept_is_manageable() -> None:
    for file in (Path(__file__).parents[2] / "transcripts").glob("*.ndjson"):
        bulk.must_be_manageable(file.read_bytes())
