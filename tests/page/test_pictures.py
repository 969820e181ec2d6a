"""The picture of a map lies under the squares, for whoever may see the board, and is fetched with the seat's key."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from domain.places.grid import Grid
from files import rosters
from files.pictures import formats
from files.written_rosters import named
from tests.maps.painting import board as painted
from tests.maps.painting import with_metadata
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site

pytestmark = pytest.mark.usefixtures("same_dice")

COTTAGE = Path(__file__).parents[1] / "maps" / "cottage.dd2vtt"
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
    # At one moment: what comes below the board moves it.
    ground, under = shown.page.evaluate(
        "(all) => all.map((each) => document.querySelector(each).getBoundingClientRect().toJSON())",
        ["rect.b-ground", "image.b-picture"],
    )
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


@pytest.mark.long
@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/webp"])
def test_what_a_browser_makes_of_a_picture_is_taken_and_drawn(browser: Browser, served: Site, kind: str) -> None:
    with screen(browser) as shown:
        shown.page.goto(f"{served.address}/")
        found, numbers = shown.page.evaluate(ENCODED, kind)
        picture = bytes(numbers)
        assert (found, formats.kind_of(picture), formats.cleaned(picture)) == (kind, kind, picture)
        shown.open(brought(served, picture).address("anwen"))
        lies_under_the_squares(shown)


@pytest.mark.long
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


WATCHED = """
const made = URL.createObjectURL;
URL.createObjectURL = (blob) => ((window.shownBlobs = true), made.call(URL, blob));
"""
"""Tells whether a page drew anything that it had fetched."""
AS_LONG = """
crypto.subtle.digest('SHA-256', new ArrayBuffer(1 << 22)).then(() => new Promise(requestAnimationFrame))
"""
"""Takes as long as to hash a picture, and to draw it."""


@pytest.mark.long
def test_a_picture_that_is_not_the_one_named_is_not_shown(browser: Browser, served: Site) -> None:
    fight = brought(served, painted(22, 14))
    with screen(browser) as shown:

        def other(route: Route) -> None:
            route.fulfill(body=painted(3, 3), content_type="image/png")

        shown.page.route("**/pictures/*", other)
        shown.page.add_init_script(WATCHED)
        with shown.page.expect_response("**/pictures/*") as coming:
            shown.open(fight.address("anwen"))
        coming.value.finished()
        # What is hashed after it is there once the picture was: both take their turn.
        shown.page.evaluate(AS_LONG)
        assert shown.page.evaluate("window.shownBlobs") is None
        assert shown.page.locator("image.b-picture").count() == 0


def begun(shown: Screen) -> str:
    """Press Begin, and return the id of the fight that is there then."""
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()
    expect(shown.page.locator(".table .board .tok").first).to_be_visible()
    return shown.page.url.rpartition("/")[2]


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_fight_is_begun_on_a_picture_of_ones_own_that_tells_nothing_else(
    browser: Browser, served: Site, tmp_path: Path, look: Look
) -> None:
    photo = tmp_path / "photo.png"
    photo.write_bytes(with_metadata(painted(22, 14)))
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("the mill", re.IGNORECASE)).first.click()
        shown.page.get_by_label("Map or picture").last.set_input_files(photo)
        expect(shown.page.locator(".place-board image.b-picture")).to_have_attribute("href", re.compile("^blob:"))
        shown.must_be_well()
        encounter = begun(shown)
        lies_under_the_squares(shown)
        kept = served.ledger.pictures.of(encounter)
        assert kept is not None
        assert formats.cleaned(kept) == kept
        assert b"GPS" not in kept


@pytest.mark.long
def test_a_map_file_gives_the_board_its_walls_and_its_picture_or_says_why_not(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    roster, none = tmp_path / "mine.yaml", tmp_path / "none.uvtt"
    roster.write_text("{system: storyteller, board: {width: 3, height: 2}}", encoding="utf-8")
    none.write_text("no map", encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(roster)
        chosen = shown.page.get_by_label("Map or picture").last
        expect(shown.page.locator(".pick.on")).to_contain_text("mine.yaml")
        chosen.set_input_files(none)
        expect(shown.page.get_by_role("alert").first).to_contain_text("This is no map file")
        chosen.set_input_files(COTTAGE)
        expect(shown.page.locator(".place-board image.b-picture")).to_have_attribute("href", re.compile("^blob:"))
        expect(shown.page.locator(".place-board .b-door")).to_have_count(2)
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert (saved["board"]["width"], "picture" in saved["board"]) == (8, False)
        chosen.set_input_files({"name": "x.png", "mimeType": "image/png", "buffer": b"<svg/>"})
        expect(shown.page.get_by_role("alert").first).to_contain_text("cannot read the picture")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board image.b-picture")).to_have_attribute("href", re.compile("^blob:"))
        board = served.ledger.fight(shown.page.url.rpartition("/")[2]).encounter.board
        assert isinstance(board, Grid)
        assert (board.width, board.height, len(board.doors)) == (8, 6, 2)
