"""Verdigris, chapter "Inventory Management" (VER-78..80): belt and pack, and what is done with what one has in hand."""

from __future__ import annotations

from domain.encounter import Combatant, Encounter
from domain.events import DeclarationMade, ItemMoved, ItemUsed
from domain.items import Carried
from domain.rulesets.verdigris.attack.damage import restore
from domain.rulesets.verdigris.commands import AccessItem, DropItem, UseItem
from domain.rulesets.verdigris.guards import acting, refusal
from domain.rulesets.verdigris.joining import hands_taken
from domain.rulesets.verdigris.sheets import settings_of
from domain.rulesets.verdigris.spending import must_have, spend
from domain.rulesets.verdigris.steps import Agenda
from domain.rulesets.verdigris.traits import card_of, is_weapon, tool_of
from domain.story import Story
from domain.table.guards import known


def access_item(story: Story, command: AccessItem) -> Agenda:
    """VER-78, VER-79: once in the own turn freely from the belt, for the action out of the pack; into a free hand."""
    encounter = story.now
    one = acting(encounter, command.who, "take an item", "VER-78")
    place, thing = _stowed(encounter, one, command.item)
    if not has_room(encounter, one, thing):
        raise refusal(encounter, "hands_full", f"{one.id} cannot take {thing.id}: no hand is free.", "VER-78")
    resource, rule = ("belt", "VER-78") if place == "belt" else ("action", "VER-79")
    must_have(encounter, one, resource, f"take {thing.id}", rule)
    story.tell(DeclarationMade(who=one.id, kind="access_item", parameters={"item": thing.id}, rules=(rule,)))
    spend(story, one.id, resource, "access", rule)
    moved = ItemMoved(item=thing.id, origin=f"{place}:{one.id}", to=f"hand:{one.id}", rules=(rule,))
    story.tell(moved)
    return ()


def _stowed(encounter: Encounter, one: Combatant, item: str) -> tuple[str, Carried]:
    """VER-78, VER-79: return where something is, belt before pack; refuses what is in neither."""
    for place in ("belt", "pack"):
        for thing in encounter.carried(one.id, place):
            if thing.id == item:
                return place, thing
    raise refusal(encounter, "no_item", f"{one.id} has no {item} on the belt or in the pack.", "VER-78")


def has_room(encounter: Encounter, one: Combatant, thing: Carried) -> bool:
    """V-G53: return whether there are hands free for something, where the table asks for that."""
    held = (*encounter.carried(one.id, "hand"), thing)
    return not settings_of(encounter).hands_strict or hands_taken(tuple(map(card_of, held))) <= 2


def drop_item(story: Story, command: DropItem) -> Agenda:
    """V-G53: dropping what is in hand, or the shield, is free; it lies in the zone then."""
    encounter = story.now
    one = acting(encounter, command.who, "drop an item", "VER-80")
    thing = _held(encounter, one, command.item, "hand", "arm")
    story.tell(DeclarationMade(who=one.id, kind="drop_item", parameters={"item": thing.id}, rules=("VER-80",)))
    origin = f"{thing_place(encounter, one, thing)}:{one.id}"
    story.tell(ItemMoved(item=thing.id, origin=origin, to=f"ground:{one.at}", rules=("VER-80",)))
    return ()


def thing_place(encounter: Encounter, one: Combatant, thing: Carried) -> str:
    """Return whether something is in hand or on the arm."""
    return "hand" if thing in encounter.carried(one.id, "hand") else "arm"


def _held(encounter: Encounter, one: Combatant, item: str, *places: str) -> Carried:
    found = next((thing for thing in encounter.carried(one.id, *places) if thing.id == item), None)
    if found is None:
        raise refusal(encounter, "no_item", f"{one.id} has no {item} in hand.", "VER-80")
    return found


def use_item(story: Story, command: UseItem) -> Agenda:
    """V-G52: using what is in hand costs what it says, an action mostly; what it does beyond healing is ruled."""
    encounter = story.now
    target = known(encounter, command.target or command.who, "VER-80")
    one = acting(encounter, command.who, "use an item", "VER-80")
    thing = _held(encounter, one, command.item, "hand")
    if is_weapon(thing):
        raise refusal(encounter, "illegal_item", f"{one.id} cannot use {thing.id}: it is a weapon.", "VER-80")
    tool = tool_of(thing)
    free = tool.uses == "free"
    if not free:
        must_have(encounter, one, "action", f"use {thing.id}", "VER-12")
    if target.gone or target.at != one.at:
        message = f"{one.id} cannot use {thing.id} on {target.id}: dead, gone, or in another zone."
        raise refusal(encounter, "illegal_target", message, "VER-80")
    told = {"item": thing.id, "target": target.id}
    story.tell(DeclarationMade(who=one.id, kind="use_item", targets=(target.id,), parameters=told, rules=("VER-80",)))
    if not free:
        spend(story, one.id, "action", "use", "VER-12")
    story.tell(ItemUsed(who=one.id, item=thing.id, on=target.id, consumed=tool.consumed, rules=("VER-80",)))
    heal = tool.heal
    amount = story.total(one.id, "heal", heal, "VER-80") if isinstance(heal, str) else heal
    restore(story, target.id, amount, thing.id, "VER-80")
    return ()
