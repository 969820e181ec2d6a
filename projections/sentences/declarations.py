"""Declarations in words: who chose what, with everything they stated."""

from __future__ import annotations

from collections.abc import Callable

from domain.events import DeclarationMade
from projections.wording import Stated, counted, facts, inert, listed, spaced

Declaring = Callable[["Choice"], str]


class Choice(Stated):
    """What was declared: the parameters, and whom it was aimed at."""

    def __init__(self, event: DeclarationMade) -> None:
        super().__init__(event.parameters)
        target = self.get("target", "group", "location")
        self.targets = event.targets or (() if target is None else (str(target),))

    @property
    def at(self) -> str:
        """Return whom it was aimed at, in words."""
        return listed(self.targets)

    def name(self, *names: str, unnamed: str = "") -> str:
        """Return one of these parameters as the name it is, or what stands for it where it is not stated."""
        value = self.get(*names)
        return unnamed if value is None else inert(value)

    def word(self, *names: str, unnamed: str = "") -> str:
        """Return one of these parameters in words, or what stands for it where it is not stated."""
        value = self.get(*names)
        return unnamed if value is None else spaced(str(value))


def declared(event: DeclarationMade) -> str:
    """Return who chose what: ``Aila attacked Gob1 with the sword``; what has no words of its own is added as stated."""
    choice = Choice(event)
    words = _WORDS.get(event.kind)
    if words is not None:
        told = words(choice)
    else:
        told = f"declared {spaced(event.kind)}" + (f" against {choice.at}" if choice.targets else "")
    left = choice.left
    return f"{inert(event.who)} {told}".rstrip() + (f" ({facts(left)})" if left else "")


def aims(event: DeclarationMade) -> tuple[str, ...]:
    """Return whom a declaration was aimed at."""
    return Choice(event).targets


def way(event: DeclarationMade) -> tuple[str, ...]:
    """Return the way that was declared, if one was."""
    return tuple(map(str, event.parameters.get("path") or ()))


def _attack(verb: str) -> Declaring:
    def words(choice: Choice) -> str:
        at = choice.at or "nobody"
        return f"{verb} {at}{_with(choice)}{_called(choice)}"

    return words


def _with(choice: Choice) -> str:
    weapon = choice.get("weapon", "attack")
    if weapon is None:
        return ""
    return " without a weapon" if weapon == "unarmed" else f" with the {inert(weapon)}"


def _called(choice: Choice) -> str:
    """Return what a called shot was aimed at."""
    aimed, intent = choice.get("called_shot"), choice.get("intent")
    if aimed is None:
        return ""
    return f", aiming to {spaced(str(intent))}" if intent is not None else f", aiming at the {spaced(str(aimed))}"


def _item(verb: str) -> Declaring:
    def words(choice: Choice) -> str:
        item = choice.name("item", unnamed="item")
        if choice.get("as_trap"):
            return f"set the {item} as a trap on {choice.name('tile')}"
        on = f" on {choice.at}" if choice.targets else ""
        to = f", towards {choice.name('tile')}" if choice.get("tile") else ""
        return f"{verb} the {item}{on}{to}"

    return words


def _over(verb: str) -> Declaring:
    return lambda choice: f"chose to {verb} the way {listed(choice.get('path') or ())}"


def _move(choice: Choice) -> str:
    """Return where somebody chose to go: over a way, to a zone, near somebody, away from them."""
    mode = choice.word("mode", unnamed="go")
    if choice.get("withdraw"):
        return "chose to withdraw"
    path, to, near = choice.get("path"), choice.get("to", "zone"), choice.get("near")
    if near is not None:
        return f"chose to close in on {inert(near)}"
    if to is None and path:
        to = path[-1]
    return f"chose to {mode} to {inert(to)}" if to is not None else f"chose to {mode}"


def _ready(choice: Choice) -> str:
    once = ", once" if choice.get("once") else ""
    trigger = f" for {choice.word('trigger')}" if choice.get("trigger") else ""
    return f"readied the {choice.name('weapon', unnamed='weapon')}{trigger}{once}"


def _cast(choice: Choice) -> str:
    return f"cast {choice.name('spell')}" + (f" on {choice.at}" if choice.targets else "")


