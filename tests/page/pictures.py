"""Pictures of the page for the README: `python -m tests.page.pictures` takes them of a fight of storyteller.

The table on a wide screen, and a turn on a phone, press by press.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

from domain.deciding import offers, pending
from domain.encounter import Encounter
from tests.browsers import program, surroundings
from tests.chance import seeded
from tests.page.conftest import FLAGS
from tests.page.looks import Look, Screen, screen
from tests.page.screens.stage import same_faces
from tests.page.site import Fight, Site, site
from tests.page.tables import declines, version, went_on

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SEED = 6
ROUND = 2


def a_turn(now: Encounter) -> bool:
    """Return whether the storyteller has a turn in which a foe can be attacked."""
    aimed = [offer.closed.get("target", ()) for offer in offers(now, "storyteller") if offer.do == "attack"]
    foe = any(now.combatants[str(who)].side == "players" for targets in aimed for who in targets)
    return (now.round or 0) >= ROUND and pending(now).kind == "turn" and foe


def turn(served: Site) -> Fight:
    """Return a fight in which the storyteller is about to attack."""
    fight = served.open("storyteller", SEED)
    fight.play(a_turn)
    return fight


def same_turn(served: Site) -> Fight:
    """Return the one that it always is: its dice come from its name, and no device would take them."""
    with seeded(f"a turn {SEED}"), patch("ledger.dice.entropy.roll_message", same_faces):
        return turn(served)


def aims(shown: Screen) -> None:
    """Choose an attack, and whom it is on."""
    shown.page.locator(".chip[data-do=attack]").first.click()
    if shown.page.locator(".say .go").is_disabled():
        shown.page.locator(".tok.aim.s1").first.click()
    shown.page.wait_for_timeout(1500)


def table(browser: Browser, fight: Fight, look: Look) -> None:
    """Take the table of whoever has chosen whom to attack."""
    with screen(browser, look, "en-GB") as shown:
        shown.open(fight.address("storyteller"))
        shown.page.get_by_role("button", name="Sit down with a key").click()
        aims(shown)
        shown.page.screenshot(path=FOLDER / f"table-{look}.png")


def presses(browser: Browser, fight: Fight, look: Look) -> list[bytes]:
    """Return what whoever attacks sees after each press, with the dice at last."""
    with screen(browser, look, "en-GB") as shown:
        shown.open(fight.address("storyteller"))
        declines(shown.page)
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()
        shown.page.wait_for_timeout(1500)
        seen = [shown.page.screenshot()]
        aims(shown)
        seen.append(shown.page.screenshot())
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        shown.page.wait_for_timeout(2500)
        return [*seen, shown.page.screenshot()]


def beside(pictures: Sequence[bytes], gap: int = 24) -> Image.Image:
    """Return pictures in a row, with nothing between them."""
    every = [Image.open(BytesIO(each)) for each in pictures]
    width = sum(each.width for each in every) + gap * (len(every) - 1)
    row, left = Image.new("RGBA", (width, max(each.height for each in every))), 0
    for each in every:
        row.paste(each, (left, 0))
        left += each.width + gap
    return row


def main() -> None:
    """Take them, light and dark."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=program(), args=FLAGS, env={**surroundings()})
        for scheme in ("light", "dark"):
            with TemporaryDirectory() as folder, site(Path(folder)) as served:
                row = beside(presses(browser, same_turn(served), Look(390, scheme)))
                row.quantize(256).save(FOLDER / f"turn-390-{scheme}.png", optimize=True)
            with TemporaryDirectory() as folder, site(Path(folder)) as served:
                table(browser, turn(served), Look(1440, scheme))
        browser.close()


if __name__ == "__main__":
    main()
