"""The rolls of a fight: how each system scores them, whose they are, and which were taken back."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from domain.deciding import RULESETS
from domain.events import CombatantJoined, DeclarationMade, DiceRolled, Event, Facts
from ledger.application import Ledger
from ledger.table.fight import Fight
from projections.luck import etiquette, verdigris
from projections.luck.distributions import Stand, of_better, of_kept, of_successes, of_sum
from projections.luck.etiquette import Duels, of_pairs, pairs_won
from projections.luck.reckoning import luck
from projections.luck.scoring import NEITHER, Reader, Scoring, valence
from projections.luck.sentences import often, sentences
from projections.luck.throws import PLAIN, SCORINGS, throws
from projections.skips import skips
from tests.laws.fights import SYSTEMS, play
from tests.ledger.fights import BACK, LASTING, SHOT, opened
from tests.projections.fights import Written


def rolled(purpose: str, *faces: int, dice: str = "", **more: Any) -> DiceRolled:
    """Return a roll of six-sided dice by Ana, if no others are named."""
    return DiceRolled(by="Ana", purpose=purpose, faces=faces, source="table", dice=dice or f"{len(faces)}d6", **more)


def placed(*events: Event, scoring: Scoring = PLAIN, house_rules: Facts | None = None) -> Stand | None:
    """Return where the last of some rolls stands."""
    reader = scoring.reader(scoring, house_rules or {})
    return [reader.read(event) for event in events][-1]


def test_a_roll_counts_by_its_sum_without_what_is_added() -> None:
    assert placed(rolled("damage", 3, 4, total=12, mod=5)) == of_sum(2, 6).place(7)


def test_under_a_mode_those_count_that_are_kept() -> None:
    worst = rolled("attack", 6, 2, 5, 6, mode="disadvantage", keep=(2, 5, 6))
    assert placed(worst) == of_kept(4, 6, 3, best=False).place(13)
    best = rolled("attack", 1, 2, 5, 6, mode="advantage", keep=(6, 5, 2))
    assert placed(best) == of_kept(4, 6, 3, best=True).place(13)


def test_with_one_die_more_or_less_all_of_them_count() -> None:
    assert placed(rolled("attack", 1, 2, 5, 6, mode="advantage")) == of_sum(4, 6).place(14)


def test_of_two_throws_the_one_that_counts_stands_among_the_better_of_two() -> None:
    first = rolled("attack", 1, 2, 3, mode="advantage", attempt=1)
    second = rolled("attack", 4, 4, 4, mode="advantage", attempt=2)
    assert placed(first) is None
    assert placed(first, second) == of_better(3, 6, best=True).place(12)
    assert placed(second) is None


def test_a_pool_counts_by_its_successes_as_the_house_rules_have_them() -> None:
    pool = rolled("attack", 6, 5, 1, 5, pool="attr3+stress1", sl=3)
    assert placed(pool, scoring=verdigris.SCORING) == of_successes(4, 6, 1).place(1)
    assert placed(pool, scoring=verdigris.SCORING, house_rules={"success_on": 5}) == of_successes(4, 6, 2).place(3)


@pytest.mark.parametrize("purpose", [*sorted(NEITHER), "secret look at the door"])
def test_what_is_neither_good_nor_bad_is_left_out(purpose: str) -> None:
    assert placed(rolled(purpose, 6)) is None
    assert valence(rolled(purpose, 6)) == 0
    assert valence(rolled("attack", 6)) == 1


def test_without_dice_there_is_no_roll_and_of_too_many_nothing_is_counted() -> None:
    assert placed(rolled("attack", pool="0")) is None
    assert placed(rolled("damage", *([9] * 200), dice="200d1000")) is None


@pytest.mark.parametrize(
    "roll",
    [
        rolled("attack", 9),
        rolled("attack", 3, dice="nothing"),
        rolled("attack", 3, dice="1d1"),
        rolled("attack", 1, 2, keep=(6, 9), mode="advantage"),
        rolled("attack", 1, 2, keep=(1, 1, 1), mode="advantage"),
        rolled("attack", *([1] * 40), dice="40d20", keep=(1,) * 20, mode="disadvantage"),
    ],
)
def test_of_dice_that_cannot_fall_so_or_that_nobody_could_count_nothing_is_said(roll: DiceRolled) -> None:
    assert placed(roll) is None


def fought(*events: Event) -> Stand | None:
    """Return where the last roll stands in an attack of Ana, who has two dice, at Bolt, who may have one."""
    ana, bolt = (
        CombatantJoined(who=who, side=who, kind="player", at="T0", sheet={"dice_limit": limit})
        for who, limit in (("Ana", 2), ("Bolt", 1))
    )
    strike = DeclarationMade(who="Ana", kind="attack", targets=("Bolt",))
    return placed(ana, bolt, strike, *events, scoring=etiquette.SCORING)


def test_an_attack_is_held_against_as_many_dice_as_the_other_has() -> None:
    one = fought(rolled("attack", 6, 1))
    assert one == of_pairs(2, 2, 1, attacks=True).place(pairs_won((1, 6), 2, 1, attacks=True))
    two = fought(DeclarationMade(who="Bolt", kind="defend_with", parameters={"count": 2}), rolled("attack", 6, 1))
    assert two is not None
    assert two.mid_p == Fraction(4, 9)


@pytest.mark.parametrize("count", [0, 3, 10**6, "two", None, [2]])
def test_a_number_of_dice_that_nobody_can_choose_is_the_usual_one(count: Any) -> None:
    chose = DeclarationMade(who="Bolt", kind="defend_with", parameters={"count": count})
    found = fought(chose, rolled("attack", 6, 1))
    assert found is not None
    assert found.mid_p == Fraction(4, 9)
    assert fought(rolled("attack", 6, 9)) is None
    assert fought(rolled("attack", *([6] * 7))) == of_sum(7, 6).place(42)


def test_of_an_extra_die_the_best_count_and_a_single_one_counts_by_its_face() -> None:
    assert fought(rolled("attack", 6, 6, 1)) == of_pairs(3, 2, 1, attacks=True).place(Fraction(5, 6))
    assert fought(rolled("attack", 4)) == of_sum(1, 6).place(4)


def test_a_defence_wins_what_is_equal() -> None:
    ana, bo = (CombatantJoined(who=who, side=who, kind="player", at="T0", sheet={}) for who in ("Bo", "Ana"))
    strike = DeclarationMade(who="Bo", kind="attack", targets=("Ana",))
    found = placed(ana, bo, strike, rolled("defense", 6, 6), scoring=etiquette.SCORING)
    assert found is not None
    assert (found.value, found.spread.expected) == (2, Fraction(791, 648))


def test_a_system_without_a_book_is_scored_as_most_are() -> None:
    assert {system for system in RULESETS if SCORINGS[system] is not PLAIN} == {"etiquette", "verdigris"}
    assert type(PLAIN.reader(PLAIN, {})) is Reader
    assert SCORINGS["etiquette"].reader is Duels


@pytest.mark.long(but=("etiquette", "storyteller"))
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_roll_of_random_fights_stands_somewhere_or_is_left_out(system: str) -> None:
    met = 0
    for number in range(12):
        steps = list(play(system, number))
        if not steps:
            continue
        reader = SCORINGS[system].reader(SCORINGS[system], steps[0].before.house_rules)
        for who in steps[0].before.combatants.values():
            reader.read(CombatantJoined(who=who.id, side=who.side, kind=who.kind, at=who.at, sheet=who.sheet))
        for event in (event for step in steps for event in step.events):
            place = reader.read(event)
            if isinstance(event, DiceRolled) and event.faces and valence(event) and event.attempt is None:
                assert place is not None
                assert 0 < place.mid_p < 1
                assert place.spread.mid_ps[place.value] == place.mid_p
                met += 1
            elif not isinstance(event, DiceRolled):
                assert place is None
    assert met > 0


def archers(ledger: Ledger) -> str:
    """Return a fight with dice on the table: Ana's first shot is taken back, her second one stands."""
    player = opened(ledger, dice="table")
    before = player.comes_to_blows().version
    for number, face in enumerate((1, 6)):
        player.does(SHOT)
        for each in (0, 1):
            if ledger.waiting(player.encounter) is not None:
                ledger.type_dice(player.encounter, "ana", "Ana", "1d6", (face,), f"d{number}{each}")
        if face == 1:
            ledger.ask_rewind(player.encounter, "ana", before, "It slipped.", "back")
            ledger.answer_rewind(player.encounter, "bo", True, "yes")
    return player.encounter


