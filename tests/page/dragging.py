"""Dragging as a hand does it: what moves away while the page still settles is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playwright.sync_api import Error, FloatRect, Locator, Page

Point: TypeAlias = tuple[float, float]
SETTLED = 4
"""So many looks in a row, 50 ms apart, at which something lies where it lay."""


def middle(box: FloatRect | None) -> Point:
    """Return the middle of what is on the screen."""
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


GRIP = """(token) => {
  const box = token.getBoundingClientRect();
  for (const down of [0.5, 0.35, 0.65, 0.2, 0.8]) for (const right of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const [x, y] = [box.left + right * box.width, box.top + down * box.height];
    if (token.contains(document.elementFromPoint(x, y))) return [x, y];
  }
  return null;
}"""


def grip(token: Locator) -> Point:
    """Return a spot where somebody on the board can be taken hold of; from farther away where something covers them."""
    for _ in range(4):
        if (found := token.evaluate(GRIP)) is not None:
            return found[0], found[1]
        token.page.get_by_role("button", name="Farther").first.click()
        token.page.wait_for_timeout(200)
    raise AssertionError("It is covered wherever one takes hold of it.")


def settled(page: Page, where: Callable[[], Point]) -> Point:
    """Return where something lies once it has come to rest."""
    seen = [where()]
    while len(seen) < SETTLED or len(set(seen[-SETTLED:])) > 1:
        page.wait_for_timeout(50)
        seen.append(where())
        assert len(seen) < 400, f"It does not come to rest: {seen[-SETTLED:]}."
    return seen[-1]


def lifted(page: Page) -> bool:
    """Return whether somebody hangs on the pointer."""
    try:
        page.locator(".ghost").wait_for(state="attached", timeout=2000)
    except Error:
        return False
    return True


def drags(page: Page, origin: Callable[[], Point], to: Callable[[], Point]) -> None:
    """Drag what lies at a spot to another, which may be there only once somebody is dragged."""
    for _ in range(5):
        x, y = settled(page, origin)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 10, y + 10)
        if lifted(page):
            break
        # It moved away just then, and the board was moved instead.
        page.mouse.up()
    end = None
    while end != (end := to()):
        page.mouse.move(*end, steps=3)
    page.mouse.up()
