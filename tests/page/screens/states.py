"""Every screen of the page and what is mainly to be seen on it: how each comes about."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from playwright.sync_api import Page, expect

from domain.deciding import offers, pending
from domain.encounter import Encounter
from ledger.dice.faces import roll_message
from tests.openings import opening_of
from tests.page.dragging import drags, grip, middle
from tests.page.screens.stage import ADDRESS, Scene
from tests.page.site import Fight
from tests.page.tables import archers, declines, may, rolls, seat_in_turn, shoots, until

State = Callable[[Scene], Page]
DUEL = Path(__file__).parents[2] / "api" / "duel.json"
REFEREE = "storyteller"
WRAITH = {"id": "Wraith", "hp": 30, "armor_rating": 15, "hidden": True}


def over(encounter: Encounter) -> bool:
    return encounter.outcome is not None


def asked(kind: str) -> Callable[[Encounter], bool]:
    """Return a question: is something in particular asked?"""
    return lambda now: pending(now).kind == kind


def hurt(encounter: Encounter) -> bool:
    """Return whether somebody has the turn, and somebody has lost something."""
    pools = [pool for each in encounter.combatants.values() for pool in each.pools.values()]
    return pending(encounter).kind == "turn" and any(pool.now < (pool.max or 0) for pool in pools)


def second_round(encounter: Encounter) -> bool:
    """Return whether somebody of Anwen's may attack in a later round."""
    return (encounter.round or 0) > 1 and anwens_turn(encounter)


def anwens_turn(encounter: Encounter) -> bool:
    """Return whether somebody of Anwen's may attack."""
    return may("anwen", "attack")(encounter) and pending(encounter).kind == "turn"


def in_turn(scene: Scene, fight: Fight) -> Page:
    """Show a fight to a seat that has something to do."""
    page = scene.table(fight, seat_in_turn(fight))
    expect(page.locator(".dock")).to_be_visible()
    return page


def arms(page: Page, do: str) -> None:
    """Choose the first of what can be done in a way."""
    page.locator(f".dock .chip[data-do={do}]").first.click()


def opening(scene: Scene) -> Page:
    """Nobody has been here: the first ready fight can begin."""
    page = scene.lobby()
    expect(page.locator(".place-board .stage svg")).to_be_visible()
    return page


def placing(scene: Scene) -> Page:
    """A rider is put elsewhere without the horse, which the rules refuse."""
    shown = scene.window()
    shown.bears()
    page = shown.open(f"{ADDRESS}/").page
    page.locator(".movables button").filter(has_text="Odile").click()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".refused .btn")).to_be_visible()
    page.locator(".refused").scroll_into_view_if_needed()
    return page


def house_rules(scene: Scene) -> Page:
    """A rule of the house is changed before a fight begins."""
    page = scene.lobby()
    page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
    page.get_by_text("as the book has them").click()
    page.get_by_role("group", name="Pass turn").get_by_role("button", name="allow").click()
    page.get_by_text("1 of 12 changed").scroll_into_view_if_needed()
    return page


def links(scene: Scene) -> Page:
    """A fight has begun, and its seats are given away."""
    page = scene.lobby()
    page.get_by_role("button", name=re.compile("A fight of pursuit")).click()
    page.get_by_role("group", name="Who plays odila").get_by_role("button", name="By link").click()
    page.get_by_role("button", name=re.compile("^Begin")).click()
    page.get_by_role("button", name="QR code odila").click()
    expect(page.get_by_role("img", name="The link of odila as a QR code")).to_be_visible()
    return page


def lobby(scene: Scene) -> Page:
    """Fights that wait, go on and are over."""
    fights = [
        (scene.known("storyteller", anwens_turn), "anwen"),
        (scene.known("pursuit", hurt, 4), "gallery"),
        (scene.fight("vanguard", over, 2), "ines"),
    ]
    page = scene.table(*fights[0])
    for fight, seat in fights[1:]:
        page.goto(f"{ADDRESS}/e/{fight.id}#{fight.keys[seat]}")
        expect(page.locator(".chron li").first).to_be_attached()
    page.goto(f"{ADDRESS}/")
    expect(page.locator(".fight .tag")).to_have_count(3)
    return page


def no_key(scene: Scene) -> Page:
    """An address without a key."""
    page = scene.window().page
    page.goto(f"{ADDRESS}/e/{'0' * 32}")
    expect(page.locator(".lead")).to_be_visible()
    return page