def test_what_was_taken_back_does_not_count_and_is_told_with_who_wanted_it(ledger: Ledger) -> None:
    fight = ledger.fight(archers(ledger))
    found = [*throws(fight)]
    assert [(each.purpose, each.faces, each.undone_by) for each in found] == [
        ("to_hit", (1,), "ana"),
        ("to_hit", (6,), None),
        ("damage", (6,), None),
    ]
    assert {(each.by, each.side, each.seat, each.source) for each in found} == {("Ana", "Ana", "ana", "table")}
    told = luck([fight])
    (share,) = told.combatants
    assert share.fortune.rolls == 2
    assert share.fortune.luck == pytest.approx(1100 / 12)
    (back,) = told.taken_back
    assert (back.seat, back.rolls) == ("ana", 1)
    assert back.luck == pytest.approx(100 / 12)
    (dice,) = told.thrown
    assert (dice.seat, dice.sides, dice.dice, dice.stands_out) == ("ana", 6, 3, False)


def test_it_is_put_down_to_the_rewind_that_stands_not_to_one_that_was_taken_back_itself() -> None:
    written = Written()
    start = written.last
    roll = written.write(DiceRolled(by="Ana", purpose="to_hit", dice="1d6", faces=(6,), total=6, source="ledger"))
    first = written.rewind(roll - 1, by="ana")
    written.rewind(start - 1, by="bo")
    written.rewind(first, by="ana")
    fight = Fight().then(tuple(written.lines))
    assert skips(fight.log.rewinds, fight.version).by(roll) == first
    assert [(each.n, each.undone_by) for each in throws(fight)] == [(roll, "ana")]


