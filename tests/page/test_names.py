"""The page says what people call the fight, its people and its places, and lines keep the ids."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from files import rosters
from files.written_rosters import named
from tests.openings import opening_of
from tests.page.looks import LOOKS, USUAL, Look, screen
from tests.page.site import Fight, Site

pytestmark = pytest.mark.usefixtures("same_dice")

STRANGER, TRUE = "Ein Fremder — 旅人", "Count Orlo of the Marsh"


def titled(site: Site) -> Fight:
    """Open a fight with a title, somebody who is called otherwise, and a place that is."""
    usual: Any = rosters.read(named("verdigris"))
    first, *others = usual.combatants
    place = usual.board.zones[0]
    combatants = (replace(first, name=STRANGER), *others)
    opening = replace(usual, title="جسر الفجر", combatants=combatants, names={place: "The place of the old mill"})
    return site.begin(opening)


@pytest.mark.parametrize("look", LOOKS)
def test_foes_show_what_the_table_agreed_on_and_the_page_says_that_it_is_a_courtesy(
    served: Site, browser: Browser, look: Look
) -> None:
    usual: Any = rosters.read(named("verdigris"))
    fight = served.begin(replace(usual, disclosure={"enemies": "words"}))
    player = next(seat for seat, role in fight.now.seats.items() if role == "player")
    with screen(browser, look) as shown:
        shown.open(fight.address(player))
        expect(shown.page.locator(".order")).to_contain_text("unhurt")
        if look.width > 1100:
            expect(shown.page.locator(".order .courtesy")).to_contain_text("a courtesy, not a secret")
        shown.must_be_well()
        fight.give(
            fight.now.referee or "", do="override", by=fight.now.referee, who="Pike", what="hp", value=1, reason="So."
        )
        expect(shown.page.locator(".order")).to_contain_text("badly hurt")
        expect(shown.page.locator(".chron").first).not_to_contain_text("hp 4 to 1")


@pytest.mark.parametrize("look", LOOKS)
def test_names_stand_on_the_page_and_a_true_one_for_the_referee_alone(
    served: Site, browser: Browser, look: Look
) -> None:
    fight = titled(served)
    who = fight.now.combatants[next(iter(fight.now.combatants))].id
    gm = fight.now.referee or ""
    player = next(seat for seat, role in fight.now.seats.items() if role == "player")
    fight.give(gm, do="seal", by=gm, whose=who, name=TRUE)
    for seat in (gm, player):
        with screen(browser, look) as shown:
            shown.open(fight.address(seat))
            expect(shown.page.locator(".title")).to_have_text("جسر الفجر")
            expect(shown.page.locator(".order")).to_contain_text(STRANGER)
            assert (TRUE in (shown.page.locator(".order").text_content() or "")) == (seat == gm)
            expect(shown.page.locator("body")).to_contain_text("The place of the old mill")
            if seat == player:
                served.ledger.rename(fight.id, gm, "encounter", "The bridge", cmd="n1")
                expect(shown.page.locator(".title")).to_have_text("The bridge")
            shown.must_be_well()


def test_whoever_is_called_as_something_in_every_object_is_shown_like_others(served: Site, browser: Browser) -> None:
    one, other = ({"kind": "player", "health": 4} for _ in range(2))
    fight = served.begin(
        opening_of(
            {
                "system": "etiquette",
                "board": {"tiles": ["valueOf", "inn"], "links": [["valueOf", "inn"]]},
                "seats": [{"id": "ana"}, {"id": "constructor"}],
                "combatants": [
                    {**one, "id": "toString", "owner": "hasOwnProperty", "controller": "ana", "at": "valueOf"},
                    {**other, "id": "isPrototypeOf", "owner": "Bo", "controller": "constructor", "at": "inn"},
                ],
            }
        )
    )
    for seat in ("ana", "constructor"):
        with screen(browser, USUAL) as shown:
            shown.open(fight.address(seat))
            expect(shown.page.locator(".order")).to_contain_text("isPrototypeOf")
            expect(shown.page.locator(".dock button").first).to_be_visible()
            shown.must_be_well()
