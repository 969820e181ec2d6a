"""Reports stay small, however much they are of: what nobody tells apart is drawn together, long lists are cut."""

from __future__ import annotations

import random

import pytest

from analytics.report import campaign, fight, fights, marks
from analytics.report.marks import Series, Strip, strips, table, thinned
from domain.ruleset import RULESETS
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows
from tests.analytics.made_up import row

SYSTEMS = tuple(RULESETS)
NAME = "Somebody_of_the_reeds_{}"


def whole(fights: int, *, people: int, rolls: int, changes: int, around: int) -> Rows:
    """Return fights of so many people each, with so many rolls, changes of points and disputes."""
    chance = random.Random("a long evening")
    found: Rows = {name: [] for name in SHEETS}
    for number in range(fights):
        of = f"{number:032x}"
        system, opened = SYSTEMS[number % len(SYSTEMS)], 86_400_000 * number
        about = {"system": system, "opened": opened, "ended": opened + 9_000_000}
        winner, commands = NAME.format(number % people), chance.randint(20, 400)
        found["encounter"].append(
            row("encounter", encounter=of, **about, winner=winner, commands=commands, first_side=winner, version=90_000)
        )
        for one in range(people):
            who = {"who": NAME.format(one), "side": NAME.format(one % 40), "seat": NAME.format(one)}
            fell = chance.randint(1, 80_000)
            found["combatant"].append(row("combatant", encounter=of, **who, first_down_n=fell))
            found["change"].append(
                row("change", encounter=of, kind="joined", whom=who["who"], pool="health", after=900)
            )
            found["turn"].append(row("turn", encounter=of, n=one, **who, duration_ms=chance.randint(1, 99_000)))
            found["life"].append(
                row("life", encounter=of, who=who["who"], life_from="active", life_to="down", felled_by=winner)
            )
        for n in range(rolls):
            seat = NAME.format(n % people)
            said = {"actor": seat, "seat": seat, "purpose": "attack", "dice": "3d6", "result": "hit"}
            found["roll"].append(row("roll", encounter=of, n=n, **said, mid_p=chance.random(), mid_p_var=0.08))
        for n in range(changes):
            by, whom = NAME.format(n % people), NAME.format((n + 1) % people)
            harm = {"kind": "harm", "actor": by, "whom": whom, "pool": "health", "amount": 3, "lost": 2}
            found["change"].append(row("change", encounter=of, n=n, **harm, after=chance.randint(0, 900)))
        found["around"] += [
            row("around", encounter=of, n=n, type="DisputeRaised", seat=NAME.format(n % people)) for n in range(around)
        ]
        for n in range(people):
            asked = {"kind": f"question {n}", "options": ["yes", "no"], "taken": "no"}
            found["decision"].append(row("decision", encounter=of, n=n, **asked))
    return found


@pytest.mark.slow
def test_a_fight_is_at_most_150_kb() -> None:
    made = fight.report(whole(1, people=300, rolls=20_000, changes=20_000, around=3_000))
    assert len(made.encode()) < 150_000
    assert "the first 100 of 300" in made
    assert "and 260 more" in made


@pytest.mark.slow
def test_a_campaign_and_a_system_are_at_most_300_kb() -> None:
    rows = whole(300, people=60, rolls=30, changes=0, around=0)
    for made in (fights.report(rows, "300 fights."), campaign.report(rows, "300 fights.", ["Saltmouth"])):
        assert len(made.encode()) < 300_000
        assert "<h1>" in made


def test_a_line_of_many_points_keeps_its_beginning_its_end_and_its_way() -> None:
    points = [(n / 10_000, n / 10_000) for n in range(10_001)]
    drawn = thinned(points, 200)
    assert len(drawn) <= 200
    assert (drawn[0], drawn[-1]) == (points[0], points[-1])
    assert [*drawn] == sorted({*drawn})
    assert thinned(points[:200], 200) == points[:200]


@pytest.mark.parametrize(("number", "together"), [(marks.MOST_TICKS, False), (marks.MOST_TICKS + 1, True)])
def test_over_so_many_rolls_it_is_drawn_how_many_lie_where(number: int, together: bool) -> None:
    ticks = [((n + 0.5) / number, f"roll {n}") for n in range(number)]
    made = strips([Strip(name="ana", ticks=ticks, mean=0.5, low=0.4, high=0.6, value="50", says="ana")])
    assert made.count('class="tick"') == (1 if together else number)
    assert (f"{number} rolls" in made) == together
    assert sum(marks.binned(ticks, 10)) == number


def test_what_lies_where_is_counted_to_both_ends() -> None:
    ticks = [(at, "") for at in (0.0, 0.05, 0.1, 0.95, 1.0)]
    assert marks.binned(ticks, 10) == [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]


def test_a_plot_of_few_points_has_all_of_them_and_one_of_many_not() -> None:
    def drawn(number: int) -> str:
        points = [(n / number, n % 2) for n in range(number)]
        return marks.lines([Series(name="ana", place=0, points=points)], [], "ana")

    assert drawn(marks.MOST_MARKS).count("V") == marks.MOST_MARKS - 1
    assert drawn(marks.MOST_MARKS + 1).count("V") < marks.MOST_MARKS // 2


def test_a_plot_of_many_marks_draws_the_first_and_says_how_many_it_does_not() -> None:
    def drawn(number: int) -> str:
        marked = [(n / number, 0.5, f"fall {n}") for n in range(number)]
        each = [Series(name=name, place=0, points=[(0.0, 1.0)], marked=marked) for name in ("ana", "bo")]
        return marks.lines(each, [], "who fell")

    few, many = drawn(marks.MOST_MARKS // 2 - 1), drawn(marks.MOST_MARKS)
    assert few.count('class="fall') == marks.MOST_MARKS - 2
    assert "more</p>" not in few
    assert many.count('class="fall') == 100
    assert "<p>and 3900 later marks more</p>" in many


def test_of_a_long_list_the_first_are_written_and_how_many_there_are() -> None:
    made = table(("who",), [(f"Nr {n}",) for n in range(200)])
    assert "The numbers: the first 100 of 200" in made
    assert made.count("<tr>") == 101
    assert "Nr 99<" in made
    assert "Nr 100" not in made
