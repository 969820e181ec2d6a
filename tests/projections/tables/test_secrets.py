"""Read models know of a fight what everybody does, whatever is sealed in it."""

from __future__ import annotations

import pytest

from ledger.application import Ledger
from projections.tables.runner import Runner
from tests.ledger.fights import ARCHERS, TO_BLOWS, Player, opening
from tests.openings import opening_of
from tests.projections.tables.telling import lobby_rows, lobby_told
from tests.secrecy import LURKER, OPENINGS, PLACE


@pytest.mark.long
@pytest.mark.parametrize("system", sorted(OPENINGS))
def test_the_lobby_knows_of_no_reserve_and_goes_on_after_the_reveal(
    ledger: Ledger, runner: Runner, system: str
) -> None:
    player = Player(ledger, ledger.open(opening_of(OPENINGS[system])).encounter)
    player.does({"do": "seal", "by": "gm", "text": "The bridge gives way."}, seat="gm")
    runner.catch_up()
    assert LURKER not in str(lobby_rows(runner.tables))
    player.does({"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}, seat="gm")
    runner.catch_up()
    assert not runner.tables.aside(runner.tables.builds("lobby")[-1])
    assert lobby_rows(runner.tables) == lobby_told(ledger)


@pytest.mark.long("postgres")
def test_private_hands_are_no_trouble_for_the_tables(ledger: Ledger, runner: Runner) -> None:
    items = [{"id": "bomb", "effect": {"kind": "damage", "amount": 40}, "usable_on_opponent": True}]
    wanted = opening(ARCHERS, items=items, hands="private", settings={"loot": "killer_takes_hand"})
    player = Player(ledger, ledger.open(wanted).encounter)
    for body in (*TO_BLOWS, {"do": "use_item", "who": "Ana", "item": "bomb", "target": "Bo"}):
        player.does(body)
    runner.catch_up()
    for model in runner.models:
        assert not runner.tables.aside(runner.tables.builds(model)[-1])
