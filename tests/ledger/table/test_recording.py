"""Commands become lines: what is written, what is refused, and what stays secret."""

import json
import sqlite3
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from domain.events import MessageRecorded
from domain.refusals import Refused
from files import documents, rosters
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.canonical import NotCanonical
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from ledger.refusals import NoFaces, NoSuchEncounter, NotSeated, NotYours, OtherBody, WentOn
from ledger.store.kinds import FILE
from ledger.table.answers import Answer, Declaration
from projections.chronicle import chronicle, text
from tests.clocks import goes_by
from tests.ledger.fights import (
    ARCHERS,
    BACK,
    LASTING,
    SHOT,
    SWORDS,
    TO_BLOWS,
    Player,
    alone,
    legal,
    opened,
    opening,
    types,
)
from tests.openings import opening_of
from verifier.verify_fight import verify as verify_alone

IN_A_FILE = pytest.mark.parametrize("ledger", ["sqlite"], indirect=True)


def spelt(answer: Answer) -> list[dict[str, Any]]:
    return [json.loads(line.raw) for line in answer.lines]


@pytest.mark.long("postgres")
def test_line_0_opens_the_encounter_and_holds_the_anchor(ledger: Ledger) -> None:
    player = opened(ledger)
    first = json.loads(ledger.lines(player.encounter)[0].raw)
    assert first["type"] == "EncounterOpened"
    assert first["encounter"] == player.encounter
    assert first["prev"] == "0" * 64
    assert len(bytes.fromhex(first["anchor"])) == 32


@pytest.mark.long("postgres")
def test_ids_are_32_random_hexadecimal_digits(ledger: Ledger) -> None:
    ids = {opened(ledger).encounter for _ in range(5)}
    assert len(ids) == 5
    assert all(len(each) == 32 and set(each) <= set("0123456789abcdef") for each in ids)


@pytest.mark.long("postgres")
def test_a_command_that_rolls_nothing_is_its_declaration_and_its_events(ledger: Ledger) -> None:
    player = opened(ledger)
    seen = ledger.fight(player.encounter).seen
    answer = player.does(TO_BLOWS[0], cmd="first", seen=seen)
    assert types(answer) == ["CommandAccepted", "DeclarationMade", "ResourceChanged"]
    accepted = spelt(answer)[0]
    assert accepted["decl"] == {
        "action": TO_BLOWS[0],
        "cmd": "first",
        "encounter": player.encounter,
        "seat": "ana",
        "seen": list(seen),
        "seq": 1,
    }
    assert "roll" not in accepted
    assert [line.cause for line in answer.lines] == [None, accepted["n"], accepted["n"]]


@pytest.mark.long("postgres")
def test_a_command_that_rolls_shows_its_link_before_its_events(ledger: Ledger) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    accepted, revealed, *events = spelt(player.does(SHOT))
    assert (accepted["type"], revealed["type"]) == ("CommandAccepted", "EntropyRevealed")
    assert accepted["roll"] == revealed["roll"] == 1
    anchor = json.loads(ledger.lines(player.encounter)[0].raw)["anchor"]
    assert sha256(b"el1/link\n" + bytes.fromhex(revealed["server"])).hexdigest() == anchor
    rolled = [event for event in events if event["type"] == "DiceRolled"]
    assert rolled
    assert all(event["roll"] == 1 and event["source"] == "ledger" for event in rolled)


@pytest.mark.long("postgres")
def test_every_line_names_the_hash_of_the_line_before_and_time_never_goes_back(ledger: Ledger) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    lines = ledger.lines(player.encounter)
    assert [line.n for line in lines] == list(range(len(lines)))
    for before, line in pairwise(lines):
        assert json.loads(line.raw)["prev"] == leaf(before.raw).hex()
        assert line.at >= before.at


@IN_A_FILE
def test_the_stored_state_of_an_event_is_its_line_and_its_topic_the_short_name(ledger: Ledger, tmp_path: Path) -> None:
    player = opened(ledger)
    lines = ledger.lines(player.encounter)
    with sqlite3.connect(tmp_path / FILE) as store:
        rows = store.execute("SELECT topic, state FROM stored_events ORDER BY originator_version").fetchall()
    store.close()
    assert rows == [(line.type, line.raw) for line in lines]
    kept: list[Any] = list(ledger.events.get(player.encounter))
    assert [each.line for each in kept] == list(lines)


