"""The order of combat: rounds, turns and what each turn gives (STO-2, STO-3, STO-7, STO-8, STO-13, STO-22, STO-34)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter, Turn
from domain.events import (
    ConditionApplied,
    ConditionEnded,
    EncounterEnded,
    Facts,
    LifeStateChanged,
    OutcomeResolved,
    ResourceChanged,
    RoundEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.storyteller.actors import on_grid, sides_left, speed
from domain.rulesets.storyteller.commands import EndTurn
from domain.rulesets.storyteller.guards import must_have_turn, must_stand
from domain.rulesets.storyteller.questions import asked_in
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import sheet_of
from domain.story import Story
from domain.table.guards import known

SECONDS = 6
REPOSITIONS_AT = 25
CROSSES_AT = 50
SAVED_AT = 11
SAVES = 3


def end_turn(story: Story, command: EndTurn) -> None:
    """STO-7: whoever has the turn ends it."""
    who = known(story.now, command.who, "STO-7")
    must_stand(story.now, who, "end a turn", "STO-7")
    must_have_turn(story.now, who, "end a turn")
    finish_turn(story, who.id)


def begin_rounds(story: Story) -> None:
    """STO-3, S-G57: the first round begins, or the extra one of those who take somebody by surprise."""
    extra = settings_of(story.now).surprise_round == "extra_round" and story.now.surprised
    story.tell(RoundStarted(round=0 if extra else 1, seconds=SECONDS, rules=("STO-2", "STO-3")))
    _go_on(story, None)


def finish_turn(story: Story, who: str) -> None:
    """STO-7, STO-8: the turn is over, and the next in the order has theirs."""
    _end(story, who)
    _go_on(story, who)


def _go_on(story: Story, after: str | None) -> None:
    """STO-8: the next in the order has a turn; after the last one the round is over and a new one begins."""
    while True:
        after = _next(story, after)
        if _begins(story, after):
            return


def _next(story: Story, after: str | None) -> str:
    order = story.now.order
    start = order.index(after) + 1 if after is not None else 0
    following = next((who for who in order[start:] if _has_turn(story.now, story.who(who))), None)
    if following is not None:
        return following
    number = story.now.round or 0
    story.tell(RoundEnded(round=number, rules=("STO-8",)))
    if number == 0:
        _end_surprise_round(story)
    story.tell(RoundStarted(round=number + 1, seconds=SECONDS, rules=("STO-2", "STO-3", "STO-8")))
    return next(who for who in order if _has_turn(story.now, story.who(who)))


def _has_turn(encounter: Encounter, who: Combatant) -> bool:
    """S-G1, S-G57. Return whether somebody's turn comes: the fallen have one only where they fight for their life."""
    if encounter.round == 0 and who.under("surprised"):
        return False
    return who.alive or _dying(encounter, who)


def _dying(encounter: Encounter, who: Combatant) -> bool:
    rolls = settings_of(encounter).zero_hp_pc == "death_saves"
    return rolls and who.life == "down" and not who.under("stable")


def _end_surprise_round(story: Story) -> None:
    """S-G57: with the extra round surprise is over, and everybody has a turn in the first."""
    for who in story.now.surprised:
        story.tell(ConditionEnded(to=who, condition="surprised", reason="surprise_round_over", rules=("STO-13",)))


def _begins(story: Story, who: str) -> bool:
    """STO-13, STO-22, STO-34. Begin a turn; return whether anything can be done in it, and end it at once if not."""
    actor = story.who(who)
    idle = not actor.alive or actor.under("surprised")
    given = budgets(story.now, actor)
    story.tell(TurnStarted(who=who, budgets=dict.fromkeys(given, 0) if idle else given, rules=_given_by(actor)))
    _end_conditions(story, who, "turn_start")
    if not idle:
        return True
    if not actor.alive:
        _death_save(story, actor)
    _end(story, who)
    return False


def _given_by(who: Combatant) -> tuple[str, ...]:
    return ("STO-13",) if who.under("surprised") else ("STO-22", "STO-23", "STO-34", "STO-75")


