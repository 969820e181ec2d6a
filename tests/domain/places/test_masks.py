"""What is covered of a picture: rectangles that are the same for the same squares, from all and from each seat."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.places.grid.masks import OPEN, Area, Covers, covered, covered_from, masks, uncovered
from tests.sparing import often

WIDTH, HEIGHT = 7, 5
AREAS = st.tuples(st.integers(0, 8), st.integers(0, 6), st.integers(1, 8), st.integers(1, 6))
STEPS = st.lists(st.tuples(st.sampled_from(["cover", "all", "ana", "bo"]), AREAS), max_size=12)


def squares(areas: tuple[Area, ...]) -> list[tuple[int, int]]:
    """Return every square of areas, as often as one of them holds it."""
    return [(x + dx, y + dy) for x, y, wide, high in areas for dy in range(high) for dx in range(wide)]


def after(steps: list[tuple[str, Area]]) -> Covers:
    covers = OPEN
    for step, area in steps:
        if step == "cover":
            covers = covered(covers, [area], WIDTH, HEIGHT)
        else:
            covers = uncovered(covers, [area], None if step == "all" else step, WIDTH, HEIGHT)
    return covers


def expected(steps: list[tuple[str, Area]], seat: str) -> set[tuple[int, int]]:
    """Return the squares that are covered from a seat, each step on its own."""
    found: set[tuple[int, int]] = set()
    for step, area in steps:
        here = {(x, y) for x, y in squares((area,)) if x < WIDTH and y < HEIGHT}
        if step == "cover":
            found |= here
        elif step in ("all", seat):
            found -= here
    return found


@settings(max_examples=often(60, whole=300))
@given(STEPS)
def test_what_is_covered_from_a_seat_follows_from_the_steps_alone(steps: list[tuple[str, Area]]) -> None:
    covers = after(steps)
    for seat in ("ana", "bo", "eve"):
        there = squares(covered_from(covers, seat, WIDTH, HEIGHT))
        assert len(there) == len(set(there))
        assert set(there) == expected(steps, seat)
    assert all(areas for areas in covers.seen.values())


@given(STEPS)
def test_the_same_squares_are_the_same_rectangles_and_the_same_copy(steps: list[tuple[str, Area]]) -> None:
    covers = after(steps)
    one_by_one = covered(OPEN, [(x, y, 1, 1) for x, y in squares(covers.areas)], WIDTH, HEIGHT)
    assert one_by_one.areas == covers.areas
    alone = Covers(areas=covers.areas)
    assert [each.name for each in masks("a", alone, WIDTH, HEIGHT)] == [
        each.name for each in masks("a", one_by_one, WIDTH, HEIGHT)
    ]


def test_rectangles_are_as_high_as_their_rows_go_on_the_same() -> None:
    covers = after([("cover", (0, 0, 4, 3)), ("cover", (5, 1, 2, 2)), ("all", (1, 1, 1, 1))])
    assert covers.areas == ((0, 0, 4, 1), (0, 1, 1, 1), (2, 1, 2, 1), (5, 1, 2, 2), (0, 2, 4, 1))
    assert after([("cover", (0, 0, 99, 99))]).areas == ((0, 0, WIDTH, HEIGHT),)


def test_a_copy_is_named_for_whoever_sees_the_same_and_nobody_needs_one_who_sees_all() -> None:
    covers = after([("cover", (0, 0, 7, 5)), ("ana", (0, 0, 7, 5)), ("bo", (1, 1, 2, 2)), ("cy", (1, 1, 2, 2))])
    assert masks("a", OPEN, WIDTH, HEIGHT) == ()
    named = {each.seats: each for each in masks("a", covers, WIDTH, HEIGHT)}
    assert set(named) == {None, ("ana",), ("bo", "cy")}
    assert (named[("ana",)].name, named[("ana",)].areas) == (None, ())
    assert len({each.name for each in named.values()}) == 3
    assert named[None].name != masks("b", covers, WIDTH, HEIGHT)[0].name
    assert len(named[None].name or "") == 64
