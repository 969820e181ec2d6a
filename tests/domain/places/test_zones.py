"""Zones: what is next to what, and how far."""

from __future__ import annotations

from domain.places.zones import EMPTY_ZONES, Link, Zones


def harbour() -> Zones:
    """Return a quay and a hall side by side, a tower two turns from the hall, and a ship cut off from the quay."""
    named = EMPTY_ZONES.changed("zones", {"zones": ["Quay", "Hall", "Tower", "Ship"]})
    tower = ["Hall", "Tower", {"state": "detached", "turns": 2}]
    ship = ["Quay", "Ship", {"state": "inaccessible", "reason": "open_water"}]
    return named.changed("links", {"links": [["Quay", "Hall"], tower, ship]})


def test_only_adjacent_zones_are_next_to_each_other() -> None:
    assert harbour().next_to("Quay") == ("Hall",)
    assert harbour().next_to("Tower") == harbour().next_to("Nowhere") == ()
    assert "Ship" in harbour()
    assert "Nowhere" not in harbour()


def test_it_is_as_far_as_there_are_links_between_adjacent_zones() -> None:
    assert [harbour().distance("Quay", zone) for zone in ("Quay", "Hall", "Tower", "Ship")] == [0, 1, None, None]


def test_how_two_zones_hang_together_is_the_same_from_both() -> None:
    assert harbour().link("Tower", "Hall") == harbour().link("Hall", "Tower") == Link(state="detached", turns=2)
    assert harbour().link("Ship", "Tower") is None


def test_a_link_that_changes_keeps_nothing_of_what_it_was() -> None:
    rammed = harbour().changed("link", {"between": ["Ship", "Quay"], "state": "adjacent", "link": "Ship-Quay"})
    assert rammed.link("Quay", "Ship") == Link()
    assert rammed.distance("Hall", "Ship") == 2


def test_zones_are_drawn_where_the_opening_said() -> None:
    drawn = EMPTY_ZONES.changed("zones", {"zones": ["Quay", "Hall"], "layout": [["Quay", 0, 1], ["Hall", 2, 0]]})
    assert drawn.layout == {"Quay": (0, 1), "Hall": (2, 0)}
    assert drawn.changed("links", {"links": [["Quay", "Hall"]]}).layout == drawn.layout
    assert harbour().layout == {}


def test_a_change_of_another_kind_of_board_leaves_zones_as_they_are() -> None:
    assert harbour().changed("front_capacity", {"value": 2}) == harbour()
