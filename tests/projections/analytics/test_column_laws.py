"""Laws of single columns, over random fights and fights with life at their tables, held against the decoded lines."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias, TypeVar

import orjson
import pytest

from bots.players import Choices, sensible
from bots.table_life import Life
from cli.whole_fights import close, play
from domain.deciding import RULESETS
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    DamageApplied,
    DecisionLapsed,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    TurnEnded,
    TurnStarted,
)
from files import rosters
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.entries import FIGHT_EVENTS, CommandAccepted, TableDiceTyped
from ledger.table.fight import Fight
from projections.analytics.dictionary import SHEETS
from projections.analytics.extraction import Rows, extract
from projections.analytics.sources import of_store
from projections.analytics.told.dice import WITHDRAWN
from tests.chance import repeatable
from tests.clocks import steady_time
from tests.laws.fights import SYSTEMS
from tests.laws.test_recorded import recorded
from tests.projections.analytics.reading import Named, named
from tests.verifier.making import TRIO
from tests.verifier.playing import Playing

pytestmark = pytest.mark.slow
Happened = TypeVar("Happened")
Dice: TypeAlias = Literal["ledger", "table"]
FIGHTS: list[tuple[str, Dice | None]] = [*((system, None) for system in SYSTEMS), ("pursuit", "ledger")]
FIGHTS += [("pursuit", "table")]
NUMBER = 5
AIMS = ("target", "on", "near")
"""Fields of commands that name somebody or something else than who acts."""
NOT_AIMED_AT = ("who", "group", "origin", "attacker", "order", "hiding")
"""Fields of commands that name who acts, whom that is about, or many at once."""


class Told:
    """A fight as the ledger holds it, and its tables."""

    def __init__(self, ledger: Ledger, encounter: str) -> None:
        self.fight: Fight = ledger.fight(encounter)
        self.rows: Rows = extract(of_store(ledger, encounter))

    def of(self, kind: type[Happened]) -> list[tuple[int, Happened]]:
        """Return the events of a kind that everybody sees, with their lines."""
        lines = (line for line in self.fight.lines if line.type in FIGHT_EVENTS)
        return [(line.n, event) for line in lines for event in line.events if isinstance(event, kind)]

    def named(self, name: str, **where: Any) -> list[Named]:
        """Return the rows of a table in which these columns say so."""
        return [row for row in named(self.rows, name) if where.items() <= row.items()]

    def at(self, n: int) -> int:
        """Return when a line was written."""
        return self.fight.lines[n].at


@cache
def told_of(system: str, dice: Dice | None) -> Told:
    """Return a random fight, or with a kind of dice one with life at its table: the same each time."""
    with repeatable(NUMBER), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        return Told(ledger, recorded(ledger, system, NUMBER) if dice is None else lived(ledger, system, dice))


@pytest.fixture(scope="module", params=FIGHTS, ids=str)
def it(request: pytest.FixtureRequest) -> Told:
    """Give a random fight of each system, and two with life at their table."""
    return told_of(*request.param)


def lived(ledger: Ledger, system: str, dice: Dice) -> str:
    """Return a fight with life at its table that is over and closed."""
    opening = replace(rosters.read(rosters.SAMPLES[system]), dice=dice)
    encounter = play(ledger, opening, sensible, Choices(NUMBER), life=Life(NUMBER)).encounter
    close(ledger, encounter)
    return encounter


def test_every_table_has_rows_of_some_of_these_fights() -> None:
    assert {name for fight in FIGHTS for name, rows in told_of(*fight).rows.items() if rows} == {*SHEETS}


def test_a_fight_says_what_its_opening_and_its_end_are(it: Told) -> None:
    (row,) = it.named("encounter")
    now, table = it.fight.encounter, it.fight.table
    active = {one.side for who, one in now.combatants.items() if one.life == "active" and who not in now.reserve}
    assert (row["ruleset"], row["standing"], row["standing_count"]) == (now.version, sorted(active), len(active))
    assert row["disputes_open"] == len(table.open_disputes)
    live = {n for span in it.fight.live for n in span}
    first = next((turn.who for n, turn in it.of(TurnStarted) if n in live), None)
    everybody = {**now.combatants, **now.reserve}
    assert row["first_side"] == (None if first is None else everybody[first].side)


def test_house_rules_are_those_of_the_opening_and_say_which_are_usual(it: Told) -> None:
    settings = asdict(RULESETS[it.fight.encounter.system].Settings())
    usual = {name: orjson.loads(orjson.dumps(value)) for name, value in settings.items()}
    stated = orjson.loads(it.fight.lines[0].raw)["house_rules"]
    found = {row["name"]: (orjson.loads(row["value"]), row["is_default"]) for row in it.named("house_rule")}
    assert found == {name: (value, usual[name] == value) for name, value in stated.items()}


def test_a_turn_says_when_it_began_in_which_combat_and_how_long_it_took(it: Told) -> None:
    rows = it.named("turn")
    assert [(row["n"], row["who"], row["engagement"], row["started"]) for row in rows] == [
        (n, turn.who, turn.engagement, it.at(n)) for n, turn in it.of(TurnStarted)
    ]
    ends = dict(it.of(TurnEnded))
    for row in rows:
        if row["n_to"] is None:
            assert (row["ended"], row["duration_ms"]) == (None, None)
        else:
            assert ends[row["n_to"]].who == row["who"]
            assert (row["ended"], row["duration_ms"]) == (it.at(row["n_to"]), it.at(row["n_to"]) - it.at(row["n"]))


def test_a_command_comes_so_long_after_the_line_before_it(it: Told) -> None:
    for row in it.named("command"):
        assert row["think_ms"] == it.at(row["n"]) - it.at(row["n"] - 1)
    spent = [row["spent_ms"] for row in it.named("line")]
    assert spent == [None, *(it.at(n) - it.at(n - 1) for n in range(1, len(spent)))]


def test_every_field_of_a_command_that_names_somebody_is_one_that_aims_or_one_that_does_not() -> None:
    kinds = {kind for system in RULESETS for kind in RULESETS[system].COMMANDS}
    names = {field.name for kind in kinds for field in fields(kind) if "CombatantId" in str(field.type)}
    # "on" stands in what is declared alone.
    assert names == {*AIMS, *NOT_AIMED_AT} - {"on"}


def test_a_command_is_aimed_at_whom_it_names_or_at_the_first_target_of_what_it_declares(it: Told) -> None:
    targets: dict[int | None, list[str]] = {}
    for n, made in it.of(DeclarationMade):
        targets.setdefault(it.fight.lines[n].cause, []).extend(map(str, made.targets))
    aimed = 0
    for row in it.named("command"):
        entry = it.fight.lines[row["n"]].entry
        assert isinstance(entry, CommandAccepted)
        action = command_of(entry.decl["action"], it.fight.encounter.system)
        named_one = next((each for name in AIMS if isinstance(each := getattr(action, name, None), str)), None)
        declared = targets.get(row["n"], [])
        assert row["target"] == (named_one or next(iter(declared), None)), entry.decl["action"]
        aimed += row["target"] is not None
    assert aimed > 0 or not it.fight.table.closed


def test_a_roll_says_its_levels_its_number_and_where_it_was_typed_in(it: Told) -> None:
    rows = [row for row in it.named("roll") if row["purpose"] != WITHDRAWN]
    assert [(row["n"], row["sl"], row["ledger_roll"]) for row in rows] == [
        (n, rolled.sl, rolled.roll) for n, rolled in it.of(DiceRolled)
    ]
    faces = {n: (rolled.by, rolled.faces) for n, rolled in it.of(DiceRolled)}
    for row in rows:
        if row["source"] != "table":
            assert row["typed_n"] is None
            continue
        typed = it.fight.lines[row["typed_n"]].entry
        assert isinstance(typed, TableDiceTyped)
        assert (typed.by, typed.faces) == faces[row["n"]]


def test_harm_is_of_its_kind_and_conditions_have_their_stacks(it: Told) -> None:
    harm = [row for row in it.named("change") if row["kind"] in ("harm", "set") and row["damage_type"] is not None]
    assert [(row["n"], row["damage_type"]) for row in harm] == [
        (n, done.damage_type) for n, done in it.of(DamageApplied) if done.damage_type is not None
    ]
    began = [(n, one.to, one.condition, "applied", one.stacks) for n, one in it.of(ConditionApplied)]
    ended = [(n, one.to, one.condition, "ended", one.stacks) for n, one in it.of(ConditionEnded)]
    rows = it.named("condition")
    assert [(row["n"], row["whom"], row["name"], row["change"], row["stacks"]) for row in rows] == sorted(
        began + ended, key=lambda each: each[0]
    )


def test_a_question_has_its_options_and_how_long_it_stood_open_or_why_nobody_answered(it: Told) -> None:
    rows = it.named("decision")
    assert [(row["n"], row["kind"], row["options"]) for row in rows] == [
        (n, asked.kind, [str(each) for each in asked.options]) for n, asked in it.of(DecisionOpened)
    ]
    lapses = {n: lapsed.reason for n, lapsed in it.of(DecisionLapsed)}
    for row in rows:
        if row["answer_n"] is None:
            assert (row["think_ms"], row["lapsed"], row["taken"]) == (None, None, None)
        else:
            assert row["think_ms"] == it.at(row["answer_n"]) - it.at(row["n"])
            assert row["lapsed"] == lapses.get(row["answer_n"])


def test_a_seat_says_what_it_is_there_for_and_has_no_device_that_nobody_brought(it: Told) -> None:
    found = {row["seat"]: (row["role"], row["keyed"], row["devices"]) for row in it.named("seat")}
    assert found == {seat: (role, False, 0) for seat, role in it.fight.table.seats.items()}


def test_a_seat_with_devices_says_how_many() -> None:
    with repeatable(NUMBER), steady_time() as clock, Ledger() as ledger:
        playing = Playing(ledger, clock, TRIO, entropy="server")
        playing.seated("ana", "cy")
        told = Told(ledger, playing.id)
    found = {row["seat"]: (row["keyed"], row["devices"]) for row in told.named("seat")}
    devices = {seat: len(told.fight.table.devices_of(seat)) for seat in told.fight.table.seats}
    assert found == {seat: (count > 0, count) for seat, count in devices.items()}
    assert sum(devices.values()) == 2


def test_fights_under_the_same_house_rules_have_one_digest_and_others_another() -> None:
    found: dict[str, set[bytes]] = {}
    digests: dict[bytes, set[str]] = {}
    with repeatable(NUMBER), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        for system in SYSTEMS:
            for number in range(6):
                told = Told(ledger, recorded(ledger, system, number, most=0))
                rules = orjson.loads(told.fight.lines[0].raw)["house_rules"]
                stated = orjson.dumps([system, rules], option=orjson.OPT_SORT_KEYS)
                (row,) = told.named("encounter")
                found.setdefault(row["house_digest"], set()).add(stated)
                digests.setdefault(stated, set()).add(row["house_digest"])
    assert all(len(each) == 1 for each in found.values())
    assert all(len(each) == 1 for each in digests.values())
    assert len(found) > 10
