"""What a fight begins with, in words: the opening, the board, those who join it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from domain.events import BoardChanged, CombatantJoined, EncounterOpened
from domain.table.disclosure import words_for
from projections.marking import vague
from projections.wording import counted, fact, facts, indefinite, inert, listed, spaced

KINDS = {"pc": "player’s character"}
IN = {"hand": "in hand", "belt": "on the belt", "pack": "in the pack"}


def opened(event: EncounterOpened) -> str:
    """Return which fight was opened, and whose the rulings are."""
    referee = f" and the rulings of {inert(event.referee)}" if event.referee else ""
    return f"a fight of {inert(event.system)} was opened under the rules {inert(event.version)}{referee}"


def joined(event: CombatantJoined) -> str:
    """Return who came in, where, and with what: pools, sheet, cards, things carried."""
    side = f" for {inert(event.side)}" if event.side != event.who else ""
    kind = f" as {indefinite(KINDS.get(event.kind, event.kind))}" if event.kind != "player" else ""
    at = f" at {inert(event.at)}" if event.at else ""
    life = [inert(event.life)] if event.life != "active" else []
    pools = _pools(event)
    known = {pool.name for pool in event.pools}
    stated = {name: value for name, value in event.sheet.items() if name not in known and _is_stated(value)}
    sheet = [_on_sheet(name, value) for name, value in stated.items()]
    hand = [f"in hand {listed(item.id for item in event.items)}"] if event.items else []
    told = [*life, *pools, *sheet, *hand, *_carried(event)]
    return f"{inert(event.who)} joined{side}{kind}{at}" + (f": {', '.join(told)}" if told else "")


def _pools(event: CombatantJoined) -> list[str]:
    """Return the pools of whoever came, as far as they are shown."""
    known = vague(event.who)
    if known is None:
        return [f"{spaced(pool.name)} {pool.now} of {pool.max}" for pool in event.pools]
    return [words_for(pool.now, pool.max) for pool in event.pools] if known.shows == "words" else []


def _on_sheet(name: str, value: object) -> str:
    """Return what a sheet states; what is no number, name or card of the table in words."""
    if name == "came":
        return f"from round {value} on"
    return f"{spaced(name)} {spaced(str(value)) if name == 'basis' else _card(value)}"


def _is_stated(value: object) -> bool:
    return value is not None and value != () and value != [] and value != {}


def _carried(event: CombatantJoined) -> Iterable[str]:
    for place in dict.fromkeys(thing.place for thing in event.carried):
        things = (thing.id for thing in event.carried if thing.place == place)
        yield f"{IN.get(place, f'in {spaced(place)}')} {listed(things)}"


def _card(value: object) -> str:
    """Return a card by its id, a list of cards by theirs, anything else in full."""
    if isinstance(value, dict) and "id" in value:
        return inert(value["id"])
    if isinstance(value, list | tuple) and value:
        return listed(_card(each) for each in value)
    return fact(value)


def laid(event: BoardChanged) -> str:
    """Return what became of the board: ``the link between Keep and Tower became adjacent (rammed)``."""
    words = _LAID.get(event.change)
    told = words(event.detail) if words is not None else f"the board changed: {spaced(event.change)}"
    if words is None and event.detail:
        told += f", {facts(event.detail)}"
    said = ("set_up", event.detail.get("reason"))
    reason = spaced(event.reason) if event.reason and event.reason not in said else ""
    why = ", ".join(each for each in (reason, f"by {inert(event.by)}" if event.by else "") if each)
    return told + (f" ({why})" if why else "")


def size(details: Iterable[tuple[str, dict[str, Any]]]) -> str:
    """Return how big a board is that was laid by these changes: ``11 tiles and 10 links``."""
    counts: dict[str, int] = {}
    measured: list[str] = []
    for change, detail in details:
        if change == "grid":
            measured.append(f"a grid of {detail.get('width')} by {detail.get('height')} squares")
        for noun, things in detail.items():
            if isinstance(things, list | tuple | dict) and noun not in ("between", "value", "layout"):
                named = f"{change} {noun}" if noun in ("squares", "areas") else noun
                counts[named] = counts.get(named, 0) + len(things)
        if change == "front_capacity" and detail.get("value") is not None:
            measured.append(f"room for {detail['value']} in front")
    things = [counted(count, noun.removesuffix("s")) for noun, count in counts.items() if count]
    return listed([*measured, *things]) if measured or things else "room for anybody"


def _counted(noun: str) -> Callable[[dict[str, Any]], str]:
    def words(detail: dict[str, Any]) -> str:
        number = len(detail[f"{noun}s"])
        return f"{counted(number, noun)} {'was' if number == 1 else 'were'} laid"

    return words


def _squares(what: str) -> Callable[[dict[str, Any]], str]:
    def words(detail: dict[str, Any]) -> str:
        number = len(detail["squares"])
        return f"{counted(number, 'square')} {'was' if number == 1 else 'were'} {what}"

    return words


def _part(how: str) -> Callable[[dict[str, Any]], str]:
    def words(detail: dict[str, Any]) -> str:
        number = len(detail["areas"])
        parts = "part of the picture was" if number == 1 else "parts of the picture were"
        to = f" to {inert(detail['to'])}" if detail.get("to") is not None else ""
        return f"{'a' if number == 1 else number} {parts} {how}{to}"

    return words


def _link(detail: dict[str, Any]) -> str:
    far = detail.get("state") == "detached" and detail.get("turns") is not None
    turns = f" by {counted(detail['turns'], 'turn')}" if far else ""
    reason = f" ({spaced(detail['reason'])})" if detail.get("reason") else ""
    state = spaced(detail.get("state", "adjacent"))
    return f"the link between {listed(detail.get('between', ()))} became {state}{turns}{reason}"


def _capacity(detail: dict[str, Any]) -> str:
    value = detail.get("value")
    return (
        "any number fit into the front"
        if value is None
        else f"{value} {'fits' if value == 1 else 'fit'} into the front"
    )


def _ratio(detail: dict[str, Any]) -> str:
    rear, front = detail["value"]
    return f"the rear may hold {rear} for every {front} in front"


_LAID: dict[str, Callable[[dict[str, Any]], str]] = {
    "tiles": _counted("tile"),
    "zones": _counted("zone"),
    "links": _counted("link"),
    "walls": _counted("wall"),
    "doors": _counted("door"),
    "windows": _counted("window"),
    "opened": lambda detail: f"{counted(len(detail['walls']), 'wall')} gave way to it",
    "blocked": _squares("blocked"),
    "difficult": _squares("made difficult"),
    "tight": _squares("made tight"),
    "cleared": _squares("cleared"),
    "covered": _part("covered"),
    "uncovered": _part("shown"),
    "grid": lambda detail: f"a grid of {detail.get('width')} by {detail.get('height')} squares was laid",
    "door": lambda detail: f"the door {inert(detail.get('door'))} was {'opened' if detail.get('open') else 'closed'}",
    "lock": lambda detail: f"the door {inert(detail.get('door'))} was {detail.get('lock') or 'unlocked'}",
    "trap": lambda detail: f"the {inert(detail.get('item'))} lay as a trap on {inert(detail.get('tile'))}",
    "link": _link,
    "front_capacity": _capacity,
    "rear_per_front": _ratio,
}
