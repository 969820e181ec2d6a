"""Verdigris, chapter "Actions" (VER-12, VER-13): one movement and one action a turn, and what they are spent on."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import ResourceChanged
from domain.rulesets.verdigris.guards import refusal
from domain.story import Story


def must_have(encounter: Encounter, one: Combatant, resource: str, deed: str, rule: str) -> None:
    """VER-12: refuse what there is nothing left for in this turn."""
    if not one.resources.get(resource):
        left = resource.replace("_", " ")
        raise refusal(encounter, "no_resource", f"{one.id} cannot {deed}: no {left} is left in this turn.", rule)


def must_have_movement(encounter: Encounter, one: Combatant, deed: str) -> None:
    """VER-12, VER-13: a movement takes the movement of the turn, or else the action."""
    if not one.resources.get("movement"):
        must_have(encounter, one, "action", deed, "VER-12")


def spend(story: Story, who: str, resource: str, why: str, *rules: str) -> None:
    """Tell that one of a resource is gone."""
    before = story.who(who).resources[resource]
    story.tell(ResourceChanged(who=who, resource=resource, before=before, after=before - 1, why=why, rules=rules))


def spend_movement(story: Story, who: str, why: str, *rules: str) -> None:
    """VER-13: the movement goes first; a second one is the action."""
    first = "movement" if story.who(who).movement else "action"
    spend(story, who, first, why, "VER-12" if first == "movement" else "VER-13", *rules)
