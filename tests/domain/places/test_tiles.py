"""The graph of tiles: ways, distances, what shuts and what halts."""

from __future__ import annotations

from domain.places.tiles import EMPTY

RING = EMPTY.with_tiles(["A", "B", "C", "D"]).with_links([("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")])


def test_links_are_walked_both_ways() -> None:
    assert RING.next_to("A") == ("B", "D")
    assert RING.next_to("B") == ("A", "C")


def test_ways_are_shortest_and_within_the_budget() -> None:
    assert RING.ways("A", 1) == {"B": ("B",), "D": ("D",)}
    assert RING.ways("A", 2)["C"] == ("B", "C")


def test_tiles_are_drawn_where_the_opening_said_as_far_as_it_did() -> None:
    some = EMPTY.changed("tiles", {"tiles": ["A", "B"], "layout": [["A", 0, 2], ["B", 1, 0]]})
    assert some.layout == {"A": (0, 2), "B": (1, 0)}
    assert some.changed("tiles", {"tiles": ["C"], "layout": [["C", 3, 3]]}).layout == {**some.layout, "C": (3, 3)}
    assert EMPTY.changed("tiles", {"tiles": ["A", "B"]}).layout == {}


def test_no_way_leads_over_a_shut_tile() -> None:
    assert RING.ways("A", 4, shut=frozenset({"B"})) == {"D": ("D",), "C": ("D", "C")}


def test_a_halt_is_reached_and_not_passed() -> None:
    assert set(RING.ways("A", 4, halts=frozenset({"B", "D"}))) == {"B", "D"}


def test_distance_counts_steps_and_is_none_where_there_is_no_way() -> None:
    island = RING.with_tiles(["E"])
    assert (island.distance("A", "A"), island.distance("A", "C"), island.distance("A", "E")) == (0, 2, None)


def test_traps_lie_where_they_were_set() -> None:
    assert RING.with_trap("A", "snare").with_trap("A", "pit").traps == {"A": ("snare", "pit")}
