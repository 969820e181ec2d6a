"""Verification from the file alone: honest files pass, and every kind of dishonest one names its first broken line."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.application import Ledger
from ledger.line.canonical import canon_trusted
from ledger.line.tree import leaf, root
from ledger.proof.verifying import Verification, verify
from tests.ledger.fights import BACK, SHOT, SWORDS, TO_BLOWS, opened
from tests.ledger.forging import Rows, broken_at, chained, first, rows_of, without_notes
from tests.sparing import often


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two shots each under chains of four links, one of them taken back with consent, and one more."""
    with Ledger(tmp_path_factory.mktemp("fought"), chain_length=4) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        for _ in range(2):
            player.does(SHOT)
            player.does(BACK)
        ledger.ask_rewind(player.encounter, "bo", ledger.fight(player.encounter).ends[-2], "Too late.", "back")
        ledger.answer_rewind(player.encounter, "ana", True, "yes")
        player.does(BACK)
        return without_notes(ledger.export(player.encounter))


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Words between the moves of an etiquette fight."""
    with Ledger(tmp_path_factory.mktemp("spoken")) as ledger:
        player = opened(ledger, SWORDS)
        player.meets()
        player.does({"do": "say", "who": "Bo", "text": "Let us talk."}, seat="bo")
        return without_notes(ledger.export(player.encounter))


def test_an_honest_file_verifies(fought: bytes) -> None:
    verified = verify(fought)
    assert verified.ok
    assert verified.broken is None
    lines = fought.splitlines()
    assert verified.lines == len(lines)
    assert verified.root == root(leaf(line) for line in lines).hex()
    assert [each.roll for each in verified.rolls] == [1, 2, 3, 4, 5]
    assert {each.grade for each in verified.rolls} == {"server only"}
    assert verified.voided == (4,)
    assert verified.sentence == f"Verified: {len(lines)} lines, and all 5 rolls follow from entropy fixed in advance."


def test_a_last_line_without_its_end_is_still_the_same_line(fought: bytes) -> None:
    assert verify(fought.removesuffix(b"\n")).ok


def test_words_are_checked_against_their_commitment_and_may_be_missing(spoken: bytes) -> None:
    assert verify(spoken).wordless == ()
    rows = spoken.splitlines()
    words = [row for row in rows if b'"payload"' in row]
    assert len(words) == 2
    kept = b"\n".join(row for row in rows if row not in words) + b"\n"
    assert verify(kept).ok
    assert verify(kept).wordless == tuple(orjson.loads(row)["n"] for row in words)


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {**row, "payload": {"text": "I yield."}},
        lambda row: {**row, "salt": "00" * 32},
        lambda row: {**row, "n": 0},
        lambda row: {**row, "payload": {"text": 1}},
        lambda row: {**row, "salt": "zz"},
        lambda row: {**row, "more": 1},
    ],
)
def test_other_words_are_found_out(spoken: bytes, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    rows = spoken.splitlines()
    rows[-1] = canon_trusted(change(orjson.loads(rows[-1])))
    found = verify(b"\n".join(rows) + b"\n")
    assert found.broken is not None or found.newer is not None


def test_words_stand_once_and_in_order(spoken: bytes) -> None:
    rows = spoken.splitlines()
    broken_at(b"\n".join([*rows, rows[-1]]))
    broken_at(b"\n".join([*rows[:-2], rows[-1], rows[-2]]))
    broken_at(b"\n".join([*rows[:-1], rows[0], rows[-1]]))


def test_a_changed_line_breaks_the_next(fought: bytes) -> None:
    rows = rows_of(fought)
    turn = first(rows, "TurnStarted")
    turn["who"] = "Bo"
    assert broken_at(b"\n".join(map(canon_trusted, rows))) == turn["n"] + 1


def with_row(kind: str, nth: int = 0, **changes: Any) -> Callable[[Rows], int]:
    def change(rows: Rows) -> int:
        row = first(rows, kind, nth)
        row.update(changes)
        for name in [name for name, value in changes.items() if value is None]:
            del row[name]
        return int(row["n"])

    return change


def other_faces(rows: Rows) -> int:
    rolled = first(rows, "DiceRolled")
    rolled["faces"] = [rolled["faces"][0] % 6 + 1]
    return int(rolled["n"])


def other_seat(rows: Rows) -> int:
    accepted = first(rows, "CommandAccepted", 1)
    accepted["decl"]["seat"] = "eve"
    return int(accepted["n"])


def repeated_cmd(rows: Rows) -> int:
    accepted = first(rows, "CommandAccepted", 1)
    accepted["decl"]["cmd"] = first(rows, "CommandAccepted")["decl"]["cmd"]
    return int(accepted["n"])


def other_seq(rows: Rows) -> int:
    accepted = first(rows, "CommandAccepted", 1)
    accepted["decl"]["seq"] = 5
    return int(accepted["n"])


def other_encounter(rows: Rows) -> int:
    accepted = first(rows, "CommandAccepted")
    accepted["decl"]["encounter"] = "f" * 32
    return int(accepted["n"])


CHANGES: list[Callable[[Rows], int]] = [
    other_faces,
    other_seat,
    repeated_cmd,
    other_seq,
    other_encounter,
    with_row("EncounterOpened", anchor="00" * 32),
    with_row("EncounterOpened", anchor=None),
    with_row("EncounterOpened", encounter="mine"),
    with_row("EncounterOpened", dice="magic"),
    with_row("EncounterOpened", seats=[{"id": "ana"}]),
    with_row("EncounterOpened", rewind="none"),
    with_row("EntropyRevealed", server="11" * 32),
    with_row("EntropyRevealed", 1, server="xy"),
    with_row("EntropyRevealed", roll=2),
    with_row("EntropyRevealed", missing=["bo"]),
    with_row("ChainRenewed", anchor="22" * 32),
    with_row("ChainRenewed", anchor="2"),
    with_row("ChainRenewed", party="ana"),
    with_row("DiceRolled", source="table"),
    with_row("DiceRolled", source="fork"),
    with_row("DiceRolled", roll=2),
    with_row("DiceRolled", dice="2d6"),
    with_row("DiceRolled", dice="many"),
    with_row("DiceRolled", faces=[]),
    with_row("HistoryRewound", voids=[]),
    with_row("HistoryRewound", voids=None),
    with_row("HistoryRewound", consents=[]),
    with_row("HistoryRewound", to_version=4),
    with_row("HistoryRewound", by="ana"),
    with_row("RewindAsked", to_version=5),
    with_row("RewindAsked", by="eve"),
    with_row("RewindAnswered", seat="bo"),
    with_row("RewindAnswered", agree=False),
    with_row("CommandAccepted", roll=7),
    with_row("TurnStarted", cause=5),
    with_row("TurnStarted", cause=None),
    with_row("TurnStarted", who=7),
    with_row("TurnStarted", who=None),
    with_row("TurnStarted", at=1),
    with_row("TurnStarted", at="noon"),
    with_row("TurnStarted", type=["TurnStarted"]),
    with_row("TurnStarted", type="EncounterOpened"),
    with_row("CommandAccepted", decl={}),
    with_row("CommandAccepted", decl="attack"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_found_even_if_the_chain_is_made_right_again(fought: bytes, change: Callable[[Rows], int]) -> None:
    rows = rows_of(fought)
    line = change(rows)
    assert broken_at(chained(rows)) >= line


@pytest.mark.parametrize(
    "change",
    [
        with_row("TurnStarted", more=1),
        with_row("TurnStarted", ends_move=False),
        with_row("TurnStarted", type="TurnBegan"),
        with_row("TurnStarted", v=2),
        with_row("RewindAsked", v="1"),
    ],
)
def test_a_kind_or_a_field_that_is_not_known_here_cannot_be_judged(
    fought: bytes, change: Callable[[Rows], int]
) -> None:
    rows = rows_of(fought)
    line = change(rows)
    found = verify(chained(rows))
    assert (found.verdict, found.ok, found.broken) == ("newer than I am", False, None)
    assert found.newer is not None
    assert found.newer[0] == line
    assert found.sentence.startswith(f"Line {line} is newer than I am, and cannot be judged: ")


def test_another_declaration_would_have_rolled_other_faces(fought: bytes) -> None:
    found = 0
    for other in range(40):
        rows = rows_of(fought)
        accepted = next(row for row in rows if row.get("type") == "CommandAccepted" and "roll" in row)
        accepted["decl"]["action"]["target"] = f"Bo{other}"
        found += not verify(chained(rows)).ok
    # One face in six is the same by chance.
    assert found > 20


def test_the_broken_line_is_the_first(fought: bytes) -> None:
    rows = rows_of(fought)
    line = other_faces(rows)
    with_row("HistoryRewound", voids=[])(rows)
    assert broken_at(chained(rows)) == line


def test_every_line_left_out_is_missed(fought: bytes) -> None:
    rows = fought.splitlines()
    for n in range(len(rows) - 1):
        assert broken_at(b"\n".join(rows[:n] + rows[n + 1 :])) <= n + 1


def test_a_command_and_all_it_caused_left_out_and_chained_anew_is_missed(fought: bytes) -> None:
    rows = rows_of(fought)
    gone = first(rows, "CommandAccepted", 1)["n"]
    kept = [row for row in rows if row["n"] != gone and row.get("cause") != gone]
    shift = len(rows) - len(kept)
    for n, row in enumerate(kept):
        row["n"] = n
        if row.get("cause", 0) > gone:
            row["cause"] -= shift
    broken_at(chained(kept))


def test_a_file_cut_within_a_command_is_broken_where_it_ends(fought: bytes) -> None:
    rows = fought.splitlines()
    kinds = [orjson.loads(row)["type"] for row in rows]
    for n, kind in enumerate(kinds):
        if kind in ("CommandAccepted", "EntropyRevealed"):
            assert broken_at(b"\n".join(rows[: n + 1])) == n + 1


def test_lines_exchanged_are_out_of_place(fought: bytes) -> None:
    rows = fought.splitlines()
    rows[6], rows[7] = rows[7], rows[6]
    assert broken_at(b"\n".join(rows)) == 6


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"n":0}',
        b'{"type":null}',
        b'{"n":0,"payload":{},"salt":""}',
        b'{"n":1e9,"type":"EncounterOpened"}',
        b'{"n":0.5,"type":"EncounterOpened"}',
        b"[" * 100_000,
        b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
        b'{"a":"' + b"x" * 20_000 + b'"}',
        b'{"a":' + b"9" * 5_000 + b"}",
        b'{"a":"\\ud800"}',
        '{"a":"e\u0301"}'.encode(),
        b"PK\x03\x04",
    ],
)
def test_what_is_no_file_of_an_encounter_is_broken_at_line_0(raw: bytes) -> None:
    assert broken_at(raw) == 0


@pytest.mark.parametrize(
    "row",
    [
        b"",
        b"{",
        b"\xc3\x28",
        b'{"n":1}',
        b'{"at":1,"n":1,"n":1}',
        b'{ "at":1}',
        b'{"type":"TurnEnded","at":1}',
        b'{"a":' * 40 + b"1" + b"}" * 40,
        b'{"a":"' + b"x" * 20_000 + b'"}',
        b'{"a":' + b"9" * 400 + b"}",
    ],
)
def test_rubbish_in_the_middle_is_broken_there(fought: bytes, row: bytes) -> None:
    rows = fought.splitlines()
    assert broken_at(b"\n".join([*rows[:9], row, *rows[10:]])) == 9


@settings(max_examples=often(60, whole=300), deadline=None)
@given(st.data())
def test_any_byte_changed_is_found_and_nothing_ever_raises(fought: bytes, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(fought) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda each: each != fought[place]))
    changed = fought[:place] + bytes([byte]) + fought[place + 1 :]
    verified = verify(changed)
    assert isinstance(verified, Verification)
    # The last line's own hash stands in no other line: only its form can be checked.
    if place < fought[:-1].rfind(b"\n"):
        assert verified.broken is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**54), 2**54) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=often(60, whole=300), deadline=None)
@given(st.data())
def test_any_field_replaced_by_anything_never_raises(fought: bytes, spoken: bytes, data: st.DataObject) -> None:
    rows = rows_of(data.draw(st.sampled_from([fought, spoken])))
    row = data.draw(st.sampled_from(rows))
    inner = row
    while True:
        name = data.draw(st.sampled_from(sorted(inner)))
        if not isinstance(inner[name], dict) or not inner[name] or data.draw(st.booleans()):
            break
        inner = inner[name]
    inner[name] = data.draw(JSON)
    assert isinstance(verify(chained(rows)).sentence, str)


def test_a_random_fight_verifies_line_by_line(tmp_path: Path) -> None:
    chance = random.Random(5)
    with Ledger(tmp_path, chain_length=6) as ledger:
        for fight in (None, SWORDS):
            player = opened(ledger) if fight is None else opened(ledger, fight)
            player.plays(chance, 60)
            verified = verify(ledger.export(player.encounter))
            assert verified.broken is None
            assert verified.lines == ledger.fight(player.encounter).version + 1


def test_a_declaration_that_saw_another_history_is_broken(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.does(TO_BLOWS[0], seen=ledger.fight(player.encounter).seen)
        raw = ledger.export(player.encounter)
    assert verify(raw).broken is None
    rows = rows_of(raw)
    accepted = first(rows, "CommandAccepted")
    accepted["decl"]["seen"] = [accepted["n"], "0" * 64]
    assert broken_at(chained(rows)) == accepted["n"]
    accepted["decl"]["seen"] = [accepted["n"] + 1, "0" * 64]
    assert broken_at(chained(rows)) == accepted["n"]
    accepted["decl"]["seen"] = accepted["n"]
    assert broken_at(chained(rows)) == accepted["n"]


@pytest.mark.parametrize(("name", "value"), [("cause", "x"), ("cause", True)])
def test_a_line_that_names_a_cause_there_cannot_be_is_broken(fought: bytes, name: str, value: Any) -> None:
    rows = rows_of(fought)
    asked = first(rows, "RewindAsked")
    asked[name] = value
    assert broken_at(chained(rows)) == asked["n"]


@pytest.mark.long("postgres")
@pytest.mark.parametrize("before", [True, False])
def test_a_file_made_while_the_fight_goes_on_verifies(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, before: bool
) -> None:
    player = opened(ledger)
    read = ledger.store.read_lines

    def meanwhile(*of: Any, **more: Any) -> Any:
        monkeypatch.undo()
        rows = None if before else read(*of, **more)
        player.comes_to_blows()
        return read(*of, **more) if rows is None else rows

    monkeypatch.setattr(ledger.store, "read_lines", meanwhile)
    raw = ledger.export(player.encounter)
    assert len(ledger.fight(player.encounter).lines) > verify(raw).lines
    assert verify(raw).broken is None
