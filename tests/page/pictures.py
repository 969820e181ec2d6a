"""Pictures of the page for the README: `python -m tests.page.pictures` takes them of a fight of storyteller."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from domain.deciding import offers, pending
from domain.encounter import Encounter
from tests.browsers import program, surroundings
from tests.page.conftest import FLAGS
from tests.page.looks import Look, screen
from tests.page.site import site

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SEED = 6
ROUND = 2


def a_turn(now: Encounter) -> bool:
    """Return whether the storyteller has a turn in which a foe can be attacked."""
    aimed = [offer.closed.get("target", ()) for offer in offers(now, "storyteller") if offer.do == "attack"]
    foe = any(now.combatants[str(who)].side == "players" for targets in aimed for who in targets)
    return (now.round or 0) >= ROUND and pending(now).kind == "turn" and foe


def main() -> None:
    """Take them, light and dark."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, site(Path(folder)) as served, sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=program(), args=FLAGS, env={**surroundings()})
        for look in (Look(1440, "light"), Look(1440, "dark")):
            fight = served.open("storyteller", SEED)
            fight.play(a_turn)
            with screen(browser, look) as shown:
                shown.open(fight.address("storyteller"))
                shown.page.get_by_role("button", name="Sit down with a key").click()
                shown.page.locator(".chip[data-do=attack]").first.click()
                shown.page.locator(".tok.aim.s1").first.click()
                shown.page.wait_for_timeout(1500)
                shown.page.screenshot(path=FOLDER / f"table-{look}.png")
        browser.close()


if __name__ == "__main__":
    main()
