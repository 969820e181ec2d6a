"""The trail of the last move follows the places that were gone through: live, looking back, and in the one file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.encounter import Encounter
from files.pages.replay import replay_of
from projections.chronicle import Entry, chronicle
from tests.page.looks import screen
from tests.page.site import Fight, Site

SQUARE = 40
GALLERY = "gallery"


def drawn(entry: Entry) -> list[str]:
    """Return how the trails of an entry are drawn on squares."""
    ways = ([tuple(map(int, place.split(":"))) for place in way.places] for way in entry.moves)
    return ["M" + "L".join(f"{x * SQUARE + 20} {y * SQUARE + 20}" for x, y in way) for way in ways]


@pytest.fixture(scope="module")
def walked(served: Site) -> tuple[Fight, Entry]:
    """A fight in which somebody just went a way of several squares, and the entry of that."""
    fight = served.open("storyteller", 3)

    def moves() -> list[Entry]:
        return [entry for entry in chronicle(served.ledger.fight(fight.id, GALLERY).lines, GALLERY) if entry.moves]

    def has_walked(_: Encounter) -> bool:
        return any(len(way.places) > 3 for entry in moves()[-1:] for way in entry.moves)

    fight.play(has_walked)
    return fight, moves()[-1]


def follows(page: Page, entry: Entry) -> None:
    """Hold the trails on the board against the way of an entry."""
    trails = page.locator(".stage .b-trail")
    expect(trails).to_have_count(len(entry.moves))
    assert [each.get_attribute("d") for each in trails.all()] == drawn(entry)


@pytest.mark.long
def test_the_trail_follows_the_squares_live_and_looking_back(browser: Browser, walked: tuple[Fight, Entry]) -> None:
    fight, entry = walked
    with screen(browser) as shown:
        shown.open(fight.address(GALLERY))
        follows(shown.page, entry)
        shown.open(f"{fight.site.address}/e/{fight.id}?at={entry.last}")
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", str(entry.last))
        follows(shown.page, entry)
        shown.page.keyboard.press("[")
        expect(shown.page.locator(".replay")).not_to_have_attribute("data-at", str(entry.last))
        assert [each.get_attribute("d") for each in shown.page.locator(".stage .b-trail").all()] != drawn(entry)
        shown.must_be_well()


def test_the_trail_follows_the_squares_in_the_file_of_a_fight(
    browser: Browser, walked: tuple[Fight, Entry], tmp_path: Path
) -> None:
    fight, entry = walked
    file = tmp_path / "replay.html"
    file.write_bytes(replay_of(fight.site.ledger, fight.id, GALLERY))
    with screen(browser) as shown:
        shown.context.set_offline(True)
        shown.page.goto(f"{file.as_uri()}#?at={entry.last}")
        expect(shown.page.locator(".replay")).to_have_attribute("data-at", str(entry.last), timeout=30_000)
        follows(shown.page, entry)
