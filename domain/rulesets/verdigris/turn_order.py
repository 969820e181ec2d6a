"""Verdigris, chapter "Turn Order" with "Surprise" (VER-1..11): who has the next turn."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter, Turn
from domain.events import (
    ConditionEnded,
    DecisionLapsed,
    DeclarationMade,
    Facts,
    OrderSet,
    OutcomeResolved,
    RoundEnded,
    RoundStarted,
    SurpriseSet,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.verdigris.attack.damage import deaths_door, falls_out
from domain.rulesets.verdigris.commands import ChooseActor, EndTurn, RollInitiative, Start
from domain.rulesets.verdigris.guards import acting, ask, must_have_own_turn, not_now, refusal
from domain.rulesets.verdigris.movement.mounts import frightened
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY, settings_of
from domain.rulesets.verdigris.standing import (
    able,
    answering,
    mount_of,
    other_side,
    rider_of,
    stands,
)
from domain.rulesets.verdigris.steps import Agenda, AskedToRule, Choice, Initiative, awaited, on_top
from domain.rulesets.verdigris.traits import readied_of, sheet_of
from domain.story import Story
from domain.table.guards import known, must_be_the_referee
from domain.table.seats import plays


def start(story: Story, command: Start) -> Agenda:
    """VER-1, VER-9: the first round begins, with a surprise's turns where there is one."""
    must_be_the_referee(story.now, command.by, "start the fight", "VER-1")
    if story.now.round is not None:
        raise refusal(story.now, "wrong_phase", f"{command.by} cannot start the fight: it has begun.", "VER-1")
    for side in (PARTY, ENEMIES):
        if not stands(story.now, side):
            message = f"{command.by} cannot start the fight: of the {side} nobody can fight."
            raise refusal(story.now, "wrong_phase", message, "VER-1")
    _begin_round(story, 1)
    return ()


def _begin_round(story: Story, number: int) -> None:
    """VER-2, VER-9: a round begins with the initiative, but for the one in which a side surprises the other."""
    story.tell(RoundStarted(round=number, rules=("VER-1",)))
    surprising = story.now.surprising
    if number == 1 and surprising is not None:
        story.tell(OrderSet(round=1, first=surprising, basis="surprise", rules=("VER-9",)))
        _next_choice(story)
    elif settings_of(story.now).initiative_roller == "gm_names":
        asked = AskedToRule(subject="initiative_roller")
        ask(story, "ruling", story.now.referee or "", players(story.now), asked, "VER-8")
    else:
        ask_for_initiative(story, next_roller(story.now))


def ask_for_initiative(story: Story, roller: str) -> None:
    """VER-2: one player is to roll for the whole party."""
    ask(story, "initiative_roll", roller, (), Initiative(), "VER-2", "VER-8")


def players(encounter: Encounter) -> tuple[str, ...]:
    """VER-2, V-G26: return the seats that may roll, in seat order: players with a combatant of the party not dead.

    The referee is no player: whoever plays the whole party from that seat rolls only where no player has anybody.
    """
    seats = {
        one.controller
        for one in encounter.combatants.values()
        if one.side == PARTY and one.kind != "mount" and not one.gone
    }
    there = [seat for seat in encounter.seats if seat in seats]
    return tuple(seat for seat in there if encounter.seats[seat] == "player") or tuple(there)


def next_roller(encounter: Encounter) -> str:
    """VER-8: return the player after the one who rolled last, in seat order, the first one at first (V-G26)."""
    seats = [seat for seat in encounter.seats if plays(encounter, seat)]
    rolled = [seat for seat in encounter.initiatives if seat in seats]
    begin = seats.index(rolled[-1]) + 1 if rolled else 0
    can = players(encounter)
    return next(seat for seat in seats[begin:] + seats[:begin] if seat in can)


def roll_initiative(story: Story, command: RollInitiative) -> Agenda:
    """VER-2, VER-3, VER-5: a 4, 5 or 6 wins the initiative for the party; the winner has the first turn."""
    if on_top(story.now, Initiative) is None:
        raise not_now(story.now, command.by, "roll the initiative", {command.by}, "VER-2")
    if command.by != (roller := story.now.decisions[-1].owner):
        message = f"{command.by} cannot roll the initiative: it is {roller}'s roll in this round."
        raise refusal(story.now, "not_your_decision", message, "VER-8")
    won = story.total(command.by, "initiative", "1d6", "VER-2", "VER-8") >= 4
    story.tell(OutcomeResolved(kind="initiative", who=PARTY, result="won" if won else "lost", rules=("VER-3",)))
    first = PARTY if won else ENEMIES
    story.tell(OrderSet(round=story.now.round, first=first, basis="initiative", rules=("VER-5",)))
    _next_choice(story)
    return ()


def to_act(encounter: Encounter, side: str) -> tuple[str, ...]:
    """VER-1, VER-6: return who of a side has a turn left in this round: no ridden mount, no late-comer (V-G28)."""
    return tuple(one.id for one in encounter.combatants.values() if one.side == side and _has_a_turn(encounter, one))


def _has_a_turn(encounter: Encounter, one: Combatant) -> bool:
    """VER-1, VER-46, VER-74: return whether somebody has not acted; at Death's Door there is still the save."""
    present = one.life in ("active", "dying") and (sheet_of(one).came or 0) < (encounter.round or 1)
    return present and one.id not in encounter.acted and rider_of(encounter, one.id) is None


