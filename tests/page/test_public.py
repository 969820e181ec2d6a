"""Somebody without a key looks on, where the host shows the fight to everybody, and nowhere else."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from domain.encounter import Encounter
from ledger.store import snapshots
from ledger.store.kinds import FILE
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site, site


def over(encounter: Encounter) -> bool:
    return encounter.outcome is not None


def host(fight: Fight) -> str:
    return fight.site.ledger.fight(fight.id).table.players[0]


def refused(shown: Screen) -> None:
    expect(shown.page.get_by_role("alert")).to_contain_text("This fight is not shown to everybody")
    shown.bears()  # the browser says of every answer that is no success that it is none


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_a_stranger_watches_what_the_host_switched_on_until_it_is_switched_off(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = served.open("pursuit")
    address = f"{served.address}/r/{fight.id}"
    with screen(browser, look) as hosting, screen(browser, look) as stranger:
        stranger.page.goto(address)
        refused(stranger)
        hosting.open(fight.address(host(fight)))
        if look.width <= 620:
            hosting.page.get_by_role("button", name="Referee, words and secrets").click()
        hosting.page.get_by_role("button", name="Show to everybody").click()
        hosting.page.get_by_role("button", name="As it goes on").click()
        expect(hosting.page.get_by_label("Address", exact=True)).to_have_value(address)
        hosting.must_be_well()
        stranger.open(address)
        stranger.must_be_well()
        fight.give("odila", do="begin_move", who="Odila", allowance=2)
        expect(stranger.page.locator(".chron")).to_contain_text("Odila claimed a move of 2.")
        assert stranger.page.locator(".dock").count() == 0
        hosting.page.get_by_role("button", name="To nobody").click()
        expect(hosting.page.get_by_label("Address", exact=True)).to_have_count(0)
        fight.give("odila", do="move", who="Odila", to="steps")
        refused(stranger)
        stranger.page.goto(address)
        refused(stranger)


@pytest.mark.long
def test_no_key_is_sent_and_nothing_is_kept(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    served.ledger.show(fight.id, host(fight), "live")
    with screen(browser) as stranger:
        sent: list[str | None] = []
        stranger.page.on("request", lambda request: sent.append(request.headers.get("authorization")))
        stranger.open(f"{served.address}/r/{fight.id}")
        stranger.page.get_by_role("button", name="Look back").click()
        expect(stranger.page.locator(".time .chart")).to_be_visible()
        assert set(sent) == {None}
        assert stranger.page.evaluate("indexedDB.databases().then((all) => all.length)") == 0
        assert stranger.page.evaluate("localStorage.length + sessionStorage.length") == 0
        assert stranger.context.cookies() == []


@pytest.mark.long
def test_a_replay_is_there_once_the_fight_is_over_and_its_moments_have_addresses(
    browser: Browser, served: Site
) -> None:
    fight = served.open("pursuit", 4)
    served.ledger.show(fight.id, host(fight), "replay")
    address = f"{served.address}/r/{fight.id}"
    with screen(browser) as stranger:
        stranger.page.goto(address)
        expect(stranger.page.get_by_role("alert")).to_have_text("This fight is shown to everybody once it is over.")
        stranger.bears()
        fight.play(over)
        stranger.page.goto(address)
        expect(stranger.page.locator(".replay .time .chart")).to_be_visible()
        stranger.must_be_well()
        stranger.page.keyboard.press("[")
        stranger.page.keyboard.press("s")
        link = stranger.page.get_by_role("textbox", name="Link to this moment").input_value()
        assert link.startswith(f"{address}?at=")
        at = stranger.page.locator(".replay").get_attribute("data-at")
        stranger.page.goto("about:blank")
        stranger.page.goto(link)
        expect(stranger.page.locator(".replay")).to_have_attribute("data-at", at or "")
        stranger.page.locator(".chron button.num").last.click()
        expect(stranger.page.locator(".why li").first).to_be_attached()


@contextmanager
def elsewhere(address: str) -> Iterator[str]:
    """Give the address of another server, whose one page frames an address of ours."""
    body = (
        f'<!doctype html><link rel=icon href=data:,><iframe id="f" width="900" height="600" src="{address}"></iframe>'
    )

    class Framing(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode() if self.path == "/" else b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Framing) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.long(but=("/r/{}?embed-True",))
@pytest.mark.parametrize(("path", "frames"), [("/r/{}?embed", True), ("/r/{}", False), ("/e/{}", False)])
def test_another_page_may_frame_what_is_for_frames_and_no_seat(
    browser: Browser, served: Site, path: str, frames: bool
) -> None:
    fight = served.open("pursuit")
    served.ledger.show(fight.id, host(fight), "live")
    with screen(browser) as outside, elsewhere(served.address + path.format(fight.id)) as page:
        outside.page.goto(page)
        if frames:
            expect(outside.page.frame_locator("#f").locator(".table .board .tok").first).to_be_visible()
            inside = outside.page.frame_locator("#f")
            inside.get_by_role("button", name="Look back").click()
            expect(inside.locator(".replay .top a")).to_have_attribute("target", "_blank")
            expect(inside.get_by_role("button", name="What if")).to_have_count(0)
            assert outside.complaints == []
            inside.get_by_role("button", name="copies its link").click()
            frame = outside.page.frames[1]
            assert "?embed=&at=" in str(frame.evaluate("location.href"))
            inside.get_by_role("button", name="Back to now").click()
            assert str(frame.evaluate("location.search")) == "?embed"
            outside.complaints.clear()  # a browser says that nothing is copied from within a frame
        else:
            for _ in range(400):
                if any("frame-ancestors" in each for each in outside.complaints):
                    break
                outside.page.wait_for_timeout(50)
            assert any("frame-ancestors" in each for each in outside.complaints)
            outside.complaints.clear()


def test_an_address_that_is_shown_names_a_title_and_a_picture(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris")
    address = f"{served.address}/r/{fight.id}"
    with screen(browser) as stranger:
        hidden = stranger.context.request.get(address)
        assert "og:title" not in hidden.text()
        assert [stranger.context.request.get(f"{address}/card.{each}").status for each in ("svg", "png")] == [404, 404]
        served.ledger.show(fight.id, host(fight), "live")
        told = stranger.context.request.get(address)
        assert 'property="og:title" content="A fight of verdigris"' in told.text()
        assert told.headers["x-robots-tag"] == "noindex"
        image = re.search(r'og:image" content="([^"]+)"', told.text())
        assert image is not None
        assert image[1].endswith(f"/r/{fight.id}/card.png")
        shown = stranger.context.request.get(f"{address}/card.png")
        assert (shown.status, shown.headers["content-type"]) == (200, "image/png")
        stranger.page.goto(f"{address}/card.png")
        expect(stranger.page.locator("img")).to_have_js_property("naturalWidth", 1200)
        stranger.page.goto(f"{address}/card.svg")
        expect(stranger.page.locator("svg text").first).to_contain_text("A fight of verdigris")


@contextmanager
def spoiled(fight: Fight, folder: Path, n: int) -> Iterator[None]:
    """Change a sign of a stored line, and have it read from there; at the end it is as it was."""
    where = "WHERE originator_id = ? AND originator_version = ?"
    with closing(sqlite3.connect(folder / FILE)) as store:
        (line,) = store.execute(f"SELECT state FROM stored_events {where}", (fight.id, n)).fetchone()  # noqa: S608  # no part comes from outside

        def put(state: bytes) -> None:
            store.execute(f"UPDATE stored_events SET state = ? {where}", (state, fight.id, n))  # noqa: S608  # no part comes from outside
            store.commit()
            fight.site.ledger.fights.memory.forget(fight.id)

        put(line.replace(b'"type":"', b'"type":"A'))
        try:
            yield
        finally:
            put(line)


@pytest.mark.long
def test_nothing_of_a_fight_that_is_damaged_is_shown_by_a_table_its_past_or_to_whoever_watches(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is damaged lies before a snapshot, from which the table alone would be read.
    monkeypatch.setattr(snapshots, "EVERY", 16)
    with site(tmp_path) as here, screen(browser) as shown, screen(browser) as stranger:
        fight = here.open("pursuit", 4)
        fight.play(over)
        assert here.ledger.fights.photographer.wait()
        here.ledger.show(fight.id, host(fight), "live")
        shown.open(fight.address("odila"))
        stranger.open(f"{here.address}/r/{fight.id}?embed")
        # Whether it is shown was answered before that was found.
        stranger.page.route("**/public", lambda route: route.fulfill(json={"public": "live", "over": False}))
        with spoiled(fight, tmp_path, 9):
            for each in (shown, stranger):
                told, facts = each.page.get_by_role("alert"), each.page.locator(".tok, .chron")
                each.page.get_by_role("button", name="Look back").click()
                expect(told).to_contain_text("is damaged: line 10 does not follow from line 9.")
                expect(facts).to_have_count(0)
                each.page.reload()
                expect(told).to_contain_text("is damaged: line 10 does not follow from line 9.")
                expect(facts).to_have_count(0)
                each.bears()
