"""The changes are what they should be, and a test that fails is a change that was noticed."""

from pathlib import Path

import pytest

from tests.mutants.changes import changes
from tests.mutants.rooms import ROOMS, Room
from tests.mutants.trying import is_noticed, nearest

SOURCE = b'''
def far(steps: int, reach: int = 3) -> bool:
    """Return whether it is too far."""
    if steps < 0 or not reach:
        raise ValueError("no way back")
    return steps > reach + 1
'''


def test_each_change_is_one_small_thing() -> None:
    assert [change.sentence for change in changes("far.py", SOURCE)] == [
        "far.py:4: steps < 0 → (steps <= 0)",
        "far.py:4: steps < 0 or not reach → (steps < 0 and (not reach))",
        "far.py:4: 0 → 1",
        "far.py:4: not reach → (reach)",
        'far.py:5: raise ValueError("no way back") → pass',
        "far.py:6: steps > reach + 1 → (steps >= reach + 1)",
        "far.py:6: reach + 1 → (reach - 1)",
        "far.py:6: 1 → 2",
    ]


@pytest.mark.parametrize("name", ROOMS)
def test_every_room_has_code_and_tests(name: str) -> None:
    root = Path(__file__).resolve().parents[2]
    assert ROOMS[name].files(root)
    assert [each for group in ROOMS[name].tests for each in group if not (root / each).exists()] == []


def test_the_tests_of_the_same_name_come_first(tmp_path: Path) -> None:
    for name in ("test_farther.py", "test_far.py", "test_fa.py", "test_near.py", "far.py"):
        path = tmp_path / "tests" / name[5:7] / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = ["tests/fa/test_fa.py", "tests/fa/test_far.py", "tests/fa/test_farther.py"]
    assert sorted(nearest(tmp_path, "some/far.py")) == found


@pytest.mark.long
def test_a_change_is_noticed_where_a_test_fails_and_only_there(tmp_path: Path) -> None:
    (tmp_path / "far.py").write_bytes(SOURCE)
    (tmp_path / "test_far.py").write_text("from far import far\n\n\ndef test_far():\n    assert far(9)\n")
    room = Room(("far.py",), (("test_far.py",),))
    noticed = {change.sentence: is_noticed(tmp_path, room, change) for change in changes("far.py", SOURCE)[-3:]}
    assert list(noticed.values()) == [False, False, False]
    (tmp_path / "test_far.py").write_text("from far import far\n\n\ndef test_far():\n    assert not far(4)\n")
    noticed = {change.sentence: is_noticed(tmp_path, room, change) for change in changes("far.py", SOURCE)[-3:]}
    assert list(noticed.values()) == [True, True, False]
    assert (tmp_path / "far.py").read_bytes() == SOURCE
