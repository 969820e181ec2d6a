"""What the encounter waits for, and the refusals that follow from it: ids, standing, phase."""

from __future__ import annotations

from typing import assert_never

from domain.duel.book import Book
from domain.duel.questions import (
    Awaited,
    Contact,
    DiceChoice,
    Entry,
    Fleeing,
    Flight,
    Idle,
    ItemChoice,
    Moving,
    Over,
    Passing,
    Pursuit,
    Question,
    Standing,
    asked_by,
)
from domain.encounter import Combatant, Encounter, Engagement, Turn
from domain.refusals import IDLE, Pending, Refused


def awaited(encounter: Encounter) -> Awaited:
    """Return what the encounter waits for: the top of the stack, a fugitive, the mover, or nobody."""
    if encounter.outcome is not None:
        return Over()
    if encounter.decision is not None:
        return asked_by(encounter.decision)
    runner = next(filter(None, (fugitive(encounter, each) for each in encounter.engagements.values())), None)
    if runner is not None:
        return Fleeing(who=runner)
    mover = encounter.combatants.get(encounter.mover or "")
    if mover is None or not mover.alive or mover.movement == 0:
        return Idle()
    return Passing(who=mover.id) if encounter.foes_at(mover.id) else Moving(who=mover.id)


def pending(encounter: Encounter) -> Pending:
    """Return whose answer the encounter waits for, and with what options."""
    return _whose(encounter, awaited(encounter))


def _whose(encounter: Encounter, waited: Awaited) -> Pending:
    match waited:
        case Over():
            return Pending(kind="over")
        case Idle():
            return IDLE
        case Fleeing(who=who):
            return _waits_for(encounter.combatants[who], "fleeing", "flee", "stop")
        case Passing(who=who):
            return _waits_for(encounter.combatants[who], "passing", "move", "end_move")
        case Moving(who=who):
            return _waits_for(encounter.combatants[who], "moving", "move", "end_move")
        case Turn() | Entry() | Contact() | Flight() | Pursuit() | ItemChoice() | DiceChoice():
            top = encounter.decisions[-1]
            options = tuple(str(option) for option in top.options)
            return Pending(kind=top.kind, owner=top.owner, who=top.who, options=options)
        case _:
            assert_never(waited)


def lineup(_: Encounter) -> dict[str, int | None]:
    """Return nobody: there are no rounds, and each combat has a turn list of its own."""
    return {}


def _waits_for(combatant: Combatant, kind: str, *options: str) -> Pending:
    return Pending(kind=kind, owner=combatant.side, who=combatant.id, options=options)


def fugitive(encounter: Encounter, engagement: Engagement) -> str | None:
    """Return the member who has left the combat's tile by flight; an aggressor on the way after them is none."""
    off = [member for member in engagement.members if encounter.combatants[member].at != engagement.place]
    return min(off, key=lambda member: member in engagement.aggressors, default=None)


def known_tiles(encounter: Encounter, path: tuple[str, ...], who: str, rule: str) -> None:
    """Refuse tiles that the board has not."""
    for tile in path:
        if tile not in encounter.tiles:
            message = f"{who} cannot go to {tile}: the board has no such tile."
            raise Refused("unknown_id", message, rule=rule, pending=pending(encounter))


def must_live(encounter: Encounter, who: Combatant, deed: str, rule: str) -> None:
    """Refuse whatever the dead want, and those who have left."""
    if not who.alive:
        state = "is dead" if who.life == "dead" else "has left the fight"
        raise Refused("dead", f"{who.id} cannot {deed}: {who.id} {state}.", rule=rule, pending=pending(encounter))


def must_answer(
    encounter: Encounter, who: str, deed: str, kinds: tuple[type[Awaited], ...], book: Book, rule: str
) -> Pending:
    """Return what is pending if it is for ``who`` to answer with this deed.

    Raises:
        Refused: ``decision_pending`` if another question is theirs, ``not_your_decision`` if one is somebody else's,
            ``out_of_turn`` if it is another's turn, ``wrong_phase`` if nothing asks for such a deed.
    """
    waited = awaited(encounter)
    waiting = _whose(encounter, waited)
    if isinstance(waited, kinds) and who == waiting.whose:
        return waiting
    cannot = f"{who} cannot {deed}"
    if isinstance(waited, Question):
        raise _asked_first(encounter, waited, who, cannot, kinds, book)
    if isinstance(waited, Turn) and Turn in kinds:
        raise Refused("out_of_turn", f"{cannot}: it is {waited.who}'s turn.", rule=book.turns, pending=waiting)
    code = "out_of_turn" if isinstance(waited, kinds) else "wrong_phase"
    raise Refused(code, f"{cannot}: {standing(waited)}.", rule=rule, pending=waiting)


def _asked_first(
    encounter: Encounter, question: Question, who: str, cannot: str, kinds: tuple[type[Awaited], ...], book: Book
) -> Refused:
    """Return the refusal of what comes while a question is open: to the side that has to answer, or to another."""
    waiting = pending(encounter)
    side = encounter.combatants[who].side if who in encounter.combatants else who
    words, asks = asked(question, waiting), question_rule(question, book)
    if waiting.owner == side and not isinstance(question, kinds):
        rule = book.contact if isinstance(question, Contact) else asks
        return Refused("decision_pending", f"{cannot}: {words} is to be answered first.", rule=rule, pending=waiting)
    message = f"{cannot}: {words} is for {waiting.whose}."
    return Refused("not_your_decision", message, rule=asks, pending=waiting)


def question_rule(question: Question, book: Book) -> str:
    """Return the rule that an open question rests on."""
    match question:
        case Entry():
            return book.champion
        case Contact(step=step):
            return book.asked_next if step == 2 else book.asked_first
        case Flight():
            return book.flee
        case Pursuit():
            return book.chase
        case ItemChoice():
            return book.play_item
        case DiceChoice():
            return book.defense_dice
        case _:
            assert_never(question)


def asked(question: Question, waiting: Pending) -> str:
    """Return in words what is to be answered."""
    match question:
        case Entry():
            return "which unit answers"
        case Contact():
            return "whether to engage"
        case Flight():
            return "whether to flee on, or to stop" if "stop" in waiting.options else "whether and where to flee"
        case Pursuit():
            return "whether to chase"
        case ItemChoice():
            return "whether to play an item"
        case DiceChoice():
            return "the number of defense dice"
        case _:
            assert_never(question)


def standing(waited: Standing) -> str:
    """Return what is going on, in words."""
    match waited:
        case Idle():
            return "nobody's move or combat is going on"
        case Over():
            return "the encounter is over"
        case Moving(who=who):
            return f"{who} is on a board move"
        case Passing(who=who):
            return f"{who} is passing through an occupied space"
        case Turn(who=who):
            return f"{who} has a combat turn"
        case Fleeing(who=who):
            return f"{who} is in flight"
        case _:
            assert_never(waited)


def going_on(encounter: Encounter) -> str:
    """Return in words what is in the way of anything else: a question, or what is going on without one."""
    waited = awaited(encounter)
    if isinstance(waited, Question):
        return f"{asked(waited, pending(encounter))} is to be answered first"
    return standing(waited)