def _ability(choice: Choice) -> str:
    return f"used {choice.name('ability', 'value', unnamed='an ability')}" + (
        f" on {choice.at}" if choice.targets else ""
    )


def _order(choice: Choice) -> str:
    order = choice.word("order")
    return f"ordered {choice.name('mount', unnamed='the mount')}" + (f" to {order}" if order else "")


_WORDS: dict[str, Declaring] = {
    "hand_over": lambda choice: f"went from seat {choice.name('from', unnamed='none')} to seat {choice.name('to')}",
    "concede": lambda _: "conceded",
    "end_encounter": lambda _: "wanted the fight to end",
    "refuse_end": lambda _: "wanted the fight to go on",
    "begin_move": lambda choice: "began a move" + (f" of {allowed}" if (allowed := choice.get("allowance")) else ""),
    "end_move": lambda _: "ended the move",
    "engage": lambda choice: _facing(choice, "chose to fight"),
    "decline": lambda choice: _facing(choice, "declined to fight"),
    "attack": _attack("attacked"),
    "mount_attack": _attack("attacked"),
    "opportunity_attack": _attack("struck at"),
    "use_item": _item("used"),
    "play_item": _item("played"),
    "pass_item": lambda _: "played no item",
    "disengage": lambda choice: "tried to disengage" + (f" from {inert(foe)}" if (foe := choice.get("from")) else ""),
    "flee": _over("flee"),
    "stay": lambda _: "stayed in the fight",
    "stop": lambda _: "stopped there",
    "chase": _over("chase"),
    "let_go": lambda choice: f"let {choice.name('quarry', unnamed='the fugitive')} go",
    "answer_with": lambda _: "was named to answer",
    "defend_with": lambda choice: f"chose to defend with {counted(choice.get('count') or 0, 'die')}",
    "choose_actor": lambda choice: f"chose {choice.name('actor', unnamed='somebody')} to act",
    "move": _move,
    "enter_melee": lambda choice: f"chose to enter the melee with {choice.at or 'the foes'}",
    "leave_melee": lambda _: "tried to leave the melee",
    "grapple": lambda choice: f"tried to grapple {choice.at}",
    "break_grapple": lambda _: "broke the grapple",
    "reverse_grapple": lambda _: "turned the grapple round",
    "struggle": lambda _: "struggled to get free",
    "push": lambda _: "pushed the roll",
    "accept_roll": lambda _: "let the roll stand",
    "decline_reaction": lambda _: "let it pass",
    "ready": _ready,
    "reload": lambda choice: f"reloaded the {choice.name('weapon', 'item', unnamed='weapon')}",
    "access_item": lambda choice: f"reached for the {choice.name('item')}",
    "calm_mount": lambda choice: f"tried to calm {choice.name('mount', unnamed='the mount')}",
    "let_bolt": lambda choice: f"let {choice.name('mount', unnamed='the mount')} bolt",
    "order_mount": _order,
    "engagement": lambda choice: f"chose to {choice.word('choice')}",
    "vote": lambda choice: f"voted to {choice.word('choice')}",
    "set_stance": lambda choice: f"took the {choice.word('stance')} stance",
    "ready_round": lambda _: "was ready for the round",
    "move_position": lambda choice: f"chose to go to the {choice.word('to')}",
    "cast_spell": _cast,
    "use_ability": _ability,
    "bonus": _ability,
    "pass": lambda _: "passed",
    "dash": lambda _: "dashed",
    "rally": lambda _: "rallied",
    "stand": lambda _: "stood up",
    "drop_prone": lambda _: "dropped to the ground",
    "interact": lambda choice: f"chose to {choice.word('verb', unnamed='use')} the {choice.name('object')}",
    "activity": lambda choice: f"wanted to {choice.word('value', unnamed='do something else')}",
    "hide": lambda _: "tried to hide",
    "defend": lambda _: "stood on the defensive",
    "withdraw": lambda _: "took it back",
    "drop_item": lambda choice: f"dropped the {choice.name('item', unnamed='thing in hand')}",
    "order_tie": lambda choice: f"put {' before '.join(map(inert, choice.get('order') or ()))}",
}


def _facing(choice: Choice, verb: str) -> str:
    choice.get("step")
    return f"{verb} {choice.name('versus')}"
