"""Verdigris, chapter "Grappling" (VER-65..69); what Entangled does is V-G40, how it is got rid of V-G41."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter, Engagement
from domain.events import ConditionApplied, ConditionEnded, DeclarationMade, EngagementChanged, Facts, OutcomeResolved
from domain.rulesets.verdigris.attack.damage import break_up
from domain.rulesets.verdigris.commands import BreakGrapple, Grapple, ReverseGrapple, Struggle
from domain.rulesets.verdigris.guards import acting, ask, must_be_able, not_now, refusal
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.spending import must_have, spend
from domain.rulesets.verdigris.standing import answering, deciding, dice, grapple_of, melee_of, skill
from domain.rulesets.verdigris.steps import Agenda, Grappled, GrappleTurn, Struggled, on_top
from domain.rulesets.verdigris.testing import attempt, hindered, save
from domain.story import Story
from domain.table.guards import known

ENTANGLED = "entangled"
BRAWLING = "brawling"


def grapple(story: Story, command: Grapple) -> Agenda:
    """VER-65, V-G62: with empty hands and the action, a Brawling test at somebody in one's own melee."""
    encounter = story.now
    target = known(encounter, command.target, "VER-65")
    one = acting(encounter, command.who, "grapple")
    if encounter.carried(one.id, "hand", "arm"):
        raise refusal(encounter, "hands_full", f"{one.id} cannot grapple: that takes empty hands.", "VER-65")
    must_have(encounter, one, "action", "grapple", "VER-12")
    why = out_of_reach(encounter, one, target)
    if why is not None:
        raise refusal(encounter, why[0], f"{one.id} cannot grapple {target.id}: {why[1]}.", why[2])
    told = {"target": target.id}
    story.tell(DeclarationMade(who=one.id, kind="grapple", targets=(target.id,), parameters=told, rules=("VER-65",)))
    spend(story, one.id, "action", "grapple", "VER-12", "VER-65")
    return _brawl(story, one, "grapple", Grappled(who=one.id, target=target.id), "VER-65")


def out_of_reach(encounter: Encounter, one: Combatant, target: Combatant) -> tuple[str, str, str] | None:
    """VER-65: return why somebody cannot be taken hold of (code, reason, rule); None if they can."""
    melee = melee_of(encounter, one.id)
    if target.side == one.side:
        return "not_a_foe", f"{target.id} is no foe", "VER-26"
    if melee is None or target.id not in melee.members:
        return "not_in_same_melee", f"{target.id} is not in one melee with {one.id}", "VER-65"
    if target.kind == "mount":
        return "illegal_target", f"{target.id} is a mount", "VER-65"
    gripped = next((each.id for each in (one, target) if grapple_of(encounter, each.id)), None)
    return None if gripped is None else ("illegal_target", f"{gripped} is in a grapple already", "VER-65")


def _brawl(story: Story, one: Combatant, purpose: str, step: Grappled | Struggled, rule: str) -> Agenda:
    """VER-65, V-G62: Strength dice and the brawling skill, with nothing for numbers or a mount."""
    terms = {"attr": dice(one, "strength"), "skill": skill(one, BRAWLING)}
    return attempt(story, one, purpose, terms, (step,), rule, attribute="strength")


def grappled(story: Story, step: Grappled, agenda: Agenda) -> Agenda:
    """VER-65, VER-66: with more success levels than the Dodge save; one Entangled for the holder, two for the foe."""
    who, target = step.who, step.target
    foe = story.who(target)
    margin = step.sl - save(story, foe, "dodge", "VER-65", penalty=hindered(story.now, foe))
    result = "success" if margin > 0 else "failure"
    story.tell(
        OutcomeResolved(
            kind="grapple",
            who=who,
            whom=target,
            result=result,
            roll=step.roll,
            margin=margin,
            rules=("VER-65",),
        )
    )
    if margin > 0:
        story.tell(
            EngagementChanged(
                id=story.now.next_id("grapple", "G"),
                change="formed",
                kind="grapple",
                members=(who, target),
                holder=who,
                rules=("VER-66",),
            )
        )
        _entangle(story, who, 1, "VER-66")
        _entangle(story, target, 2, "VER-66")
    return agenda


def _entangle(story: Story, who: str, stacks: int, rule: str, total: int | None = None) -> None:
    details: Facts = {} if total is None else {"total": total}
    story.tell(
        ConditionApplied(to=who, condition=ENTANGLED, source="grapple", stacks=stacks, details=details, rules=(rule,))
    )


