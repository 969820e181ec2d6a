"""Linked places as lanes in rows, with what stands in each below it; links that no row shows are named at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

LINK = " ── "

Cell = tuple[str, ...]
"""What stands in one column, from the top; the first is the place, or ``[place]`` where another row’s is meant."""

LaneMarks = Mapping[frozenset[str], str]
"""How a link is drawn that is not a plain one, four characters or more."""


class Lanes:
    """Places with their neighbours and cells, laid into rows."""

    def __init__(self, neighbours: Mapping[str, tuple[str, ...]], cells: Mapping[str, Cell], marks: LaneMarks) -> None:
        self.neighbours = neighbours
        self.cells = cells
        self.marks = marks

    def drawn(self, width: int) -> list[str]:
        """Return the rows, no wider than ``width`` where the cells themselves are not."""
        rows: list[str] = []
        shown: set[frozenset[str]] = set()
        for lane in self._walks():
            row = list(lane)
            if (branch := self._branch(lane[0], shown)) is not None:
                row.insert(0, branch)
            cells = [self.cells[place] for place in lane]
            if branch is not None:
                cells.insert(0, (f"[{branch}]",))
            links = [frozenset(pair) for pair in pairwise(row)]
            shown |= set(links)
            rows += _wrapped(cells, [self.marks.get(link, LINK) for link in links], width)
        return rows + list(_listed("Also linked:", self._rest(shown), width))

    def _rest(self, shown: set[frozenset[str]]) -> list[str]:
        """Return the links that no row shows."""
        every = ((place, other) for place, others in self.neighbours.items() for other in others)
        links = dict.fromkeys(frozenset(pair) for pair in every)
        order = {place: index for index, place in enumerate(self.neighbours)}
        return [
            self.marks.get(link, "─").strip().join(sorted(link, key=order.__getitem__))
            for link in links
            if link not in shown
        ]

    def _walks(self) -> list[list[str]]:
        """Return the places as walks along links, each in one of them, beginning at ends where there are any."""
        free = dict.fromkeys(self.neighbours)
        lanes: list[list[str]] = []
        while free:
            lane = [next((place for place in free if self._is_end(place, free)), next(iter(free)))]
            del free[lane[0]]
            while onward := [place for place in self.neighbours[lane[-1]] if place in free]:
                lane.append(onward[0])
                del free[onward[0]]
            lanes.append(lane)
        return lanes

    def _is_end(self, place: str, free: dict[str, None]) -> bool:
        return sum(neighbour in free for neighbour in self.neighbours[place]) < 2

    def _branch(self, first: str, shown: set[frozenset[str]]) -> str | None:
        """Return a place of an earlier row that a row can be drawn from."""
        drawn = {place for link in shown for place in link}
        return next((place for place in self.neighbours[first] if place in drawn), None)


def _wrapped(cells: list[Cell], links: list[str], width: int) -> Iterator[str]:
    """Yield the rows of one lane with an empty line after each; a lane cut by the margin goes on after a link."""
    row: list[Cell] = []
    marks: list[str] = []
    used = 0
    for cell, link in zip(cells, [*links, LINK], strict=True):
        wide = max(map(len, cell)) + len(link)
        if row and used + wide > width:
            yield from _row(row, marks, goes_on=True)
            row, marks, used = [("",)], [marks[-1]], len(LINK)
        row.append(cell)
        marks.append(link)
        used += wide
    yield from _row(row, marks, goes_on=False)


def _row(cells: list[Cell], links: list[str], *, goes_on: bool) -> Iterator[str]:
    widths = [max(map(len, cell)) for cell in cells]
    fills = [link[1] * (wide - len(cell[0])) for cell, link, wide in zip(cells, links, widths, strict=True)]
    drawn = zip(cells, links, fills, strict=True)
    top = "".join(f"{cell[0]}{link[:-1]}{fill}{link[-1]}" for cell, link, fill in drawn)
    yield (top if goes_on else top[: top.rindex(cells[-1][0]) + len(cells[-1][0])]).rstrip()
    for level in range(1, max(map(len, cells))):
        texts = [cell[level] if level < len(cell) else "" for cell in cells]
        spread = zip(texts, widths, links, strict=True)
        yield "".join(text.ljust(wide + len(link)) for text, wide, link in spread).rstrip()
    yield ""


def _listed(title: str, links: list[str], width: int) -> Iterator[str]:
    line = title
    for link in links:
        if line != title and len(line) + len(link) + 3 > width:
            yield line + ","
            line = "  "
        line += f"{',' if line.strip() and line != title else ''} {link}"
    if links:
        yield line
