"""What people do from beginning to end: a turn on a phone, a round by keys, hidden hands, a lost connection."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Response, Route, expect

from domain.deciding import offers, pending
from domain.encounter import Encounter
from domain.items import FACE_DOWN
from domain.rulesets import storyteller, vanguard
from domain.table.openings import Opening
from files import rosters
from files.written_rosters import named
from tests.page.keyboard import Keyboard
from tests.page.looks import Look, screen
from tests.page.site import Fight, Site
from tests.page.tables import aims, anwens_turn, seat_in_turn, until, version, went_on

pytestmark = pytest.mark.usefixtures("same_dice")


def test_an_attack_on_a_phone_takes_three_presses_and_no_scrolling(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 91)
    with screen(browser, Look(390, "light")) as shown:
        shown.open(fight.address("anwen"))
        before = version(fight)
        aims(shown)
        expect(shown.page.locator(".say .go")).to_be_in_viewport()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert shown.page.evaluate("document.scrollingElement.scrollTop") == 0
        # What came of it stands there, and not only what was done.
        expect(shown.page.locator(".ticker")).to_contain_text(re.compile("missed|hit|damage"))


def test_a_phone_on_its_side_shows_the_board_the_button_and_the_chronicle_beside_them(
    browser: Browser, served: Site
) -> None:
    fight = anwens_turn(served, 91)
    with screen(browser) as shown:
        shown.page.set_viewport_size({"width": 844, "height": 390})
        shown.open(fight.address("anwen"))
        aims(shown)
        expect(shown.page.locator(".say .go")).to_be_in_viewport(ratio=1)
        board, log = shown.page.locator(".board").bounding_box(), shown.page.locator(".log").bounding_box()
        assert board is not None
        assert log is not None
        assert board["height"] >= 110
        assert log["x"] >= board["x"] + board["width"] - 1


def test_of_the_others_hands_a_browser_is_told_the_number_of_cards_alone(browser: Browser, served: Site) -> None:
    fight = served.begin(replace(rosters.read(named("etiquette")), hands="private"))
    hands: list[dict[str, list[str]]] = []

    def hears(answer: Response) -> None:
        if answer.url.endswith("/replay"):
            hands.extend(each["view"]["hands"] for each in answer.json()["steps"] if "view" in each)

    with screen(browser) as shown:
        shown.page.on("response", hears)
        shown.open(fight.address("vesper"))
        shown.page.get_by_role("button", name="Look back").click()
        until(shown, lambda: hands)
        assert all(set(each["Vesper"]) == {"whetstone", "squib", "tea_tray"} for each in hands)
        assert all([*each["Marrow"], *each["Thistle"]] == [FACE_DOWN] * 6 for each in hands)


def test_two_hundred_lines_later_a_lost_connection_leaves_no_gap(browser: Browser, served: Site) -> None:
    fight = served.open("storyteller", 92)
    with screen(browser) as shown:
        shown.open(fight.address("gallery"))
        expect(shown.page.locator(".where")).to_contain_text("line")
        shown.context.set_offline(True)
        before = version(fight)
        fight.play(lambda _: version(fight) >= before + 200)
        shown.context.set_offline(False)
        expect(shown.page.locator(".where")).to_contain_text(f"line {version(fight)}", timeout=60_000)
        lines = [str(line.n) for line in fight.site.ledger.lines(fight.id, before) if line.type == "CommandAccepted"]
        expect(shown.page.locator(f".chron li[data-n='{lines[-1]}']")).to_be_visible()
        told = shown.page.evaluate("[...document.querySelectorAll('.chron li[data-n]')].map((one) => one.dataset.n)")
        assert [n for n in lines if n not in told] == []
        shown.bears()  # the browser says of the connection that it was lost


@pytest.mark.long
def test_without_a_connection_nothing_is_sent_and_what_was_chosen_is_kept(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 94)
    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        aims(shown)
        button, lost = shown.page.locator(".say .go"), shown.page.locator(".lost")
        shown.context.set_offline(True)
        expect(lost).to_contain_text(f"What you see is line {version(fight)}.")
        expect(button).to_be_disabled()
        shown.context.set_offline(False)
        expect(lost).to_have_count(0)
        before = version(fight)
        button.click()
        went_on(shown, fight, before)
        shown.bears()  # the browser says of the connection that it was lost


def test_who_was_overtaken_sends_the_same_once_more_and_keeps_the_choice(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 93)
    sent: list[str] = []

    def overtaken(route: Route) -> None:
        sent.append(str((route.request.post_data_json or {}).get("cmd")))
        if len(sent) > 1:
            route.continue_()
            return
        problem = {"type": "/problems/overtaken", "detail": "Somebody else was quicker.", "version": version(fight)}
        route.fulfill(status=412, json=problem)

    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.route("**/commands", overtaken)
        aims(shown)
        before = version(fight)
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert len(sent) == 2
        assert sent[0] == sent[1]
        shown.bears()  # the browser says of a refusal that it is one


def test_who_tries_again_after_a_lost_answer_says_the_same(browser: Browser, served: Site) -> None:
    fight = anwens_turn(served, 95)
    sent: list[str] = []

    def loses(route: Route) -> None:
        sent.append(str((route.request.post_data_json or {}).get("cmd")))
        if len(sent) <= 2:
            route.abort()
        else:
            route.continue_()

    with screen(browser) as shown:
        shown.open(fight.address("anwen"))
        shown.page.route("**/commands", loses)
        aims(shown)
        before = version(fight)
        shown.page.locator(".say .go").click()
        until(shown, lambda: len(sent) == 2)
        expect(shown.page.locator(".say .go")).to_be_enabled()
        shown.page.locator(".say .go").click()
        went_on(shown, fight, before)
        assert len(sent) == 3
        assert len(set(sent)) == 1
        shown.bears()  # the browser says of a call that it failed


REFEREE = "storyteller"
HEROES = {"Anwen": "5:4", "Corrie": "5:7", "Brother-Halm": "2:8", "Tobit": "6:1", "Wisp": "3:4"}
FOES = {"Sluicegate": "8:3", "Wrecker1": "9:5", "Wrecker2": "10:6", "Wrecker3": "9:10", "Lookout1": "10:8"}
FOES |= {"Lookout2": "9:11", "Captain-Grue": "7:11", "Eel": "8:9"}
THREE_MORE = {"Wrecker4": "7:9", "Wrecker5": "10:2", "Wrecker6": "8:1"}
WRAITH = {"id": "Wraith", "hp": 30, "armor_rating": 15, "hidden": True}


def twelve() -> Opening:
    """Return the ready fight with three wreckers more, all near to each other and hard to kill; the twelfth hides."""
    ready = rosters.read(named("storyteller"))
    assert isinstance(ready, storyteller.Opening)
    squares = {**HEROES, **FOES}
    near = [replace(each, at=squares.get(each.id, each.at), hp=60) for each in ready.combatants]
    wrecker = next(each for each in near if each.id == "Wrecker3")
    more = [replace(wrecker, id=name, at=at) for name, at in THREE_MORE.items()]
    return replace(ready, combatants=(*near, *more))


def turn_of(now: Encounter) -> tuple[str, str | None]:
    """Return who has the turn, and the seat that plays them, unless something is asked in it."""
    who = now.combatants[str(now.turn)]
    return who.id, who.controller if pending(now).kind == "turn" else None


def is_asked(now: Encounter) -> bool:
    """Return whether the referee has something to do."""
    return any(not each.aside and each.do != "end_encounter" for each in offers(now, REFEREE))


def others_go_on(fight: Fight, done: Counter[str]) -> None:
    """Let the player in turn do what the referee must rule on, or walk where a foe may strike, or end the turn."""
    (who, seat), now = turn_of(fight.now), fight.now
    if seat is None:
        fight.play(lambda later: later != now)  # a player is asked something
        return
    if not done["ruling"]:
        fight.give(seat, do="activity", who=who, value="wades along the ditch")
        return
    moves = [each for each in offers(now, seat) if each.do == "move" and not done["opportunity_attack"]]
    struck = [end for move in moves for end in move.open["path"].ends if end.provokes]
    if struck:
        fight.give(seat, do="move", who=who, path=[*struck[0].path])
    else:
        fight.give(seat, do="end_turn", who=who)


def plays_a_turn(keys: Keyboard, whose: str, done: Counter[str]) -> None:
    """Let a creature go towards the nearest foe, attack once, and end its turn."""
    keys.press("m")
    keys.sends("Enter")
    done["moves"] += 1
    while turn_of(keys.fight.now) != (whose, REFEREE):
        others_go_on(keys.fight, done)
    keys.settled()
    keys.press("t")
    expect(keys.shown.page.locator(".stage .tok.aim.picked.s1")).to_have_count(1)
    keys.sends("Enter")
    done["attacks"] += 1
    asked = keys.shown.page.locator(".dock [data-do=end_turn][aria-pressed=true]:enabled")
    keys.press("e")
    until(keys.shown, lambda: keys.fight.now.turn != whose or asked.count())
    if keys.fight.now.turn == whose:
        keys.sends("e")  # somebody could still be attacked


def finds(keys: Keyboard, letters: str, name: str) -> None:
    """Find something to do by the letters it is told with."""
    keys.press("/")
    expect(keys.shown.page.locator(".palette input")).to_be_focused()
    keys.types(letters)
    expect(keys.shown.page.locator(".palette li").first).to_contain_text(name)
    keys.press("Enter")


def reveals(keys: Keyboard) -> str:
    """Let the wraith come out of the reserve near to whoever has the turn, and return where."""
    finds(keys, "rev", "Reveal")
    keys.press("ArrowUp", "ArrowUp", "Enter")
    keys.sends("Enter")
    return keys.fight.now.combatants["Wraith"].at


def rolls_in_secret(keys: Keyboard) -> None:
    """Roll dice that nobody else sees."""
    finds(keys, "sec", "Roll in secret")
    keys.types("1d20")
    keys.press("Enter")
    keys.types("hide")
    keys.sends("Enter")


@pytest.mark.long
def test_a_referee_plays_a_round_of_twelve_creatures_by_ninety_keys(browser: Browser, served: Site) -> None:
    fight = served.begin(twelve(), 1)
    fight.play(lambda now: now.round == 1 and pending(now).kind == "turn")
    fight.give(REFEREE, do="add_combatant", by=REFEREE, sheet=WRAITH)
    done: Counter[str] = Counter()
    with screen(browser) as shown:
        shown.open(fight.address(REFEREE))
        keys = Keyboard(shown, fight)
        while fight.now.round == 1:
            whose, seat = turn_of(fight.now)
            if not is_asked(fight.now):
                others_go_on(fight, done)
                continue
            keys.settled()
            if seat != REFEREE:
                done[pending(fight.now).kind] += 1
                keys.press("1")
                keys.sends("Enter")
                continue
            if "Wraith" in fight.now.reserve:
                reveals(keys)
                rolls_in_secret(keys)
            plays_a_turn(keys, whose, done)
        assert done == {"moves": 12, "attacks": 12, "ruling": 1, "opportunity_attack": 1}
        assert keys.pressed <= 90


def key_of(keys: Keyboard, do: str) -> str:
    """Return the key of something that can be done, as the page says it."""
    chip = keys.shown.page.locator(f".dock .chip[data-do={do}][data-key]")
    if chip.count():
        return str(chip.first.get_attribute("data-key"))
    expect(keys.shown.page.locator(f".dock .btn[data-do={do}] kbd")).to_have_text("E")
    return "e"


def says(keys: Keyboard, do: str) -> None:
    """Choose something by its key, with the first of what must be said of it, and send it if it waits for that."""
    before = version(keys.fight)
    ready = keys.shown.page.locator(".say .go:enabled, .fields :focus")
    keys.press(key_of(keys, do))
    while version(keys.fight) == before:
        until(keys.shown, lambda: version(keys.fight) > before or ready.count())
        if version(keys.fight) == before:
            keys.press("Enter")
    keys.settled()


def goes_on(keys: Keyboard, stances: Counter[int | None]) -> None:
    """Do one thing of those that can be done in a fight of ranks, by keys."""
    now, page = keys.fight.now, keys.shown.page
    match pending(now).kind:
        case "setup":
            says(keys, "start")
        case "stance" if stances[now.round] < 2:
            keys.press(*"n" * stances[now.round])
            stances[now.round] += 1
            says(keys, "set_stance")
        case "stance":
            says(keys, "ready_round")
        case "characters" | "turn" if page.locator(".dock .chip[data-do=attack]").count():
            keys.press("t")
            keys.sends("Enter")
        case "characters" | "turn":
            says(keys, "pass")
        case _:
            says(keys, str(page.locator(".dock .chip[data-key='1']").get_attribute("data-do")))


@pytest.mark.long
def test_a_whole_fight_is_played_to_its_end_by_keys_alone(browser: Browser, served: Site) -> None:
    ready = rosters.read(named("vanguard"))
    assert isinstance(ready, vanguard.Opening)
    party = tuple(replace(each, controller="ines") for each in ready.characters)
    fight = served.begin(replace(ready, characters=party), 1)
    stances: Counter[int | None] = Counter()
    with screen(browser) as gm, screen(browser) as ines:
        seats = {"gm": Keyboard(gm, fight), "ines": Keyboard(ines, fight)}
        for seat, keys in seats.items():
            keys.shown.open(fight.address(seat))
        while fight.now.outcome is None:
            keys = seats[seat_in_turn(fight)]
            keys.settled()
            goes_on(keys, stances)
        for keys in seats.values():
            expect(keys.shown.page.locator(".yours")).to_contain_text("Over")
        assert min(stances.values()) == 2
