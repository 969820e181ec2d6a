"""Somebody plays: presses the board, the chips and the button, or keys alone; what happens, the chronicle tells."""

from __future__ import annotations

import re
from itertools import count

import pytest
from playwright.sync_api import Browser, expect

from domain.deciding import offers, pending
from domain.offers import End
from projections.board import board
from projections.boards.grid import GridView
from projections.chronicle import chronicle
from tests.page.dragging import drags, grip, middle
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import (
    aims,
    anwens_turn,
    archers,
    declines,
    lines,
    may,
    seat_in_turn,
    shoots,
    steady,
    until,
    version,
    went_on,
)

pytestmark = pytest.mark.usefixtures("same_dice")


@pytest.mark.parametrize("look", LOOKS)
def test_a_turn_on_squares_is_an_attack_by_pressing_somebody_and_the_button(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = served.open("storyteller")
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser, look) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".yours")).to_contain_text("Your turn")
        aims(shown)
        shown.must_be_well(colours=True)
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        expect(shown.page.locator(".chron li:last-child .rolls")).not_to_have_count(0)


COVERED = """() => {
    const boxes = (what) => [...document.querySelectorAll(`.stage ${what}`)]
        .map((each) => ({ text: each.textContent, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
    const across = (one, other) => one.left + 1 < other.right && other.left + 1 < one.right;
    const along = (one, other) => one.top + 1 < other.bottom && other.top + 1 < one.bottom;
    const [pills, names] = [boxes('.pill rect'), boxes('.name')];
    const under = names.filter(({ box }) => pills.some((pill) => across(box, pill.box) && along(box, pill.box)));
    return { pills: pills.length, names: names.length, under: under.map(({ text }) => text) };
}"""
"""Tells how many chances and names a board shows, and which names lie under a chance."""


@pytest.mark.parametrize("look", LOOKS)
def test_no_name_lies_under_the_chance_of_an_attack(browser: Browser, served: Site, look: Look) -> None:
    fight = anwens_turn(served, 31)
    with screen(browser, look) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".yours")).to_contain_text("Your turn")
        expect(shown.page.locator(".dock")).not_to_have_attribute("aria-busy", "true")
        chances = 0
        for chip in shown.page.locator(".chip[data-do=attack]").all():
            chip.click()
            expect(chip).to_have_class(re.compile("armed"))
            for _ in range(3):
                found = shown.page.evaluate(COVERED)
                assert found["under"] == [], found
                chances += found["pills"]
                shown.page.locator(".tools .btn").first.dispatch_event("click")
        assert chances


@pytest.mark.long
def test_a_step_on_squares_shows_its_way_and_is_made_by_pressing_the_square_again(
    browser: Browser, served: Site
) -> None:
    fight = next(fight for seed in count(2) if ways_of(fight := anwen_moves(served, seed), struck=False))
    to, before = ways_of(fight, struck=False)[0].tile, version(fight)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        spot = shown.page.locator(f".stage .spot[data-place='{to}']")
        spot.click()
        expect(shown.page.locator(".b-path")).to_have_count(1)
        spot.click()
        went_on(shown, fight, before)
        assert to in {each.at for each in fight.now.combatants.values()}


@pytest.mark.long
def test_a_step_on_tiles_is_made_by_pressing_the_tile(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    fight.give("odila", do="begin_move", who="Odila", allowance=2)
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        shown.page.locator('.stage .spot[data-place="steps"]').click()
        expect(shown.page.locator(".chron")).to_contain_text("Odila walked from quay to steps")
        assert fight.now.combatants["Odila"].at == "steps"


@pytest.mark.parametrize("look", LOOKS)
def test_the_cards_of_a_hand_are_drawn_as_cards_and_played_by_keys_as_well(
    browser: Browser, served: Site, look: Look
) -> None:
    fight = served.open("pursuit", 9)
    fight.play(lambda now: any(may(seat, "use_item")(now) for seat in fight.keys))
    seat = next(seat for seat in fight.keys if may(seat, "use_item")(fight.now))
    cards = [offer for offer in offers(fight.now, seat) if offer.do == "use_item"]
    usable = {name.replace("_", " ") for offer in cards for name in offer.closed["item"]}
    side = fight.now.combatants[str(cards[0].who)].side
    held = {item.id.replace("_", " ") for item in fight.now.hand(side)}
    with screen(browser, look) as shown:
        shown.open(fight.address(seat))
        declines(shown.page)
        hand = shown.page.get_by_role("group", name="Your hand")
        expect(hand.locator(".cardy b").first).to_be_visible()
        told = {re.split(" ×|:", text)[0].lower() for text in hand.locator(".cardy b").all_inner_texts()}
        assert told == held
        assert {text.lower() for text in hand.locator(".cardy.no b").all_inner_texts()} == held - usable
        expect(shown.page.locator(".chips.lines [data-do=use_item]")).to_have_count(0)
        expect(hand.locator("button small").first).not_to_be_empty()
        board, height = shown.page.locator(".board").bounding_box(), shown.page.viewport_size
        assert board is not None
        assert height is not None
        assert look.width > 620 or board["height"] >= 0.42 * height["height"]
        card = hand.locator("button.cardy").first
        steady(shown)
        shown.page.keyboard.press(card.get_attribute("data-key") or "")
        expect(card).to_have_attribute("aria-pressed", "true")
        shown.must_be_well()
        before = version(fight)
        if shown.page.locator(".say .go").is_disabled():
            shown.page.locator(".stage .tok.aim").first.click()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)


