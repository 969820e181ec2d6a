"""Covered parts of a picture: the referee covers and shows them on the board, and no other page is sent any of them."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Response, expect

from files import rosters
from files.pictures import formats
from files.written_rosters import named
from tests.maps.painting import board as painted
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import press_square, steady, until, version, went_on

pytestmark = pytest.mark.usefixtures("same_dice")

PICTURE = painted(22, 14)


def fight_on(served: Site, *covered: tuple[str, str]) -> Fight:
    """Open a fight whose picture is there, covered in parts from the beginning."""
    usual: Any = rosters.read(named("storyteller"))
    fight = served.begin(replace(usual, board=replace(usual.board, picture=formats.name_of(PICTURE), covered=covered)))
    served.ledger.pictures.keep(fight.id, fight.now.referee or "", PICTURE)
    return fight


def asked(shown: Screen) -> list[str]:
    """Return what a page has been given of pictures, which grows while one looks."""
    found: list[str] = []

    def heard(answer: Response) -> None:
        if "/pictures/" in answer.url and answer.status == 200:
            found.append(answer.url.partition("/pictures/")[2])

    shown.page.on("response", heard)
    return found


def copy(fight: Fight, shown: Screen, given: list[str]) -> bytes:
    """Wait until a page was given a copy of the picture and nothing else of it, and return that."""
    until(shown, lambda: given)
    assert [each for each in given if "/masks/" not in each] == []
    kept = fight.site.ledger.pictures.mask(fight.id, given.pop().rpartition("/")[2])
    assert kept is not None
    return kept


def pixels(raw: bytes, *squares: tuple[int, int]) -> set[tuple[int, ...]]:
    """Return the colours in the middle of squares of a picture of the board."""
    image = Image.open(BytesIO(raw)).convert("RGB")
    wide, high = image.width / 22, image.height / 14
    spots = [(int((x + 0.5) * wide), int((y + 0.5) * high)) for x, y in squares]
    return {tuple(value // 16 for value in image.getpixel(spot)) for spot in spots}  # type: ignore[union-attr]  # three numbers


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_what_the_referee_covers_comes_to_no_player_until_it_is_shown(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = fight_on(served)
    with screen(browser) as referee, screen(browser, look) as player:
        referee.open(fight.address(fight.now.referee or ""))
        player.open(fight.address("anwen"))
        expect(player.page.locator(".stage image.b-picture")).to_have_attribute("href", re.compile("^blob:"))
        given = asked(player)
        cover(referee, fight, "Cover", "0:0", "21:13")
        expect(player.page.locator(".stage .b-cover")).to_have_attribute("d", "M0 0h880v560h-880z")
        told = copy(fight, player, given)
        assert pixels(told, (1, 1), (11, 6), (20, 12)) == pixels(told, (5, 5))
        cover(referee, fight, "Uncover", "0:0", "3:3", everybody=True)
        expect(player.page.locator(".stage .b-cover")).not_to_have_attribute("d", "M0 0h880v560h-880z")
        told = copy(fight, player, given)
        assert pixels(told, (1, 1)) != pixels(told, (11, 6)) == pixels(told, (20, 12))
        assert player.page.locator(".stage .b-cover.own").count() == 0
        assert referee.page.locator(".stage .b-cover.own").count() == 1
        player.must_be_well()
        referee.must_be_well()


def cover(shown: Screen, fight: Fight, label: str, corner: str, opposite: str, *, everybody: bool = False) -> None:
    """Cover, or show, a rectangle by pressing two of its corners."""
    shown.page.get_by_role("button", name="Referee, words and secrets").click()
    shown.page.locator(".side [data-do=change_board]", has_text=re.compile(f"^{label}")).click()
    if everybody:
        expect(shown.page.locator(".fields [data-field=to]")).to_contain_text("Everybody")
    expect(shown.page.locator(".fields [data-field=corner]")).to_be_visible()
    for square in (corner, opposite):
        press_square(steady(shown), square)
    expect(shown.page.locator(".stage .b-area")).to_have_count(1)
    before = version(fight)
    shown.page.locator(".say .go").click()
    went_on(shown, fight, before)


@pytest.mark.long
def test_whoever_comes_later_or_has_no_key_is_shown_the_copy_and_the_referee_sees_as_a_seat_does(
    browser: Browser, served: Site
) -> None:
    fight = fight_on(served, ("0:0", "21:6"))
    host = fight.now.referee or ""
    served.ledger.show(fight.id, host, "live")
    with screen(browser) as referee, screen(browser) as stranger:
        given = asked(stranger)
        stranger.open(f"{served.address}/r/{fight.id}")
        expect(stranger.page.locator(".stage .b-cover:not(.own)")).to_have_count(1)
        expect(stranger.page.locator(".stage image.b-picture")).to_have_count(0)
        referee.open(fight.address(host))
        told = copy(fight, stranger, given)
        assert pixels(told, (3, 3)) == pixels(told, (20, 1)) != pixels(told, (3, 9))
        expect(stranger.page.locator(".stage image.b-picture")).to_have_attribute("href", re.compile("^blob:"))
        fight.give(host, do="change_board", by=host, change="uncover", corner="0:0", opposite="5:5", to="anwen")
        expect(referee.page.locator(".where")).to_contain_text(f"line {version(fight)}")
        referee.page.get_by_role("button", name="Referee, words and secrets").click()
        referee.page.locator(".side").get_by_role("button", name="anwen").click()
        expect(referee.page.locator(".stage .b-cover:not(.own)")).to_have_attribute("d", re.compile("^M240 0h640"))
        referee.page.keyboard.press("Escape")
        expect(referee.page.locator(".stage .b-cover.own")).to_have_attribute("d", "M0 0h880v280h-880z")
        assert stranger.page.locator(".stage .b-cover").get_attribute("d") == "M0 0h880v280h-880z"
        stranger.must_be_well()
