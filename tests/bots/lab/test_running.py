"""A simulation comes to the same however it is divided, and goes on where it was ended."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bots.lab import running
from bots.lab.bouts import Arena
from bots.lab.chunks import PLAN, SIZE, BadFolder, Folder, Row, chunks, digest
from bots.lab.running import Plan, sides_of, simulate
from bots.lab.sentences import sentences
from bots.lab.summary import summary
from domain.ruleset import RULESETS
from domain.table.openings import Opening
from files import rosters

STATED = {"made": "for a test"}


def sample(system: str, **settings: Any) -> Opening:
    """Return the sample of a system, under these house rules."""
    opening = rosters.read(rosters.SAMPLES[system])
    return replace(opening, settings=replace(opening.settings, **settings))


PLAN_OF_TWO = Plan(one=sample("pursuit"), other=sample("pursuit", weapon_model="flat_1"), seed=3)
"""Fights of pursuit are soon over."""
FIGHTS = SIZE + 5


@pytest.fixture(scope="module")
def alone() -> running.Simulated:
    return simulate(PLAN_OF_TWO, chunks(FIGHTS))


@pytest.mark.long
@pytest.mark.slow
def test_several_processes_come_to_the_same_as_one(alone: running.Simulated) -> None:
    together = simulate(PLAN_OF_TWO, chunks(FIGHTS), workers=2)
    assert together == alone
    assert digest(together.rows) == digest(alone.rows)


@pytest.mark.long
@pytest.mark.slow
def test_parts_put_together_come_to_the_same_as_all_at_once(alone: running.Simulated, tmp_path: Path) -> None:
    for part in (1, 2):
        folder = Folder(tmp_path / str(part), STATED, resume=False)
        simulate(PLAN_OF_TWO, chunks(FIGHTS, (part, 2)), folder=folder)
    for file in (tmp_path / "2").iterdir():
        shutil.copy(file, tmp_path / "1")
    merged = Folder(tmp_path / "1", STATED, resume=True)
    watched: list[int] = []
    assert simulate(PLAN_OF_TWO, chunks(FIGHTS), folder=merged, watch=watched.append) == alone
    assert watched == []


@pytest.mark.long
@pytest.mark.slow
def test_what_was_ended_goes_on_with_what_is_missing(alone: running.Simulated, tmp_path: Path) -> None:
    def enough(fights: int) -> None:
        if fights >= SIZE:
            raise KeyboardInterrupt

    first = simulate(PLAN_OF_TWO, chunks(FIGHTS), folder=Folder(tmp_path, STATED, resume=False), watch=enough)
    assert first.stopped
    assert first.rows == alone.rows[:SIZE]
    watched: list[int] = []
    again = simulate(PLAN_OF_TWO, chunks(FIGHTS), folder=Folder(tmp_path, STATED, resume=True), watch=watched.append)
    assert again == alone
    assert watched == [FIGHTS]


def test_a_chunk_that_ends_too_early_is_fought_again_and_a_longer_one_is_cut(tmp_path: Path) -> None:
    plan = Plan(one=sample("pursuit"), seed=3)
    few = simulate(plan, chunks(4), folder=Folder(tmp_path, STATED, resume=False))
    more = simulate(plan, chunks(6), folder=Folder(tmp_path, STATED, resume=True))
    assert more.rows[:4] == few.rows
    watched: list[int] = []
    assert simulate(plan, chunks(4), folder=Folder(tmp_path, STATED, resume=True), watch=watched.append) == few
    assert watched == []


def test_a_folder_of_another_simulation_or_a_damaged_file_is_said_in_a_sentence(tmp_path: Path) -> None:
    plan = Plan(one=sample("pursuit"), seed=3)
    simulate(plan, chunks(3), folder=Folder(tmp_path, STATED, resume=False))
    with pytest.raises(BadFolder, match="holds this simulation already: go on with it by --resume"):
        Folder(tmp_path, STATED, resume=False)
    with pytest.raises(BadFolder, match="holds another simulation"):
        Folder(tmp_path, {"made": "otherwise"}, resume=True)
    with pytest.raises(BadFolder, match="cannot be used"):
        Folder(tmp_path / PLAN, STATED, resume=False)
    (file,) = tmp_path.glob("*.ndjson")
    raw = file.read_bytes()
    for broken, reason in ((raw[:-10], "it is damaged"), (raw.split(b"\n", 1)[1], "does not hold the fights")):
        file.write_bytes(broken)
        with pytest.raises(BadFolder, match=reason):
            simulate(plan, chunks(3), folder=Folder(tmp_path, STATED, resume=True))


@pytest.mark.long
@pytest.mark.slow
def test_until_everything_is_known_so_closely_ends_in_any_process_at_the_same_fight() -> None:
    plan, wanted = Plan(one=sample("pursuit"), seed=3), chunks(40 * SIZE)
    one, two = (simulate(plan, wanted, workers=workers, until=0.35) for workers in (1, 2))
    assert one == two
    assert SIZE <= len(one.rows) < 40 * SIZE
    closer = simulate(plan, wanted, until=0.2)
    assert closer.rows[: len(one.rows)] == one.rows
    assert len(closer.rows) > len(one.rows)


@pytest.mark.long
def test_with_the_same_dice_a_comparison_needs_fewer_fights() -> None:
    plan = Plan(one=sample("etiquette"), other=sample("etiquette", counter_needs="all_pairs"), seed=3)
    found = summary(simulate(plan, chunks(FIGHTS)).rows, sides_of(plan))
    assert found is not None
    assert found.other is not None
    assert all(change.paired is not None and change.paired < 0.6 for change in found.changes)
    assert sum(won.fights for won in found.one.won) + found.one.nobody + found.one.undecided == FIGHTS
    for change in found.changes:
        before, after = (
            next(won.fights for won in fought.won if won.side == change.side) for fought in (found.one, found.other)
        )
        assert after - before == change.only_after - change.only_before
        assert change.difference.value == pytest.approx((after - before) / FIGHTS)


def test_it_is_told_with_how_sure_it_is(alone: running.Simulated) -> None:
    found = summary(alone.rows, sides_of(PLAN_OF_TWO))
    assert found is not None
    told = [*sentences(found, "As it is", "Otherwise")]
    assert (told[0], told[-1]) == ("As it is:", f"Result: {digest(alone.rows)}")
    assert sum(" wins " in line and f" of {FIGHTS}: " in line for line in told) == 6
    assert any("points: wins" in line and "only before" in line for line in told)
    few = summary(alone.rows[:3], sides_of(PLAN_OF_TWO))
    assert few is not None
    assert "Fewer than 20 fights: too few to say anything." in [*sentences(few, "As it is", "Otherwise")]
    assert summary([], ()) is None


def test_fights_that_nobody_ends_or_wins_are_told() -> None:
    arena = Arena(sample("pursuit"), "sensible", 3)
    bouts = [replace(arena.bout(number), winner=None) for number in range(2)]
    rows = [Row(one=bout) for bout in (bouts[0], replace(bouts[1], outcome=None))]
    found = summary(rows, ["Vesper"])
    assert found is not None
    assert (found.one.nobody, found.one.undecided) == (1, 1)
    told = [*sentences(found, "As it is", "")]
    assert "  nobody wins 1" in told
    assert "  1 fight without an end" in told


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("system", RULESETS)
def test_a_fight_hangs_on_its_number_alone(system: str) -> None:
    arena = Arena(rosters.read(rosters.SAMPLES[system]), "sensible", 5)
    third = arena.bout(3)
    assert [arena.bout(number) for number in (1, 3)][1] == third
    assert Arena(rosters.read(rosters.SAMPLES[system]), "sensible", 5).bout(3) == third
    assert Arena(rosters.read(rosters.SAMPLES[system]), "sensible", 6).bout(3) != third
    assert third.rolls > 0
    assert {*third.luck} <= {*sides_of(Plan(one=rosters.read(rosters.SAMPLES[system])))}