@pytest.mark.long
def test_the_dice_that_fell_say_what_was_enough_and_rooms_have_floors(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 10)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".stage .b-room")).to_have_attribute("d", re.compile("^M"))
        before = version(fight)
        shoots(shown, "Wrecker1")
        went_on(shown, fight, before)
        rolled = chronicle(served.ledger.lines(fight.id))[-1].dice[0]
        assert rolled.total is not None
        word = "enough" if rolled.total >= (rolled.enough or 0) else "not enough"
        tag = shown.page.locator(".tray .tag", has_text="against")
        expect(tag).to_have_text(f"against {rolled.against}: {word}")
        expect(shown.page.locator(".chron li[data-n]").last).to_contain_text(f"against {rolled.against}")
        shown.must_be_well()


@pytest.mark.long
def test_taking_back_comes_last_of_what_can_be_pressed_below_the_board(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 11)
    fight.give("anwen", do="hide", who=str(fight.now.turn))
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        buttons = shown.page.locator(".dock button:visible")
        expect(steady(shown).page.locator(".dock > .back")).to_be_visible()
        assert "back" not in (buttons.first.get_attribute("class") or "").split()
        expect(buttons.last).to_contain_text("Take back")
        end, back = shown.page.locator(".dock [data-do=end_turn]"), shown.page.locator(".dock > .back")
        boxes = [each.bounding_box() for each in (end, back)]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["x"] < boxes[1]["x"]
        assert abs(boxes[0]["y"] - boxes[1]["y"]) < boxes[1]["height"]


@pytest.mark.long
def test_how_far_to_go_is_chosen_beside_each_other(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        shown.page.locator(".chip[data-do=begin_move]").click()
        shown.page.get_by_role("button", name="Less").click()
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".chron")).to_contain_text("Odila claimed a move of 2")


QUESTIONS = [("verdigris", "push"), ("etiquette", "defense_dice"), ("vanguard", "stance"), ("pursuit", "engage")]


@pytest.mark.long(but=("verdigris-push",))
@pytest.mark.parametrize(("roster", "kind"), QUESTIONS)
def test_a_question_is_answered_by_one_of_its_buttons(browser: Browser, served: Site, roster: str, kind: str) -> None:
    fight = served.open(roster, 3)
    fight.play(lambda now: pending(now).kind == kind)
    seat = seat_in_turn(fight)
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        before = version(fight)
        shown.page.locator(".dock .chip:not(.no)").first.click()
        choose_all(shown)
        shown.must_be_well()
        # What rolls nothing and can be taken back alone has gone already.
        if kind != "stance":
            shown.page.locator(".say .go").click()
        went_on(shown, fight, before)


def choose_all(shown: Screen) -> None:
    """Choose the first of whatever must still be said."""
    for field in shown.page.locator(".fields .group").all():
        if shown.page.locator(".say .go").is_enabled():
            return
        field.locator("button").first.click()


def test_groups_in_ranks_are_attacked_by_pressing_their_cards(browser: Browser, served: Site) -> None:
    fight = served.open("vanguard", 4)
    fight.play(lambda now: any(may(seat, "attack")(now) for seat in ("ines", "jory", "petra")))
    seat = next(seat for seat in ("ines", "jory", "petra") if may(seat, "attack")(fight.now))
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        attack = shown.page.locator(".chip[data-do=attack]").first
        chosen = shown.page.locator(".dock .seg").first.locator("[aria-pressed=true]").inner_text()
        expect(shown.page.locator(".order li[aria-current=true]")).to_contain_text(chosen)
        for who in shown.page.locator(".dock .seg").first.locator("button").all() if not attack.count() else []:
            who.click()
            if attack.count():
                break
        steady(shown)
        attack.click()
        before = version(fight)
        if shown.page.locator(".say .go").is_disabled():
            shown.page.locator(".stage .place.can").first.click()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)


