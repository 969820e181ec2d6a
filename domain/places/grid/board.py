"""The board itself: squares of 5 feet with walls and doors, some squares blocked, difficult or tight."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from domain.places.details import Detail, Ends
from domain.places.grid.ground import Ground, land
from domain.places.grid.masks import OPEN, Covers, Mask, covered, masks, uncovered
from domain.places.grid.squares import MOST_SIDE, feet, lies_on, xy
from domain.places.grid.walls import Wall


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A door in the line of ``wall``; closed, it is one. ``lock`` is what keeps it closed: locked or barred."""

    wall: Wall
    open: bool = False
    lock: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A grid of ``width`` columns and ``height`` rows, its squares named ``column:row`` from 0.

    Walls, closed doors and blocked squares (a pillar, a boulder, a millstone) stop steps and sight, and so give cover;
    windows stop only steps. ``tight`` names the largest size that fits a square. ``picture`` is the SHA-256 hash of the
    one that lies under the squares, of which parts are covered: no rule looks at either.
    """

    width: int = 0
    height: int = 0
    walls: tuple[Wall, ...] = ()
    doors: dict[str, Door] = field(default_factory=dict)
    windows: tuple[Wall, ...] = ()
    blocked: frozenset[str] = frozenset()
    difficult: frozenset[str] = frozenset()
    tight: dict[str, str] = field(default_factory=dict)
    picture: str | None = None
    covers: Covers = OPEN
    # Worked out when first asked for, and part of neither the value nor its copies.
    _ground: list[Ground] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def ground(self) -> Ground:
        """Return what follows from the walls, doors and squares."""
        if not self._ground:
            lie = land(self.width, self.height, self.walls, self.blocked, self.windows)
            closed = tuple(door.wall for door in self.doors.values() if not door.open)
            self._ground.append(Ground(lie, closed, self.blocked, self.tight))
        return self._ground[0]

    @property
    def masks(self) -> tuple[Mask, ...]:
        """Return the copies of the picture that are shown instead of it; none where nothing is covered."""
        return () if self.picture is None else masks(self.picture, self.covers, self.width, self.height)

    def __contains__(self, place: object) -> bool:
        """Return whether the square lies on the grid and is not blocked."""
        return isinstance(place, str) and place not in self.blocked and lies_on(place, self.width, self.height)

    def next_to(self, place: str) -> tuple[str, ...]:
        """Return the squares one step away, straight ones first: not blocked, and no wall or closed door between.

        The step is the line from the middle of one square to that of the other. If a wall touches it, be it with its
        end at the corner a diagonal passes, the step is refused; so is a diagonal between two blocked squares.
        """
        if place not in self:
            return ()
        ground = self.ground
        return tuple(ground.place(index) for index in ground.neighbours(ground.index(place)))

    def distance(self, one: str, other: str) -> int | None:
        """S-G20. Return the feet between two squares, each step counting 5; None if one is not on the grid."""
        if not all(lies_on(place, self.width, self.height) for place in (one, other)):
            return None
        (ax, ay), (bx, by) = xy(one), xy(other)
        return feet(abs(ax - bx), abs(ay - by))

    def changed(self, change: str, detail: Detail) -> Grid:
        """Return the grid after a change: its measures set, walls, doors, windows and squares added, a door turned.

        A door is locked or unlocked by ``lock``; where walls were ``opened``, ``rest`` stands instead of ``walls``.
        ``tight`` squares fit a ``size``; ``cleared`` squares are no longer blocked, difficult or tight. Areas of the
        picture are ``covered`` from all, ``uncovered`` for one seat or all. What is no change of a grid leaves it as it
        is.
        """
        match change:
            case "grid":
                _must_be_measures(detail["width"], detail["height"])
                return replace(self, width=detail["width"], height=detail["height"], picture=detail.get("picture"))
            case "walls":
                return replace(self, walls=(*self.walls, *(wall_of(each) for each in detail["walls"])))
            case "doors":
                more = {
                    each["id"]: Door(wall=wall_of(each["wall"]), open=each["open"], lock=each.get("lock"))
                    for each in detail["doors"]
                }
                return replace(self, doors={**self.doors, **more})
            case "windows":
                return replace(self, windows=(*self.windows, *(wall_of(each) for each in detail["windows"])))
            case "opened":
                gone = {wall_of(each) for each in detail["walls"]}
                left = (wall for wall in self.walls if wall not in gone)
                return replace(self, walls=(*left, *(wall_of(each) for each in detail["rest"])))
            case "lock":
                turned = replace(self.doors[detail["door"]], lock=detail.get("lock"))
                return replace(self, doors={**self.doors, detail["door"]: turned})
            case "door":
                turned = replace(self.doors[detail["door"]], open=detail["open"])
                return replace(self, doors={**self.doors, detail["door"]: turned})
            case _:
                return self._with_squares(change, detail)

    def _with_squares(self, change: str, detail: Detail) -> Grid:
        match change:
            case "blocked":
                return replace(self, blocked=self.blocked.union(detail["squares"]))
            case "difficult":
                return replace(self, difficult=self.difficult.union(detail["squares"]))
            case "tight":
                return replace(self, tight={**self.tight, **dict.fromkeys(detail["squares"], detail["size"])})
            case "cleared":
                return replace(
                    self,
                    blocked=self.blocked.difference(detail["squares"]),
                    difficult=self.difficult.difference(detail["squares"]),
                    tight={place: size for place, size in self.tight.items() if place not in detail["squares"]},
                )
            case _:
                return self._with_covers(change, detail)

    def _with_covers(self, change: str, detail: Detail) -> Grid:
        match change:
            case "covered":
                return replace(self, covers=covered(self.covers, detail["areas"], self.width, self.height))
            case "uncovered":
                to = detail.get("to")
                return replace(self, covers=uncovered(self.covers, detail["areas"], to, self.width, self.height))
            case _:
                return self


def wall_of(ends: Ends) -> Wall:
    """Return a wall as it was stored."""
    x1, y1, x2, y2 = ends
    return x1, y1, x2, y2


EMPTY_GRID = Grid()


def _must_be_measures(*sides: object) -> None:
    """Refuse what no opening could have laid: a line out of a file that somebody made. ValueError."""
    if not all(isinstance(side, int) and 1 <= side <= MOST_SIDE for side in sides):
        raise ValueError(f"A grid is 1 to {MOST_SIDE} squares wide and high.")
