"""Reports: one page that fetches nothing and runs nothing, with the numbers that the questions give."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analytics.queries import query
from analytics.report import campaign, counting, fight, fights, suspense, timing
from analytics.report.page import POLICY
from bots.lab.judge import judge
from bots.lab.statistics import Interval
from bots.lab.swings import course, start_of
from bots.players import sensible
from bots.sparring import seats_in
from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.analytics import summing
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.summing import named, wilson
from tests.analytics.golden_rows import FIGHTS, answered, rows_of_all

ONE = {file.stem: file for file in FIGHTS}
EMPTY = {"meta"}


class Tags(HTMLParser):
    """Collects what a page is made of, and whether every tag that opens also closes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def rows_of(name: str) -> Rows:
    """Return the tables of a fight."""
    return extract(of_file(ONE[name].read_bytes()))


@pytest.fixture(params=[*ONE, "all", "campaign"])
def page(request: pytest.FixtureRequest) -> str:
    """Give the report of each fight, and that of all."""
    if request.param == "all":
        return fights.report(rows_of_all(), "10 fights.")
    if request.param == "campaign":
        return campaign.report(rows_of_all(), "10 fights.", ["Saltmouth"])
    return fight.report(rows_of(request.param))


def test_nothing_is_run_and_nothing_fetched(page: str) -> None:
    tags = Tags(page)
    assert {"script", "link", "img", "iframe", "object", "embed", "form"}.isdisjoint(tags.names)
    assert not [name for name, _ in tags.attributes if name.startswith("on") or name in ("src", "href", "action")]
    assert f'content="{POLICY}"' in page
    assert re.findall(r"url\((?!#)", page) == []
    assert "://" not in page
    assert len(page.encode()) < 150_000


def test_every_figure_says_in_words_what_it_shows(page: str) -> None:
    figures = re.findall(r'<svg class="(?:bar|strip|lines)"[^>]*>', page)
    assert figures or "Taken back, disputed, ruled" in page
    assert all(re.search(r'role="img" aria-label="[^"]{3,}"', each) for each in figures)
    assert page.count("<details>") >= 1
    assert "light dark" in page


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "\" onload='x'", "</title><b>", "a&b", "'><img src=x>"])
def test_a_name_is_never_markup(name: str) -> None:
    plain, hurt = renamed("Innocent"), renamed(name)
    for made, innocent in (
        (fight.report(hurt), fight.report(plain)),
        (fights.report(hurt, "1 fight."), fights.report(plain, "1 fight.")),
        (campaign.report(hurt, "1 fight.", [name]), campaign.report(plain, "1 fight.", ["Innocent"])),
    ):
        assert Tags(made).names == Tags(innocent).names
        assert [each for each, _ in Tags(made).attributes] == [each for each, _ in Tags(innocent).attributes]
    assert name in "".join(Tags(fight.report(hurt)).words)


def renamed(name: str) -> Rows:
    """Return the tables of a fight in which somebody has that name."""
    rows = rows_of("pursuit-1")
    return {
        table: [[name if value == "Bram" else value for value in row] for row in found] for table, found in rows.items()
    }


def test_a_fight_says_who_won_and_how_to_check_it() -> None:
    made = fight.report(rows_of("pursuit-1"))
    words = "".join(Tags(made).words)
    (whole,) = named(rows_of("pursuit-1"), "encounter")
    assert "<h1>Bram won</h1>" in made
    assert f".venv/bin/encounter export {whole['encounter']} --out fight.ndjson" in words
    assert "A fight of pursuit, 21 September 2026." in words
    assert "Nobody won" not in made


def test_a_fight_that_goes_on_says_so_and_what_was_taken_back_is_listed() -> None:
    made = fight.report(rows_of("verdigris-17-open"))
    assert "<h1>A fight that is not over</h1>" in made
    assert "taken back to" in made


