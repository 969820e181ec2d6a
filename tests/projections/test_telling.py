"""Sentences: one for each command, with what leads it, what follows from it, and what nobody would miss."""

from __future__ import annotations

from dataclasses import replace

from domain.events import EncounterOpened
from ledger.line.entries import SeatKeyAsked
from projections.chronicle import chronicle
from projections.lost_keys import asking
from projections.sentences.commands import command_of_nothing_seen, command_told, command_waits
from tests.projections.fights import ETIQUETTE, Written
from tests.projections.handmade import event, laid, opened, skirmish


def told(*lines: str) -> str:
    """Return the sentence of a command that caused these events."""
    return command_told({}, [event(line) for line in lines])


def test_a_way_is_told_before_what_it_cost() -> None:
    assert (
        told(
            "DeclarationMade who=Aila kind=move to=Hall",
            "ResourceChanged who=Aila movement=1->0 why=move",
            "CombatantMoved who=Aila from=Yard to=Hall mode=zone",
        )
        == "Aila went from Yard to Hall: movement 1 to 0."
    )


def test_a_way_that_was_interrupted_says_where_it_led() -> None:
    assert (
        told(
            "DeclarationMade who=Kara kind=move path=[5:4,6:4]",
            "CombatantMoved who=Kara from=4:4 to=5:4 mode=walk cost=5",
            "ResourceChanged who=Kara movement=30->25 why=move",
            "DecisionOpened kind=opportunity_attack owner=gm options=[GobA,none] target=Kara",
        )
        == "Kara walked from 4:4 to 5:4 for 5, short of 6:4: movement 30 to 25; GobA could strike at Kara."
    )


def test_whoever_is_carried_chose_where_to_go() -> None:
    assert (
        told(
            "DeclarationMade who=Ana kind=move to=Hall",
            "ResourceChanged who=Ana movement=1->0 why=move",
            "CombatantMoved who=Mare from=Yard to=Hall mode=zone",
            "CombatantMoved who=Ana from=Yard to=Hall mode=carried",
        )
        == "Ana chose to go to Hall: movement 1 to 0; Mare went from Yard to Hall; Ana was carried from Yard to Hall."
    )


def test_several_attacks_in_one_command_each_name_their_own_target() -> None:
    assert (
        told(
            "TurnStarted who=Gobbos",
            "DeclarationMade who=Gobbos#1 kind=attack target=Tor",
            "OutcomeResolved kind=defense who=Tor result=dodged versus=2",
            "DeclarationMade who=Gobbos#2 kind=attack target=Wren",
            "DamageApplied to=Wren by=Gobbos#2 amount=1 health=8->7 why=melee",
            "TurnEnded who=Gobbos",
            "RoundEnded round=1",
            "RoundStarted round=2",
            "DecisionOpened kind=stance owner=party options=[aggressive,neutral]",
        )
        == "Gobbos#1 attacked Tor: Tor dodged against 2; Gobbos#2 attacked Wren; 1 damage, health 8 to 7; round 2 "
        "began."
    )


def test_the_end_of_a_turn_says_whose_is_next() -> None:
    assert (
        told("TurnEnded who=GobA", "RoundEnded round=3", "RoundStarted round=4", "TurnStarted who=Kara movement=30")
        == "GobA ended the turn: round 4 began; Kara had the turn."
    )


def test_what_a_declaration_has_said_is_not_said_again() -> None:
    assert (
        told(
            "DeclarationMade who=Wren kind=set_stance stance=aggressive",
            "ConditionApplied to=Wren condition=stance value=aggressive until=round_end",
        )
        == "Wren took the aggressive stance."
    )
    assert (
        told(
            "SurpriseSet surprised=[GobA] basis=stealth",
            "ConditionApplied to=GobA condition=surprised until=first_turn_end",
        )
        == "GobA was surprised (stealth)."
    )


def test_a_roll_that_leads_is_followed_by_what_it_meant() -> None:
    assert (
        told(
            "DiceRolled by=P1 for=initiative dice=1d6 faces=[4] total=4",
            "OutcomeResolved kind=initiative who=party result=won",
        )
        == "P1 rolled 1d6 for initiative: 4; party won the initiative."
    )


def test_a_command_of_which_nothing_is_worth_a_word_is_told_by_its_first_event() -> None:
    assert told("TurnStarted who=Kara") == "Kara had the turn."


def test_a_ruling_is_marked_as_one_and_counted() -> None:
    fight = skirmish()
    entries = [entry for entry in chronicle(fight.lines) if entry.kind == "command"]
    assert entries[0].text == (
        "Ruling by the referee on surprise: party; Gob1 and Gob2 were surprised by party; round 1 began; "
        "party had the first turn of round 1 (by surprise) (VER-11, VER-9)."
    )
    assert [entry.rulings for entry in entries] == [1, 0, 0, 0, 0]


def test_what_is_set_up_without_a_command_is_no_command() -> None:
    fight = skirmish()
    fight.write(event("PhaseChanged from=setup to=engagement"))
    assert chronicle(fight.lines)[-1].kind == "set_up"
    assert chronicle(fight.lines)[1].text == "The board was laid with 2 zones and 1 link."
    assert chronicle(fight.lines)[0].text.startswith(
        "A fight of by_hand was opened under the rules by_hand/1 and the rulings of the referee with"
    )


def test_a_grid_is_laid_in_one_sentence() -> None:
    fight = skirmish()
    fight.lines = []
    for each in (
        opened("grid"),
        laid("grid", width=9, height=8),
        laid("walls", walls=[[0, 0, 100, 0], [0, 0, 0, 100]]),
        laid("difficult", squares=["1:1"]),
    ):
        fight.write(each)
    assert chronicle(fight.lines)[1].text == (
        "The board was laid with a grid of 9 by 8 squares, 2 walls and 1 difficult square."
    )


def test_a_table_among_the_house_rules_is_told_by_its_length() -> None:
    fight = Written(ETIQUETTE)
    first = fight.lines[0].entry
    assert isinstance(first, EncounterOpened)
    first = replace(first, house_rules={"table": [{"roll": 11}, {"roll": 12}], "names": ["a", "b"]})
    fight.lines = []
    fight.write(first)
    assert "with the house rules names a and b, table of 2 entries, " in chronicle(fight.lines)[0].text


def test_a_command_of_a_file_from_elsewhere_is_told_whatever_stands_in_it() -> None:
    step = event("ResourceChanged who=Ana movement=0->3")
    for odd in (None, 5, [1], {"a": 1}):
        every = {"who": odd, "by": odd, "of": odd, "target": odd, "allowance": 3}
        for do in ("begin_move", "unseal", "attack"):
            assert command_told({**every, "do": do}, [step])
            assert command_of_nothing_seen({**every, "do": do}, int)
            assert command_waits({**every, "do": do})
    assert command_told({"do": "begin_move", "allowance": 3}, [step])
    assert command_of_nothing_seen({"do": "unseal", "by": "gm"}, int) == "Seat gm opened what was sealed by a line."


def test_a_time_that_no_calendar_has_is_told_as_one() -> None:
    """A file from elsewhere may state it: then the chronicle is read all the same."""
    asked = SeatKeyAsked(
        seat="ana", party="ana", key="k", anchor="a", length=64, until=0, vouched={"bo": "s"}, cmd="ask"
    )
    assert "it counts from 1970-01-01 00:00 UTC on" in asking(asked)
    for until in (253_402_300_800_000, 2**53 - 1):
        assert "it counts from a year beyond 9999 on" in asking(replace(asked, until=until))
