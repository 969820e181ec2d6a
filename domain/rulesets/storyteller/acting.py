"""What one does in a turn beside moving and attacking (STO-26 to STO-39, STO-66 to STO-71, STO-85 to STO-90)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import (
    BoardChanged,
    ConditionApplied,
    ConditionEnded,
    DecisionLapsed,
    DeclarationMade,
    ResourceChanged,
)
from domain.facts import facts_of
from domain.facts import known as known_facts
from domain.places.grid import Grid
from domain.refusals import Refused
from domain.rulesets.storyteller import commands as do
from domain.rulesets.storyteller.actors import Hidden, on_grid, speed, stands_as, stealth
from domain.rulesets.storyteller.attack.harm import heal
from domain.rulesets.storyteller.doors import beside, in_the_way
from domain.rulesets.storyteller.guards import must_be_able, must_have_turn, must_stand, pending
from domain.rulesets.storyteller.order.spending import change, left, must_be_free_to_act, must_have, set_uses, spend
from domain.rulesets.storyteller.order.surprise import say_who_notices
from domain.rulesets.storyteller.order.turns import feet_in_zones, stand_cost, zone_budget
from domain.rulesets.storyteller.questions import AskedToRule, ask_for_ruling, asked_in
from domain.rulesets.storyteller.rolls import EVEN, throw
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import abilities_of, sheet_of
from domain.story import Story
from domain.table import speech
from domain.table.commands import Say
from domain.table.guards import known


def say(story: Story, command: Say) -> None:
    """STO-36, STO-37: words and embellishments cost nothing and change nothing."""
    if command.who is not None:
        who = known(story.now, command.who, "STO-36")
        must_stand(story.now, who, "speak", "STO-36")
        if who.under("surprised"):
            must_be_able(story.now, who, "speak", "STO-36")
    speech.say(story, command, "STO-36", "STO-36" if command.channel in (None, "table") else "STO-37")


def interact(story: Story, command: do.Interact) -> None:
    """STO-38, S-G17: one object or feature may be handled freely in a turn, a further one for the action."""
    who = known(story.now, command.who, "STO-38")
    must_be_able(story.now, who, "handle anything", "STO-38")
    must_have_turn(story.now, who, "handle anything")
    resource = "interaction" if left(who, "interaction") else "action"
    must_have(story.now, who, resource, f"handle the {command.object}", "STO-38")
    turned = _turns_door(story.now, who, command)
    story.tell(
        DeclarationMade(
            who=who.id, kind="interact", parameters={"object": command.object, "verb": command.verb}, rules=("STO-38",)
        )
    )
    spend(story, who.id, resource, "interact", "STO-38")
    if turned is not None:
        story.tell(turned)


def _turns_door(encounter: Encounter, who: Combatant, command: do.Interact) -> BoardChanged | None:
    """STO-38. Return the door that is opened or closed, if it is one of the grid's; refuses one out of reach."""
    board = encounter.board
    if not isinstance(board, Grid) or command.object not in board.doors:
        return None
    opens = command.verb == "open"
    cannot = f"{who.id} cannot {command.verb} {command.object}"
    if command.object not in beside(board, who.at, stands_as(who)):
        raise Refused(
            "not_adjacent", f"{cannot}: that door is not next to {who.id}.", rule="STO-38", pending=pending(encounter)
        )
    if command.verb not in ("open", "close") or board.doors[command.object].open == opens:
        message = (
            f"{cannot}: a door that is {'open' if board.doors[command.object].open else 'closed'} can only be turned."
        )
        raise Refused("invalid_value", message, rule="STO-38", pending=pending(encounter))
    if opens and board.doors[command.object].lock is not None:
        message = f"{cannot}: it is {board.doors[command.object].lock}."
        raise Refused("timing", message, rule="STO-38", pending=pending(encounter))
    if in_the_way(encounter, command.object):
        message = f"{cannot}: somebody stands in the doorway."
        raise Refused("occupied", message, rule="STO-38", pending=pending(encounter))
    detail = {"door": command.object, "open": opens}
    return BoardChanged(change="door", detail=detail, by=who.id, rules=("STO-38",))


