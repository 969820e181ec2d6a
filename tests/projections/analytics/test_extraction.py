"""The tables of small fights, line by line."""

from __future__ import annotations

import orjson
import pytest

from domain.events import DecisionLapsed
from files import documents
from files.written_rosters import OURS
from ledger.line.entries import RewindAsked, SeatJoined
from projections.analytics.extraction import extract
from projections.analytics.lines import Lines, Unreadable, of_file
from tests.projections.analytics.reading import named, some, told
from tests.projections.fights import ETIQUETTE, PURSUIT, Written, contact, duel


def shot() -> Written:
    """Return a combat in which Ana has thrown her bomb at Bo, which ended her turn."""
    fight = duel()
    fight.do("use_item", "Ana", item="bomb", target="Bo")
    return fight


def test_a_pool_is_what_joined_less_what_was_lost() -> None:
    changes = [row for row in named(told(shot()), "change") if row["kind"] != "budget"]
    assert some(changes, "kind", "pool", "whom", "actor", "amount", "before", "after", "lost", "why") == [
        ("joined", "health", "Ana", None, None, None, 5, None, None),
        ("joined", "health", "Bo", None, None, None, 4, None, None),
        ("joined", "health", "Cy", None, None, None, 3, None, None),
        ("harm", "health", "Bo", "Ana", 2, 4, 2, 2, "bomb"),
    ]


def test_a_way_is_a_row_a_step_and_what_it_took_of_the_allowance() -> None:
    rows = told(contact())
    assert some(named(rows, "move"), "who", "place_from", "place_to", "mode", "cost", "steps", "forced") == [
        ("Ana", "T2", "T3", "walk", 1, 1, False),
        ("Ana", "T3", "T4", "walk", 1, 1, False),
    ]
    budgets = [row for row in named(rows, "change") if row["kind"] == "budget"]
    assert some(budgets, "pool", "whom", "before", "after", "why")[-2:] == [
        ("movement", "Ana", 2, 1, "step"),
        ("movement", "Ana", 1, 0, "step"),
    ]


def test_a_question_has_its_options_what_was_taken_and_how_long_it_stood_open() -> None:
    fight = contact()
    (asked,) = named(told(fight), "decision")
    assert (asked["kind"], asked["owner"], asked["options"]) == ("engage", "Ana", ["engage", "decline"])
    assert (asked["taken"], asked["answer_n"], asked["think_ms"]) == (None, None, None)
    command = fight.do("engage", "Ana")
    (asked,) = named(told(fight), "decision")
    assert (asked["taken"], asked["answer_n"], asked["lapsed"]) == ("engage", command + 1, None)
    assert asked["think_ms"] == command + 1 - asked["n"]


def stances() -> Written:
    """Return a fight of vanguard in which the party has chosen to attack, and is asked for its stances."""
    fight = Written({**documents.read(OURS["vanguard"]).content, "dice": "loaded"})
    fight.do("start", by="gm")
    fight.do("choose_engagement", by="party", choice="attack")
    return fight


def stance_of(fight: Written) -> tuple[str | None, int | None]:
    """Return what was taken of the first question for stances, and the line that closed it."""
    asked = next(row for row in named(told(fight), "decision") if row["kind"] == "stance")
    return asked["taken"], asked["answer_n"]


def test_a_question_that_several_answer_says_what_each_of_them_took_last() -> None:
    fight = stances()
    fight.do("set_stance", "Maud", stance="aggressive")
    before = fight.last
    fight.do("set_stance", "Osk", stance="aggressive")
    fight.rewind(before)
    fight.do("set_stance", "Osk", stance="neutral")
    assert stance_of(fight) == (None, None)
    ready = fight.do("ready_round", by="party")
    assert stance_of(fight) == ("aggressive, neutral", ready + 1)


def test_where_nobody_takes_an_option_of_such_a_question_none_was_taken() -> None:
    fight = stances()
    ready = fight.do("ready_round", by="party")
    assert stance_of(fight) == (None, ready + 1)


def test_a_turn_says_whether_a_program_plays_the_seat_by_then() -> None:
    fight = contact()
    fight.write(SeatJoined(seat="ana", role="player", kind="bot"))
    fight.do("engage", "Ana")
    fight.do("use_item", "Ana", item="bomb", target="Bo")
    fight.write(SeatJoined(seat="ana", role="player"))
    fight.do("attack", "Bo", target="Ana")
    assert some(named(told(fight), "turn"), "who", "automatic") == [("Ana", True), ("Bo", False), ("Ana", False)]