def budgets(encounter: Encounter, who: Combatant) -> Facts:
    """STO-22, STO-23, STO-34, STO-38, STO-94, STO-95. Return what a turn gives."""
    most = speed(who)
    moves = {"movement": most} if on_grid(encounter) else zone_budget(most)
    several = {"attacks_left": 0} if sheet_of(who).attacks_per_action > 1 else {}
    return {**moves, "action": 1, "bonus": 1, "reaction": 1, "interaction": 1, **several}


def zone_budget(total: int) -> dict[str, int]:
    """STO-94, STO-95, S-G38. Return what so many feet give in zones: one reposition, crossings for each 50."""
    return {"reposition": int(total >= REPOSITIONS_AT), "crossing": total // CROSSES_AT}


def dashes(encounter: Encounter, who: Combatant) -> int:
    """S-G38. Return how often somebody has dashed in this turn."""
    return sum(deed.kind == "dash" and deed.who == who.id for deed in encounter.deeds)


def feet_in_zones(encounter: Encounter, who: Combatant) -> int:
    """STO-86, STO-95, S-G38. Return the feet of this turn in zones: with Dash, less what standing up cost."""
    most = speed(who)
    stood = sum(deed.kind == "stand" and deed.who == who.id for deed in encounter.deeds)
    return most * (1 + dashes(encounter, who)) - stood * stand_cost(most, settings_of(encounter).half_speed_rounding)


def stand_cost(most: int, rounding: str = "up") -> int:
    """STO-86, S-G36. Return what standing up costs: half the speed."""
    return (most + 1) // 2 if rounding == "up" else most // 2


def _end(story: Story, who: str) -> None:
    """STO-7, STO-13, S-G10: a turn ends, and with it what lasts until then; surprise with the first one."""
    story.tell(TurnEnded(who=who, rules=("STO-7",)))
    _end_conditions(story, who, "turn_end")
    if not story.who(who).under("surprised"):
        return
    story.tell(ConditionEnded(to=who, condition="surprised", reason="first_turn_over", rules=("STO-13",)))
    story.tell(ResourceChanged(who=who, resource="reaction", before=0, after=1, why="surprise_over", rules=("STO-13",)))


def _end_conditions(story: Story, who: str, when: str) -> None:
    """Tell the end of what lasts until a moment of one's own turn."""
    for name, held in story.who(who).conditions.items():
        if held.until == when:
            story.tell(ConditionEnded(to=who, condition=name, reason=when, rules=("STO-7",)))


def _death_save(story: Story, who: Combatant) -> None:
    """S-G1: where a house rule says so, the fallen roll: of three good rolls and three bad ones, which comes first."""
    rolled = story.roll(who.id, "death_save", "3d6", "STO-1")
    good = (rolled.total or 0) >= SAVED_AT
    kind = "death_save_success" if good else "death_save_failure"
    result = "success" if good else "failure"
    count = who.stacks(kind) + 1
    story.tell(
        OutcomeResolved(
            kind="death_save",
            who=who.id,
            result=result,
            versus=SAVED_AT,
            details={"count": count},
            rules=("STO-1",),
        )
    )
    if count < SAVES:
        return
    if good:
        story.tell(ConditionApplied(to=who.id, condition="stable", source="death_save", rules=("STO-1",)))
    else:
        story.tell(LifeStateChanged(who=who.id, origin="down", to="dead", why="death_saves", rules=("STO-1",)))


def settle(story: Story) -> None:
    """STO-8, S-G56: a side with nobody active has lost; whoever fell in their own turn has had it."""
    left = sides_left(story.now)
    if len(left) < 2:
        story.tell(EncounterEnded(outcome=left[0] if left else "nobody", reason="one_side_left", rules=("STO-8",)))
        return
    asked = asked_in(story.now)
    if isinstance(asked, Turn) and not story.who(asked.who).alive:
        finish_turn(story, asked.who)
