"""Somebody joins by a link with a key that their browser made: it signs, it salts, and nobody can take it out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from ledger.line.tree import leaf
from tests.api.calling import run
from tests.ledger.fights import ARCHERS, LASTING, opening
from tests.page.looks import LOOKS, Look, screen
from tests.page.site import Site
from tests.page.tables import anwens_turn, archers, declines, lines, on_the_lan, rolls, seated, shoots, sit, until

KEPT = """async () => {
  const asked = indexedDB.open('encounter-devices');
  await new Promise((done) => (asked.onsuccess = done));
  const all = asked.result.transaction('devices').objectStore('devices').getAll();
  await new Promise((done) => (all.onsuccess = done));
  asked.result.close();
  const out = async (key) =>
    crypto.subtle.exportKey(key.type === 'private' ? 'pkcs8' : 'raw', key).then(() => true, () => false);
  return Promise.all(all.result.map(async ({ party, joined, secrets }) => ({
    party, joined, by: secrets.by, signs: secrets.sign.algorithm?.name,
    taken: [await out(secrets.sign), await out(secrets.chain)],
  })));
}"""
"""What the browser keeps of its devices, and whether a key of theirs can be taken out of it."""


@pytest.mark.parametrize("look", LOOKS)
def test_who_joins_by_a_link_has_a_key_that_nobody_takes_out_and_a_link_that_is_worth_nothing(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = archers(served)
    with screen(browser, look) as shown:
        shown.open(fight.address("ana"))
        assert "#" not in shown.page.url
        expect(shown.page.locator(".lamp")).to_have_accessible_name(
            "What this fight rests on: The server speaks for you"
        )
        shown.must_be_well()
        sit(shown, fight.address("ana"))
        shown.must_be_well()
        assert shown.page.evaluate(KEPT) == [
            {"party": "ana", "joined": True, "by": "browser", "signs": "Ed25519", "taken": [False, False]}
        ]
        with screen(browser, look) as other:
            other.page.goto(fight.address("ana"))
            expect(other.page.get_by_role("alert")).to_be_visible()
            other.bears()
        joined = next(line for line in lines(fight) if line["type"] == "SeatJoined")
        assert (joined["seat"], joined["length"]) == ("ana", 4096)
        shown.open(f"{served.address}/e/{fight.id}")
        expect(shown.page.locator(".lamp")).to_contain_text("1 of 2 devices")


def test_what_is_declared_while_a_device_still_loads_is_sent_once_it_knows_the_fight(
    browser: Browser, served: Site
) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana"))
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        shown.context.route("**/export", hold)
        shown.page.get_by_role("button", name="Sit down with a key").click()
        until(shown, lambda: held)
        shown.bears("status of 404")
        shoots(shown)
        shown.page.wait_for_timeout(500)
        expect(shown.page.get_by_role("alert")).to_have_count(0)
        assert rolls(fight) == []
        shown.context.unroute("**/export")
        held.pop().continue_()
        until(shown, lambda: rolls(fight))
        assert list(rolls(fight)[0]["contributions"]) == ["ana"]
        expect(shown.page.get_by_role("alert")).to_have_count(0)


def test_a_roll_that_two_browsers_salted_verifies_as_witnessed_by_the_other_one(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana, seated(browser, fight.address("bo")) as bo:
        expect(ana.page.locator(".lamp")).to_contain_text("2 of 2 devices")
        shoots(ana)
        until(ana, lambda: rolls(fight))
        expect(bo.page.locator(".chron")).to_contain_text("Bo")
        assert {tuple(sorted(each["contributions"])) for each in rolls(fight)} == {("ana", "bo")}
        bo.page.locator(".lamp").click()
        expect(bo.page.locator(".rests")).to_contain_text(
            f"Your device salted {len(rolls(fight))} of {len(rolls(fight))}"
        )
        expect(bo.page.locator(".rests dt")).to_contain_text("witnessed")
        bo.must_be_well()
    file = tmp_path / "fight.ndjson"
    file.write_bytes(served.ledger.export(fight.id))
    told = run("verify", file)
    assert "witnessed by bo" in told.output


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_by_plain_http_from_another_machine_the_page_keeps_the_key_and_says_so(
    browser: Browser, served: Site, look: Look
) -> None:
    fight, address = archers(served), on_the_lan(served)
    with screen(browser, look) as ana, seated(browser, fight.address("bo")) as bo:
        ana.open(fight.address("ana").replace(served.address, address))
        assert ana.page.evaluate("[isSecureContext, crypto.subtle === undefined, navigator.locks === undefined]") == [
            False,
            True,
            True,
        ]
        sit(ana, fight.address("ana").replace(served.address, address))
        shoots(ana)
        until(bo, lambda: rolls(fight))
        assert sorted(rolls(fight)[0]["contributions"]) == ["ana", "bo"]
        expect(ana.page.locator(".lamp")).to_have_class("lamp good")
        ana.page.locator(".lamp").click()
        expect(ana.page.locator(".rests")).to_contain_text("Your key is kept by the page")
        ana.must_be_well()


@pytest.mark.long
def test_whoever_wants_no_key_declines_it_once_and_plays_by_the_word_of_the_server(
    browser: Browser, served: Site
) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana"))
        declines(shown.page)
        expect(shown.page.locator(".sits")).to_have_count(0)
        shoots(shown)
        until(shown, lambda: rolls(fight))
        assert "contributions" not in rolls(fight)[0]
        shown.open(f"{served.address}/e/{fight.id}")
        expect(shown.page.locator(".sits")).to_have_count(0)
        shown.page.locator(".lamp").click()
        expect(shown.page.locator(".rests")).to_contain_text("the server speaks for you")
        shown.must_be_well()
        shown.page.locator(".rests").get_by_role("button", name="Sit down with a key").click()
        expect(shown.page.locator(".lamp")).to_contain_text("1 of 2 devices", timeout=20_000)


@pytest.mark.long
def test_a_watcher_is_asked_nothing(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("eve"))
        expect(shown.page.locator(".faces")).to_be_visible()
        expect(shown.page.locator(".sits, .lamp")).to_have_count(0)


@pytest.mark.long
def test_another_device_of_a_seat_is_let_in_by_a_link_and_the_word_of_the_first(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as first, screen(browser) as second:
        first.page.locator(".lamp").click()
        sheet = first.page.locator(".rests")
        sheet.get_by_role("button", name="A link for another device of mine").click()
        link = sheet.locator("[role=status] code").first.inner_text()
        second.open(link)
        second.page.get_by_role("button", name="Sit down with a key").click()
        refused = "ana has a device already, which must vouch for this one."
        expect(second.page.locator(".sits [role=alert]")).to_contain_text(refused)
        second.page.wait_for_load_state("networkidle")
        second.bears()
        second.must_be_well()
        asked = second.page.evaluate(KEPT)
        assert [(each["party"], each["joined"]) for each in asked] == [("ana-2", False)]
        second.context.grant_permissions(["clipboard-read", "clipboard-write"])
        second.page.locator(".sits").get_by_role("button", name="Copy").click()
        word = second.page.evaluate("navigator.clipboard.readText()")
        sheet.get_by_label("The word it asks with").fill(word)
        sheet.get_by_role("button", name="Who asks?").click()
        expect(sheet).to_contain_text("You would vouch that Ana plays with one more device: ana-2.")
        sheet.get_by_role("button", name="Vouch", exact=True).click()
        answer = sheet.locator("[role=status] code").last
        expect(answer).to_have_text(re.compile(r"^[\w-]{80,}$"))
        second.page.get_by_label("What was answered").fill(answer.inner_text())
        second.page.locator(".sits").get_by_role("button", name="Sit down with a key").click()
        expect(second.page.locator(".lamp")).to_contain_text("1 of 2 devices", timeout=20_000)
        shoots(second)
        until(first, lambda: rolls(fight))
        assert len(rolls(fight)[0]["contributions"]) == 1
        expect(first.page.locator(".lamp")).to_have_class("lamp some")


GIVEN = """async () => {
  const asked = indexedDB.open('encounter-devices');
  await new Promise((done) => (asked.onsuccess = done));
  const all = asked.result.transaction('given').objectStore('given').getAll();
  await new Promise((done) => (all.onsuccess = done));
  asked.result.close();
  return all.result.map(({ k, declared }) => [k, declared]);
}"""
"""The links that the browser wrote down as given, with the lines they were given for."""


@pytest.mark.long
def test_a_link_is_written_down_before_it_leaves_and_given_again_for_the_same_line_alone(
    browser: Browser, served: Site
) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana, seated(browser, fight.address("bo")) as bo:
        sent: list[Any] = []

        def lost(route: Route) -> None:
            sent.append(route.request.post_data_json)
            route.abort()

        bo.context.route("**/links", lost)
        shoots(ana)
        until(bo, lambda: sent)
        accepted = next(line for line in served.ledger.lines(fight.id) if b'"contributors"' in line.raw)
        assert bo.page.evaluate(GIVEN) == [[1, leaf(accepted.raw).hex()]]
        bo.page.reload()
        bo.context.unroute("**/links")
        until(bo, lambda: rolls(fight), 30)
        assert rolls(fight)[0]["contributions"]["bo"]["link"] == sent[0]["link"]
        assert "missing" not in rolls(fight)[0]
        assert bo.page.evaluate(GIVEN) == [[1, leaf(accepted.raw).hex()]]
        bo.bears()


@pytest.mark.long
def test_a_chain_that_runs_out_is_followed_by_another(browser: Browser, served: Site) -> None:
    fight = archers(served, combatants=LASTING)
    with screen(browser) as ana, seated(browser, fight.address("bo")) as bo:

        def short(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=answer.text().replace("4096", "18"))

        ana.context.route("**/worker.js", short)
        sit(ana, fight.address("ana"))
        for number in range(3):
            shoots(ana) if number % 2 == 0 else shoots(bo, "Ana")
            until(bo, lambda number=number: len(rolls(fight)) > number)  # type: ignore[misc]
        until(bo, lambda: any(line["type"] == "ChainRenewed" for line in lines(fight)), 30)
        shoots(bo, "Ana")
        until(bo, lambda: len(rolls(fight)) == 4)
        accepted = [line["contributors"] for line in lines(fight) if "contributors" in line]
        # The next sign of life after the second link begins the other chain, before or after the third.
        assert [each["ana"] for each in accepted] in ([1, 2, 3, 1], [1, 2, 1, 2])
        assert [each["bo"] for each in accepted] == [1, 2, 3, 4]
        expect(ana.page.locator(".lamp")).to_have_class("lamp good")


@pytest.mark.long
def test_a_lost_device_is_replaced_by_the_word_of_two_others(browser: Browser, served: Site) -> None:
    three = [*ARCHERS["seats"], {"id": "cy"}]
    bodies = [*LASTING, {"id": "Cy", "controller": "cy", "at": "T1", "health": 9, "equipped": "bow"}]
    fight = served.begin(opening(ARCHERS, seats=three, combatants=bodies))
    with (
        seated(browser, fight.address("ana"), of=3) as ana,
        seated(browser, fight.address("cy"), of=3) as cy,
        screen(browser) as new,
    ):
        with seated(browser, fight.address("bo"), of=3) as gone:
            expect(gone.page.locator(".lamp")).to_contain_text("3 of 3 devices")
        ana.page.locator(".lamp").click()
        sheet = ana.page.locator(".rests")
        sheet.get_by_label("The device that is gone").fill("bo")
        sheet.get_by_role("button", name="Give a link").click()
        link = sheet.locator("form + [role=status]").last
        expect(link).to_contain_text("http")
        new.open(link.inner_text())
        new.page.get_by_role("button", name="bo is lost").click()
        expect(new.page.locator(".sits [role=alert]")).to_contain_text("Others who play must vouch that bo lost bo")
        new.context.grant_permissions(["clipboard-read", "clipboard-write"])
        new.page.locator(".sits").get_by_role("button", name="Copy").click()
        word, answers = new.page.evaluate("navigator.clipboard.readText()"), []
        cy.page.locator(".lamp").click()
        for shown in (ana, cy):
            form = shown.page.locator(".rests form", has=shown.page.get_by_label("The word it asks with"))
            form.get_by_label("The word it asks with").fill(word)
            form.get_by_role("button", name="Who asks?").click()
            told = "You would vouch that Bo lost the device bo, and that another key takes its place. Ask Bo"
            expect(shown.page.locator(".rests")).to_contain_text(told)
            expect(shown.page.locator(".rests code", has_text=re.compile(r"^[\w-]{80,}$"))).to_have_count(0)
            shown.must_be_well()
            shown.page.get_by_role("button", name="Vouch", exact=True).click()
            answer = shown.page.locator(".rests form + [role=status] code", has_text=re.compile(r"^[\w-]{80,}$"))
            answers.append(answer.last.inner_text())
        new.page.get_by_label("What was answered").fill(" ".join(answers))
        new.page.locator(".sits").get_by_role("button", name="Sit down with a key").click()
        expect(new.page.locator(".lamp")).to_contain_text("3 of 3 devices", timeout=20_000)
        replaced = next(line for line in lines(fight) if line["type"] == "SeatKeyChanged")
        assert (replaced["party"], sorted(replaced["vouched"])) == ("bo", ["ana", "cy"])
        new.bears()


@pytest.mark.long
def test_a_device_that_does_not_run_says_so_and_nothing_waits_for_it(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with seated(browser, fight.address("ana")) as ana:
        ana.context.route("**/worker.js", lambda route: route.abort())
        ana.page.reload()
        expect(ana.page.locator(".lamp")).to_contain_text("No device")
        expect(ana.page.locator(".lost")).to_contain_text("No connection since")
        ana.page.locator(".lamp").click()
        expect(ana.page.locator(".rests")).to_contain_text("This browser runs nothing beside a page")
        ana.bears()
        ana.page.goto("about:blank")  # the time in the word about the connection is no word of the page


@pytest.mark.long
def test_the_number_of_a_line_leads_to_what_proves_its_roll(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 57)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        rolled = shown.page.locator(".chron li[data-n]", has=shown.page.locator(".rolls")).last
        rolled.locator(".no").click()
        shown.page.get_by_role("button", name="Proof of the roll").click()
        expect(shown.page.locator(".side")).to_contain_text("server only")
        shown.must_be_well()
