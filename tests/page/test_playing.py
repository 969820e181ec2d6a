"""Somebody plays: presses the board, the chips and the button, or keys alone; what happens, the chronicle tells."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.sync_api import Browser, expect

from domain.deciding import offers, pending
from domain.offers import End
from projections.board import board
from projections.boards.grid import GridView
from tests.page.looks import LOOKS, Look, Screen, screen
from tests.page.site import Fight, Site
from tests.page.tables import may, seat_in_turn, until, version, went_on

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
        shown.page.locator(".chip[data-do=attack]").first.click()
        shown.must_be_well()
        target = shown.page.locator(".stage .tok.aim").first
        if shown.page.locator(".say .go").is_disabled():
            target.click()
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        expect(shown.page.locator(".chron li:last-child .rolls")).not_to_have_count(0)


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


def test_a_step_on_tiles_is_made_by_pressing_the_tile(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    fight.give("odila", do="begin_move", who="Odila", allowance=2)
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        shown.page.locator('.stage .spot[data-place="steps"]').click()
        expect(shown.page.locator(".chron")).to_contain_text("Odila walked from quay to steps")
        assert fight.now.combatants["Odila"].at == "steps"


def test_how_far_to_go_is_chosen_beside_each_other(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        shown.page.locator(".chip[data-do=begin_move]").click()
        shown.page.get_by_role("button", name="Less").click()
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".chron")).to_contain_text("Odila claimed a move of 2")


QUESTIONS = [("verdigris", "push"), ("etiquette", "defense_dice"), ("vanguard", "stance"), ("pursuit", "engage")]


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


def test_anything_can_be_found_by_its_words_and_said(browser: Browser, served: Site) -> None:
    fight = served.open("pursuit")
    with screen(browser) as shown:
        shown.open(fight.address("odila"))
        expect(shown.page.locator(".dock")).to_be_visible()
        shown.page.keyboard.press("/")
        shown.page.keyboard.type("say table")
        shown.must_be_well()
        shown.page.keyboard.press("Enter")
        shown.page.locator(".fields .typed").fill("To me!")
        shown.page.locator(".say .go").click()
        expect(shown.page.locator(".chron")).to_contain_text("To me!")


def test_what_is_refused_says_why_and_keeps_the_choice(browser: Browser, served: Site) -> None:
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
        shown.complaints.clear()  # the browser says of every answer that is no success that it is none


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
        spot = shown.page.locator(f".stage .spot[data-place='{to}']")
        shown.page.locator(".stage .tok.movable").drag_to(spot)
        went_on(shown, fight, before)
        assert fight.now.combatants[str(fight.now.turn)].at == to


def test_a_way_on_which_somebody_may_strike_waits_for_the_button_and_says_who(browser: Browser, served: Site) -> None:
    fight = next(fight for seed in count(8) if ways_of(fight := anwen_moves(served, seed), struck=True))
    way, before = ways_of(fight, struck=True)[0], version(fight)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        spot = shown.page.locator(f".stage .spot[data-place='{way.tile}']")
        expect(spot.locator(".b-reach.struck")).to_be_attached()
        shown.page.locator(".stage .tok.movable").drag_to(spot)
        expect(shown.page.locator(".say .warned")).to_contain_text("may strike")
        expect(shown.page.locator(".b-path")).to_have_count(1)
        shown.must_be_well()
        assert version(fight) == before
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert pending(fight.now).kind == "opportunity_attack"


def test_what_rolls_says_so_and_what_does_not_goes_at_once(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 9)
    fight.play(lambda now: may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.locator(".chip[data-do=attack]").first.click()
        if shown.page.locator(".say .go").is_disabled():
            shown.page.locator(".stage .tok.aim").first.click()
        expect(shown.page.locator(".say .go")).to_contain_text("Roll")
        expect(shown.page.locator(".say .o")).to_contain_text("action 1 → 0")
        before = version(fight)
        shown.page.locator(".chip[data-do=dash]").click()
        went_on(shown, fight, before)


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


def test_whoever_aims_at_their_own_side_is_told_so_on_a_phone_too(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 12)
    fight.play(lambda now: now.turn == "Anwen" and may("anwen", "attack")(now) and pending(now).kind == "turn")
    with screen(browser, Look(390, "light")) as shown:
        shown.open(fight.address("anwen"))
        shown.page.locator(".chip[data-do=attack]", has_text="hatchet").click()
        shown.page.locator(".stage .tok.aim.s1").first.click()
        expect(shown.page.locator(".say .warned")).to_contain_text("is on your side")
        expect(shown.page.locator(".say .warned")).to_be_visible()


def test_whoever_wants_it_is_asked_before_everything(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 9)
    fight.play(lambda now: may("anwen", "dash")(now) and pending(now).kind == "turn")
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        expect(shown.page.locator(".chip[data-do=dash]")).to_be_visible()
        shown.page.keyboard.press("/")
        shown.page.keyboard.type("ask before")
        shown.page.get_by_role("button", name="Ask before everything that is sent").click()
        before = version(fight)
        shown.page.locator(".chip[data-do=dash]").click()
        shown.page.wait_for_timeout(400)
        assert version(fight) == before
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
