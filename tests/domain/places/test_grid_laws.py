"""Laws of the battle grid on random boards, against what two libraries and plain search find.

shapely says which lines meet (walls, bodies), tcod what the cheapest ways cost.
"""

from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pytest
import shapely  # type: ignore[import-untyped]
import tcod.path
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiLineString, Point, box

from domain.places.grid import (
    COVERS,
    SIDES,
    SIZES,
    Diagonals,
    Door,
    Grid,
    between,
    body,
    cover,
    is_diagonal,
    may_reach_into,
    may_step,
    may_touch,
    one_smaller,
    reachable,
    room,
    sees,
    span,
    square,
    step_feet,
    xy,
)

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 6, 5
ALL = [square(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
SQUARES = st.sampled_from(ALL)
PAIRS = [(one, other) for one, other in product(ALL, ALL) if between(one, "tiny", other, "tiny") == 5]
"""Every square with each of its neighbours."""
along = st.builds(
    lambda x, y, down, n: (100 * x, 100 * y, 100 * (x if down else x + n), 100 * (y + n if down else y)),
    st.integers(0, WIDTH),
    st.integers(0, HEIGHT),
    st.booleans(),
    st.integers(1, 3),
)
coordinate = st.one_of(st.integers(-60, 660), st.sampled_from([50 * n for n in range(13)]))
anyhow = st.tuples(coordinate, coordinate, coordinate, coordinate).filter(lambda wall: wall[:2] != wall[2:])
walls = st.lists(st.one_of(along, along, anyhow), max_size=12).map(tuple)
some = st.frozensets(SQUARES, max_size=8)
boards = st.builds(
    Grid,
    width=st.just(WIDTH),
    height=st.just(HEIGHT),
    walls=walls,
    doors=st.lists(st.builds(Door, wall=along, open=st.booleans()), max_size=2).map(
        lambda doors: {f"door-{n}": door for n, door in enumerate(doors)}
    ),
    windows=st.lists(along, max_size=2).map(tuple),
    blocked=some,
    difficult=some,
    tight=st.dictionaries(SQUARES, st.sampled_from(SIZES), max_size=5),
)
sizes = st.sampled_from(SIZES)


def obstacles(board: Grid, *, to_steps: bool = False) -> MultiLineString:
    """Return walls and closed doors, and windows where steps are meant."""
    segments = [*board.walls, *(door.wall for door in board.doors.values() if not door.open)]
    segments += board.windows if to_steps else ()
    return MultiLineString([((x1, y1), (x2, y2)) for x1, y1, x2, y2 in segments])


def middle(place: str) -> tuple[int, int]:
    x, y = xy(place)
    return 100 * x + 50, 100 * y + 50


def open_steps(board: Grid) -> set[tuple[str, str]]:
    """Return every step that no wall and no blocked square stands against."""
    found = set()
    stop = obstacles(board, to_steps=True)
    shapely.prepare(stop)
    for one, other in PAIRS:
        (ax, ay), (bx, by) = xy(one), xy(other)
        beside = {square(ax, by), square(bx, ay)}
        if other in board.blocked or (is_diagonal(one, other) and beside <= board.blocked):
            continue
        if not stop.intersects(LineString([middle(one), middle(other)])):
            found.add((one, other))
    return found


def fits(board: Grid, place: str, size: str, steps: set[tuple[str, str]]) -> bool:
    squares = body(place, size)
    if not set(squares) <= set(ALL) or board.blocked.intersection(squares):
        return False
    if any(SIZES.index(board.tight.get(each, size)) < SIZES.index(size) for each in squares):
        return False
    stop = obstacles(board, to_steps=True)
    if any(stop.intersects(Point(middle(each))) for each in squares):
        return False
    return all(pair in steps for pair in combinations(squares, 2) if between(pair[0], "tiny", pair[1], "tiny") == 5)


def fitting(board: Grid, place: str, size: str, steps: set[tuple[str, str]]) -> str | None:
    smaller = one_smaller(size)
    return next((each for each in (size, smaller) if each and fits(board, place, each, steps)), None)


def body_steps(board: Grid, size: str) -> set[tuple[str, str]]:
    """Return the steps of a body: each of its squares goes the same way, fewer of them while it squeezes."""
    steps = open_steps(board)
    rooms = {place: fitting(board, place, size, steps) for place in ALL}
    found = set()
    for one, other in PAIRS:
        here, there = rooms[one], rooms[other]
        if here is None or there is None:
            continue
        least = min(here, there, key=SIZES.index)
        if all(pair in steps for pair in zip(body(one, least), body(other, least), strict=True)):
            found.add((one, other))
    return found


@pytest.mark.no_cover
@given(boards)
def test_next_to_a_square_are_those_to_which_no_wall_is_between(board: Grid) -> None:
    steps = open_steps(board)
    for place in ALL:
        wanted = {other for one, other in steps if one == place and place not in board.blocked}
        assert set(board.next_to(place)) == wanted
        assert len(board.next_to(place)) == len(wanted)


@pytest.mark.no_cover
@given(boards, sizes)
def test_a_body_fits_where_all_its_squares_do_and_steps_where_all_of_them_can(board: Grid, size: str) -> None:
    steps = open_steps(board)
    rooms = {place: fitting(board, place, size, steps) for place in ALL}
    assert {place: room(board, place, size) for place in ALL} == rooms
    found = {(one, other) for one, other in PAIRS if rooms[one] and may_step(board, one, other, size)}
    assert found == body_steps(board, size)


@pytest.mark.no_cover
@given(boards, sizes, SQUARES, st.sampled_from([10, 30, 60]), st.booleans())
def test_reach_costs_what_the_cheapest_way_costs(
    board: Grid, size: str, start: str, budget: int, straight: bool
) -> None:
    def price(place: str, feet: int) -> int:
        return 2 * feet if place in board.difficult else feet

    if room(board, start, size) is None:
        return
    rule: Diagonals = "no_diagonals" if straight else "5"
    steps = {step for step in body_steps(board, size) if not (straight and is_diagonal(*step))}
    ends = reachable(board, start, size, budget, price, lambda _: True, diagonals=rule)
    graph = tcod.path.CustomGraph((WIDTH, HEIGHT))
    cost = np.ones((WIDTH, HEIGHT), dtype=np.int8)
    for place in board.difficult:
        cost[xy(place)] = 2
    for dx, dy in product((-1, 0, 1), repeat=2):
        leaving = np.zeros((WIDTH, HEIGHT), dtype=np.int8)
        for one, other in steps:
            if (xy(other)[0] - xy(one)[0], xy(other)[1] - xy(one)[1]) == (dx, dy):
                leaving[xy(one)] = 1
        if leaving.any():
            graph.add_edge((dx, dy), 5, cost=cost, condition=leaving)
    finder = tcod.path.Pathfinder(graph)
    finder.add_root(xy(start))
    finder.resolve()
    wanted = {place: int(finder.distance[xy(place)]) for place in ALL if place != start}
    assert {place: cost for place, (cost, _) in ends.items()} == {
        place: cost for place, cost in wanted.items() if cost <= budget
    }


@pytest.mark.no_cover
@given(boards, SQUARES, st.sampled_from([15, 30]), st.integers(0, 3))
def test_reach_with_alternating_diagonals_costs_what_plain_search_finds(
    board: Grid, start: str, budget: int, before: int
) -> None:
    def price(place: str, feet: int) -> int:
        return 2 * feet if place in board.difficult else feet

    if room(board, start, "medium") is None:
        return
    steps = body_steps(board, "medium")
    least = {(start, before % 2): 0}
    grown = True
    while grown:
        grown = False
        for (one, odd), spent in list(least.items()):
            for here, other in steps:
                if here != one:
                    continue
                diagonal = is_diagonal(one, other)
                cost = spent + price(other, step_feet(odd, "5_10_5") if diagonal else 5)
                state = (other, (odd + diagonal) % 2)
                if cost <= budget and cost < least.get(state, budget + 1):
                    least[state] = cost
                    grown = True
    wanted = {place: min(cost for (each, _), cost in least.items() if each == place) for place, _ in least}
    del wanted[start]
    ends = reachable(board, start, "medium", budget, price, lambda _: True, diagonals="5_10_5", diagonals_before=before)
    assert {place: cost for place, (cost, _) in ends.items()} == wanted


@given(boards, SQUARES, sizes, some, some, st.sampled_from(["5", "5_10_5", "no_diagonals"]), st.integers(0, 1))
def test_every_way_is_made_of_steps_that_may_be_made_and_costs_what_they_add_up_to(
    board: Grid, start: str, size: str, shut: frozenset[str], full: frozenset[str], rule: Diagonals, before: int
) -> None:
    def price(place: str, feet: int) -> int:
        return 2 * feet if place in board.difficult else feet

    ends = reachable(
        board,
        start,
        size,
        30,
        price,
        lambda place: place not in shut,
        may_stop=lambda place: place not in full,
        diagonals=rule,
        diagonals_before=before,
    )
    for end, (cost, way) in ends.items():
        made, spent = before, 0
        for one, other in pairwise((start, *way)):
            assert may_step(board, one, other, size, rule)
            spent += price(other, step_feet(made, rule) if is_diagonal(one, other) else 5)
            made += is_diagonal(one, other)
        assert (spent, way[-1]) == (cost, end)
        assert spent <= 30
        assert shut.isdisjoint(way)
        assert end not in full


@given(SQUARES, sizes, SQUARES, sizes)
def test_the_distance_of_two_bodies_is_that_of_their_nearest_squares(
    one: str, large: str, other: str, small: str
) -> None:
    def apart(a: str, b: str, diagonals: Diagonals) -> int:
        dx, dy = abs(xy(a)[0] - xy(b)[0]), abs(xy(a)[1] - xy(b)[1])
        steps = max(dx, dy) if diagonals != "no_diagonals" else dx + dy
        long = min(dx, dy) // 2 if diagonals == "5_10_5" else 0
        return 5 * (steps + long)

    rules: list[Diagonals] = ["5", "5_10_5", "no_diagonals"]
    for rule in rules:
        nearest = min(apart(a, b, rule) for a, b in product(body(one, large), body(other, small)))
        assert between(one, large, other, small, rule) == nearest


def corner_points(left: int, top: int, n: int) -> list[tuple[int, int]]:
    """Return the corners of a square of ``n`` squares, drawn in."""
    return [(x, y) for x in (left + 10, left + 100 * n - 10) for y in (top + 10, top + 100 * n - 10)]


def standing(board: Grid, place: str, size: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the points of a body and the corners of its squares, those that are not cut off."""
    stop = obstacles(board)
    left, top = (100 * each for each in xy(place))
    middles = [middle(each) for each in body(place, size)]
    corners = []
    for x, y in middles:
        corners += [
            corner for corner in corner_points(x - 50, y - 50, 1) if not stop.intersects(LineString([(x, y), corner]))
        ]
    own = corner_points(left, top, SIDES[size])
    return [*middles, *(corner for corner in corners if corner in own)], corners


def solids(board: Grid, own: set[str]) -> shapely.MultiPolygon:
    """Return the blocked squares but those that somebody is on."""
    filled = (xy(place) for place in board.blocked if place not in own)
    return shapely.MultiPolygon([box(100 * x, 100 * y, 100 * x + 100, 100 * y + 100) for x, y in filled])


def plain_cover(board: Grid, one: tuple[str, str], other: tuple[str, str], bodies: frozenset[str]) -> str:
    """Return what the page says of cover, computed without a thought for time."""
    own = {*body(*one), *body(*other)}
    stop = shapely.GeometryCollection([obstacles(board), solids(board, own)])
    creatures = [
        box(100 * x + 10, 100 * y + 10, 100 * x + 90, 100 * y + 90)
        for x, y in (xy(place) for place in bodies if place not in own)
    ]
    points, _ = standing(board, *one)
    ends, corners = standing(board, *other)

    def free(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return not stop.intersects(Point(a) if a == b else LineString([a, b]))

    if not any(free(a, b) for a, b in product(points, ends)):
        return "total"
    total = 4 * len(body(*other))
    ranks = []
    for origin in points:
        lines = [LineString([origin, corner]) for corner in corners if free(origin, corner)]
        walled = total - len(lines)
        screened = walled + sum(any(line.intersects(creature) for creature in creatures) for line in lines)
        rank = 2 if 2 * walled > total else 1 if 2 * screened >= total else 0
        ranks.append(rank)
    return COVERS[min(ranks)]


@pytest.mark.no_cover
@settings(max_examples=60)
@given(boards, SQUARES, sizes, SQUARES, sizes, some)
def test_cover_is_what_counting_all_lines_gives(
    board: Grid, here: str, size: str, there: str, other_size: str, bodies: frozenset[str]
) -> None:
    wanted = plain_cover(board, (here, size), (there, other_size), bodies)
    assert cover(board, here, size, there, other_size, bodies) == wanted
    assert sees(board, here, size, there, other_size) == (wanted != "total")
    assert sees(board, there, other_size, here, size) == (wanted != "total")


@pytest.mark.no_cover
@given(boards, SQUARES, sizes, SQUARES, sizes, some, along)
def test_more_walls_and_more_creatures_never_leave_less_cover(
    board: Grid, here: str, size: str, there: str, other_size: str, bodies: frozenset[str], wall: tuple[int, ...]
) -> None:
    def rank(board: Grid, bodies: frozenset[str]) -> int:
        return COVERS.index(cover(board, here, size, there, other_size, bodies))

    walled = board.changed("walls", {"walls": [wall]})
    assert rank(walled, frozenset()) >= rank(board, frozenset())
    assert rank(board, bodies) >= rank(board, frozenset())
    assert rank(board, bodies) <= max(1, rank(board, frozenset()))


@given(boards, SQUARES, sizes, SQUARES, sizes, st.lists(st.tuples(SQUARES, sizes), max_size=8))
def test_whoever_cannot_reach_between_two_bodies_is_no_cover(
    board: Grid, here: str, size_here: str, there: str, size_there: str, others: list[tuple[str, str]]
) -> None:
    around = span(here, size_here, there, size_there)
    near = frozenset(part for at, size in others if may_reach_into(around, at) for part in body(at, size))
    everybody = frozenset(part for at, size in others for part in body(at, size))
    pair = (here, size_here, there, size_there)
    assert cover(board, *pair, near) == cover(board, *pair, everybody)


@given(SQUARES, sizes, SQUARES, sizes)
def test_bodies_that_cannot_touch_are_farther_apart_than_a_step(
    here: str, size_here: str, there: str, size_there: str
) -> None:
    assert may_touch(here, there) or between(here, size_here, there, size_there) > 5


@given(boards, SQUARES, SQUARES, st.sampled_from(ALL), st.booleans())
def test_opening_a_door_shuts_nothing(board: Grid, here: str, there: str, place: str, down: bool) -> None:
    x, y = (100 * each for each in xy(place))
    wall = (x, y, x, y + 100) if down else (x, y, x + 100, y)
    closed = board.changed("doors", {"doors": [{"id": "gate", "wall": wall, "open": False}]})
    opened = closed.changed("door", {"door": "gate", "open": True})
    for each in ALL:
        assert set(closed.next_to(each)) <= set(opened.next_to(each))
        assert opened.next_to(each) == board.next_to(each)
    assert sees(opened, here, "medium", there, "medium") or not sees(closed, here, "medium", there, "medium")
