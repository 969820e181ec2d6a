"""An old signed declaration that is applied later is noticed: it was made on a state after which the fight went on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.entries import Json
from ledger.line.hidden import commit
from ledger.line.tree import leaf
from ledger.proof.reports import report
from ledger.proof.reports import told as told_here
from ledger.proof.verifying import verify as verify_here
from ledger.refusals import WentOn
from ledger.table import accepting, signing
from ledger.table.answers import Declaration
from tests.clocks import steady_time
from tests.ledger.fights import BACK, SHOT
from tests.ledger.forging import Rows, chained, rows_of
from tests.verifier.cases import FILES
from tests.verifier.making import at_blows
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.playing import Party, Playing
from verifier.verify_fight import sentences, verify

Page = InBrowser | InNode
Told = tuple[int | None, list[int]]
FRESH: Told = (None, [])


def said(page: Page, raw: bytes) -> Told:
    """Return the broken line and the declarations that stay in doubt, of which all three verifiers say the same."""
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    assert (shown.get("line"), shown["unclear"], shown["but"]) == (file.get("line"), file["unclear"], file["but"])
    assert (None if here.broken is None else here.broken[0], [*here.unclear]) == (file.get("line"), file["unclear"])
    assert bool(file["unclear"]) <= ("unchecked" in file["but"])
    return file.get("line"), file["unclear"]


def keeps_back(playing: Playing, body: Json) -> tuple[str, Declaration]:
    """Return what a device signs now, as an operator keeps it back to apply it later."""
    seat: str = body["who"].lower()
    device = playing.parties[seat]
    made = device.declaration(body, playing.cmd())
    sent = Declaration(action=command_of(body, playing.fight.encounter.system), cmd=made["cmd"], raw=body)
    seen = (made["seen"][0], made["seen"][1])
    return seat, replace(sent, seen=seen, seq=made["seq"], sig=device.signs(signing.as_stored(made, None)))


def test_what_a_seat_signed_before_the_other_one_shot_is_not_applied_afterwards(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        playing.does(SHOT)
        seat, old = keeps_back(playing, SHOT)
        playing.does(BACK)
        with patch.object(accepting, "_must_have_seen"):
            ledger.record(playing.id, seat, old)
        playing.salted()
        n = max(line.n for line in playing.fight.lines if line.type == "CommandAccepted")
        raw = ledger.export(playing.id)
    assert said(opened, raw) == (n, [])
    assert "had not seen the newest state" in verify(raw)["why"]


def test_lines_of_the_table_make_nothing_stale(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        seat, old = keeps_back(playing, SHOT)
        playing.parties["bo"].renews()
        head = playing.signed("bo", {"do": "contest", "of": 5, "reason": "Wait!"})
        ledger.disputes.contest(playing.id, "bo", 5, "Wait!", **head)
        ledger.record(playing.id, seat, old)
        playing.salted()
        assert said(opened, ledger.export(playing.id)) == FRESH


def test_what_was_taken_back_since_stirred_the_fight(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        playing.does(SHOT)
        seat, old = keeps_back(playing, SHOT)
        to_version = playing.fight.ends[-2]
        asked_for = {"do": "rewind", "to_version": to_version, "reason": "Too late."}
        ledger.ask_rewind(playing.id, "bo", to_version, "Too late.", **playing.signed("bo", asked_for))
        # Ana's answer counts as her next call: the one kept back comes after it, under another number.
        ledger.answer_rewind(playing.id, "ana", True, **playing.signed("ana", {"do": "answer_rewind", "agree": True}))
        device = playing.parties["ana"]
        made = {**device.declaration(SHOT, old.cmd), "seen": list(old.seen or ())}
        with patch.object(accepting, "_must_have_seen"):
            ledger.record(playing.id, seat, replace(old, seq=made["seq"], sig=device.signs(made)))
        n = playing.fight.version
        playing.salted()
        assert said(opened, ledger.export(playing.id))[0] == n


def wishes_back(playing: Playing, seat: str, to_version: int) -> Json:
    """Return the wish to take back to a version as a device signs it now."""
    asked_for = {"do": "rewind", "to_version": to_version, "reason": "Too late."}
    return {"seat": seat, "to_version": to_version, "reason": "Too late.", **playing.signed(seat, asked_for)}


def test_a_wish_to_take_back_is_not_granted_after_the_fight_has_gone_on(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        old = wishes_back(playing, "bo", playing.fight.ends[-2])
        playing.does(SHOT)
        with pytest.raises(WentOn, match="The fight went on since"):
            ledger.ask_rewind(playing.id, **old)
        with patch.object(accepting, "must_be_up_to_date"):
            ledger.ask_rewind(playing.id, **old)
        raw = ledger.export(playing.id)
        n = playing.fight.version
    assert said(opened, raw) == (n, [])
    assert "bo had not seen the newest state" in verify(raw)["why"]


def test_the_ledger_is_not_closed_by_what_was_signed_before_the_fight_went_on_again(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        yields = {"do": "concede", "by": "bo"}
        playing.does(yields, seat="bo")
        old = {"seat": "ana", **playing.signed("ana", {"do": "close"})}
        ledger.ask_rewind(playing.id, **wishes_back(playing, "bo", playing.fight.ends[-2]))
        playing.does(yields, seat="bo")
        with pytest.raises(WentOn, match="The fight went on since"):
            ledger.close_ledger(playing.id, **old)
        with patch.object(accepting, "must_be_up_to_date"):
            ledger.close_ledger(playing.id, **old)
        n = playing.fight.version
        assert said(opened, ledger.export(playing.id)) == (n, [])


def test_lines_of_the_table_make_no_wish_stale_and_a_shut_line_leaves_it_in_doubt(opened: Page) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        old = wishes_back(playing, "bo", playing.fight.ends[-2])
        playing.parties["ana"].renews()
        playing.does({"do": "seal", "by": "ana", "text": "Left."}, seat="ana", secret=True)
        ledger.ask_rewind(playing.id, **old)
        n = playing.fight.version
        assert said(opened, ledger.export(playing.id, "eve"))[1] == [n]


def test_before_there_was_a_time_that_keys_wait_for_a_wish_could_be_old(opened: Page) -> None:
    made = Made()
    made.adds("RewindAsked", by="gm", to_version=SEALED_LAST, reason="Wait.", cmd="w", seen=made.seen(3))
    assert "key_wait" not in made.lines[0]
    assert said(opened, made.told()) == FRESH


def told_late(page: Page, raw: bytes) -> list[Json]:
    """Return the signed calls that came late, of which all three verifiers say the same, in words as well."""
    here, file = verify_here(raw), verify(raw)
    (shown,) = page.call("checkAll", [asked(raw)])
    told: list[Json] = file["overtaken"]
    assert shown["overtaken"] == told == report(here)["overtaken"]
    for lines in (sentences(file), told_here(here)):
        assert sum(each.startswith("Signed before the fight went on: ") for each in lines) == len(told)
    return told


def renews(playing: Playing) -> None:
    playing.parties["ana"].renews()


def changes_key(playing: Playing) -> None:
    playing.parties["ana"].changes_key(playing.parties["ana"])


def brings_another(playing: Playing) -> None:
    Party(playing, "ana", "ana-2").joins(playing.parties["ana"])


def contests(playing: Playing) -> None:
    head = playing.signed("ana", {"do": "contest", "of": 2, "reason": "Wait!"})
    playing.ledger.disputes.contest(playing.id, "ana", 2, "Wait!", **head)


@pytest.mark.parametrize("calls", [renews, changes_key, brings_another, contests])
def test_a_join_a_key_a_chain_and_a_word_that_come_after_the_fight_went_on_are_named_by_every_verifier(
    calls: Callable[[Playing], None], opened: Page
) -> None:
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        calls(playing)
        assert told_late(opened, ledger.export(playing.id)) == []
    with Ledger(chain_length=16) as ledger, steady_time() as clock:
        playing = at_blows(ledger, clock)
        old, honest = playing.fight.seen, Party.declaration
        playing.does(SHOT)
        with patch.object(Party, "declaration", lambda *each: {**honest(*each), "seen": [*old]}):
            calls(playing)
        raw, n = ledger.export(playing.id), playing.fight.version
    assert told_late(opened, raw) == [{"line": n, "seat": "ana", "seen": old[0]}]
    assert said(opened, raw) == FRESH


# Seals between: who knew what lies behind them had seen another state


class Made:
    """A fight in which nobody signs, and what an operator adds to it."""

    def __init__(self) -> None:
        rows = rows_of((FILES / "guarded.ndjson").read_bytes())
        self.lines: Rows = [row for row in rows if "type" in row]
        self.beside: Rows = [row for row in rows if "type" not in row]

    @property
    def size(self) -> int:
        return len(self.lines)

    def adds(self, kind: str, **fields: Any) -> int:
        """Add a line, and return its number."""
        self.lines.append({"at": self.lines[-1]["at"], "n": self.size, "prev": "", "type": kind, **fields})
        return self.size - 1

    def seals(self, cause: int, **payload: Any) -> int:
        """Add a sealed line, and what lies behind it."""
        salt = bytes(32)
        n = self.adds("Sealed", commit=commit(salt, payload), cause=cause)
        self.beside.append({"n": n, "payload": payload, "salt": salt.hex()})
        return n

    def seen(self, size: int) -> list[Any]:
        """Return what a seat had seen of so many lines."""
        return [size, leaf(chained(self.lines).splitlines()[size - 1]).hex()]

    def declares(self, seat: str, seen: int | None = None) -> int:
        """Add a declaration of a seat that had seen so many lines, and return its line."""
        seq = 1 + sum(row.get("decl", {}).get("seat") == seat for row in self.lines)
        action = {"do": "end_turn", "who": "Ana"}
        decl = {
            "action": action,
            "cmd": f"d{self.size}",
            "encounter": self.lines[0]["encounter"],
            "seat": seat,
            "seq": seq,
        }
        more = {} if seen is None else {"seen": self.seen(seen)}
        return self.adds("CommandAccepted", decl={**decl, **more})

    def ends(self, cause: int) -> int:
        """Add what came of a declaration."""
        return self.adds("TurnEnded", who="Ana", cause=cause)

    def told(self, *, whole: bool = True) -> bytes:
        """Return the file, with what lies behind its seals or without."""
        return chained([*self.lines, *(self.beside if whole else [])])


SEALED_LAST = 14
"""In `guarded.ndjson`: the last line, which seals what the referee rolled."""


@pytest.mark.parametrize(
    ("seat", "seen", "whole", "shut"),
    [
        ("gm", SEALED_LAST + 1, FRESH, FRESH),
        ("gm", SEALED_LAST, (15, []), (None, [15])),
        ("ana", SEALED_LAST, FRESH, (None, [15])),
        ("ana", 9, FRESH, (None, [15])),
        ("ana", 8, (15, []), (15, [])),
        ("ana", None, FRESH, FRESH),
    ],
)
def test_a_seal_makes_a_declaration_stale_for_those_who_knew_and_in_doubt_while_it_is_shut(
    seat: str, seen: int | None, whole: Told, shut: Told, opened: Page
) -> None:
    made = Made()
    made.ends(made.declares(seat, seen))
    assert said(opened, made.told()) == whole
    assert said(opened, made.told(whole=False)) == shut


EVENT = {"type": "TurnEnded", "who": "Gob"}


@pytest.mark.parametrize(
    ("seat", "payload", "whole"),
    [
        ("ana", {"to": ["ana"], "stands_in": 1}, FRESH),
        ("gm", {"stands_in": 1}, FRESH),
        ("ana", {"stands_in": 1}, (18, [])),
        ("ana", {"to": ["ana"]}, (18, [])),
    ],
)
def test_a_line_that_stands_in_for_a_seal_is_nothing_new_to_those_who_knew_it(
    seat: str, payload: Json, whole: Told, opened: Page
) -> None:
    made = Made()
    first = made.declares("gm")
    seal = made.seals(first, events=[EVENT], **payload)
    made.ends(first)
    made.ends(made.declares(seat, seal + 1))
    assert said(opened, made.told()) == whole
    assert said(opened, made.told(whole=False)) == (None, [18])
    assert any("lines 18" in each for each in sentences(verify(made.told(whole=False))))
    assert "what line 18 declared was applied is not checkable" in verify_here(made.told(whole=False)).sentence


def test_what_only_says_something_in_secret_stirs_nothing(opened: Page) -> None:
    made = Made()
    first = made.declares("gm")
    made.seals(first, events=[{"type": "MessageRecorded", "by": "gm", "channel": "table", "text": "Psst."}])
    made.ends(made.declares("gm", first + 1))
    assert said(opened, made.told()) == FRESH


def test_two_declarations_of_a_seat_with_one_number_or_one_name_are_found(opened: Page) -> None:
    made = Made()
    made.ends(made.declares("ana"))
    n = made.declares("ana")
    made.ends(n)
    first = made.lines[n - 2]["decl"]
    for name in ("seq", "cmd"):
        own = made.lines[n]["decl"]
        made.lines[n]["decl"] = {**own, name: first[name]}
        assert said(opened, made.told()) == (n, [])
        made.lines[n]["decl"] = own
    assert said(opened, made.told()) == FRESH
