"""What events say beside what happened: the option taken, the roll that decided, the side that won."""

from dataclasses import replace

import pytest

from domain.attribution import attributed
from domain.dice import Notation, Thrown
from domain.encounter import Combatant, Decision, Encounter
from domain.events import DeclarationMade, EncounterEnded, OutcomeResolved
from domain.story import Story

STANDING = Encounter(
    combatants={
        "Ana": Combatant(id="Ana", side="red", kind="player", at="T1"),
        "Bo": Combatant(id="Bo", side="blue", kind="player", at="T1"),
    }
)


class Numbered:
    """Dice of the ledger: all ones, of roll 7."""

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        return Thrown(faces=(1,) * dice.count, source="ledger", roll=7)


def asked(*options: str | int) -> Encounter:
    return replace(STANDING, decisions=(Decision(kind="question", owner="red", options=options),))


@pytest.mark.parametrize(
    ("options", "declared", "taken"),
    [
        (("flee", "stay"), DeclarationMade(who="Ana", kind="stay"), "stay"),
        (("Ana", "Bo", "none"), DeclarationMade(who="Ana", kind="react", parameters={"target": "Bo"}), "Ana"),
        (("Bo", "none"), DeclarationMade(who="red", kind="decline_reaction"), "none"),
        (("engage", "decline"), DeclarationMade(who="Ana", kind="decline"), "decline"),
        ((1, 2), DeclarationMade(who="Ana", kind="defend_with", parameters={"dice": 2}), 2),
        ((1, 2), DeclarationMade(who="Ana", kind="defend_with", parameters={"all": True, "path": ["T1"]}), None),
        (("Ana", "Bo"), DeclarationMade(who="red", kind="engage", targets=("Bo",)), "Bo"),
        (("Ana", "Bo"), DeclarationMade(who="red", kind="hand_over", parameters={"to": "Bo"}), None),
        (("Ana", "Bo"), DeclarationMade(who="Ana", kind="concede"), None),
        ((), DeclarationMade(who="Ana", kind="attack"), None),
    ],
)
def test_a_declaration_says_which_option_it_takes(
    options: tuple[str | int, ...], declared: DeclarationMade, taken: str | int | None
) -> None:
    assert attributed(declared, asked(*options), None) == replace(declared, taken=taken)


def test_what_a_rule_says_itself_stands() -> None:
    declared = DeclarationMade(who="Ana", kind="stay", taken="flee")
    assert attributed(declared, asked("flee", "stay"), None) == declared
    resolved = OutcomeResolved(kind="attack", who="Ana", result="hit", roll=3)
    assert attributed(resolved, STANDING, 7) == resolved


def test_an_outcome_names_the_latest_roll_of_its_command() -> None:
    story = Story(STANDING, Numbered())
    story.tell(OutcomeResolved(kind="riding", who="Ana", result="success"))
    story.roll("Ana", "attack", "1d6")
    story.tell(OutcomeResolved(kind="attack", who="Ana", result="miss", whom="Bo"))
    story.pool("Bo", "dodge", {"save": 0})
    story.tell(OutcomeResolved(kind="dodge", who="Bo", result="hit"))
    outcomes = [event for event in story.events if isinstance(event, OutcomeResolved)]
    assert [event.roll for event in outcomes] == [None, 7, 7]


@pytest.mark.parametrize(("life", "winner"), [("dead", "red"), ("left", "red"), ("active", None)])
def test_the_side_that_alone_stands_has_won(life: str, winner: str | None) -> None:
    bo = replace(STANDING.combatants["Bo"], life=life)
    after = replace(STANDING, combatants={**STANDING.combatants, "Bo": bo})
    assert attributed(EncounterEnded(outcome="ended"), after, None) == EncounterEnded(outcome="ended", winner=winner)
