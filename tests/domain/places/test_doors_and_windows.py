"""Doors and windows of the battle grid: in walls, locked, barred, found, and what one sees and walks through."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import decide, offers
from domain.encounter import Encounter
from domain.events import BoardChanged
from domain.places.grid import Grid, Wall, cover, opened, room, with_gaps
from domain.places.grid.walls import split_squares
from domain.refusals import Refused
from tests.domain.systems.storyteller import Foe, Hero, Listed, begun_with, go, turns_begun

WALL = [300, 0, 300, 400]
WHOLE: Wall = (300, 0, 300, 400)
SIX_BY_FOUR = {"width": 6, "height": 4}
PEOPLE = [Hero("Ana", at="2:1"), Foe("Ogre", at="4:1")]


def hall(**board: Any) -> Encounter:
    """Return a fight of two on a board with these walls, doors and windows."""
    return begun_with(PEOPLE, board={**SIX_BY_FOUR, **board})


def changed(state: Encounter, **stated: Any) -> list[BoardChanged]:
    """Return the changes of the board that the storyteller's command comes to."""
    events = decide(go.command({"do": "change_board", "by": "st", **stated}), state, Listed([]))
    return [event for event in events if isinstance(event, BoardChanged)]


def refusal(state: Encounter, body: dict[str, Any]) -> Refused:
    """Return why a command is refused."""
    with pytest.raises(Refused) as refused:
        decide(go.command(body), state, Listed([]))
    return refused.value


def after(state: Encounter, **stated: Any) -> Grid:
    """Return the board after a change."""
    grid = state.grid
    for event in changed(state, **stated):
        grid = grid.changed(event.change, event.stated)
    return grid


@pytest.mark.parametrize(
    ("gap", "left"),
    [
        ((300, 100, 300, 200), ((300, 0, 300, 100), (300, 200, 300, 400))),
        ((300, 200, 300, 100), ((300, 0, 300, 100), (300, 200, 300, 400))),
        ((300, 0, 300, 200), ((300, 200, 300, 400),)),
        ((300, 200, 300, 400), ((300, 0, 300, 200),)),
        ((300, 0, 300, 400), ()),
        ((304, 100, 296, 200), ((300, 0, 304, 100), (296, 200, 300, 400))),
        ((306, 100, 300, 200), (WHOLE,)),
        ((300, 400, 300, 500), (WHOLE,)),
        ((300, 400, 300, 399), ((300, 0, 300, 399),)),
        ((300, 100, 300, 100), (WHOLE,)),
        ((200, 200, 400, 200), (WHOLE,)),
    ],
)
def test_a_wall_ends_where_a_door_lies_in_it(gap: Wall, left: tuple[Wall, ...]) -> None:
    assert opened(WHOLE, gap) == left
    assert tuple(with_gaps([WHOLE], [gap])) == left


def test_two_doors_leave_three_pieces_of_one_wall_and_other_walls_whole() -> None:
    gaps = [(300, 50, 300, 100), (300, 250, 300, 300)]
    assert list(with_gaps([WHOLE, (0, 0, 0, 400)], gaps)) == [
        (300, 0, 300, 50),
        (300, 100, 300, 250),
        (300, 300, 300, 400),
        (0, 0, 0, 400),
    ]


@pytest.mark.parametrize(
    ("wall", "squares"),
    [
        ((250, 0, 250, 150), [(2, 0), (2, 1)]),
        ((250, 150, 250, 50), [(2, 0), (2, 1)]),
        ((250, 51, 250, 149), []),
        ((249, 0, 249, 400), []),
        ((0, 50, 150, 50), [(0, 0), (1, 0)]),
        ((150, 50, 0, 50), [(0, 0), (1, 0)]),
        ((0, 0, 200, 200), [(0, 0), (1, 1)]),
        ((0, 200, 200, 0), [(0, 1), (1, 0)]),
        ((0, 0, 200, 100), []),
        ((0, 25, 100, 75), [(0, 0)]),
    ],
)
def test_a_wall_splits_the_squares_whose_middle_it_meets(wall: Wall, squares: list[tuple[int, int]]) -> None:
    assert list(split_squares(wall)) == squares


def test_sto_107_a_door_by_hand_on_an_unbroken_wall_opens_it() -> None:
    grid = hall(walls=[WALL], doors=[{"id": "gate", "wall": [300, 100, 300, 200], "open": True}]).grid
    assert grid.walls == ((300, 0, 300, 100), (300, 200, 300, 400))
    assert "3:1" in grid.next_to("2:1")


def test_sto_107_one_sees_through_a_window_and_does_not_pass_it() -> None:
    grid = hall(walls=[WALL], windows=[[300, 100, 300, 200]]).grid
    assert "3:1" not in grid.next_to("2:1")
    assert cover(grid, "2:1", "medium", "3:1", "medium") == "none"
    assert cover(grid, "2:3", "medium", "3:3", "medium") == "total"


def test_sto_107_nobody_is_put_on_a_square_that_a_wall_cuts_through_the_middle() -> None:
    with pytest.raises(Refused, match=r"Ana cannot stand at 2:1: there is no room for anything medium\.") as refused:
        hall(walls=[[250, 0, 250, 400]])
    assert refused.value.code == "no_space"


