"""Which seats a bot of the server plays stands in the lines, and every verifier takes the same of them."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.proof.verifying import verify as verify_here
from tests.ledger.forging import chained
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.test_late_seats import END, LATE, ROWS, broken
from verifier.verify_fight import verify

Page = InBrowser | InNode
BOT = {"type": "SeatJoined", "seat": "zed", "role": "player", "kind": "bot"}
PERSON = {"type": "SeatJoined", "seat": "zed", "role": "player"}


def with_lines(*lines: dict[str, Any]) -> bytes:
    """Return a file that ends with these lines, after one in which Zed came late."""
    at = ROWS[END - 1]["at"]
    more = ({**line, "at": at, "n": END + index} for index, line in enumerate((LATE, *lines)))
    return chained([*ROWS[:END], *more])


def bots(page: Page, raw: bytes) -> list[str]:
    """Return the seats that all three say a bot plays."""
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    found = [seat for seat, each in file["seats"].items() if each["bot"]]
    assert found == [seat for seat, each in here.seats.items() if each.bot]
    assert found == [seat for seat, each in shown["seats"].items() if each["bot"]]
    return found


def test_a_bot_takes_a_seat_without_a_device_and_a_person_takes_its_place(opened: Page) -> None:
    before = bots(opened, with_lines())
    assert "zed" not in before
    assert bots(opened, with_lines(BOT)) == [*before, "zed"]
    assert bots(opened, with_lines(BOT, PERSON)) == before
    assert bots(opened, with_lines(BOT, PERSON, BOT)) == [*before, "zed"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "where"),
    [
        ([BOT, BOT], 1),
        ([PERSON], 0),
        ([{**BOT, "role": "spectator"}], 0),
        ([{**BOT, "kind": "cat"}], 0),
        ([{**BOT, "seat": "ana"}], 0),
        ([{**BOT, "seat": "fay"}], 0),
        ([{**BOT, "seen": [1, "0" * 64]}], 0),
        ([{**BOT, "cmd": "one"}, {**PERSON, "cmd": "one"}], 1),
    ],
    ids=repr,
)
def test_no_bot_takes_a_seat_of_a_device_or_one_that_it_has(
    opened: Page, lines: list[dict[str, Any]], where: int
) -> None:
    assert broken(opened, with_lines(*lines)) == END + 1 + where
