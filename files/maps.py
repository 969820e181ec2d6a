"""Universal VTT map files (.dd2vtt, .uvtt, .df2vtt): their walls and doors as a board of squares, for rosters.

Such a file counts in squares from anywhere (``map_origin``); here they are counted from the corner of the map, and
lengths are hundredths of a square. The lights and whatever else a file holds are not looked at, and its picture apart.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NoReturn

from domain.places.grid import MOST_SIDE, Wall, opened, with_gaps
from domain.places.grid.walls import STEPS, shut_steps, split_squares
from files.malformed import Malformed, Place, whole_number
from projections.wording import counted

MOST_BYTES = 32 * 1024 * 1024
MOST_WITH_PICTURE = 512 * 1024 * 1024
ROUNDED = 0.01
"""How far a measure may be from a whole number of squares: programs write 5.999999999."""
NARROW = 95
"""An opening narrower than this, in hundredths of a square, is a window: nobody goes through."""
MOST_WALLS = 5_000
MOST_DOORS = 500
MOST_PIXELS = 10_000
ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
STATED_BY_MAPS = {"width", "height", "walls", "doors", "windows"}


@dataclass(frozen=True, slots=True)
class Map:
    """What a map file states as a ``board``, and in ``told`` each thing that became something else, or nothing."""

    board: dict[str, Any]
    told: tuple[str, ...]


def read_map(source: bytes | Path, name: str = "map") -> Map:
    """Return the board that a map file states: ``width``, ``height``, ``walls``, ``doors`` and ``windows``.

    Raises Malformed. Nothing is left out in silence: what is not on the board is counted in the sentences beside it.
    """
    if isinstance(source, Path):
        name, source = str(source), _bytes_of(source)
    file = _Field(name=name, path=(), value=_json_of(_without_picture(source, name), name))
    sheet = _Sheet.of(file.field("resolution"))
    walls = sheet.walls(file)
    doors, windows = sheet.portals(file)
    gaps = [*doors, *windows]
    left = list(with_gaps(walls, gaps))
    board = {
        "width": sheet.width,
        "height": sheet.height,
        "walls": [list(wall) for wall in left],
        "doors": [
            {"id": f"door-{number}", "wall": list(wall), "open": is_open}
            for number, (wall, is_open) in enumerate(doors.items(), 1)
        ],
        "windows": [list(wall) for wall in windows],
    }
    told = (
        *sheet.told(),
        *_of_gaps(walls, left, list(doors)),
        *_of_ways(sheet, [*left, *windows], list(doors)),
        *_of_squares(sheet, [*left, *gaps]),
    )
    return Map(board, told)


def _of_gaps(walls: list[Wall], left: list[Wall], doors: list[Wall]) -> Iterator[str]:
    """Yield what follows where doors and windows lie in walls or over each other."""
    through = len(set(walls).difference(left))
    if through:
        yield f"{counted(through, 'wall')} behind a door or window {'was' if through == 1 else 'were'} opened there."
    for (number, one), (other_number, other) in combinations(enumerate(doors, 1), 2):
        if opened(one, other) != (one,):
            yield f"door-{number} and door-{other_number} lie over each other: both must be open to go through."


Step = tuple[int, int, int]


def _of_ways(sheet: _Sheet, shut: list[Wall], doors: list[Wall]) -> Iterator[str]:
    """Yield which doors nobody goes through straight though they stand open, and what to do about it."""
    ways = [{step for step in shut_steps(door) if sheet.holds(step)} for door in doors]
    wanted = set[Step]().union(*ways)
    closed = {step for wall in shut for step in shut_steps(wall) if step in wanted} if wanted else set[Step]()
    for number, (door, steps) in enumerate(zip(doors, ways, strict=True), 1):
        straight = sorted(step for step in steps if 0 in STEPS[step[2]])
        if not closed.issuperset(straight):
            continue
        if not steps and any(0 in STEPS[towards] for _, _, towards in shut_steps(door)):
            yield f"door-{number} leads off the map: nobody goes through it."
            continue
        where = f"between {_pairs(straight)}" if straight else f"at {_middle(door)}"
        aslant = " (aslant it does)" if steps - closed else ""
        yield f"door-{number} opens no straight way {where}{aslant}: {MENDED}"


MENDED = "lay it along whole sides of squares, with the walls ending where it ends."


def _pairs(steps: list[Step]) -> str:
    """Return the squares that steps lead from and to, of many the first."""
    ends = ((x, y, x + STEPS[towards][0], y + STEPS[towards][1]) for x, y, towards in steps[:5])
    return ", ".join(f"{x}:{y} and {to_x}:{to_y}" for x, y, to_x, to_y in ends) + (", …" if len(steps) > 5 else "")


def _middle(door: Wall) -> str:
    """Return the square in which the middle of a door lies."""
    x1, y1, x2, y2 = door
    return f"{(x1 + x2) // 200}:{(y1 + y2) // 200}"


def _of_squares(sheet: _Sheet, lines: list[Wall]) -> Iterator[str]:
    """Yield which squares nobody can stand on, because a wall goes through their middle."""
    cut = {square for wall in lines for square in split_squares(wall)}
    there = sorted((y, x) for x, y in cut if x < sheet.width and y < sheet.height)
    if there:
        some = ", ".join(f"{x}:{y}" for y, x in there[:5]) + (", …" if len(there) > 5 else "")
        is_cut = "is cut" if len(there) == 1 else "are cut"
        yield f"{counted(len(there), 'square')} {is_cut} through the middle: nobody can stand on {some}."


def board_of(board: dict[str, Any], folder: Path, place: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the board of a roster that names a ``map`` in the roster's ``folder``, squares of its own added.

    Beside it stands what the map told of itself.

    Raises:
        Malformed: The map lies elsewhere, cannot be read or is none, or the roster states what the map does.
    """
    twice = sorted(STATED_BY_MAPS & set(board))
    if twice:
        raise Malformed(place, f"A board with a map states no {twice[0]}: the map does.")
    laid = read_map(within(board["map"], folder, place))
    return {**laid.board, **{name: value for name, value in board.items() if name != "map"}}, laid.told


