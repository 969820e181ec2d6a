"""What differs between two moments: every value, before and after, and the lines that made it so."""

from __future__ import annotations

import pytest

from bots.players import Choices, sensible
from cli import whole_fights
from files import rosters
from ledger.application import Ledger
from ledger.table.fight import Fight
from projections.history.difference import Difference, as_stored, difference
from projections.values import reading
from tests.projections.fights import Written, duel


def of(fight: Written, since: int, upto: int) -> Difference:
    return difference(Fight().then(fight.lines), since, upto)


def test_a_blow_is_what_made_the_difference() -> None:
    fight = duel()
    before = fight.last
    health = fight.now.combatants["Bo"].pools["health"].now
    fight.do("attack", "Ana", target="Bo")
    found = {each.value: each for each in of(fight, before, fight.last).values}
    blow = next(line.n for line in fight.lines if line.type == "DamageApplied" and line.n > before)
    assert (found["Bo.health"].before, found["Bo.health"].after) == (health, health - 2)
    assert [(each.n, each.before, each.after) for each in found["Bo.health"].lines] == [(blow, health, health - 2)]
    assert "Ana.health" not in found


def test_what_was_taken_back_since_is_put_down_to_the_rewind() -> None:
    fight = duel()
    before = fight.last
    fight.do("attack", "Ana", target="Bo")
    after = fight.last
    back = fight.rewind(before)
    assert of(fight, before, back).values == ()
    found = {each.value: each for each in of(fight, after, back).values}
    assert [each.n for each in found["Bo.health"].lines] == [back]


def test_nothing_differs_from_itself() -> None:
    assert of(duel(), 12, 12).values == ()


@pytest.mark.long(but=("pursuit", "storyteller"))
@pytest.mark.slow
@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_the_lines_of_each_value_lead_from_the_one_to_the_other(system: str) -> None:
    with Ledger() as ledger:
        played = whole_fights.play(ledger, rosters.read(rosters.SAMPLES[system]), sensible, Choices(7))
        fight = ledger.fight(played.encounter)
        since, upto = fight.version // 3, fight.version
        found = difference(fight, since, upto).values
        assert found
        for each in found:
            read = reading(fight.encounter, each.value)
            assert (each.before, each.after) == (as_stored(read(fight.at(since))), as_stored(read(fight.encounter)))
            value = each.before
            for line in each.lines:
                assert since < line.n <= upto
                assert line.before == value
                value = line.after
            assert value == each.after
