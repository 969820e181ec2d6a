"""What a turn holds and what it is spent on: action, bonus action, movement, reaction, interaction (STO-22)."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import ResourceChanged
from domain.refusals import Refused
from domain.rulesets.storyteller.guards import must_be_able, must_have_turn, pending
from domain.rulesets.storyteller.sheets import Ability
from domain.story import Story

WORDS = {
    "action": "the action",
    "bonus": "the bonus action",
    "reaction": "the reaction",
    "interaction": "the interaction",
}


def left(who: Combatant, resource: str) -> int:
    """STO-34. Return how much somebody has left of a resource; the reaction is there before the first turn."""
    return who.resources.get(resource, int(resource == "reaction"))


def must_have(encounter: Encounter, who: Combatant, resource: str, deed: str, rule: str) -> None:
    """Refuse what takes a resource that is spent."""
    if left(who, resource) < 1:
        until = "is spent until the start of the next turn" if resource == "reaction" else "of this turn is spent"
        message = f"{who.id} cannot {deed}: {WORDS[resource]} {until}."
        raise Refused("no_resource", message, rule=rule, pending=pending(encounter))


def spend(story: Story, who: str, resource: str, why: str, *rules: str, amount: int = 1) -> None:
    """STO-22: so much of a resource is spent."""
    before = left(story.who(who), resource)
    change(story, who, resource, before - amount, why, *rules)


def change(story: Story, who: str, resource: str, after: int, why: str, *rules: str) -> None:
    """Tell that somebody has so much left of a resource, if that is anything new."""
    before = left(story.who(who), resource)
    if after != before:
        story.tell(ResourceChanged(who=who, resource=resource, before=before, after=after, why=why, rules=rules))


def uses_left(who: Combatant, ability: Ability) -> int:
    """Return how often an ability can be used before it needs a rest."""
    return who.resources.get(f"uses_{ability.id}", ability.uses or 0)


def set_uses(story: Story, who: Combatant, ability: Ability, after: int, why: str, *rules: str) -> None:
    """Tell how many uses of an ability are left, if that is anything new."""
    before, resource = uses_left(who, ability), f"uses_{ability.id}"
    if after != before:
        story.tell(ResourceChanged(who=who.id, resource=resource, before=before, after=after, why=why, rules=rules))


def must_be_free_to_act(encounter: Encounter, who: Combatant, deed: str, rule: str) -> None:
    """STO-22, STO-30. Refuse an action of somebody who cannot act, out of turn, or whose action is spent."""
    must_be_able(encounter, who, deed, rule)
    must_have_turn(encounter, who, deed)
    must_have(encounter, who, "action", deed, "STO-22")
