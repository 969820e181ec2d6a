"""What a browser holds of fights: the key of each seat, which another seat leaves alone, until it is forgotten."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.looks import Screen, hearing, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, declines, sit, until

pytestmark = pytest.mark.usefixtures("same_dice")

BEFORE = """async ([encounter, key]) => {
  const asked = indexedDB.open('encounter-ledger', 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore('keys', { keyPath: 'encounter' });
  await new Promise((done) => (asked.onsuccess = done));
  const change = asked.result.transaction('keys', 'readwrite');
  change.objectStore('keys').put({ encounter, key, title: null, system: null, seat: 'bo', at: 1 });
  await new Promise((done) => (change.oncomplete = done));
  asked.result.close();
}"""
"""Keeps a key as a browser did when it kept one a fight."""

DEVICES = """async () => {
  const asked = indexedDB.open('encounter-devices');
  await new Promise((done) => (asked.onsuccess = done));
  const stores = [...asked.result.objectStoreNames];
  const counts = stores.map((name) => new Promise((done) => {
    const count = asked.result.transaction(name).objectStore(name).count();
    count.onsuccess = () => done([name, count.result]);
  }));
  const found = Object.fromEntries(await Promise.all(counts));
  asked.result.close();
  return found;
}"""
"""Counts what is kept of devices."""


def tab(shown: Screen, address: str) -> Screen:
    """Open an address in another tab of the same browser."""
    made = Screen(shown.context.new_page(), shown.context)
    made.page.on("console", hearing(shown))
    return made.open(address)


def kept(page: Page) -> list[dict[str, Any]]:
    """Return the seats whose keys are kept."""
    found: list[dict[str, Any]] = page.evaluate(
        """async () => {
          const asked = indexedDB.open('encounter-ledger');
          await new Promise((done) => (asked.onsuccess = done));
          const all = asked.result.transaction('seats').objectStore('seats').getAll();
          await new Promise((done) => (all.onsuccess = done));
          asked.result.close();
          return all.result;
        }"""
    )
    return found


def seats(page: Page) -> list[str]:
    """Return of which seats keys are kept."""
    return sorted(each["seat"] for each in kept(page))


def sits_as(shown: Screen, fight: Fight, seat: str) -> None:
    """Wait until a page calls with the key of a seat."""
    with shown.page.expect_request(lambda asked: asked.url.endswith(f"{fight.id}/seats")) as told:
        shown.page.reload()
    assert told.value.headers["authorization"] == f"Bearer {fight.keys[seat]}"
    expect(shown.page.locator(".table .board .tok").first).to_be_visible()


@pytest.mark.long
def test_two_seats_in_two_tabs_of_one_browser_keep_a_key_each(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana"))
        until(shown, lambda: seats(shown.page) == ["ana"])
        other = tab(shown, fight.address("bo"))
        until(shown, lambda: seats(shown.page) == ["ana", "bo"])
        sits_as(shown, fight, "ana")
        sits_as(other, fight, "bo")
        shown.open(f"{served.address}/")
        rows = shown.page.locator(".fight")
        expect(rows).to_have_count(2)
        with shown.page.expect_request(lambda asked: asked.url.endswith(f"{fight.id}/seats")) as told:
            rows.filter(has_text="you are bo").get_by_role("link").click()
        assert told.value.headers["authorization"] == f"Bearer {fight.keys['bo']}"


@pytest.mark.long
def test_who_lets_the_server_speak_for_one_seat_does_not_for_another(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana"))
        declines(shown.page)
        until(shown, lambda: [each.get("custodial") for each in kept(shown.page)] == [True])
        other = tab(shown, fight.address("bo"))
        expect(other.page.get_by_role("button", name="Sit down with a key")).to_be_visible()
        until(shown, lambda: seats(shown.page) == ["ana", "bo"])
        shown.page.reload()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        expect(shown.page.get_by_role("button", name="Sit down with a key")).to_have_count(0)


@pytest.mark.long
def test_a_key_that_was_kept_before_there_were_seats_is_found(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.page.route(
            "**/empty", lambda route: route.fulfill(body="<link rel=icon href=data:,>", content_type="text/html")
        )
        shown.page.goto(f"{served.address}/empty")
        shown.page.evaluate(BEFORE, [fight.id, fight.keys["bo"]])
        shown.open(f"{served.address}/e/{fight.id}")
        sits_as(shown, fight, "bo")


@pytest.mark.long
def test_a_host_who_tries_the_link_of_another_seat_stays_the_host(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("mill at Undertow")).click()
        host = shown.page.get_by_role("button", name="You", pressed=True)
        expect(host).to_have_count(1)
        shown.page.get_by_role("group", name="Who plays Anwen").get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        until(shown, lambda: len(kept(shown.page)) == 1)
        (own,) = kept(shown.page)
        with shown.context.expect_page() as came:
            shown.page.get_by_role("link", name="Sit down Anwen").click()
        expect(came.value.locator(".table .board .tok").first).to_be_visible()
        until(shown, lambda: len(kept(shown.page)) == 2)
        with shown.page.expect_request(lambda asked: asked.url.endswith(f"{own['encounter']}/seats")) as told:
            shown.page.get_by_role("link", name="To the table").click()
        assert told.value.headers["authorization"] == f"Bearer {own['key']}"


@pytest.mark.long
def test_a_seat_is_forgotten_at_the_second_press_and_its_device_with_it(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        sit(shown, fight.address("ana"))
        until(shown, lambda: shown.page.evaluate("localStorage.length") == 1)
        shown.open(f"{served.address}/")
        forget = shown.page.locator(".fight .btn")
        forget.click()
        expect(forget).to_have_text(re.compile("Forget for good"))
        assert len(kept(shown.page)) == 1
        shown.page.locator(".fight a").focus()
        expect(forget).not_to_have_text(re.compile("Forget for good"))
        shown.page.keyboard.press("Tab")
        shown.page.keyboard.press("Enter")
        shown.page.keyboard.press("Enter")
        expect(shown.page.locator(".fight")).to_have_count(0)
        expect(shown.page.locator("h1")).to_be_focused()
        assert kept(shown.page) == []
        assert shown.page.evaluate("localStorage.length") == 0
        found = shown.page.evaluate(DEVICES)
        assert {name: n for name, n in found.items() if name != "given"} == {"devices": 0, "lines": 0, "leases": 0}


RECORDING = """
  const steps = new Map();
  window.written = [];
  for (const what of ['put', 'delete']) {
    const own = IDBObjectStore.prototype[what];
    IDBObjectStore.prototype[what] = function (...given) {
      if (!steps.has(this.transaction)) steps.set(this.transaction, steps.size);
      window.written.push([what, given.at(-1), steps.get(this.transaction)]);
      return own.apply(this, given);
    };
  }
"""
"""Writes down what the page keeps and forgets, by its key, and in which transaction."""


@pytest.mark.long
def test_a_seat_takes_the_place_of_its_link_in_one_step(browser: Browser, served: Site) -> None:
    """Whoever went to the list of fights in between found the fight there twice."""
    fight = archers(served)
    with screen(browser) as shown:
        shown.page.add_init_script(RECORDING)
        shown.open(fight.address("ana"))
        until(shown, lambda: any(what == "delete" for what, _, _ in shown.page.evaluate("written")))
        written = shown.page.evaluate("written")
        [forgotten] = {step for what, name, step in written if what == "delete" and name == f"{fight.id} "}
        assert ["put", f"{fight.id} ana", forgotten] in written
