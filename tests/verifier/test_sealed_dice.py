"""Every face ever shown is drawn again from the entropy of its roll, or nobody calls it verified."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ledger.application import Ledger
from ledger.dice.entropy import LedgerDice
from ledger.line.hidden import blind_commit, commit
from ledger.proof.verifying import verify as verify_here
from tests.clocks import steady_time
from tests.ledger.forging import Rows, chained, rows_of
from tests.secrecy import OPENINGS as WITH_SECRETS
from tests.verifier.attacks import cheating
from tests.verifier.cases import FILES, find, where
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Playing
from verifier.verify_fight import verify

Page = InBrowser | InNode
Told = tuple[str, int | None, list[str]]


def said(page: Page, raw: bytes) -> Told:
    """Return what all three verifiers say: the verdict, the broken line, and the grade of each roll that is good."""
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    grades = [roll["grade"] for roll in file["rolls"]]
    line = None if here.broken is None else here.broken[0]
    assert (shown["verdict"], shown.get("line")) == (file["verdict"], file.get("line"))
    assert (file.get("line"), shown["rolls"]) == (line, file["rolls"])
    if line is None:
        assert [roll.grade for roll in here.rolls] == grades
        assert [[list(faces) for faces in roll.faces] for roll in here.rolls] == [
            roll["faces"] for roll in file["rolls"]
        ]
    return file["verdict"], line, grades


def shut(raw: bytes) -> bytes:
    """Return a file without what lies behind its seals."""
    return b"".join(row for row in raw.splitlines(keepends=True) if json.loads(row).keys() != {"n", "payload", "salt"})


@pytest.mark.parametrize("way", cheating.WAYS)
def test_faces_that_do_not_follow_are_found_behind_every_seal(way: str, opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        raw = cheating.shots(ledger, clock, cheating.WAYS[way])
    verdict, line, grades = said(opened, raw)
    assert verdict == "BROKEN"
    assert line is not None
    assert json.loads(raw.splitlines()[line])["type"] == "Sealed"
    assert "witnessed" not in grades


@pytest.mark.parametrize("way", ["each die alone", "all in one line", "only the first"])
def test_while_they_are_shut_the_roll_has_no_grade(way: str, opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        raw = shut(cheating.shots(ledger, clock, cheating.WAYS[way]))
    assert said(opened, raw) == ("OK BUT", None, ["not checkable"])
    assert {"unopened", "unchecked"} <= set(verify(raw)["but"])
    assert "not checkable" in verify_here(raw).sentence


@pytest.mark.parametrize(
    "way", ["each die alone", "to everybody", "opened at once", "all in one line", "only the first"]
)
def test_sealed_dice_that_are_drawn_in_the_order_of_the_lines_have_their_grade(way: str, opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        raw = cheating.shots(ledger, clock, cheating.WAYS[way], LedgerDice)
    assert said(opened, raw) == ("OK", None, ["witnessed"])


@pytest.mark.long(but=("verdigris", "in zones"))
@pytest.mark.parametrize("system", WITH_SECRETS)
def test_so_it_is_in_every_fight_where_something_is_sealed(system: str, opened: Page) -> None:
    with Ledger(chain_length=80) as ledger, steady_time() as clock:
        for tell in (cheating.each_die_alone, cheating.all_in_one):
            raw = cheating.with_reserve(ledger, clock, system, tell)
            assert said(opened, raw)[0] == "BROKEN"
            assert said(opened, shut(raw))[2][-1] == "not checkable"


def test_so_it_is_with_private_hands(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        raw = cheating.shots(ledger, clock, cheating.each_die_alone, hands="private")
        honest = cheating.shots(ledger, clock, cheating.each_die_alone, LedgerDice, hands="private")
    assert said(opened, raw)[0] == "BROKEN"
    assert said(opened, honest)[::2] == ("OK", ["witnessed"])


# What an operator can do to a file in which nobody signs


def secret_rolls() -> Rows:
    """Return the rows of a fight with two secret rolls, of seats without devices."""
    return rows_of((FILES / "guarded.ndjson").read_bytes())


def beside(rows: Rows, holds: str, nth: int = 0) -> int:
    """Return the row beside the lines that holds something."""
    return where(rows, lambda row: "type" not in row and holds in row.get("payload", {}), nth)


def test_faces_that_are_opened_while_their_blind_is_not_are_never_graded(opened: Page) -> None:
    rows = secret_rolls()
    assert said(opened, chained(rows))[2] == ["server only", "server only"]
    del rows[beside(rows, "blind")]["payload"]["blind"]
    verdict, line, grades = said(opened, chained(rows))
    assert (verdict, line, grades) == ("OK BUT", None, ["not checkable", "server only"])


def test_other_faces_under_a_blind_that_stays_shut_are_not_graded_either(opened: Page) -> None:
    rows = secret_rolls()
    del rows[beside(rows, "blind", -1)]["payload"]["blind"]
    dice = where(rows, lambda row: "type" not in row and "DiceRolled" in str(row.get("payload")), -1)
    for event in rows[dice]["payload"]["events"]:
        if event["type"] == "DiceRolled":
            event["faces"] = [20, 20, 20]
    rows[rows[dice]["n"]]["commit"] = commit(bytes.fromhex(rows[dice]["salt"]), rows[dice]["payload"])
    assert said(opened, chained(rows))[::2] == ("OK BUT", ["server only", "not checkable"])


def open_rolls() -> Rows:
    """Return the rows of a fight of seats without devices whose dice are all public."""
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = Playing(ledger, clock, WITH_SECRETS["verdigris"])
        cheating.rolls_once(playing, None, LedgerDice)
        return rows_of(ledger.export(playing.id))


def test_a_blind_belongs_to_a_sealed_command_that_rolls(opened: Page) -> None:
    rows = open_rolls()
    n = where(rows, lambda row: row.get("type") == "CommandAccepted" and "roll" in row)
    rows[n]["blind"] = blind_commit(bytes(32)).hex()
    assert said(opened, chained(rows))[:2] == ("BROKEN", n)
    rows = secret_rolls()
    facts = where(rows, lambda row: row.get("type") == "CommandAccepted" and "roll" not in row)
    rows[facts]["blind"] = blind_commit(bytes(32)).hex()
    assert said(opened, chained(rows))[:2] == ("BROKEN", facts)


def sealed_with(rows: Rows, n: int, payload: dict[str, Any]) -> bytes:
    """Return the file with a sealed line put before line ``n``, and what it holds beside the lines."""
    salt = bytes(32)
    line = {"at": rows[n]["at"], "n": n, "prev": "", "type": "Sealed", "commit": commit(salt, payload)}
    if "cause" in rows[n]:
        line["cause"] = rows[n]["cause"]
    lines = [row for row in rows if "type" in row]
    words = [row for row in rows if "type" not in row]
    for row in words:
        row["n"] += row["n"] >= n
    for row in lines[n:]:
        row["n"] += 1
        if row.get("cause", -1) >= n:
            row["cause"] += 1
    own = {"n": n, "payload": payload, "salt": salt.hex()}
    return chained([*lines[:n], line, *lines[n:], *sorted([*words, own], key=lambda row: row["n"])])


DIE = {"type": "DiceRolled", "by": "Ana", "for": "luck", "dice": "1d6", "faces": [6], "source": "ledger"}


@pytest.mark.parametrize("source", ["ledger", "table", "loaded", "fork", "none"])
def test_a_command_that_does_not_roll_seals_no_dice(source: str, opened: Page) -> None:
    rows = secret_rolls()
    n = find(rows, "CommandAccepted") + 1
    assert "roll" not in rows[n - 1]
    assert said(opened, sealed_with(rows, n, {"events": [{**DIE, "source": source}]}))[:2] == ("BROKEN", n)
    assert said(opened, sealed_with(secret_rolls(), n, {"events": [{**DIE, "roll": 1}]}))[:2] == ("BROKEN", n)


@pytest.mark.parametrize("source", ["ledger", "table", "loaded", "fork", "none"])
def test_nobody_rolls_before_the_first_command(source: str, opened: Page) -> None:
    raw = sealed_with(secret_rolls(), 1, {"events": [{**DIE, "source": source}]})
    assert said(opened, raw)[:2] == ("BROKEN", 1)


def test_a_roll_of_no_dice_may_be_sealed(opened: Page) -> None:
    rows = secret_rolls()
    n = find(rows, "Sealed", -1)
    nothing = {**DIE, "source": "none", "dice": "0d6", "faces": []}
    assert said(opened, sealed_with(rows, n, {"events": [nothing]}))[0] == "OK BUT"


def test_a_sealed_line_belongs_to_the_command_before_it(opened: Page) -> None:
    rows = secret_rolls()
    n = find(rows, "Sealed", -1)
    rows[n]["cause"] = find(rows, "CommandAccepted")
    assert said(opened, chained(rows))[:2] == ("BROKEN", n)


def test_a_command_that_rolls_shows_its_dice_once_it_is_open(opened: Page) -> None:
    rows = secret_rolls()
    n = find(rows, "Sealed", -1)
    own = where(rows, lambda row: row.get("n") == n and "type" not in row)
    rows[own]["payload"] = {
        "events": [event for event in rows[own]["payload"]["events"] if event["type"] != "DiceRolled"]
    }
    rows[n]["commit"] = commit(bytes.fromhex(rows[own]["salt"]), rows[own]["payload"])
    verdict, line, _ = said(opened, chained(rows))
    assert (verdict, line) == ("BROKEN", n + 1)
