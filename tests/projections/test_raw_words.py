"""No sentence shows what is only a key: words joined by signs, abbreviations of sheets, a referee by the seat's id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.playing.asking import alike, label_of
from domain.deciding import offers
from domain.encounter import Encounter
from domain.ruleset import RULESETS
from ledger.proof import exporting
from projections.chronicle import chronicle
from projections.labels import COMMON, LABELS
from projections.marking import PlainPart
from projections.reasons import reasons
from projections.sentences.commands import command_told
from projections.sentences.seats import Seats, of_seats
from projections.words import words
from tests.laws.fights import SYSTEMS, play
from tests.transcripts.writing import FILES

JOINED = re.compile(r"[A-Za-z]+(?:[_-][A-Za-z0-9]+)+")
WORDS = frozenset({"counter-attack", "three-quarters"})
"""Words that are written with a sign between."""
SHORT = re.compile(r"\b(attr|sl|pc|npc|ap|mod)\b")


def raw(text: str, known: frozenset[str]) -> list[str]:
    """Return what of a sentence is no word, no rule and no name."""
    joined = [each for each in JOINED.findall(text) if each not in known | WORDS and not each.isupper()]
    return [each for each in joined if not re.fullmatch(r"[A-Z]{3}-\w+", each)] + SHORT.findall(text)


def names(encounter: Encounter) -> frozenset[str]:
    """Return the ids of people, sides, places and things: they are names where nobody gave them another."""
    people = encounter.combatants.values()
    held = {thing.id for hand in encounter.hands.values() for thing in hand}
    places = set(getattr(encounter.board, "links", ())) | set(getattr(encounter.board, "doors", ()))
    sheets = {each for one in people for each in _named(one.sheet)}
    return frozenset({*encounter.combatants, *(one.side for one in people), *held, *places, *sheets})


def _named(sheet: object) -> Iterator[str]:
    """Yield the ids of cards, talents and the like on a sheet."""
    if isinstance(sheet, dict):
        yield from (str(value) for name, value in sheet.items() if name == "id")
        yield from (each for value in sheet.values() for each in _named(value))
    elif isinstance(sheet, list | tuple):
        yield from (each for each in sheet if isinstance(each, str))
        yield from (each for value in sheet for each in _named(value))


def seats_of(encounter: Encounter) -> Seats:
    """Return who sits at a table, as its chronicle knows them."""
    sides = {one.side for one in encounter.combatants.values()}
    players = frozenset(encounter.seats) - {encounter.referee}
    return Seats(players=players, referee=encounter.referee, others=frozenset(encounter.combatants) | sides)


@pytest.mark.long(but=("etiquette", "storyteller"))
@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_sentence_of_a_random_fight_shows_a_key(system: str) -> None:
    told, found = 0, list[tuple[list[str], str]]()
    for step in (each for number in range(6) for each in play(system, number)):
        seats = seats_of(step.after)
        text = command_told(step.body, of_seats(step.events, seats))
        found += [(keys, text) for keys in [raw(text, names(step.before) | names(step.after))] if keys]
        found += [(["the referee's id"], text) for _ in _by_id(text, seats)]
        told += 1
    assert told > 100
    assert found == []


def _by_id(text: str, seats: Seats) -> list[str]:
    """Return where a sentence names the referee by the id of the seat."""
    shown = seats.referee is not None and seats.referee not in seats.others
    return re.findall(rf"(?<![\w’'-]){re.escape(seats.referee or '')}(?![\w-])", text) if shown else []


@pytest.mark.slow
@pytest.mark.long(but=("pursuit", "verdigris"))
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_on_offer_and_no_reason_shows_a_key_on_a_button_or_at_the_terminal(system: str) -> None:
    """Fights 0 and 1 of the laws, every seventh step."""
    shown, found = 0, set[tuple[str, str]]()
    steps = [step for number in range(2) for step in play(system, number)]
    for now in (step.after for step in steps[::7]):
        known, called = names(now), words(now)
        tables = (called.commands, called.values, called.conditions, called.things, called.settings)
        texts = [text for table in tables for label in table.values() for text in (label.label, label.hint)]
        for seat in now.seats:
            texts += [label_of(row) for row in alike(offers(now, seat))]
            texts += [each.sentence for each in reasons(now, seat)]
        found |= {(key, text) for text in texts for key in raw(text, known)}
        shown += len(texts)
    assert shown > 100
    assert found == set()


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_no_sentence_of_a_kept_fight_shows_a_key(file: Path) -> None:
    _, lines, _ = exporting.read(file.read_bytes())
    parts = [(entry.text, part) for entry in chronicle(lines) for clause in entry.clauses for part in clause.parts]
    words = [(text, part.text) for text, part in parts if isinstance(part, PlainPart)]
    assert len(words) > 50
    assert [text for text, part in words if SHORT.search(part)] == []


@pytest.mark.parametrize("system", [None, *RULESETS])
def test_what_is_shown_of_commands_and_values_is_words_that_begin_with_a_capital(system: str | None) -> None:
    labels = COMMON if system is None else LABELS[system]
    shown = [each.label for table in (labels.commands, labels.values, labels.conditions) for each in table.values()]
    assert shown
    assert [each for each in shown if "_" in each or not each[0].isupper()] == []
