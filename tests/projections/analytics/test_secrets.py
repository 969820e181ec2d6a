"""What is sealed reaches no table that is for somebody who may not know it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.application import Ledger
from projections.analytics.extraction import Rows, extract
from projections.analytics.lines import of_file
from projections.analytics.sources import of_store
from tests.ledger.fights import Player
from tests.openings import opening_of
from tests.projections.analytics.reading import named
from tests.secrecy import LURKER, OPENINGS, PLACE

ROLL = {"do": "secret_roll", "by": "gm", "dice": "2d20+1", "purpose": "listening"}
NOTE = {"do": "seal", "by": "ana", "title": "Bridge", "text": "It gives way.", "facts": {"weight": 80}}


@pytest.fixture(params=sorted(OPENINGS))
def system(request: pytest.FixtureRequest) -> str:
    """Give the name of an opening."""
    return str(request.param)


@pytest.fixture
def player(tmp_path: Path, system: str) -> Iterator[Player]:
    """Give a fight with one in reserve, in which the referee rolled in secret and a player sealed a note."""
    with Ledger(tmp_path) as ledger:
        player = Player(ledger, ledger.open(opening_of({**OPENINGS[system], "rewind": "referee"})).encounter)
        player.does(ROLL, seat="gm")
        player.does(NOTE, seat="ana")
        yield player


def for_all(player: Player) -> Rows:
    """Return the tables that anybody may have."""
    return extract(of_store(player.ledger, player.encounter))


def of_seat(player: Player, seat: str) -> Rows:
    """Return the tables of a seat."""
    return extract(of_store(player.ledger, player.encounter, seat))


def close(player: Player) -> None:
    """End the fight, and close its ledger by the referee."""
    player.does({"do": "end_encounter", "by": "gm"}, seat="gm")
    player.ledger.close_ledger(player.encounter, "gm", cmd="close")


def test_as_long_as_the_ledger_is_open_a_sealed_line_is_a_row_of_line_alone(player: Player) -> None:
    rows = for_all(player)
    assert LURKER not in str(rows)
    assert "listening" not in str(rows)
    sealed = {row["n"] for row in named(rows, "line") if row["type"] == "Sealed"}
    assert sealed
    assert named(rows, "encounter")[0]["shut"] == len(sealed) + 2
    assert named(rows, "command") == []
    for name in rows.keys() - {"line", "encounter", "house_rule", "seat"}:
        assert sealed.isdisjoint(row["n"] for row in named(rows, name)), name


def test_a_seat_has_what_its_file_holds_and_nothing_else(player: Player) -> None:
    whole, own = of_seat(player, "gm"), of_seat(player, "ana")
    assert [row["who"] for row in named(whole, "combatant")].count(LURKER) == 1
    assert [row["purpose"] for row in named(whole, "roll")] == ["secret listening"]
    assert LURKER not in str(own)
    assert named(own, "roll") == []
    assert [row["verb"] for row in named(own, "command")] == ["seal"]
    for seat in ("gm", "ana", "eve"):
        file = player.ledger.export(player.encounter, seat)
        assert extract(of_file(file, seat)) == of_seat(player, seat)
        for name in {row["who"] for row in named(of_seat(player, seat), "combatant")}:
            assert str(name).encode() in file


def test_once_the_ledger_is_closed_all_is_there_but_notes_that_nobody_opened(player: Player) -> None:
    close(player)
    rows = for_all(player)
    assert LURKER in [row["who"] for row in named(rows, "combatant")]
    assert [row["purpose"] for row in named(rows, "roll") if row["purpose"].startswith("secret")] == [
        "secret listening"
    ]
    assert "seal" not in [row["verb"] for row in named(rows, "command")]
    assert named(rows, "encounter")[0]["shut"] == 2
    assert "Bridge" not in str(rows)
    assert rows == extract(of_file(player.ledger.export(player.encounter)))


def test_what_is_withheld_stays_shut(player: Player) -> None:
    sealed = next(line.n for line in player.ledger.lines(player.encounter) if line.type == "CommandAccepted")
    player.ledger.withhold(player.encounter, "gm", sealed, "the dog sleeps", cmd="w")
    close(player)
    rows = for_all(player)
    assert named(rows, "roll") == []
    assert "the dog sleeps" not in str(rows)
    assert [(row["seat"], row["subject_n"]) for row in named(rows, "around") if row["type"] == "Withheld"] == [
        ("gm", sealed)
    ]


def test_whoever_is_revealed_is_there_once_for_everybody(player: Player, system: str) -> None:
    player.does({"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}, seat="gm")
    for rows in (for_all(player), of_seat(player, "gm"), of_seat(player, "ana")):
        assert [row["who"] for row in named(rows, "combatant")].count(LURKER) == 1
    close(player)
    assert [row["who"] for row in named(for_all(player), "combatant")].count(LURKER) == 1


def test_fights_begin_alike_for_whoever_looks(player: Player) -> None:
    views = [for_all(player), of_seat(player, "gm"), of_seat(player, "ana")]
    assert len({len(named(rows, "combatant")) for rows in views}) > 1
    close(player)
    views.append(for_all(player))
    assert len({named(rows, "encounter")[0]["roster_digest"] for rows in views}) == 1
