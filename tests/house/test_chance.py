"""What tests call chance is the same every time, whatever else goes on in the process."""

from __future__ import annotations

import secrets
from pathlib import Path
from threading import Thread, get_ident

import pytest

from tests.chance import BOTS, seeded
from tests.page.site import site


def _elsewhere(name: str) -> None:
    thread = Thread(target=lambda: secrets.token_hex(8), name=name)
    thread.start()
    thread.join()


@pytest.mark.parametrize(("alone", "name"), [(True, "another"), (True, BOTS), (False, BOTS)])
def test_what_others_draw_meanwhile_takes_nothing_away(alone: bool, name: str) -> None:
    thread = get_ident() if alone else None
    with seeded("a fight", thread):
        drawn = [secrets.token_hex(8), secrets.token_hex(8)]
    with seeded("another scene"), seeded("a fight", thread):
        first = secrets.token_hex(8)
        _elsewhere(name)
        assert [first, secrets.token_hex(8)] == drawn


def test_what_a_server_draws_for_a_test_comes_from_its_number() -> None:
    drawn = []
    for _ in range(2):
        with seeded("a server"):
            _elsewhere("a worker")
            drawn.append(secrets.token_hex(8))
    assert drawn[0] == drawn[1]
    with seeded("a server"):
        assert secrets.token_hex(8) != drawn[0]


@pytest.mark.long
def test_a_fight_that_a_test_of_the_page_plays_is_the_same_every_time(tmp_path: Path) -> None:
    told = []
    for name in ("once", "again"):
        with site(tmp_path / name) as served:
            fights = [served.open("pursuit", 3), served.open("pursuit", 3), served.open("verdigris", 3)]
            for fight in fights:
                fight.play(lambda now: now.outcome is not None or (now.round or 0) > 2)
            told.append([[line.raw for line in served.ledger.fight(fight.id).lines] for fight in fights])
    assert told[0] == told[1]
    first, second, _ = told[0]
    assert first != second, "of two that are alike each has dice of its own"