def test_zones_are_walked_through_by_pressing_a_room(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris", 5)
    seats = ("odile", "berek", "suri")
    fight.play(lambda now: any(may(seat, "move")(now) for seat in seats))
    seat = next(seat for seat in seats if may(seat, "move")(fight.now))
    with screen(browser) as shown:
        shown.open(fight.address(seat))
        shown.page.locator(".chip[data-do=move]").first.click()
        before = version(fight)
        shown.page.locator(".stage .spot .place-name").first.click()
        went_on(shown, fight, before)


def test_a_turn_is_played_by_keys_alone(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 6)
    fight.play(lambda now: may("storyteller", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()
        before = version(fight)
        for key in ("1", "t", "Enter"):
            shown.page.keyboard.press(key)
        went_on(shown, fight, before)
        before = version(fight)
        ends = shown.page.locator(".dock .btn[data-do=end_turn]")
        expect(ends).to_be_enabled()
        shown.page.keyboard.press("e")
        asked = shown.page.locator(".dock .btn[data-do=end_turn][aria-pressed=true]")
        until(shown, lambda: version(fight) > before or asked.count())
        if version(fight) == before:
            # Somebody could still be attacked: it is asked once more.
            shown.page.keyboard.press("e")
        went_on(shown, fight, before)


@pytest.mark.long
def test_enter_alone_rolls_nothing(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 7)
    fight.play(lambda now: may("storyteller", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("Enter")
        shown.page.wait_for_timeout(400)
        assert version(fight) == before


@pytest.mark.long
def test_enter_chooses_what_the_cursor_was_moved_to_and_then_sends(browser: Browser, served: Site) -> None:
    fight = next(fight for seed in count(2) if ways_of(fight := anwen_moves(served, seed), struck=False))
    before, whose = version(fight), str(fight.now.turn)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        page = shown.page
        expect(page.locator(".stage .spot").first).to_be_attached()
        page.keyboard.press("m")
        expect(page.locator(".stage")).to_be_focused()
        expect(page.locator(".stage .sr")).not_to_be_empty()
        first = page.locator(".stage .sr").inner_text()
        page.keyboard.press("m")
        page.keyboard.press("M")
        expect(page.locator(".stage .sr")).to_have_text(first)
        page.keyboard.press("Home")  # what is no key of the board moves nothing
        page.keyboard.press("Numpad7")
        expect(page.locator(".stage .sr")).not_to_have_text(first)
        page.keyboard.press("Numpad3")
        page.keyboard.press("Enter")
        went_on(shown, fight, before)
        assert fight.now.combatants[whose].at == first.split(",")[0]


@pytest.mark.long
def test_the_keys_are_told_and_letters_can_be_switched_off(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        page = shown.page
        expect(page.locator(".dock")).to_be_visible()
        page.keyboard.press("?")
        expect(page.locator(".key-list kbd", has_text="Ctrl K")).to_be_visible()
        shown.must_be_well()
        page.keyboard.press("Escape")
        for off in (True, False):
            page.keyboard.press("Control+k")
            expect(page.locator(".palette input")).to_be_focused()
            page.keyboard.type("letters")
            page.keyboard.press("Enter")
            expect(page.locator(".palette")).to_have_count(0)
            page.keyboard.press("g")
            page.evaluate("() => new Promise(requestAnimationFrame)")  # after which it would have been drawn
            expect(page.locator(".side")).to_have_count(0 if off else 1)


@pytest.mark.long
def test_anything_can_be_found_by_its_words_and_said(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("/")
        expect(shown.page.locator(".palette input")).to_be_focused()
        shown.page.keyboard.type("say table")
        shown.must_be_well()
        shown.page.keyboard.press("Enter")
        shown.page.locator(".fields .typed").fill("To me!")
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".chron")).to_contain_text("To me!")


@pytest.mark.long
def test_somebody_and_a_line_are_found_as_well_as_what_can_be_said(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 10)
    with screen(browser) as shown:
        page = shown.open(fight.address("anwen")).page
        expect(page.locator(".dock")).to_be_visible()
        page.keyboard.press("/")
        expect(page.locator(".palette input")).to_be_focused()
        page.keyboard.type("lookout1")
        page.locator(".palette").get_by_role("button", name="Lookout1", exact=True).click()
        expect(page.locator(".side h2")).to_contain_text("Lookout1")
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        expect(page.locator(".palette input")).to_be_focused()
        line = version(fight) - 3
        page.keyboard.type(str(line))
        page.locator(".palette").get_by_role("button", name=f"Show line {line}", exact=True).click()
        expect(page.locator(".replay")).to_have_attribute("data-at", str(line))
        shown.must_be_well()


def test_what_is_refused_says_why_and_keeps_the_choice_until_it_is_taken(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        sentence = "Odila cannot do that now."
        shown.page.route(
            "**/commands", lambda route: route.fulfill(status=409, json={"type": "/problems/x", "detail": sentence})
        )
        shown.page.locator(".chip[data-do=begin_move]").click()
        shown.page.get_by_role("button", name="Less").click()
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".say [role=alert]")).to_have_text(sentence)
        expect(shown.page.locator(".say .q")).to_contain_text("2")
        shown.page.unroute("**/commands")
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        expect(shown.page.locator(".say [role=alert], .say.refused")).to_have_count(0)
        shown.bears()  # the browser says of every answer that is no success that it is none


def test_somebody_who_watches_has_nothing_to_press(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        expect(shown.page.locator(".chron li").first).to_be_visible()
        assert shown.page.locator(".dock, .chip, .say, .stage .aim, .stage .spot").count() == 0


def anwen_moves(served: Site, seed: int) -> Fight:
    """Return a fight in which somebody of Anwen's may walk."""
    fight = served.open("storyteller", seed)
    fight.play(lambda now: may("anwen", "move")(now) and pending(now).kind == "turn")
    return fight


def ways_of(fight: Fight, *, struck: bool) -> list[End]:
    """Return the ways on offer to Anwen that somebody may strike on, or nobody may, to where nobody lies."""
    (move,) = (each for each in offers(fight.now, "anwen") if each.do == "move")
    shown = board(fight.now)
    assert isinstance(shown, GridView)
    taken = {square for body in shown.bodies for square in body.squares}
    return [end for end in move.open["path"].ends if bool(end.provokes) is struck and end.tile not in taken]


def test_a_token_that_is_dragged_to_a_square_goes_there_where_nobody_may_strike(browser: Browser, served: Site) -> None:
    fight = next(fight for seed in count(8) if ways_of(fight := anwen_moves(served, seed), struck=False))
    to, before = ways_of(fight, struck=False)[0].tile, version(fight)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        token, spot = shown.page.locator(".stage .tok.movable"), shown.page.locator(f".stage .spot[data-place='{to}']")
        drags(shown.page, lambda: grip(token), lambda: middle(spot.bounding_box()))
        went_on(shown, fight, before)
        assert fight.now.combatants[str(fight.now.turn)].at == to


@pytest.mark.long
def test_a_way_on_which_somebody_may_strike_waits_for_the_button_and_says_who(browser: Browser, served: Site) -> None:
    fight = next(fight for seed in count(8) if ways_of(fight := anwen_moves(served, seed), struck=True))
    way, before = ways_of(fight, struck=True)[0], version(fight)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        token = shown.page.locator(".stage .tok.movable")
        spot = shown.page.locator(f".stage .spot[data-place='{way.tile}']")
        expect(spot.locator(".b-reach.struck")).to_be_attached()
        drags(shown.page, lambda: grip(token), lambda: middle(spot.bounding_box()))
        expect(shown.page.locator(".say .warned")).to_contain_text("may strike")
        expect(shown.page.locator(".b-path")).to_have_count(1)
        shown.must_be_well()
        assert version(fight) == before
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert pending(fight.now).kind == "opportunity_attack"


@pytest.mark.long
def test_what_rolls_says_so_and_what_does_not_goes_at_once(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 9)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        aims(shown)
        expect(shown.page.locator(".say .go")).to_contain_text("Roll")
        expect(shown.page.locator(".say .o")).to_contain_text("action 1 → 0")
        before = version(fight)
        shown.page.locator(".chip[data-do=dash]").click()
        went_on(shown, fight, before)


@pytest.mark.long
def test_the_end_of_a_turn_asks_while_somebody_could_still_be_attacked(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 10)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("e")
        expect(shown.page.locator(".say .warned")).to_contain_text("could still attack")
        assert version(fight) == before
        shown.page.keyboard.press("e")
        went_on(shown, fight, before)


@pytest.mark.long
def test_a_key_that_is_held_down_or_pressed_in_a_dialog_says_nothing_twice(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 10)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".chip[data-do=attack]").first).to_be_visible()
        before = version(fight)
        shown.page.keyboard.press("/")
        expect(shown.page.locator(".palette input")).to_be_focused()
        shown.page.keyboard.press("ArrowDown")
        expect(shown.page.locator(".palette li button").first).to_be_focused()
        for key in "eem":
            shown.page.keyboard.press(key)
        shown.page.keyboard.press("Escape")
        expect(shown.page.locator(".palette")).to_have_count(0)
        for _ in range(3):
            shown.page.keyboard.down("e")
        shown.page.keyboard.up("e")
        expect(shown.page.locator(".say .warned")).to_contain_text("could still attack")
        assert (version(fight), [each for each in shown.asked if each.endswith("/commands")]) == (before, [])
        shown.page.keyboard.press("e")
        went_on(shown, fight, before)


@pytest.mark.long
def test_a_key_stands_on_the_button_only_where_it_presses_it(browser: Browser, served: Site) -> None:
    fight = archers(served)
    with screen(browser) as shown:
        shown.open(fight.address("ana"))
        steady(shown).page.keyboard.press("Escape")
        before = version(fight)
        expect(shown.page.locator(".say .go")).to_be_enabled()
        expect(shown.page.locator(".say .go kbd")).to_have_count(0)
        shown.page.keyboard.press("Enter")
        shown.page.keyboard.press("t")
        expect(shown.page.locator(".say .go kbd")).to_have_text("Enter")
        assert version(fight) == before
        shown.page.keyboard.press("Enter")
        went_on(shown, fight, before)


@pytest.mark.long
def test_whoever_falls_is_struck_from_the_order_at_once(browser: Browser, served: Site) -> None:
    fight = served.open("verdigris", 3)
    with screen(browser) as shown:
        shown.open(fight.address("gm"))
        fight.play(lambda now: any(each.life == "dead" for each in now.combatants.values()))
        row = shown.page.locator(".order li", has_text="dead")
        expect(row).to_have_class("out")
        expect(row.locator("bdi")).to_have_css("text-decoration-line", "line-through", timeout=2000)
        expect(row.locator(".tok .body")).to_have_css("fill", "none", timeout=2000)


@pytest.mark.long
def test_people_of_a_list_are_chosen_by_their_names(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 74)
    fight.give("storyteller", do="open", by="storyteller")
    with screen(browser) as shown:
        shown.open(fight.address("storyteller"))
        shown.page.locator(".chip[data-do=determine_surprise]", has_text="one by one").click()
        expect(shown.page.locator(".say .o")).to_have_text("Choose: hiding")
        expect(shown.page.locator(".say .go")).to_be_disabled()
        for name in ("Tobit", "Wisp", "Tobit"):
            shown.page.locator(".fields .chip", has_text=name).click()
        shown.must_be_well()
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        asked = [line["decl"]["action"] for line in lines(fight) if line["type"] == "CommandAccepted"]
        assert asked[-1]["hiding"] == ["Wisp"]


@pytest.mark.long
def test_whoever_cannot_be_a_target_is_grey_and_says_why(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 11)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.locator(".chip[data-do=attack]").last.click()
        barred = shown.page.locator(".stage .tok.barred:not(.movable)").first
        barred.click(force=True)
        expect(shown.page.locator(".say [role=status]")).to_contain_text("cannot")
        shown.must_be_well()


@pytest.mark.long
def test_whoever_aims_at_their_own_side_is_told_so_on_a_phone_too(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 12)
    fight.play(lambda now: now.turn == "Anwen" and may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser, Look(390, "light")) as shown:
        shown.open(fight.address("anwen"))
        shown.page.locator(".chip[data-do=attack]", has_text="hatchet").click()
        shown.page.locator(".stage .tok.aim.s1").first.click()
        expect(shown.page.locator(".say .warned")).to_contain_text("is on your side")
        expect(shown.page.locator(".say .warned")).to_be_visible()


@pytest.mark.long
def test_whoever_wants_it_is_asked_before_everything(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 9)
    fight.play(lambda now: may("anwen", "dash")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".chip[data-do=dash]")).to_be_visible()
        shown.page.keyboard.press("/")
        expect(shown.page.locator(".palette input")).to_be_focused()
        shown.page.keyboard.type("ask before")
        shown.page.get_by_role("button", name="Ask before everything that is sent").click()
        before = version(fight)
        shown.page.locator(".chip[data-do=dash]").click()
        shown.page.wait_for_timeout(400)
        assert version(fight) == before
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