def test_what_decided_it_adds_up_and_a_sentence_is_never_markup() -> None:
    _, lines, _ = exporting.read(ONE["pursuit-1"].read_bytes())
    played = Fight().then(lines)
    start = start_of(played)
    asked, worth = judge(start, seats_in(start), sensible, fights=40, seed=1)
    found = course(played, asked, "Bram", 1)
    rows = rows_of("pursuit-1")
    made = fight.report(rows, (found, worth))
    assert "What decided it" not in fight.report(rows)
    assert "What decided it" in made
    assert f"the dice gave {100 * found.luck:+.0f}, all else {100 * found.rest:+.0f}" in made
    assert found.at_first + found.luck + found.rest == pytest.approx(found.at_last)
    assert made.count('<i class="fall') == fight.report(rows).count('<i class="fall') + len(found.largest)
    looked_at = replace(found.largest[0], fought=Interval(value=0.5, low=0.41, high=0.592))
    assert "by fights that went on from there" not in made
    again = fight.report(rows, (replace(found, largest=(looked_at,)), worth))
    assert "; by fights that went on from there 50 (41 to 59) (line" in again
    hurt = replace(found, largest=tuple(replace(swing, text="<script>x</script>") for swing in found.largest))
    assert Tags(fight.report(rows, (hurt, worth))).names == Tags(made).names


def test_points_go_as_the_changes_say_and_end_where_the_pools_end() -> None:
    rows = rows_of("vanguard-5")
    pools: dict[tuple[str, str], list[int]] = {}
    for row in named(rows, "change"):
        if row["kind"] in ("joined", "harm", "mend", "set"):
            pools.setdefault((row["whom"], row["pool"]), []).append(row["after"])
    sides = {row["who"]: row["side"] for row in named(rows, "combatant")}
    for way in counting.ways(rows):
        first = {who: pool for who, pool in reversed(pools) if sides[who] == way.side and pools[who, pool][0] > 0}
        began = sum(pools[each][0] for each in first.items())
        assert way.points[-1][1] == pytest.approx(min(1, sum(pools[each][-1] for each in first.items()) / began))
        assert all(0 <= share <= 1 for _, share in way.points)
        assert [n for n, _ in way.points] == sorted(n for n, _ in way.points)


def test_deeds_are_those_that_the_question_counts() -> None:
    found = answered(rows_of("vanguard-5"), query("carried").sql)
    asked = {(row[2], row[4]): (row[5], row[7], row[8], row[9]) for row in found.rows}
    told = {of: (e.harm, e.overkill, e.mended, e.felled) for of, e in counting.deeds(rows_of("vanguard-5")).items()}
    assert told == asked
    assert {pool for _, pool in asked} == {"count", "health", None}


def test_heads_and_points_are_told_apart() -> None:
    words = "".join(Tags(fight.report(rows_of("vanguard-5"))).words)
    assert "party: count" in words
    assert "monsters: health" in words
    assert "a head is no point" in words
    assert "a head is no point" not in fight.report(rows_of("pursuit-1"))


def test_nobody_stands_under_the_heading_of_another_side() -> None:
    words = [each for each in Tags(fight.report(rows_of("etiquette-2-table"))).words if each.strip()]
    carried = words[words.index("Who carried it") : words.index("Whose turns took long")]
    assert carried[carried.index("Thistle") + 1] == "Thistle"


def test_luck_is_that_of_the_question() -> None:
    found = answered(rows_of_all(), query("luck").sql)
    asked = {row[0]: row[1:5] for row in found.rows}
    told = summing.lucky(rows_of_all())
    assert told.keys() == asked.keys()
    for seat, each in told.items():
        n, luck, low, high = asked[seat]
        assert len(each.rolls) == n
        assert [100 * each.mean, 100 * each.low, 100 * each.high] == pytest.approx([luck, max(0, low), min(100, high)])


def test_the_luck_of_a_campaign_ends_where_all_its_rolls_are() -> None:
    rows = rows_of_all()
    fights = sorted(named(rows, "encounter"), key=lambda each: (each["opened"], each["encounter"]))
    order = {each["encounter"]: place for place, each in enumerate(fights)}
    asked = {row[0]: row[5] for row in answered(rows, query("luck").sql).rows}
    for seat, each in summing.lucky(rows).items():
        points = campaign._course(each.rolls, order)
        assert points[-1][1] == pytest.approx(min(1, max(0, 0.5 + asked[seat] / campaign.SPAN)))
        assert [x for x, _ in points] == sorted(x for x, _ in points)


