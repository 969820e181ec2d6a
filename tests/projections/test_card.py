"""The card of a fight: its title, who is left of each side, and nothing in it that is markup."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from files import rosters
from ledger.application import Ledger
from ledger.table.fight import Fight
from ledger.table.knowledge import STRANGER
from projections.cards.card import HIGH, WIDE, Card, card, shortened
from projections.cards.shapes import Bar, Figure, Writing
from projections.cards.svg import svg
from tests.openings import opening_of
from tests.projections.fights import PURSUIT, duel


def pursued(**stated: Any) -> Card:
    """Return the card, as everybody gets it, of a fight that begins so."""
    with Ledger() as ledger:
        opened = ledger.open(opening_of({**PURSUIT, "dice": "ledger", **stated}))
        return card(ledger.fight(opened.encounter, STRANGER))


def crowd(sides: int) -> list[dict[str, Any]]:
    """Return so many combatants, each on a side of their own."""
    tiles = PURSUIT["board"]["tiles"]
    return [{"id": f"Foe{at}", "controller": "ana", "at": tiles[at], "health": 3} for at in range(sides)]


def figures(drawn: Card) -> list[Figure]:
    return [each for each in drawn.shapes if isinstance(each, Figure)]


def lines(drawn: Card) -> list[str]:
    return [each.text for each in drawn.shapes if isinstance(each, Writing)]


@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_everybody_is_on_it_by_two_letters_and_what_is_left_of_them(system: str) -> None:
    with Ledger() as ledger:
        fight = ledger.fight(ledger.open(rosters.read(rosters.SAMPLES[system])).encounter)
        told = card(fight)
        drawn = ElementTree.fromstring(svg(told))  # noqa: S314  # it is ours
        tokens = [each for each in drawn if each.tag.endswith(("circle", "polygon"))]
        there = [each for each in fight.encounter.combatants.values() if each.life != "inert"]
        assert len(tokens) == len(figures(told)) == len(there)


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_nothing_on_it_lies_on_anything_else(sides: int) -> None:
    drawn = pursued(combatants=crowd(sides))
    written = [each for each in drawn.shapes if isinstance(each, Writing)]
    tracks = [each for each in drawn.shapes if isinstance(each, Bar) and each.w == 72]
    boxes = [
        *((each.x - 40, each.y - 40, each.x + 40, each.y + 40) for each in figures(drawn)),
        *((each.x, each.y - 28, each.x + each.wide, each.y + 8) for each in written if each.wide and not each.middle),
        *{(each.x, each.y, each.x + each.w, each.y + each.h) for each in tracks},
    ]
    assert len(boxes) == 3 * sides + 2
    for at, one in enumerate(boxes):
        assert 0 <= one[0] < one[2] <= WIDE
        assert 0 <= one[1] < one[3] <= HIGH
        for other in boxes[at + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


def test_sides_that_have_no_place_on_it_are_counted() -> None:
    drawn = pursued(combatants=crowd(6))
    assert len(figures(drawn)) == 4
    assert "and 2 more sides" in lines(drawn)


def test_those_of_a_side_that_have_no_place_on_it_are_counted() -> None:
    with Ledger() as ledger:
        drawn = card(ledger.fight(ledger.open(rosters.read(rosters.SAMPLES["storyteller"])).encounter))
    assert {each.text for each in drawn.shapes if isinstance(each, Writing) and each.text.startswith("+")} == set()
    several = [{"id": f"Imp{at}", "kind": "creature"} for at in range(12)]
    with Ledger() as ledger:
        opening = opening_of({"system": "storyteller", "combatants": several})
        drawn = card(ledger.fight(ledger.open(opening).encounter))
    assert len(figures(drawn)) == 9
    assert "+3" in lines(drawn)


@pytest.mark.parametrize(
    ("shows", "left"), [("numbers", {24.0}), ("words", {14.0}), ("bar", {22.0}), ("nothing", set[float]())]
)
def test_a_bar_shows_no_more_than_the_table_agreed_on(shows: str, left: set[float]) -> None:
    hurt = {**PURSUIT["combatants"][0], "health": {"now": 1, "max": 3}}
    drawn = pursued(combatants=[hurt, *PURSUIT["combatants"][1:]], disclosure={"Ana": shows})
    first = figures(drawn)[0]
    bars = [each for each in drawn.shapes if isinstance(each, Bar) and (each.x, each.y) == (first.x - 36, first.y + 48)]
    assert {each.w for each in bars[:1]} == ({72} if left else set())
    assert {each.w for each in bars[1:]} == left


def test_the_outcome_stands_on_it() -> None:
    fight = Fight().then(duel().lines)
    assert card(fight).sentence.endswith("it goes on")
    assert card(fight).title == "A fight of pursuit"


def test_names_are_text_and_no_markup() -> None:
    drawn = ElementTree.fromstring(svg(pursued(title="<b>&amp; co</b>")))  # noqa: S314  # it is ours
    assert "<b>&amp; co</b>" in [each.text for each in drawn]


def test_somebody_with_a_name_is_on_it_by_that_and_nobody_by_markup() -> None:
    named = [{**PURSUIT["combatants"][0], "name": "<i Ox"}, *PURSUIT["combatants"][1:]]
    drawn = ElementTree.fromstring(svg(pursued(combatants=named)))  # noqa: S314  # it is ours
    assert "<O" in [each.text for each in drawn]


def test_a_long_title_is_cut_and_a_single_long_word_too() -> None:
    assert shortened("The  mill\nat Undertow", 44) == "The mill at Undertow"
    assert shortened("a" * 44, 44) == "a" * 44
    assert shortened("a" * 45, 44) == f"{'a' * 42} …"
    assert pursued(title="W" * 80).title == f"{'W' * 42} …"


@pytest.mark.parametrize("title", ["The mill", "W" * 80, "水車小屋" * 11])
def test_a_long_title_is_smaller_where_letters_are_not_measured(title: str) -> None:
    drawn = ElementTree.fromstring(svg(pursued(title=title)))  # noqa: S314  # it is ours
    size = float(next(each.get("font-size") or "" for each in drawn if each.tag.endswith("text")))
    width = 1 if title.startswith("水") else 0.6
    assert size == 58 or size * width * len(shortened(title, 44)) <= WIDE
