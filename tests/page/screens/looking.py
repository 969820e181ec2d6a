"""What a screen looks like once nothing more comes, and whether that is what it looked like before."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.page.looks import HEIGHTS, Look
from tests.page.screens.pictures import Difference, difference

HERE = Path(__file__).parent
EVERY = [Look(width, scheme) for width in HEIGHTS for scheme in ("light", "dark")]
MOST = 0.002
"""So much of a screen may differ from what is kept."""
AGAIN = 250
"""Milliseconds between two looks at a screen on which something may still come."""
TIMES = 80
AT_REST = 8
"""So many times it looks the same before it is at rest."""


def folder_of(look: Look) -> Path:
    """Return where the pictures of a look are kept."""
    return HERE / str(look)


def picture(page: Page) -> bytes:
    """Return what a screen looks like just now."""
    return page.screenshot(animations="disabled", caret="hide")


def settled(page: Page) -> bytes:
    """Return what a screen looks like once it has been the same for a while."""
    seen, same = b"", 0
    for _ in range(TIMES):
        before, seen = seen, picture(page)
        same = same + 1 if before == seen else 0
        if same == AT_REST:
            return seen
        page.wait_for_timeout(AGAIN)
    raise AssertionError("The screen does not come to rest.")


def held_against(page: Page, kept: bytes, judge: Page) -> tuple[bytes, Difference]:
    """Return what a screen looks like, and how that differs from what is kept: once it does not, or is at rest."""
    seen = picture(page)
    found = difference(judge, kept, seen)
    if found.share > MOST:
        seen = settled(page)
        found = difference(judge, kept, seen)
    return seen, found
