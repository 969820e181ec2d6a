"""From an offer to a command: Enter and cancel do nothing, and names, places and numbers are all answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from cli.playing.answers import NoAnswer, one_of, reader
from cli.playing.asking import Asked, Cancelled, alike, asked, chosen, foes_first, label_of
from domain.deciding import offers, open_encounter
from domain.encounter import Encounter
from domain.offers import Offer, Open
from domain.replaying import replay
from files.rosters import SAMPLES
from files.rosters import read as read_roster
from ledger.proof import exporting
from ledger.table.fight import Fight

TRANSCRIPTS = Path(__file__).resolve().parents[1] / "transcripts"
EVERY = 5


@cache
def states(system: str) -> tuple[Encounter, ...]:
    """Return moments of the fights of a system that are kept."""
    found: list[Encounter] = []
    for file in sorted(TRANSCRIPTS.glob(f"{system}*.ndjson")):
        _, lines, _ = exporting.read(file.read_bytes())
        fight = Fight().then(lines)
        found += [fight.at(version) for version in fight.ends[::EVERY]]
    return tuple(found)


def every_offer(system: str) -> Iterator[tuple[Encounter, Offer]]:
    for state in states(system):
        yield from ((state, offer) for offer in offers(state))


class Answers:
    """Answers a question of each kind in one way, and remembers what was asked."""

    def __init__(self, *typed: str, then: str = "") -> None:
        self._typed = [*typed]
        self._then = then
        self.questions: list[Asked] = []

    def __call__(self, question: Asked) -> str:
        self.questions.append(question)
        return self._typed.pop(0) if self._typed else self._then


@pytest.mark.long
@pytest.mark.parametrize("system", SAMPLES)
def test_enter_alone_never_gives_a_command_that_was_asked_about(system: str) -> None:
    number = 0
    for state, offer in every_offer(system):
        for typed in ("", "cancel", "Cancel"):
            answers = Answers(then=typed)
            try:
                asked(offer, answers, state)
            except Cancelled:
                number += 1
            else:
                assert answers.questions == [], (offer, typed)
    assert number > len(states(system))


@pytest.mark.parametrize("system", SAMPLES)
def test_a_choice_is_answered_by_its_name_as_by_its_number(system: str) -> None:
    for state, offer in filter(leaves_a_choice, every_offer(system)):
        by_name = asked(offer, lambda question: last(question).upper().replace("_", " "), state)
        by_number = asked(offer, lambda question: str(len(question.choices) or last(question)), state)
        assert by_name == by_number


def test_what_is_answered_by_name_and_by_number_is_often_on_offer() -> None:
    assert sum(map(leaves_a_choice, chain.from_iterable(map(every_offer, SAMPLES)))) > 100


def leaves_a_choice(at: tuple[Encounter, Offer]) -> bool:
    """Return whether an offer leaves a choice, and nothing open."""
    _, offer = at
    return not offer.open and any(len(choices) > 1 for choices in offer.closed.values())


def last(question: Asked) -> str:
    """Return the last choice as it is told."""
    return question.choices[-1] if question.choices else question.text.partition(" (")[0].rpartition(" ")[2]


@pytest.mark.parametrize("system", ["pursuit", "etiquette", "storyteller"])
def test_a_way_is_answered_by_the_place_where_it_ends(system: str) -> None:
    number = 0
    for state, offer in every_offer(system):
        for bounds in (each for each in offer.open.values() if each.ends):
            for end in bounds.ends[::7]:
                read = reader(bounds, state)
                pair = end.tile.replace(":", ", ")
                assert read(end.tile) == read(end.tile.upper()) == read(pair) == list(end.path)
                number += 1
    assert number > 0


def test_numbers_that_can_be_chosen_are_named_themselves_and_not_counted() -> None:
    assert one_of((3, 1, 2), "1") == 1
    with pytest.raises(NoAnswer):
        one_of((5, 6), "1")
    with pytest.raises(NoAnswer):
        one_of((True, False), "3")
    assert one_of((True, False), "yes") is one_of((True, False), "1") is True


def test_the_beginning_of_a_name_is_enough_where_it_is_that_of_one() -> None:
    assert one_of(("Mother_Burbot", "Old_Wels"), "mother") == "Mother_Burbot"
    assert one_of(("Ann", "Anna"), "ann") == "Ann"
    with pytest.raises(NoAnswer, match="more than one"):
        one_of(("Wrecker1", "Wrecker2"), "wreck")


def test_foes_come_first_then_those_who_have_fallen_then_ones_own_side() -> None:
    for state, offer in every_offer("vanguard"):
        targets = offer.closed.get("target", ())
        if offer.who is None or len(targets) < 2:
            continue
        own = state.combatants[offer.who].side
        sides = [state.combatants[name].side == own for name in foes_first(targets, offer.who, state) if name]
        assert sides == sorted(sides)


def first(system: str, do: str) -> tuple[Encounter, Offer]:
    return next((state, offer) for state, offer in every_offer(system) if offer.do == do)


@pytest.mark.parametrize("system", SAMPLES)
def test_an_override_is_asked_for_and_what_may_be_left_out_is(system: str) -> None:
    state, offer = first(system, "override")
    what, value = offer.open["what"].example, offer.open["value"].example
    command = asked(offer, Answers(str(what), str(value), "it was a five", ""), state)
    assert command == {
        "do": "override", "by": offer.by, "who": offer.who, "what": what, "value": value, "reason": "it was a five",
    }  # fmt: skip


def test_words_are_sealed_with_or_without_facts() -> None:
    state, offer = first("pursuit", "seal")
    by = offer.by
    assert asked(offer, Answers("nobody", "the left one", "", ""), state) == {
        "do": "seal", "by": by, "to": (), "text": "the left one",
    }  # fmt: skip
    command = asked(offer, Answers("1", "", "Door", '{"door": "left"}'), state)
    assert command == {"do": "seal", "by": by, "to": (), "title": "Door", "facts": {"door": "left"}}


def test_a_field_is_asked_again_with_what_was_wrong() -> None:
    state, offer = first("pursuit", "begin_move")
    answers = Answers("many", "2")
    assert asked(offer, answers, state)["allowance"] == 2
    assert answers.questions[1].wrong == "That is no number from 0 to 99."


def test_names_in_a_list_are_read_as_they_are_written_in_the_fight() -> None:
    opening = read_roster(SAMPLES["verdigris"])
    state = replay(open_encounter(opening, "a" * 32))
    some = Open(kind="value", minimum=0, maximum=9, example=["Odile"])
    assert reader(some, state)("mother burbot, odile") == ["Mother_Burbot", "Odile"]
    assert reader(some, state)("odile berek") == ["Odile", "Berek"]
    assert reader(some, state)('["Odile"]') == ["Odile"]
    with pytest.raises(NoAnswer, match="no JSON"):
        reader(some, state)("[Odile")


def test_what_can_be_done_for_many_stands_in_one_row_and_is_asked_for_whom() -> None:
    state = states("pursuit")[0]
    rows = alike(offers(state))
    row = next(row for row in rows if row[0].do == "override")
    assert {offer.who for offer in row} == set(state.combatants)
    assert label_of(row) == f"table override: {', '.join(state.combatants)}"
    name = [*state.combatants][-1]
    assert chosen(row, Answers(name.lower())).who == name
    with pytest.raises(Cancelled):
        chosen(row, Answers())
