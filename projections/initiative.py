"""Whose turn it is: round, phase and order, the combats, the open questions, the board move that is going on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domain.deciding import RULESETS, own_offers, pending
from domain.encounter import Decision, Encounter, Engagement
from domain.refusals import IDLE, Pending


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What somebody must answer: whose it is (``owner``), for which combatant (``who``), with what ``options``.

    ``versus`` is whom it is about, ``subject`` what is to be ruled on.
    """

    kind: str
    owner: str | tuple[str, ...] | None = None
    who: str | None = None
    versus: str | None = None
    subject: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somebody’s place in the order of a round: whether they have ``acted`` in it, or have the ``turn`` now.

    ``initiative`` is the total they rolled, or their group did.
    """

    who: str
    side: str
    life: str = "active"
    acted: bool = False
    turn: bool = False
    surprised: bool = False
    initiative: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """A combat, melee, grapple or other engagement, by ``kind``: where, and who is in it.

    Where it has a turn list, that is its ``order``, ``turn`` whoever has the turn in it, ``next`` whoever has the next.
    ``holder`` has hold of the others in a grapple; ``away`` are members who have left its place while that is not
    settled yet: in flight or giving chase.
    """

    id: str
    kind: str = "combat"
    place: str
    members: tuple[str, ...]
    order: tuple[str, ...] = ()
    turn: str | None = None
    next: str | None = None
    holder: str | None = None
    away: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMove:
    """Somebody's board move that can go on, and the allowance left of it."""

    who: str
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeView:
    """What is pending, the questions below it (the newest first), the order of things, the combats, what is left.

    Where there are rounds, ``round`` is the one that runs, ``first`` the side that begins it, ``order`` everybody who
    has a turn in it: in the order that was set, or as they joined where the sides choose. ``budgets`` are what each
    of them has left; ``allowances`` and ``move`` are those of a board move. ``begins`` are those who may do something
    while nobody is asked. ``decided`` is the side that alone has anybody left to act, in a fight that goes on until
    somebody ends it.
    """

    pending: Question
    interrupted: tuple[Question, ...]
    phase: str
    round: int | None
    first: str | None
    turn: str | None
    order: tuple[Place, ...]
    budgets: dict[str, dict[str, int]]
    combats: tuple[Combat, ...]
    move: BoardMove | None
    allowances: dict[str, int]
    outcome: str | None
    begins: tuple[str, ...] = ()
    decided: str | None = None


def phase(encounter: Encounter) -> str:
    """Return the part of the fight that is going on: a ``turn``, ``over``, or what the system told last.

    A system that tells no phases is in its set-up while it waits for that, and in ``play`` afterwards.
    """
    if encounter.outcome is not None:
        return "over"
    if encounter.turn is not None:
        return "turn"
    return "play" if encounter.phase == "setup" != awaited(encounter).kind else encounter.phase


def initiative(encounter: Encounter) -> InitiativeView:
    """Return the order of things as it stands."""
    waiting = awaited(encounter)
    top = encounter.decision
    asked = top if top is not None and top.kind == waiting.kind else None
    question = Question(
        kind=waiting.kind,
        owner=waiting.owner,
        who=waiting.who,
        versus=_versus(asked) if asked is not None else None,
        subject=_subject(asked) if asked is not None else None,
        options=waiting.options,
    )
    below = encounter.decisions[-2::-1] if top is not None else ()
    left = {one.id: one.resources for one in encounter.living if one.resources}
    allowances = {one.id: one.movement for one in encounter.living if one.movement}
    rounds = encounter.round is not None
    return InitiativeView(
        pending=question,
        interrupted=tuple(_question(decision) for decision in below),
        phase=phase(encounter),
        round=encounter.round,
        first=encounter.first,
        turn=encounter.turn,
        order=tuple(_places(encounter)),
        budgets=left if rounds else {},
        combats=tuple(_combat(encounter, engagement) for engagement in encounter.engagements.values()),
        move=_move(encounter),
        allowances={} if rounds else allowances,
        outcome=encounter.outcome,
        begins=_begins(encounter, waiting),
        decided=decided(encounter),
    )


def _begins(encounter: Encounter, waiting: Pending) -> tuple[str, ...]:
    """Return who may do something while nobody is asked."""
    if waiting.kind != IDLE.kind or encounter.system not in RULESETS:
        return ()
    return tuple(dict.fromkeys(offer.who for offer in own_offers(encounter) if offer.who is not None))


def decided(encounter: Encounter) -> str | None:
    """Return the side that alone has anybody left to act where there were others; None once the fight has ended."""
    sides = {one.side for one in encounter.combatants.values() if one.life != "inert"}
    upright = encounter.upright
    return next(iter(upright)) if encounter.outcome is None and len(upright) == 1 < len(sides) else None


def _places(encounter: Encounter) -> Iterator[Place]:
    """Yield the places of a round: those of everybody who has a turn in it."""
    turn = encounter.turn
    lineup = _lineup(encounter) if encounter.round is not None else {}
    for one in (encounter.combatants[who] for who in lineup):
        yield Place(
            who=one.id,
            side=one.side,
            life=one.life,
            acted=one.id in encounter.acted,
            turn=one.id == turn,
            surprised=one.under("surprised") or (encounter.round == 1 and one.id in encounter.surprised),
            initiative=lineup[one.id],
        )


def _lineup(encounter: Encounter) -> dict[str, int | None]:
    """Return who has a turn: as the rules say, or where this program has none of them, those of the order or in it."""
    if encounter.system in RULESETS:
        return RULESETS[encounter.system].lineup(encounter)
    present = (one.id for one in encounter.combatants.values() if one.life in ("active", "dying"))
    everybody = [who for who in encounter.order if who in encounter.combatants] or present
    return {who: encounter.initiatives.get(who) for who in everybody}


def awaited(encounter: Encounter) -> Pending:
    """Return what the encounter waits for: as its rules say, or where this program has none of them, as it is asked."""
    if encounter.system in RULESETS:
        return pending(encounter)
    if encounter.outcome is not None:
        return Pending(kind="over")
    top = encounter.decision
    if top is None:
        return IDLE
    who = top.who if top.kind == "turn" else None
    return Pending(kind=top.kind, owner=top.owner, who=who, options=tuple(map(str, top.options)))


def _question(decision: Decision) -> Question:
    return Question(
        kind=decision.kind,
        owner=decision.owner,
        who=decision.who,
        versus=_versus(decision),
        subject=_subject(decision),
        options=tuple(map(str, decision.options)),
    )


def _versus(decision: Decision) -> str | None:
    """Return whom a question is about: the one met, to be chased, to be struck at."""
    others = (decision.context.get(name) for name in ("versus", "quarry", "target"))
    return next((other for other in others if isinstance(other, str)), None)


def _subject(decision: Decision) -> str | None:
    subject: str | None = decision.context.get("subject")
    return subject


def _combat(encounter: Encounter, engagement: Engagement) -> Combat:
    turns = (each.context for each in reversed(encounter.decisions) if each.kind == "turn")
    return Combat(
        id=engagement.id,
        kind=engagement.kind,
        place=engagement.place,
        members=engagement.members,
        order=engagement.order,
        turn=next((turn["who"] for turn in turns if turn.get("engagement") == engagement.id), None),
        next=engagement.next_up if engagement.order else None,
        holder=None if engagement.order else engagement.holder,
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
