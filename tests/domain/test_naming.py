"""Names beside ids, true names that are sealed, and what a side shows of its pools, as the domain knows them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from domain.deciding import decide, offers, open_encounter
from domain.dice import Scripted
from domain.encounter import Encounter
from domain.refusals import Refused
from domain.replaying import replay
from domain.secret.arrivals import arrival
from domain.table.disclosure import blurred, of_seat, shown, tenths, words_for
from domain.table.names import is_a_name
from domain.table.naming import apart, has, names_of
from ledger.line.actions import command_of
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS

TRUE = "Count Orlo of the Marsh"
DUEL: dict[str, Any] = {
    "system": "etiquette",
    "board": {"tiles": ["bank", "bridge"], "links": [["bank", "bridge"]]},
    "items": [{"id": "salve", "effect": {"kind": "heal", "amount": 1}, "when": ["action"]}],
    "combatants": [
        {"id": "Ana", "owner": "Ana", "at": "bank", "health": 4, "hand": ["salve"], "name": "Анна"},
        {"id": "Bo", "owner": "Bo", "at": "bridge", "health": 4},
    ],
}

ANA, BO = DUEL["combatants"]
BOW = {"id": "bow", "category": "ranged_weapon", "to_hit": 3, "damage": "1d6", "range": [80, 320]}


def begun(body: dict[str, Any], **more: Any) -> Encounter:
    return replay(open_encounter(opening_of({**body, **more}), "0" * 32))


def refusal(encounter: Encounter, body: dict[str, Any]) -> str:
    with pytest.raises(Refused) as refused:
        decide(command_of(body, encounter.system), encounter, Scripted([]))
    return refused.value.message


def test_whoever_has_a_name_is_called_by_it_and_everything_else_as_the_opening_says() -> None:
    fight = begun(DUEL, names={"bank": "The far bank", "salve": "Nettle salve"})
    assert names_of(fight) == {"bank": "The far bank", "salve": "Nettle salve", "Ana": "Анна"}
    assert names_of(begun(OPENINGS["verdigris"])) == {}


@pytest.mark.parametrize(
    ("system", "there"),
    [("verdigris", "Barn"), ("vanguard", "rear"), ("storyteller", "Gob"), ("storyteller in zones", "Yard")],
)
def test_what_has_an_id_on_a_board_or_a_sheet_can_be_named_and_nothing_else(system: str, there: str) -> None:
    fight = begun(OPENINGS[system])
    assert has(fight, there)
    assert not has(fight, "Cellar")
    assert not has(fight, LURKER)


def test_things_that_are_carried_or_stand_on_a_sheet_have_ids() -> None:
    assert has(begun(OPENINGS["verdigris"]), "fists")
    assert has(begun(DUEL), "salve")
    archer = {**OPENINGS["storyteller"]["combatants"][0], "attacks": [BOW]}
    shot = begun(OPENINGS["storyteller"], combatants=[archer, *OPENINGS["storyteller"]["combatants"][1:]])
    assert has(shot, "bow")
    assert not has(shot, "sling")


def test_a_door_of_a_grid_can_be_named() -> None:
    door = {"id": "gate", "wall": [2, 0, 2, 1]}
    fight = begun(OPENINGS["storyteller"], board={"width": 6, "height": 6, "doors": [door]}, names={"gate": "The gate"})
    assert names_of(fight) == {"gate": "The gate"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"names": {"Cellar": "The cellar"}}, "Cellar cannot be called The cellar: nothing here has that id."),
        ({"names": {"bank": " "}}, "bank cannot be called that"),
        ({"title": "\u200b"}, "The fight cannot be called that"),
        ({"disclosure": {"wolves": "bar"}}, "Nothing can be disclosed of wolves: the sides are Ana, Bo."),
        (
            {"combatants": [{**DUEL["combatants"][0], "name": "a\u202eb"}, DUEL["combatants"][1]]},
            "Ana cannot be called",
        ),
    ],
)
def test_names_of_nothing_and_names_that_work_unseen_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=re.escape(said)):
        begun(DUEL, **changes)


@pytest.mark.parametrize("name", ["The bridge", "橋のたもと", "جسر", "\U0001f468\u200d\U0001f469", "x" * 80])
def test_a_name_has_any_script(name: str) -> None:
    assert is_a_name(name)


@pytest.mark.parametrize("name", ["", "\u3000", "x" * 81, "a\x00", "a\u2066"], ids=ascii)
def test_a_name_is_seen_and_does_nothing(name: str) -> None:
    assert not is_a_name(name)


def test_whoever_is_called_as_somebody_else_is_told_apart_by_the_id() -> None:
    assert apart({"Gob": "A stranger", "Yard": "The yard"}) == {"Gob": "A stranger", "Yard": "The yard"}
    assert apart({"Gob": "A stranger", "Imp": "a  Ｓtranger", "Yard": "The yard"}) == {
        "Gob": "A stranger (Gob)",
        "Imp": "a  Ｓtranger (Imp)",
        "Yard": "The yard",
    }
    assert apart({"Gob": "Ana"}, ("Ana", "Gob")) == {"Gob": "Ana (Gob)"}
    assert apart({}, ("Ana",)) == {}


def test_a_newcomer_has_a_name_and_none_that_works_unseen() -> None:
    fight = begun(OPENINGS["storyteller"])
    sheet = {"id": "Wolf", "hp": 4, "at": "1:1", "name": "Der Wolf"}
    events = decide(command_of({"do": "add_combatant", "by": "gm", "sheet": sheet}, "storyteller"), fight, Scripted([]))
    assert [getattr(event, "name", None) for event in events[:1]] == ["Der Wolf"]
    wrong = {**sheet, "name": "\u200b"}
    assert refusal(fight, {"do": "add_combatant", "by": "gm", "sheet": wrong}).startswith("Wolf cannot be called that")


def test_whoever_comes_to_light_comes_with_the_name() -> None:
    body = OPENINGS["storyteller"]
    hidden = [{**one, "name": "A shadow"} if one["id"] == LURKER else one for one in body["combatants"]]
    fight = begun(body, combatants=hidden)
    (joined, *_) = arrival(fight, fight.reserve[LURKER])
    assert getattr(joined, "name", None) == "A shadow"
    assert names_of(fight) == {LURKER: "A shadow"}


def test_a_true_name_is_the_referees_to_seal_of_somebody_who_is_there() -> None:
    fight = begun(OPENINGS["verdigris"])
    good = {"do": "seal", "by": "gm", "whose": "Gob", "name": TRUE}
    (event,) = decide(command_of(good, "verdigris"), fight, Scripted([]))
    assert getattr(event, "text", "") == f"Gob is {TRUE}"
    assert "referee" in refusal(fight, {**good, "by": "ana"})
    assert "nobody is called that" in refusal(fight, {**good, "whose": "Nobody"})
    (waits,) = decide(command_of({**good, "whose": LURKER}, "verdigris"), fight, Scripted([]))
    assert getattr(waits, "text", "") == f"{LURKER} is {TRUE}"
    assert "a true name says whose it is" in refusal(fight, {"do": "seal", "by": "gm", "whose": "Gob"})
    assert "cannot be called that" in refusal(fight, {**good, "name": "\u200b"})
    named = [offer for offer in offers(fight, "gm") if offer.do == "seal" and "name" in offer.open]
    assert [offer.closed["whose"] for offer in named] == [("Ana", "Gob", LURKER)]
    assert not [offer for offer in offers(fight, "ana") if offer.do == "seal" and "name" in offer.open]


def test_the_pools_of_a_side_show_the_others_what_was_agreed() -> None:
    fight = begun(OPENINGS["verdigris"], disclosure={"enemies": "words", "party": "numbers"})
    assert of_seat(fight, "ana") == of_seat(fight, "eve") == {"Gob": "words"}
    assert of_seat(fight, "gm") == of_seat(fight, None) == {}
    assert blurred(fight, "ana").combatants["Gob"].pools == {}
    assert blurred(fight, "gm") is fight
    gob = fight.combatants["Gob"]
    assert [shown(gob, how) for how in ("words", "bar", "nothing")] == [{"hp": "unhurt"}, {"hp": 10}, {}]


def test_whoever_speaks_for_a_side_is_shown_its_numbers() -> None:
    fight = begun(OPENINGS["vanguard"], disclosure={"party": "bar"})
    voice = next((seat for side, seat in fight.voices.items() if side == "party"), "ana")
    assert of_seat(fight, voice) == {}
    assert of_seat(fight, "eve") == {"Ana": "bar"}


@pytest.mark.parametrize(
    ("now", "most", "word", "bar"),
    [
        (9, 9, "unhurt", 10),
        (5, 10, "hurt", 5),
        (4, 9, "badly hurt", 4),
        (1, 30, "badly hurt", 1),
        (0, 9, "badly hurt", 0),
    ],
)
def test_words_and_bars_are_rough(now: int, most: int, word: str, bar: int) -> None:
    assert (words_for(now, most), tenths(now, most)) == (word, bar)
    assert tenths(0, 0) == 0
