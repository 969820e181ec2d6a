"""Lines that no ledger would have written: each is missed where it stands, and a fork's dice are not graded."""

import orjson
import pytest

from domain.events import DiceRolled, EncounterOpened, HistoryRewound, TurnStarted
from ledger.line.canonical import canon_trusted
from ledger.line.entries import (
    ChainRenewed,
    EntropyRevealed,
    Entry,
    LedgerClosed,
    RewindAnswered,
    RewindAsked,
    RewindLapsed,
    SeatJoined,
    TableDiceTyped,
)
from ledger.proof.verifying import verify
from ledger.table.fight import Fight
from ledger.table.writing import Writing
from tests.ledger.forging import broken_at, chained

ANCHOR = "7b8c6157b5331fd9e249057c5e047d7a288d915a699d9cb606767816c6f36ce3"
LINE_0 = EncounterOpened(
    encounter="0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    system="pursuit",
    version="pursuit/1",
    house_rules={},
    positions="tiles",
    size=2,
    rewind="until-roll",
    dice="ledger",
    seats=({"id": "ana", "role": "player"}, {"id": "bo", "role": "player"}),
    anchor=ANCHOR,
)


def written(*entries: Entry) -> bytes:
    """Return the file of an encounter that a ledger would not have written."""
    writing = Writing(Fight(), 1_790_000_000_000)
    for entry in (LINE_0, *entries):
        writing.write(entry)
    return b"\n".join(line.raw for line in writing.lines) + b"\n"


def test_a_set_up_alone_verifies() -> None:
    verified = verify(written(SeatJoined(seat="eve", role="spectator")))
    assert verified.ok
    assert (verified.lines, verified.rolls) == (2, ())


@pytest.mark.parametrize(
    "entries",
    [
        [LedgerClosed(), SeatJoined(seat="eve", role="spectator")],
        [SeatJoined(seat="ana", role="player")],
        [ChainRenewed(party="server", anchor=ANCHOR), TurnStarted(who="Ana")],
        [TurnStarted(who="Ana")],
        [EntropyRevealed(roll=1, server=ANCHOR)],
        [TableDiceTyped(by="Ana", dice="1d6", faces=(6,), seat="ana", cmd="c")],
        [RewindLapsed(reason="refused")],
        [RewindAnswered(seat="bo", agree=True, cmd="c")],
        [HistoryRewound(to_version=0, by="ana", reason="")],
        [
            RewindAsked(to_version=0, by="ana", reason="", cmd="a"),
            RewindAsked(to_version=0, by="bo", reason="", cmd="b"),
        ],
        [DiceRolled(by="Ana", purpose="luck", dice="1d6", faces=(6,), source="fork")],
    ],
)
def test_the_last_of_these_lines_cannot_stand_there(entries: list[Entry]) -> None:
    assert broken_at(written(*entries)) == len(entries)


def test_dice_repeated_by_a_fork_are_marked_and_not_graded() -> None:
    rolled = DiceRolled(by="Ana", purpose="luck", dice="1d6", faces=(6,), source="fork", roll=4)
    lines = written(rolled).splitlines()
    opened = canon_trusted({**orjson.loads(lines[0]), "fork": {"encounter": "f" * 32, "leaf": ANCHOR, "n": 12}})
    verified = verify(chained([orjson.loads(opened), orjson.loads(lines[1])]))
    assert verified.ok
    assert [(each.roll, each.grade, each.line) for each in verified.rolls] == [(4, "fork", 1)]
