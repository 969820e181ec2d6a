"""Files in and out: the same bytes, kept once, read only."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from domain.events import MessageRecorded
from ledger.application import Ledger
from ledger.dice.secrets import KEY_FILE
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line
from ledger.proof import exporting
from ledger.proof.verifying import verify
from ledger.refusals import Broken, Conflict, NoChain, NoSuchEncounter, ReadOnly
from ledger.table import knowledge
from tests.ledger.fights import SHOT, SWORDS, TO_BLOWS, Player, opened
from tests.ledger.forging import without_notes
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import rows_in


@pytest.fixture
def elsewhere(tmp_path: Path) -> Any:
    with Ledger(tmp_path / "elsewhere") as store:
        yield store


@pytest.fixture
def fought(tmp_path: Path) -> bytes:
    with Ledger(tmp_path / "here") as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        player.does(SHOT)
        ledger.ask_rewind(player.encounter, "ana", 4, "A slip.", "back")
        ledger.answer_rewind(player.encounter, "bo", True, "yes")
        return ledger.export(player.encounter)


@pytest.fixture
def spoken(tmp_path: Path) -> bytes:
    with Ledger(tmp_path / "spoken") as ledger:
        player = opened(ledger, SWORDS)
        player.meets()
        player.does({"do": "say", "who": "Bo", "text": "Ça va, Ana?"}, seat="bo")
        return ledger.export(player.encounter)


def test_what_comes_in_goes_out_byte_for_byte(elsewhere: Ledger, fought: bytes, spoken: bytes) -> None:
    for raw in (fought, spoken):
        encounter = elsewhere.import_(raw)
        assert encounter == verify(raw).encounter
        assert elsewhere.export(encounter) == raw
        assert elsewhere.fight(encounter).imported
    assert [each.imported for each in elsewhere.encounters()] == [True, True]


def test_words_come_with_the_file(elsewhere: Ledger, spoken: bytes) -> None:
    lines = elsewhere.lines(elsewhere.import_(spoken))
    assert [line.entry.text for line in lines if line.type == "MessageRecorded"] == ["Ça va, Ana?"]  # type: ignore[union-attr]


def test_the_same_bytes_again_change_nothing(elsewhere: Ledger, fought: bytes, tmp_path: Path) -> None:
    encounter = elsewhere.import_(fought)
    count = elsewhere.store.max_notification_id()
    assert elsewhere.import_(fought) == encounter
    assert elsewhere.store.max_notification_id() == count
    with Ledger(tmp_path / "elsewhere") as again:
        assert again.import_(fought) == encounter
        assert again.store.max_notification_id() == count


def test_a_fight_of_this_store_comes_in_without_change_and_stays_playable(tmp_path: Path, fought: bytes) -> None:
    with Ledger(tmp_path / "here") as ledger:
        encounter = ledger.import_(fought)
        assert not ledger.fight(encounter).imported
        assert Player(ledger, encounter, start=100).does(TO_BLOWS[0]).lines
        with pytest.raises(Conflict):
            ledger.import_(fought)


def test_other_bytes_under_that_id_are_refused(elsewhere: Ledger, fought: bytes, tmp_path: Path) -> None:
    with Ledger(tmp_path / "here") as ledger:
        encounter = ledger.encounters()[0].encounter
        Player(ledger, encounter, start=100).does(TO_BLOWS[0])
        longer = ledger.export(encounter)
    elsewhere.import_(fought)
    with pytest.raises(Conflict):
        elsewhere.import_(longer)
    assert elsewhere.export(encounter) == fought


def test_a_file_that_lost_its_last_line_break_is_the_same_fight(elsewhere: Ledger, fought: bytes) -> None:
    for _ in range(2):
        encounter = elsewhere.import_(fought.removesuffix(b"\n"))
        assert elsewhere.export(encounter) == fought


def test_words_are_read_from_a_file_without_a_store(spoken: bytes) -> None:
    _, lines, _ = exporting.read(spoken)
    assert [line.entry.text for line in lines if isinstance(line.entry, MessageRecorded)] == ["Ça va, Ana?"]


def test_what_must_hold_beyond_the_bytes_is_asked_before_anything_is_kept(elsewhere: Ledger, fought: bytes) -> None:
    def must_hold(lines: Sequence[Line]) -> None:
        raise Broken(len(lines) - 1, "It never happened.")

    with pytest.raises(Broken, match="It never happened"):
        elsewhere.import_(fought, must_hold)
    assert elsewhere.encounters() == []


def test_an_imported_fight_is_read_only(elsewhere: Ledger, fought: bytes) -> None:
    encounter = elsewhere.import_(fought)
    player = Player(elsewhere, encounter)
    with pytest.raises(ReadOnly):
        player.does(TO_BLOWS[0], cmd="new")
    with pytest.raises(ReadOnly):
        elsewhere.ask_rewind(encounter, "ana", 4, "A slip.", "new")
    with pytest.raises(ReadOnly):
        elsewhere.answer_rewind(encounter, "bo", True, "new")
    with pytest.raises(ReadOnly):
        elsewhere.type_dice(encounter, "ana", "Ana", "1d6", [6], "new")
    assert elsewhere.export(encounter) == fought


@pytest.mark.parametrize("raw", [b"", b"{}", b"\xff", b"not a fight\n"])
def test_what_is_no_file_is_refused_and_leaves_nothing(elsewhere: Ledger, raw: bytes) -> None:
    with pytest.raises(Broken) as told:
        elsewhere.import_(raw)
    assert told.value.line == 0
    assert told.value.reason
    assert elsewhere.encounters() == []


def test_a_broken_file_is_refused_with_its_line_and_leaves_nothing(elsewhere: Ledger, fought: bytes) -> None:
    rows = fought.splitlines(keepends=True)
    rows[7] = rows[7].replace(b'"who":"Ana"', b'"who":"Bo"')
    with pytest.raises(Broken) as told:
        elsewhere.import_(b"".join(rows))
    assert told.value.line in (7, 8)
    assert str(told.value.line) in told.value.message
    assert elsewhere.encounters() == []
    with pytest.raises(NoSuchEncounter):
        elsewhere.fight(verify(fought).encounter)


def test_an_imported_fight_reads_as_it_did(elsewhere: Ledger, fought: bytes, tmp_path: Path) -> None:
    with Ledger(tmp_path / "here") as ledger:
        fight = ledger.fight(ledger.encounters()[0].encounter)
        imported = elsewhere.fight(elsewhere.import_(fought))
        assert (imported.encounter, imported.table, imported.head) == (fight.encounter, fight.table, fight.head)
        assert [imported.at(n) for n in range(fight.version)] == [fight.at(n) for n in range(fight.version)]


def test_a_store_whose_key_is_gone_still_reads_but_rolls_no_dice(tmp_path: Path, fought: bytes) -> None:
    (tmp_path / "here" / KEY_FILE).unlink()
    with Ledger(tmp_path / "here", key="new") as ledger:
        player = Player(ledger, verify(fought).encounter, start=100)
        assert ledger.export(player.encounter) == without_notes(fought)
        player.comes_to_blows()
        with pytest.raises(NoChain):
            player.does(SHOT)
        assert verify(ledger.export(player.encounter)).ok


@pytest.mark.parametrize(
    "action",
    [
        {"do": "override", "dispute": [1]},
        {"do": "override", "dispute": {"of": 1}},
        {"do": "seal", "to": 5},
        {"do": "seal", "to": [["ana"]], "whose": [1], "name": {}},
    ],
    ids=str,
)
def test_whatever_stands_in_an_action_that_was_sealed_the_fight_is_read(elsewhere: Ledger, action: Any) -> None:
    rows = rows_in("secret-closed.ndjson")
    for row in rows:
        if isinstance(payload := row.get("payload"), dict) and "action" in payload:
            payload["action"] = action
    raw = resigned(rows, "sealed")
    assert raw is not None
    fight = elsewhere.fight(elsewhere.import_(raw))
    told = [line.entry.decl.get("action") for line in fight.lines if isinstance(line.entry, CommandAccepted)]
    assert action in told
    assert knowledge.in_hindsight(fight, "ana").version == fight.version