def test_a_campaign_tells_who_fell_by_whom_and_leaves_out_the_pace_of_programs() -> None:
    rows = rows_of_all()
    words = "".join(Tags(campaign.report(rows, "10 fights.", ["Saltmouth"])).words)
    (ana,) = (row for row in named(rows, "life") if row["who"] == "Bo" and row["felled_by"] == "Ana")
    assert ana["life_to"] in counting.FELL
    assert "At what pace" in words
    place = SHEETS["turn"].place("automatic")
    robots = [[*turn[:place], True, *turn[place + 1 :]] for turn in rows["turn"]]
    made = campaign.report({**rows, "turn": robots}, "10 fights.", ["Saltmouth"])
    assert "At what pace" not in made
    assert "Whose turns took long" not in fight.report({**rows_of("pursuit-1"), "turn": robots})


def test_where_the_time_went_is_what_the_question_says() -> None:
    rows = rows_of_all()
    systems = {row["encounter"]: row["system"] for row in named(rows, "encounter")}
    told: dict[tuple[str, int], list[timing.Spent]] = {}
    for (encounter, number), spent in timing.rounds(rows).items():
        told.setdefault((systems[encounter], number), []).append(spent)
    found = answered(rows, query("time").sql)
    asked = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    parts = {
        timing.TURNS: ("turns",),
        timing.QUESTIONS: ("questions",),
        timing.RULINGS: ("rulings",),
        timing.BACK: ("taken_back", "rewinding", "disputing"),
        timing.DICE: ("waiting_for_dice",),
    }
    for each in asked:
        every = told.get((each["system"], each["round"]), [])
        for part, columns in parts.items():
            assert sum(spent[part] for spent in every) == pytest.approx(sum(each[column] for column in columns))
    assert len(told) > 10


def test_the_time_of_a_fight_is_drawn_by_round_in_parts_that_differ_in_more_than_colour() -> None:
    rows = rows_of("etiquette-2-table")
    words = [*Tags(made := fight.report(rows)).words]
    assert "Where the time went" in words
    shown = made.partition("Where the time went")[2].partition("<details>")[0]
    parts = {part for spent in timing.rounds(rows).values() for part in timing.PARTS if spent[part]}
    assert {part for part in timing.PARTS if f"</svg>{part}</li>" in shown} == parts
    assert len(parts) > 2
    hatched = {*re.findall(r"url\(#(hatch\d)\)", shown)}
    assert hatched == {f"hatch{timing.PARTS.index(part)}" for part in parts} - {"hatch0"}
    assert all(f'id="{each}"' in made for each in hatched)
    untimed = SHEETS["line"].place("spent_ms")
    silent = [[*row[:untimed], None, *row[untimed + 1 :]] for row in rows["line"]]
    assert "Where the time went" not in fight.report({**rows, "line": silent})


def test_of_many_fights_the_time_of_a_round_is_a_mean_with_its_interval_and_under_twenty_none_is_drawn() -> None:
    made = fights.report(rows_of_all(), "8 fights.").partition("Where the time goes")[2].partition("<details>")[0]
    assert "too few fights" in made
    assert "whisker" not in made
    many = fights.report(copies(5), "40 fights.").partition("Where the time goes")[2].partition("<details>")[0]
    assert "whisker" in many
    mean, low, high = timing._mean(
        [{timing.TURNS: each, **dict.fromkeys(timing.PARTS[1:], 0.0)} for each in (1.0, 3.0)]
    )
    assert mean[timing.TURNS] == 2
    assert (low, high) == pytest.approx((2 - 1.96, 2 + 1.96))


