"""Disputes: who may contest what, who settles it and how, and what no file may claim of them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from api.shapes.samples import OPENINGS
from ledger.application import Ledger
from ledger.line.entries import DisputeSettled, LedgerClosed, SeatJoined
from ledger.proof.verifying import verify
from ledger.refusals import NoDispute, NotClosed, NotYours, ReadOnly
from ledger.table.answers import Answer
from ledger.table.standing import Dispute
from tests.ledger.fights import BACK, SHOT, Player, opened
from tests.ledger.forging import Rows, broken_at, chained, first, rows_of

FIX = {"do": "override", "by": "table", "who": "Bo", "what": "health", "value": 17, "reason": "It hit the shield."}


@pytest.fixture
def archers() -> Iterator[Player]:
    """Two archers at blows, without a referee; each has shot once."""
    with Ledger() as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        player.does(SHOT)
        player.does(BACK)
        yield player


@pytest.fixture
def patrol() -> Iterator[Player]:
    """A fight of verdigris with a referee, in which a fight has begun."""
    opening = deepcopy(next(each for each in OPENINGS.values() if each["system"] == "verdigris"))
    with Ledger() as ledger:
        player = opened(ledger, opening)
        player.does({"do": "start", "by": "gm"}, seat="gm")
        yield player


def contests(player: Player, of: int, seat: str = "bo", cmd: str = "no", reason: str = "It missed.") -> int:
    return player.ledger.disputes.contest(player.encounter, seat, of, reason, cmd=cmd).lines[0].n


def says(player: Player, seat: str, dispute: int, result: str, *, cmd: str = "so", **more: Any) -> Answer:
    return player.ledger.disputes.settle(player.encounter, seat, dispute, result, "We looked it up.", cmd=cmd, **more)


def disputes(player: Player) -> tuple[Dispute, ...]:
    return player.ledger.fight(player.encounter).table.open_disputes


def holds(player: Player) -> bool:
    return verify(player.ledger.export(player.encounter)).ok


def players_of(player: Player) -> list[str]:
    table = player.ledger.fight(player.encounter).table
    return [seat for seat in table.players if table.seats[seat] == "player"]


def test_any_seat_that_plays_contests_any_line_and_the_fight_knows_it(archers: Player) -> None:
    line = contests(archers, 5)
    assert disputes(archers) == (Dispute(line=line, of=5, by="bo", reason="It missed."),)
    archers.does(SHOT)
    assert holds(archers)


def test_nobody_contests_what_is_not_there_or_twice_or_from_a_seat_that_only_reads(archers: Player) -> None:
    with pytest.raises(NoDispute, match="There is no line 999 to contest"):
        contests(archers, 999)
    contests(archers, 5)
    with pytest.raises(NoDispute, match="bo contests line 5 already"):
        contests(archers, 5, cmd="again")
    with pytest.raises(NotYours):
        contests(archers, 5, seat="eve")


def test_a_line_is_contested_while_dice_are_awaited() -> None:
    with Ledger() as ledger:
        player = opened(ledger, dice="table")
        player.comes_to_blows()
        roll = player.does(SHOT).version
        contests(player, roll)
        assert ledger.waiting(player.encounter) is not None
        assert holds(player)


def test_without_a_referee_it_stands_once_all_say_so(archers: Player) -> None:
    line = contests(archers, 5)
    assert [each.type for each in says(archers, "ana", line, "stands").lines] == ["DisputeAnswered"]
    answer = says(archers, "bo", line, "stands")
    assert answer.lines[-1].entry == DisputeSettled(
        dispute=line, result="stands", by=("ana", "bo"), reason="We looked it up."
    )
    assert disputes(archers) == ()
    assert holds(archers)
    with pytest.raises(NoDispute, match="is settled: stands"):
        says(archers, "bo", line, "stands", cmd="more")


def test_the_newest_word_of_a_seat_counts(archers: Player) -> None:
    line = contests(archers, 5)
    fix = {**FIX, "dispute": line}
    says(archers, "ana", line, "corrected", action=fix)
    says(archers, "bo", line, "stands")
    assert disputes(archers)
    says(archers, "ana", line, "stands", cmd="then")
    assert disputes(archers) == ()
    assert holds(archers)


def test_without_a_referee_a_value_is_corrected_as_all_who_play_have_agreed_and_not_otherwise(archers: Player) -> None:
    line = contests(archers, 5)
    fix = {**FIX, "dispute": line}
    with pytest.raises(NoDispute, match="Without a referee a value is overruled only to settle a dispute"):
        archers.does(FIX, seat="ana")
    says(archers, "bo", line, "corrected", action=fix)
    with pytest.raises(NoDispute, match=r"Not all who play have agreed .*: ana has not"):
        archers.does(fix, seat="bo")
    says(archers, "ana", line, "corrected", action={**fix, "value": 12})
    with pytest.raises(NoDispute, match="has not"):
        archers.does(fix, seat="bo")
    says(archers, "ana", line, "corrected", action=fix, cmd="agreed")
    ruled = archers.does(fix, seat="bo")
    fight = archers.ledger.fight(archers.encounter)
    assert fight.encounter.combatants["Bo"].pools["health"].now == 17
    assert fight.lines[-1].entry == DisputeSettled(
        dispute=line, result="corrected", by=("ana", "bo"), reason="We looked it up.", line=ruled.lines[0].n
    )
    assert disputes(archers) == ()
    assert holds(archers)


def test_a_correction_says_how_and_nothing_else_does(archers: Player) -> None:
    line = contests(archers, 5)
    with pytest.raises(NoDispute, match="Name as action the override, by table"):
        says(archers, "ana", line, "corrected")
    with pytest.raises(NoDispute, match="Name as action"):
        says(archers, "ana", line, "corrected", action={**FIX, "dispute": line + 1})
    with pytest.raises(NoDispute, match="Only a correction names an action"):
        says(archers, "ana", line, "stands", action={**FIX, "dispute": line})
    with pytest.raises(NoDispute, match="A dispute ends as one of"):
        says(archers, "ana", line, "forgotten")
    with pytest.raises(NoDispute, match="No dispute was raised in line 1"):
        says(archers, "ana", 1, "stands")


def test_it_is_settled_by_taking_back_once_the_line_does_not_count(archers: Player) -> None:
    ends = archers.ledger.fight(archers.encounter).ends
    line = contests(archers, ends[-1])
    with pytest.raises(NoDispute, match="still counts: first take back"):
        says(archers, "ana", line, "rewound")
    archers.ledger.ask_rewind(archers.encounter, "bo", ends[-2], "It missed.", "back")
    rewind = archers.ledger.answer_rewind(archers.encounter, "ana", True, "yes").version
    says(archers, "ana", line, "rewound")
    settled = says(archers, "bo", line, "rewound").lines[-1].entry
    assert isinstance(settled, DisputeSettled)
    assert (settled.result, settled.line) == ("rewound", rewind)
    assert holds(archers)


def test_a_rewind_that_is_contested_counts_until_it_is_taken_back_too(archers: Player) -> None:
    ends = archers.ledger.fight(archers.encounter).ends
    archers.ledger.ask_rewind(archers.encounter, "bo", ends[-2], "It missed.", "back")
    rewind = archers.ledger.answer_rewind(archers.encounter, "ana", True, "yes").version
    line = contests(archers, rewind)
    with pytest.raises(NoDispute, match=f"Line {rewind} still counts: first take back to before it"):
        says(archers, "ana", line, "rewound")
    archers.ledger.ask_rewind(archers.encounter, "bo", ends[-1], "It did not.", "forth")
    again = archers.ledger.answer_rewind(archers.encounter, "ana", True, "yes-again").version
    says(archers, "ana", line, "rewound")
    settled = says(archers, "bo", line, "rewound").lines[-1].entry
    assert isinstance(settled, DisputeSettled)
    assert (settled.result, settled.line) == ("rewound", again)
    assert holds(archers)


def test_where_there_is_a_referee_their_word_settles_it_and_nobody_elses(patrol: Player) -> None:
    seat = players_of(patrol)[0]
    line = contests(patrol, 3, seat=seat)
    with pytest.raises(NotYours, match="only the referee does"):
        says(patrol, seat, line, "stands")
    says(patrol, "gm", line, "stands")
    assert disputes(patrol) == ()
    assert holds(patrol)


def test_a_referee_corrects_by_overruling_a_value_for_the_dispute(patrol: Player) -> None:
    seat = players_of(patrol)[0]
    line = contests(patrol, 3, seat=seat)
    with pytest.raises(NoDispute, match="Nothing is corrected yet"):
        says(patrol, "gm", line, "corrected")
    who = next(iter(patrol.ledger.fight(patrol.encounter).encounter.combatants))
    fix = {"do": "override", "by": "gm", "who": who, "what": "prone", "value": 1, "reason": "As agreed."}
    with pytest.raises(NoDispute, match="No dispute was raised in line 1"):
        patrol.does({**fix, "dispute": 1}, seat="gm")
    with pytest.raises(NoDispute, match="names no action here"):
        says(patrol, "gm", line, "corrected", action={**fix, "dispute": line})
    ruled = patrol.does({**fix, "dispute": line}, seat="gm").lines[0].n
    settled = says(patrol, "gm", line, "corrected").lines[-1].entry
    assert isinstance(settled, DisputeSettled)
    assert (settled.result, settled.line, settled.by) == ("corrected", ruled, ("gm",))
    assert holds(patrol)


def test_a_ledger_is_closed_by_its_host_once_the_fight_is_over_and_names_what_is_open(archers: Player) -> None:
    line = contests(archers, 5)
    close = archers.ledger.close_ledger
    with pytest.raises(NotClosed, match="The encounter goes on"):
        close(archers.encounter, "ana", cmd="end")
    archers.does({"do": "concede", "by": "bo"}, seat="bo")
    contests(archers, 6, cmd="late")
    with pytest.raises(NotYours, match="that is for ana, the host"):
        close(archers.encounter, "bo", cmd="end")
    says(archers, "ana", line, "stands")
    says(archers, "bo", line, "stands")
    closed = close(archers.encounter, "ana", cmd="end").lines[0].entry
    assert isinstance(closed, LedgerClosed)
    assert (closed.by, closed.disputes) == ("ana", tuple(each.line for each in disputes(archers)))
    assert len(closed.disputes) == 1
    with pytest.raises(ReadOnly):
        contests(archers, 7, cmd="too-late")
    assert holds(archers)


@pytest.fixture
def told(archers: Player) -> Rows:
    """The lines of a fight in which a dispute was settled, another is open, and the ledger is closed."""
    line = contests(archers, 5)
    says(archers, "ana", line, "stands")
    says(archers, "bo", line, "stands")
    contests(archers, 6, cmd="late")
    archers.does({"do": "concede", "by": "bo"}, seat="bo")
    archers.ledger.close_ledger(archers.encounter, "ana", cmd="end")
    return rows_of(archers.ledger.export(archers.encounter))


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("DisputeRaised", "of", 10_000),
        ("DisputeRaised", "by", "eve"),
        ("DisputeAnswered", "dispute", 3),
        ("DisputeAnswered", "result", "rewound"),
        ("DisputeAnswered", "seat", "eve"),
        ("DisputeSettled", "by", ["ana"]),
        ("DisputeSettled", "result", "corrected"),
        ("DisputeSettled", "dispute", 3),
        ("DisputeSettled", "reason", "It was."),
        ("LedgerClosed", "disputes", []),
        ("LedgerClosed", "by", "bo"),
    ],
)
def test_no_file_bends_a_dispute(told: Rows, kind: str, field: str, value: Any) -> None:
    assert verify(chained(told)).ok
    changed = first(told, kind)
    changed[field] = value
    assert broken_at(chained(told)) == changed["n"]


def test_no_file_overrules_a_value_that_not_all_agreed_on(archers: Player) -> None:
    line = contests(archers, 5)
    fix = {**FIX, "dispute": line}
    for seat in ("ana", "bo"):
        says(archers, seat, line, "corrected", action=fix)
    archers.does(fix, seat="ana")
    rows = rows_of(archers.ledger.export(archers.encounter))
    accepted = next(row for row in rows if row.get("decl", {}).get("action", {}).get("do") == "override")
    accepted["decl"]["action"]["value"] = 1
    assert broken_at(chained(rows)) == accepted["n"]


def test_who_comes_late_is_handed_somebody_and_plays_them(archers: Player) -> None:
    archers.ledger.devices.invite(archers.encounter, "ana", SeatJoined(seat="dee", role="player", cmd="in"))
    archers.does({"do": "hand_over", "who": "Bo", "to": "dee"}, seat="bo")
    turn = archers.ledger.fight(archers.encounter).encounter.turn
    archers.does({"do": "disengage", "who": turn}, seat="dee" if turn == "Bo" else "ana")
    assert archers.ledger.fight(archers.encounter).encounter.combatants["Bo"].controller == "dee"
    rows = rows_of(archers.ledger.export(archers.encounter))
    assert verify(chained(rows)).ok
    given = next(row for row in rows if row.get("decl", {}).get("action", {}).get("do") == "hand_over")
    given["decl"]["action"]["to"] = "eve"
    assert broken_at(chained(rows)) == given["n"]
