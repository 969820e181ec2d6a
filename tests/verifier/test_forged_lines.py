"""Lines that no command, no roll and no request gave rise to are found, though all else is made good again."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.ledger.forging import Rows
from tests.verifier.attacks.fuzzing import bare, by_the_file, by_the_ledger
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import FILES, find, rows_in, where
from tests.verifier.page import InBrowser, InNode, asked

Row = dict[str, Any]
D20: Row = {"type": "DiceRolled", "by": "Ana", "for": "luck", "dice": "1d20", "faces": [20], "source": "ledger"}
NONE: Row = {"type": "DiceRolled", "by": "Ana", "for": "luck", "dice": "0d6", "faces": [], "source": "none"}


def found(rows: Rows, n: int, row: Row) -> tuple[str, int | None]:
    """Return the verdict of both on these lines with one put among them, and the line that it names."""
    rows = copy.deepcopy(rows)
    rows.insert(n, {"n": -1, "prev": "", "at": rows[n - 1]["at"], **row})
    raw = resigned(rows, "forged")
    assert raw is not None
    report = by_the_file(raw)
    assert by_the_ledger(raw) == report
    return report["verdict"], report.get("line")


def after_a_command_that_does_not_roll(rows: Rows) -> tuple[int, Row]:
    n = where(rows, lambda row: row.get("type") == "CommandAccepted" and "roll" not in row)
    return n + 2, {"cause": rows[n]["n"]}


@pytest.mark.parametrize("roll", [{}, {"roll": 1}, {"roll": 0}])
def test_dice_under_a_command_that_does_not_roll_are_found(roll: Row) -> None:
    rows = rows_in("salted.ndjson")
    n, head = after_a_command_that_does_not_roll(rows)
    assert found(rows, n, {**D20, **head, **roll}) == ("BROKEN", n)


def test_a_roll_of_no_dice_is_taken() -> None:
    rows = rows_in("salted.ndjson")
    n, head = after_a_command_that_does_not_roll(rows)
    assert found(rows, n, {**NONE, **head})[0] == "OK"


@pytest.mark.parametrize("change", [{"faces": [20]}, {"roll": 1}, {"dice": "1d20", "faces": [20]}, {"dice": "1d6"}])
def test_a_roll_without_a_source_shows_nothing(change: Row) -> None:
    rows = rows_in("salted.ndjson")
    n, head = after_a_command_that_does_not_roll(rows)
    assert found(rows, n, {**NONE, **head, **change}) == ("BROKEN", n)


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("salted.ndjson", "EntropyRevealed"),
        ("salted.ndjson", "DiceRolled"),
        ("salted.ndjson", "TurnStarted"),
        ("salted.ndjson", "RewindAnswered"),
        ("salted.ndjson", "HistoryRewound"),
        ("consenting.ndjson", "MissingAccepted"),
        ("typed.ndjson", "TableDiceTyped"),
        ("secret.ndjson", "Unsealed"),
    ],
)
def test_what_follows_from_no_command_and_no_request_is_broken_and_stops_nobody(file: str, kind: str) -> None:
    rows = rows_in("salted.ndjson")
    others = rows_in(file)
    n = find(rows, "HistoryRewound") + 1
    row = {name: value for name, value in others[find(others, kind)].items() if name not in ("n", "prev", "at")}
    assert found(rows, n, row) == ("BROKEN", n)


def test_all_three_miss_the_same_line_that_stands_in_for_what_was_sealed(opened: InBrowser | InNode) -> None:
    raw = (FILES.parent / "kept" / "typed-behind-a-seal.ndjson").read_bytes()
    report = by_the_file(raw)
    assert (report["verdict"], report["line"]) == ("BROKEN", 52)
    assert by_the_ledger(raw) == report
    assert bare(opened.call("checkAll", [asked(raw)])[0]) == report


def test_a_seat_that_is_none_leaves_no_seats_in_any_report(opened: InBrowser | InNode) -> None:
    rows = rows_in("salted.ndjson")
    rows[0]["seats"][1]["role"] = 7
    raw = resigned(rows, "seats")
    assert raw is not None
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert by_the_file(raw) == by_the_ledger(raw) == bare(shown)
    assert (shown["verdict"], shown["line"], shown["seats"]) == ("BROKEN", 0, {})


def test_a_rewind_to_which_somebody_had_not_agreed_is_broken() -> None:
    rows = rows_in("salted.ndjson")
    n, rewound = find(rows, "RewindAnswered"), rows[find(rows, "HistoryRewound")]
    row = {name: value for name, value in rewound.items() if name not in ("n", "prev", "at", "consents")}
    assert found(rows[:n], n, row) == ("BROKEN", n)


@pytest.mark.parametrize(("reason", "line"), [("Said last.", None), ("Said first.", 41)])
def test_a_dispute_ends_with_the_reason_that_was_given_last(
    reason: str, line: int | None, opened: InBrowser | InNode
) -> None:
    rows = rows_in("disputed.ndjson")
    for n, said in ((39, "Said first."), (40, "Said last."), (41, reason)):
        rows[n]["reason"] = said
    raw = resigned(rows, "reasons")
    assert raw is not None
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert by_the_file(raw) == by_the_ledger(raw) == bare(shown)
    assert shown.get("line") == line


@pytest.mark.parametrize(("named", "line"), [(1, None), (True, 2), (None, 2)])
def test_true_is_no_number_of_a_dispute(named: object, line: int | None, opened: InBrowser | InNode) -> None:
    (first, *_), head = rows_in("said.ndjson"), {"prev": "", "reason": "So."}
    action: Row = {"do": "override", "by": "table", "who": "Ana", "what": "health", "value": 1, "reason": "So."}
    raised = {**head, "n": 1, "at": first["at"], "type": "DisputeRaised", "of": 0, "by": "ana", "cmd": "raise"}
    word = {**head, "n": 2, "at": first["at"], "type": "DisputeAnswered", "cause": 1, "dispute": 1, "seat": "ana"}
    word |= {"result": "corrected", "cmd": "say", "action": {**action, "dispute": named}}
    raw = resigned([first, raised, word], "disputes")
    assert raw is not None
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert by_the_file(raw) == by_the_ledger(raw) == bare(shown)
    assert shown.get("line") == line