def activity(story: Story, command: do.Activity) -> None:
    """STO-39: whether something else is possible in a turn, and at what cost, the storyteller says."""
    who = known(story.now, command.who, "STO-39")
    must_be_able(story.now, who, command.value, "STO-39")
    must_have_turn(story.now, who, command.value)
    story.tell(DeclarationMade(who=who.id, kind="activity", parameters={"value": command.value}, rules=("STO-39",)))
    ask_for_ruling(story, AskedToRule(subject="activity", who=who.id, value=command.value), "STO-39")


def withdraw(story: Story, command: do.Withdraw) -> None:
    """S-G60: a declaration can be taken back as long as the storyteller has not ruled on it."""
    who = known(story.now, command.who, "STO-44")
    must_stand(story.now, who, "take anything back", "STO-44")
    asked = asked_in(story.now)
    cannot = f"{who.id} cannot take anything back"
    if not isinstance(asked, AskedToRule) or who.id != asked.declarer:
        message = f"{cannot}: no declaration of theirs waits for a ruling."
        raise Refused("no_trigger", message, rule="STO-44", pending=pending(story.now))
    if not settings_of(story.now).withdraw_declaration:
        message = f"{cannot}: at this table what is declared stands."
        raise Refused("too_late", message, rule="STO-44", pending=pending(story.now))
    owner = story.now.decisions[-1].owner
    story.tell(DeclarationMade(who=who.id, kind="withdraw", rules=("STO-44",)))
    story.tell(DecisionLapsed(kind="ruling", owner=owner, reason="withdrawn", rules=("STO-44",)))


def _take_action(story: Story, who: str, kind: str, *rules: str) -> Combatant:
    """STO-22, STO-26: declare an action and spend it."""
    actor = known(story.now, who, rules[0])
    must_be_free_to_act(story.now, actor, kind, rules[0])
    story.tell(DeclarationMade(who=actor.id, kind=kind, rules=rules))
    spend(story, actor.id, "action", kind, "STO-22")
    return actor


def dash(story: Story, command: do.Dash) -> None:
    """S-G16, STO-96: the action gives the speed once more; in zones that means crossings, or a reposition at last."""
    who = _take_action(story, command.who, "dash", "STO-26", *(() if on_grid(story.now) else ("STO-96",)))
    most = speed(who)
    if on_grid(story.now):
        change(story, who.id, "movement", left(who, "movement") + most, "dash", "STO-26")
        return
    feet = feet_in_zones(story.now, who)  # the Dash is declared by now, and counts
    once, twice = zone_budget(feet - most), zone_budget(feet)
    for resource in ("reposition", "crossing"):
        more = left(who, resource) + twice[resource] - once[resource]
        change(story, who.id, resource, more, "dash", "STO-96")


def disengage(story: Story, command: do.Disengage) -> None:
    """STO-63: by the Disengage action one's own movement provokes nothing until the turn ends."""
    who = _take_action(story, command.who, "disengage", "STO-63")
    story.tell(ConditionApplied(to=who.id, condition="disengaged", until="turn_end", rules=("STO-63",)))


def defend(story: Story, command: do.Defend) -> None:
    """S-G16: attack rolls against somebody who defends have disadvantage until their next turn starts."""
    who = _take_action(story, command.who, "defend", "STO-26")
    story.tell(ConditionApplied(to=who.id, condition="defending", until="turn_start", rules=("STO-26",)))


def hide(story: Story, command: do.Hide) -> None:
    """S-G16, S-G33: Agility (Stealth) against each enemy's passive score; hidden from those who do not notice.

    The new roll is what counts; whoever is hidden from everybody by something else stays so.
    """
    who = _take_action(story, command.who, "hide", "STO-26", "STO-68")
    total = throw(story, who.id, "stealth", stealth(who), EVEN, "STO-1", "STO-10").total
    missed = say_who_notices(story, who, total)
    held = who.conditions.get("hidden")
    if held is not None and known_facts(Hidden, held.details).observers is None:
        return
    if missed:
        story.tell(
            ConditionApplied(
                to=who.id,
                condition="hidden",
                source="own",
                details=facts_of(Hidden(observers=tuple(missed))),
                rules=("STO-68",),
            )
        )
    elif held is not None:
        story.tell(ConditionEnded(to=who.id, condition="hidden", reason="noticed", rules=("STO-10", "STO-68")))