def test_it_is_told_in_sentences_that_blame_nobody(ledger: Ledger) -> None:
    told = "\n".join(sentences(luck([ledger.fight(archers(ledger))])))
    assert "Ana: 2 rolls, too few to say anything (at least 5)." in told
    assert "Side Ana" not in told
    assert "Dice that ana threw (d6, 3): fair dice often fall like this." in told
    assert "The luck of 1 roll that ana had taken back was 8.3: taking back without a look at the dice" in told
    assert "cheat" not in told


def test_of_several_fights_nothing_is_told_by_combatant(ledger: Ledger) -> None:
    fights = [ledger.fight(archers(ledger)) for _ in range(3)]
    found = luck(fights)
    assert found.combatants == ()
    assert [(each.id, each.fortune.rolls) for each in found.seats] == [("ana", 6)]
    assert sentences(found)[0].startswith("Luck in 3 fights")
    assert any(line.startswith("Seat ana: 91.7 (") for line in sentences(found))


def test_how_often_something_is_is_told_in_whole_numbers() -> None:
    assert often(1.0) == "in 100 of 100 such rows"
    assert often(0.5) == "in 50 of 100 such rows"
    assert often(7183 / 5038848) == "in 1 of 701 such rows"
    assert often(0.0) == "never"


def test_dice_that_fall_oddly_are_told_by_how_seldom_fair_ones_do(ledger: Ledger) -> None:
    player = opened(ledger, dice="table", combatants=LASTING)
    player.comes_to_blows()
    for number in range(20):
        for who, face in (("ana", 3), ("bo", 3)):
            player.does(SHOT if who == "ana" else BACK)
            ledger.type_dice(player.encounter, who, who.title(), "1d6", (face,), f"{who}{number}")
    found = luck([ledger.fight(player.encounter)])
    assert [(each.seat, each.dice, each.stands_out) for each in found.thrown] == [("ana", 20, True), ("bo", 20, True)]
    (line,) = (each for each in sentences(found) if each.startswith("Dice that ana threw"))
    assert re.fullmatch(
        r"Dice that ana threw \(d6, 20\): of fair dice at most 1 row in [\d,]+ ever comes to this.", line
    )
