"""Archers who are about to shoot, each in a browser of their own, with a device that the browser made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, expect

from domain.deciding import offers, pending
from domain.encounter import Encounter
from tests.ledger.fights import ARCHERS, TO_BLOWS, opening
from tests.page.looks import USUAL, Look, Screen, screen
from tests.page.site import Fight, Site

SQUARE = 40
"""So many units of the drawing are one square of a grid."""


def archers(served: Site, **changes: Any) -> Fight:
    """Open a fight of archers, and let them meet; the turn is at Ana."""
    fight = served.begin(opening(ARCHERS, **changes))
    for body in TO_BLOWS:
        fight.give("ana", **body)
    return fight


def on_the_lan(served: Site) -> str:
    """Return the address of a server as from another machine, by plain http: there a browser offers no cryptography."""
    return served.address.replace("127.0.0.1", "lan.test")


def sit(shown: Screen, address: str, of: int = 2) -> Screen:
    """Open the link of a seat, and sit down with a key."""
    shown.open(address)
    shown.page.get_by_role("button", name="Sit down with a key").click()
    expect(shown.page.locator(".lamp")).to_contain_text(f"of {of} devices", timeout=20_000)
    # A call that was under way with the key of the link finds it worth nothing now, and the browser says so.
    shown.bears("status of 404")
    return shown


DECLINED = """() => new Promise((done) => {
  const asked = indexedDB.open('encounter-ledger');
  asked.onsuccess = () => {
    const all = asked.result.transaction('seats').objectStore('seats').getAll();
    all.onsuccess = () => { asked.result.close(); done(all.result.some((each) => each.custodial)); };
  };
})"""
"""Whether the browser has kept that somebody wants no key."""


def declines(page: Page) -> None:
    """Play by the word of the server, and let the browser keep that."""
    page.get_by_role("button", name="Without a key").click()
    page.wait_for_function(DECLINED)


@contextmanager
def seated(browser: Browser, address: str, look: Look = USUAL, of: int = 2) -> Iterator[Screen]:
    """Give a screen of somebody who sits there with a key."""
    with screen(browser, look) as shown:
        yield sit(shown, address, of)


def shoots(shown: Screen, target: str = "Bo") -> None:
    """Let whoever has the turn shoot at somebody, and send it."""
    aims(shown, target)
    shown.page.locator(".say .go").click()


def steady(shown: Screen) -> Screen:
    """Wait until the odds of the turn are there: they may move what is about to be pressed."""
    expect(shown.page.locator(".dock:not([aria-busy])")).to_have_count(1)
    return shown


def aims(shown: Screen, target: str = "") -> None:
    """Choose the first attack, and somebody to attack if there are several."""
    steady(shown).page.locator(".chip[data-do=attack]").first.click()
    if shown.page.locator(".say .go").is_disabled():
        shown.page.locator(".stage .tok.aim").and_(shown.page.get_by_label(re.compile(f"^{target}"))).first.click()
    expect(shown.page.locator(".say .go")).to_be_enabled()


def lines(fight: Fight) -> list[dict[str, Any]]:
    """Return the lines of a fight."""
    return [json.loads(line.raw) for line in fight.site.ledger.lines(fight.id)]


def may(seat: str, do: str) -> Callable[[Encounter], bool]:
    """Return a question: is something on offer to a seat, and if it is an attack, on somebody?"""
    return lambda now: any(
        offer.do == do and (do != "attack" or "location" not in offer.open) for offer in offers(now, seat)
    )


def version(fight: Fight) -> int:
    """Return the newest line of a fight."""
    return fight.site.ledger.fight(fight.id).version


def went_on(shown: Screen, fight: Fight, before: int) -> None:
    """Wait until a command that was given on the page stands in the ledger, and the page shows the newest line."""
    where = shown.page.locator(".where")
    expect(where).to_contain_text("line")
    until(shown, lambda: version(fight) > before and f"line {version(fight)}" in (where.text_content() or ""))


def seat_in_turn(fight: Fight) -> str:
    """Return a seat that has something to do in the rules of its fight."""
    own = {"end_encounter", "concede"}
    return next(
        seat for seat in fight.keys if any(not offer.aside and offer.do not in own for offer in offers(fight.now, seat))
    )


def anwens_turn(served: Site, seed: int) -> Fight:
    """Return a fight in which somebody of Anwen's may attack."""
    fight = served.open("storyteller", seed)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    return fight


def until(shown: Screen, holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until something holds, while the browser goes on."""
    for _ in range(int(seconds * 20)):
        if holds():
            return
        shown.page.wait_for_timeout(50)
    assert shown.context.browser is not None
    opened = [page for context in shown.context.browser.contexts for page in context.pages]
    seen = "\n\n".join(f"{page.url} shows:\n{page.locator('body').inner_text()}" for page in opened)
    raise AssertionError(f"It did not come to hold.\n{seen}")


def rolls(fight: Fight) -> list[dict[str, Any]]:
    """Return what decided each roll."""
    return [line for line in lines(fight) if line["type"] == "EntropyRevealed"]


def may_shoot(fight: Fight, seat: str) -> bool:
    """Return whether a seat could shoot now."""
    return any(offer.do == "attack" for offer in offers(fight.now, seat))


def press_square(shown: Screen, at: str) -> None:
    """Press a square of the board."""
    x, y = map(int, at.split(":"))
    box = shown.page.locator(".stage .b-ground").bounding_box()
    assert box is not None
    across = float(shown.page.locator(".stage .b-ground").get_attribute("width") or 0) / SQUARE
    step = box["width"] / across
    shown.page.mouse.click(box["x"] + (x + 0.5) * step, box["y"] + (y + 0.5) * step)
