"""Boards of zones, ranks and squares: what their views hold, and their pictures in plain text."""

from __future__ import annotations

import pytest

from domain.encounter import Encounter
from domain.places import Board
from projections.board import board
from projections.boards.grid import Body, GridView
from projections.boards.ranks import RanksView
from projections.boards.standing import Group
from projections.boards.zones import ZoneLink, ZonesView
from projections.drawing import drawing
from projections.pictures.grid import labels, window
from tests.projections.handmade import event, folded, joined, laid, opened

HP = ("hp", 3, 3)


def courtyard() -> Encounter:
    """Return five zones with a melee, a grapple, a long way, and a bridge that is down."""
    links = [
        ["Gate", "Yard"],
        ["Yard", "Hall"],
        ["Hall", "Loft", {"state": "detached", "turns": 2}],
        ["Hall", "Tower", {"state": "inaccessible", "reason": "the bridge is down"}],
    ]
    return folded(
        opened("zones"),
        laid("zones", zones=["Gate", "Yard", "Hall", "Loft", "Tower"]),
        laid("links", links=links),
        joined("Aila", "party", "Yard", HP),
        joined("Bram", "party", "Yard", HP),
        joined("Gob1", "enemies", "Yard", HP),
        joined("Gob2", "enemies", "Hall", HP, life="dead"),
        joined("Ogre", "enemies", "Hall", HP),
        joined("Kara", "party", "Hall", HP),
        joined("Ruk", "enemies", "Yard", HP),
        event("EngagementChanged id=M1 change=formed kind=melee zone=Yard members=[Aila,Gob1]"),
        event("EngagementChanged id=G1 change=formed kind=grapple zone=Hall members=[Kara,Ogre] holder=Kara"),
        event("CombatantMoved who=Bram from=Yard to=in_transit mode=detached progress=1/2"),
    )


def battlefield(*more: str) -> Encounter:
    """Return the guards of a party of three against two groups, one of which has fallen."""
    return folded(
        opened("ranks"),
        laid("front_capacity", value=3),
        joined("Wren", "party", "front", ("health", 8, 8), slot=2),
        joined("Tor", "party", "front", ("health", 11, 11), slot=1),
        joined("Mags", "party", "rear", ("health", 7, 7)),
        joined("Gobbos", "monsters", "front", ("count", 3, 4)),
        joined("Slingers", "monsters", "rear", ("count", 0, 2), life="dead"),
        event("ConditionApplied to=Wren condition=stance value=aggressive until=round_end"),
        event("ConditionApplied to=Gobbos condition=defense_mod value=-1"),
        *map(event, more),
    )


def cellar() -> Encounter:
    """Return a grid with a wall, two doors, every kind of square, a creature of four squares and a dead rat."""
    return folded(
        opened("grid"),
        laid("grid", width=8, height=5),
        laid("walls", walls=[[300, 0, 300, 200], [300, 300, 300, 500]]),
        laid("doors", doors=[{"id": "d", "wall": [300, 200, 300, 300], "open": False}]),
        laid("doors", doors=[{"id": "e", "wall": [500, 100, 600, 100], "open": True}]),
        laid("difficult", squares=["0:4"]),
        laid("blocked", squares=["1:4"]),
        laid("tight", squares=["2:4"], size="small"),
        joined("Kara", "players", "0:0", HP, size="medium"),
        joined("GobA", "adversaries", "4:0", HP, size="small"),
        joined("GobB", "adversaries", "7:0", HP, size="small"),
        joined("Ogre", "adversaries", "5:2", HP, size="large"),
        joined("Worm", "adversaries", "4:4", HP, size="large"),
        joined("Rat", "adversaries", "1:2", HP, life="dead", size="tiny"),
        joined("Nim", "players", "", HP),
        event("ConditionApplied to=Worm condition=squeezing"),
        event("EngagementChanged id=F1 change=formed kind=fighting members=[Kara,GobA]"),
    )


def zones_of(encounter: Encounter) -> ZonesView:
    view = board(encounter)
    assert isinstance(view, ZonesView)
    return view


def ranks_of(encounter: Encounter) -> RanksView:
    view = board(encounter)
    assert isinstance(view, RanksView)
    return view


def grid_of(encounter: Encounter) -> GridView:
    view = board(encounter)
    assert isinstance(view, GridView)
    return view


