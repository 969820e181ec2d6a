"""Nobody is made the referee, or anything else that there is not, by a line that no seat signs."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.proof.verifying import verify as verify_here
from tests.ledger.forging import chained, rows_of
from tests.verifier.cases import FILES
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import sentences, verify

Page = InBrowser | InNode
ROWS = [row for row in rows_of((FILES / "devices.ndjson").read_bytes()) if "type" in row]
END = next((n for n, row in enumerate(ROWS) if row["type"] == "LedgerClosed"), len(ROWS))
LATE = {"type": "SeatJoined", "seat": "zed", "role": "player"}


def broken(page: Page, raw: bytes) -> int | None:
    """Return the broken line, of which all three verifiers say the same."""
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    found: int | None = file.get("line")
    assert shown.get("line") == found
    assert (None if here.broken is None else here.broken[0]) == found
    return found


def with_latecomer(**fields: Any) -> bytes:
    return chained([*ROWS[:END], {**LATE, "at": ROWS[END - 1]["at"], "n": END, **fields}])


@pytest.mark.parametrize("fields", [{}, {"role": "spectator"}, {"seat": "Zed_2"}], ids=str)
def test_a_latecomer_plays_or_looks_on(opened: Page, fields: dict[str, Any]) -> None:
    assert broken(opened, with_latecomer(**fields)) is None


@pytest.mark.long
@pytest.mark.parametrize(
    "fields",
    [
        {"role": "referee"},
        {"role": "king"},
        {"role": ""},
        {"seat": ""},
        {"seat": "\x1b[31mzed"},
        {"seat": "../zed"},
        {"seat": "zed\n"},
        {"seat": "z" * 33},
        {"seat": "ana"},
        {"seat": next(row["party"] for row in ROWS if row.get("party", row.get("seat")) != row.get("seat"))},
    ],
    ids=repr,
)
def test_no_line_makes_a_latecomer_the_referee_or_names_one_as_nobody_can_be_called(
    opened: Page, fields: dict[str, Any]
) -> None:
    assert broken(opened, with_latecomer(**fields)) == END


def test_an_invitation_that_names_another_history_is_broken(opened: Page) -> None:
    seen = [1, ROWS[1]["prev"]]
    assert broken(opened, with_latecomer(seen=seen)) is None
    assert broken(opened, with_latecomer(seen=[1, "0" * 64])) == END
    assert broken(opened, with_latecomer(seen=[END + 1, "0" * 64])) == END


def test_every_report_says_which_seat_line_0_does_not_name(opened: Page) -> None:
    raw = with_latecomer()
    here, file = verify_here(raw), verify(raw)
    (shown,) = opened.call("checkAll", [asked(raw)])
    late = [seat for seat, each in file["seats"].items() if each["late"]]
    assert late == ["dora", "zed"] == [seat for seat, each in here.seats.items() if each.late]
    assert [seat for seat, each in shown["seats"].items() if each["late"]] == late
    assert any(
        "zed (player, not in line 0: the host or the referee invited it later" in each for each in sentences(file)
    )
    assert here.seats["zed"].marks == ", not in line 0: the host or the referee invited it later"


@pytest.mark.parametrize(
    "more",
    [
        [{"id": "zed", "role": "king"}],
        [{"id": "\x1b[31mzed", "role": "player"}],
        [{"id": "z" * 33, "role": "player"}],
        [{"id": "ana", "role": "spectator"}],
        [{"id": "one", "role": "referee"}, {"id": "two", "role": "referee"}],
    ],
    ids=str,
)
def test_line_0_names_each_seat_once_with_a_role_that_there_is(opened: Page, more: list[dict[str, str]]) -> None:
    first = {**ROWS[0], "seats": [*ROWS[0]["seats"], *more]}
    assert broken(opened, chained([first, *ROWS[1:END]])) == 0


def test_a_device_takes_its_seat_in_the_role_that_the_seat_has(opened: Page) -> None:
    n = next(n for n, row in enumerate(ROWS) if "party" in row)
    assert broken(opened, chained([*ROWS[:n], {**ROWS[n], "role": "referee"}, *ROWS[n + 1 :]])) == n