def picture_text(path: Path) -> bytes:
    """Return the picture that a map file holds, as it is written there; nothing if it holds none. Raises Malformed."""
    found = PICTURE.search(_bytes_of(path))
    return b"" if found is None else found[1]


def within(name: Any, folder: Path, place: str, what: str = "map", endings: tuple[str, ...] = ENDINGS) -> Path:
    """Return the path of a map, or a picture, in a folder or below it. Raises Malformed at ``place``."""
    if not isinstance(name, str) or Path(name).suffix not in endings:
        raise Malformed(place, f"A {what} is a file whose name ends in {', '.join(endings[:-1])} or {endings[-1]}.")
    try:
        inside = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        raise Malformed(place, "This is no name of a file.") from None
    if not inside:
        raise Malformed(place, f"A {what} lies in the folder of its roster, or below it.")
    return folder / name


def as_yaml(board: dict[str, Any]) -> str:
    """Return a board as it is written in a roster."""
    parts = [f"board:\n  width: {board['width']}\n  height: {board['height']}\n"]
    if board["walls"]:
        parts += ["  walls:\n", *(f"    - {wall}\n" for wall in board["walls"])]
    if board["doors"]:
        parts += ["  doors:\n", *(f"    - {_door(door)}\n" for door in board["doors"])]
    if "picture" in board:
        parts.append(f"  picture: {board['picture']}\n")
    if board["windows"]:
        parts += ["  windows:\n", *(f"    - {wall}\n" for wall in board["windows"])]
    return "".join(parts)


def _door(door: dict[str, Any]) -> str:
    return f"{{id: {door['id']}, wall: {door['wall']}, open: {str(door['open']).lower()}}}"


def _bytes_of(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MOST_WITH_PICTURE + 1)
    except OSError as trouble:
        raise Malformed(str(path), f"It cannot be read: {trouble.strerror or trouble}.") from None
    except ValueError:
        raise Malformed(ascii(str(path)), "This is no name of a file.") from None


PICTURE = re.compile(rb'"image"\s*:\s*"([^"\\\\]*)"')


