"""Ranks: two guards, and what the room allows in them."""

from __future__ import annotations

from domain.places.ranks import EMPTY_RANKS


def test_there_are_two_guards_next_to_each_other() -> None:
    assert "front" in EMPTY_RANKS
    assert "rear" in EMPTY_RANKS
    assert "middle" not in EMPTY_RANKS
    assert EMPTY_RANKS.next_to("front") == ("rear",)
    assert (EMPTY_RANKS.distance("front", "front"), EMPTY_RANKS.distance("front", "rear")) == (0, 1)


def test_a_room_holds_any_number_in_front_and_one_in_the_rear_for_every_two_unless_it_says_otherwise() -> None:
    assert (EMPTY_RANKS.front_capacity, EMPTY_RANKS.rear_per_front) == (None, (1, 2))
    narrow = EMPTY_RANKS.changed("front_capacity", {"value": 2})
    assert (narrow.front_capacity, narrow.rear_per_front) == (2, (1, 2))
    wide = narrow.changed("rear_per_front", {"value": [1, 1]}).changed("front_capacity", {"value": None})
    assert (wide.front_capacity, wide.rear_per_front) == (None, (1, 1))


def test_what_is_no_change_of_a_room_changes_nothing() -> None:
    assert EMPTY_RANKS.changed("zones", {"zones": ["Yard"]}) is EMPTY_RANKS
