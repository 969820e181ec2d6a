"""Which squares of the picture under a board are covered, from whom, and what the copy for somebody is called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple, TypeAlias

Area: TypeAlias = tuple[int, int, int, int]
"""A rectangle of squares: its first column and row, how many columns it is wide and how many rows high."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covers:
    """What is covered from everybody but the referee; ``seen`` is what of it a seat sees nonetheless.

    The rectangles of each lie beside each other and are the same for the same squares, however these were named.
    """

    areas: tuple[Area, ...] = ()
    seen: dict[str, tuple[Area, ...]] = field(default_factory=dict)


class Mask(NamedTuple):
    """A copy of the picture: for which seats, or all others, its name, and what is covered in it.

    Whoever sees all of the picture has no name for a copy.
    """

    seats: tuple[str, ...] | None
    name: str | None
    areas: tuple[Area, ...]


OPEN = Covers()


def covered(covers: Covers, areas: Iterable[Sequence[int]], width: int, height: int) -> Covers:
    """Return what is covered once these areas are, from everybody; as far as they lie on the board."""
    more = _rows(areas, width, height)
    seen = {seat: _without(spots, more, width, height) for seat, spots in covers.seen.items()}
    rows = _rows(covers.areas, width, height)
    return Covers(
        areas=_areas([one | other for one, other in zip(rows, more, strict=True)]),
        seen={seat: spots for seat, spots in seen.items() if spots},
    )


def uncovered(covers: Covers, areas: Iterable[Sequence[int]], to: str | None, width: int, height: int) -> Covers:
    """Return what is covered once these areas are shown to a seat, or to everybody."""
    less = _rows(areas, width, height)
    if to is None:
        seen = {seat: _without(spots, less, width, height) for seat, spots in covers.seen.items()}
        return Covers(
            areas=_without(covers.areas, less, width, height),
            seen={seat: spots for seat, spots in seen.items() if spots},
        )
    there, before = _rows(covers.areas, width, height), _rows(covers.seen.get(to, ()), width, height)
    spots = _areas([(less[row] & there[row]) | before[row] for row in range(height)])
    return Covers(areas=covers.areas, seen={**covers.seen, to: spots} if spots else covers.seen)


def covered_from(covers: Covers, seat: str, width: int, height: int) -> tuple[Area, ...]:
    """Return what is covered from a seat that is not the referee's."""
    spots = covers.seen.get(seat)
    return covers.areas if spots is None else _without(covers.areas, _rows(spots, width, height), width, height)


def masks(picture: str, covers: Covers, width: int, height: int) -> tuple[Mask, ...]:
    """Return the copies of a picture that are shown instead of it: what all see, then what some see more of."""
    if not covers.areas:
        return ()
    kinds: dict[tuple[Area, ...], list[str]] = {}
    for seat in sorted(covers.seen):
        kinds.setdefault(covered_from(covers, seat, width, height), []).append(seat)
    named = [(None, covers.areas), *((tuple(seats), areas) for areas, seats in kinds.items())]
    return tuple(
        Mask(seats=seats, name=_name(picture, areas, width, height) if areas else None, areas=areas)
        for seats, areas in named
    )


def _name(picture: str, areas: tuple[Area, ...], width: int, height: int) -> str:
    """Return the name of a copy, which says what is covered in it and in which picture, and nothing of its bytes."""
    spots = " ".join(",".join(map(str, area)) for area in areas)
    return sha256(f"{picture} {width},{height} {spots}".encode()).hexdigest()


def _rows(areas: Iterable[Sequence[int]], width: int, height: int) -> list[int]:
    """Return the squares of areas, a number for each row whose bits are its columns."""
    rows = [0] * height
    for x, y, wide, high in areas:
        left, right = max(0, x), min(width, x + wide)
        columns = (1 << max(0, right - left)) - 1 << left
        for row in range(max(0, y), min(height, y + high)):
            rows[row] |= columns
    return rows


def _without(areas: Iterable[Sequence[int]], rows: Sequence[int], width: int, height: int) -> tuple[Area, ...]:
    return _areas([one & ~other for one, other in zip(_rows(areas, width, height), rows, strict=True)])


def _areas(rows: Sequence[int]) -> tuple[Area, ...]:
    """Return the squares of rows as rectangles: runs of a row, each as high as it goes on the same."""
    going: dict[tuple[int, int], int] = {}
    done: list[Area] = []
    for y, row in enumerate([*rows, 0]):
        runs = set(_runs(row))
        for x, wide in [run for run in going if run not in runs]:
            begun = going.pop((x, wide))
            done.append((x, begun, wide, y - begun))
        for run in runs:
            going.setdefault(run, y)
    return tuple(sorted(done, key=lambda area: (area[1], area[0])))


def _runs(row: int) -> Iterator[tuple[int, int]]:
    """Yield where columns of a row begin that lie beside each other, and how many they are."""
    x = 0
    while row:
        gap = (row & -row).bit_length() - 1
        row >>= gap
        wide = (~row & row + 1).bit_length() - 1
        yield x + gap, wide
        row >>= wide
        x += gap + wide