def _without_picture(raw: bytes, name: str) -> bytes:
    """Return a file without its picture, which nothing here looks at; refuses one that is too long even so."""
    if len(raw) > MOST_WITH_PICTURE:
        raise Malformed(
            name, f"The file is too long: at most {MOST_WITH_PICTURE // 1024 // 1024} MiB with its picture."
        )
    rest = PICTURE.sub(b'"image":""', raw)
    if len(rest) > MOST_BYTES:
        raise Malformed(name, f"The file is too long: at most {MOST_BYTES // 1024 // 1024} MiB beside its picture.")
    return rest


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
        if abs(squares - round(squares)) > ROUNDED or not 1 <= round(squares) <= MOST_SIDE:
            self.refuse(f"A map is 1 to {MOST_SIDE} whole squares wide and high; this is {squares:g}.")
        return round(squares)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """The part of the plane that the map shows."""

    left: float
    top: float
    width: int
    height: int
    left_out: Counter[tuple[str, str]] = field(default_factory=Counter)

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
                for wall in self._segments([self._place(point) for point in line.entries()], "wall"):
                    self.left_out["wall", "drawn twice was left out"] += wall in found
                    found[wall] = None
            if len(found) > MOST_WALLS:
                lines.refuse(f"There are too many walls on the map: at most {MOST_WALLS} segments.")
        return list(found)

    def portals(self, file: _Field) -> tuple[dict[Wall, bool], list[Wall]]:
        """Return where the doors are and whether each stands open, and where the windows are."""
        doors: dict[Wall, bool] = {}
        windows: dict[Wall, None] = {}
        portals = file.field("portals", [])
        for portal in portals.entries():
            bounds, closed = portal.field("bounds"), portal.field("closed", True)
            ends = [self._place(point) for point in bounds.entries()]
            if len(ends) != 2:
                bounds.refuse(f"A door has two ends; this has {len(ends)}.")
            if not isinstance(closed.value, bool):
                closed.refuse("It must be true or false.")
            is_window = not closed.value and math.dist(*ends) < NARROW
            for wall in self._segments(ends, "window" if is_window else "door"):
                if wall in doors or wall in windows:
                    self.left_out["window" if is_window else "door", "drawn twice was left out"] += 1
                elif is_window:
                    windows[wall] = None
                else:
                    doors[wall] = not closed.value
        if len(doors) + len(windows) > MOST_DOORS:
            portals.refuse(f"There are too many doors on the map: at most {MOST_DOORS}.")
        return doors, list(windows)

    def holds(self, step: tuple[int, int, int]) -> bool:
        """Return whether a step begins and ends on the map."""
        x, y, towards = step
        dx, dy = STEPS[towards]
        return all(
            0 <= at < side
            for at, side in ((x, self.width), (x + dx, self.width), (y, self.height), (y + dy, self.height))
        )

    def told(self) -> list[str]:
        """Return what of the file is not on the board, counted by kind."""
        tally = ((number, what, why) for (what, why), number in self.left_out.items() if number)
        return [
            f"{counted(number, what)} {why if number == 1 else why.replace(' was ', ' were ')}."
            for number, what, why in tally
        ]

    def _place(self, point: _Field) -> tuple[int, int]:
        """Return where a point lies on the map, in hundredths of a square."""
        x, y = point.point()
        x, y = x - self.left, y - self.top
        if not (-MOST_SIDE <= x <= self.width + MOST_SIDE and -MOST_SIDE <= y <= self.height + MOST_SIDE):
            point.refuse(f"It lies more than {MOST_SIDE} squares outside the map.")
        return round(100 * x), round(100 * y)

    def _segments(self, points: list[tuple[int, int]], what: str) -> Iterator[Wall]:
        """Yield the lines from point to point, as far as they lie on the map, smaller end first; count the others."""
        for one, other in pairwise(points):
            low, high = sorted((one, other))
            wall = _cut((low, high), 100 * self.width, 100 * self.height)
            if wall is None:
                why = "without length was left out" if one == other else "beside the map was left out"
                self.left_out[what, why] += 1
                continue
            self.left_out[what, "partly beside the map was cut off"] += wall != (*low, *high)
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
