"""In the lobby: what the fights add up to whose links a browser holds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from domain.encounter import Encounter
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Site
from tests.page.tables import lines

pytestmark = pytest.mark.usefixtures("same_dice")


def over(now: Encounter) -> bool:
    """Return whether a fight has come to its end."""
    return now.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_two_fights_are_added_up_by_name_once_somebody_asks(browser: Browser, served: Site, look: Look) -> None:
    fights = [served.open("pursuit", seed) for seed in (3, 4)]
    for fight in fights:
        fight.play(over)
    with screen(browser, look, "en-GB") as shown:
        for fight in fights:
            shown.open(fight.address("gallery" if "gallery" in fight.keys else next(iter(fight.keys))))
        shown.open(f"{served.address}/")
        assert not [each for each in shown.asked if "tallies" in each]
        shown.page.get_by_text("What they add up to").click()
        told = shown.page.get_by_role("region", name="What they add up to").locator("tbody tr")
        expect(told.first).to_be_visible()
        won = shown.page.get_by_role("region", name="Who won").locator("tbody tr")
        expect(won.first).to_be_visible()
        shown.must_be_well()
        assert shown.page.evaluate("document.documentElement.scrollWidth") == look.width
        rows = {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in told.all()}
        assert {cells[0] for cells in rows.values()} == {"2"}
        taken = sum(int(cells[3] or 0) for cells in rows.values())
        blows = [line for fight in fights for line in lines(fight) if line["type"] == "DamageApplied"]
        assert taken == sum(blow["before"] - blow["after"] for blow in blows) > 0
        shares = [row.locator("td").first.inner_text() for row in won.all()]
        assert sum(int(share.split(" of ")[0]) for share in shares) == 2
        assert {share.split(" of ")[1] for share in shares} == {"2"}
        seats = {seat.title() for fight in fights for seat in fight.keys if seat != "gallery"}
        luck = shown.page.get_by_role("region", name="Luck of the dice").locator("tbody tr")
        pace = shown.page.get_by_role("region", name="How long a turn takes").locator("tbody tr")
        for rows_of in (luck, pace):
            assert {row.locator("th").inner_text() for row in rows_of.all()} <= seats
            assert rows_of.count() > 0
