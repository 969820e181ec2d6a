"""Replay: what was taken back is as if it had never been, also where nothing has come after it yet."""

from __future__ import annotations

from domain.events import HistoryRewound
from domain.replaying import live, replay
from tests.domain.test_outside import LANE, override, said, told
from tests.laws.fights import begun
from tests.openings import opening_of


def test_a_line_that_takes_back_counts_itself_for_nothing() -> None:
    assert live([], 4) == [range(5)]
    assert live([(4, 2)], 4) == [range(3)]
    assert live([(4, 2)], 6) == [range(3), range(5, 7)]
    assert live([(4, 2), (6, 4)], 6) == [range(3)]


def test_right_after_taking_back_the_fight_stands_where_it_stood() -> None:
    before = begun(opening_of(LANE))
    wound = override("Bo", "health", 3)
    (ruled, hurt), again = told(before, wound), told(before, override("Bo", "health", 2))
    back = HistoryRewound(by="ana", reason="No.", to_version=-1)
    assert replay([ruled, hurt], before) == said(before, wound)
    assert replay([ruled, hurt, back], before) == before
    assert replay([ruled, hurt, back, *again], before) == said(before, override("Bo", "health", 2))
