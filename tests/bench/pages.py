"""The page in a real browser: the first screen by a slow profile, presses to paint, a crowded board, long fights."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from domain.deciding import pending
from domain.encounter import Encounter
from tests.bench.figures import Figure
from tests.bench.skirmish import crowded
from tests.browsers import program, surroundings
from tests.page.conftest import FLAGS
from tests.page.site import Fight, Site, site

SLOW = "CPU slowed down four times, 10 Mbit/s, 80 ms"
PRESSES = 40
REST = 800
"""Milliseconds between two presses: odds and reasons of the turn have come by then."""
FRAMES = 120
PEOPLE, WALLS = 60, 500

PAINTED = """async (press) => {
  const line = () => document.querySelector('.table').dataset.choices;
  const before = line();
  let began = performance.now(), sure = null;
  document.querySelector(press).click();
  while (line() === before) {
    await new Promise(requestAnimationFrame);
    const asked = document.querySelector('.say .go:not([disabled])');
    if (asked && !sure) {
      sure = asked;
      began = performance.now();
      sure.click();
    }
    if (performance.now() - began > 5000) throw new Error('Nothing came of it.');
  }
  await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
PANNED = """async (frames) => {
  const at = document.querySelector('.stage svg'), box = at.getBoundingClientRect(), told = [];
  const send = (kind, x, y) => at.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 1, isPrimary: true, buttons: 1, clientX: x, clientY: y }));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  send('pointerdown', x, y);
  let last = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < frames; frame += 1) {
    send('pointermove', x + 80 * Math.sin(frame / 9), y + 60 * Math.cos(frame / 7));
    const now = await new Promise(requestAnimationFrame);
    told.push(now - last);
    last = now;
  }
  send('pointerup', x, y);
  return told;
}"""


def figures(scratch: Path) -> Iterator[Figure]:
    """Yield what people wait for in a browser; nothing where the machine has none."""
    found = program()
    if found is None:
        return
    with sync_playwright() as playing, site(scratch) as served:
        flags = [*FLAGS, "--enable-precise-memory-info", "--js-flags=--expose-gc"]
        browser = playing.chromium.launch(executable_path=found, args=flags, env={**surroundings()})
        yield from _first_screen(browser, served)
        yield _presses(browser, served)
        yield _crowd(browser, served)
        yield from _long(browser, served)
        browser.close()


@contextmanager
def _screen(browser: Browser, address: str) -> Iterator[Page]:
    """Give a screen 1440 wide on which a board is shown."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(address)
    page.locator(".table .board .tok").first.wait_for()
    yield page
    page.close()


def _first_screen(browser: Browser, served: Site) -> Iterator[Figure]:
    """Yield how long it takes until board, order and chronicle are there, and what was transferred."""
    fight = served.open("storyteller", 3)
    fight.play(lambda now: (now.round or 0) >= 2)
    page = browser.new_page(viewport={"width": 390, "height": 844})
    told = page.context.new_cdp_session(page)
    sizes = _slowed(told)
    page.goto(fight.address("anwen"))
    page.locator(".table .board .tok").first.wait_for()
    page.locator(".order .tok").first.wait_for()
    took = page.evaluate("performance.now()")
    yield Figure(
        work=f"first screen of a fight of storyteller, {SLOW}",
        measured=f"{took:.0f} ms",
        raw="-",
        goal="under 1,000 ms",
    )
    page.wait_for_timeout(1500)
    yield Figure(
        work="transferred for it",
        measured=f"{sum(sizes) / 1000:.0f} kB, {len(sizes)} requests",
        raw="-",
        goal="100 kB, 12 requests",
    )
    page.close()


def _slowed(told: CDPSession) -> list[int]:
    """Slow a page down as the profile says, and return the list that grows by the bytes of each answer."""
    sizes: list[int] = []
    told.send("Network.enable")
    told.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 80, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000},
    )
    told.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    told.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


def _presses(browser: Browser, served: Site) -> Figure:
    """Return how long it takes from a press that sends to the picture after its line."""
    fight = served.begin(crowded(random.Random("presses"), 12, 40))
    taken: list[float] = []
    with _screen(browser, fight.address("gm")) as page:
        while len(taken) < PRESSES:
            fight.play(_may_end)
            press = ".dock .btn[data-do=end_turn]:not([disabled])"
            page.locator(press).wait_for()
            page.wait_for_timeout(REST)
            taken.append(page.evaluate(PAINTED, press))
    return Figure(
        work="from a press to the picture after its line (95th percentile)",
        measured=f"{quantiles(taken, n=20)[-1]:.0f} ms",
        raw="-",
        goal="under 100 ms",
    )


def _may_end(now: Encounter) -> bool:
    """Return whether somebody has the turn and nothing interrupts it."""
    return now.outcome is not None or pending(now).kind == "turn"


def _crowd(browser: Browser, served: Site) -> Figure:
    """Return how long a frame takes while a crowded board is dragged."""
    fight = served.begin(crowded(random.Random("a crowd"), PEOPLE, WALLS))
    with _screen(browser, fight.address("gm")) as page:
        page.wait_for_timeout(1000)
        frames: list[float] = page.evaluate(PANNED, FRAMES)
    cuts = quantiles(frames, n=20)
    return Figure(
        work=f"a frame while a grid of 60 by 60 with {PEOPLE} people and {WALLS} walls is dragged, no graphics card",
        measured=f"p50 {cuts[9]:.1f} ms, p95 {cuts[-1]:.1f} ms",
        raw="16.7 ms",
        goal="p95 33 ms",
    )


def _long(browser: Browser, served: Site) -> Iterator[Figure]:
    """Yield how much a page holds after two hundred and after two thousand lines."""
    fight = served.begin(crowded(random.Random("long"), 12, 40))
    with _screen(browser, fight.address("gm")) as page:
        early = _held(page, fight, 200)
        late = _held(page, fight, 2000)
        nodes = page.evaluate("document.querySelectorAll('*').length")
    yield Figure(
        work="what the page holds after 2,000 lines, beside 200",
        measured=f"{late:.1f} MB beside {early:.1f} MB",
        raw="-",
        goal="at most 10 MB more",
    )
    yield Figure(work="elements on it then", measured=f"{nodes:,}", raw="-", goal="at most 6,000")


def _held(page: Page, fight: Fight, lines: int) -> float:
    """Return the megabytes in use once a fight has so many lines and the page has shown them."""
    ledger = fight.site.ledger
    fight.play(lambda _: ledger.fight(fight.id).version >= lines, player="any", most=lines)
    page.wait_for_timeout(3000)
    page.evaluate("gc()")
    return float(page.evaluate("performance.memory.usedJSHeapSize")) / 1e6