def test_sto_107_no_wall_is_built_through_somebody() -> None:
    refused = refusal(hall(), {"do": "change_board", "by": "st", "change": "wall", "wall": [250, 0, 250, 400]})
    assert (refused.code, refused.message) == ("occupied", "The board cannot change like that: Ana stands at 2:1.")
    window = {"do": "change_board", "by": "st", "change": "window", "wall": [250, 0, 250, 400]}
    assert refusal(hall(), window).code == "occupied"
    door = {"do": "change_board", "by": "st", "change": "new_door", "door": "flap", "wall": [250, 0, 250, 400]}
    assert refusal(hall(), door).code == "occupied"
    assert room(after(hall(), change="wall", wall=[350, 0, 350, 400]), "2:1", "medium") == "medium"


GATE = {"id": "gate", "wall": [300, 100, 300, 200]}


@pytest.mark.parametrize("lock", ["locked", "barred"])
def test_sto_38_a_locked_door_opens_to_the_storyteller_alone(lock: str) -> None:
    state = turns_begun(PEOPLE, board={**SIX_BY_FOUR, "walls": [WALL], "doors": [{**GATE, "lock": lock}]})
    opening = {"do": "interact", "who": "Ana", "object": "gate", "verb": "open"}
    assert refusal(state, opening).message == f"Ana cannot open gate: it is {lock}."
    assert ("gate",) not in [offer.closed.get("object") for offer in offers(state, "ana")]
    by_hand = {"do": "change_board", "by": "st", "change": "door", "door": "gate", "open": True}
    assert f"gate is {lock}: it opens once it has the lock none" in refusal(state, by_hand).message
    (freed,) = changed(state, change="lock", door="gate", lock="none")
    assert freed.detail == {"door": "gate"}
    grid = state.grid.changed(freed.change, freed.stated)
    assert grid.doors["gate"].lock is None


def test_sto_107_what_is_closed_can_be_locked_and_what_is_open_cannot() -> None:
    state = hall(walls=[WALL], doors=[GATE, {"id": "arch", "wall": [300, 200, 300, 300], "open": True}])
    assert after(state, change="lock", door="gate", lock="barred").doors["gate"].lock == "barred"
    open_ = {"do": "change_board", "by": "st", "change": "lock", "door": "arch", "lock": "locked"}
    assert "arch stands open" in refusal(state, open_).message
    with pytest.raises(Refused, match="The door gate cannot be open and locked at once"):
        hall(doors=[{**GATE, "open": True, "lock": "locked"}])


def test_sto_107_a_secret_door_is_laid_when_it_is_found_and_opens_the_wall() -> None:
    state = hall(walls=[WALL, [0, 0, 0, 400]])
    cut, laid = changed(state, change="new_door", door="panel", wall=[300, 100, 300, 200])
    assert (cut.change, cut.detail) == (
        "opened",
        {"walls": [WALL], "rest": [[300, 0, 300, 100], [300, 200, 300, 400]]},
    )
    assert laid.detail == {"doors": [{"id": "panel", "wall": [300, 100, 300, 200], "open": False}]}
    grid = after(state, change="new_door", door="panel", wall=[300, 100, 300, 200])
    assert "3:1" not in grid.next_to("2:1")
    assert "3:1" in grid.changed("door", {"door": "panel", "open": True}).next_to("2:1")
    assert [event.change for event in changed(state, change="new_door", door="flap", wall=[500, 0, 500, 100])] == [
        "doors"
    ]


def test_sto_107_a_window_is_broken_into_a_wall() -> None:
    grid = after(hall(walls=[WALL]), change="window", wall=[300, 100, 300, 200])
    assert (grid.windows, "3:1" in grid.next_to("2:1")) == (((300, 100, 300, 200),), False)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"change": "wall", "wall": [300, 0, 300, 400]}, "that wall lies over the door gate, which can be locked"),
    ({"change": "window", "wall": [0, 0, 700, 0]}, "that window leads out of the grid"),
    ({"change": "new_door", "door": "flap", "wall": [0, 0, 0, 500]}, "that door leads out of the grid"),
    ({"change": "new_door", "wall": [0, 0, 0, 100]}, "a new door has a name"),
    ({"change": "new_door", "door": "gate", "wall": [0, 0, 0, 100]}, "gate"),
    ({"change": "new_door", "door": "flap"}, "on the grid a change is a wall, a window, a door, its lock, or squares"),
    ({"change": "lock", "door": "gate"}, "a door is opened or closed, and locked, barred or none of it"),
    ({"change": "lock", "door": "flap", "lock": "none"}, "There is no door flap."),
]


@pytest.mark.parametrize(("stated", "message"), WRONG, ids=str)
def test_what_is_no_change_of_a_wall_or_door_is_refused(stated: dict[str, Any], message: str) -> None:
    state = hall(walls=[WALL], doors=[GATE])
    assert message in refusal(state, {"do": "change_board", "by": "st", **stated}).message


def test_sto_107_one_door_opens_a_hundred_walls_at_most() -> None:
    state = hall(walls=[[300, 0, 300, 290 + n] for n in range(101)])
    stated = {"do": "change_board", "by": "st", "change": "new_door", "door": "gap", "wall": [300, 100, 300, 200]}
    assert "that lies over more than 100 walls" in refusal(state, stated).message


def test_sto_107_where_the_edge_is_all_doors_no_wall_and_no_further_door_is_offered() -> None:
    doors = [{"id": f"gate-{row}", "wall": [0, 100 * row, 0, 100 * row + 100]} for row in range(4)]
    offered = [offer.closed["change"] for offer in offers(hall(doors=doors), "st") if offer.do == "change_board"]
    assert not {"wall", "window", "new_door"} & {change for changes in offered for change in changes}
    assert ("door",) in offered
