"""How people look at the page: widths, colours, and one screen of it whose every complaint is kept.

Unless a test asks for a language, the page speaks one that is English with signs that are not seen around its words:
so every screen that must be well tells of words that are neither the page's own, nor marked as the server's, nor names.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

import dev
from tests.page.site import names
from tests.sparing import RUN

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "page" / "node_modules" / "axe-core" / "axe.min.js"
HEIGHTS = {1440: 900, 820: 1180, 390: 844}
ZOOMED = {320: 256}
"""A screen of 1280 by 1024 at 400 %: so much of it is left."""
Scheme = Literal["light", "dark"]
ELSEWHERE = "de"
"""A language whose words the page loads: tests put others in their place."""
PLAIN = "The Cross-Origin-Opener-Policy header has been ignored"
"""What a browser says of every answer by plain http from another machine, whatever is in it."""


@dataclass(frozen=True, slots=True)
class Look:
    """A width of the screen, whether its owner likes it dark, and whether the colours are the owner's own."""

    width: int
    scheme: Scheme
    forced: bool = False

    def __str__(self) -> str:
        return f"{self.width}-{self.scheme}"


USUAL = Look(1440, "light")
LOOKS = [
    pytest.param(look, id=str(look), marks=() if look == USUAL else pytest.mark.long)
    for look in (Look(width, scheme) for width in HEIGHTS for scheme in ("light", "dark"))
]
"""One of them for each commit, all of them with --all."""


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


@cache
def _marked() -> str:
    words = Path(__file__).parent / "marked.mjs"
    return subprocess.run([dev.VENV / "bin" / "node", words], check=True, capture_output=True, text=True).stdout


VIOLATIONS = """async (colours) => (await axe.run(document, {
  resultTypes: ['violations'], rules: { 'color-contrast': { enabled: colours } },
})).violations"""
"""Of whatever is well one example is found, not each: that takes half as long."""
STRAYS = (Path(__file__).parent / "strays.js").read_text(encoding="utf-8")


@dataclass(slots=True)
class Screen:
    """One page in a browser; ``complaints`` are what its console said, but for what is ``borne``."""

    page: Page
    context: BrowserContext
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    marked: bool = True
    borne: str | None = None
    forced: bool = False

    def bears(self, words: str = "Failed to load resource") -> None:
        """Let the browser say such a thing, before and from now on: it is late at times to say so of a refusal."""
        self.borne = words
        self.complaints[:] = [each for each in self.complaints if words not in each]

    def open(self, address: str) -> Screen:
        """Go to an address and wait until the page has something to show."""
        self.page.goto(address)
        expect(self.page.locator(".table .board svg .tok, .sheet h1, .sheet h2").first).to_be_visible()
        strays = self.strays()
        assert strays == [], "\n".join(strays)
        return self

    def must_be_well(self, *, colours: bool = False) -> None:
        """Assert that nothing on the screen shuts anybody out, and that the browser has nothing to say.

        Contrast takes two thirds of that time: each commit looks at it where it is asked for, --all everywhere.
        """
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_axe())
        found: list[dict[str, Any]] = self.page.evaluate(VIOLATIONS, colours or RUN.whole)
        said = [
            f"{each['id']}: {node['html'][:160]}"
            for each in found
            if not self._is_the_owners(each)
            for node in each["nodes"][:4]
        ]
        assert said == [], "\n".join(said)
        assert self.complaints == [], "\n".join(self.complaints)
        strays = self.strays()
        assert strays == [], "\n".join(strays)

    def _is_the_owners(self, found: dict[str, Any]) -> bool:
        """Return whether it is about colours that the owner of the screen chose, of which a page says nothing."""
        return self.forced and found["id"] == "color-contrast"

    def strays(self) -> list[str]:
        """Return the words on the screen that no language of the page has, and nothing marks as the server's."""
        if not self.marked or self.page.is_closed() or not self.page.url.startswith("http"):
            return []
        known = sorted(names(), key=len, reverse=True)
        try:
            found: list[str] = self.page.evaluate(STRAYS, known)
        except Error as left:
            # It was just going to another address, or was loading anew.
            if "navigation" not in str(left):
                raise
            self.page.wait_for_load_state()
            found = self.page.evaluate(STRAYS, known)
        return found


def hearing(shown: Screen) -> Callable[[ConsoleMessage], None]:
    """Return what keeps all that a console says."""

    def heard(message: ConsoleMessage) -> None:
        if not message.text.startswith(PLAIN) and (shown.borne is None or shown.borne not in message.text):
            shown.complaints.append(message.text)

    return heard


@contextmanager
def screen(browser: Browser, look: Look = USUAL, language: str | None = None) -> Iterator[Screen]:
    """Give a screen of somebody who has never been here; its console must stay silent."""
    context = browser.new_context(
        viewport={"width": look.width, "height": {**HEIGHTS, **ZOOMED}[look.width]},
        color_scheme=look.scheme,
        forced_colors="active" if look.forced else "none",
        locale=language or ELSEWHERE,
        has_touch=look.width < 600,
        reduced_motion="reduce",
    )
    if language is None:
        context.route(f"**/{ELSEWHERE}.js", lambda route: route.fulfill(body=_marked(), content_type="text/javascript"))
    context.set_default_timeout(20_000)
    shown = Screen(context.new_page(), context, marked=language is None, forced=look.forced)
    shown.page.on("console", hearing(shown))
    shown.page.on("pageerror", lambda error: shown.complaints.append(str(error)))
    shown.page.on("request", lambda request: shown.asked.append(request.url))
    yield shown
    strays: list[str] = []
    with suppress(Error):  # a page that is about to be left says nothing any more
        strays = shown.strays()
    context.close()
    assert shown.complaints == [], "\n".join(shown.complaints)
    assert strays == [], "\n".join(strays)
