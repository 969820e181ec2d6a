"""Stockpot: rounds and turns, walking, splashing, lids, steam, the end (SIX-2 to SIX-10, SIX-12)."""

from __future__ import annotations

from typing import assert_never

from domain.encounter import Combatant, Encounter
from domain.events import (
    CombatantMoved,
    ConditionApplied,
    ConditionEnded,
    DamageApplied,
    DecisionOpened,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    ItemUsed,
    LifeStateChanged,
    MessageRecorded,
    OrderSet,
    OutcomeResolved,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from domain.facts import facts_of, read
from domain.refusals import Refused
from domain.story import Story
from domain.table.guards import known
from tests.sixth.stockpot.commands import EndTurn, LightStove, Order, RaiseLid, Say, Splash, TakeIt, Walk
from tests.sixth.stockpot.offering import pending
from tests.sixth.stockpot.sheets import Broth, Traits

BEATS = 3
WALKING = 1
SPLASHING = 2
LID = -2
MOST_HARM = 3


def tell(story: Story, command: Order) -> None:
    """Tell what a cook's command makes happen."""
    match command:
        case LightStove():
            light_stove(story, command)
        case Walk():
            walk(story, command)
        case Splash():
            splash(story, command)
        case RaiseLid() | TakeIt():
            answer(story, command)
        case EndTurn():
            _must_have_the_turn(story, command.who, "end the turn")
            end_turn(story, command.who)
        case Say():
            say(story, command)
        case _:
            assert_never(command)


def light_stove(story: Story, command: LightStove) -> None:
    """SIX-2 Any cook lights the stove, once, and the first round begins."""
    _standing(story, command.who, "light the stove", "SIX-2")
    if story.now.round is not None:
        raise _refused(story, "wrong_phase", f"{command.who} cannot light the stove: it burns already.", "SIX-2")
    story.tell(DeclarationMade(who=command.who, kind="light_stove", rules=("SIX-2",)))
    begin_round(story, 1)


def begin_round(story: Story, number: int) -> None:
    """SIX-2 In a round every cook has one turn, in the order of joining, each round begun by the next cook."""
    cooks = [cook.id for cook in story.now.living]
    first = (number - 1) % len(cooks)
    order = (*cooks[first:], *cooks[:first])
    story.tell(RoundStarted(round=number, rules=("SIX-2",)))
    story.tell(OrderSet(basis="joining", order=order, round=number, rules=("SIX-2",)))
    begin_turn(story, order[0])


def begin_turn(story: Story, who: str) -> None:
    """SIX-3 A turn has three beats: one to walk, two to splash. SIX-8 Steam costs two of them."""
    steamed = story.who(who).under("steamed")
    beats, rules = (BEATS - 2, ("SIX-3", "SIX-8")) if steamed else (BEATS, ("SIX-3",))
    story.tell(TurnStarted(who=who, budgets={"beats": beats}, rules=rules))


def walk(story: Story, command: Walk) -> None:
    """SIX-4 A cook walks to an adjacent zone for one beat."""
    if command.to not in story.now.board:
        message = f"{command.who} cannot walk to {command.to}: there is no such zone."
        raise _refused(story, "unknown_id", message, "SIX-4")
    cook = _must_have_the_turn(story, command.who, "walk")
    if command.to not in story.now.board.next_to(cook.at):
        message = f"{cook.id} cannot walk to {command.to}: it is not next to {cook.at}."
        raise _refused(story, "not_adjacent", message, "SIX-4")
    story.tell(DeclarationMade(who=cook.id, kind="walk", parameters={"to": command.to}, rules=("SIX-4",)))
    story.tell(CombatantMoved(who=cook.id, origin=cook.at, to=command.to, mode="walk", cost=WALKING, rules=("SIX-4",)))
    _spend(story, cook.id, WALKING, "walk")
    go_on(story, cook.id)


def splash(story: Story, command: Splash) -> None:
    """SIX-5 For two beats a cook splashes another one in the same zone. SIX-6 Who has a lid is asked first."""
    known(story.now, command.target, "SIX-5")
    cook = _must_have_the_turn(story, command.who, "splash")
    target = story.who(command.target)
    if target.id == cook.id or not target.alive:
        message = f"{cook.id} cannot splash {target.id}: it must be another cook who is still there."
        raise _refused(story, "illegal_target", message, "SIX-5")
    if cook.resources["beats"] < SPLASHING:
        message = f"{cook.id} cannot splash: that takes {SPLASHING} beats, and {cook.resources['beats']} is left."
        raise _refused(story, "no_resource", message, "SIX-5")
    if target.at != cook.at:
        message = f"{cook.id} cannot splash {target.id}: {target.id} is at {target.at}."
        raise _refused(story, "out_of_reach", message, "SIX-5")
    story.tell(DeclarationMade(who=cook.id, kind="splash", targets=(target.id,), rules=("SIX-5",)))
    _spend(story, cook.id, SPLASHING, "splash")
    if not story.now.carried(target.id, "apron"):
        broth_flies(story, cook.id, target.id, lid=0)
        return
    flying = facts_of(Broth(who=target.id, by=cook.id))
    options = ("raise_lid", "take_it")
    story.tell(DecisionOpened(kind="lid", owner=target.side, options=options, context=flying, rules=("SIX-6",)))


def answer(story: Story, command: RaiseLid | TakeIt) -> None:
    """SIX-6 A lid that is raised is gone, and takes two from the roll; a cook may also keep it."""
    deed = command.do.replace("_", " ")
    cook = _standing(story, command.who, deed, "SIX-6")
    flying = flying_now(story.now)
    if flying is None:
        raise _refused(story, "no_trigger", f"{cook.id} cannot {deed}: no broth is in the air.", "SIX-6")
    if flying.who != cook.id:
        message = f"{cook.id} cannot {deed}: the broth flies at {flying.who}."
        raise _refused(story, "not_your_decision", message, "SIX-6")
    story.tell(DeclarationMade(who=cook.id, kind=command.do, rules=("SIX-6",)))
    if isinstance(command, RaiseLid):
        lid = story.now.carried(cook.id, "apron")[-1]
        story.tell(ItemUsed(who=cook.id, item=lid.id, on=cook.id, consumed=True, rules=("SIX-6",)))
    broth_flies(story, flying.by, cook.id, lid=LID if isinstance(command, RaiseLid) else 0)


def flying_now(encounter: Encounter) -> Broth | None:
    """SIX-6 Return what flies at somebody who is asked for a lid, None where nothing does."""
    asked = encounter.decision
    return asked.step(Broth) if asked is not None and "raise_lid" in asked.options else None


def broth_flies(story: Story, who: str, target: str, *, lid: int) -> None:
    """SIX-7 Two dice that reach the poise of the target hit; each point above it hurts more, up to three in all."""
    poise = read(Traits, story.who(target).sheet).poise
    rolled = story.roll(who, "splash", "2d6", "SIX-7", *(("SIX-6",) if lid else ()), mod=lid)
    margin = sum(rolled.faces) + lid - poise
    result = "hit" if margin >= 0 else "miss"
    story.tell(OutcomeResolved(kind="splash", who=who, result=result, margin=margin, versus=poise, rules=("SIX-7",)))
    if margin >= 0:
        scald(story, rolled, target, min(MOST_HARM, 1 + margin))
    if story.now.settled:
        end(story)
    else:
        go_on(story, who)


def scald(story: Story, rolled: DiceRolled, target: str, amount: int) -> None:
    """SIX-7 A hit costs calm. SIX-8 On a double, the target is steamed until the end of their next turn."""
    calm = story.who(target).pools["calm"].now
    left = max(0, calm - amount)
    story.tell(
        DamageApplied(
            to=target,
            by=rolled.by,
            amount=amount,
            pool="calm",
            before=calm,
            after=left,
            why="splash",
            parts={"hit": 1, "margin": amount - 1},
            rules=("SIX-7",),
        )
    )
    if left == 0:
        storm_out(story, target)
    elif len(set(rolled.faces)) == 1 and story.now.house_rules["steam"]:
        story.tell(
            ConditionApplied(to=target, condition="steamed", source=rolled.by, until="turn_end", rules=("SIX-8",))
        )


def storm_out(story: Story, who: str) -> None:
    """SIX-9 A cook with no calm left storms out of the kitchen."""
    story.tell(LifeStateChanged(who=who, origin="active", to="left", why="calm_0", rules=("SIX-9",)))


def go_on(story: Story, who: str) -> None:
    """SIX-3 A turn is over when its last beat is spent."""
    if story.who(who).resources["beats"] == 0:
        end_turn(story, who)


def end_turn(story: Story, who: str) -> None:
    """SIX-3 The turn goes to the next cook in the order; beats that are left are lost."""
    if story.who(who).under("steamed"):
        story.tell(ConditionEnded(to=who, condition="steamed", reason="turn_end", rules=("SIX-8",)))
    story.tell(TurnEnded(who=who, rules=("SIX-3",)))
    waiting = [each for each in story.now.order if each not in story.now.acted and story.who(each).alive]
    if waiting:
        begin_turn(story, waiting[0])
    else:
        end_round(story)


def end_round(story: Story) -> None:
    """SIX-10 After the last round the calmest cook wins. SIX-2 After any other, the next one begins."""
    number = story.now.round or 0
    story.tell(RoundEnded(round=number, rules=("SIX-2",)))
    if number < story.now.house_rules["last_round"]:
        begin_round(story, number + 1)
    else:
        end(story)


def end(story: Story) -> None:
    """SIX-10 The last cook in the kitchen wins, or the calmest in the end; where several are, it is a draw."""
    most = max(cook.pools["calm"].now for cook in story.now.living)
    calmest = [cook.id for cook in story.now.living if cook.pools["calm"].now == most]
    outcome = f"{calmest[0]} wins" if len(calmest) == 1 else "draw"
    reason = "last_cook" if story.now.settled else "last_round"
    winner = story.who(calmest[0]).side if len(calmest) == 1 else None
    story.tell(EncounterEnded(outcome=outcome, reason=reason, winner=winner, rules=("SIX-10",)))


def say(story: Story, command: Say) -> None:
    """SIX-12 A cook who is still there may speak at any time."""
    _standing(story, command.who, "speak", "SIX-12")
    story.tell(MessageRecorded(by=command.who, channel="kitchen", text=command.text, rules=("SIX-12",)))


def _standing(story: Story, who: str, deed: str, rule: str) -> Combatant:
    cook = known(story.now, who, rule)
    if not cook.alive:
        raise _refused(story, "incapable", f"{who} cannot {deed}: {who} has stormed out.", rule)
    return cook


def _must_have_the_turn(story: Story, who: str, deed: str) -> Combatant:
    """SIX-3 Only the cook who has the turn acts, and nobody while broth is in the air."""
    cook = _standing(story, who, deed, "SIX-3")
    if story.now.decision is None:
        raise _refused(story, "wrong_phase", f"{who} cannot {deed}: the stove is cold.", "SIX-2")
    flying = flying_now(story.now)
    if flying is not None:
        message = f"{who} cannot {deed}: {flying.who} says first whether to raise a lid."
        raise _refused(story, "decision_pending", message, "SIX-6")
    if story.now.turn != who:
        raise _refused(story, "out_of_turn", f"{who} cannot {deed}: it is {story.now.turn}'s turn.", "SIX-3")
    return cook


def _spend(story: Story, who: str, beats: int, why: str) -> None:
    before = story.who(who).resources["beats"]
    story.tell(
        ResourceChanged(who=who, resource="beats", before=before, after=before - beats, why=why, rules=("SIX-3",))
    )


def _refused(story: Story, code: str, message: str, rule: str) -> Refused:
    return Refused(code, message, rule=rule, pending=pending(story.now))
