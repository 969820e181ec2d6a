"""The audit: what holds, what differs and where, and what an outsider should know."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import TypeAdapter

from domain.deciding import RULESETS
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.lines import Line, decode
from ledger.table.answers import Declaration
from projections.audit import Audit, Fault, audit, first_fault
from projections.chronicle import chronicle
from tests.forging import mended
from tests.openings import opening_of
from tests.projections.fights import ETIQUETTE, PURSUIT, Written, duel

JSON: TypeAdapter[Audit] = TypeAdapter(Audit)


def forged(fight: Written, n: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Return the file of a fight in which one line was changed and the chain mended after it."""
    return mended((line.raw for line in fight.lines), n, change)


def lines_of(raw: bytes) -> list[Line]:
    return [decode(row) for row in raw.splitlines()]


def line_of(fight: Written, kind: str) -> Line:
    return next(line for line in reversed(fight.lines) if line.type == kind)


def played(opening: dict[str, Any]) -> tuple[Ledger, str]:
    """Return a ledger with a fight in which Ana has met Bo."""
    ledger = Ledger()
    opened = ledger.open(opening_of({**opening, "dice": "ledger"}))
    say(ledger, opened.encounter, "ana", "1", {"do": "begin_move", "who": "Ana", "allowance": 4})
    say(ledger, opened.encounter, "ana", "2", {"do": "move", "who": "Ana", "to": "T3"})
    say(ledger, opened.encounter, "ana", "3", {"do": "move", "who": "Ana", "to": "T4"})
    return ledger, opened.encounter


def say(ledger: Ledger, encounter: str, seat: str, cmd: str, action: dict[str, Any]) -> None:
    ledger.record(encounter, seat, Declaration(action=command_of(action, "pursuit"), cmd=cmd))


def test_a_fight_of_the_ledger_is_whole_and_decides_exactly() -> None:
    ledger, encounter = played(PURSUIT)
    say(ledger, encounter, "ana", "a", {"do": "engage", "who": "Ana"})
    say(ledger, encounter, "ana", "b", {"do": "disengage", "who": "Ana"})
    found = audit(ledger.export(encounter))
    assert (found.ok, found.encounter, found.system, found.faults) == (True, encounter, "pursuit", ())
    assert (found.rules.result, found.rules.stored, found.rules.program) == ("exact", "pursuit/2", "pursuit/2")
    assert [verdict.result for verdict in found.rules.verdicts] == ["exact"] * 5
    assert (found.counts.commands, found.counts.throws, found.counts.table_dice) == (5, 2, 0)
    assert found.sentences[1] == (
        "Every command decides exactly as recorded under pursuit/2, the version it was played under."
    )


def test_the_lines_in_memory_are_audited_like_their_file() -> None:
    ledger, encounter = played(PURSUIT)
    assert audit(ledger.lines(encounter)).rules == audit(ledger.export(encounter)).rules


def test_what_was_taken_back_is_decided_again_too_and_its_rolls_are_listed() -> None:
    ledger, encounter = played(PURSUIT)
    say(ledger, encounter, "ana", "a", {"do": "engage", "who": "Ana"})
    before = ledger.fight(encounter).version
    say(ledger, encounter, "ana", "b", {"do": "disengage", "who": "Ana"})
    ledger.ask_rewind(encounter, "ana", before, "again", "r")
    ledger.answer_rewind(encounter, "bo", True, "s")
    ledger.answer_rewind(encounter, "cy", True, "t")
    say(ledger, encounter, "ana", "c", {"do": "attack", "who": "Ana", "target": "Bo"})
    found = audit(ledger.export(encounter))
    assert (found.ok, found.rules.result, len(found.rules.verdicts)) == (True, "exact", 6)
    assert (found.counts.rewinds, found.counts.voided_rolls) == (1, (1,))


def test_a_roll_that_was_brought_back_is_not_void() -> None:
    ledger, encounter = played(PURSUIT)
    say(ledger, encounter, "ana", "a", {"do": "engage", "who": "Ana"})
    before = ledger.fight(encounter).version
    say(ledger, encounter, "ana", "b", {"do": "disengage", "who": "Ana"})
    after = ledger.fight(encounter).version
    for number, version in enumerate((before, after)):
        ledger.ask_rewind(encounter, "ana", version, "again", f"r{number}")
        ledger.answer_rewind(encounter, "bo", True, f"s{number}")
        ledger.answer_rewind(encounter, "cy", True, f"t{number}")
    counts = audit(ledger.export(encounter)).counts
    assert (counts.rewinds, counts.voided_rolls) == (2, ())


def test_void_rolls_in_a_row_are_named_by_the_first_and_the_last() -> None:
    ledger, encounter = played(PURSUIT)
    say(ledger, encounter, "ana", "a", {"do": "engage", "who": "Ana"})
    before = ledger.fight(encounter).version
    for number in range(3):
        say(ledger, encounter, "ana", f"b{number}", {"do": "disengage", "who": "Ana"})
        ledger.ask_rewind(encounter, "ana", before, "again", f"r{number}")
        ledger.answer_rewind(encounter, "bo", True, f"s{number}")
        ledger.answer_rewind(encounter, "cy", True, f"t{number}")
    assert "3 void rolls (1 to 3), 3 rewinds" in audit(ledger.export(encounter)).sentences[-1]


