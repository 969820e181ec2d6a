"""Where an opening draws the places of its board: every one of them, once, each on a spot of its own."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from domain.deciding import open_encounter
from domain.events import BoardChanged
from domain.places.tiles import Tiles
from domain.places.zones import Zones
from domain.refusals import Refused
from domain.replaying import replay
from domain.table.boards import FARTHEST
from tests.ledger.fights import ARCHERS
from tests.openings import opening_of

LAYOUT: dict[str, Any] = {"T0": [0, 4], "T1": [2, 0], "T2": [FARTHEST, 4]}
ZONES: dict[str, Any] = {
    "system": "verdigris",
    "board": {"zones": ["Yard", "Hall"], "links": [["Yard", "Hall"]], "layout": {"Yard": [0, 0], "Hall": [1, 0]}},
}


def drawn(layout: dict[str, Any]) -> Any:
    """Return the opening of archers whose tiles are drawn so."""
    return opening_of({**ARCHERS, "board": {**ARCHERS["board"], "layout": layout}})


def test_tiles_and_zones_are_drawn_where_the_opening_says() -> None:
    tiles, zones = (replay(open_encounter(each, "e")).board for each in (drawn(LAYOUT), opening_of(ZONES)))
    assert isinstance(tiles, Tiles)
    assert tiles.layout == {place: tuple(spot) for place, spot in LAYOUT.items()}
    assert isinstance(zones, Zones)
    assert zones.layout == {"Yard": (0, 0), "Hall": (1, 0)}


def test_a_board_of_many_tiles_says_in_each_line_where_those_of_the_line_are_drawn() -> None:
    tiles = [f"T{number}" for number in range(300)]
    layout = {tile: [number % 20, number // 20] for number, tile in enumerate(tiles)}
    links = [["T0", "T1"], ["T1", "T2"]]
    events = open_encounter(opening_of({**ARCHERS, "board": {"tiles": tiles, "links": links, "layout": layout}}), "e")
    laid = [each.detail for each in events if isinstance(each, BoardChanged) and each.change == "tiles"]
    assert [len(each["tiles"]) for each in laid] == [len(each["layout"]) for each in laid] == [200, 100]


def test_without_a_layout_the_lines_are_what_they_were() -> None:
    events = open_encounter(opening_of(ARCHERS), "e")
    assert next(each for each in events if isinstance(each, BoardChanged)).detail == {"tiles": ["T0", "T1", "T2"]}


@pytest.mark.parametrize(
    ("layout", "code", "message"),
    [
        ({**LAYOUT, "T9": [5, 5]}, "unknown_id", "The layout draws a tile T9 that is not there."),
        ({"T0": [0, 0], "T1": [1, 0]}, "invalid_value", "The layout leaves out the tile T2."),
        ({**LAYOUT, "T2": [2, 0]}, "invalid_value", "The layout draws the tiles T1 and T2 on one spot."),
    ],
)
def test_every_place_is_drawn_once_and_on_a_spot_of_its_own(layout: dict[str, Any], code: str, message: str) -> None:
    with pytest.raises(Refused) as caught:
        open_encounter(drawn(layout), "e")
    assert (caught.value.code, caught.value.message) == (code, message)


@pytest.mark.parametrize("spot", [[-1, 0], [0, FARTHEST + 1], [0.5, 1], [1], [1, 2, 3], "1,2"])
def test_a_spot_is_two_small_whole_numbers(spot: Any) -> None:
    with pytest.raises(ValidationError):
        drawn({**LAYOUT, "T0": spot})
