"""Somebody who holds no link begins a ready fight, and gives its seats away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from domain.events import CombatantJoined
from files import rosters
from files.written_rosters import OURS
from ledger.line.entries import CommandAccepted, SeatJoined
from tests.page.dragging import drags, middle
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Site
from tests.page.tables import on_the_lan, until

pytestmark = pytest.mark.usefixtures("same_dice")

COTTAGE = Path(__file__).parents[1] / "maps" / "cottage.dd2vtt"


def begin(shown: Screen, served: Site, fight: str) -> None:
    """Begin a ready fight as it stands."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).click()
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()


@pytest.mark.parametrize("look", LOOKS)
def test_a_newcomer_begins_a_fight_against_bots_in_one_press(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick:not(.own)")).to_have_count(len(OURS))
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        expect(shown.page.locator(".place-board .tok")).to_have_count(3)
        expect(shown.page.get_by_label("The fight is called")).to_have_value("Three smugglers and one crate")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        expect(shown.page.locator("h1.title")).to_have_text("Three smugglers and one crate")
        assert "#" not in shown.page.url
        expect(shown.page.locator(".dock")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_the_first_dice_fall_after_four_presses_that_need_no_reading(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        pressed = ["Begin", "Sit down with a key", "Begin"]
        for button in pressed:
            shown.page.get_by_role("button", name=re.compile(f"^{button}")).first.click()
        told = ".tray .die, .ticker .die" if look.width > 620 else ".ticker"
        expect(shown.page.locator(told).first).to_be_visible(timeout=30_000)
        expect(shown.page.locator(".chron .die").first).to_be_attached(timeout=30_000)


def test_bots_play_what_is_theirs_while_one_plays_ones_own(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        begin(shown, served, "A fight of pursuit")
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        fight = shown.page.url.rpartition("/")[2]
        until(shown, lambda: declaring(served, fight) - {"odila"})
        expect(shown.page.locator(".yours")).to_contain_text(re.compile("Your turn|You may begin"), timeout=20_000)
        expect(shown.page.locator(".chron li[data-n]").last).to_contain_text("Kestrel")
        assert "odila" not in declaring(served, fight), "what is one's own nobody else plays"


def declaring(served: Site, fight: str) -> set[str]:
    """Return the seats that declared something so far."""
    return {line.entry.decl["seat"] for line in served.ledger.lines(fight) if isinstance(line.entry, CommandAccepted)}


@pytest.mark.parametrize("look", LOOKS)
def test_seats_given_away_have_a_link_and_a_code_each(browser: Browser, served: Site, look: Look) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
        shown.page.get_by_label("The fight is called").fill("The Crate")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).not_to_have_count(0)
        shown.page.get_by_role("button", name="QR code odila").click()
        expect(shown.page.get_by_role("img", name="The link of odila as a QR code")).to_be_visible()
        shown.must_be_well()
        with shown.context.expect_page() as came:
            shown.page.get_by_role("link", name="Sit down odila").click()
        table = came.value
        expect(table.locator(".table .board .tok")).to_have_count(3)
        expect(table.locator("h1.title")).to_have_text("The Crate")
        assert "#" not in table.url


def test_a_person_takes_the_place_of_a_bot(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    host, seat = list(fight.keys)[:2]
    served.ledger.devices.let_play(fight.id, host, SeatJoined(seat=seat, role="player", kind="bot", cmd="bot"))
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        shown.page.get_by_role("button", name="Play yourself").click()
        expect(shown.page.get_by_text("A bot of the server plays for you.")).to_have_count(0)


def test_a_roster_of_ones_own_is_shown_before_it_begins_or_told_what_is_wrong(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    good, bad = tmp_path / "mine.yaml", tmp_path / "bad.yaml"
    good.write_bytes(OURS["vanguard"].read_bytes())
    bad.write_text("system: chess\n", encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(bad)
        expect(shown.page.get_by_role("alert").first).to_contain_text("roster, line 1, system")
        shown.bears()
        shown.page.get_by_label("Your own").last.set_input_files(good)
        expect(shown.page.locator(".pick.on")).to_contain_text("mine.yaml")
        expect(shown.page.locator(".place-board svg.ranks")).to_be_visible()


def test_a_house_rule_is_changed_and_saved_with_the_roster(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        shown.page.get_by_text("as the book has them").click()
        shown.page.get_by_role("group", name="Pass turn").get_by_role("button", name="allow").click()
        expect(shown.page.get_by_text("1 of 12 changed")).to_be_visible()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert saved["settings"]["pass_turn"] == "allow"
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".chron")).to_contain_text("pass turn allow")


@pytest.mark.parametrize("look", LOOKS)
def test_a_clock_and_what_foes_show_are_agreed_on_before_it_begins_and_saved_with_the_roster(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("button", name="loaded")).to_have_count(0)
        foes = str(served.open("pursuit").now.combatants["Kestrel"].side)
        agreed.get_by_role("group", name=f"Disclosure: {foes}").get_by_role("button", name="words").click()
        agreed.get_by_label(re.compile("^Clock")).fill("90")
        agreed.get_by_label(re.compile("^Clock")).blur()
        agreed.get_by_role("group", name="Overrides").get_by_role("button", name="none").click()
        expect(agreed.locator(".tag").first).to_contain_text("3 of")
        shown.must_be_well()
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        saved = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
        assert (saved["clock"], saved["disclosure"], saved["overrides"]) == (90, {foes: "words"}, "none")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        expect(shown.page.locator(".order")).to_contain_text("hurt")
        begun = served.ledger.fight(shown.page.url.rpartition("/")[2])
        assert (begun.encounter.clock, dict(begun.encounter.disclosure)) == (90, {foes: "words"})


@pytest.mark.parametrize("look", LOOKS)
def test_what_a_fight_cannot_have_is_not_offered_and_a_rule_has_room_for_its_words(
    browser: Browser, served: Site, look: Look
) -> None:
    with screen(browser, look) as shown:
        shown.open(f"{served.address}/")
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        shown.page.get_by_role("button", name=re.compile("A fight of storyteller")).first.click()
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("group", name="Dice")).to_be_visible()
        expect(agreed.get_by_role("group", name=re.compile("^(Hands|Attest)$"))).to_have_count(0)
        agreed.get_by_role("group", name="Dice").get_by_role("button", name="table").click()
        expect(agreed.get_by_role("group", name="Attest")).to_be_visible()
        shown.page.get_by_role("region", name="House rules").get_by_text("as the book").click()
        widths = shown.page.locator(".rule > span:first-child").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().width)"
        )
        assert min(widths) > 140
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).first.click()
        agreed.get_by_text("as usual").click()
        expect(agreed.get_by_role("group", name="Hands")).to_be_visible()


def test_a_clock_that_is_taken_away_again_is_none_and_what_the_rules_refuse_is_said(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.yaml"
    kept.write_text(OURS["pursuit"].read_text(encoding="utf-8") + "\nclock: 60\n", encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(kept)
        agreed = shown.page.get_by_role("region", name="What the table agrees on")
        clock = agreed.get_by_label(re.compile("^Clock"))
        expect(clock).to_have_value("60")
        clock.fill("5")
        clock.blur()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".opening > .wrong")).to_contain_text("10")
        shown.bears()
        clock.fill("")
        clock.blur()
        expect(agreed.locator(".tag").first).to_contain_text("0 of")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        assert served.ledger.fight(shown.page.url.rpartition("/")[2]).encounter.clock is None


def test_seats_and_links_name_those_who_are_played_as_people_call_them(
    browser: Browser, served: Site, tmp_path: Path
) -> None:
    own = tmp_path / "named.yaml"
    ready = OURS["etiquette-siege"].read_text(encoding="utf-8")
    own.write_text(ready.replace("{id: Uncle,", "{id: Uncle, name: Great-Uncle Bo,"), encoding="utf-8")
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        shown.page.get_by_label("Your own").last.set_input_files(own)
        seat = shown.page.locator(".seat", has=shown.page.get_by_role("group", name="Who plays Great-Uncle Bo"))
        expect(seat).to_contain_text("Great-Uncle Bo, Grimble and Cousin Ludo")
        seat.get_by_role("button", name="By link").click()
        shown.must_be_well()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link").first).to_contain_text("Great-Uncle Bo, Grimble and Cousin Ludo")


def test_a_fight_that_was_begun_is_among_ones_own_afterwards(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".pick:not(.own)")).to_have_count(len(OURS))
        shown.page.keyboard.press("Control+Enter")
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        shown.open(f"{served.address}/")
        expect(shown.page.locator(".fight")).to_have_count(1)
        expect(shown.page.locator(".fight")).to_contain_text("you are")


