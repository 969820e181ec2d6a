"""Laws of the tables, over random fights of all systems that go through a store, with rewinds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from domain.deciding import offers
from ledger.application import Ledger
from ledger.line.entries import FIGHT_EVENTS
from ledger.table.fight import Fight
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.extraction import AROUND, Rows, extract
from projections.analytics.lines import Lines, of_file
from projections.analytics.options import options
from projections.analytics.sources import of_store
from projections.luck.throws import throws
from projections.tables.runner import Runner
from projections.tables.totals import Tally, totals
from tests.chance import repeatable
from tests.laws.fights import SYSTEMS
from tests.laws.test_recorded import recorded
from tests.projections.analytics.reading import fits, named

pytestmark = pytest.mark.slow
NUMBERS = (3, 7)
DECIDED = frozenset(
    {"to_hit", "defense", "dodge", "disengage", "struggle", "attack", "leave_melee", "grapple", "riding"}
)
"""Purposes whose rolls an outcome always takes up, unless the fight stops while it waits for a push."""


class Told:
    """A fight as the ledger holds it, its tables, and the tallies of it."""

    def __init__(self, ledger: Ledger, encounter: str) -> None:
        self.file = ledger.export(encounter)
        self.stored = of_store(ledger, encounter)
        self.fight: Fight = ledger.fight(encounter)
        self.states = {n: self.fight.at(n) for n in self.fight.ends}
        self.rows = extract(self.stored)
        with closing(Runner(ledger)) as runner:
            runner.catch_up()
            found = totals(runner.tables, encounter=encounter)
        self.tallies = found.combatants
        self.seats = found.seats


@pytest.fixture(scope="module", params=[(system, number) for system in SYSTEMS for number in NUMBERS], ids=str)
def it(request: pytest.FixtureRequest) -> Iterator[Told]:
    """Give a fight of each system, and another, played once for all laws; the same number gives the same fight."""
    system, number = request.param
    with repeatable(number), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        yield Told(ledger, recorded(ledger, system, number))


@pytest.mark.long(but=(" 3)",))
def test_from_a_file_comes_what_comes_from_the_store(it: Told) -> None:
    assert extract(of_file(it.file)) == it.rows


def test_any_beginning_has_tables_and_no_line_of_it_changes_but_for_being_taken_back(it: Told) -> None:
    lines = it.stored.raw
    for size in {1, 2, *range(3, len(lines), 1 + len(lines) // 9)}:
        rows = extract(Lines(raw=lines[:size]))
        assert len(rows["line"]) == size
        assert rows["encounter"][0][0] == it.rows["encounter"][0][0]
        for name in ("line", "die", "outcome", "change", "move", "life", "condition", "around"):
            until = [row for row in it.rows[name] if row[1] < size]
            assert [row[:5] + row[6:] for row in rows[name]] == [row[:5] + row[6:] for row in until], name


def test_just_those_lines_count_that_count_for_the_replay(it: Told) -> None:
    counting = {n for span in it.fight.live for n in span}
    lines = named(it.rows, "line")
    assert [row["n"] for row in lines] == [*range(it.fight.version + 1)]
    for row in lines:
        assert row["live"] == (row["n"] in counting or row["type"] in AROUND), row
    live = {row["n"]: row["live"] for row in lines}
    for name in SHEETS.keys() - {"encounter", "house_rule", "seat", "line"}:
        assert all(row["live"] == live[row["n"]] for row in named(it.rows, name)), name


def test_every_row_has_the_columns_of_its_table_and_its_key_for_itself(it: Told) -> None:
    for name, sheet in SHEETS.items():
        for row in it.rows[name]:
            for column, value in zip(sheet.columns, row, strict=True):
                assert fits(column, value), (name, column, value)
        keys = Counter(tuple(row[column] for column in sheet.key) for row in named(it.rows, name))
        assert [key for key, times in keys.items() if times > 1] == [], name


def test_rounds_turns_and_who_leads_whom_are_those_of_the_fold_at_the_end_of_every_command(it: Told) -> None:
    for n, state in [*it.states.items()][:: 1 + len(it.states) // 12]:
        rows = extract(Lines(raw=it.stored.raw[: n + 1]))
        last = named(rows, "line")[-1]
        turn = {row["n"]: row["who"] for row in named(rows, "turn")}
        ended = last["type"] == "TurnEnded"
        assert last["round"] == state.round
        assert ended or turn.get(last["turn"]) == state.turn
        there = {row["who"]: row for row in named(rows, "combatant") if row["live"]}
        everybody = {**state.combatants, **state.reserve}
        assert {who: row["life_end"] for who, row in there.items()} == {who: one.life for who, one in everybody.items()}
        assert {who: row["seat"] for who, row in there.items()} == {who: o.controller for who, o in everybody.items()}


def test_the_questions_without_an_answer_are_those_that_stand_open(it: Told) -> None:
    for n, state in [*it.states.items()][:: 1 + len(it.states) // 12]:
        rows = extract(Lines(raw=it.stored.raw[: n + 1]))
        unanswered = [row["kind"] for row in named(rows, "decision") if row["live"] and row["answer_n"] is None]
        opened = [each for each in state.decisions if each.kind != "turn"]
        several = [each.kind for each in opened if each.context.get("each")]
        assert [kind for kind in unanswered if kind not in several] == [
            each.kind for each in opened if each.kind not in several
        ]


def test_what_joined_less_what_was_lost_is_what_the_fold_has_in_every_pool(it: Told) -> None:
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for row in named(it.rows, "change"):
        if row["live"] and row["kind"] in ("joined", "harm", "mend", "set"):
            sums[row["whom"], row["pool"]] += row["after"] if row["kind"] == "joined" else -row["lost"]
    for who, one in {**it.fight.encounter.combatants, **it.fight.encounter.reserve}.items():
        assert {name: sums[who, name] for name in one.pools} == {name: pool.now for name, pool in one.pools.items()}


def test_every_count_is_that_of_the_statistics(it: Told) -> None:
    found: Counter[tuple[str, str, str]] = Counter()
    totalled: Counter[tuple[str, str, str]] = Counter()
    for row in (row for row in named(it.rows, "change") if row["live"]):
        if row["kind"] == "harm":
            totalled[row["actor"].partition("#")[0], "damage_dealt", row["pool"]] += row["lost"]
            totalled[row["whom"], "damage_taken", row["pool"]] += row["lost"]
        elif row["kind"] == "mend":
            totalled[row["whom"], "healed", row["pool"]] -= row["lost"]
    for name, whose, measure, kind in (
        ("roll", "actor", "rolled", "purpose"),
        ("outcome", "actor", "outcome", "kind"),
        ("life", "who", "became", "life_to"),
        ("move", "who", "moved", "mode"),
    ):
        for row in (row for row in named(it.rows, name) if row["live"]):
            if row[whose] not in it.fight.table.seats:
                found[row[whose].partition("#")[0], measure, row[kind]] += 1
    for row in (row for row in named(it.rows, "turn") if row["live"]):
        found[row["who"], "turn", ""] += 1
    for row in (row for row in named(it.rows, "life") if row["live"] and row["felled_by"]):
        found[row["felled_by"].partition("#")[0], "felled", row["life_to"]] += 1
    assert found == counted(it.tallies, {"rolled", "outcome", "became", "moved", "turn", "felled"})
    assert +totalled == totals_of(it.tallies)
    back = Counter(
        (row["seat"], "took_back", "") for row in named(it.rows, "around") if row["type"] == "HistoryRewound"
    )
    assert back == counted(it.seats, {"took_back"})


def counted(tallies: Sequence[Tally], measures: set[str]) -> Counter[tuple[str, str, str]]:
    """Return how often the statistics counted these measures."""
    return Counter(
        {
            (tally.name, each.measure, each.kind): tally.times(each.measure, each.kind)
            for tally in tallies
            for each in tally.sums
            if each.measure in measures and each.times
        }
    )


def totals_of(tallies: Sequence[Tally]) -> Counter[tuple[str, str, str]]:
    """Return how many points the statistics counted."""
    return +Counter(
        {
            (tally.name, each.measure, each.kind): tally.total(each.measure, each.kind)
            for tally in tallies
            for each in tally.sums
            if each.measure in ("damage_dealt", "damage_taken", "healed")
        }
    )


def test_every_roll_that_decides_something_has_its_outcome(it: Told) -> None:
    asked = {row["command"] for row in named(it.rows, "decision") if row["live"] and row["answer_n"] is None}
    for row in named(it.rows, "roll"):
        decides = row["purpose"] in DECIDED or row["purpose"].endswith("_save")
        if row["live"] and decides and row["command"] not in asked:
            assert row["outcome_n"] is not None, row
    outcomes = {row["n"]: row for row in named(it.rows, "outcome")}
    for row in (row for row in named(it.rows, "roll") if row["outcome_n"] is not None):
        outcome = outcomes[row["outcome_n"]]
        assert (outcome["result"], outcome["live"] or not row["live"]) == (row["result"], True)


def test_every_roll_is_worth_what_the_reckoning_of_luck_says(it: Told) -> None:
    rows = {row["n"]: row for row in named(it.rows, "roll")}
    reckoned = {each.n: each for each in throws(it.fight)}
    assert {n for n, row in rows.items() if row["mid_p"] is not None} == set(reckoned)
    for n, each in reckoned.items():
        stand, row = each.place, rows[n]
        assert (row["value"], row["mid_p"]) == (float(stand.value), float(stand.mid_p))
        assert (row["expected"], row["mid_p_var"]) == (float(stand.spread.expected), float(stand.spread.variance))
        assert (row["valence"], row["side"], row["seat"]) == (1, each.side, each.seat)


def test_what_was_done_was_on_offer_and_what_was_on_offer_is_what_the_rules_offer(it: Told) -> None:
    found = options(it.stored, it.rows)
    names = ON_DEMAND["option"].names
    rows = [dict(zip(names, row, strict=True)) for row in found]
    commands = {row["n"]: row for row in named(it.rows, "command")}
    assert {row["n"] for row in rows} == set(commands)
    assert Counter(row["n"] for row in rows if row["taken"]) == dict.fromkeys(commands, 1)
    assert all(row["offered"] > 0 for row in rows)
    for n in [*commands][:: 1 + len(commands) // 6]:
        command = commands[n]
        state = it.fight.at(n - 1)
        offered = {each.do for each in offers(state, command["seat"]) if not each.aside or each.do == command["verb"]}
        assert {row["verb"] for row in rows if row["n"] == n} == offered
        assert {row["live"] for row in rows if row["n"] == n} == {command["live"]}


def test_dice_are_those_of_their_rolls(it: Told) -> None:
    faces: dict[int, list[int]] = defaultdict(list)
    for row in named(it.rows, "die"):
        faces[row["n"]].append(row["face"])
    for row in named(it.rows, "roll"):
        assert len(faces[row["n"]]) == row["dice_count"]
        assert all(1 <= face <= row["sides"] for face in faces[row["n"]])


def test_the_commands_and_events_of_a_fight_are_its_lines(it: Told) -> None:
    rows: Rows = it.rows
    lines = named(rows, "line")
    commands = [row for row in lines if row["type"] == "CommandAccepted"]
    assert [row["n"] for row in named(rows, "command")] == [row["n"] for row in commands]
    caused = Counter(row["command"] for row in lines if row["type"] in FIGHT_EVENTS and row["command"] is not None)
    assert {row["n"]: row["events"] for row in named(rows, "command") if row["events"]} == caused
