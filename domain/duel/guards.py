"""What the encounter waits for, and the refusals that follow from it: ids, standing, phase."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.questions import Contact
from domain.encounter import Combatant, Encounter, Engagement
from domain.refusals import IDLE, Pending, Refused

QUESTIONS = frozenset({"champion", "engage", "flight", "chase", "play_item", "defense_dice"})


def pending(encounter: Encounter) -> Pending:
    """Return whose answer the encounter waits for: the top of the stack, a fugitive, the mover, or nobody's."""
    if encounter.outcome is not None:
        return Pending(kind="over")
    top = encounter.decision
    if top is not None:
        options = tuple(str(option) for option in top.options)
        return Pending(kind=top.kind, owner=top.owner, who=top.who, options=options)
    runner = next(filter(None, (fugitive(encounter, each) for each in encounter.engagements.values())), None)
    if runner is not None:
        return _waits_for(encounter.combatants[runner], "fleeing", "flee", "stop")
    mover = encounter.combatants.get(encounter.mover or "")
    if mover is None or not mover.alive or mover.movement == 0:
        return IDLE
    return _waits_for(mover, "passing" if encounter.foes_at(mover.id) else "moving", "move", "end_move")


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


def must_answer(encounter: Encounter, who: str, deed: str, kinds: tuple[str, ...], book: Book, rule: str) -> Pending:
    """Return what is pending if it is for ``who`` to answer with this deed.

    Raises:
        Refused: ``decision_pending`` if another question is theirs, ``not_your_decision`` if one is somebody else's,
            ``out_of_turn`` if it is another's turn, ``wrong_phase`` if nothing asks for such a deed.
    """
    waiting = pending(encounter)
    if waiting.kind in kinds and who == waiting.whose:
        return waiting
    code, message, rests_on = _why_not(encounter, waiting, who, deed, kinds, book, rule)
    raise Refused(code, message, rule=rests_on, pending=waiting)


def _why_not(
    encounter: Encounter, waiting: Pending, who: str, deed: str, kinds: tuple[str, ...], book: Book, rule: str
) -> tuple[str, str, str]:
    """Return code, sentence and rule of a deed that nobody waits for from ``who``."""
    cannot = f"{who} cannot {deed}"
    if waiting.kind == "turn" and "turn" in kinds:
        return "out_of_turn", f"{cannot}: it is {waiting.who}'s turn.", book.turns
    if waiting.kind in QUESTIONS:
        side = encounter.combatants[who].side if who in encounter.combatants else who
        asks = question_rule(encounter, book)
        if waiting.owner == side and waiting.kind not in kinds:
            rests_on = book.contact if waiting.kind == "engage" else asks
            return "decision_pending", f"{cannot}: {asked(waiting)} is to be answered first.", rests_on
        return "not_your_decision", f"{cannot}: {asked(waiting)} is for {waiting.whose}.", asks
    if waiting.kind in kinds:
        return "out_of_turn", f"{cannot}: {standing(waiting)}.", rule
    return "wrong_phase", f"{cannot}: {standing(waiting)}.", rule


def question_rule(encounter: Encounter, book: Book) -> str:
    """Return the rule that the open question rests on."""
    top = encounter.decisions[-1]
    if top.kind == "engage":
        return book.asked_next if top.step(Contact).step == 2 else book.asked_first
    rests_on = {
        "flight": book.flee,
        "chase": book.chase,
        "champion": book.champion,
        "play_item": book.play_item,
        "defense_dice": book.defense_dice,
    }
    return rests_on[top.kind]


def asked(waiting: Pending) -> str:
    """Return the open question in words."""
    words = {
        "champion": "which unit answers",
        "engage": "whether to engage",
        "flight": "whether to flee on, or to stop" if "stop" in waiting.options else "whether and where to flee",
        "chase": "whether to chase",
        "play_item": "whether to play an item",
        "defense_dice": "the number of defense dice",
    }
    return words[waiting.kind]


def standing(waiting: Pending) -> str:
    """Return what is going on, in words."""
    words = {
        "idle": "nobody's move or combat is going on",
        "over": "the encounter is over",
        "moving": f"{waiting.who} is on a board move",
        "passing": f"{waiting.who} is passing through an occupied space",
        "turn": f"{waiting.who} has a combat turn",
        "fleeing": f"{waiting.who} is in flight",
    }
    return words[waiting.kind]
