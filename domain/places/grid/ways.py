"""Ways over the battle grid: which squares a body reaches within a budget of feet, and whether it can make a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from domain.places.grid.board import Grid
from domain.places.grid.ground import Ground, Moves
from domain.places.grid.squares import FEET, Diagonals, is_diagonal

Way: TypeAlias = tuple[str, ...]
Price: TypeAlias = tuple[int, int]
"""What a step onto a square costs if it is a short one, and if it is a long one."""


def room(grid: Grid, place: str, size: str) -> str | None:
    """STO-82. Return the size as which a body of ``size`` fits with its top left square on ``place``.

    Its own where all its squares are free, wide enough and without a wall between them; one size smaller where only
    that fits, and the body squeezes (its squares are then those of the smaller body); None where it does not fit.
    """
    return grid.ground.room(grid.ground.index(place), size) if grid.ground.has(place) else None


def may_step(grid: Grid, origin: str, to: str, size: str, diagonals: Diagonals = "5") -> bool:
    """STO-108. Return whether a body of ``size`` can go from one square to a neighbour, squeezing if it must."""
    ground = grid.ground
    if not (ground.has(origin) and ground.has(to)):
        return False
    if diagonals == "no_diagonals" and is_diagonal(origin, to):
        return False
    end = ground.index(to)
    return any(index == end for index, _ in ground.moves(ground.index(origin), size))


def reachable(
    grid: Grid,
    start: str,
    size: str,
    budget: int,
    step_cost: Callable[[str, int], int],
    may_enter: Callable[[str], bool],
    *,
    may_stop: Callable[[str], bool] = lambda _: True,
    diagonals: Diagonals = "5",
    diagonals_before: int = 0,
) -> dict[str, tuple[int, Way]]:
    """Return each square at which a move of at most ``budget`` feet can end, with its least cost and one such way.

    Args:
        grid: The board.
        start: The top left square of the body that moves.
        size: Its size category.
        budget: Feet of movement left.
        step_cost: What a step onto a square costs that is so many feet long; more than nothing.
        may_enter: Whether the body may be on a square (its top left one) in passing.
        may_stop: Whether it may also end there.
        diagonals: What diagonal steps cost.
        diagonals_before: How many diagonal steps the mover has made before.
    """
    ground = grid.ground
    alternate = diagonals == "5_10_5"
    prices: dict[int, Price | None] = {}

    def price(index: int) -> Price | None:
        if index not in prices:
            place = ground.place(index)
            prices[index] = priced(place) if may_enter(place) else None
        return prices[index]

    def priced(place: str) -> Price:
        short = step_cost(place, FEET)
        return short, step_cost(place, 2 * FEET) if alternate else short

    def moves(index: int) -> Moves:
        found = ground.moves(index, size)
        return tuple(move for move in found if not move[1]) if diagonals == "no_diagonals" else found

    ends: dict[str, tuple[int, Way]] = {}
    for cost, way in _ways(ground, start, budget, moves, price, alternate, diagonals_before):
        if way and way[-1] != start and way[-1] not in ends and may_stop(way[-1]):
            ends[way[-1]] = (cost, way)
    return ends


def _ways(
    ground: Ground,
    start: str,
    budget: int,
    moves: Callable[[int], Moves],
    price: Callable[[int], Price | None],
    alternate: bool,
    diagonals_before: int,
) -> Iterator[tuple[int, Way]]:
    """Return a cheapest way to each square within the budget, cheapest first.

    Where diagonal steps ``alternate`` between short and long ones, a square is reached in two states: the next one is
    short, or it is long. A state is twice the index of its square, and one more if it is long.
    """
    begin = 2 * ground.index(start) + (diagonals_before % 2 if alternate else 0)
    costs = {begin: 0}
    came = {begin: begin}
    ways: dict[int, Way] = {}
    queue: list[list[int]] = [[begin], *([] for _ in range(budget))]
    for spent, states in enumerate(queue):
        for state in states:
            if costs[state] < spent:
                continue
            index, long = divmod(state, 2)
            ways[state] = (*ways[came[state]], ground.place(index)) if state != begin else ()
            yield spent, ways[state]
            for to, diagonal in moves(index):
                prices = price(to)
                if prices is None:
                    continue
                cost = spent + prices[diagonal and long]
                after = 2 * to + (long ^ (alternate and diagonal))
                if cost <= budget and cost < costs.get(after, budget + 1):
                    costs[after] = cost
                    came[after] = state
                    queue[cost].append(after)
