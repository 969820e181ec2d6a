"""Which moments of a fight are looked for, and how rare a great roll is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain.events import CombatantJoined, DiceRolled, RulingMade, VitalsRestored
from ledger.line.entries import DisputeRaised, Entry
from ledger.line.lines import NO_LEAF, Line, decode, encode
from projections.history.moments import RARE, Moment, is_great, moments


def rolled(dice: str, *faces: int, **more: Any) -> DiceRolled:
    return DiceRolled(by="Ana", purpose="attack", dice=dice, faces=faces, source="ledger", **more)


def line(n: int, entry: Entry) -> Line:
    return decode(encode(entry, n=n, prev=NO_LEAF, at=0, cause=1))


def view(**lives: str) -> dict[str, Any]:
    return {"combatants": [{"id": who, "side": f"of {who}", "life": life} for who, life in lives.items()]}


@pytest.mark.parametrize(
    ("dice", "keep", "sides", "count", "best"),
    [("1d20", None, 20, 1, None), ("3d6", None, 6, 3, None), ("4d6", 3, 6, 4, True), ("2d20", 1, 20, 2, False)],
)
def test_a_great_roll_is_one_of_which_at_most_one_in_twenty_comes_out_as_high(
    dice: str, keep: int | None, sides: int, count: int, best: bool | None
) -> None:
    every = list(product(range(1, sides + 1), repeat=count))
    kept = [tuple(sorted(faces, reverse=best is True)[: keep or count]) for faces in every]
    sums = sorted(sum(each) for each in kept)
    mode = None if best is None else "advantage" if best else "disadvantage"
    for faces, counted in list(zip(every, kept, strict=True))[:: max(1, len(every) // 60)]:
        rare = sum(total >= sum(counted) for total in sums) / len(sums) <= RARE
        assert is_great(rolled(dice, *faces, **({"keep": counted, "mode": mode} if keep else {}))) == rare


def test_of_a_pool_the_highest_faces_are_counted() -> None:
    assert not is_great(rolled("6d6", 6, 6, 6, 1, 1, 1, sl=3))
    assert is_great(rolled("6d6", 6, 6, 6, 6, 1, 1, sl=4))
    assert not is_great(rolled("6d6", 5, 5, 5, 5, 5, 5, sl=0))


def test_dice_that_are_none_and_too_many_to_think_through_are_never_great() -> None:
    assert not is_great(rolled("what", 6))
    assert not is_great(rolled("9d20", *[20] * 9, keep=(20,)))


def test_falls_healing_latecomers_rulings_and_disputes_are_moments() -> None:
    lines = [
        line(5, VitalsRestored(to="Ana", amount=1, pool="hp", before=1, after=2, why="tonic")),
        line(6, CombatantJoined(who="Bo", side="b", kind="enemy", at="here")),
        line(7, RulingMade(by="gm", subject="cover")),
        line(8, DisputeRaised(of=3, by="ana", reason="No.", cmd="c")),
        line(9, rolled("3d6", 6, 6, 6)),
    ]
    found = list(moments(lines, view(Ana="active", Cy="down"), view(Ana="dead", Bo="active", Cy="dead")))
    assert found == [
        Moment(n=5, kind="healed", who="Ana", side="of Ana"),
        Moment(n=6, kind="late", who="Bo", side="of Bo"),
        Moment(n=7, kind="ruling"),
        Moment(n=8, kind="dispute"),
        Moment(n=9, kind="great", who="Ana", side="of Ana"),
        Moment(n=9, kind="fell", who="Ana", side="of Ana"),
    ]
