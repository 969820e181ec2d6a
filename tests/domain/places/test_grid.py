"""The battle grid: squares, walls and doors, ways and room, sight and cover, each in its smallest example."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.places.grid import (
    EMPTY_GRID,
    SIZES,
    Diagonals,
    Door,
    Grid,
    between,
    body,
    cover,
    is_diagonal,
    may_step,
    one_smaller,
    reachable,
    room,
    sees,
    side,
    size_gap,
    square,
    step_feet,
    xy,
)
from domain.places.grid.ground import Sightings
from domain.places.grid.walls import meets

FIELD = Grid(width=12, height=8)
WEST_OF_5_2 = (500, 200, 500, 300)


def with_walls(*walls: tuple[int, int, int, int]) -> Grid:
    return replace(FIELD, walls=walls)


def plain(_: str, feet: int) -> int:
    """What open ground costs."""
    return feet


def anywhere(_: str) -> bool:
    return True


@pytest.mark.parametrize("width", [0, 201, 10**6, "9"])
def test_no_line_lays_a_grid_that_no_opening_could_lay(width: Any) -> None:
    with pytest.raises(ValueError, match="1 to 200 squares wide and high"):
        EMPTY_GRID.changed("grid", {"width": width, "height": 9})


def test_a_square_is_named_by_column_and_row() -> None:
    assert square(3, 2) == "3:2"
    assert xy("3:2") == (3, 2)


@pytest.mark.parametrize("name", ["", "3", "3:", "03:2", "3:2:1", "-1:2", "3.0:2", " 3:2", "3:2\n", "1000:1", "٣:2"])
def test_a_square_has_one_name_only(name: str) -> None:
    with pytest.raises(ValueError, match="is no square"):
        xy(name)
    assert name not in FIELD


def test_sizes_differ_by_categories_and_fill_one_to_four_squares_a_side() -> None:
    assert [side(size) for size in SIZES] == [1, 1, 1, 2, 3, 4]
    assert (size_gap("medium", "small"), size_gap("small", "large"), size_gap("medium", "tiny")) == (1, 2, 2)
    assert (one_smaller("large"), one_smaller("tiny")) == ("medium", None)
    assert body("3:4", "large") == ("3:4", "4:4", "3:5", "4:5")


@pytest.mark.parametrize(
    ("one", "other", "diagonals", "feet"),
    [
        ("5:4", "3:4", "5", 10),
        ("2:2", "4:4", "5", 10),
        ("2:2", "4:4", "5_10_5", 15),
        ("2:2", "5:5", "5_10_5", 20),
        ("2:2", "4:4", "no_diagonals", 20),
        ("2:2", "19:2", "5", 85),
        ("0:2", "22:2", "5", 110),
        ("4:4", "4:4", "5", 0),
    ],
)
def test_s_g20_distance_counts_diagonals_as_the_table_has_settled(
    one: str, other: str, diagonals: Diagonals, feet: int
) -> None:
    assert between(one, "medium", other, "small", diagonals) == feet
    assert between(other, "small", one, "medium", diagonals) == feet


def test_s_g21_the_distance_of_large_bodies_is_that_of_their_nearest_squares() -> None:
    assert between("4:4", "medium", "5:4", "large") == 5
    assert between("7:5", "medium", "5:4", "large") == 5
    assert between("4:4", "medium", "6:4", "large") == 10
    assert between("0:0", "gargantuan", "2:2", "huge") == 0


def test_s_g20_every_second_diagonal_step_is_a_long_one_where_they_alternate() -> None:
    assert [step_feet(before, "5_10_5") for before in range(4)] == [5, 10, 5, 10]
    assert [step_feet(before) for before in range(3)] == [5, 5, 5]
    assert is_diagonal("2:2", "3:3")
    assert not is_diagonal("2:2", "3:2")


def test_the_board_has_its_squares_but_not_the_blocked_ones() -> None:
    board = replace(FIELD, blocked=frozenset({"3:2"}))
    assert "11:7" in board
    assert [place for place in ("12:0", "0:8", "3:2") if place in board] == []
    assert 3 not in board


def test_eight_squares_are_next_to_one_in_the_open_and_three_to_a_corner() -> None:
    assert FIELD.next_to("1:1") == ("1:0", "2:1", "1:2", "0:1", "2:0", "2:2", "0:2", "0:0")
    assert FIELD.next_to("0:0") == ("1:0", "0:1", "1:1")
    assert EMPTY_GRID.next_to("0:0") == ()


def test_a_wall_shuts_the_step_across_it_and_the_diagonals_past_its_ends() -> None:
    board = with_walls(WEST_OF_5_2)
    assert {"5:2", "5:1", "5:3"}.isdisjoint(board.next_to("4:2"))
    assert "5:2" not in board.next_to("4:1")
    assert "5:1" in board.next_to("4:1")


def test_blocked_squares_are_not_entered_and_nothing_slips_between_two_that_touch() -> None:
    board = replace(FIELD, blocked=frozenset({"3:2", "2:3"}))
    assert {"3:2", "2:3", "3:3"}.isdisjoint(board.next_to("2:2"))
    assert "2:2" not in board.next_to("3:3")
    assert "3:3" in replace(FIELD, blocked=frozenset({"3:2"})).next_to("2:2")


def test_who_stands_on_a_blocked_square_is_next_to_nothing() -> None:
    assert replace(FIELD, blocked=frozenset({"3:2"})).next_to("3:2") == ()


def test_a_closed_door_is_a_wall_until_it_opens() -> None:
    board = replace(FIELD, doors={"gate": Door(wall=WEST_OF_5_2)})
    assert "5:2" not in board.next_to("4:2")
    assert not may_step(board, "4:2", "5:2", "medium")
    assert cover(board, "0:2", "medium", "5:2", "medium") == "total"
    opened = board.changed("door", {"door": "gate", "open": True})
    assert "5:2" in opened.next_to("4:2")
    assert cover(opened, "0:2", "medium", "5:2", "medium") == "none"
    assert opened.changed("door", {"door": "gate", "open": False}) == board


def test_distance_is_none_off_the_board_and_does_not_mind_walls() -> None:
    board = with_walls(WEST_OF_5_2)
    assert board.distance("4:2", "5:2") == 5
    assert board.distance("4:2", "12:2") is None
    assert board.distance("nowhere", "4:2") is None


def test_changes_set_the_measures_and_add_the_rest() -> None:
    board = EMPTY_GRID.changed("grid", {"width": 12, "height": 8})
    board = board.changed("walls", {"walls": [[0, 0, 100, 0]]}).changed("walls", {"walls": [[500, 200, 500, 300]]})
    board = board.changed("doors", {"doors": [{"id": "gate", "wall": [100, 0, 200, 0], "open": True}]})
    board = board.changed("blocked", {"squares": ["0:0"]}).changed("blocked", {"squares": ["1:1"]})
    board = board.changed("difficult", {"squares": ["2:2"]}).changed("tight", {"squares": ["3:2"], "size": "small"})
    assert board == Grid(
        width=12,
        height=8,
        walls=((0, 0, 100, 0), WEST_OF_5_2),
        doors={"gate": Door(wall=(100, 0, 200, 0), open=True)},
        blocked=frozenset({"0:0", "1:1"}),
        difficult=frozenset({"2:2"}),
        tight={"3:2": "small"},
    )
    cleared = board.changed("cleared", {"squares": ["0:0", "2:2", "3:2"]})
    assert (cleared.blocked, cleared.difficult, cleared.tight) == (frozenset({"1:1"}), frozenset(), {})


def test_a_change_that_is_none_of_a_grid_leaves_it_as_it_is() -> None:
    assert FIELD.changed("link", {"link": "A-B"}) is FIELD


def test_what_was_worked_out_for_a_board_is_not_taken_over_by_a_changed_one() -> None:
    assert "5:2" in FIELD.next_to("4:2")
    assert "5:2" not in FIELD.changed("walls", {"walls": [[500, 200, 500, 300]]}).next_to("4:2")
    assert "5:2" not in replace(FIELD, walls=(WEST_OF_5_2,)).next_to("4:2")
    assert Grid(width=12, height=8) == FIELD


def test_sto_108_six_steps_of_five_feet_reach_thirty_and_no_farther() -> None:
    ends = reachable(Grid(width=20, height=1), "2:0", "medium", 30, plain, anywhere)
    assert ends["8:0"] == (30, ("3:0", "4:0", "5:0", "6:0", "7:0", "8:0"))
    assert "9:0" not in ends
    assert "2:0" not in ends


@pytest.mark.parametrize("budget", [-5, 0, 4])
def test_who_has_less_than_a_step_left_reaches_nothing(budget: int) -> None:
    assert reachable(FIELD, "2:2", "medium", budget, plain, anywhere) == {}


def test_sto_77_and_80_another_space_is_passed_at_double_cost_and_not_stopped_in() -> None:
    ends = reachable(
        Grid(width=6, height=1),
        "2:0",
        "medium",
        15,
        lambda place, feet: 2 * feet if place == "3:0" else feet,
        anywhere,
        may_stop=lambda place: place != "3:0",
    )
    assert ends == {"1:0": (5, ("1:0",)), "0:0": (10, ("1:0", "0:0")), "4:0": (15, ("3:0", "4:0"))}


def test_sto_79_a_space_that_may_not_be_entered_is_gone_round() -> None:
    ends = reachable(FIELD, "2:0", "medium", 10, plain, lambda place: place != "3:0")
    assert ends["4:0"] == (10, ("3:1", "4:0"))
    assert "3:0" not in ends


def test_a_dear_square_is_reached_by_a_longer_cheaper_way() -> None:
    ends = reachable(Grid(width=3, height=2), "0:0", "medium", 30, lambda p, f: 4 * f if p == "1:0" else f, anywhere)
    assert ends["2:0"] == (10, ("1:1", "2:0"))
    assert ends["1:0"] == (20, ("1:0",))


def test_s_g20_alternating_diagonals_count_on_from_those_made_before() -> None:
    board = Grid(width=5, height=5)
    one = reachable(board, "2:2", "medium", 15, plain, anywhere, diagonals="5_10_5")
    other = reachable(board, "2:2", "medium", 15, plain, anywhere, diagonals="5_10_5", diagonals_before=1)
    assert one["4:4"] == (15, ("3:3", "4:4"))
    assert (one["3:3"][0], other["3:3"][0]) == (5, 10)
    assert other["4:4"][0] == 15


def test_s_g20_the_dearest_of_two_ways_is_given_up_when_the_other_is_found() -> None:
    rough = {"1:0", "2:0"}
    ends = reachable(
        Grid(width=3, height=2),
        "0:0",
        "medium",
        30,
        lambda place, feet: 2 * feet if place in rough else feet,
        anywhere,
        diagonals="5_10_5",
    )
    assert {place: cost for place, (cost, _) in ends.items()} == {"1:0": 10, "0:1": 5, "1:1": 5, "2:1": 10, "2:0": 20}


def test_walls_in_one_line_with_the_line_of_sight_stop_it_only_where_they_stand() -> None:
    beside = with_walls((600, 250, 700, 250))
    assert sees(beside, "1:2", "medium", "4:2", "medium")
    assert cover(beside, "1:2", "medium", "4:2", "medium") == "none"
    assert meets((0, 50), (100, 50), [(50, 50, 150, 50)])
    assert not meets((0, 50), (100, 50), [(150, 50, 250, 50)])
    assert not meets((50, 0), (50, 100), [(50, 150, 50, 250)])


def test_s_g20_without_diagonals_a_corner_costs_two_steps() -> None:
    ends = reachable(FIELD, "2:2", "medium", 10, plain, anywhere, diagonals="no_diagonals")
    assert ends["3:3"][0] == 10
    assert len(ends["3:3"][1]) == 2
    assert not may_step(FIELD, "2:2", "3:3", "medium", "no_diagonals")
    assert may_step(FIELD, "2:2", "3:2", "medium", "no_diagonals")


def test_a_step_goes_to_a_neighbour_on_the_board() -> None:
    assert may_step(FIELD, "2:2", "3:3", "medium")
    assert not may_step(FIELD, "2:2", "4:2", "medium")
    assert not may_step(FIELD, "11:2", "12:2", "medium")
    assert not may_step(FIELD, "2:2", "nowhere", "medium")


def test_sto_82_one_size_smaller_squeezes_and_two_do_not_fit() -> None:
    board = replace(FIELD, tight={"3:2": "small", "4:2": "tiny"})
    assert room(board, "3:2", "small") == "small"
    assert room(board, "3:2", "medium") == "small"
    assert room(board, "4:2", "medium") is None
    assert room(board, "4:2", "tiny") == "tiny"
    assert room(board, "99:2", "tiny") is None
    assert may_step(board, "2:2", "3:2", "medium")
    assert not may_step(board, "3:2", "4:2", "medium")
    assert room(replace(FIELD, blocked=frozenset({"0:0"})), "0:0", "tiny") is None


def test_sto_82_a_large_creature_squeezes_through_a_door_for_a_medium_one() -> None:
    wall = with_walls((500, 0, 500, 300), (500, 400, 500, 800))
    assert room(wall, "3:3", "large") == "large"
    assert room(wall, "4:3", "large") == "medium"
    ends = reachable(wall, "3:3", "large", 30, plain, anywhere)
    assert ends["5:3"] == (10, ("4:3", "5:3"))
    assert not may_step(wall, "4:2", "5:2", "large")
    assert "5:3" not in reachable(wall, "3:3", "huge", 30, plain, anywhere)


def test_a_large_body_needs_all_its_squares_and_keeps_within_the_board() -> None:
    board = replace(FIELD, blocked=frozenset({"4:3"}))
    assert room(board, "3:2", "large") == "medium"
    assert room(board, "2:2", "large") == "large"
    assert room(FIELD, "11:7", "large") == "medium"
    assert room(FIELD, "10:6", "large") == "large"
    assert room(FIELD, "10:6", "huge") == "large"
    assert room(FIELD, "10:6", "gargantuan") is None


def test_a_large_body_goes_where_no_wall_stands_before_any_of_its_squares() -> None:
    board = with_walls((500, 300, 500, 400))
    assert not may_step(replace(board, tight={"4:2": "tiny"}), "3:2", "4:2", "large")
    assert may_step(board, "3:4", "4:4", "large")
    assert not may_step(with_walls((400, 300, 500, 300)), "3:2", "4:2", "gargantuan")


def test_who_was_put_where_there_is_no_room_comes_out_again() -> None:
    board = replace(FIELD, blocked=frozenset({"10:7"}))
    assert room(board, "10:7", "gargantuan") is None
    assert may_step(board, "10:7", "8:6", "gargantuan") is False
    assert may_step(board, "10:7", "9:6", "large")


def test_sto_114_a_wall_before_the_whole_of_a_target_is_total_cover() -> None:
    board = with_walls(WEST_OF_5_2)
    assert cover(board, "0:2", "medium", "5:2", "medium") == "total"
    assert not sees(board, "0:2", "medium", "5:2", "medium")


def test_sto_110_the_same_wall_is_no_cover_against_somebody_on_the_targets_side() -> None:
    board = with_walls(WEST_OF_5_2)
    assert cover(board, "9:2", "medium", "5:2", "medium") == "none"
    assert cover(board, "5:6", "medium", "5:2", "medium") == "none"


def test_sto_114_a_blocked_square_before_a_target_is_total_cover_unless_one_of_the_two_is_on_it() -> None:
    board = replace(FIELD, blocked=frozenset({"3:2", "4:2"}))
    assert cover(board, "0:2", "medium", "5:2", "medium") == "total"
    assert not sees(board, "5:2", "medium", "0:2", "medium")
    assert cover(board, "0:2", "medium", "4:2", "medium") == "total"
    assert cover(board, "0:2", "medium", "3:2", "medium") == "none"
    assert cover(board, "4:2", "medium", "5:2", "medium") == "none"
    assert cover(board, "0:2", "medium", "3:2", "large") == "none"


def test_sto_110_a_blocked_square_beside_the_line_is_no_cover() -> None:
    board = replace(FIELD, blocked=frozenset({"3:1", "3:3"}))
    assert cover(board, "0:2", "medium", "5:2", "medium") == "none"


def test_sto_112_a_wall_before_exactly_half_of_a_target_is_half_cover() -> None:
    board = with_walls((500, 200, 500, 250))
    assert cover(board, "0:2", "medium", "5:2", "medium") == "half"


def test_sto_113_a_wall_with_a_slit_is_three_quarters_cover() -> None:
    board = with_walls((500, 200, 500, 248), (500, 252, 500, 300))
    assert cover(board, "0:2", "medium", "5:2", "medium") == "three_quarters"
    assert sees(board, "0:2", "medium", "5:2", "medium")


def test_sto_113_a_wall_that_leaves_one_corner_of_four_is_three_quarters_cover() -> None:
    board = with_walls((500, 200, 500, 285), (570, 286, 570, 294))
    assert cover(board, "0:2", "medium", "5:2", "medium") == "three_quarters"


def test_less_than_half_is_no_cover() -> None:
    assert cover(with_walls((550, 200, 550, 230)), "0:2", "medium", "5:2", "medium") == "none"


def test_round_the_end_of_a_wall_at_ones_side_half_of_a_target_is_seen() -> None:
    board = with_walls((100, 0, 100, 100))
    assert cover(board, "0:0", "medium", "5:0", "medium") == "total"
    assert cover(board, "0:0", "medium", "5:1", "medium") == "half"
    assert cover(board, "0:0", "medium", "1:1", "medium") == "none"


def test_a_wall_far_to_the_side_of_the_line_of_sight_hides_nothing() -> None:
    board = with_walls((700, 0, 800, 0), (0, 600, 100, 600))
    assert cover(board, "0:0", "medium", "8:6", "medium") == "none"


def test_along_a_wall_sight_is_free() -> None:
    board = with_walls((0, 200, 1200, 200), (0, 300, 1200, 300))
    assert cover(board, "0:2", "medium", "11:2", "medium") == "none"


def test_nothing_is_seen_through_the_point_where_two_walls_join() -> None:
    board = with_walls((0, 200, 500, 200), (500, 200, 1200, 200))
    assert [x for x in range(12) if sees(board, "4:1", "medium", f"{x}:2", "medium")] == []
    corner = with_walls((100, 0, 100, 100), (100, 100, 0, 100))
    assert not sees(corner, "0:0", "medium", "1:1", "medium")


def test_lines_end_at_the_middle_of_a_square_that_a_wall_divides() -> None:
    board = with_walls((520, 0, 520, 800))
    assert sees(board, "0:2", "medium", "5:2", "medium") is False
    assert sees(board, "9:2", "medium", "5:2", "medium") is True
    shaved = with_walls((595, 0, 595, 800))
    assert cover(shaved, "0:2", "medium", "5:2", "medium") == "none"
    assert cover(with_walls((585, 0, 585, 800)), "0:2", "medium", "5:2", "medium") == "half"


def test_creatures_give_half_cover_and_never_more() -> None:
    assert cover(FIELD, "0:2", "medium", "8:2", "medium", frozenset({"4:2"})) == "half"
    assert cover(FIELD, "0:2", "medium", "8:2", "medium", frozenset({"2:2", "4:2", "6:2", "7:2"})) == "half"
    assert cover(FIELD, "0:2", "medium", "8:2", "medium", frozenset({"4:4"})) == "none"
    assert sees(FIELD, "0:2", "medium", "8:2", "medium")


def test_a_creature_adds_to_what_a_wall_hides() -> None:
    board, creature = with_walls((500, 200, 500, 230)), frozenset({"4:3"})
    assert cover(board, "0:3", "medium", "5:2", "medium") == "none"
    assert cover(FIELD, "0:3", "medium", "5:2", "medium", creature) == "none"
    assert cover(board, "0:3", "medium", "5:2", "medium", creature) == "half"
    assert cover(with_walls(WEST_OF_5_2), "0:2", "medium", "5:2", "medium", frozenset({"4:2"})) == "total"


def test_attacker_and_target_are_no_cover_for_themselves() -> None:
    own = frozenset({*body("0:2", "large"), *body("8:2", "large")})
    assert cover(FIELD, "0:2", "large", "8:2", "large", own) == "none"


def test_the_larger_a_target_the_more_it_takes_to_hide_it() -> None:
    board = with_walls(WEST_OF_5_2)
    assert cover(board, "0:2", "medium", "5:2", "large") == "half"
    assert cover(board, "0:2", "medium", "5:2", "medium") == "total"
    assert cover(board, "0:2", "medium", "5:1", "huge") == "none"


def test_a_large_attacker_uses_the_best_of_its_squares() -> None:
    board = with_walls((200, 200, 200, 300))
    assert cover(board, "1:2", "medium", "6:2", "medium") == "total"
    assert cover(board, "0:1", "huge", "6:2", "medium") == "none"


def test_what_is_known_of_sight_and_cover_is_bounded_and_the_same_as_found_anew() -> None:
    hall = Grid(width=26, height=26, walls=((500, 0, 500, 1300), (0, 700, 900, 700)))
    pairs = [(square(x, y), square(y, x)) for x in range(26) for y in range(26) if x != y]
    for _ in range(2):
        for one, other in pairs:
            anew = Grid(width=26, height=26, walls=hall.walls)
            assert sees(hall, one, "medium", other, "medium") == sees(anew, one, "medium", other, "medium")
            assert cover(hall, one, "medium", other, "medium") == cover(anew, one, "medium", other, "medium")
            assert len(hall.ground.seen) <= Sightings.MOST < 2 * len(pairs)
