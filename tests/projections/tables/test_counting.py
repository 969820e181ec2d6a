"""What a line counts for, and whom it counts for."""

from projections.tables.counting import Count, counted


def test_what_a_member_of_a_group_does_counts_for_the_group() -> None:
    harm = {"by": "Rats#2", "to": "Ana", "pool": "health", "before": 3, "after": 1}
    assert list(counted("DamageApplied", harm)) == [
        Count("Rats", "damage_dealt", "health", total=2),
        Count("Ana", "damage_taken", "health", total=2),
    ]


def test_most_lines_count_for_nothing() -> None:
    assert list(counted("BoardChanged", {"change": "tiles"})) == []