def test_an_interval_is_that_of_the_question() -> None:
    found = answered(rows_of_all(), query("snowball").sql)
    for _, k, n, share, low, high, _ in found.rows:
        assert [k / n, *wilson(k, n)] == pytest.approx([share, low, high])


def test_under_five_rolls_there_is_no_verdict_and_under_twenty_fights_no_share() -> None:
    made = fights.report(rows_of_all(), "10 fights.")
    assert "pursuit, 4 fights: too few" in made
    assert "Does the first fall decide it?" in made
    assert "50 %" not in made.partition("How long it takes")[0]
    rows = rows_of("pursuit-1")
    few = {**rows, "roll": rows["roll"][: summing.FEWEST_ROLLS - 1]}
    assert summing.lucky(few)
    assert "<div class='value'>too few</div>" in fight.report(few)


def copies(times: int) -> Rows:
    """Return all fights so many times, each time under other ids."""
    rows = rows_of_all()
    return {name: [[f"{row[0]}-{n}", *row[1:]] for n in range(times) for row in some] for name, some in rows.items()}


def test_which_rules_come_up_is_what_the_question_says() -> None:
    rows = copies(5)
    words = [*Tags(fights.report(rows, "40 fights.")).words]
    found = answered(rows, query("rules").sql)
    never = [row for row in found.rows if row[0] == "pursuit" and not row[3]]
    known = [row for row in found.rows if row[0] == "pursuit"]
    assert f"pursuit: {len(never)} of {len(known)} rules never came up in 20 fights" in words
    rare = sorted((row for row in known if row[3]), key=lambda row: (row[3], row[2], row[1]))[: fights.MOST_RULES]
    assert [word for word in words if word in {row[1] for row in known}][: len(rare)] == [row[1] for row in rare]


def test_how_long_it_stays_open_is_what_the_question_says() -> None:
    rows = rows_of_all()
    found = {(row[0], row[1]): row[2:6] for row in answered(rows, query("suspense").sql).rows}
    over = {row["encounter"]: row["system"] for row in named(rows, "encounter") if row["ended"] is not None}
    told = suspense.parts(rows, over)
    assert told.keys() == found.keys()
    for of, each in told.items():
        n, openness, low, high = found[of]
        assert (len(each), sum(each) / n) == (n, pytest.approx(openness))
        assert suspense._interval(each)[1:] == pytest.approx((low, high)) if n > 1 else (None, None)
    assert "How long it stays open" not in fights.report({**rows, "swing": []}, "8 fights.")
    assert "How long it stays open" in fights.report(copies(7), "56 fights.")


@pytest.mark.parametrize(
    ("chances", "openness"),
    [((0.5, 0.5), 1), ((1, 0), 0), ((0.9, 0.1), 0.469), ((0.2, 0.2), 1), ((1,), 0), ((0, 0), 0)],
)
def test_it_is_open_where_all_sides_are_as_likely(chances: tuple[float, ...], openness: float) -> None:
    assert suspense.openness(chances) == pytest.approx(openness, abs=5e-4)


def test_under_twenty_fights_no_lengths_and_under_twenty_turns_no_pace_is_drawn() -> None:
    words = Tags(fights.report(rows_of_all(), "8 fights.")).words
    assert "pursuit: too few (4)" in words
    assert "commands in the middle" not in "".join(words)
    assert "commands in the middle" in fights.report(copies(5), "40 fights.")
    made = campaign.report(rows_of_all(), "8 fights.", ["Saltmouth"])
    pace = made.partition("At what pace")[2].partition("<details>")[0]
    assert pace.count("too few") == len(re.findall(r'<rect class="fill c1" width="0.0"', pace)) > 0


def test_without_any_fight_there_is_a_page_all_the_same() -> None:
    made = fights.report({name: [] for name in SHEETS}, "0 fights; left out: 2 not closed.")
    assert "<h1>No fights</h1>" in made
    assert "2 not closed" in made


def test_the_look_is_for_paper_too() -> None:
    look = (Path(fights.__file__).parent / "look.css").read_text(encoding="utf-8")
    assert "@media print" in look
    assert "light-dark(" in look