def squares(scene: Scene) -> Page:
    """An attack on squares is aimed, with what it would do."""
    page = in_turn(scene, scene.known("storyteller", second_round, 6))
    aims(page)
    return page


def aims(page: Page) -> None:
    """Aim an attack at somebody, and wait for what it would do."""
    page.locator(".dock .chip[data-do=attack]").nth(1).click()
    page.locator(".stage .tok.aim.s2").first.click()
    expect(page.locator(".say .o").first).to_contain_text("→")


def way(scene: Scene) -> Page:
    """A step on squares waits for the button, and says who may strike."""
    fight = scene.fight("storyteller", lambda now: bool(struck(now)), 8)
    page = scene.table(fight, "anwen")
    token, spot = (
        page.locator(".stage .tok.movable"),
        page.locator(f".stage .spot[data-place='{struck(fight.now)[0]}']"),
    )
    drags(page, lambda: grip(token), lambda: middle(spot.bounding_box()))
    expect(page.locator(".say .warned")).to_be_visible()
    return page


def struck(now: Encounter) -> list[str]:
    """Return where Anwen may go only past somebody who may strike."""
    moves = [each for each in offers(now, "anwen") if each.do == "move" and pending(now).kind == "turn"]
    return [str(end.tile) for move in moves for end in move.open["path"].ends if end.provokes]


def tiles(scene: Scene) -> Page:
    """Tiles, with a hand of things and weapons."""
    return in_turn(scene, scene.known("pursuit", hurt, 2))


def duel(scene: Scene) -> Page:
    """Tiles, and a duel with cards."""
    return in_turn(scene, scene.fight("etiquette", asked("defense_dice"), 3))


def rooms(scene: Scene) -> Page:
    """Zones."""
    return in_turn(scene, scene.fight("verdigris", hurt, 5))


def ranks(scene: Scene) -> Page:
    """Ranks that face each other."""
    players = ("ines", "jory", "petra")
    return in_turn(scene, scene.fight("vanguard", lambda now: any(may(seat, "attack")(now) for seat in players), 4))


def painted_rooms(scene: Scene) -> Page:
    """Zones of another system, as their roster draws them."""
    return in_turn(scene, scene.fight("storyteller-zones", hurt))


def question(scene: Scene) -> Page:
    """Somebody is asked something while another acts."""
    return in_turn(scene, scene.fight("verdigris", asked("push"), 3))


def palette(scene: Scene) -> Page:
    """All that can be said, found by its words."""
    page = scene.table(scene.known("storyteller", anwens_turn), "anwen")
    expect(page.locator(".dock")).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator(".palette li").nth(3)).to_be_visible()
    return page


def person(scene: Scene) -> Page:
    """The sheet of somebody."""
    page = scene.table(scene.known("storyteller", anwens_turn), REFEREE)
    page.locator(".order li", has_text="Tobit").first.click()
    expect(page.locator(".side")).to_contain_text("Tobit")
    return page


def kept(scene: Scene) -> Fight:
    """Return a fight in which the referee keeps somebody in reserve and has sealed a note."""
    fight = scene.fight("storyteller", anwens_turn, 41)
    fight.give(REFEREE, do="add_combatant", by=REFEREE, sheet=WRAITH)
    fight.give(REFEREE, do="seal", by=REFEREE, title="Bridge", text="It gives way.", to=["anwen"])
    return fight


def drawer(scene: Scene) -> Page:
    """What the referee keeps, says and changes."""
    page = scene.table(kept(scene), REFEREE)
    page.get_by_role("button", name="Referee, words and secrets").click()
    expect(page.locator(".side .kept").first).to_contain_text("Wraith")
    return page


def sealed(scene: Scene) -> Page:
    """A note that only some may read."""
    page = scene.table(kept(scene), "anwen")
    chronicle(scene, page)
    expect(page.locator(".chron li.secret")).to_contain_text("It gives way.")
    return page


def seen_as(scene: Scene) -> Page:
    """The referee sees what a seat sees."""
    page = scene.table(kept(scene), REFEREE)
    page.keyboard.press("g")
    page.locator(".side").get_by_role("button", name="tobit").click()
    expect(page.locator(".say.secret")).to_contain_text("This is what Tobit sees.")
    return page


def chronicle(scene: Scene, page: Page) -> None:
    """Turn to the chronicle where one thing is shown at a time."""
    if scene.phone:
        page.get_by_role("navigation").get_by_role("button", name="Chronicle").click()


