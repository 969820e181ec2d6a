"""Whose turn it is: the combats with their turn lists, the open questions, and the board move that is going on."""

from __future__ import annotations

from dataclasses import dataclass

from domain.deciding import pending
from domain.encounter import Decision, Encounter, Engagement


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody must answer: whose it is (``owner``), for which combatant (``who``), with what ``options``."""

    kind: str
    owner: str | tuple[str, ...] | None = None
    who: str | None = None
    versus: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """A combat: ``order`` is the turn list, ``turn`` whoever has the turn in it, ``next`` whoever has the next.

    ``away`` are members who have left its tile while that is not settled yet: in flight or giving chase.
    """

    id: str
    tile: str
    order: tuple[str, ...]
    turn: str | None
    next: str
    away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMove:
    """Somebody's board move that can go on, and the allowance left of it."""

    who: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeView:
    """What is pending, the questions below it (the newest first), the combats, the board move, all allowances."""

    pending: Question
    interrupted: tuple[Question, ...]
    combats: tuple[Combat, ...]
    move: BoardMove | None
    allowances: dict[str, int]
    outcome: str | None


def initiative(encounter: Encounter) -> InitiativeView:
    """Return the order of things as it stands."""
    waiting = pending(encounter)
    top = encounter.decision
    versus = _versus(top) if top is not None and top.kind == waiting.kind else None
    question = Question(kind=waiting.kind, owner=waiting.owner, who=waiting.who, versus=versus, options=waiting.options)
    below = encounter.decisions[-2::-1] if top is not None else ()
    return InitiativeView(
        pending=question,
        interrupted=tuple(_question(decision) for decision in below),
        combats=tuple(_combat(encounter, engagement) for engagement in encounter.engagements.values()),
        move=_move(encounter),
        allowances={one.id: one.movement for one in encounter.living if one.movement},
        outcome=encounter.outcome,
    )


def _question(decision: Decision) -> Question:
    return Question(
        kind=decision.kind,
        owner=decision.owner,
        who=decision.context.get("who"),
        versus=_versus(decision),
        options=tuple(map(str, decision.options)),
    )


def _versus(decision: Decision) -> str | None:
    """Return whom a question is about: the one met, or the one to be chased."""
    other: str | None = decision.context.get("versus") or decision.context.get("quarry")
    return other


def _combat(encounter: Encounter, engagement: Engagement) -> Combat:
    turns = (each.context for each in reversed(encounter.decisions) if each.kind == "turn")
    return Combat(
        id=engagement.id,
        tile=engagement.place,
        order=engagement.order,
        turn=next((turn["who"] for turn in turns if turn.get("engagement") == engagement.id), None),
        next=engagement.next_up,
        away=tuple(who for who in engagement.members if encounter.combatants[who].at != engagement.place),
    )


def mover(encounter: Encounter) -> str | None:
    """Return who is on a board move: nobody who is dead, has no allowance left, or whose fight is over."""
    who = encounter.combatants.get(encounter.mover or "")
    going_on = who is not None and who.alive and who.movement > 0 and encounter.outcome is None
    return encounter.mover if going_on else None


def _move(encounter: Encounter) -> BoardMove | None:
    who = mover(encounter)
    return BoardMove(who=who, left=encounter.combatants[who].movement) if who is not None else None