def break_grapple(story: Story, command: BreakGrapple) -> Agenda:
    """VER-67, VER-68: the holder may end it freely in the own turn, the other one once nothing entangles them."""
    _, held = _grappling(story.now, command.who, "break the grapple", "VER-67")
    rule = "VER-67" if held.holder == command.who else "VER-68"
    other = tuple(member for member in held.members if member != command.who)
    story.tell(DeclarationMade(who=command.who, kind="break_grapple", targets=other, rules=(rule,)))
    break_up(story, held, "released", rule)
    return ()


def reverse_grapple(story: Story, command: ReverseGrapple) -> Agenda:
    """VER-69: instead the one who got rid of it grapples back: two more Entangled for the holder (V-G42)."""
    one, held = _grappling(story.now, command.who, "turn the grapple round", "VER-69")
    if held.holder == one.id:
        message = f"{one.id} cannot turn the grapple round: {one.id} holds it."
        raise refusal(story.now, "illegal_target", message, "VER-69")
    other = next(member for member in held.members if member != one.id)
    has = story.who(other).stacks(ENTANGLED)
    more = 2 if settings_of(story.now).reversal_stacks == "add_two" else 2 - has
    story.tell(DeclarationMade(who=one.id, kind="reverse_grapple", targets=(other,), rules=("VER-69",)))
    if more > 0:
        _entangle(story, other, more, "VER-69", total=has + more)
    story.tell(
        EngagementChanged(
            id=held.id,
            change="reversed",
            kind="grapple",
            holder=one.id,
            members=(one.id, other),
            rules=("VER-69",),
        )
    )
    return ()


def _grappling(encounter: Encounter, who: str, deed: str, rule: str) -> tuple[Combatant, Engagement]:
    """VER-67..69: return the grapple that somebody may end or turn now: in the open question, or in the own turn."""
    asked = on_top(encounter, GrappleTurn)
    if asked is None:
        one = acting(encounter, who, deed, rule)
    else:
        one = known(encounter, who, rule)
        must_be_able(encounter, one, deed)
        if asked.who != who:
            raise not_now(encounter, who, deed, {one.controller or "", answering(encounter, one.side)}, rule)
    held = grapple_of(encounter, who)
    if held is None:
        raise refusal(encounter, "illegal_target", f"{who} cannot {deed}: {who} is in none.", rule)
    if held.holder != who and one.stacks(ENTANGLED):
        message = f"{who} cannot {deed}: {who} is still entangled."
        raise refusal(encounter, "incapable", message, "VER-68")
    return one, held


def struggle(story: Story, command: Struggle) -> Agenda:
    """VER-68, V-G41: for the action, a Strength and brawling test; each success level takes one Entangled away."""
    encounter = story.now
    one = acting(encounter, command.who, "struggle")
    must_have(encounter, one, "action", "struggle", "VER-12")
    if not one.stacks(ENTANGLED):
        raise refusal(encounter, "illegal_target", f"{one.id} cannot struggle: nothing entangles {one.id}.", "VER-68")
    story.tell(DeclarationMade(who=one.id, kind="struggle", rules=("VER-68",)))
    spend(story, one.id, "action", "struggle", "VER-12", "VER-68")
    return _brawl(story, one, "struggle", Struggled(who=one.id), "VER-68")


def struggled(story: Story, step: Struggled, agenda: Agenda) -> Agenda:
    """VER-68: rid of the last one, whoever is held may break the grapple or turn it round."""
    one = story.who(step.who)
    result = "success" if step.sl else "failure"
    resolved = OutcomeResolved(
        kind="struggle", who=one.id, result=result, roll=step.roll, margin=step.sl, rules=("VER-68",)
    )
    story.tell(resolved)
    stacks = one.stacks(ENTANGLED)
    gone = min(stacks, step.sl)
    if not gone:
        return agenda
    story.tell(
        ConditionEnded(
            to=one.id,
            condition=ENTANGLED,
            stacks=gone,
            left=stacks - gone,
            reason="struggle",
            rules=("VER-68",),
        )
    )
    held = grapple_of(story.now, one.id)
    if stacks > gone or held is None or held.holder == one.id:
        return agenda
    options, asked = ("break_grapple", "reverse_grapple"), GrappleTurn(who=one.id, then=agenda)
    ask(story, "grapple_turn", deciding(story.now, (one.id,)), options, asked, "VER-68", "VER-69")
    return ()
