"""Private hands: the others know how many cards one holds, and learn which when they are played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.items import FACE_DOWN
from domain.refusals import Refused
from ledger.application import Ledger
from ledger.proof.verifying import verify
from ledger.refusals import Waiting
from ledger.table.answers import Heard
from projections.audit import audit
from projections.streams.awaited import awaited
from projections.view import view
from tests.ledger.fights import ARCHERS, TO_BLOWS, Player, opening

ITEMS: list[dict[str, Any]] = [
    {"id": "bomb", "effect": {"kind": "damage", "amount": 40}, "usable_on_opponent": True},
    {
        "id": "jeer",
        "effect": {"kind": "condition", "condition": "frightened"},
        "usable_on_opponent": True,
        "consumed": False,
    },
    {"id": "salt", "effect": {"kind": "heal", "amount": 1}, "usable_on_opponent": True},
]
COMBATANTS = [
    {**ARCHERS["combatants"][0], "hand": ["bomb", "jeer"]},
    {**ARCHERS["combatants"][1], "hand": ["salt"]},
]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """Give somebody who plays both archers, whose hands are private and who loot."""
    wanted = opening(items=ITEMS, combatants=COMBATANTS, hands="private", settings={"loot": "killer_takes_hand"})
    with Ledger(tmp_path) as ledger:
        yield Player(ledger, ledger.open(wanted).encounter)


def hands(player: Player, seat: str | None) -> dict[str, tuple[str, ...]]:
    """Return the hands as a seat sees them."""
    return dict(view(player.ledger.fight(player.encounter, seat)).hands)


def plays(player: Player, item: str) -> None:
    player.does({"do": "use_item", "who": "Ana", "item": item, "target": "Bo"})


def test_of_the_cards_of_others_one_knows_the_number(player: Player) -> None:
    covered = (FACE_DOWN, FACE_DOWN)
    assert hands(player, None) == {"Ana": ("bomb", "jeer"), "Bo": ("salt",)}
    assert hands(player, "ana") == {"Ana": ("bomb", "jeer"), "Bo": (FACE_DOWN,)}
    assert hands(player, "bo") == {"Ana": covered, "Bo": ("salt",)}
    assert hands(player, "eve") == {"Ana": covered, "Bo": (FACE_DOWN,)}
    assert not any(card in player.ledger.export(player.encounter, "eve") for card in (b"bomb", b"jeer", b"salt"))


def test_a_card_that_is_played_is_known_from_then_on(player: Player) -> None:
    for body in TO_BLOWS:
        player.does(body)
    plays(player, "jeer")
    assert hands(player, "bo")["Ana"] == ("jeer", FACE_DOWN)
    assert "frightened" in player.ledger.fight(player.encounter, "eve").encounter.combatants["Bo"].conditions
    assert hands(player, None)["Ana"] == ("bomb", "jeer")


def test_cards_that_the_dead_leave_go_face_down_to_the_killer(player: Player) -> None:
    for body in TO_BLOWS:
        player.does(body)
    plays(player, "bomb")
    assert hands(player, None) == {"Ana": ("jeer", "salt"), "Bo": ()}
    assert hands(player, "ana") == {"Ana": ("jeer", "salt"), "Bo": ()}
    assert hands(player, "bo")["Ana"] == (FACE_DOWN, "salt")
    assert hands(player, "eve") == {"Ana": (FACE_DOWN, FACE_DOWN), "Bo": ()}


def test_a_file_with_private_hands_verifies_and_is_decided_again(player: Player) -> None:
    for body in TO_BLOWS:
        player.does(body)
    plays(player, "bomb")
    for seat in (None, "ana", "bo", "eve"):
        raw = player.ledger.export(player.encounter, seat)
        assert verify(raw).broken is None
        found = audit(raw)
        assert found.ok, found.sentences
        assert found.rules.result == "exact", found.sentences


def test_a_hand_is_not_handed_to_a_seat_that_does_not_know_it(player: Player) -> None:
    with pytest.raises(Refused, match="they are private"):
        player.does({"do": "hand_over", "who": "Ana", "to": "bo"})


def test_what_a_hidden_card_rolls_on_the_table_is_awaited_by_all_and_told_to_who_holds_it(tmp_path: Path) -> None:
    items = [{**ITEMS[0], "effect": {"kind": "damage", "dice": "1d6"}}]
    combatants = [{**ARCHERS["combatants"][0], "hand": ["bomb"]}, ARCHERS["combatants"][1]]
    with Ledger(tmp_path) as ledger:
        wanted = opening(items=items, combatants=combatants, hands="private", dice="table")
        player = Player(ledger, ledger.open(wanted).encounter)
        for body in TO_BLOWS:
            player.does(body)
        waiting = player.does({"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}).waiting
        assert waiting is not None
        assert awaited(ledger.fight(player.encounter, "ana"), Heard(), None).pending.dice == waiting
        assert awaited(ledger.fight(player.encounter, "bo"), Heard(), None).pending.dice is None
        with pytest.raises(Waiting):
            player.does({"do": "say", "by": "bo", "text": "What is it?"}, seat="bo")
