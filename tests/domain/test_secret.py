"""Who waits in reserve, and what is told of them: nothing that a rule could read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import deciding
from domain.dice import NoDice, Scripted
from domain.encounter import Encounter
from domain.events import DiceRolled, ItemMoved, ItemUsed, MessageRecorded
from domain.evolve import evolve
from domain.items import FACE_DOWN
from domain.refusals import Refused
from domain.secret.commands import is_secret
from domain.secret.hands import dealt
from domain.secret.parts import parted
from ledger.line.actions import command_of
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS, PLACE

SYSTEMS = sorted(OPENINGS)


def begun(system: str, **changes: Any) -> Encounter:
    """Return the fight as it is opened, with somebody in reserve."""
    encounter = Encounter()
    for event in deciding.open_encounter(opening_of({**OPENINGS[system], **changes}), "0" * 32):
        encounter = evolve(encounter, event)
    return encounter


def after(encounter: Encounter, body: dict[str, Any]) -> Encounter:
    """Return the encounter after a command that rolls nothing."""
    return deciding.played(command_of(body, encounter.system), encounter, NoDice()).now


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_rule_knows_of_who_is_in_reserve(system: str) -> None:
    encounter = begun(system)
    assert LURKER in encounter.reserve
    assert LURKER not in encounter.combatants
    assert LURKER not in str([offer for offer in deciding.offers(encounter) if offer.do not in ("reveal", "seal")])
    assert LURKER not in deciding.RULESETS[encounter.system].lineup(encounter)


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_is_revealed_stands_where_the_referee_says(system: str) -> None:
    encounter = after(begun(system), {"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]})
    assert encounter.reserve == {}
    assert encounter.combatants[LURKER].at == PLACE[system]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_reveal_is_on_offer_and_accepted(system: str) -> None:
    encounter = begun(system)
    offer = next(offer for offer in deciding.offers(encounter, "gm") if offer.do == "reveal")
    assert LURKER in after(encounter, deciding.example(offer)).combatants
    assert not any(offer.do in ("reveal", "secret_roll") for offer in deciding.offers(encounter, "ana"))


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"do": "reveal", "by": "ana", "who": LURKER, "at": "x"}, "not_your_decision"),
        ({"do": "reveal", "by": "gm", "who": "Nobody", "at": "x"}, "unknown_id"),
        ({"do": "reveal", "by": "gm", "who": LURKER, "at": "nowhere at all"}, None),
        ({"do": "secret_roll", "by": "ana", "dice": "1d6", "purpose": "luck"}, "not_your_decision"),
        ({"do": "secret_roll", "by": "gm", "dice": "many", "purpose": "luck"}, "invalid_value"),
        ({"do": "seal", "by": "eve", "text": "So it is."}, "unknown_id"),
        ({"do": "seal", "by": "ana"}, "invalid_value"),
        ({"do": "seal", "by": "ana", "text": "So it is.", "to": ["bob"]}, "unknown_id"),
    ],
)
def test_what_cannot_be_kept_secret_or_revealed_is_refused(system: str, body: dict[str, Any], code: str | None) -> None:
    with pytest.raises(Refused) as refused:
        after(begun(system), body)
    assert code is None or refused.value.code == code


@pytest.mark.parametrize("system", SYSTEMS)
def test_on_the_table_nothing_can_be_rolled_in_secret(system: str) -> None:
    with pytest.raises(Refused, match="what dice on the table show, everybody sees"):
        begun(system, dice="table")


def test_only_the_referee_has_a_reserve_and_no_place_in_it() -> None:
    opening = OPENINGS["storyteller"]
    for changed, why in (
        ({"controller": "ana"}, "only the referee's are"),
        ({"at": "1:1"}, "cannot be in reserve and at"),
    ):
        combatants = [{**each, **changed} if each["id"] == LURKER else each for each in opening["combatants"]]
        with pytest.raises(Refused, match=why):
            begun("storyteller", combatants=combatants)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_told_openly_never_names_who_is_in_reserve(system: str) -> None:
    events = deciding.open_encounter(opening_of(OPENINGS[system]), "0" * 32)
    parts = parted(Encounter(), events)
    assert LURKER in str([part for part in parts if part.sealed])
    assert LURKER not in str([part for part in parts if not part.sealed])


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_word_that_would_be_told_anyway_names_nobody(system: str) -> None:
    word = MessageRecorded(by="ana", channel="table", text=LURKER)
    parts = parted(begun(system), [word, word], known=[word])
    assert [(part.sealed, part.events) for part in parts] == [(False, (word,)), (True, (word,))]


@pytest.mark.parametrize("system", SYSTEMS)
def test_those_who_knew_nothing_see_the_same_once_somebody_is_revealed(system: str) -> None:
    real = public = Encounter()
    commands = [None, {"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}]
    for body in commands:
        if body is None:
            events = deciding.open_encounter(opening_of(OPENINGS[system]), "0" * 32)
        else:
            events = deciding.played(command_of(body, real.system), real, NoDice()).events
        for part in parted(real, events):
            for event in part.stand_ins if part.sealed else part.events:
                public = evolve(public, event)
        for event in events:
            real = evolve(real, event)
    assert public.combatants == real.combatants
    assert public.hands == real.hands


def test_where_the_squares_are_taken_or_a_question_is_open_the_reveal_waits() -> None:
    encounter = begun(
        "storyteller",
        board={"width": 2, "height": 1},
        combatants=[
            {"id": "Ana", "kind": "pc", "controller": "ana", "at": "0:0"},
            {"id": LURKER, "hidden": True, "size": "huge"},
        ],
    )
    assert "reveal" not in {offer.do for offer in deciding.offers(encounter)}


def test_whoever_is_revealed_in_the_middle_of_a_fight_rolls_for_a_turn() -> None:
    encounter = begun("storyteller")
    for body in (
        {"do": "open", "by": "gm"},
        {"do": "determine_surprise", "by": "gm", "hiding": []},
        {"do": "positions_done", "by": "gm"},
    ):
        encounter = after(encounter, body)
    for who, seat, faces in (("Ana", "ana", (6, 6, 6)), ("Gob", "gm", (1, 1, 1))):
        command = command_of({"do": "roll_initiative", "by": seat, "who": who}, "storyteller")
        encounter = deciding.played(command, encounter, Scripted([*faces])).now
    offer = next(offer for offer in deciding.offers(encounter, "gm") if offer.do == "reveal")
    come = deciding.played(command_of(deciding.example(offer), "storyteller"), encounter, Scripted([3, 4, 5]))
    assert come.now.order == ("Ana", LURKER, "Gob")


def test_a_combatant_can_come_into_the_reserve_later() -> None:
    encounter = begun("storyteller")
    sheet = {"id": "Second", "hidden": True, "hp": 3}
    later = after(encounter, {"do": "add_combatant", "by": "gm", "sheet": sheet})
    assert later.reserve.keys() == {LURKER, "Second"}
    with pytest.raises(Refused, match="somebody of that name is in reserve"):
        after(later, {"do": "add_combatant", "by": "gm", "sheet": {**sheet, "hidden": False, "at": "1:1"}})


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_command_says_in_secret_is_told_by_its_kind_or_by_a_name(system: str) -> None:
    encounter = begun(system)
    assert is_secret(encounter, "ana", {"do": "seal", "by": "ana"})
    assert is_secret(encounter, "gm", {"do": "rule", "by": "gm", "who": LURKER})
    assert is_secret(encounter, "gm", {"do": "add_combatant", "by": "gm", "sheet": {"id": "New", "hidden": True}})
    assert not is_secret(encounter, "gm", {"do": "add_combatant", "by": "gm", "sheet": {"id": "New", "hidden": False}})
    assert not is_secret(encounter, "gm", {"do": "reveal", "by": "gm", "who": LURKER, "at": "x"})
    assert not is_secret(encounter, "gm", {"do": "end_turn", "who": "Ana"})
    assert not is_secret(encounter, "ana", {"do": "say", "who": "Ana", "text": LURKER})


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_referee_rolls_in_secret_and_everybody_may_seal(system: str) -> None:
    encounter = begun(system)
    roll = command_of({"do": "secret_roll", "by": "gm", "dice": "1d6", "purpose": "luck"}, encounter.system)
    told = deciding.played(roll, encounter, Scripted([4]))
    assert told.now == encounter
    assert [event.purpose for event in told.events if isinstance(event, DiceRolled)] == ["secret luck"]
    sealed = command_of(
        {"do": "seal", "by": "ana", "title": "Well", "facts": {"depth": 9}, "to": ["gm"]}, encounter.system
    )
    assert [getattr(each, "text", "") for each in deciding.decide(sealed, encounter, NoDice())] == ["Well: depth 9"]
    assert after(encounter, {"do": "unseal", "by": "ana", "of": [1]}) == encounter
    with pytest.raises(Refused, match="what dice on the table show"):
        after(replace(encounter, dice="table"), {"do": "secret_roll", "by": "gm", "dice": "1d6", "purpose": "luck"})
    table = replace(encounter, dice="table", outcome=None)
    assert "secret_roll" not in {offer.do for offer in deciding.offers(table)}
    assert deciding.offers(replace(encounter, outcome="draw")) == []


BOMB: dict[str, Any] = {"id": "bomb", "effect": {"kind": "damage", "amount": 1}, "usable_on_opponent": True}
CARDS: dict[str, Any] = {
    "system": "pursuit",
    "hands": "private",
    "seats": [{"id": "ana"}, {"id": "bo"}, {"id": "cy"}],
    "board": {"tiles": ["T0", "T1"], "links": [["T0", "T1"]]},
    "items": [BOMB],
    "combatants": [
        {"id": "Ana", "controller": "ana", "at": "T0", "health": 3, "hand": ["bomb"]},
        {"id": "Bo", "controller": "bo", "at": "T1", "health": 3},
    ],
}


def test_cards_are_dealt_face_down_to_all_but_those_who_hold_them() -> None:
    events = deciding.open_encounter(opening_of(CARDS), "0" * 32)
    parts = dealt(Encounter(), Encounter(), events)
    (mine,) = [part for part in parts if part.sealed]
    assert mine.to == ("ana",)
    assert [item.id for event in mine.stand_ins for item in getattr(event, "items", ())] == [FACE_DOWN]


def test_a_card_that_moves_unseen_stays_face_down_and_a_known_one_does_not() -> None:
    real = public = Encounter()
    for part in dealt(real, public, deciding.open_encounter(opening_of(CARDS), "0" * 32)):
        for event in part.events:
            real = evolve(real, event)
        for event in part.stand_ins or part.events:
            public = evolve(public, event)
    bomb = real.hand("Ana")[0]
    moved = ItemMoved(item="bomb", origin="Ana", to="Bo", card=bomb)
    (unseen,) = dealt(real, public, [moved])
    assert (unseen.sealed, unseen.to) == (True, ("ana", "bo"))
    assert evolve(public, unseen.stand_ins[0]).hand("Bo")[0].id == FACE_DOWN
    assert evolve(public, moved).hand("Bo") == (bomb,)
    (known,) = dealt(real, real, [moved])
    assert not known.sealed
    shown = evolve(public, ItemUsed(who="Ana", item="bomb", on="Bo", consumed=False, card=bomb))
    assert shown.hand("Ana") == (bomb,)


def test_who_holds_private_cards_is_handed_only_to_seats_that_know_them() -> None:
    encounter = Encounter()
    for event in deciding.open_encounter(opening_of(CARDS), "0" * 32):
        encounter = evolve(encounter, event)
    offered = {offer.who: offer.closed["to"] for offer in deciding.offers(encounter) if offer.do == "hand_over"}
    assert offered == {"Bo": ("ana", "cy")}
    with pytest.raises(Refused, match="they are private"):
        after(encounter, {"do": "hand_over", "who": "Ana", "to": "cy"})
    after(encounter, {"do": "hand_over", "who": "Bo", "to": "cy"})


def test_where_hands_are_private_whoever_has_cards_is_asked_for_one_in_an_attack() -> None:
    card = {"id": "rag", "effect": {"kind": "heal", "amount": 1}, "when": ["action"]}
    body = {
        **CARDS,
        "system": "etiquette",
        "items": [card],
        "combatants": [
            {
                "id": "A",
                "owner": "Ana",
                "controller": "ana",
                "kind": "player",
                "at": "T0",
                "health": 5,
                "hand": ["rag"],
            },
            {"id": "B", "owner": "Bo", "controller": "bo", "kind": "player", "at": "T1", "health": 5},
        ],
    }
    for hands, asked in (("private", "play_item"), ("open", "defense_dice")):
        encounter = Encounter()
        for event in deciding.open_encounter(opening_of({**body, "hands": hands}), "0" * 32):
            encounter = evolve(encounter, event)
        for said in (
            {"do": "begin_move", "who": "A", "allowance": 1},
            {"do": "move", "who": "A", "to": "T1"},
            {"do": "engage", "who": "A"},
            {"do": "engage", "who": "B"},
        ):
            encounter = after(encounter, said)
        attack = command_of({"do": "attack", "who": "A", "target": "B"}, "etiquette")
        encounter = deciding.played(attack, encounter, Scripted([6, 6, 6])).now
        assert encounter.decisions[-1].kind == asked


def test_only_who_is_hidden_is_nowhere() -> None:
    someone = {"id": "Rat", "kind": "enemy", "hp": 1}
    with pytest.raises(Refused, match="Rat cannot stand nowhere: the board has no such zone"):
        begun("verdigris", combatants=[*OPENINGS["verdigris"]["combatants"], someone])
    with pytest.raises(Refused, match="Rat cannot stand nowhere: no such zone"):
        after(begun("verdigris"), {"do": "add_combatant", "by": "gm", "sheet": someone})