def lineup(encounter: Encounter) -> dict[str, int | None]:
    """VER-1, VER-46: return who has a turn in a round: no ridden mount; the sides choose the order as they go."""
    present = (one.id for one in encounter.combatants.values() if one.life in ("active", "dying"))
    return {who: None for who in present if rider_of(encounter, who) is None}


def next_side(encounter: Encounter) -> str | None:
    """VER-4, VER-5, VER-7, VER-9: return the side with the next turn; None if everybody has acted.

    The sides alternate, and the longer one goes on alone; a surprising side takes all its turns first (V-G25).
    """
    surprising = encounter.surprising if encounter.round == 1 else None
    if surprising is not None:
        order = [surprising]
        if settings_of(encounter).surprised_side == "acts_last":
            order.append(other_side(surprising))
    else:
        last = encounter.acted[-1] if encounter.acted else None
        side = other_side(encounter.combatants[last].side) if last else encounter.first or PARTY
        order = [side, other_side(side)]
    return next((side for side in order if to_act(encounter, side)), None)


def _next_choice(story: Story) -> None:
    """VER-4, VER-6, VER-7: the side whose turn it is chooses, or the round is over and the next one begins."""
    side = next_side(story.now)
    if side is not None:
        ask(story, "choose_actor", answering(story.now, side), to_act(story.now, side), Choice(), "VER-4", "VER-6")
        return
    number = story.now.round or 1
    story.tell(RoundEnded(round=number, rules=("VER-7",)))
    _begin_round(story, number + 1)


def choose_actor(story: Story, command: ChooseActor) -> Agenda:
    """VER-6: the side whose place it is chooses one of its own who has not acted."""
    encounter = story.now
    one = known(encounter, command.who, "VER-6")
    if one.gone:
        state = "is dead" if one.life == "dead" else "has left the fight"
        raise refusal(encounter, "dead", f"{one.id} cannot have a turn: {one.id} {state}.", "VER-75")
    must_have_own_turn(encounter, one, "have a turn")
    chooser = answering(encounter, one.side)
    if on_top(encounter, Choice) is None:
        raise not_now(encounter, one.id, "be chosen", {chooser, one.controller or ""}, "VER-6")
    top = encounter.decisions[-1]
    if top.owner != chooser:
        message = f"{one.id} cannot have the next turn: the choice is {top.owner}'s."
        raise refusal(encounter, "not_your_decision", message, "VER-4")
    if one.id not in top.options:
        late = one.id not in encounter.acted
        why = "came in during this round" if late else "has had a turn in this round"
        raise refusal(encounter, "already_acted", f"{one.id} cannot have a turn: {one.id} {why}.", "VER-1")
    story.tell(
        DeclarationMade(
            who=chooser, kind="choose_actor", targets=(one.id,), parameters={"actor": one.id}, rules=("VER-6",)
        )
    )
    return _begin_turn(story, one.id)


def _begin_turn(story: Story, who: str) -> Agenda:
    """VER-12, VER-46, VER-74: a turn begins with its budgets; at Death's Door with the save, and mostly ends there."""
    one = story.who(who)
    can = int(able(story.now, one))
    budgets: Facts = {"movement": can, "action": can, "belt": can}
    if sheet_of(one).mount:
        mounted = mount_of(story.now, who) is not None
        budgets |= {"mount_attack": int(mounted)} if mounted or "mount_attack" in one.resources else {}
    story.tell(TurnStarted(who=who, budgets=budgets, rules=("VER-12", "VER-78")))
    readied = readied_of(one)
    if readied is not None and not readied.once:
        story.tell(ConditionEnded(to=who, condition="readied", reason="turn_start", rules=("VER-59",)))
    if one.life == "dying" and not deaths_door(story, who):
        falls_out(story, who)
    if not able(story.now, story.who(who)):
        return ()
    frightened(story, who)
    return ()


def end_turn(story: Story, command: EndTurn) -> Agenda:
    """VER-12: a turn may end with anything left of it."""
    acting(story.now, command.who, "end the turn", "VER-12")
    _turn_over(story, command.who)
    return ()


def _turn_over(story: Story, who: str) -> None:
    story.tell(TurnEnded(who=who, rules=("VER-7",)))
    _next_choice(story)


def settle(story: Story) -> None:
    """VER-7: end the turn of whoever cannot act any more, and ask again where a choice has changed meanwhile."""
    waited = awaited(story.now)
    if isinstance(waited, Turn) and not able(story.now, story.who(waited.who)):
        _turn_over(story, waited.who)
    elif isinstance(waited, Choice):
        top = story.now.decisions[-1]
        side = PARTY if top.owner == PARTY else ENEMIES
        if top.options != to_act(story.now, side):
            story.tell(DecisionLapsed(kind="choose_actor", owner=top.owner, reason="options_changed", rules=("VER-7",)))
            _next_choice(story)


def surprise(story: Story, value: str) -> None:
    """VER-9, VER-11: the referee has judged whether a side surprises the other."""
    if value != "none":
        surprised = tuple(one.id for one in story.now.combatants.values() if one.side == other_side(value))
        story.tell(SurpriseSet(surprising=value, surprised=surprised, basis="ruling", rules=("VER-9", "VER-11")))
    elif story.now.surprising is not None:
        story.tell(SurpriseSet(surprised=(), basis="ruling", rules=("VER-11",)))
