"""A seat gives up: everybody of theirs leaves, and the system's own end follows."""

from __future__ import annotations

from domain.encounter import Encounter
from domain.events import DeclarationMade, LifeStateChanged
from domain.refusals import Refused
from domain.story import Story
from domain.table.commands import Concede
from domain.table.interruptions import Rules, first, is_calm, leaving
from domain.table.seats import must_play
from domain.table.voices import answers_for


def concede(story: Story, command: Concede, rules: Rules) -> None:
    """Tell that a seat gives up: what is in the middle of happening comes to its end by default, then they leave."""
    rule = rules.WHAT_ONE_MAY_DO
    must_play(story.now, command.by, "concede", rule)
    if (why := why_not(story.now, command.by, rules)) is not None:
        code, message = why
        raise Refused(code, message, rule=rule)
    targets = leaving(story.now, command.by)
    story.tell(DeclarationMade(who=command.by, kind="concede", targets=targets, rules=(rule,)))
    _calm_down(story, rules)
    if story.now.outcome is not None:
        return
    gone = leaving(story.now, command.by)
    for each in gone:
        story.tell(LifeStateChanged(who=each, origin=story.who(each).life, to="left", why="conceded", rules=(rule,)))
    rules.INTERRUPTIONS.follow(story, gone)


def why_not(encounter: Encounter, seat: str, rules: Rules) -> tuple[str, str] | None:
    """Return the code and the sentence of why a seat cannot give up now; None if it can."""
    if not leaving(encounter, seat):
        return "illegal_target", f"{seat} cannot concede: nobody of theirs is left in the fight."
    waiting = rules.pending(encounter)
    if is_calm(waiting, rules) or answers_for(encounter, seat, waiting.who or _owner(waiting.owner)):
        return None
    return "not_your_decision", f"{seat} cannot concede yet: first {first(waiting)}."


def _owner(owner: str | tuple[str, ...] | None) -> str | None:
    """Return who is asked first."""
    return owner[0] if isinstance(owner, tuple) else owner


def _calm_down(story: Story, rules: Rules) -> None:
    while story.now.outcome is None and not is_calm(rules.pending(story.now), rules):
        rules.INTERRUPTIONS.by_default(story, rules.pending(story.now))
