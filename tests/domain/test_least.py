"""The least that answers each question of the three games with a referee, and the words in which others are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.commands import Command
from domain.deciding import pending
from domain.encounter import Decision, Encounter, Turn
from domain.facts import facts_of
from domain.rulesets.storyteller import interruptions as storyteller
from domain.rulesets.storyteller.commands import DeclineReaction as LetGo
from domain.rulesets.storyteller.commands import DetermineSurprise, OrderTie, RollStealth, Rule
from domain.rulesets.storyteller.commands import EndTurn as StorytellersEnd
from domain.rulesets.storyteller.commands import RollInitiative as RollForInitiative
from domain.rulesets.storyteller.guards import asked_first
from domain.rulesets.storyteller.questions import AskedToRule, Hiding, Question, Tie, Walk, Way, ZoneMove
from domain.rulesets.vanguard import interruptions as vanguard
from domain.rulesets.vanguard.commands import ChooseEngagement, MovePosition, Pass, ReadyRound
from domain.rulesets.vanguard.questions import Meeting, Stances
from domain.rulesets.verdigris import interruptions as verdigris
from domain.rulesets.verdigris.commands import (
    AcceptRoll,
    BreakGrapple,
    ChooseActor,
    DeclineReaction,
    EndTurn,
    RollInitiative,
)
from domain.rulesets.verdigris.guards import standing
from domain.rulesets.verdigris.steps import AskedToRule as AskedAbout
from domain.rulesets.verdigris.steps import (
    Awaited,
    Choice,
    FreeAttack,
    Fright,
    GrappleTurn,
    Initiative,
    OpenRoll,
    Throw,
)
from tests.domain.test_outside import FIELD, PATROL, ROAD, opened

TURN = Turn(who="Aila", role=None, engagement=None)
ROLL = OpenRoll(who="Aila", test=Throw(who="Aila", faces=(("attr", 3),), mod=0), then=())
TIE = Tie(blocks=(("Kara", "Lio"),), unsettled=(True,), ties=())
AWAY = ZoneMove(target="Lio", at="Gate", way=Way(zone="Yard"))
WALK = Walk(target="Lio", at="0:0", path=("0:1",), mode="walk")
HIDING = Hiding(rollers=("Kara",), hiding=("Kara",))


def asking(opening: dict[str, Any], kind: str, owner: str, step: Any, *options: str) -> Encounter:
    """Return a fight at the moment in which a question is open."""
    open_question = Decision(kind=kind, owner=owner, options=options, context=facts_of(step))
    return replace(opened(opening), decisions=(open_question,))


VERDIGRIS: list[tuple[str, str, Any, tuple[str, ...], Command]] = [
    ("initiative_roll", "p2", Initiative(), (), RollInitiative(by="p2")),
    ("choose_actor", "party", Choice(), ("Bram", "Aila"), ChooseActor(who="Bram")),
    ("turn", "party", TURN, (), EndTurn(who="Aila")),
    ("push", "p1", ROLL, ("push", "accept_roll"), AcceptRoll(who="Aila")),
    ("opportunity_attack", "p1", FreeAttack(target="Gob"), ("Aila", "none"), DeclineReaction(by="p1")),
    ("grapple_turn", "p1", GrappleTurn(who="Aila"), (), BreakGrapple(who="Aila")),
]
STORYTELLER: list[tuple[str, str, Any, tuple[str, ...], Command]] = [
    ("stealth", "p1", HIDING, ("Kara",), RollStealth(by="p1", who="Kara")),
    ("initiative_tie", "p1", TIE, ("Kara", "Lio"), OrderTie(by="p1", order=("Kara", "Lio"))),
    ("opportunity_attack", "gm", AWAY, ("Gob", "none"), LetGo(who="Gob")),
    ("opportunity_attack", "gm", WALK, ("Gob", "none"), LetGo(who="Gob")),
    ("turn", "players", replace(TURN, who="Kara"), (), StorytellersEnd(who="Kara")),
]
RULINGS: list[tuple[AskedToRule, Command]] = [
    (
        AskedToRule(subject="activity", who="Kara", value="climb"),
        Rule(by="gm", subject="activity", who="Kara", value="climb", cost="none"),
    ),
    (
        AskedToRule(subject="stealth_roller", hiding=("Lio", "Kara")),
        Rule(by="gm", subject="stealth_roller", value="Lio"),
    ),
    (AskedToRule(subject="zone_shot", attacker="Kara"), Rule(by="gm", subject="zone_shot", value="refused")),
    (AskedToRule(subject="reaction", who="Kara"), Rule(by="gm", subject="reaction", value="refused")),
]


@pytest.mark.parametrize(("kind", "owner", "step", "options", "least"), VERDIGRIS)
def test_the_least_of_verdigris(kind: str, owner: str, step: Any, options: tuple[str, ...], least: Command) -> None:
    asked = asking(ROAD, kind, owner, step, *options)
    assert verdigris.least(asked, pending(asked)) == least


@pytest.mark.parametrize(("kind", "owner", "step", "options", "least"), STORYTELLER)
def test_the_least_of_storyteller(kind: str, owner: str, step: Any, options: tuple[str, ...], least: Command) -> None:
    asked = asking(FIELD, kind, owner, step, *options)
    assert storyteller.least(asked, pending(asked)) == least


@pytest.mark.parametrize(("asked", "least"), RULINGS)
def test_the_least_ruling_of_the_storyteller(asked: AskedToRule, least: Command) -> None:
    waiting = asking(FIELD, "ruling", "gm", asked)
    assert storyteller.least(waiting, pending(waiting)) == least


def test_nobody_hides_where_the_storyteller_does_not_say_who_in_time() -> None:
    asked = replace(opened(FIELD), phase="surprise")
    assert storyteller.least(asked, pending(asked)) == DetermineSurprise(by="gm", hiding=())


def test_the_first_who_has_not_rolled_initiative_rolls() -> None:
    asked = replace(opened(FIELD), phase="initiative")
    assert storyteller.least(asked, pending(asked)) == RollForInitiative(by="p1", who="Kara")


def test_a_party_that_does_not_choose_in_time_attacks_and_one_that_does_not_say_is_ready() -> None:
    meets = asking(PATROL, "engagement", "party", Meeting(), "attack", "talk", "sneak")
    assert vanguard.least(meets, pending(meets)) == ChooseEngagement(by="party", choice="attack")
    stands = asking(PATROL, "stance", "party", Stances(choosing=("Tor", "Una")))
    assert vanguard.least(stands, pending(stands)) == ReadyRound(by="party")


def test_characters_whose_time_runs_out_pass() -> None:
    acting = replace(opened(PATROL), phase="characters")
    assert vanguard.least(acting, pending(acting)) == Pass(who="Tor")
    turn = asking(PATROL, "turn", "party", replace(TURN, who="Una"))
    assert vanguard.least(turn, pending(turn)) == Pass(who="Una")


def test_the_first_who_can_mends_a_formation_in_mid_onslaught_or_between_rounds() -> None:
    narrow = replace(opened(PATROL), decisions=(Decision(kind="formation", owner="party", options=("Una",)),))
    assert vanguard.least(narrow, pending(narrow)) == MovePosition(who="Una", to="rear")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Choice(), "first p1 chooses whose turn comes next"),
        (ROLL, "first p1 pushes the roll or leaves it"),
        (FreeAttack(), "first p1 makes a free attack or lets it go"),
        (Fright(who="Aila", mount="Mare"), "first p1 holds the frightened mount or lets it run"),
        (GrappleTurn(who="Aila"), "first p1 breaks the grapple or turns it round"),
        (AskedAbout(subject="called_shot"), "first p1 rules"),
    ],
)
def test_whoever_cannot_yet_act_is_told_what_comes_first(asked: Awaited, words: str) -> None:
    assert standing(asked, "p1") == words


@pytest.mark.parametrize(
    ("kind", "step", "rule", "words"),
    [
        ("stealth", HIDING, "STO-10", "the stealth checks of those who hide comes first."),
        ("initiative_tie", TIE, "STO-21", "the order of those who are tied comes first."),
        ("opportunity_attack", WALK, "STO-35", "whether to strike at whoever moves away comes first."),
        ("ruling", AskedToRule(subject="reaction"), "STO-44", "a ruling of the storyteller comes first."),
    ],
)
def test_whoever_has_a_question_to_answer_is_told_which(kind: str, step: Question, rule: str, words: str) -> None:
    refused = asked_first(asking(FIELD, kind, "p1", step, "Kara"), step, "Kara cannot dash", "p1")
    assert (refused.code, refused.rule, refused.message) == ("decision_pending", rule, f"Kara cannot dash: {words}")


def test_a_question_leaves_the_turn_that_it_interrupts_whose_it_was() -> None:
    turn = Decision(kind="turn", owner="players", context=facts_of(replace(TURN, who="Kara")))
    asked = asking(FIELD, "ruling", "gm", AskedToRule(subject="activity", who="Kara", value="climb"))
    assert replace(asked, decisions=(turn, *asked.decisions)).turn == "Kara"