def test_words_that_were_deleted_change_nothing_in_the_verdict() -> None:
    ledger, encounter = played(ETIQUETTE)
    say(ledger, encounter, "bo", "w", {"do": "say", "who": "Bo", "text": "truce?"})
    whole = ledger.export(encounter)
    bare = b"".join(row + b"\n" for row in whole.splitlines() if b'"payload"' not in row)
    assert len(bare) < len(whole)
    for raw in (whole, bare):
        assert (audit(raw).ok, audit(raw).rules.result) == (True, "exact")
    assert (audit(whole).counts.withheld, audit(bare).counts.withheld) == (0, 2)
    assert audit(bare).sentences[-1].endswith("; the words of 2 lines are withheld.")


def test_loaded_dice_are_said_to_be_loaded() -> None:
    fight = duel()
    fight.do("disengage", "Ana", faces=[6, 3])
    found = audit(fight.lines)
    assert (found.rules.result, found.counts.loaded_dice) == ("exact", 2)
    assert not found.verification.ok


def test_another_number_differs_at_its_line() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    blow = line_of(fight, "DamageApplied")
    found = audit(forged(fight, blow.n, lambda value: value.update(after=1)))
    assert (found.ok, found.rules.result, found.rules.at) == (False, "differs", blow.n)
    verdict = found.rules.verdicts[-1]
    assert (verdict.what, verdict.expected and verdict.expected["after"], verdict.found and verdict.found["after"]) == (
        "DamageApplied differs in after",
        2,
        1,
    )
    assert f"The rules decide otherwise at line {blow.n} under pursuit/2, the version" in found.sentences[1]


def test_one_difference_does_not_spread() -> None:
    fight = duel()
    first = fight.do("attack", "Ana", target="Bo")
    fight.do("attack", "Bo", target="Ana")
    found = audit(forged(fight, first + 3, lambda value: value.update(after=1)))
    assert [verdict.result for verdict in found.rules.verdicts][-2:] == ["differs", "exact"]


def test_the_first_fault_is_the_line_that_the_rules_forbid() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    blow = line_of(fight, "DamageApplied").n
    assert first_fault(fight.lines) is None
    assert first_fault(lines_of(forged(fight, blow, lambda value: value.update(after=1)))) == Fault(
        n=blow, what="DamageApplied differs in after"
    )


def test_what_nothing_folds_is_a_fault_in_any_system() -> None:
    known = forged(Written(), 1, lambda value: value.update(detail={"tiles": 5}))
    unknown = mended(known.splitlines(), 0, lambda value: value.update(system="chess", version="chess/1"))
    for raw in (known, unknown):
        fault = first_fault(lines_of(raw))
        assert fault is not None
        assert (fault.n, fault.what[:46]) == (1, "It does not follow from the lines before it: T")


def test_an_end_that_leaves_unsaid_who_won_comes_to_the_same_outcome() -> None:
    fight = duel()
    for seat in ("bo", "cy"):
        fight.do("concede", by=seat)
    raw = forged(fight, line_of(fight, "EncounterEnded").n, lambda value: value.pop("winner"))
    assert audit(raw).rules.result == "same outcome"
    assert "won" not in chronicle(lines_of(raw))[-1].text
    assert "won by Ana" in chronicle(fight.lines)[-1].text


def test_another_citation_comes_to_the_same_outcome() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    found = audit(forged(fight, line_of(fight, "DamageApplied").n, lambda value: value.update(rules=["PUR-13"])))
    assert (found.rules.result, found.rules.at, found.ok) == ("same outcome", None, True)
    assert found.rules.verdicts[-1].what == "DamageApplied differs in rules"


def test_a_difference_under_another_version_is_no_fault() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    blow = line_of(fight, "DamageApplied").n
    elder = Written()
    elder.lines = [decode(row) for row in forged(fight, blow, lambda value: value.update(after=1)).splitlines()]
    found = audit(forged(elder, 0, lambda value: value.update(version="pursuit/0")))
    assert (found.ok, found.rules.result, found.rules.stored, found.rules.program) == (
        True,
        "differs",
        "pursuit/0",
        "pursuit/2",
    )
    assert "it was played under pursuit/0, so that a difference is no fault" in found.sentences[1]


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"by": "Bo"}, "the rules say that Ana rolls 1d6 for disengage, but Bo rolled 1d6 for disengage"),
        ({"for": "attack"}, "the rules say that Ana rolls 1d6 for disengage, but Ana rolled 1d6 for attack"),
        ({"dice": "1d8"}, "the rules say that Ana rolls 1d6 for disengage, but Ana rolled 1d8 for disengage"),
    ],
)
def test_other_dice_are_a_difference(changed: dict[str, str], what: str) -> None:
    fight = duel()
    n = fight.do("disengage", "Ana", faces=[6, 3])
    found = audit(forged(fight, n + 2, lambda value: value.update(changed)))
    assert (found.rules.result, found.rules.verdicts[-1].what) == ("differs", what)


