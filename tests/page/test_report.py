"""Reports as a browser shows them: on a phone, a tablet and a desk, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from analytics.report import campaign, fight, fights
from projections.analytics.extraction import extract
from projections.analytics.lines import of_file
from tests.analytics.golden_rows import FIGHTS, rows_of_all
from tests.page.looks import AXE, VIOLATIONS

pytestmark = pytest.mark.slow
INSIDE = """() => [...document.querySelectorAll('h1, h2, p, li, .rows > div, .plot span, .plot i')]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
  .map((each) => each.textContent)"""
PAINTED = "(at) => getComputedStyle(document.querySelector(at)).backgroundColor"


@pytest.fixture(params=["one", "many", "campaign"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Give the report of one fight, of several, and of a campaign."""
    one = next(file for file in FIGHTS if file.stem == "vanguard-5")
    made = {
        "one": lambda: fight.report(extract(of_file(one.read_bytes()))),
        "many": lambda: fights.report(rows_of_all(), "10 fights."),
        "campaign": lambda: campaign.report(rows_of_all(), "10 fights.", ["Saltmouth"]),
    }[request.param]()
    (tmp_path / "report.html").write_text(made, encoding="utf-8")
    return tmp_path / "report.html"


@pytest.mark.long(but=("many-820-dark",))
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (390, "dark"), (820, "dark"), (1440, "light")])
def test_nothing_sticks_out_and_nothing_is_refused(browser: Browser, file: Path, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]  # it is one of the two
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(INSIDE) == []
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    for each in page.locator("summary").all():
        each.click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    red, *_ = map(int, page.evaluate(PAINTED, "body").removeprefix("rgb(").rstrip(")").split(", "))
    assert (red < 128) == (scheme == "dark")
    assert said == []
    context.close()


@pytest.mark.long(but=("campaign",))
def test_on_paper_it_is_light(browser: Browser, file: Path) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.emulate_media(media="print")
    page.goto(file.as_uri())
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert all(int(each) < 60 for each in ink.removeprefix("rgb(").rstrip(")").split(", "))
    context.close()
