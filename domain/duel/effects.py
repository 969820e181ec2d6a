"""What weapons and items do to those they are used on."""

from __future__ import annotations

from domain.duel.book import Book
from domain.duel.commands import PlayItem, UseItem
from domain.encounter import Encounter
from domain.events import (
    CombatantMoved,
    ConditionApplied,
    DeclarationMade,
    Facts,
    ItemMoved,
    LifeStateChanged,
    ResourceChanged,
)
from domain.items import Effect, Item
from domain.refusals import Pending, Refused
from domain.story import Story
from domain.table.pools import given_back, lost


def hurt(
    story: Story, to: str, by: str, amount: int, why: str, book: Book, *rules: str, parts: Facts | None = None
) -> None:
    """PUR-10, ETQ-14: take ``amount`` points of health, of these ``parts``; at 0 the combatant is dead."""
    wound(story, to, by, amount, why, *rules, parts=parts)
    fall(story, to, by, book)


def wound(story: Story, to: str, by: str, amount: int, why: str, *rules: str, parts: Facts | None = None) -> None:
    """Take ``amount`` points of health; nothing is told of no damage."""
    if amount:
        story.tell(lost(story.who(to), "health", amount, by, why, *rules, parts=parts))


def fall(story: Story, who: str, by: str, book: Book) -> None:
    """Let a combatant without health be dead (P-G24)."""
    combatant = story.who(who)
    if combatant.alive and combatant.pools["health"].now == 0:
        story.tell(LifeStateChanged(who=who, origin="active", to="dead", why="health_0", rules=(book.death,)))
        lose_allowance(story, who, "death", book)
        if book.loots and story.who(by).pools["health"].now:
            _loot(story, who, by)


def lose_allowance(story: Story, who: str, why: str, book: Book) -> None:
    """Take what allowance somebody had who is not in the fight any more."""
    before = story.who(who).movement
    if before:
        lost = ResourceChanged(who=who, resource="movement", before=before, after=0, why=why, rules=(book.death,))
        story.tell(lost)


def _loot(story: Story, victim: str, killer: str) -> None:
    """Give the hand of the dead to the killer, one card after another (house rule of P-G24)."""
    origin, to = story.who(victim).side, story.who(killer).side
    for card in story.now.hand(origin):
        story.tell(ItemMoved(item=card.id, origin=origin, to=to, card=shown(story, card), rules=("PUR-10",)))


def shown(story: Story, card: Item) -> Item | None:
    """Return a card to be told with its use, where hands are private; None where everybody knew it."""
    return card if story.now.private_hands else None


def points(story: Story, stated: int | str, by: str, purpose: str, rule: str) -> int:
    """P-G1: a card states its points, or dice of them."""
    return stated if isinstance(stated, int) else max(0, story.total(by, purpose, stated, rule))


def declare_card(story: Story, command: UseItem | PlayItem, target: str, rule: str) -> None:
    """Declare a card on ``target``, and the space it sends them to if it relocates."""
    parameters = {"item": command.item, "target": target, **({"tile": command.tile} if command.tile else {})}
    declared = DeclarationMade(
        who=command.who, kind=command.do, targets=(target,), parameters=parameters, rules=(rule,)
    )
    story.tell(declared)


def take_effect(story: Story, item: Item, by: str, target: str, tile: str | None, book: Book, rule: str) -> None:
    """Do what the card says to ``target``; a recoil hurts the user as well."""
    effect = item.effect
    if effect is None:
        return
    worth = effect.dice or effect.amount or 0
    match effect.kind:
        case "damage":
            amount = points(story, worth, by, "damage", rule)
            wound(story, target, by, amount, item.id, rule, parts={item.id: amount})
        case "heal":
            _heal(story, target, points(story, worth, by, "heal", rule), item.id, rule)
        case "condition":
            condition = effect.condition or item.id
            story.tell(ConditionApplied(to=target, condition=condition, source=item.id, rules=(rule,)))
        case "relocate":
            to = tile or story.who(target).at
            moved = CombatantMoved(who=target, origin=story.who(target).at, to=to, mode="placed", cost=0, rules=(rule,))
            story.tell(moved)
        case _:
            pass
    wound(story, by, by, effect.recoil or 0, item.id, rule, parts={"recoil": effect.recoil or 0})
    for hit in dict.fromkeys((target, by)):
        fall(story, hit, by, book)


def _heal(story: Story, target: str, amount: int, why: str, rule: str) -> None:
    """Give points back, up to the maximum."""
    restored = given_back(story.who(target), "health", amount, why, rule)
    if restored is not None:
        story.tell(restored)


def destinations(encounter: Encounter, effect: Effect, target: str) -> tuple[str, ...]:
    """Return where a relocation may send ``target``: free of foes, within its spaces."""
    who = encounter.combatants[target]
    taken = encounter.tiles_of_foes(who.side)
    return tuple(tile for tile in encounter.tiles.ways(who.at, effect.spaces or 0) if tile not in taken)


def must_have_a_place(
    story: Story, item: Item, target: str, tile: str | None, user: str, waiting: Pending, rule: str
) -> None:
    """Refuse a relocation without a place to go to, and a place for a card that relocates nobody."""
    if item.effect is None or item.effect.kind != "relocate":
        if tile is not None:
            message = f"{user} cannot name a space for {item.id}: it moves nobody."
            raise Refused("invalid_value", message, rule=rule, pending=waiting)
    elif tile not in (free := destinations(story.now, item.effect, target)):
        where = f" to {tile}" if tile else ""
        why = "name a free space within its reach" if free else "no free space is within its reach"
        message = f"{user} cannot send {target}{where} with {item.id}: {why}."
        raise Refused("illegal_target", message, rule=rule, pending=waiting)
