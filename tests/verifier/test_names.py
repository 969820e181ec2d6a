"""Who may call a fight what: every verifier says the same of each line that gives a name, and of a title in line 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.line.entries import Renamed
from ledger.table import naming
from tests.clocks import Clock, steady_time
from tests.ledger.fights import ARCHERS
from tests.ledger.forging import Rows, chained, rows_of
from tests.verifier.page import InBrowser, InNode
from tests.verifier.playing import Playing
from tests.verifier.test_late_seats import broken

Page = InBrowser | InNode
UNSEEN = [
    "",
    " ",
    "\u3000",
    "\u200d",
    "a" * 81,
    "a\u202eb",
    "a\u2066b",
    "a\x1b[31mb",
    "\u200e",
    "a\u061cb",
    "a\U000e0041",
]
SEEN = ["The bridge", "橋のたもと", "جسر الفجر", "\U0001f468\u200d\U0001f469\u200d\U0001f467", "नदी", "x" * 80]


@pytest.fixture
def here() -> Iterator[tuple[Ledger, Clock]]:
    with Ledger() as ledger, steady_time() as clock:
        yield ledger, clock


@pytest.fixture
def rows(here: tuple[Ledger, Clock]) -> Rows:
    """Return the lines of a fight that was renamed before anything happened in it."""
    playing = Playing(*here, ARCHERS, title="Before")
    playing.ledger.rename(playing.id, "ana", "encounter", "After", cmd="n1")
    return rows_of(playing.ledger.export(playing.id))


def with_line(rows: Rows, **fields: Any) -> bytes:
    return chained([*rows[:-1], {**rows[-1], **fields}])


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_no_name_works_unseen(opened: Page, rows: Rows, name: str) -> None:
    assert broken(opened, with_line(rows, name=name)) == len(rows) - 1
    assert broken(opened, chained([{**rows[0], "title": name}, *rows[1:]])) == 0


@pytest.mark.parametrize("name", SEEN)
def test_a_name_has_any_script(opened: Page, rows: Rows, name: str) -> None:
    assert broken(opened, with_line(rows, name=name)) is None
    assert broken(opened, chained([{**rows[0], "title": name}, *rows[1:]])) is None


@pytest.mark.parametrize("fields", [{"by": "bo"}, {"by": "zed"}, {"of": ""}, {"of": "a b"}, {"of": "x" * 33}], ids=repr)
def test_only_the_host_names_and_only_what_has_an_id(opened: Page, rows: Rows, fields: dict[str, Any]) -> None:
    assert broken(opened, with_line(rows, **fields)) == len(rows) - 1


@pytest.mark.parametrize("of", ["T1", "x" * 32])
def test_what_has_an_id_is_named_as_the_fight_is(opened: Page, rows: Rows, of: str) -> None:
    assert broken(opened, with_line(rows, of=of)) is None


def test_a_call_that_names_is_made_once(opened: Page, rows: Rows) -> None:
    assert broken(opened, chained([*rows, {**rows[-1], "n": len(rows)}])) == len(rows)


def test_a_seat_with_a_device_signs_the_name_that_it_gives(opened: Page, here: tuple[Ledger, Clock]) -> None:
    playing = Playing(*here, ARCHERS, entropy="all")
    playing.seated("ana", "bo")
    head = playing.parties["ana"].head({"do": "rename", "of": "encounter", "name": "Dawn"})
    playing.ledger.answering.signed(playing.id, Renamed(of="encounter", name="Dawn", by="ana", **head), naming.rename)
    raw = playing.ledger.export(playing.id)
    assert broken(opened, raw) is None
    kept = rows_of(raw)
    assert broken(opened, chained([*kept[:-1], {**kept[-1], "name": "Dusk"}])) == len(kept) - 1


def test_line_0_calls_things_by_id_and_name_and_says_what_a_side_shows(opened: Page, rows: Rows) -> None:
    first, rest = rows[0], rows[1:]
    good = {"names": [{"of": "T1", "name": "橋"}], "disclosure": [{"side": "Ana", "shows": "words"}]}
    assert broken(opened, chained([{**first, **good}, *rest])) is None
    for wrong in (
        {"names": [{"of": "T1"}]},
        {"names": [{"of": "T 1", "name": "a"}]},
        {"names": [{"of": "T1", "name": "\u200b"}]},
        {"disclosure": [{"side": "Ana"}]},
        {"disclosure": [{"side": "Ana", "shows": 1}]},
    ):
        assert broken(opened, chained([{**first, **wrong}, *rest])) == 0


@pytest.mark.parametrize(("name", "where"), [("旅人", None), ("\u200b", True), ("", True)], ids=ascii)
def test_whoever_joins_is_called_something_that_is_seen(
    opened: Page, rows: Rows, name: str, where: bool | None
) -> None:
    n = next(row["n"] for row in rows if row["type"] == "CombatantJoined")
    named = [{**row, "name": name} if row["n"] == n else row for row in rows]
    assert broken(opened, chained(named)) == (None if where is None else n)
