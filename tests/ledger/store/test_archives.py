"""Archived: the lines go to a file and come back as they were, keys and dice with them, and nobody writes meanwhile."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from domain import deciding
from ledger import archives
from ledger.application import Ledger
from ledger.line.attachments import MARK, Archive
from ledger.proof.verifying import verify
from ledger.refusals import Archived, Broken, Conflict, NoSuchEncounter, NotOver
from ledger.store import snapshots
from ledger.store.stored_lines import decoded
from ledger.table.fight import Fight
from tests.ledger.fights import ARCHERS, SHOT, SWORDS, TO_BLOWS, Player, alone, opened, opening

NOW = 1_790_000_000_000


def over(ledger: Ledger, commands: int = 12, encounter: str | None = None) -> Player:
    """Return a fight with rolls in it that has ended, and that its one seat may take back."""
    player = Player(ledger, encounter) if encounter else opened(ledger, alone(ARCHERS), rewind="free")
    chance = random.Random(5)
    player.plays(chance, commands)
    ends(player, chance)
    return player


def ends(player: Player, chance: random.Random) -> None:
    """Play on until somebody can end the encounter, and end it."""
    while (now := player.ledger.fight(player.encounter).encounter).outcome is None:
        if any(offer.do == "end_encounter" for offer in deciding.offers(now, "ana")):
            player.ends()
        else:
            player.plays(chance, 1)


def archived(ledger: Ledger, encounter: str) -> bytes:
    """Archive an encounter, and return its file."""
    raw = archives.to_archive(ledger, encounter)
    archives.put_away(ledger, encounter, archives.checked(raw), NOW)
    return raw


def test_what_comes_back_is_what_was_archived(ledger: Ledger) -> None:
    player = over(ledger)
    stood = ledger.fight(player.encounter)
    raw = archived(ledger, player.encounter)
    assert verify(raw).broken is None
    assert archives.bring_back(ledger, raw) == player.encounter
    assert ledger.export(player.encounter) == raw
    assert ledger.fight(player.encounter) == stood
    assert [each.archived for each in ledger.encounters()] == [False]
    assert archived(ledger, player.encounter) == raw


def test_of_an_archived_encounter_a_row_is_left_that_says_so(ledger: Ledger) -> None:
    player, other = over(ledger), opened(ledger)
    before = next(each for each in ledger.encounters() if each.encounter == player.encounter)
    raw = archived(ledger, player.encounter)
    assert [each.encounter for each in ledger.encounters()] == [player.encounter, other.encounter]
    now = ledger.encounters()[0]
    assert now.archived
    assert (now.version, now.outcome, now.changed, now.seats) == (
        before.version,
        before.outcome,
        before.changed,
        before.seats,
    )
    rows = ledger.recorder.select_events(player.encounter)
    assert [(row.topic, row.originator_version, row.state) for row in rows] == [(MARK, before.version + 1, b"")]
    assert ledger.store.read_words(player.encounter) == []
    assert raw.count(b"\n") > before.version


def test_the_list_asks_as_often_for_many_encounters_as_for_few(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = ledger.recorder._all  # type: ignore[attr-defined]  # it is a store of ours

    def counting(statement: str, *parameters: object) -> object:
        asked.append(statement)
        return ask(statement, *parameters)

    monkeypatch.setattr(ledger.recorder, "_all", counting)
    times: list[int] = []
    for _ in range(3):
        over(ledger, 4)
        opened(ledger)
        asked.clear()
        assert [each.outcome is None for each in ledger.encounters()] == [False, True] * (len(times) + 1)
        times.append(len(asked))
    assert len(set(times)) == 1


Ask = Callable[[Ledger, str], object]
ASKED: list[Ask] = [
    lambda ledger, encounter: ledger.fight(encounter),
    lambda ledger, encounter: ledger.at(encounter, 3),
    lambda ledger, encounter: ledger.export(encounter),
    lambda ledger, encounter: ledger.lines(encounter),
    lambda ledger, encounter: ledger.waiting(encounter),
    lambda ledger, encounter: ledger.ask_rewind(encounter, "ana", 3, "Again.", "late"),
    lambda ledger, encounter: Player(ledger, encounter, start=500).does({"do": "say", "who": "Ana", "text": "Hm."}),
    archived,
]


@pytest.mark.long(but=("sqlite", "postgres-archived"))
@pytest.mark.parametrize("ask", ASKED)
def test_every_call_to_it_is_told_that_it_is_archived(ledger: Ledger, ask: Ask) -> None:
    player = over(ledger)
    archived(ledger, player.encounter)
    for _ in range(2):
        with pytest.raises(Archived, match=f"{player.encounter} is archived"):
            ask(ledger, player.encounter)


def test_what_goes_on_is_not_archived(ledger: Ledger) -> None:
    player = opened(ledger)
    with pytest.raises(NotOver, match="goes on"):
        archives.to_archive(ledger, player.encounter)
    with pytest.raises(NoSuchEncounter):
        archives.to_archive(ledger, "f" * 32)


def test_whoever_still_has_it_in_memory_cannot_write_on(tmp_path: Path, ledger: Ledger) -> None:
    """Another process took the end back just before, or wants to just after: one of the two is told."""
    player = over(ledger)
    raw = archives.to_archive(ledger, player.encounter)
    kept = archives.checked(raw)
    url = None if "sqlite" in type(ledger.store).__module__ else ledger.store.datastore.pool.kwargs
    if url is None:
        other = Ledger(tmp_path)
    else:
        other = Ledger(tmp_path, database=" ".join(f"{k}={url[k]}" for k in ("dbname", "host", "port", "user")))
    with other:
        end = other.fight(player.encounter).ends[-2]
        archives.put_away(ledger, player.encounter, kept, NOW)
        with pytest.raises(Archived):
            other.ask_rewind(player.encounter, "ana", end, "Not yet.", "back")
        archives.bring_back(ledger, raw)
        other.ask_rewind(player.encounter, "ana", end, "Not yet.", "back")
        with pytest.raises(Conflict, match="nothing was removed"):
            archives.put_away(ledger, player.encounter, kept, NOW)
    assert ledger.fight(player.encounter).encounter.outcome is None


def test_an_encounter_that_goes_on_between_two_statements_stays(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = over(ledger)
    kept = archives.checked(archives.to_archive(ledger, player.encounter))
    put_away = ledger.store.put_away

    def late(archive: Archive, words: Sequence[int]) -> None:
        ledger.ask_rewind(player.encounter, "ana", ledger.fight(player.encounter).ends[-2], "Not yet.", "back")
        put_away(archive, words)

    monkeypatch.setattr(ledger.store, "put_away", late)
    with pytest.raises(Conflict, match="went on while it was archived"):
        archives.put_away(ledger, player.encounter, kept, NOW)
    assert verify(ledger.export(player.encounter)).broken is None
    assert ledger.store.archive_of(player.encounter) is None


def test_keys_and_dice_go_on_after_it_came_back(ledger: Ledger) -> None:
    made = ledger.open(opening(alone(ARCHERS), rewind="free"))
    over(ledger, encounter=made.encounter)
    raw = archived(ledger, made.encounter)
    assert ledger.seat(made.encounter, made.keys["ana"]) == "ana"
    archives.bring_back(ledger, raw)
    assert ledger.seat(made.encounter, made.keys["ana"]) == "ana"
    ledger.ask_rewind(made.encounter, "ana", ledger.fight(made.encounter).ends[0], "All of it.", "back")
    before = ledger.fight(made.encounter).table.rolls
    later = Player(ledger, made.encounter, start=900)
    for body in (*TO_BLOWS, SHOT):
        later.does(body, seat="ana")
    assert ledger.fight(made.encounter).table.rolls == before + 1
    assert verify(ledger.export(made.encounter)).ok


def test_only_the_file_itself_brings_it_back(ledger: Ledger) -> None:
    player = over(ledger)
    elsewhere = over(ledger)
    raw = archived(ledger, player.encounter)
    shorter = b"\n".join(raw.split(b"\n")[:-8]) + b"\n"
    for wrong in (shorter, raw[:-9]):
        with pytest.raises((Conflict, Broken)):
            archives.bring_back(ledger, wrong)
    with pytest.raises(NoSuchEncounter, match="is here, and not archived"):
        archives.bring_back(ledger, ledger.export(elsewhere.encounter))
    with Ledger() as nowhere, pytest.raises(NoSuchEncounter, match="import"):
        archives.bring_back(nowhere, raw)
    assert archives.bring_back(ledger, raw.removesuffix(b"\n")) == player.encounter
    with pytest.raises(NoSuchEncounter):
        archives.bring_back(ledger, raw)


def test_an_import_under_its_id_is_refused(ledger: Ledger) -> None:
    player = over(ledger)
    shorter = ledger.export(player.encounter)
    ledger.ask_rewind(player.encounter, "ana", ledger.fight(player.encounter).ends[-2], "Not yet.", "back")
    ends(player, random.Random(1))
    raw = archived(ledger, player.encounter)
    with pytest.raises(Conflict, match="not the one that"):
        ledger.import_(shorter)
    with pytest.raises(Archived):
        ledger.import_(raw)


def test_an_imported_encounter_comes_back_as_one_that_is_read_only(ledger: Ledger) -> None:
    with Ledger() as elsewhere:
        raw = elsewhere.export(opened(elsewhere, SWORDS).encounter)
    encounter = ledger.import_(raw)
    token = ledger.records.reader(encounter)
    assert archived(ledger, encounter) == raw
    archives.bring_back(ledger, raw)
    assert ledger.fight(encounter).imported
    assert ledger.seat(encounter, token) == "reader"


def test_words_leave_with_the_file_and_come_back_with_it(ledger: Ledger) -> None:
    player = opened(ledger, SWORDS)
    player.meets()
    player.does({"do": "say", "who": "Ana", "text": "Ready?"}, seat="ana")
    ends(player, random.Random(1))
    stood = list(ledger.fight(player.encounter).lines)
    raw = archived(ledger, player.encounter)
    assert b"Ready?" in raw
    assert ledger.store.read_words(player.encounter) == []
    archives.bring_back(ledger, raw)
    assert list(ledger.fight(player.encounter).lines) == stood


@pytest.mark.long
def test_a_long_encounter_comes_back_with_its_snapshot_taken_anew(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 20)
    player = over(ledger, 30)
    assert ledger.fights.photographer.wait()
    ledger.forget(player.encounter)
    begun = ledger.fight(player.encounter)
    assert begun.log.first > 0
    ledger.forget(player.encounter)
    raw = archived(ledger, player.encounter)
    with pytest.raises(Archived):
        begun.at(2)
    archives.bring_back(ledger, raw)
    whole = Fight().then(decoded(player.encounter, ledger.store.read_lines(player.encounter)))
    assert ledger.fight(player.encounter) == whole
    assert ledger.fights.photographer.wait()
    ledger.forget(player.encounter)
    assert ledger.fight(player.encounter).log.first > 0
