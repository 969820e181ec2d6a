"""A server, a browser and fights that are the same every time, so that two pictures of a screen are alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import get_ident
from typing import Any
from unittest.mock import patch

from playwright.sync_api import Browser, BrowserType, Page, Route, expect

from domain.encounter import Encounter
from domain.table.openings import Opening
from files import rosters
from files.written_rosters import named
from ledger.dice.faces import roll_message
from ledger.line import clock
from tests.browsers import apart, pinned, program, surroundings
from tests.chance import BEGAN, seeded
from tests.page.conftest import FLAGS
from tests.page.looks import Look, Screen, screen
from tests.page.site import Fight, Site, site
from tests.page.tables import declines, sit

MOMENT = BEGAN // 1_000_000
"""The time that it always is, in milliseconds."""
ADDRESS = "http://ledger.localhost"
"""Where the server is for the browser, whatever its port: links and codes on the page then are always the same."""
ALIKE = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb", "--hide-scrollbars"]
WATCHING = ("gallery", "neighbours", "bank")
"""Seats of our rosters that only watch: nobody asks them for a key."""
NOTHING_LEAVES = (
    "const then = setTimeout; window.setTimeout = (f, ms, ...rest) => then(f, ms > 5000 ? 1e9 : ms, ...rest);"
)
"""What leaves by itself after a while stays, however slow the machine is."""
CHANCE = (Path(__file__).parent / "chance.js").read_text(encoding="utf-8")
KEYS = (
    ("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"),
    ("TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs", "PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"),
)
"""The keys of RFC 8032, for the devices that come first and second: a browser would draw others every time."""


@dataclass(slots=True)
class Scene:
    """One screen that is being set: fights are opened for it, and shown in windows of one look."""

    name: str
    look: Look
    site: Site
    browser: Browser
    fights: dict[tuple[str, str, int], Fight]
    windows: ExitStack = field(default_factory=ExitStack)
    devices: int = 0

    @property
    def phone(self) -> bool:
        """Return whether one thing is shown at a time."""
        return self.look.width <= 620

    def fight(self, roster: str | Opening, until: Callable[[Encounter], bool], seed: int = 1) -> Fight:
        """Open a fight, and play it until something holds."""
        opening = rosters.read(named(roster)) if isinstance(roster, str) else roster
        fight = self.site.begin(opening, seed)
        fight.play(until, most=600)
        return fight

    def known(self, roster: str, until: Callable[[Encounter], bool], seed: int = 1) -> Fight:
        """Return a fight at which scenes only look, played once for all of them."""
        key = (roster, until.__name__, seed)
        if key not in self.fights:
            with seeded(key, get_ident()):
                self.fights[key] = self.fight(roster, until, seed)
        return self.fights[key]

    def window(self) -> Screen:
        """Give a window of somebody who has never been here."""
        shown = self.windows.enter_context(screen(self.browser, self.look, "en-GB"))
        shown.page.clock.set_fixed_time(MOMENT / 1000)
        shown.page.add_init_script(NOTHING_LEAVES)
        return shown

    def seated(self, fight: Fight, seat: str, of: int = 2) -> Screen:
        """Show a fight to somebody who sits there with a key."""
        shown = self.window()
        chance = CHANCE.replace("GIVEN", json.dumps([self.devices, *KEYS[self.devices]]))
        self.devices += 1

        def beside(route: Route) -> None:
            answer = route.fetch(url=route.request.url.replace(ADDRESS, self.site.address))
            route.fulfill(response=answer, body=chance + answer.text())

        shown.page.add_init_script(chance)
        shown.context.route("**/worker.js", beside)
        return sit(shown, f"{ADDRESS}/e/{fight.id}#{fight.keys[seat]}", of)

    def leaves(self, shown: Screen) -> None:
        """Let somebody go in the end without a word about what the browser said of it."""

        def gone() -> None:
            shown.page.goto("about:blank")
            shown.complaints.clear()

        self.windows.callback(gone)

    def lobby(self) -> Page:
        """Show what stands at the address of the server alone."""
        return self.window().open(f"{ADDRESS}/").page

    def table(self, fight: Fight, seat: str) -> Page:
        """Show a fight to somebody for whom the server speaks, with what they may do."""
        page = self.window().open(f"{ADDRESS}/e/{fight.id}#{fight.keys[seat]}").page
        if seat not in WATCHING and fight.now.outcome is None:
            declines(page)
        expect(page.locator(".chron li").first).to_be_attached()
        return page


@dataclass(frozen=True, slots=True)
class Stage:
    """Where scenes are set one after another."""

    site: Site
    browser: Browser
    judge: Page
    fights: dict[tuple[str, str, int], Fight] = field(default_factory=dict)

    @contextmanager
    def scene(self, name: str, look: Look) -> Iterator[Scene]:
        """Give a scene whose chance comes from its name."""
        scene = Scene(name, look, self.site, self.browser, self.fights)
        with seeded(name), scene.windows:
            yield scene


def same_faces(encounter: str, roll: int, _declared: Any, _salts: Any) -> bytes:
    """Return what decides a roll: the fight and the number of the roll alone."""
    return roll_message(encounter, roll, bytes(32), ())


@contextmanager
def stage(chromium: BrowserType, folder: Path) -> Iterator[Stage]:
    """Serve a fresh store, and start the browser out of the package with its own fonts, else any there is."""
    still = patch.multiple(clock, now=lambda: MOMENT, passed=lambda: 0)
    with seeded("stage"), still, patch("ledger.dice.entropy.roll_message", same_faces), site(folder) as served:
        here = f"--host-resolver-rules=MAP ledger.localhost 127.0.0.1:{served.address.rsplit(':', 1)[1]}"
        around = apart() if pinned() else surroundings()
        browser = chromium.launch(executable_path=pinned() or program(), args=[*FLAGS, *ALIKE, here], env={**around})
        yield Stage(served, browser, browser.new_page())
        browser.close()
