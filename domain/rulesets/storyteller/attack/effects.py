"""What effects do, and saving throws against them (STO-1, STO-45, STO-83, STO-112, S-G6)."""

from __future__ import annotations

from domain.encounter import Combatant, Turn
from domain.events import ConditionApplied, Facts, OutcomeResolved, RulingMade
from domain.rulesets.storyteller.actors import modifier
from domain.rulesets.storyteller.attack.cover import level_of, save_bonus
from domain.rulesets.storyteller.attack.harm import damage_roll, heal, hurt
from domain.rulesets.storyteller.commands import CallSave
from domain.rulesets.storyteller.guards import must_be_in, must_stand
from domain.rulesets.storyteller.rolls import EVEN, Lean, throw
from domain.rulesets.storyteller.sheets import AbilityName, Effect
from domain.story import Story
from domain.table.guards import known, must_be_the_referee


def take_effect(story: Story, by: str, to: str, effect: Effect, source: str, rule: str) -> None:
    """STO-45: an effect heals, hurts, or puts somebody under a condition; a saving throw may keep it off."""
    saved = False
    if effect.save is not None:
        saved = save(story, story.who(to), effect.save.ability, effect.save.versus, story.who(by))
    halved = saved and effect.save is not None and effect.save.half
    if effect.heal is not None and not saved:
        rolls = not isinstance(effect.heal, int)
        most = effect.heal if isinstance(effect.heal, int) else story.total(by, "healing", effect.heal, rule)
        heal(story, to, most, source, rule, of="rolled" if rolls else source)
    if effect.damage is not None and (not saved or halved):
        dealt = damage_roll(story, by, effect.damage, rule)
        whole = sum(dealt.values())
        saving = {"saved": whole // 2 - whole} if halved else {}
        hurt(story, to, by, {**dealt, **saving}, effect.type, source, rule)
    if effect.condition is not None and not saved and story.who(to).alive:
        put_under(story, to, effect.condition, source, rule, until=effect.until)


def put_under(story: Story, to: str, condition: str, source: str, rule: str, *, until: str | None = None) -> None:
    """STO-45, STO-85: somebody is under a condition, if they are not already."""
    if not story.who(to).under(condition):
        rules = (rule, "STO-85") if condition == "prone" else (rule,)
        story.tell(ConditionApplied(to=to, condition=condition, source=source, until=until, rules=rules))


def save(story: Story, who: Combatant, ability: AbilityName, versus: int, origin: Combatant | None) -> bool:
    """S-G6, STO-83, STO-112: 3D plus the ability against a number; with Agility cover helps and squeezing hinders."""
    agile = ability == "agility"
    covered = save_bonus(story.now, origin, who) if agile and origin is not None and origin.id != who.id else 0
    tilted = Lean(worse=("STO-83",)) if agile and who.under("squeezing") else EVEN
    cited = ("STO-1", *(("STO-112",) if covered else ()))
    thrown = throw(story, who.id, f"{ability}_save", modifier(who, ability) + covered, tilted, *cited)
    kept = thrown.total >= versus
    named: Facts = {}
    if covered and origin is not None:
        added = {ability: modifier(who, ability), "cover": covered}
        named = {"cover": level_of(story.now, origin, who), "added": added}
    story.tell(
        OutcomeResolved(
            kind="save",
            who=who.id,
            result="success" if kept else "failure",
            roll=thrown.roll,
            versus=versus,
            details={**thrown.details, **named},
            rules=cited,
        )
    )
    return kept


def call_save(story: Story, command: CallSave) -> None:
    """STO-1: the storyteller calls for a saving throw, against something with a place or without."""
    who = known(story.now, command.who, "STO-1")
    origin = known(story.now, command.attacker, "STO-1") if command.attacker is not None else None
    must_be_the_referee(story.now, command.by, "call for a saving throw", "STO-1")
    must_stand(story.now, who, "make a saving throw", "STO-1")
    must_be_in(story.now, (Turn,), command.by, "call for a saving throw", "STO-1")
    stated = {"who": who.id, "ability": command.ability, "versus": command.versus}
    parameters = {**stated, **({"attacker": origin.id} if origin else {})}
    story.tell(RulingMade(by=command.by, subject="save", parameters=parameters, rules=("STO-1",)))
    save(story, who, command.ability, command.versus, origin)
