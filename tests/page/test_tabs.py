"""Several tabs of one seat: one of them signs and is there, the others go through it, and another takes over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.looks import Screen, hearing, screen
from tests.page.site import Fight, Site
from tests.page.tables import archers, lines, on_the_lan, rolls, seated, shoots, sit, until


def another(shown: Screen, fight: Fight, site: str) -> Screen:
    """Open the fight in another tab of the same browser, without a link."""
    tab = Screen(shown.context.new_page(), shown.context)
    tab.page.on("console", hearing(shown))
    tab.page.on("request", lambda request: tab.asked.append(request.url))
    tab.open(f"{site}/e/{fight.id}")
    expect(tab.page.locator(".lamp")).to_contain_text("of 2 devices", timeout=20_000)
    return tab


def there(tabs: list[Screen]) -> list[int]:
    """Return which tabs showed that the device is there since they were asked last."""
    for tab in tabs:
        tab.asked.clear()
    until(tabs[-1], lambda: any(address.endswith("/presence") for tab in tabs for address in tab.asked))
    tabs[-1].page.wait_for_timeout(2_500)
    return [n for n, tab in enumerate(tabs) if any(address.endswith("/presence") for address in tab.asked)]


def streams(page: Page) -> int:
    """Return how many streams a tab listens to by itself."""
    return len(page.evaluate("performance.getEntriesByType('resource').filter((each) => /stream$/.test(each.name))"))


@pytest.mark.long
@pytest.mark.parametrize("site", ["secure", "plain"])
def test_of_three_tabs_one_signs_for_all_and_another_takes_over_when_it_is_closed(
    browser: Browser, served: Site, site: str
) -> None:
    address = served.address if site == "secure" else on_the_lan(served)
    fight = archers(served)
    link = fight.address("ana").replace(served.address, address)
    with screen(browser) as first, seated(browser, fight.address("bo")) as bo:
        sit(first, link)
        tabs = [first, another(first, fight, address), another(first, fight, address)]
        assert there(tabs) == [0]
        assert [streams(tab.page) for tab in tabs[1:]] == [0, 0]
        shoots(tabs[2])
        until(bo, lambda: rolls(fight))
        assert sorted(rolls(fight)[0]["contributions"]) == ["ana", "bo"]
        told = f"line {lines(fight)[-1]['n']}"
        for tab in tabs:
            expect(tab.page.locator(".where")).to_contain_text(told)
        shoots(bo, "Ana")
        until(bo, lambda: len(rolls(fight)) == 2)
        first.page.close()
        left = tabs[1:]
        (owner,) = there(left)
        other = left[1 - owner]
        shoots(other)
        until(bo, lambda: len(rolls(fight)) == 3)
        assert sorted(rolls(fight)[2]["contributions"]) == ["ana", "bo"]
        for tab in left:
            expect(tab.page.locator(".lamp")).to_have_class("lamp good")
