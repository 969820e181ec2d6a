"""The screen on which fights begin, as tests press their way through it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from domain.events import CombatantJoined
from tests.page.dragging import middle
from tests.page.looks import Screen
from tests.page.site import Site


def begin(shown: Screen, served: Site, fight: str) -> None:
    """Begin a ready fight as it stands."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).click()
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()


def seats_of(shown: Screen, served: Site, fight: str) -> None:
    """Show who sits where in a ready fight."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).click()


def chooses(shown: Screen, served: Site, fight: str) -> None:
    """Choose a ready fight, and scroll down to where everybody stands in it."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).first.click()
    expect(shown.page.locator(".pick.on")).to_contain_text(re.compile(fight))
    shown.page.locator(".place-board").scroll_into_view_if_needed()


def listed(shown: Screen, who: str) -> Locator:
    """Return what the list below the board says of somebody."""
    return shown.page.locator(".movables button").filter(has_text=who)


def stands(shown: Screen, who: str, place: str) -> None:
    expect(listed(shown, who)).to_contain_text(place)


def token(shown: Screen, who: str) -> Locator:
    return shown.page.locator(f".place-board .stage [data-who='{who}']").first


def spot(shown: Screen, place: str) -> tuple[float, float]:
    """Return where a place is on the screen: the middle of a square, or of what is drawn of any other."""
    if not re.fullmatch(r"-?\d+:\d+", place):
        return middle(
            shown.page.locator(f".place-board [data-place='{place}'] >> nth=0")
            .locator("rect, circle")
            .first.bounding_box()
        )
    ground = shown.page.locator(".place-board .b-ground").bounding_box()
    assert ground is not None
    columns = shown.page.locator(".place-board .b-coord").evaluate_all(
        "(all) => all.filter((each) => each.getAttribute('y') === '-6').length"
    )
    size = ground["width"] / columns
    x, y = map(int, place.split(":"))
    return ground["x"] + (x + 0.5) * size, ground["y"] + (y + 0.5) * size


def begun(shown: Screen, served: Site) -> dict[str, str]:
    """Begin the fight, and return where it says that everybody began."""
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()
    expect(shown.page.locator(".table .board .tok").first).to_be_visible()
    fight = served.ledger.fight(shown.page.url.rpartition("/")[2])
    return {line.entry.who: line.entry.at for line in fight.lines if isinstance(line.entry, CombatantJoined)}