def test_a_question_that_lapses_says_why() -> None:
    fight = contact()
    fight.write(DecisionLapsed(kind="engage", owner="Ana", reason="fell", rules=("PUR-6",)))
    (asked,) = named(told(fight), "decision")
    assert (asked["taken"], asked["lapsed"], asked["answer_n"]) == (None, "fell", fight.last)


def test_a_turn_has_its_end_its_time_and_the_commands_in_it() -> None:
    fight = shot()
    first, second = named(told(fight), "turn")
    assert (first["who"], first["side"], first["seat"], first["commands"]) == ("Ana", "Ana", "ana", 1)
    assert first["turn"] == first["n"] < first["n_to"]
    assert first["duration_ms"] == first["n_to"] - first["n"]
    assert (second["who"], second["n_to"], second["ended"], second["duration_ms"]) == ("Bo", None, None, None)


def test_a_command_says_who_does_what_to_whom_and_what_it_makes_happen() -> None:
    command = named(told(shot()), "command")[-1]
    assert (command["verb"], command["actor"], command["seat"]) == ("use_item", "Ana", "ana")
    assert (command["target"], command["rolls"], command["back_n"]) == ("Bo", 0, None)
    assert command["events"] == 6
    assert command["think_ms"] == 1
    assert orjson.loads(command["action"]) == {"do": "use_item", "item": "bomb", "target": "Bo", "who": "Ana"}


def test_words_are_in_no_table() -> None:
    fight = contact()
    fight.accepted({"do": "say", "who": "Ana", "channel": "table", "commit": "0" * 64, "text": "Halt!"})
    fight.rewind(fight.last - 1, reason="a slip")
    every = str(told(fight))
    assert "Halt" not in every
    assert "a slip" not in every
    assert orjson.loads(named(told(fight), "command")[-1]["action"]) == {"channel": "table", "do": "say", "who": "Ana"}


def test_rolls_belong_to_the_outcome_they_decide_and_damage_to_the_one_before() -> None:
    bow = {**PURSUIT, "combatants": [{**each, "equipped": "bow"} for each in PURSUIT["combatants"]]}
    fight = contact(bow, allowance=4)
    fight.do("engage", "Ana")
    fight.do("attack", "Ana", target="Bo", faces=(4, 3))
    rows = told(fight)
    (outcome,) = named(rows, "outcome")
    assert (outcome["kind"], outcome["actor"], outcome["target"], outcome["result"]) == ("attack", "Ana", "Bo", "hit")
    assert some(named(rows, "roll"), "purpose", "actor", "side", "seat", "total", "mod", "outcome_n", "result") == [
        ("to_hit", "Ana", "Ana", "ana", 4, 0, outcome["n"], "hit"),
        ("damage", "Ana", "Ana", "ana", 4, 1, outcome["n"], "hit"),
    ]
    assert some(named(rows, "die"), "ix", "face", "sides", "kept", "part") == [
        (0, 4, 6, True, None),
        (0, 3, 6, True, None),
    ]


def test_a_roll_that_a_question_comes_after_belongs_to_the_outcome_of_the_answer() -> None:
    unarmed = [{**each, "hand": []} for each in ETIQUETTE["combatants"]]
    fight = Written(ETIQUETTE, combatants=unarmed, settings={"defense_choice": "after_attack_roll"})
    fight.do("begin_move", "Ana", allowance=2)
    fight.do("move", "Ana", to="T3")
    fight.do("move", "Ana", to="T4")
    fight.do("engage", "Ana")
    fight.do("decline", "Bo")
    fight.do("attack", "Ana", target="Bo", faces=(6, 6))
    (attack,) = named(told(fight), "roll")
    assert (attack["purpose"], attack["outcome_n"]) == ("attack", None)
    fight.do("defend_with", "Bo", dice=1, faces=(1,))
    outcomes = named(told(fight), "outcome")
    assert some(named(told(fight), "roll"), "purpose", "outcome_n") == [
        ("attack", outcomes[0]["n"]),
        ("defense", outcomes[0]["n"]),
    ]


