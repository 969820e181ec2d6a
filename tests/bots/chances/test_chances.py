"""Chances through a fight that is over: made of a judge that is kept, and not told where nothing can be known."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import replace
from itertools import pairwise
from math import inf
from pathlib import Path

import orjson
import pytest

from bots.chances import __main__ as program
from bots.chances import judges as kept
from bots.chances.course import NoChances, chances, must_be_foreseeable
from bots.chances.judges import Judges, opening_of
from bots.chances.shelf import Shelf, courses_in, judges_in
from bots.lab.judge import judge
from bots.lab.swings import course, start_of
from bots.players import sensible
from bots.sparring import begun, seats_in
from domain.encounter import Encounter
from domain.ruleset import RULESETS
from files import rosters
from ledger.table.fight import Fight
from tests.judged import FIGHT, FIGHTS, fought, judged


@pytest.fixture(scope="module")
def fight() -> Fight:
    return fought()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Give a shelf on which the judge of the fight is."""
    made = Shelf(tmp_path_factory.mktemp("judges"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kept, "judge", lambda *_, **__: judged())
        Judges(made).of(start_of(fought()), fights=FIGHTS)
    return made


@pytest.fixture(autouse=True)
def _fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let judges of these tests learn from fewer fights."""
    monkeypatch.setitem(kept.LEARNT, "etiquette", FIGHTS)


@pytest.mark.long
def test_the_chances_are_those_of_the_swings_and_hang_together(fight: Fight, shelf: Shelf) -> None:
    told = chances(fight, Judges(shelf))
    asked, trial = Judges(shelf).of(start_of(fight))
    assert (told.encounter, told.version, told.sides) == (fight.id, fight.version, asked.sides)
    assert (told.foresight.fights, told.foresight.states) == (FIGHTS, trial.states)
    for place, side in enumerate(told.sides):
        one = course(fight, asked, side, kept.SEED)
        assert [step.n for step in told.steps] == [swing.n for swing in one.every]
        for step, swing in zip(told.steps, one.every, strict=True):
            told_here = (step.before[place], step.expected[place], step.after[place])
            assert told_here == pytest.approx((swing.before, swing.expected, swing.after), abs=1e-4)
    assert told.first == pytest.approx(told.steps[0].before)
    assert all(one.after == pytest.approx(then.before, abs=1e-3) for one, then in pairwise(told.steps))
    assert told.steps[-1].after == tuple(float(side == fight.encounter.winner) for side in told.sides)
    moved = {step.n: max(abs(b - a) for a, b in zip(step.before, step.after, strict=True)) for step in told.steps}
    assert [*told.largest] == sorted(told.largest)
    assert {moved[n] for n in told.largest} == {*sorted(moved.values())[-5:]}


@pytest.mark.long
def test_a_judge_is_learnt_once_for_an_opening_whatever_it_is_called(
    fight: Fight, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = start_of(fight)
    before, _ = Judges(shelf).of(start)
    monkeypatch.setattr(kept, "judge", lambda *_, **__: pytest.fail("it is known"))
    again, _ = Judges(shelf).of(replace(start, id="ab" * 16, names={"Vesper": "Somebody"}))
    assert again.weights == before.weights
    assert again.chances(start) == before.chances(start)


def test_every_system_has_its_number_of_fights_and_another_one_too() -> None:
    assert kept.LEARNT.keys() == RULESETS.keys()
    assert sum(kept.fights_for(system) not in (0, kept.OTHERWISE) for system in RULESETS) >= 5
    assert kept.fights_for("etiquette") == FIGHTS
    assert kept.fights_for("brawl") == kept.OTHERWISE


def test_another_beginning_or_seed_is_another_opening(fight: Fight) -> None:
    start = start_of(fight)
    name, who = next(iter(start.combatants.items()))
    hurt = replace(who, pools={of: replace(pool, now=1) for of, pool in who.pools.items()})
    others = [
        replace(start, combatants={**start.combatants, name: hurt}),
        replace(start, house_rules={**start.house_rules, "more": True}),
        replace(start, version="0"),
    ]
    assert len({opening_of(start), opening_of(start, 2), *map(opening_of, others)}) == 5


def test_what_was_damaged_on_the_shelf_is_learnt_again(fight: Fight, tmp_path: Path) -> None:
    shelf, start = Shelf(tmp_path), start_of(fight)
    made, _ = Judges(shelf).of(start, fights=8)
    (file,) = tmp_path.glob("*.json")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert Judges(shelf).of(start, fights=8)[0].weights == made.weights
    assert file.read_bytes() == whole


@pytest.mark.long
def test_a_judge_that_stopped_early_is_for_those_who_set_a_bound(fight: Fight, tmp_path: Path) -> None:
    judges, start = Judges(Shelf(tmp_path)), start_of(fight)
    assert judges.of(start, fights=12, enough=lambda fights: fights >= 8)[1].fights == 8
    assert judges.of(start, fights=12, enough=lambda _: pytest.fail("it is known"))[1].fights == 8
    assert judges.of(start, fights=12)[1].fights == 12
    assert judges.of(start, fights=12, enough=lambda _: True)[1].fights == 12


def test_a_shelf_without_a_folder_keeps_nothing_and_a_full_one_lets_the_oldest_go(tmp_path: Path) -> None:
    nowhere = Shelf(None)
    nowhere.put("a", b"1")
    with nowhere.alone():
        assert nowhere.get("a") is None
    small = Shelf(tmp_path / "few", most=2)
    for number, name in enumerate("abc"):
        small.put(name, name.encode())
        os.utime(tmp_path / "few" / f"{name}.json", (number, number))
    assert [small.get(name) for name in "abc"] == [None, b"b", b"c"]
    assert judges_in(tmp_path / "none").get("a") is None
    courses_in(tmp_path).put("a", b"1")
    assert (tmp_path / "chances" / "a.json").read_bytes() == b"1"


@pytest.mark.long
def test_where_nothing_can_be_known_that_is_said(fight: Fight, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    now = fight.encounter
    for other, why in (
        (replace(now, fork={"encounter": "x", "at": 3}), "This is a what-if"),
        (replace(now, system="checkers"), "Nobody here knows the rules of checkers"),
        (replace(now, version="0.0"), "It was fought by version 0.0 of its rules, and automatic players know"),
    ):
        with pytest.raises(NoChances, match=why):
            must_be_foreseeable(other)
        with pytest.raises(NoChances, match=why):
            chances(replace(fight, encounter=other), Judges(shelf))
    short = Fight().then(fight.lines[: fight.ends[4] + 1])
    with pytest.raises(NoChances, match="fewer than 5 commands"):
        chances(short, Judges(shelf))
    with pytest.raises(NoChances, match="Not two sides"):
        chances(Fight(encounter=replace(Encounter(), system="etiquette", version=now.version)), Judges(shelf))
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(NoChances, match="the extra `judge`"):
        chances(fight, Judges(Shelf(None)))


def test_a_judge_that_foresees_nothing_is_not_asked(fight: Fight) -> None:
    with pytest.raises(NoChances, match=r"No judge of this fight is worth asking\. "):
        chances(fight, Judges(Shelf(None)), enough=lambda fights: fights >= 4)


def test_whoever_says_that_it_is_enough_ends_the_learning() -> None:
    start = begun(rosters.read(rosters.SAMPLES["pursuit"]))
    heard: list[int] = []
    _, trial = judge(
        start, seats_in(start), sensible, fights=40, seed=1, watch=heard.append, enough=lambda fights: fights == 8
    )
    assert (trial.fights, heard) == (8, [*range(1, 9)])


class Pipe(io.TextIOWrapper):
    """Standard input or output of the program."""

    def __init__(self, raw: bytes = b"") -> None:
        super().__init__(io.BytesIO(raw))


def said(raw: bytes, monkeypatch: pytest.MonkeyPatch, data: str | None = None) -> list[dict[str, object]]:
    """Return what the program says of a file."""
    out = Pipe()
    monkeypatch.setattr(sys, "stdin", Pipe(raw))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(os, "nice", lambda _: None)
    program.main(data)
    return [orjson.loads(line) for line in out.buffer.getvalue().splitlines()]  # type: ignore[attr-defined]


@pytest.mark.long
def test_the_program_says_how_far_it_is_and_at_last_the_chances(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fight: Fight
) -> None:
    # It goes by the work of its own process, which here has done much before.
    monkeypatch.setattr(program, "PATIENCE", inf)
    first, *further, last = said(FIGHT.read_bytes(), monkeypatch, str(tmp_path))
    assert first == {"learnt": 0, "of": FIGHTS}
    assert further == [{"learnt": fights, "of": FIGHTS} for fights in range(5, FIGHTS + 1, 5)]
    told = last["chances"]
    assert isinstance(told, dict)
    assert told["version"] == fight.version
    assert [*(tmp_path / "chances" / "judges").glob("*.json")]
    assert said(FIGHT.read_bytes(), monkeypatch, str(tmp_path)) == [first, last]


def test_the_program_says_why_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = FIGHT.read_bytes()
    assert "does not verify" in str(said(whole.replace(b"Vesper", b"Vespre", 1), monkeypatch)[-1]["why"])
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "the extra `judge`" in str(said(whole, monkeypatch)[-1]["why"])


@pytest.mark.long
def test_the_program_takes_no_longer_than_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "PATIENCE", 0.0)
    monkeypatch.setattr(program, "FEWEST", 60)
    *_, last_heard, told = said(FIGHT.read_bytes(), monkeypatch)
    assert last_heard["learnt"] == 60
    assert told.keys() <= {"chances", "why"}