def told(scene: Scene) -> Page:
    """A fight as it is told, some rounds on."""
    page = scene.table(scene.known("storyteller", second_round, 6), "gallery")
    chronicle(scene, page)
    page.get_by_role("searchbox").fill("attack")
    expect(page.locator(".hits")).to_be_visible()
    return page


def people(scene: Scene) -> Page:
    """Who is at the table."""
    page = scene.table(scene.known("storyteller", anwens_turn), "anwen")
    if scene.phone:
        page.get_by_role("navigation").get_by_role("button", name="Table").click()
    return page


def why(scene: Scene) -> Page:
    """A number with its causes."""
    page = scene.table(scene.known("storyteller", second_round, 6), "anwen")
    chronicle(scene, page)
    page.locator(".chron .num.harm").last.evaluate("(it) => it.click()")  # without scrolling to it
    expect(page.locator(".why li").first).to_contain_text("joined")
    # How far down the chronicle stands depends on heights that the browser only guesses.
    page.locator(".chron").evaluate("(it) => { it.scrollTop = 0; }")
    return page


def dice(scene: Scene) -> Page:
    """Dice have just fallen."""
    fight = scene.fight("storyteller", anwens_turn, 2)
    page = scene.table(fight, "anwen")
    arms(page, "attack")
    if page.locator(".say .go").is_disabled():
        page.locator(".stage .tok.aim.s2").first.click()
    page.locator(".say .go").click()
    expect(page.locator(".chron li .die").last).to_be_attached()
    expect(page.locator(".ticker .die" if scene.phone else ".tray .die").first).to_be_visible()
    return page


def proof(scene: Scene) -> Page:
    """What shows that a roll was fair."""
    page = scene.table(scene.known("storyteller", second_round, 6), "anwen")
    chronicle(scene, page)
    page.locator(".chron li:has(.die) .no").last.click()
    return page


def rests(scene: Scene) -> Page:
    """What a fight rests on."""
    page = scene.table(scene.known("storyteller", anwens_turn), "anwen")
    page.locator(".lamp").click()
    expect(page.locator(".rests")).to_be_visible()
    return page


def keyed(scene: Scene) -> Page:
    """What a fight rests on in which each seat has a device, and a roll was made."""
    scene.windows.enter_context(patch("ledger.dice.entropy.roll_message", roll_message))  # devices check faces
    fight = archers(scene.site)
    ana, bo = scene.seated(fight, "ana"), scene.seated(fight, "bo")
    shoots(ana)
    until(ana, lambda: len(rolls(fight)) == 1)
    expect(bo.page.locator(".chron li .die").first).to_be_attached()
    bo.page.locator(".lamp").click()
    expect(bo.page.locator(".rests")).to_contain_text("1 of 1")
    return bo.page


def alarm(scene: Scene) -> Page:
    """The server was caught: an alarm that nothing takes away."""
    fight = archers(scene.site)
    shown = scene.seated(fight, "bo")
    fewer = {"version": 3, "at": 0, "seen": [4, "0" * 64], "following": 1}
    shown.context.route("**/presence", lambda route: route.fulfill(json=fewer))
    expect(shown.page.locator(".sits.bad")).to_contain_text("The server has 4 lines")
    expect(shown.page.locator(".lamp")).to_have_class("lamp bad")
    return shown.page


def cut_off(scene: Scene) -> Page:
    """The connection is lost in the middle of a turn."""
    fight = scene.known("storyteller", anwens_turn)
    shown = scene.window().open(f"{ADDRESS}/e/{fight.id}#{fight.keys['anwen']}")
    declines(shown.page)
    aims(shown.page)
    scene.leaves(shown)
    shown.context.set_offline(True)
    expect(shown.page.locator(".lost")).to_be_visible()
    expect(shown.page.locator(".say .go")).to_be_disabled()
    return shown.page


def back(scene: Scene) -> Page:
    """What would go if it were taken back."""
    fight = scene.fight("storyteller", anwens_turn, 22)
    fight.give("anwen", do="hide", who=str(fight.now.turn))
    page = scene.table(fight, "anwen")
    expect(page.locator(".dock")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator(".say.going")).to_contain_text("must agree")
    return page


def dispute(scene: Scene) -> Page:
    """A line that somebody doubts, before the referee."""
    fight = scene.fight("storyteller", hurt, 31)
    line = scene.site.ledger.fight(fight.id).version
    contest = scene.site.ledger.disputes.contest
    contest(fight.id, "anwen", line, "The cover was forgotten.", cmd="x", seen=(), seq=None, sig=None)
    page = scene.table(fight, REFEREE)
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator(".side .evidence li").first).to_be_visible()
    return page


