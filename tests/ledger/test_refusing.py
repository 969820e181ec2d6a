"""Refusals are told with the names that a seat knows, and no word of a sentence is taken for somebody."""

from __future__ import annotations

import pytest

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.calls.lexicon import words
from ledger.calls.refusing import called, in_words, tell, told
from ledger.refusals import NoFork
from tests.ledger.fights import Player
from tests.openings import opening_of
from tests.secrecy import OPENINGS

STRANGER = "A hooded stranger"


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("Gob cannot reach Goblin: Gob-2 is there.", {"Gob": "X"}, "X cannot reach Goblin: Gob-2 is there."),
        ("Gob's turn is over.", {"Gob": STRANGER}, f"{STRANGER}'s turn is over."),
        ("Bo waits for Al.", {"Bo": "Al", "Al": "Bo"}, "Al waits for Bo."),
        ("It is Gob's turn.", {"It": "The thing", "turn": "Tern", "is": "Iz"}, "It is Gob's turn."),
        ("Gob is none: 'Gob' is no word, nor is “Gob”.", {"Gob": "X"}, "X is none: 'Gob' is no word, nor is “Gob”."),
        ('There is no "Gob" here.', {"Gob": "X"}, 'There is no "Gob" here.'),
        ("Gob waits.", {}, "Gob waits."),
    ],
)
def test_a_sentence_is_told_with_names_in_place_of_ids(text: str, names: dict[str, str], said: str) -> None:
    assert told(text, names) == said


def test_the_words_of_the_program_are_those_of_its_texts_and_not_of_what_explains_it() -> None:
    assert {"cannot", "turn", "The", "Nobody", "incapacitated", "rear", "gm"} <= words()
    assert not {"Ana", "Gob", "Bo", "Return"} & words()


def test_what_a_fight_remembers_is_no_word_of_the_program() -> None:
    with Ledger() as ledger:
        ledger.open(opening_of(OPENINGS["verdigris"]))
        words.cache_clear()
        assert not {"Ana", "Gob", "Yard"} & words()


def test_a_refusal_is_put_into_words_once_and_says_who_the_referee_is() -> None:
    body = OPENINGS["verdigris"]
    named = {"Gob": "Ana", "Ana": "Gob"}
    combatants = [{**each, "name": named[each["id"]]} if each["id"] in named else each for each in body["combatants"]]
    with Ledger() as ledger:
        fight = ledger.fight(ledger.open(opening_of({**body, "combatants": combatants})).encounter)
        refused = NoFork("gm and Gob are there.")
        tell(fight, "ana", refused)
        tell(fight, "ana", refused)
        assert str(refused) == refused.message == "The referee and Ana are there."
        assert in_words("Only gm does.", called(fight, "ana")) == "Only the referee does."


def test_two_of_one_name_are_told_apart_in_refusals() -> None:
    body = OPENINGS["verdigris"]
    with Ledger() as ledger:
        table = Player(ledger, ledger.open(opening_of(body)).encounter)
        for number, of in enumerate(("Ana", "Gob")):
            ledger.rename(table.encounter, "gm", of, STRANGER, cmd=f"n{number}")
        table.does({"do": "start", "by": "gm"}, seat="gm")
        with pytest.raises(Refused, match=rf"{STRANGER} \(Gob\)"):
            table.does({"do": "attack", "who": "Gob", "target": "Gob", "weapon": "fists"}, seat="gm")
