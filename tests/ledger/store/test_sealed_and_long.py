"""What is sealed stays so, for the same seats, through snapshots and archives."""

from __future__ import annotations

import random

import pytest

from ledger import archives
from ledger.application import Ledger
from ledger.refusals import ReadOnly
from ledger.store import snapshots
from ledger.store.stored_lines import decoded
from ledger.table.fight import Fight
from tests.ledger.fights import SWORDS, Player, alone, opening
from tests.ledger.store.test_archives import archived, ends
from tests.ledger.table.test_sealing import TRAP, WHISPER, texts

SEATS = [{"id": "ana"}, {"id": "bo", "role": "spectator"}, {"id": "eve", "role": "spectator"}]
"""One who plays both swords, and two who look on."""


def secretive(ledger: Ledger) -> Player:
    """Return a fight in which something was sealed early."""
    player = Player(ledger, ledger.open(opening(alone(SWORDS), seats=SEATS, rewind="free")).encounter)
    player.does(WHISPER, seat="ana")
    player.does(TRAP, seat="ana", cmd="trap")
    return player


def known(player: Player) -> dict[str, list[str]]:
    """Return the words that each seat can read."""
    return {seat: texts(player, seat) for seat in ("ana", "bo", "eve")}


def test_seats_know_from_a_snapshot_what_they_knew(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    player = secretive(ledger)
    player.plays(random.Random(2), 15)
    assert ledger.fights.photographer.wait()
    before, answer = known(player), player.does(TRAP, seat="ana", cmd="trap")
    assert before["bo"]
    ledger.forget(player.encounter)
    loaded = ledger.fight(player.encounter)
    assert loaded.log.first > 5
    assert player.does(TRAP, seat="ana", cmd="trap") == answer
    assert known(player) == before
    assert loaded == Fight().then(decoded(player.encounter, ledger.store.read_lines(player.encounter)))
    opened = player.does({"do": "unseal", "by": "ana", "of": [answer.version]}, seat="ana")
    assert opened.lines[-1].type == "Unsealed"


def test_what_seats_know_is_counted_in_memory(ledger: Ledger) -> None:
    player = secretive(ledger)
    before = ledger.fight(player.encounter).log.held
    known(player)
    after = ledger.fight(player.encounter).log.held
    assert after[0] > before[0]
    assert after[1] >= before[1]


def test_a_closed_fight_that_seats_read_is_counted_and_goes_on_answering(ledger: Ledger) -> None:
    player = secretive(ledger)
    known(player)
    end = player.does({"do": "end_encounter"}, seat="ana").version
    ledger.close_ledger(player.encounter, "ana", cmd="close")
    assert known(player)["eve"] == known(player)["ana"]
    assert ledger.fight(player.encounter).log.held[0] > end


def test_nothing_is_withheld_once_all_is_open(ledger: Ledger) -> None:
    player = secretive(ledger)
    sealed = next(line.n for line in ledger.lines(player.encounter) if line.type == "Sealed")
    player.does({"do": "end_encounter"}, seat="ana")
    ledger.close_ledger(player.encounter, "ana", cmd="close")
    with pytest.raises(ReadOnly, match="is closed"):
        ledger.withhold(player.encounter, "ana", sealed, "Too late.", cmd="late")
    assert ledger.lines(player.encounter)[-1].type == "LedgerClosed"


def test_what_is_sealed_goes_to_the_archive_and_comes_back_sealed(ledger: Ledger) -> None:
    player = secretive(ledger)
    ends(player, random.Random(2))
    before, file = known(player), {seat: ledger.export(player.encounter, seat) for seat in ("ana", "bo", "eve")}
    raw = archived(ledger, player.encounter)
    assert b"gives way" in raw
    assert ledger.store.read_words(player.encounter) == []
    archives.bring_back(ledger, raw)
    assert known(player) == before
    assert {seat: ledger.export(player.encounter, seat) for seat in file} == file
    assert ledger.export(player.encounter) == raw