def test_what_the_server_refuses_is_said_in_its_words(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        refused = {"detail": "Only the operator opens encounters here.", "type": "/problems/no-key"}
        shown.page.route("**/api/encounters", lambda route: route.fulfill(status=401, json=refused))
        shown.open(f"{served.address}/")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.get_by_role("alert").first).to_have_text("Only the operator opens encounters here.")
        shown.bears()


def seats_of(shown: Screen, served: Site, fight: str) -> None:
    """Show who sits where in a ready fight."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).click()


def test_whoever_lets_bots_play_every_seat_holds_a_key_all_the_same(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("button", name="You", pressed=True).locator("xpath=..").get_by_text("Bot").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        expect(shown.page.get_by_text("A bot of the server plays for you.")).to_be_visible()


def test_whoever_gives_every_seat_away_gets_every_link(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        rows = shown.page.locator(".seat")
        expect(rows).to_have_count(4)
        for row in rows.all():
            row.get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).to_have_count(4)
        expect(shown.page.get_by_role("link", name="To the table")).to_have_count(0)


@pytest.mark.parametrize("named", [False, True], ids=["by itself", "named"])
def test_links_that_lead_nowhere_from_another_machine_say_so(browser: Browser, served: Site, named: bool) -> None:
    public = on_the_lan(served) if named else served.address
    with patch.dict(served.app.state._state, public=public), screen(browser) as shown:
        for address, reached in ((served.address, named), (on_the_lan(served), True)):
            shown.open(f"{address}/")
            shown.page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
            shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
            shown.page.get_by_role("button", name=re.compile("^Begin")).click()
            link = shown.page.locator(".seat-link input").first.input_value()
            assert link.startswith(on_the_lan(served) if reached else served.address)
            expect(shown.page.get_by_text("on this machine alone")).to_have_count(0 if reached else 1)
        shown.bears()


def test_the_link_of_whoever_watches_is_shown_if_it_was_chosen(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        seats_of(shown, served, "A fight of pursuit")
        link = shown.page.get_by_role("group", name="Who plays Gallery").get_by_role("button", name="By link")
        expect(link).to_have_attribute("aria-pressed", "false")
        for pressed in ("true", "false", "true"):
            link.click()
            expect(link).to_have_attribute("aria-pressed", pressed)
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.locator(".seat-link")).to_have_count(1)
        expect(shown.page.locator(".seat-link")).to_contain_text("Gallery")


def test_where_a_bot_is_refused_the_fight_is_there_and_its_seat_has_a_link(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        refused = {"detail": "No more bots play here.", "type": "/problems/too-many"}
        shown.page.route("**/bots", lambda route: route.fulfill(status=503, json=refused))
        before = len(served.ledger.encounters())
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        expect(shown.page.get_by_role("alert").first).to_have_text("No more bots play here.")
        expect(shown.page.locator(".seat-link").first).to_be_visible()
        shown.page.get_by_role("link", name="To the table").click()
        expect(shown.page.locator(".table .board .tok")).to_have_count(3)
        assert len(served.ledger.encounters()) == before + 1
        shown.bears()


def test_who_comes_back_to_the_opening_screen_can_begin_again(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.page.route("**/e/*", lambda route: route.fulfill(status=204))
        seats_of(shown, served, "A fight of pursuit")
        begins = shown.page.get_by_role("button", name=re.compile("^Begin"))
        with shown.page.expect_request("**/e/*"):
            begins.click()
        expect(begins).to_be_disabled()
        shown.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        expect(begins).to_be_enabled()


def test_a_link_that_cannot_be_copied_is_marked(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        shown.page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
        seats_of(shown, served, "A fight of pursuit")
        shown.page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
        shown.page.get_by_role("button", name=re.compile("^Begin")).click()
        shown.page.get_by_role("button", name="Copy").first.click()
        expect(shown.page.locator(".seat-link input").first).to_be_focused()


def chooses(shown: Screen, served: Site, fight: str) -> None:
    """Choose a ready fight, and scroll down to where everybody stands in it."""
    shown.open(f"{served.address}/")
    shown.page.get_by_role("button", name=re.compile(fight)).first.click()
    expect(shown.page.locator(".pick.on")).to_contain_text(re.compile(fight))
    shown.page.locator(".place-board").scroll_into_view_if_needed()


def listed(shown: Screen, who: str) -> Locator:
    """Return what the list below the board says of somebody."""
    return shown.page.locator(".movables button").filter(has_text=who)


def stands(shown: Screen, who: str, place: str) -> None:
    expect(listed(shown, who)).to_contain_text(place)


def token(shown: Screen, who: str) -> Locator:
    return shown.page.locator(f".place-board .stage [data-who='{who}']").first


def spot(shown: Screen, place: str) -> tuple[float, float]:
    """Return where a place is on the screen: the middle of a square, or of what is drawn of any other."""
    if not re.fullmatch(r"-?\d+:\d+", place):
        return middle(
            shown.page.locator(f".place-board [data-place='{place}'] >> nth=0")
            .locator("rect, circle")
            .first.bounding_box()
        )
    ground = shown.page.locator(".place-board .b-ground").bounding_box()
    assert ground is not None
    columns = shown.page.locator(".place-board .b-coord").evaluate_all(
        "(all) => all.filter((each) => each.getAttribute('y') === '-6').length"
    )
    size = ground["width"] / columns
    x, y = map(int, place.split(":"))
    return ground["x"] + (x + 0.5) * size, ground["y"] + (y + 0.5) * size


def begun(shown: Screen, served: Site) -> dict[str, str]:
    """Begin the fight, and return where it says that everybody began."""
    shown.page.get_by_role("button", name=re.compile("^Begin")).click()
    expect(shown.page.locator(".table .board .tok").first).to_be_visible()
    fight = served.ledger.fight(shown.page.url.rpartition("/")[2])
    return {line.entry.who: line.entry.at for line in fight.lines if isinstance(line.entry, CombatantJoined)}


MOVED = [
    pytest.param("A fight of pursuit", "Odila", "steps", "steps", "Steps", id="tiles"),
    pytest.param("A fight of verdigris", "Old_Wels", "causeway", "causeway", "Causeway", id="zones"),
    pytest.param("A fight of vanguard", "Halla", "party rear", "rear", "rear", id="ranks"),
    pytest.param("mill at Undertow", "Anwen", "3:4", "3:4", "3:4", id="squares"),
]
"""On a board of each kind: somebody, a place by its name on the board, in the opening, and in the list."""


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("fight", "who", "place", "stated", "shown_as"), MOVED)
def test_somebody_is_dragged_elsewhere_and_the_fight_begins_so(
    browser: Browser, served: Site, look: Look, fight: str, who: str, place: str, stated: str, shown_as: str
) -> None:
    with screen(browser, look) as shown:
        chooses(shown, served, fight)
        shown.page.get_by_role("button", name="Show all").first.click()
        token(shown, who).scroll_into_view_if_needed()
        drags(shown.page, lambda: middle(token(shown, who).bounding_box()), lambda: spot(shown, place))
        stands(shown, who.replace("_", " "), shown_as)
        shown.must_be_well()
        assert begun(shown, served)[who] == stated


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("fight", "who", "place", "stated", "shown_as"), MOVED)
def test_somebody_is_pressed_and_then_the_place(
    browser: Browser, served: Site, look: Look, fight: str, who: str, place: str, stated: str, shown_as: str
) -> None:
    with screen(browser, look) as shown:
        chooses(shown, served, fight)
        shown.page.get_by_role("button", name="Show all").first.click()
        token(shown, who).scroll_into_view_if_needed()
        shown.page.mouse.click(*middle(token(shown, who).bounding_box()))
        expect(shown.page.locator(".placing")).to_contain_text("press a place")
        expect(listed(shown, who.replace("_", " "))).to_have_attribute("aria-pressed", "true")
        shown.must_be_well()
        x, y = spot(shown, place)
        if ":" not in place:
            # Beside whoever stands in the middle.
            edge = (
                shown.page.locator(f".place-board [data-place='{place}']").locator("rect, circle").first.bounding_box()
            )
            assert edge is not None
            y = edge["y"] + 6
        shown.page.mouse.click(x, y)
        stands(shown, who.replace("_", " "), shown_as)
        expect(shown.page.locator(".placing")).to_contain_text("stands here now")
        assert begun(shown, served)[who] == stated


@pytest.mark.parametrize(
    ("fight", "who", "keys", "place", "shown_as"),
    [
        pytest.param("A fight of pursuit", "Odila", ["ArrowRight"], "steps", "Steps", id="tiles"),
        pytest.param("A fight of verdigris", "Mother Burbot", ["ArrowLeft"], "tollhouse", "Tollhouse", id="zones"),
        pytest.param("A fight of vanguard", "Halla", ["ArrowLeft"], "rear", "rear", id="ranks"),
        pytest.param("mill at Undertow", "Anwen", ["l", "l", "ArrowUp"], "4:4", "4:4", id="squares"),
    ],
)
def test_somebody_is_moved_by_keys_alone(
    browser: Browser, served: Site, fight: str, who: str, keys: list[str], place: str, shown_as: str
) -> None:
    with screen(browser) as shown:
        chooses(shown, served, fight)
        listed(shown, who).focus()
        shown.page.keyboard.press("Enter")
        expect(shown.page.locator(".place-board .stage")).to_be_focused()
        for key in keys:
            shown.page.keyboard.press(key)
        expect(shown.page.locator(".place-board .stage > [role=status]")).to_contain_text(shown_as, ignore_case=True)
        shown.page.keyboard.press("Enter")
        stands(shown, who, shown_as)
        expect(shown.page.locator(".place-board .stage")).to_be_focused()
        shown.page.keyboard.press("Control+Enter")
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        fought = served.ledger.fight(shown.page.url.rpartition("/")[2])
        joined = {line.entry.who: line.entry.at for line in fought.lines if isinstance(line.entry, CombatantJoined)}
        assert joined[who.replace(" ", "_")] == place


def test_the_cursor_takes_whom_it_is_on_and_goes_through_all_who_stand_there(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of verdigris")
        shown.page.locator(".place-board .stage").focus()
        for who in ("Odile", "Thunder", "Berek"):
            # The first press puts the cursor on the first place, where these stand.
            if who == "Odile":
                shown.page.keyboard.press("ArrowDown")
            shown.page.keyboard.press("Enter")
            expect(listed(shown, who)).to_have_attribute("aria-pressed", "true")
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".movables [aria-pressed=true]")).to_have_count(0)


def test_a_place_that_the_rules_refuse_is_said_in_their_words_and_nothing_is_lost(
    browser: Browser, served: Site
) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "mill at Undertow")
        drags(shown.page, lambda: spot(shown, "2:5"), lambda: spot(shown, "3:5"))
        stands(shown, "Anwen", "3:5")
        drags(shown.page, lambda: spot(shown, "3:5"), lambda: spot(shown, "14:5"))
        refused = shown.page.locator(".refused")
        expect(refused).to_contain_text("Anwen cannot stand at 14:5: there is no room for anything medium.")
        stands(shown, "Anwen", "3:5")
        expect(listed(shown, "Anwen")).to_have_attribute("aria-pressed", "true")
        shown.bears()
        shown.must_be_well()
        shown.page.mouse.click(*spot(shown, "4:6"))
        stands(shown, "Anwen", "4:6")
        expect(refused).to_have_text("")
        assert begun(shown, served)["Anwen"] == "4:6"


def test_what_is_refused_alone_is_tried_together_with_the_next_move(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of verdigris")
        shown.page.mouse.click(*middle(token(shown, "Odile").bounding_box()))
        drags(shown.page, lambda: middle(token(shown, "Odile").bounding_box()), lambda: spot(shown, "reeds"))
        expect(shown.page.locator(".refused")).to_contain_text("Odile cannot ride Thunder")
        expect(shown.page.locator(".refused")).to_contain_text("Not moved alone: Odile.")
        stands(shown, "Odile", "Causeway")
        shown.bears()
        shown.must_be_well()
        drags(shown.page, lambda: middle(token(shown, "Thunder").bounding_box()), lambda: spot(shown, "reeds"))
        stands(shown, "Thunder", "Reeds")
        stands(shown, "Odile", "Reeds")
        expect(shown.page.locator(".refused")).to_have_text("")
        places = begun(shown, served)
        assert (places["Odile"], places["Thunder"]) == ("reeds", "reeds")


def test_two_change_places_and_what_was_kept_in_mind_can_be_forgotten(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of pursuit")
        drags(shown.page, lambda: middle(token(shown, "Odila").bounding_box()), lambda: spot(shown, "loft"))
        expect(shown.page.locator(".refused")).to_contain_text("stands there")
        shown.page.get_by_role("button", name="Forget it").click()
        expect(shown.page.locator(".refused")).to_have_text("")
        drags(shown.page, lambda: middle(token(shown, "Kestrel").bounding_box()), lambda: spot(shown, "quay"))
        expect(shown.page.locator(".refused")).to_contain_text("stands there")
        stands(shown, "Kestrel", "Loft")
        drags(shown.page, lambda: middle(token(shown, "Odila").bounding_box()), lambda: spot(shown, "loft"))
        stands(shown, "Kestrel", "Quay")
        stands(shown, "Odila", "Loft")
        shown.bears()


def test_a_large_body_goes_by_the_square_that_it_is_held_by_and_nobody_goes_beside_the_board(
    browser: Browser, served: Site
) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "mill at Undertow")
        drags(shown.page, lambda: spot(shown, "9:4"), lambda: spot(shown, "6:3"))
        stands(shown, "Sluicegate", "5:2")
        drags(shown.page, lambda: spot(shown, "2:5"), lambda: spot(shown, "-1:5"))
        expect(shown.page.locator(".place-board .ghost")).to_have_count(0)
        stands(shown, "Anwen", "2:5")
        assert begun(shown, served)["Sluicegate"] == "5:2"


def test_a_roster_that_is_saved_opens_again_as_what_was_begun(browser: Browser, served: Site, tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    with screen(browser) as shown:
        chooses(shown, served, "A fight of vanguard")
        drags(shown.page, lambda: middle(token(shown, "Osk").bounding_box()), lambda: spot(shown, "party rear"))
        stands(shown, "Osk", "rear")
        with shown.page.expect_download() as coming:
            shown.page.get_by_role("button", name="Save as roster").click()
        coming.value.save_as(saved)
        places = begun(shown, served)
    with screen(browser) as again:
        again.open(f"{served.address}/")
        again.page.get_by_label("Your own").last.set_input_files(saved)
        stands(again, "Osk", "rear")
        assert begun(again, served) == places
    read = served.begin(rosters.read(saved)).now
    assert {one.id: one.at for one in read.combatants.values()} == places
    assert places["Osk"] == "rear"


def test_on_a_map_of_ones_own_nobody_stands_until_they_are_put_there(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "mill at Undertow")
        shown.page.get_by_label("Map or picture").last.set_input_files(COTTAGE)
        expect(shown.page.locator(".place-board .b-door")).to_have_count(2)
        expect(shown.page.locator(".place-board .tok")).to_have_count(0)
        stands(shown, "Anwen", "no place yet")
        expect(shown.page.locator(".placing")).to_contain_text("13 have no place yet.")
        warned = shown.page.locator(".opening .warned")
        expect(warned).to_contain_text("Not on the board yet: Anwen, ")
        expect(warned).to_contain_text("The fight begins without them there")
        shown.bears()
        shown.must_be_well()
        listed(shown, "Anwen").click()
        shown.page.mouse.click(*spot(shown, "2:2"))
        stands(shown, "Anwen", "2:2")
        expect(warned).not_to_contain_text("Anwen")
        listed(shown, "Corrie").click()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
            shown.page.keyboard.press(key)
        stands(shown, "Corrie", "1:1")
        expect(listed(shown, "no place yet")).to_have_count(12)
        places = begun(shown, served)
        assert (places["Anwen"], places["Tobit"]) == ("2:2", "")
        assert places["Corrie"] == "1:1"


def test_a_finger_finds_people_and_places_that_are_large_enough(browser: Browser, served: Site) -> None:
    with screen(browser, Look(390, "light")) as shown:
        for fight in ("mill at Undertow", "A fight of pursuit", "A fight of verdigris", "A fight of vanguard"):
            chooses(shown, served, fight)
            pressed = shown.page.locator(".two .block").first.locator("button").all()
            sizes = [each.bounding_box() for each in pressed if each.is_visible()]
            assert len(sizes) > 6
            assert all(each is not None and each["height"] >= 44 and each["width"] >= 44 for each in sizes)
            if fight == "mill at Undertow":
                assert spot(shown, "3:4")[0] - spot(shown, "2:4")[0] >= 44
            else:
                bodies = [each.bounding_box() for each in shown.page.locator(".place-board .tok").all()]
                assert all(each is not None and min(each["width"], each["height"]) >= 43 for each in bodies)


def test_what_is_pressed_while_the_server_answers_is_not_lost(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of pursuit")
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        shown.page.route("**/api/drafts", hold)
        drags(shown.page, lambda: middle(token(shown, "Odila").bounding_box()), lambda: spot(shown, "steps"))
        drags(shown.page, lambda: middle(token(shown, "Bram").bounding_box()), lambda: spot(shown, "garden"))
        shown.page.keyboard.press("Control+Enter")
        assert len(waiting) == 1, "one after another"
        shown.page.unroute("**/api/drafts")
        expect(shown.page.locator(".table .board .tok").first).to_be_visible()
        fought = served.ledger.fight(shown.page.url.rpartition("/")[2])
        joined = {line.entry.who: line.entry.at for line in fought.lines if isinstance(line.entry, CombatantJoined)}
        assert (joined["Odila"], joined["Bram"]) == ("steps", "garden")


def test_a_server_that_is_not_reached_refuses_nothing_and_is_asked_again(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of pursuit")
        shown.page.route("**/api/drafts", lambda route: route.abort())
        drags(shown.page, lambda: middle(token(shown, "Odila").bounding_box()), lambda: spot(shown, "steps"))
        expect(shown.page.locator(".refused")).to_contain_text("The server was not reached")
        expect(shown.page.locator(".refused")).not_to_contain_text("Not moved alone")
        shown.page.unroute("**/api/drafts")
        shown.bears()
        drags(shown.page, lambda: middle(token(shown, "Odila").bounding_box()), lambda: spot(shown, "steps"))
        stands(shown, "Odila", "Steps")
        expect(shown.page.locator(".refused")).to_have_text("")


@pytest.mark.parametrize("fight", ["mill at Undertow", "battle zones"])
def test_who_is_taken_off_the_board_by_press_or_key_comes_back_with_all_others_in_one_press(
    browser: Browser, served: Site, fight: str
) -> None:
    with screen(browser) as shown:
        chooses(shown, served, fight)
        people = shown.page.locator(".movables button")
        everybody = shown.page.get_by_role("button", name="Place all")
        expect(everybody).to_have_count(0)
        people.nth(0).click()
        shown.page.get_by_role("button", name="Off the board").click()
        expect(people.nth(0)).to_contain_text("no place yet")
        expect(shown.page.locator(".placing")).to_contain_text("stands nowhere now")
        expect(shown.page.locator(".place-board .stage")).to_be_focused()
        people.nth(1).focus()
        shown.page.keyboard.press("Enter")
        shown.page.keyboard.press("Delete")
        expect(people.nth(1)).to_contain_text("no place yet")
        shown.must_be_well()
        everybody.click()
        expect(everybody).to_have_count(0)
        expect(shown.page.locator(".movables")).not_to_contain_text("no place yet")
        assert all(begun(shown, served).values())


def test_where_the_rules_know_nobody_without_a_place_whoever_is_to_go_stays(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of pursuit")
        listed(shown, "Odila").click()
        expect(shown.page.get_by_role("button", name="Off the board")).to_have_count(0)
        shown.page.keyboard.press("Delete")
        expect(shown.page.locator(".placing")).to_contain_text("Odila must stand somewhere")
        stands(shown, "Odila", "Quay")
