"""What is sealed: who knows it, what the others are told, and how it is opened."""

from __future__ import annotations

import pytest

from domain.events import MessageRecorded
from domain.refusals import Refused
from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.ledger.fights import SWORDS, Player, opening, types

pytestmark = pytest.mark.long("postgres")

TRAP = {"do": "seal", "by": "ana", "title": "Bridge", "text": "It gives way.", "facts": {"weight": 80}}
WHISPER = {"do": "seal", "by": "ana", "text": "Left, then up.", "to": ["bo"]}


@pytest.fixture
def player(ledger: Ledger) -> Player:
    """Give somebody who plays both swords, with a third seat that only reads."""
    seats = [*SWORDS["seats"], {"id": "eve", "role": "spectator"}]
    return Player(ledger, ledger.open(opening(SWORDS, seats=seats)).encounter)


def texts(player: Player, seat: str) -> list[str]:
    """Return the words that a seat can read."""
    fight = player.ledger.fight(player.encounter, seat)
    events = (event for line in fight.lines for event in line.events)
    return [event.text for event in events if isinstance(event, MessageRecorded)]


def test_a_sealed_fact_is_a_commitment_that_only_its_seat_can_read(player: Player) -> None:
    answer = player.does(TRAP, seat="ana")
    assert types(answer) == ["CommandAccepted", "Sealed"]
    assert not any(b"gives way" in line.raw or b"Bridge" in line.raw or b'"seal"' in line.raw for line in answer.lines)
    assert texts(player, "ana") == ["Bridge: weight 80; It gives way."]
    assert texts(player, "bo") == texts(player, "eve") == []


def test_a_private_message_is_read_by_those_it_is_said_to(player: Player) -> None:
    player.does(WHISPER, seat="ana")
    assert texts(player, "ana") == texts(player, "bo") == ["Left, then up."]
    assert texts(player, "eve") == []


def test_a_seat_reads_the_same_once_nothing_is_in_memory(player: Player) -> None:
    player.does(WHISPER, seat="ana")
    player.does(TRAP, seat="ana")
    player.ledger.fights.memory.forget(player.encounter)
    assert texts(player, "bo") == ["Left, then up."]
    assert len(texts(player, "ana")) == 2


def test_without_secrets_the_fight_is_one_for_all(player: Player) -> None:
    ledger, encounter = player.ledger, player.encounter
    assert ledger.fight(encounter, "bo") is ledger.fight(encounter)


def test_what_is_sealed_changes_nothing_in_the_fight(player: Player) -> None:
    before = player.ledger.fight(player.encounter)
    player.does(TRAP, seat="ana", version=before.version)
    assert player.ledger.fight(player.encounter).encounter == before.encounter
    assert player.ledger.fight(player.encounter).stirred == before.stirred


def test_the_seat_that_sealed_something_opens_it_to_all(player: Player) -> None:
    sealed = player.does(TRAP, seat="ana")
    opened = player.does({"do": "unseal", "by": "ana", "of": [sealed.version]}, seat="ana")
    assert types(opened) == ["CommandAccepted", "Unsealed", "Unsealed"]
    assert b"gives way" in opened.lines[1].raw
    with pytest.raises(Refused, match="is nothing that ana sealed and that is still shut"):
        player.does({"do": "unseal", "by": "ana", "of": [sealed.version]}, seat="ana")


@pytest.mark.parametrize("of", [0, 2, 10_000])
def test_nobody_opens_what_another_sealed_or_nobody(player: Player, of: int) -> None:
    player.does(TRAP, seat="ana")
    with pytest.raises(Refused, match=f"Line {of} is nothing that bo sealed"):
        player.does({"do": "unseal", "by": "bo", "of": [of]}, seat="bo")


def test_the_same_command_again_gets_the_same_answer(player: Player) -> None:
    first = player.does(TRAP, seat="ana", cmd="once")
    assert player.does(TRAP, seat="ana", cmd="once").lines == first.lines


def test_a_file_with_what_was_sealed_verifies_whole(player: Player) -> None:
    player.does(TRAP, seat="ana")
    verified = verify(player.ledger.export(player.encounter))
    assert (verified.broken, verified.unopened) == (None, ())


def test_the_file_of_a_seat_holds_what_it_may_know_and_counts_the_rest(player: Player) -> None:
    player.does(WHISPER, seat="ana")
    sealed = player.does(TRAP, seat="ana")
    raw = player.ledger.export(player.encounter, "bo")
    assert b"Left, then up." in raw
    assert b"gives way" not in raw
    verified = verify(raw)
    assert (verified.broken, verified.unopened) == (None, (sealed.version - 1, sealed.version))
    assert b"Left" not in player.ledger.export(player.encounter, "eve")


def test_a_file_verifies_after_all_was_opened(player: Player) -> None:
    sealed = player.does(TRAP, seat="ana")
    player.does({"do": "unseal", "by": "ana", "of": [sealed.version]}, seat="ana")
    verified = verify(player.ledger.export(player.encounter, "eve"))
    assert (verified.broken, verified.unopened) == (None, ())


def test_another_payload_than_was_committed_to_breaks_the_file(player: Player) -> None:
    sealed = player.does(TRAP, seat="ana")
    raw = player.ledger.export(player.encounter).replace(b"It gives way", b"It holds up!")
    assert verify(raw).broken == (
        sealed.version - 1,
        f"What line {sealed.version - 1} is said to have sealed is not what it committed to.",
    )