def test_a_zone_knows_its_links_and_who_fights_whom() -> None:
    view = zones_of(courtyard())
    hall = next(zone for zone in view.zones if zone.id == "Hall")
    assert hall.links == (
        ZoneLink(to="Yard"),
        ZoneLink(to="Loft", state="detached", turns=2),
        ZoneLink(to="Tower", state="inaccessible", reason="the bridge is down"),
    )
    assert hall.groups == (Group(id="G1", kind="grapple", members=("Kara", "Ogre"), holder="Kara"),)
    assert [(one.who, one.alive) for one in hall.standing] == [("Gob2", False), ("Ogre", True), ("Kara", True)]
    assert view.between == {"Bram": "in_transit 1/2"}


def test_the_picture_of_zones_shows_links_melees_and_who_is_on_the_way() -> None:
    assert drawing(board(courtyard())) == (
        "Gate ── Yard ── Hall ┄2┄ Loft\n"
        "\n"
        "[Hall] ─╳─ Tower\n"
        "\n"
        "Yard: M1 Aila, Gob1\n"
        "      Ruk\n"
        "Hall: G1 Kara holds Ogre\n"
        "      †Gob2\n"
        "On the way: Bram (in_transit 1/2)\n"
        "Shut: Hall─Tower (the bridge is down)"
    )


def test_a_crowded_zone_keeps_within_the_width() -> None:
    crowd = [joined(f"Goblin{number}", "enemies", "Yard", HP) for number in range(20)]
    picture = drawing(board(folded(opened("zones"), laid("zones", zones=["Yard"]), *crowd)), width=40)
    assert all(len(row) <= 40 for row in picture.split("\n"))
    assert all(f"Goblin{number}" in picture for number in range(20))


def test_the_guards_of_a_side_stand_in_the_order_of_their_slots() -> None:
    view = ranks_of(battlefield())
    party, monsters = view.sides
    assert [one.who for one in party.front] == ["Tor", "Wren"]
    moved = ranks_of(battlefield("CombatantMoved who=Wren from=front to=front mode=slot slot=2->1"))
    assert [one.who for one in moved.sides[0].front] == ["Wren", "Tor"]
    assert (monsters.rear[0].who, monsters.rear[0].alive) == ("Slingers", False)
    assert (view.front_capacity, view.rear_per_front) == (3, (1, 2))


def test_the_picture_of_ranks_shows_points_stances_and_the_room() -> None:
    assert drawing(board(battlefield())) == (
        "party     rear  Mags 7 of 7\n"
        "          front Tor 11 of 11, Wren 8 of 8 (stance aggressive)\n"
        "          ────────────\n"
        "monsters  front Gobbos 3 of 4 (defense mod -1)\n"
        "          rear  †Slingers 0 of 2\n"
        "\n"
        "Room: 3 fit into the front, 1 in the rear for every 2 in front."
    )


def test_an_empty_guard_is_shown_as_such() -> None:
    encounter = folded(opened("ranks"), joined("Wren", "party", "front", HP))
    assert drawing(board(encounter)).split("\n") == [
        "party  rear  –",
        "       front Wren 3 of 3",
        "",
        "Room: any number fit into the front, 1 in the rear for every 2 in front.",
    ]


def test_a_body_on_the_grid_fills_the_squares_of_its_size() -> None:
    view = grid_of(cellar())
    bodies = {one.who: one for one in view.bodies}
    assert bodies["Ogre"].squares == ("5:2", "6:2", "5:3", "6:3")
    assert bodies["Worm"].squares == ("4:4",)
    assert bodies["Rat"] == Body(who="Rat", side="adversaries", alive=False, at="1:2", size="tiny", squares=("1:2",))
    assert view.outside == ("Nim",)
    assert (view.blocked, view.difficult, view.tight) == (("1:4",), ("0:4",), {"2:4": "small"})
    assert [(door.id, door.open) for door in view.doors] == [("d", False), ("e", True)]
    assert [group.members for group in view.groups] == [("Kara", "GobA")]


def test_the_picture_of_a_grid_shows_walls_doors_squares_and_bodies() -> None:
    assert drawing(board(cellar())).split("\n") == [
        "    0  1  2  3  4  5  6  7",
        "  ┌────────┬──────────────┐",
        "0 │Ka  ·  ·│ · GA  ·  · GB│",
        "  │        │     ╶//╴     │",
        "1 │ ·  ·  ·│ ·  ·  ·  ·  ·│",
        "2 │ · †R  ·+ ·  · Og Og  ·│",
        "3 │ ·  ·  ·│ ·  · Og Og  ·│",
        "4 │ ~ ##  :│ · Wo  ·  ·  ·│",
        "  └────────┴──────────────┘",
        "players: Ka Kara 0:0",
        "adversaries: GA GobA 4:0, GB GobB 7:0, Og Ogre 5:2, Wo Worm 4:4, †R Rat 1:2",
        "## blocked, ~ difficult, : tight, + door, / open door, ╎ window",
        "On no square: Nim",
    ]


