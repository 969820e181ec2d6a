"""The picture of a map lies under the squares, for whoever may see the board, and is fetched with the seat's key."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from files import rosters
from files.pictures import formats
from files.written_rosters import named
from tests.maps.painting import board as painted
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site

pytestmark = pytest.mark.usefixtures("same_dice")

ENCODED = """async (kind) => {
    const canvas = new OffscreenCanvas(44, 28);
    const brush = canvas.getContext("2d");
    for (let x = 0; x < 44; x++) { brush.fillStyle = `hsl(${x * 8} 60% 50%)`; brush.fillRect(x, 0, 1, 28); }
    const picture = await canvas.convertToBlob({ type: kind });
    return [picture.type, [...new Uint8Array(await picture.arrayBuffer())]];
}"""


def on_a_map(served: Site, picture: bytes) -> Fight:
    """Open a fight whose board names a picture."""
    usual: Any = rosters.read(named("storyteller"))
    return served.begin(replace(usual, board=replace(usual.board, picture=formats.name_of(picture))))


def brought(served: Site, picture: bytes) -> Fight:
    """Open such a fight, and bring the picture."""
    fight = on_a_map(served, picture)
    served.ledger.pictures.keep(fight.id, fight.now.referee or "", picture)
    return fight


def lies_under_the_squares(shown: Screen) -> None:
    """Wait until the picture is drawn, and hold it against the ground, the walls and the tokens."""
    picture = shown.page.locator("image.b-picture").first
    expect(picture).to_have_attribute("href", re.compile("^blob:"))
    ground, under = (shown.page.locator(each).first.bounding_box() for each in ("rect.b-ground", "image.b-picture"))
    assert ground == under
    assert shown.page.locator(".b-picture ~ .b-wall, .b-picture ~ .b-grid").count() >= 1
    order = "(all) => all.map((each) => each.compareDocumentPosition(document.querySelector('.b-picture')) & 2)"
    assert set(shown.page.locator(".stage .tok, .stage .b-wall").evaluate_all(order)) == {2}


@pytest.mark.parametrize("look", LOOKS)
def test_a_picture_lies_under_the_squares_and_the_board_is_played_above_it(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = brought(served, painted(22, 14))
    with screen(browser, look) as shown:
        shown.open(fight.address("anwen"))
        lies_under_the_squares(shown)
        shown.must_be_well()


@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/webp"])
def test_what_a_browser_makes_of_a_picture_is_taken_and_drawn(browser: Browser, served: Site, kind: str) -> None:
    with screen(browser) as shown:
        shown.page.goto(f"{served.address}/")
        found, numbers = shown.page.evaluate(ENCODED, kind)
        picture = bytes(numbers)
        assert (found, formats.kind_of(picture), formats.cleaned(picture)) == (kind, kind, picture)
        shown.open(brought(served, picture).address("anwen"))
        lies_under_the_squares(shown)


def test_whoever_has_no_key_sees_it_where_the_fight_is_shown_and_so_does_whoever_looks_back(
    browser: Browser, served: Site
) -> None:
    fight = brought(served, painted(22, 14))
    host = fight.now.referee or ""
    served.ledger.show(fight.id, host, "live")
    with screen(browser) as stranger, screen(browser) as back:
        stranger.open(f"{served.address}/r/{fight.id}")
        lies_under_the_squares(stranger)
        back.open(f"{fight.address(host)}")
        back.page.keyboard.press("[")
        expect(back.page.locator(".past, .time, .scrub").first).to_be_visible()
        lies_under_the_squares(back)


def test_a_picture_that_is_not_the_one_named_is_not_shown(browser: Browser, served: Site) -> None:
    fight = brought(served, painted(22, 14))
    with screen(browser) as shown:

        def other(route: Route) -> None:
            route.fulfill(body=painted(3, 3), content_type="image/png")

        shown.page.route("**/pictures/*", other)
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".stage .tok").first).to_be_visible()
        with shown.page.expect_response("**/pictures/*"):
            shown.page.reload()
        expect(shown.page.locator(".stage .tok").first).to_be_visible()
        assert shown.page.locator("image.b-picture").count() == 0
