"""Somebody without a mouse: presses keys, each of which is counted, and looks at the screen in between."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import expect

from tests.page.looks import Screen
from tests.page.site import Fight
from tests.page.tables import until, version


@dataclass(slots=True)
class Keyboard:
    """The keys of one seat, pressed at a screen of it."""

    shown: Screen
    fight: Fight
    pressed: int = 0

    def press(self, *keys: str) -> None:
        """Press keys one after another, each once the page had time to answer the last one."""
        for key in keys:
            self.shown.page.keyboard.press(key)
            self.pressed += 1
            self.shown.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def types(self, text: str) -> None:
        """Type letters."""
        self.press(*text)

    def sends(self, *keys: str) -> None:
        """Press keys the last of which sends something, and wait until the page shows what came of it."""
        before = version(self.fight)
        self.press(*keys)
        until(self.shown, lambda: version(self.fight) > before)
        self.settled()

    def settled(self) -> None:
        """Wait until the page shows the newest line, and what may be done then, with its odds."""
        page = self.shown.page
        asked = "(n) => document.querySelector('.table')?.dataset.choices === String(n)"
        until(self.shown, lambda: bool(page.evaluate(asked, version(self.fight))))
        expect(page.locator(".where")).to_contain_text(f"line {version(self.fight)}")
        expect(page.locator(".dock[aria-busy]")).to_have_count(0)
