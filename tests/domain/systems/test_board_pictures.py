"""A board of squares may name the picture under it, by its hash alone; no rule looks at it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import offers, open_encounter
from domain.encounter import Encounter
from domain.places.grid import Grid
from domain.refusals import Refused
from domain.replaying import replay
from tests.openings import opening_of
from tests.secrecy import OPENINGS

NAME = "b954f856594ea765cbf919e5db904b693486f651fc225f290da5e12f65976e51"


def begun(**board: Any) -> Encounter:
    usual = OPENINGS["storyteller"]
    return replay(open_encounter(opening_of({**usual, "board": {**usual["board"], **board}}), "e"))


def test_the_board_names_its_picture_and_is_played_the_same() -> None:
    plain, pictured = begun(), begun(picture=NAME)
    assert isinstance(plain.board, Grid)
    assert isinstance(pictured.board, Grid)
    assert (plain.board.picture, pictured.board.picture) == (None, NAME)
    assert pictured.board.changed("wall", {}).picture == NAME
    assert [each for each in offers(pictured) if each.closed.get("change") != ("cover",)] == offers(plain)


@pytest.mark.parametrize("picture", [NAME.upper(), "x" * 64, f"{NAME[:-1]}/"])
def test_a_picture_is_named_by_its_hash(picture: str) -> None:
    with pytest.raises(Refused, match="is no SHA-256 hash") as caught:
        begun(picture=picture)
    assert (caught.value.code, caught.value.rule) == ("invalid_value", "STO-107")