def rally(story: Story, command: do.Rally) -> None:
    """STO-66, STO-67: the action gives the benefits of a short rest, once before the next long rest."""
    who = known(story.now, command.who, "STO-66")
    must_be_able(story.now, who, "rally", "STO-66")
    must_have_turn(story.now, who, "rally")
    reserve = may_rally(who)
    if not reserve:
        message = f"{who.id} cannot rally: that reserve comes back only with a long rest."
        raise Refused("needs_long_rest", message, rule="STO-67", pending=pending(story.now))
    _take_action(story, who.id, "rally", "STO-66")
    story.tell(ResourceChanged(who=who.id, resource="rally", before=reserve, after=0, why="rally", rules=("STO-67",)))
    heal(story, who.id, _short_rest(story.now, who), "short_rest", "STO-66", of=settings_of(story.now).short_rest_hp)
    for ability in abilities_of(who):
        if ability.short_rest and ability.uses is not None:
            set_uses(story, who, ability, ability.uses, "short_rest", "STO-66")


def may_rally(who: Combatant) -> int:
    """STO-67. Return whether the reserve for a rally is there: what the sheet says until it has been used."""
    return who.resources.get("rally", sheet_of(who).rally)


def _short_rest(encounter: Encounter, who: Combatant) -> int:
    """S-G29. Return the hit points that a short rest gives at most."""
    most = who.pools["hp"].max
    field = sheet_of(who).short_rest_hp
    return {"half_max": most // 2, "quarter_max": most // 4, "field": field, "none": 0}[
        settings_of(encounter).short_rest_hp
    ]


def stand(story: Story, command: do.Stand) -> None:
    """STO-86, STO-87: standing up costs half the speed; in zones the moves for which too few feet are left then."""
    who = known(story.now, command.who, "STO-86")
    must_stand(story.now, who, "stand up", "STO-86")
    must_have_turn(story.now, who, "stand up")
    if not who.under("prone"):
        message = f"{who.id} cannot stand up: {who.id} is not prone."
        raise Refused("timing", message, rule="STO-86", pending=pending(story.now))
    if (why_not := cannot_stand(story.now, who)) is not None:
        code, message = why_not
        raise Refused(code, f"{who.id} cannot stand up: {message}.", rule="STO-87", pending=pending(story.now))
    costs = standing_up(story.now, who)
    story.tell(DeclarationMade(who=who.id, kind="stand", rules=("STO-86",)))
    for resource, cost in costs.items():
        if cost:
            spend(story, who.id, resource, "stand", "STO-86", amount=cost)
    story.tell(ConditionEnded(to=who.id, condition="prone", reason="stood_up", rules=("STO-86",)))


def standing_up(encounter: Encounter, who: Combatant) -> dict[str, int]:
    """STO-86, S-G37. Return what standing up is paid with, and how much: in zones what fewer feet do not give."""
    cost = stand_cost(speed(who), settings_of(encounter).half_speed_rounding)
    if on_grid(encounter):
        return {"movement": cost}
    feet = feet_in_zones(encounter, who)
    after = zone_budget(feet - cost)
    return {resource: given - after[resource] for resource, given in zone_budget(feet).items()}


def cannot_stand(encounter: Encounter, who: Combatant) -> tuple[str, str] | None:
    """STO-87. Return why somebody prone cannot stand up, if that is so."""
    if speed(who) == 0:
        return "speed_zero", "the speed is 0"
    short = any(left(who, resource) < cost for resource, cost in standing_up(encounter, who).items())
    if not on_grid(encounter):
        cost = stand_cost(speed(who), settings_of(encounter).half_speed_rounding)
        short = short or feet_in_zones(encounter, who) < cost
    return ("not_enough_movement", "not enough movement is left") if short else None


def drop_prone(story: Story, command: do.DropProne) -> None:
    """STO-90, STO-85: on one's turn one may drop to the ground for nothing."""
    who = known(story.now, command.who, "STO-90")
    must_stand(story.now, who, "drop prone", "STO-90")
    must_have_turn(story.now, who, "drop prone")
    if who.under("prone"):
        message = f"{who.id} cannot drop prone: {who.id} is prone already."
        raise Refused("prone", message, rule="STO-90", pending=pending(story.now))
    story.tell(DeclarationMade(who=who.id, kind="drop_prone", rules=("STO-90",)))
    story.tell(ConditionApplied(to=who.id, condition="prone", source="own", rules=("STO-85", "STO-90")))