def test_who_fell_says_who_did_it_and_when_they_went_down_first() -> None:
    fight = duel()
    fight.do("use_item", "Ana", item="bomb", target="Bo")
    fight.do("attack", "Bo", target="Ana")
    fight.do("attack", "Ana", target="Bo")
    rows = told(fight)
    (life,) = named(rows, "life")
    assert (life["who"], life["life_from"], life["life_to"], life["felled_by"]) == ("Bo", "active", "dead", "Ana")
    ends = {row["who"]: (row["life_end"], row["first_down_n"]) for row in named(rows, "combatant")}
    assert ends == {"Ana": ("active", None), "Bo": ("dead", life["n"]), "Cy": ("active", None)}


# What was taken back


def taken_back() -> tuple[Written, int]:
    """Return a fight in which a bomb was thrown and taken back, and the turn ended otherwise; and the rewind."""
    fight = duel()
    before = fight.last
    fight.do("use_item", "Ana", item="bomb", target="Bo")
    fight.write(RewindAsked(to_version=before, by="ana", reason="no", cmd="back"))
    rewind = fight.rewind(before)
    fight.do("attack", "Ana", target="Bo")
    return fight, rewind


def test_what_was_taken_back_stays_and_says_by_which_rewind() -> None:
    fight, rewind = taken_back()
    rows = told(fight)
    assert some(named(rows, "command")[-2:], "verb", "live", "back_n") == [
        ("use_item", False, rewind),
        ("attack", True, None),
    ]
    harm = [row for row in named(rows, "change") if row["kind"] == "harm"]
    assert some(harm, "why", "live", "after") == [("bomb", False, 2), ("blade", True, 2)]
    around = named(rows, "around")
    assert some(around, "type", "live", "seat", "subject_n") == [
        ("RewindAsked", True, "ana", rewind - 9),
        ("HistoryRewound", True, "ana", rewind - 9),
    ]
    (whole,) = named(rows, "encounter")
    assert (whole["rewinds"], whole["lines_back"]) == (1, 7)
    assert whole["lines"] == whole["version"] + 1 == len(fight.lines)


def test_a_turn_goes_back_with_a_rewind_and_ends_where_it_ended_at_last() -> None:
    fight, rewind = taken_back()
    turns = named(told(fight), "turn")
    assert some(turns, "who", "live") == [("Ana", True), ("Bo", False), ("Bo", True)]
    assert turns[0]["n_to"] > rewind
    assert turns[0]["commands"] == 1
    assert all(row["turn"] == turns[0]["n"] for row in named(told(fight), "command")[-2:])


def test_a_fight_taken_back_over_its_end_is_not_over() -> None:
    fight = Written(dice="loaded")
    before = fight.last
    fight.do("end_encounter", by="ana")
    fight.rewind(before)
    (whole,) = named(told(fight), "encounter")
    assert (whole["ended"], whole["outcome"], whole["winner"]) == (None, None, None)


# What cannot be read


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (b"{", "Line 1 cannot be read for the tables: it is no JSON."),
        (b"[]", "Line 1 cannot be read for the tables: it is no line of a ledger."),
        (b'{"n":7,"type":"Sealed","at":1}', "Line 1 cannot be read for the tables: it is no line of a ledger."),
        (
            b'{"at":1,"n":1,"type":"DamageApplied"}',
            "Line 1 cannot be read for the tables: a DamageApplied does not fit there (KeyError).",
        ),
        (
            b'{"at":1,"n":1,"type":"HistoryRewound","to_version":9}',
            "Line 1 cannot be read for the tables: a HistoryRewound does not fit there (IndexError).",
        ),
    ],
)
def test_a_line_that_is_none_is_named_in_one_sentence(row: bytes, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        extract(Lines(raw=[Written().lines[0].raw, row]))
    assert str(caught.value) == why


def test_what_is_no_fight_is_refused() -> None:
    with pytest.raises(Unreadable, match="Line 0 cannot be read for the tables: no fight is opened there"):
        extract(of_file(b'{"at":1,"n":0,"type":"LedgerClosed"}\n'))
    with pytest.raises(Unreadable, match="no fight is opened there"):
        extract(of_file(b""))


def test_a_line_of_a_kind_that_nobody_knows_is_a_row_of_line_alone() -> None:
    opened = Written().lines
    raw = [*(line.raw for line in opened), b'{"at":5,"n":%d,"type":"MoonRisen","cause":1}' % len(opened)]
    before, rows = extract(Lines(raw=raw[:-1])), extract(Lines(raw=raw))
    assert named(rows, "line")[-1]["type"] == "MoonRisen"
    assert {name: len(rows[name]) - len(before[name]) for name in rows if len(rows[name]) != len(before[name])} == {
        "line": 1
    }
