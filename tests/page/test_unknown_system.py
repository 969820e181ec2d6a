"""A system that the page has never seen is drawn and played to its end by pressing what is offered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.openings import opening_of
from tests.page.looks import screen
from tests.page.site import Site
from tests.sixth.test_sixth import KITCHEN, NAME, PAIR, _registered

pytestmark = pytest.mark.usefixtures("same_dice")

__all__ = ["_registered"]

SEATS = [{"id": "odo"}, {"id": "pia"}, {"id": "guests", "role": "spectator"}]
MOST = 120
"""A fight of two cooks is over after fewer commands."""


def test_a_system_that_the_page_has_never_seen_is_played_to_its_end(browser: Browser, served: Site) -> None:
    opening = opening_of(
        {"system": NAME, "board": KITCHEN, "combatants": PAIR, "seats": SEATS, "settings": {"last_round": 2}}
    )
    fight = served.begin(opening)
    with screen(browser) as odo, screen(browser) as pia:
        for each in (odo, pia):
            each.page.add_init_script("localStorage.setItem('ask-always', 'yes')")
        players = [odo.open(fight.address("odo")), pia.open(fight.address("pia"))]
        odo.must_be_well()
        for number in range(MOST):
            if fight.now.outcome is not None:
                break
            shown = players[number % 2].page
            version = served.ledger.fight(fight.id).version
            expect(shown.locator(f'.table[data-choices="{version}"]')).to_be_visible()
            button = shown.locator(".dock .chip:not(.no), .dock .actor .btn")
            if not button.count():
                continue
            button.nth(number // 2 % button.count()).click()
            for group in shown.locator(".fields .group").all():
                group.locator("button").first.click()
            if shown.locator(".say .go:enabled").count():
                shown.locator(".say .go").click()
            for _ in range(20):
                if served.ledger.fight(fight.id).version > version:
                    break
                shown.wait_for_timeout(25)
        assert fight.now.outcome is not None
        expect(odo.page.locator(".yours")).to_contain_text("Over")
