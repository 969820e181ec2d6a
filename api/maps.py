"""Universal VTT map files (.dd2vtt, .uvtt, .df2vtt): their walls and doors as a board of squares, for rosters.

Such a file counts in squares from anywhere (``map_origin``); here they are counted from the corner of the map, and
lengths are hundredths of a square. The picture, the lights and whatever else a file holds are not looked at.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from api.malformed import Malformed, Place, whole_number
from domain.places.grid import MOST_SIDE, Wall

MOST_BYTES = 32 * 1024 * 1024
MOST_WALLS = 5_000
MOST_DOORS = 500
MOST_PIXELS = 10_000
ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
STATED_BY_MAPS = {"width", "height", "walls", "doors"}


def read_map(source: bytes | Path, name: str = "map") -> dict[str, Any]:
    """Return the board that a map file states: ``width``, ``height``, ``walls`` and ``doors``. Raises Malformed.

    Walls without length and those that are there twice are left out, and what lies beside the map is cut off.
    """
    if isinstance(source, Path):
        name, source = str(source), _bytes_of(source)
    if len(source) > MOST_BYTES:
        raise Malformed(name, f"The file is too long: at most {MOST_BYTES // 1024 // 1024} MiB.")
    file = _Field(name=name, path=(), value=_json_of(source, name))
    sheet = _Sheet.of(file.field("resolution"))
    walls = sheet.walls(file)
    doors = [
        {"id": f"door-{number}", "wall": list(wall), "open": is_open}
        for number, (wall, is_open) in enumerate(sheet.doors(file).items(), 1)
    ]
    return {"width": sheet.width, "height": sheet.height, "walls": [list(wall) for wall in walls], "doors": doors}


def board_of(board: dict[str, Any], folder: Path, place: str) -> dict[str, Any]:
    """Return the board of a roster that names a ``map`` in the roster's ``folder``, squares of its own added.

    Raises:
        Malformed: The map lies elsewhere, cannot be read or is none, or the roster states what the map does.
    """
    twice = sorted(STATED_BY_MAPS & set(board))
    if twice:
        raise Malformed(place, f"A board with a map states no {twice[0]}: the map does.")
    laid = read_map(_within(board["map"], folder, place))
    return {**laid, **{name: value for name, value in board.items() if name != "map"}}


def _within(name: Any, folder: Path, place: str) -> Path:
    """Return the path of a map in a folder or below it."""
    if not isinstance(name, str) or Path(name).suffix not in ENDINGS:
        raise Malformed(place, f"A map is a file whose name ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}.")
    try:
        inside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        raise Malformed(place, "This is no name of a file.") from None
    if not inside:
        raise Malformed(place, "A map lies in the folder of its roster, or below it.")
    return folder / name


def as_yaml(board: dict[str, Any]) -> str:
    """Return a board as it is written in a roster."""
    parts = [f"board:\n  width: {board['width']}\n  height: {board['height']}\n"]
    if board["walls"]:
        parts += ["  walls:\n", *(f"    - {wall}\n" for wall in board["walls"])]
    if board["doors"]:
        parts += ["  doors:\n", *(f"    - {_door(door)}\n" for door in board["doors"])]
    return "".join(parts)


def _door(door: dict[str, Any]) -> str:
    return f"{{id: {door['id']}, wall: {door['wall']}, open: {str(door['open']).lower()}}}"


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as trouble:
        raise Malformed(str(path), f"It cannot be read: {trouble.strerror or trouble}.") from None
    except ValueError:
        raise Malformed(ascii(str(path)), "This is no name of a file.") from None


def _json_of(raw: bytes, name: str) -> Any:
    def no_number(literal: str) -> NoReturn:
        raise Malformed(name, f"{literal} is no number.")

    try:
        text = raw.decode("utf-8-sig")
        return json.loads(text, parse_constant=no_number, parse_int=lambda literal: whole_number(literal, name))
    except UnicodeDecodeError as trouble:
        raise Malformed(name, f"Byte {trouble.start} is not UTF-8 text.") from None
    except json.JSONDecodeError as trouble:
        raise Malformed(f"{name}, line {trouble.lineno}", f"This is not JSON: {trouble.msg}.") from None
    except RecursionError:
        raise Malformed(name, "It is nested too deeply.") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """A value of the file, with the keys and indexes that lead to it."""

    name: str
    path: Place
    value: Any

    def refuse(self, message: str) -> NoReturn:
        """Say that this value is not what it should be."""
        path = ".".join(str(step) for step in self.path)
        raise Malformed(f"{self.name}, {path}" if path else self.name, message)

    def field(self, key: str, default: Any = None) -> _Field:
        """Return a field of a mapping; without a default it must be there."""
        if not isinstance(self.value, dict):
            self.refuse("It must be a mapping of fields to values.")
        value = self.value.get(key)
        found = _Field(name=self.name, path=(*self.path, key), value=default if value is None else value)
        if found.value is None:
            found.refuse("It is missing.")
        return found

    def entries(self) -> Iterator[_Field]:
        """Return the entries of a list."""
        if not isinstance(self.value, list):
            self.refuse("It must be a list.")
        for index, value in enumerate(self.value):
            yield _Field(name=self.name, path=(*self.path, index), value=value)

    def number(self) -> float:
        """Return a number, which is not infinite."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float) or not math.isfinite(self.value):
            self.refuse("It must be a number.")
        return self.value

    def point(self) -> tuple[float, float]:
        """Return the numbers x and y."""
        return self.field("x").number(), self.field("y").number()

    def squares(self) -> int:
        """Return how many squares the map is wide or high."""
        squares = self.number()
        if squares != int(squares) or not 1 <= squares <= MOST_SIDE:
            self.refuse(f"A map is 1 to {MOST_SIDE} whole squares wide and high; this is {squares:g}.")
        return int(squares)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """The part of the plane that the map shows."""

    left: float
    top: float
    width: int
    height: int

    @classmethod
    def of(cls, resolution: _Field) -> _Sheet:
        """Return what ``resolution`` says."""
        size = resolution.field("map_size")
        pixels = resolution.field("pixels_per_grid", 1)
        if not 0 < pixels.number() <= MOST_PIXELS:
            pixels.refuse(f"A square is more than 0 and at most {MOST_PIXELS} pixels wide; this is {pixels.value}.")
        left, top = resolution.field("map_origin", {"x": 0, "y": 0}).point()
        return cls(left=left, top=top, width=size.field("x").squares(), height=size.field("y").squares())

    def walls(self, file: _Field) -> list[Wall]:
        """Return the segments of all lines that stop sight, each once."""
        found: dict[Wall, None] = {}
        for lines in (file.field(each, []) for each in ("line_of_sight", "objects_line_of_sight")):
            for line in lines.entries():
                found |= dict.fromkeys(self._segments([self._place(point) for point in line.entries()]))
            if len(found) > MOST_WALLS:
                lines.refuse(f"There are too many walls on the map: at most {MOST_WALLS} segments.")
        return list(found)

    def doors(self, file: _Field) -> dict[Wall, bool]:
        """Return where the doors are, freestanding ones like the others, and whether each stands open."""
        found: dict[Wall, bool] = {}
        portals = file.field("portals", [])
        for portal in portals.entries():
            bounds, closed = portal.field("bounds"), portal.field("closed", True)
            ends = [self._place(point) for point in bounds.entries()]
            if len(ends) != 2:
                bounds.refuse(f"A door has two ends; this has {len(ends)}.")
            if not isinstance(closed.value, bool):
                closed.refuse("It must be true or false.")
            for wall in self._segments(ends):
                found.setdefault(wall, not closed.value)
        if len(found) > MOST_DOORS:
            portals.refuse(f"There are too many doors on the map: at most {MOST_DOORS}.")
        return found

    def _place(self, point: _Field) -> tuple[int, int]:
        """Return where a point lies on the map, in hundredths of a square."""
        x, y = point.point()
        x, y = x - self.left, y - self.top
        if not (-MOST_SIDE <= x <= self.width + MOST_SIDE and -MOST_SIDE <= y <= self.height + MOST_SIDE):
            point.refuse(f"It lies more than {MOST_SIDE} squares outside the map.")
        return round(100 * x), round(100 * y)

    def _segments(self, points: list[tuple[int, int]]) -> Iterator[Wall]:
        """Return the walls from point to point, as far as they lie on the map, the smaller end first."""
        for one, other in pairwise(points):
            wall = _cut((*sorted((one, other)),), 100 * self.width, 100 * self.height)
            if wall is not None:
                yield wall


def _cut(ends: tuple[tuple[int, int], ...], right: int, bottom: int) -> Wall | None:
    """Return what of a wall lies on a map that wide and high; None where that has no length."""
    (x1, y1), (x2, y2) = ends
    start, end = Fraction(0), Fraction(1)
    for origin, along, edge in ((x1, x2 - x1, right), (y1, y2 - y1, bottom)):
        if along:
            enters, leaves = sorted((Fraction(-origin, along), Fraction(edge - origin, along)))
            start, end = max(start, enters), min(end, leaves)
        elif not 0 <= origin <= edge:
            return None
    if start >= end:
        return None
    (x1, y1), (x2, y2) = ((round(x1 + part * (x2 - x1)), round(y1 + part * (y2 - y1))) for part in (start, end))
    return None if (x1, y1) == (x2, y2) else (x1, y1, x2, y2)