@IN_A_FILE
def test_an_answer_is_on_the_disk_before_it_leaves(ledger: Ledger) -> None:
    with ledger.store.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone()[0] == "wal"
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone()[0] == 2  # FULL


@IN_A_FILE
def test_ids_of_rows_are_never_given_twice(ledger: Ledger) -> None:
    player = opened(ledger)
    before = ledger.store.max_notification_id() or 0
    with ledger.store.datastore.transaction(commit=True) as cursor:
        cursor.execute("DELETE FROM stored_events WHERE rowid > 2")
    ledger.open(opening())
    notifications = ledger.notification_log.select(1, 100)
    assert [each.id for each in notifications] == [1, 2, *range(before + 1, before + 6)]
    assert player.encounter == notifications[0].originator_id


def test_the_same_cmd_gives_the_first_answer_again_also_after_a_restart(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        first = player.does(SHOT, cmd="shot")
        player.does(BACK)
        assert player.does(SHOT, cmd="shot") == first
        version = ledger.fight(player.encounter).version
    with Ledger(tmp_path) as ledger:
        again = Player(ledger, player.encounter)
        assert again.does(SHOT, cmd="shot") == first
        assert ledger.fight(player.encounter).version == version


@pytest.mark.long("postgres")
def test_the_same_cmd_with_another_body_is_refused(ledger: Ledger) -> None:
    player = opened(ledger)
    player.does(TO_BLOWS[0], cmd="one")
    with pytest.raises(OtherBody):
        player.does(TO_BLOWS[1], cmd="one")


@pytest.mark.long("postgres")
def test_two_seats_may_use_the_same_cmd(ledger: Ledger) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    mine = player.does(SHOT, cmd="same")
    theirs = player.does(BACK, cmd="same")
    assert theirs.version > mine.version


@pytest.mark.long("postgres")
def test_a_refused_cmd_is_not_remembered_and_nothing_is_written(ledger: Ledger) -> None:
    player = opened(ledger)
    before = ledger.export(player.encounter)
    with pytest.raises(Refused):
        player.does(SHOT, cmd="shot")
    assert ledger.export(player.encounter) == before
    player.comes_to_blows()
    assert player.does(SHOT, cmd="shot").lines


@pytest.mark.long("postgres")
def test_a_command_is_overtaken_by_what_happened_since_the_version_it_saw(ledger: Ledger) -> None:
    player = opened(ledger)
    seen = ledger.fight(player.encounter).version
    player.does(TO_BLOWS[0])
    with pytest.raises(WentOn) as told:
        player.does(TO_BLOWS[1], version=seen)
    assert told.value.version == ledger.fight(player.encounter).version
    assert player.does(TO_BLOWS[1], version=told.value.version).lines


@pytest.mark.long("postgres")
def test_a_declaration_on_another_history_is_told_so(ledger: Ledger) -> None:
    player = opened(ledger)
    size, head = ledger.fight(player.encounter).seen
    with pytest.raises(WentOn, match="another history"):
        player.does(TO_BLOWS[0], seen=(size, head[::-1]))
    player.does(TO_BLOWS[0], seen=(size, head))
    with pytest.raises(WentOn, match="went on since"):
        player.does(TO_BLOWS[1], seen=(size, head))


@pytest.mark.long("postgres")
def test_a_version_that_is_not_there_yet_was_not_seen(ledger: Ledger) -> None:
    player = opened(ledger)
    with pytest.raises(WentOn):
        player.does(TO_BLOWS[0], version=99)
    with pytest.raises(WentOn):
        player.does(TO_BLOWS[0], seen=(99, "0" * 64))


@IN_A_FILE
def test_words_overtake_nobody_and_stand_beside_the_lines(ledger: Ledger, tmp_path: Path) -> None:
    player = opened(ledger, SWORDS)
    arrived = player.meets()
    said = player.does({"do": "say", "who": "Bo", "text": "Let us talk, Ana."}, seat="bo", cmd="words")
    assert "MessageRecorded" in types(said)
    assert all(b"talk" not in line.raw for line in said.lines)
    assert player.does({"do": "engage", "who": "A"}, seat="ana", version=arrived.version).lines
    assert b"talk" in ledger.export(player.encounter)
    with Ledger(tmp_path) as other:
        again = Player(other, player.encounter).does(
            {"do": "say", "who": "Bo", "text": "Let us talk, Ana."}, seat="bo", cmd="words"
        )
        assert again == said


@pytest.mark.long(but=("sqlite-vanguard",))
@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_words_of_any_seat_stir_nothing_in_any_system(
    ledger: Ledger, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They overtake nobody, renew no time, let no request lapse, and every verifier takes the file as before."""
    moment = 1_790_000_000_000
    goes_by(monkeypatch, lambda: moment)
    start = {**documents.read(rosters.SAMPLES[system]).content, "clock": 60}
    player = Player(ledger, ledger.open(opening_of(start)).encounter)
    fight = ledger.fight(player.encounter)
    for number in range(6):  # on to where somebody's time runs
        if ledger.waits.deadline(ledger.fight(player.encounter)) is not None:
            break
        seat, body = next(each for each in legal(ledger, player.encounter) if each[1]["do"] != "say")
        player.does(body, seat=seat, cmd=f"on-{number}")
    seen, until = ledger.fight(player.encounter).seen, ledger.waits.deadline(ledger.fight(player.encounter))
    moment += 30_000
    for number, seat in enumerate(fight.table.players):
        player.does({"do": "say", "by": seat, "text": "Well then."}, seat=seat, cmd=f"say-{number}")
    narrator = fight.encounter.referee or fight.table.players[0]
    player.does({"do": "say", "by": narrator, "text": "It rains.", "channel": "narration"}, seat=narrator)
    assert ledger.waits.deadline(ledger.fight(player.encounter)) == until
    seat, body = next(each for each in legal(ledger, player.encounter) if each[1]["do"] != "say")
    assert player.does(body, seat=seat, cmd="after", seen=seen).lines
    exported = ledger.export(player.encounter)
    assert verify(exported).ok
    assert verify_alone(exported)["verdict"] in ("OK", "OK BUT")
    assert "narrated “It rains.”" in text(chronicle(ledger.lines(player.encounter)))


def test_words_can_be_deleted_and_the_chain_stays_whole(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, SWORDS)
        player.meets()
        player.does({"do": "say", "who": "Bo", "text": "Let us talk, Ana."}, seat="bo")
        state = ledger.fight(player.encounter).encounter
        with ledger.store.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM payloads")
    with Ledger(tmp_path) as ledger:
        exported = ledger.export(player.encounter)
        assert b"talk" not in exported
        assert verify(exported).ok
        assert len(verify(exported).wordless) == 2
        assert ledger.fight(player.encounter).encounter == state
        said = [line.entry for line in ledger.lines(player.encounter) if isinstance(line.entry, MessageRecorded)]
        assert [each.text for each in said] == [""]


@pytest.mark.long("postgres")
@pytest.mark.parametrize("text", ["\u202egold", "bell\x07", "e\u0301"])
def test_words_that_deceive_the_eye_are_not_taken(ledger: Ledger, text: str) -> None:
    player = opened(ledger, SWORDS)
    with pytest.raises(NotCanonical):
        player.does({"do": "say", "who": "Bo", "text": text}, seat="bo")


@pytest.mark.long("postgres")
@pytest.mark.parametrize("cmd", ["", "a b", "x" * 65, "é"])
def test_a_cmd_is_a_plain_word(ledger: Ledger, cmd: str) -> None:
    player = opened(ledger)
    sent = Declaration(action=command_of(TO_BLOWS[0], "etiquette"), cmd=cmd)
    with pytest.raises(NotCanonical):
        ledger.record(player.encounter, "ana", sent)


@pytest.mark.long("postgres")
@pytest.mark.parametrize("seat", ["bo", "eve", "mallory"])
def test_only_the_seat_of_a_combatant_commands_it(ledger: Ledger, seat: str) -> None:
    player = opened(ledger)
    with pytest.raises(NotYours):
        player.does(TO_BLOWS[0], seat=seat)


@pytest.mark.long("postgres")
def test_a_token_opens_its_own_seat_of_its_own_encounter(ledger: Ledger) -> None:
    one, other = ledger.open(opening()), ledger.open(opening())
    assert {seat: ledger.seat(one.encounter, key) for seat, key in one.keys.items()} == {
        "ana": "ana",
        "bo": "bo",
        "eve": "eve",
    }
    with pytest.raises(NotSeated):
        ledger.seat(other.encounter, one.keys["ana"])
    with pytest.raises(NoSuchEncounter):
        ledger.seat("0" * 32, one.keys["ana"])


def test_whoever_has_no_token_makes_nobody_read_the_fight(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        encounter = opened(ledger).encounter
    with Ledger(tmp_path) as again:
        with pytest.raises(NotSeated):
            again.seat(encounter, "A" * 43)
        assert again.fights.memory.get(encounter) is None


def test_tokens_and_seeds_stand_nowhere_in_the_store_or_the_export(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        born = ledger.open(opening())
        player = Player(ledger, born.encounter)
        player.comes_to_blows()
        player.does(SHOT)
        chain = ledger._chains.of(born.encounter, 0)
        exported = ledger.export(born.encounter)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE}*"))
    for secret in (*(key.encode() for key in born.keys.values()), chain.link(2), chain.link(chain.length)):
        assert secret not in kept
        assert secret not in exported
        assert secret.hex().encode() not in exported
    with sqlite3.connect(tmp_path / FILE) as store:
        stored = store.execute("SELECT state FROM stored_events").fetchall()
        hashes = [row[0] for row in store.execute("SELECT token_hash FROM seats")]
        locked = [row[0] for row in store.execute("SELECT locked FROM chains")]
    store.close()
    written = b"".join(row[0] for row in stored)
    assert len(hashes) == 3
    assert len(locked) == 1
    assert all(digest.encode() not in written for digest in hashes)
    assert locked[0] not in written


def test_chains_renew_themselves_before_they_run_out(tmp_path: Path) -> None:
    with Ledger(tmp_path, chain_length=4) as ledger:
        player = opened(ledger, combatants=LASTING)
        player.comes_to_blows()
        for _ in range(4):
            player.does(SHOT)
            player.does(BACK)
        encounter = player.encounter
        assert [line.type for line in ledger.lines(encounter)].count("ChainRenewed") == 2
    with Ledger(tmp_path, chain_length=9) as ledger:
        player = Player(ledger, encounter, start=100)
        for _ in range(4):
            player.does(SHOT)
            player.does(BACK)
        verified = verify(ledger.export(encounter))
        assert verified.broken is None
        assert [each.roll for each in verified.rolls] == list(range(1, 17))
        assert {each.grade for each in verified.rolls} == {"server only"}


@pytest.mark.long("postgres")
def test_loaded_dice_show_what_they_are_told_and_never_verify_as_fair(ledger: Ledger) -> None:
    player = opened(ledger, alone(ARCHERS), dice="loaded")
    player.comes_to_blows()
    answer = player.does(SHOT, faces=[6, 5])
    rolled = [line.entry for line in answer.lines if line.type == "DiceRolled"]
    assert [(each.faces, each.source) for each in rolled] == [((6,), "loaded"), ((5,), "loaded")]  # type: ignore[union-attr]
    assert "EntropyRevealed" not in types(answer)
    verified = verify(ledger.export(player.encounter))
    assert verified.broken is None
    assert not verified.ok
    assert "loaded dice" in verified.sentence
    assert [each.grade for each in verified.rolls] == ["loaded"]


@pytest.mark.long(but=("sqlite-faces2",))
@pytest.mark.parametrize("faces", [None, [], [6], [6, 5, 1], [3, 5]])
def test_loaded_dice_need_exactly_the_faces_they_roll(ledger: Ledger, faces: list[int] | None) -> None:
    player = opened(ledger, alone(ARCHERS), dice="loaded")
    version = player.comes_to_blows().version
    with pytest.raises(NoFaces):
        player.does(SHOT, faces=faces)
    assert ledger.fight(player.encounter).version == version


@pytest.mark.long("postgres")
def test_dice_cannot_be_loaded_where_two_play(ledger: Ledger) -> None:
    with pytest.raises(Refused) as told:
        ledger.open(opening(dice="loaded"))
    assert (told.value.code, told.value.rule) == ("unsupported_setting", "PUR-11")
    assert ledger.encounters() == []


@pytest.mark.long("postgres")
def test_dice_that_roll_cannot_be_told_what_to_show(ledger: Ledger) -> None:
    player = opened(ledger)
    player.comes_to_blows()
    with pytest.raises(NoFaces):
        player.does(SHOT, faces=[6, 6])


@pytest.mark.long("postgres")
def test_a_set_up_too_large_for_its_lines_is_refused(ledger: Ledger) -> None:
    items = [{"id": f"bomb{n}", "effect": {"kind": "damage", "amount": 2}} for n in range(200)]
    wanted: Any = opening(items=items)
    holder = replace(wanted.combatants[0], hand=tuple(f"bomb{n}" for n in range(200)))
    wanted = replace(wanted, combatants=(holder, *wanted.combatants[1:]))
    with pytest.raises(Refused) as told:
        ledger.open(wanted)
    assert told.value.code == "invalid_value"
    assert ledger.encounters() == []


@pytest.mark.long("postgres")
def test_a_command_too_large_for_its_lines_is_refused_and_nothing_is_written(ledger: Ledger) -> None:
    tricks = [{"kind": "condition", "condition": f"{'c' * 30}{n}", "until": "encounter_end"} for n in range(6)]
    cards = [{"id": f"card{n}", "targets": "ally", "effects": tricks} for n in range(24)]
    wren = {"id": "Wren", "vigor": 6, "quick": 4, "wise": 4, "smart": 4, "health": 8}
    encounter = ledger.open(opening_of({"system": "vanguard", "characters": [wren]})).encounter
    before = ledger.export(encounter)
    body = {"do": "add_combatant", "by": "gm", "sheet": {**wren, "id": "Tor", "items": cards}}
    with pytest.raises(Refused) as told:
        ledger.record(encounter, "gm", Declaration(action=command_of(body, "vanguard"), cmd="c1"))
    assert (told.value.code, told.value.pending.kind) == ("invalid_value", "setup")
    assert ledger.export(encounter) == before


@pytest.mark.long("postgres")
def test_the_list_of_encounters_says_who_plays_and_how_it_ended(ledger: Ledger) -> None:
    first, second = opened(ledger), opened(ledger, SWORDS)
    first.ends()
    one, two = ledger.encounters()
    assert (one.encounter, one.system, one.seats, one.outcome) == (
        first.encounter,
        "pursuit",
        ("ana", "bo", "eve"),
        "ended",
    )
    assert (two.encounter, two.system, two.version, two.outcome, two.imported) == (
        second.encounter,
        "etiquette",
        ledger.fight(second.encounter).version,
        None,
        False,
    )


def test_an_encounter_in_memory_is_gone_afterwards() -> None:
    with Ledger() as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        assert ledger.export(player.encounter)
    with Ledger() as ledger:
        assert ledger.encounters() == []


@pytest.mark.long("postgres")
def test_nobody_finds_an_encounter_that_is_not_there(ledger: Ledger) -> None:
    for read in (ledger.fight, ledger.export, ledger.lines, ledger.waiting):
        with pytest.raises(NoSuchEncounter):
            read("f" * 32)


@pytest.mark.long("postgres")
def test_asking_for_encounters_that_are_not_there_leaves_nothing_in_memory(ledger: Ledger) -> None:
    for number in range(20):
        with pytest.raises(NoSuchEncounter):
            ledger.fight(f"{number:032x}")
        with pytest.raises(NoSuchEncounter):
            ledger.ask_rewind(f"{number:032x}", "ana", 4, "A slip.", "back")
    assert dict(ledger.fights._locks) == {}