def since(scene: Scene) -> Page:
    """What came since somebody left."""
    fight = scene.fight("storyteller", anwens_turn, 54)
    page = scene.table(fight, "anwen")
    expect(page.locator(".dock")).to_be_visible()
    page.goto("about:blank")
    left = scene.site.ledger.fight(fight.id).version
    fight.play(lambda _: scene.site.ledger.fight(fight.id).version > left + 40)
    page.goto(f"{ADDRESS}/e/{fight.id}")
    expect(page.locator(".side li").first).to_be_visible()
    return page


def timed(scene: Scene) -> Page:
    """A turn with a clock."""
    duel = opening_of({**json.loads(DUEL.read_text(encoding="utf-8")), "clock": 60})
    fight = scene.fight(duel, asked("turn"))
    page = in_turn(scene, fight)
    expect(page.locator(".clock").first).to_be_visible()
    return page


def refused(scene: Scene) -> Page:
    """What the rules do not let somebody do."""
    page = scene.table(scene.known("storyteller", anwens_turn), "anwen")
    page.locator(".chip[data-do=attack]").last.click()
    page.locator(".stage .tok.barred:not(.movable)").first.click(force=True)
    expect(page.locator(".say [role=status]")).to_contain_text("cannot")
    return page


def sure(scene: Scene) -> Page:
    """A last word before somebody concedes."""
    page = scene.table(scene.known("storyteller", anwens_turn), "anwen")
    expect(page.locator(".dock")).to_be_visible()
    page.keyboard.press("g")
    page.locator(".side [data-do=concede]").click()
    expect(page.locator(".side .danger")).to_be_visible()
    return page


def looked_back(scene: Scene, *, line: float = 0.6) -> Page:
    """Return a fight that is over, at a moment of it."""
    fight = scene.known("verdigris", over, 3)
    page = scene.table(fight, "bank")
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".time .chart")).to_be_visible()
    at = str(int(scene.site.ledger.fight(fight.id).version * line))
    slider = page.get_by_role("slider", name="Line")
    slider.evaluate("(it, n) => { it.value = n; it.dispatchEvent(new Event('input', { bubbles: true })); }", at)
    expect(page.locator(".chron li.on")).to_be_in_viewport()
    return page


def replay(scene: Scene) -> Page:
    """A moment that is long past."""
    return looked_back(scene)


def compared(scene: Scene) -> Page:
    """Two moments beside each other."""
    page = looked_back(scene, line=0.9)
    page.locator(".chart-box").click(modifiers=["Shift"], position={"x": 120, "y": 30})
    expect(page.get_by_role("region", name="Two moments").locator("li").first).to_be_visible()
    return page


def ended(scene: Scene) -> Page:
    """A fight that is over."""
    return scene.table(scene.fight("etiquette", over, 2), "neighbours")


def watched(scene: Scene) -> Page:
    """What everybody may see, without a key."""
    fight = scene.fight("pursuit", hurt, 4)
    scene.site.ledger.show(fight.id, scene.site.ledger.fight(fight.id).table.players[0], "live")
    page = scene.window().open(f"{ADDRESS}/r/{fight.id}").page
    expect(page.locator(".chron li").first).to_be_attached()
    return page


def shown(scene: Scene) -> Page:
    """The host shows a fight to everybody."""
    fight = scene.fight("pursuit", hurt, 4)
    page = scene.table(fight, scene.site.ledger.fight(fight.id).table.players[0])
    if scene.phone:
        page.get_by_role("button", name="Referee, words and secrets").click()
    page.get_by_role("button", name="Show to everybody").click()
    page.get_by_role("button", name="As it goes on").click()
    expect(page.get_by_label("Address", exact=True)).to_be_visible()
    return page


KEPT = (
    opening, placing, house_rules, links, lobby, no_key, squares, tiles, duel, rooms, ranks, question, palette, person,
    drawer, sealed, why, dice, rests, keyed, alarm, cut_off, back, dispute, since, timed, replay, compared, watched,
)  # fmt: skip
"""What is compared; of more the pictures would weigh more than the page."""
LOOKED_AT = (way, painted_rooms, seen_as, told, people, proof, refused, sure, ended, shown)
"""What is only made, to be looked at."""


def name_of(state: State) -> str:
    """Return the name of a state, as its picture is called."""
    return state.__name__.replace("_", "-")
