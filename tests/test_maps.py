"""Universal VTT maps: ours become boards, and one that is wrong says where and what is allowed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.deciding import open_encounter
from domain.places.grid import EMPTY_GRID, Grid, cover, reachable, room
from files import maps
from files.malformed import Malformed
from files.maps import Map, read_map
from files.openings import any_opening

MAPS = Path(__file__).parent / "maps"
COTTAGE = MAPS / "cottage.dd2vtt"
Change = Callable[[dict[str, Any]], object]


def cottage() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(COTTAGE.read_text(encoding="utf-8"))
    return content


def raw(content: object) -> bytes:
    return json.dumps(content).encode()


def point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def laid(board: Any) -> Grid:
    """Return the grid that a board makes."""
    grid = EMPTY_GRID.changed("grid", board)
    return grid.changed("walls", board).changed("doors", board).changed("windows", board)


def test_a_map_becomes_a_board_counted_from_its_own_corner() -> None:
    board = read_map(COTTAGE).board
    assert (board["width"], board["height"]) == (8, 6)
    assert [100, 100, 700, 100] in board["walls"]
    assert [525, 325, 575, 325] in board["walls"], "what stands about stops sight as well"
    assert board["doors"] == [
        {"id": "door-1", "wall": [100, 250, 100, 350], "open": False},
        {"id": "door-2", "wall": [400, 200, 400, 300], "open": True},
    ]
    assert json.loads(json.dumps(board)) == board
    assert set(board) == {"width", "height", "walls", "doors", "windows"}


def test_one_walks_and_looks_through_the_doors_of_a_map_and_not_through_its_walls() -> None:
    grid = laid(read_map(COTTAGE).board)
    assert cover(grid, "2:2", "medium", "5:2", "medium") == "none"
    assert cover(grid, "0:2", "medium", "2:2", "medium") == "total"
    inside = reachable(grid, "2:2", "medium", 60, lambda _, feet: feet, lambda _: True)
    assert set(inside) == {f"{x}:{y}" for x in range(1, 7) for y in range(1, 5)} - {"2:2", "5:3"}
    unlocked = grid.changed("door", {"door": "door-1", "open": True})
    outside = reachable(unlocked, "2:2", "medium", 60, lambda _, feet: feet, lambda _: True)
    assert {"0:2", "7:5"} <= set(outside)


def test_a_door_drawn_between_two_rows_is_gone_through_aslant() -> None:
    door = {"bounds": [point(5, 1.5), point(5, 2.5)], "closed": False}
    lines = [[point(5, 0), point(5, 1.5)], [point(5, 2.5), point(5, 6)]]
    size = {"map_size": {"x": 10, "y": 6}}
    grid = laid(read_map(raw({"resolution": size, "line_of_sight": lines, "portals": [door]})).board)
    assert [step for step in grid.next_to("4:1") if step.startswith("5:")] == ["5:2"]
    assert [step for step in grid.next_to("4:2") if step.startswith("5:")] == ["5:1"]


def test_lengths_are_rounded_and_walls_twice_without_length_or_beside_the_map_left_out() -> None:
    board = read_map(MAPS / "cave.uvtt").board
    assert board["walls"] == [[33, 33, 267, 10], [267, 10, 490, 100], [420, 370, 490, 100], [33, 33, 420, 370]]
    assert board["doors"] == []


@pytest.mark.parametrize(
    ("line", "wall"),
    [
        ([(-1, 3), (4, 3)], [0, 300, 400, 300]),
        ([(4, 3), (12, 3)], [400, 300, 1000, 300]),
        ([(5, -2), (5, 9)], [500, 0, 500, 700]),
        ([(-1, -1), (2, 2)], [0, 0, 200, 200]),
        ([(-2, 1), (3, -4)], None),
        ([(-1, 0), (0, 1)], None),
        ([(0, 0), (10, 0)], [0, 0, 1000, 0]),
        ([(-5, 0), (-1, 0)], None),
        ([(3, -1), (7, -1)], None),
        ([(-1, 8), (11, -0.5)], [41, 700, 1000, 21]),
    ],
)
def test_a_wall_is_cut_off_where_the_map_ends(line: list[tuple[float, float]], wall: list[int] | None) -> None:
    content = {"resolution": {"map_size": {"x": 10, "y": 7}}, "line_of_sight": [[point(x, y) for x, y in line]]}
    assert read_map(raw(content)).board["walls"] == ([] if wall is None else [wall])


def test_a_map_may_say_no_more_than_its_measures() -> None:
    content = {"resolution": {"map_size": {"x": 10.0, "y": 7}}, "portals": None}
    assert read_map(raw(content)) == Map({"width": 10, "height": 7, "walls": [], "doors": [], "windows": []}, ())


def test_a_file_may_begin_with_the_mark_that_some_editors_write() -> None:
    assert read_map(b"\xef\xbb\xbf" + COTTAGE.read_bytes()) == read_map(COTTAGE)


@given(st.integers(-500, 500), st.integers(-500, 500))
def test_a_map_that_lies_elsewhere_in_its_plane_is_the_same_board(dx: int, dy: int) -> None:
    def moved(value: Any) -> Any:
        if isinstance(value, dict):
            if set(value) == {"x", "y"}:
                return point(value["x"] + dx, value["y"] + dy)
            return {key: each if key == "map_size" else moved(each) for key, each in value.items()}
        return [moved(each) for each in value] if isinstance(value, list) else value

    assert read_map(raw(moved(cottage()))) == read_map(COTTAGE)


def changed(**fields: Any) -> Change:
    return lambda content: content.update(fields)


def resolution(**fields: Any) -> Change:
    return lambda content: content["resolution"].update(fields)


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        (lambda content: content.pop("resolution"), "map, resolution", "missing"),
        (changed(resolution=[1, 2]), "map, resolution", "mapping"),
        (resolution(map_size=None), "map, resolution.map_size", "missing"),
        (resolution(map_size={"x": 8}), "map, resolution.map_size.y", "missing"),
        (resolution(map_size=point(8.02, 6)), "map, resolution.map_size.x", "1 to 200 whole squares"),
        (resolution(map_size=point(8.5, 6)), "map, resolution.map_size.x", "1 to 200 whole squares"),
        (resolution(map_size=point(0, 6)), "map, resolution.map_size.x", "1 to 200 whole squares"),
        (resolution(map_size=point(8, -6)), "map, resolution.map_size.y", "1 to 200 whole squares"),
        (resolution(map_size=point(8, 201)), "map, resolution.map_size.y", "1 to 200 whole squares"),
        (resolution(map_size={"x": "8", "y": 6}), "map, resolution.map_size.x", "number"),
        (resolution(map_size={"x": True, "y": 6}), "map, resolution.map_size.x", "number"),
        (resolution(pixels_per_grid=0), "map, resolution.pixels_per_grid", "at most 10000 pixels"),
        (resolution(pixels_per_grid=-70), "map, resolution.pixels_per_grid", "at most 10000 pixels"),
        (resolution(pixels_per_grid=10**6), "map, resolution.pixels_per_grid", "at most 10000 pixels"),
        (resolution(pixels_per_grid="many"), "map, resolution.pixels_per_grid", "number"),
        (resolution(map_origin={"x": 0}), "map, resolution.map_origin.y", "missing"),
        (changed(line_of_sight={"x": 1}), "map, line_of_sight", "list"),
        (changed(line_of_sight=[point(1, 1)]), "map, line_of_sight.0", "list"),
        (changed(line_of_sight=[[[1, 1]]]), "map, line_of_sight.0.0", "mapping"),
        (changed(line_of_sight=[[point(3, 2), {"x": 3}]]), "map, line_of_sight.0.1.y", "missing"),
        (changed(objects_line_of_sight=[[point(3, 300)]]), "map, objects_line_of_sight.0.0", "200 squares outside"),
        (changed(portals=[{"closed": True}]), "map, portals.0.bounds", "missing"),
        (changed(portals=[{"bounds": [point(3, 3)]}]), "map, portals.0.bounds", "two ends; this has 1"),
        (changed(portals=[{"bounds": [point(3, 3), point(3, 4)], "closed": 1}]), "map, portals.0.closed", "true or"),
    ],
)
def test_a_wrong_map_is_refused_with_the_place_and_what_is_allowed(change: Change, place: str, message: str) -> None:
    content = cottage()
    change(content)
    with pytest.raises(Malformed) as refused:
        read_map(raw(content))
    assert refused.value.place == place
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b"", "map, line 1", "not JSON"),
        (b'{"resolution":\n nothing}', "map, line 2", "not JSON"),
        (b"[]", "map", "mapping"),
        (b"\xff\xfe", "map", "Byte 0 is not UTF-8"),
        (b"[" * 100_000, "map", "nested too deeply"),
        (b'{"resolution": NaN}', "map", "NaN is no number"),
        (b'{"resolution": {"map_size": {"x": 1e999, "y": 6}}}', "map, resolution.map_size.x", "number"),
        (b'{"resolution": {"map_size": {"x": 12345678901234567890, "y": 6}}}', "map", "too long"),
    ],
)
def test_what_is_no_map_at_all_is_refused(text: bytes, place: str, message: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_map(text)
    assert refused.value.place == place
    assert message in refused.value.message


def test_more_walls_or_doors_than_allowed_are_refused() -> None:
    chance = random.Random(4)
    points = [point(chance.randrange(200, 1000) / 100, chance.randrange(100, 700) / 100) for _ in range(5_100)]
    with pytest.raises(Malformed, match=r"objects_line_of_sight: .* at most 5000 segments"):
        read_map(raw({**cottage(), "objects_line_of_sight": [points]}))
    doors = [{"bounds": [one, other]} for one, other in zip(points[:600], points[600:1200], strict=True)]
    with pytest.raises(Malformed, match=r"portals: .* at most 500"):
        read_map(raw({**cottage(), "portals": doors}))


def test_a_file_that_is_too_long_or_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Malformed, match="cannot be read"):
        read_map(tmp_path / "nowhere.uvtt")
    with pytest.raises(Malformed, match="no name of a file"):
        read_map(tmp_path / "no\0where.uvtt")
    monkeypatch.setattr(maps, "MOST_BYTES", 1024 * 1024)
    long = tmp_path / "long.uvtt"
    long.write_bytes(raw({**cottage(), "lights": "A" * 1024 * 1024}))
    with pytest.raises(Malformed, match=r"long.uvtt: The file is too long: at most 1 MiB beside its picture"):
        read_map(long)
    long.write_bytes(raw({**cottage(), "image": "A" * 1024 * 1024}))
    assert read_map(long) == read_map(COTTAGE), "the picture does not count"
    monkeypatch.setattr(maps, "MOST_WITH_PICTURE", 1024 * 1024)
    with pytest.raises(Malformed, match=r"long.uvtt: The file is too long: at most 1 MiB with its picture"):
        read_map(long)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["x", "y", "bounds", "closed"]), inner),
    max_leaves=8,
)


@given(st.sampled_from(["resolution", "line_of_sight", "objects_line_of_sight", "portals"]), VALUES)
def test_whatever_stands_in_a_map_it_becomes_a_board_or_is_refused(field: str, value: Any) -> None:
    try:
        board = read_map(raw({**cottage(), field: value})).board
    except Malformed:
        return
    assert laid(board).width == board["width"]
    assert all(isinstance(each, int) for wall in board["walls"] for each in wall)
    opening = any_opening().validate_python({"system": "storyteller", "board": board}, strict=False)
    assert len(open_encounter(opening, "map")) >= 2


def walled(*lines: list[dict[str, float]], portals: tuple[dict[str, Any], ...] = (), width: float = 6) -> bytes:
    """Return a map of 6 by 4 squares with these walls and portals."""
    return raw({"resolution": {"map_size": point(width, 4)}, "line_of_sight": lines, "portals": portals})


def portal(y1: float, y2: float, x: float = 3, **fields: Any) -> dict[str, Any]:
    return {"bounds": [point(x, y1), point(x, y2)], **fields}


WHOLE = [point(3, 0), point(3, 4)]
OPEN = {"closed": False}


ASLANT = {"bounds": [point(2.5, 2), point(3, 2.5)], "closed": True}


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (walled([point(-5, 1), point(-3, 1)], [point(8, 0), point(8, 4)]), ["2 walls beside the map were left out."]),
        (walled(portals=(portal(1, 2, x=9),)), ["1 door beside the map was left out."]),
        (walled(portals=(portal(1, 1.5, x=9, closed=False),)), ["1 window beside the map was left out."]),
        (walled([point(-1, 1), point(2, 1)]), ["1 wall partly beside the map was cut off."]),
        (walled([point(1, 1), point(1, 1)]), ["1 wall without length was left out."]),
        (walled(WHOLE, [point(3, 4), point(3, 0)]), ["1 wall drawn twice was left out."]),
        (walled(portals=(portal(1, 2), portal(2, 1, closed=False))), ["1 door drawn twice was left out."]),
        (walled(WHOLE, portals=(portal(1, 2),)), ["1 wall behind a door or window was opened there."]),
        (
            walled(portals=(portal(1, 2, closed=False), portal(0.9, 2.1, freestanding=True))),
            ["door-1 and door-2 lie over each other: both must be open to go through."],
        ),
        (
            walled([point(2.5, 1), point(2.5, 3)]),
            ["2 squares are cut through the middle: nobody can stand on 2:1, 2:2."],
        ),
        (
            walled([point(0, 0), point(6, 6)], width=200),
            [
                "1 wall partly beside the map was cut off.",
                "4 squares are cut through the middle: nobody can stand on 0:0, 1:1, 2:2, 3:3.",
            ],
        ),
        (
            walled([point(0, 0.5), point(6, 0.5)]),
            ["6 squares are cut through the middle: nobody can stand on 0:0, 1:0, 2:0, 3:0, 4:0, …."],
        ),
        (
            walled(
                [point(3, 0), point(3, 1.5)], [point(3, 2.5), point(3, 4)], portals=(portal(1.5, 2.5, closed=False),)
            ),
            [f"door-1 opens no straight way between 2:1 and 3:1, 2:2 and 3:2 (aslant it does): {maps.MENDED}"],
        ),
        (
            walled([point(3, 0), point(3, 1.6)], [point(3, 1.9), point(3, 4)], portals=(portal(1.6, 1.9),)),
            [f"door-1 opens no straight way at 3:1: {maps.MENDED}"],
        ),
        (
            walled([point(1, 2), point(2.5, 2)], [point(3, 2.5), point(3, 4)], portals=(ASLANT,)),
            [f"door-1 opens no straight way between 2:1 and 2:2, 2:2 and 3:2 (aslant it does): {maps.MENDED}"],
        ),
        (walled([point(3, 0), point(3, 1.2)], [point(3, 1.8), point(3, 4)], portals=(portal(1.2, 1.8),)), []),
        (walled(portals=(portal(1, 2, x=6),)), ["door-1 leads off the map: nobody goes through it."]),
        (walled(WHOLE, width=5.999999999), []),
        (walled([point(3, 0), point(3, 1)], [point(3, 2), point(3, 4)], portals=(portal(1, 2),)), []),
    ],
)
def test_what_is_not_on_the_board_as_it_was_drawn_is_told_and_counted(source: bytes, told: list[str]) -> None:
    assert list(read_map(source).told) == told


@given(st.integers(0, 400), st.integers(30, 250), st.integers(250, 350))
def test_a_door_that_is_not_told_of_opens_a_straight_step(top: int, long: int, aside: int) -> None:
    """One wall across the map with a door in it, anywhere and at any angle."""
    end = min(400, top + long)
    walls = [[point(3, 0), point(3, top / 100)], [point(aside / 100, end / 100), point(aside / 100, 4)]]
    door = {"bounds": [point(3, top / 100), point(aside / 100, end / 100)], "closed": True}
    read = read_map(walled(*walls, portals=(door,)))
    if not read.board["doors"]:
        return
    shut = laid(read.board)
    wide = shut.changed("door", {"door": "door-1", "open": True})
    straight = {
        (f"{x}:{y}", f"{x + dx}:{y + dy}")
        for x in range(6)
        for y in range(4)
        for dx, dy in ((1, 0), (0, 1))
        if f"{x + dx}:{y + dy}" in wide.next_to(f"{x}:{y}") and f"{x + dx}:{y + dy}" not in shut.next_to(f"{x}:{y}")
    }
    assert bool(straight) != any(each.startswith("door-1 ") for each in read.told)


def test_a_door_on_an_unbroken_wall_opens_the_wall_it_lies_on() -> None:
    grid = laid(read_map(walled(WHOLE, portals=(portal(1, 2, closed=False),))).board)
    assert grid.walls == ((300, 0, 300, 100), (300, 200, 300, 400))
    assert "3:1" in grid.next_to("2:1")
    assert "3:1" not in grid.changed("door", {"door": "door-1", "open": False}).next_to("2:1")


def test_a_door_whose_state_is_not_told_is_closed() -> None:
    assert [door["open"] for door in read_map(walled(portals=(portal(1, 2),))).board["doors"]] == [False]


def test_a_narrow_opening_is_a_window_that_one_sees_through_and_does_not_pass() -> None:
    board = read_map(walled(WHOLE, portals=(portal(1.119, 1.881, closed=False),))).board
    assert (board["doors"], board["windows"]) == ([], [[300, 112, 300, 188]])
    grid = laid(board)
    assert "3:1" not in grid.next_to("2:1")
    assert cover(grid, "2:1", "medium", "3:1", "medium") != "total"
    assert cover(grid, "2:3", "medium", "3:3", "medium") == "total"


def test_nobody_has_room_where_a_wall_goes_through_the_middle_of_the_square() -> None:
    grid = laid(read_map(walled([point(2.5, 1), point(2.5, 3)])).board)
    assert [room(grid, f"{x}:1", "medium") for x in (1, 2, 3)] == ["medium", None, "medium"]