@pytest.mark.parametrize(("width", "height"), [(60, 4), (4, 60)])
def test_a_grid_that_is_cropped_one_way_alone_says_so(width: int, height: int) -> None:
    encounter = folded(
        opened("grid"), laid("grid", width=width, height=height), joined("Gob", "adversaries", "2:2", HP)
    )
    (said,) = [row for row in drawing(board(encounter)).split("\n") if row.startswith("Cropped")]
    assert f"of {width} and rows" in said
    assert said.endswith(f"of {height}.")


def test_a_great_grid_is_cropped_to_where_people_are_and_says_so() -> None:
    crowd = [joined(f"Gob{number}", "adversaries", f"{20 + 2 * number}:{30 + number}", HP) for number in range(8)]
    encounter = folded(
        opened("grid"),
        laid("grid", width=60, height=60),
        *crowd,
        joined("Zed", "players", "59:59", HP, life="dead"),
    )
    rows = drawing(board(encounter)).split("\n")
    assert all(len(row) <= 78 for row in rows)
    assert rows[0].split() == [str(number) for number in range(18, 37)]
    assert [row.split()[0] for row in rows[1:13]] == [str(number) for number in range(28, 40)]
    assert rows[-2] == "Cropped to columns 18 to 36 of 60 and rows 28 to 39 of 60."
    assert rows[-1] == "Outside the picture: Zed 59:59"


def test_forty_creatures_on_a_great_grid_fit_the_terminal_and_none_is_forgotten() -> None:
    crowd = [joined(f"Gob{n}", "adversaries", f"{n * 7 % 60}:{n * 11 % 60}", HP, size="small") for n in range(40)]
    picture = drawing(board(folded(opened("grid"), laid("grid", width=60, height=60), *crowd)))
    assert all(len(row) <= 78 for row in picture.split("\n"))
    assert all(f"Gob{n} {n * 7 % 60}:{n * 11 % 60}" in picture for n in range(40))


@pytest.mark.parametrize(
    ("total", "at", "most", "shown"),
    [
        (10, [], 10, (0, 10)),
        (60, [], 10, (0, 5)),
        (60, [30], 10, (28, 33)),
        (60, [0], 10, (0, 5)),
        (60, [59], 10, (55, 60)),
        (60, [0, 50, 51, 52], 10, (43, 53)),
        (60, [0, 59], 10, (0, 10)),
        (60, [20, 28], 10, (20, 30)),
    ],
)
def test_a_window_shows_all_or_where_most_people_are(
    total: int, at: list[int], most: int, shown: tuple[int, int]
) -> None:
    assert window(total, at, most) == range(*shown)


def test_two_signs_tell_everybody_apart() -> None:
    names = ["Kara", "Karl", "GobA", "Gob1", "Gob11", "K", "Kr"]
    bodies = [Body(who=who, side="a", alive=True, at="0:0", size=None, squares=("0:0",)) for who in names]
    dead = [Body(who=who, side="a", alive=False, at="0:0", size=None, squares=("0:0",)) for who in ("Rat", "Rok")]
    given = labels([*bodies, *dead])
    assert len(set(given.values())) == len(given)
    assert given == {
        "Kara": "Ka",
        "Karl": "Kr",
        "GobA": "GA",
        "Gob1": "G1",
        "Gob11": "Go",
        "K": "K1",
        "Kr": "K2",
        "Rat": "†R",
        "Rok": "†o",
    }


def test_a_grid_without_squares_is_an_empty_picture() -> None:
    assert drawing(board(folded(opened("grid")))) == ""


def test_a_board_of_no_known_kind_has_no_view() -> None:
    class Cloud:
        """A board that is none."""

    encounter = folded(opened("grid"))
    unknown: Board = Cloud()  # type: ignore[assignment]
    object.__setattr__(encounter, "board", unknown)
    with pytest.raises(TypeError, match="There is no view of a Cloud"):
        board(encounter)