def test_a_roll_that_nobody_asked_for_is_a_difference() -> None:
    fight = duel()
    cause = fight.do("attack", "Ana", target="Bo")
    other = duel()
    other.do("disengage", "Ana", faces=[6, 3])
    fight.write(line_of(other, "DiceRolled").entry, cause)
    assert audit(fight.lines).rules.verdicts[-1].what == "the rules ask for fewer dice"


def test_a_roll_that_is_missing_is_a_difference() -> None:
    fight = duel()
    other = duel()
    other.do("disengage", "Ana", faces=[6, 3])
    cause = fight.accepted({"do": "disengage", "who": "Ana"})
    for line in other.lines[cause + 1 : cause + 3]:
        fight.write(line.entry, cause)
    verdict = audit(fight.lines).rules.verdicts[-1]
    assert verdict.what == "the rules ask for more dice: Bo rolls 1d6 for disengage"


def test_a_command_that_the_rules_refuse_is_a_difference() -> None:
    fight = duel()
    fight.accepted({"do": "attack", "who": "Bo", "target": "Ana"})
    verdict = audit(fight.lines).rules.verdicts[-1]
    assert (verdict.result, verdict.what) == ("differs", "Bo cannot attack: it is Ana's turn.")


def test_a_command_nobody_knows_is_a_difference() -> None:
    fight = duel()
    fight.accepted({"do": "dance", "who": "Ana"})
    assert audit(fight.lines).rules.verdicts[-1].what == "this program knows no such command"


def test_a_command_without_its_events_is_a_difference_but_one_that_waits_for_dice_is_not() -> None:
    fight = duel()
    fight.accepted({"do": "attack", "who": "Ana", "target": "Bo"})
    assert audit(fight.lines).rules.verdicts[-1].what == "the rules say DeclarationMade where nothing is recorded"
    waiting = duel()
    waiting.accepted({"do": "disengage", "who": "Ana"})
    assert audit(waiting.lines).rules.result == "exact"


def test_a_fight_of_an_unknown_system_is_verified_but_not_decided() -> None:
    found = audit(forged(duel(), 0, lambda value: value.update(system="chess", version="chess/1")))
    assert (found.rules.result, found.rules.stored, found.rules.program) == ("not decided", "chess/1", None)
    assert "chess" not in RULESETS


def test_lines_that_are_no_fight_are_told_by_the_first_that_does_not_follow() -> None:
    fight = duel()
    n = fight.do("attack", "Ana", target="Bo")
    found = audit(forged(fight, n + 3, lambda value: value.update(to="Nobody")))
    assert not found.ok
    assert found.rules.result == "not decided"
    assert found.faults[0].n == n + 3
    assert found.faults[0].what.startswith("It does not follow from the lines before it")


@pytest.mark.parametrize("raw", [b"", b"\n", b"nonsense", b"{}\n", b'{"n":0}\n', b"[]\n\xff", b'{"n":0,"payload":1}'])
def test_what_is_no_file_of_a_fight_is_broken_and_nothing_worse(raw: bytes) -> None:
    found = audit(raw)
    assert (found.ok, found.rules.result) == (False, "not decided")
    assert found.verification.broken is not None


def test_a_file_that_breaks_off_in_the_middle_is_audited_as_far_as_it_is_whole() -> None:
    ledger, encounter = played(PURSUIT)
    rows = ledger.export(encounter).splitlines()
    rows[10] = rows[10].replace(b"T3", b"T9")
    found = audit(b"\n".join(rows) + b"\n")
    assert not found.ok
    assert found.verification.broken is not None
    assert found.rules.result in ("exact", "differs")


def test_the_report_is_json() -> None:
    assert json.loads(JSON.dump_json(audit(duel().lines)))["rules"]["result"] == "exact"


def test_of_a_broken_file_only_what_stands_before_the_break_is_told() -> None:
    fight = duel()
    fight.do("attack", "Ana", target="Bo")
    rows = [line.raw for line in fight.lines]
    first = next(line.n for line in fight.lines if line.type == "CommandAccepted")
    early = audit(b"\n".join([*rows[:first], rows[first].replace(b'"seq":1', b'"seq":2'), *rows[first + 1 :]]) + b"\n")
    assert early.verification.broken is not None
    assert early.verification.broken[0] == first
    assert len(early.sentences) == 1
    late = audit(b"\n".join([*rows[:-1], rows[-1].replace(b'"prev":"', b'"prev":"0')]) + b"\n")
    assert [sentence.split(":")[0] for sentence in late.sentences[1:]] == ["Before that line", "Before that line"]
