"""Where people stand as a fight begins: dragged, pressed or moved by keys, on boards of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from domain.events import CombatantJoined
from files import rosters
from tests.page.dragging import drags, middle
from tests.page.looks import LOOKS, Look, screen
from tests.page.openings import begun, chooses, listed, spot, stands, token
from tests.page.site import Site

pytestmark = pytest.mark.usefixtures("same_dice")

COTTAGE = Path(__file__).parents[1] / "maps" / "cottage.dd2vtt"


MOVED = [
    pytest.param("A fight of pursuit", "Odila", "steps", "steps", "Steps", id="tiles"),
    pytest.param("A fight of verdigris", "Old_Wels", "causeway", "causeway", "Causeway", id="zones"),
    pytest.param("A fight of vanguard", "Halla", "party rear", "rear", "rear", id="ranks"),
    pytest.param("mill at Undertow", "Anwen", "3:4", "3:4", "3:4", id="squares"),
]


"""On a board of each kind: somebody, a place by its name on the board, in the opening, and in the list."""


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
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


@pytest.mark.long
def test_where_the_rules_know_nobody_without_a_place_whoever_is_to_go_stays(browser: Browser, served: Site) -> None:
    with screen(browser) as shown:
        chooses(shown, served, "A fight of pursuit")
        listed(shown, "Odila").click()
        expect(shown.page.get_by_role("button", name="Off the board")).to_have_count(0)
        shown.page.keyboard.press("Delete")
        expect(shown.page.locator(".placing")).to_contain_text("Odila must stand somewhere")
        stands(shown, "Odila", "Quay")
