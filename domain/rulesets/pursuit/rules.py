"""Pursuit: fights between players who meet on a board of tiles, with flight and chase.

Source: the chapter "Combat" of the game's rules (opening paragraphs, Turn Order, Combat turn); rules PUR-1..26.
Health, damage and dice totals are whole points; movement and paths are whole spaces; dice are six-sided unless a card
says otherwise. The functions follow the text's order; what it shares with its sibling stands in ``domain.duel``.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from domain.commands import Command, names
from domain.duel import commands as do
from domain.duel import turns, walking
from domain.duel.book import Book
from domain.duel.combat import finish, form, is_aggressor, settle, spend, turn_of
from domain.duel.contact import ask
from domain.duel.deeds import tell_alike
from domain.duel.effects import declare_card, hurt, must_have_a_place, points, shown, take_effect
from domain.duel.guards import awaited, must_answer, must_live
from domain.duel.interruptions import interruptions
from domain.duel.questions import Answer, Contact, Idle
from domain.encounter import Combatant, Encounter, Turn
from domain.events import BoardChanged, DeclarationMade, ItemUsed, OutcomeResolved
from domain.items import Item, ToHit, Weapon
from domain.refusals import Pending, Refused
from domain.rulesets.pursuit.sheets import Settings, equipped, most_spaces, settings_of
from domain.story import Story
from domain.table.guards import known


@cache
def book(settings: Settings) -> Book:
    """Return what the shared rules need to know: the rule ids, and the house rules that touch them."""
    return Book(
        contact="PUR-1",
        optional="PUR-2",
        never_over="PUR-3",
        compulsory="PUR-4",
        asked_first="PUR-6",
        asked_next="PUR-7",
        turns="PUR-9",
        death="PUR-10",
        one_thing="PUR-11",
        attack="PUR-12",
        item="PUR-14",
        no_trap="PUR-15",
        disengage="PUR-17",
        higher="PUR-18",
        flee="PUR-19",
        meets="PUR-22",
        chase="PUR-24",
        arrives="PUR-25",
        resumes="PUR-26",
        joins="PUR-23",
        forced_first="entrant" if settings.forced_first_turn == "aggressor" else "occupant",
        allowance_helps_flight=True,
        spaces_become_allowance=settings.flight_spaces_as_allowance,
        keeps_movement=settings.leftover_after_flight == "kept_movement",
        moves_on=settings.move_on_after_combat,
        beats_named=settings.disengage_three_way == "beat_named",
        may_pass=settings.pass_turn == "allow",
        may_chase=True,
        may_join=True,
        traps_elsewhere=settings.trap_elsewhere_in_combat == "allow",
        loots=settings.loot == "killer_takes_hand",
    )


def commands(_: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; no house rule adds or takes one."""
    return NAMES


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    wish, rules = cast(do.Shared, command), book(settings_of(story.now))
    match wish:
        case do.BeginMove():
            begin_move(story, wish, rules)
        case do.Engage():
            engage(story, wish, rules)
        case do.Decline():
            decline(story, wish, rules)
        case do.Attack():
            attack(story, wish, rules)
        case do.UseItem():
            use_item(story, wish, rules)
        case _:
            tell_alike(story, wish, rules)


def begin_move(story: Story, command: do.BeginMove, rules: Book) -> None:
    """P-G25, P-G26: a board move begins with an allowance that is stated, rolled, or fixed by a house rule."""
    who = known(story.now, command.who, rules.contact)
    settings = settings_of(story.now)
    allowance = settings.allowance_source
    if allowance == "given":
        allowance = walking.must_have_given(command, rules, most_spaces(who))
    else:
        walking.must_have_none(command, rules)
    must_live(story.now, who, "begin a move", rules.contact)
    walking.must_be_idle(story.now, who.id, rules.contact)
    if settings.move_order == "seat_order":
        _must_be_next(story.now, who.id, rules)
    walking.begin(story, who.id, allowance, rules)


def next_mover(encounter: Encounter) -> str | None:
    """P-G26: return whose board move is next in the order of joining; None if nobody lives."""
    order = list(encounter.combatants)
    start = order.index(encounter.moved_last) + 1 if encounter.moved_last else 0
    return next((each for each in order[start:] + order[:start] if encounter.combatants[each].alive), None)


def _must_be_next(encounter: Encounter, who: str, rules: Book) -> None:
    """P-G26: refuse a board move out of the order of joining, where the house rule asks for that order."""
    upcoming = next_mover(encounter)
    if who != upcoming:
        message = f"{who} cannot begin a move: it is {upcoming}'s move."
        raise Refused("out_of_turn", message, rule=rules.contact)


def engage(story: Story, command: do.Engage, rules: Book) -> None:
    """PUR-6, PUR-7: whoever engages has the first turn."""
    contact = _answer(story, command.who, "engage", rules)
    pair = (contact.who, contact.versus)
    entrant, occupant = pair if contact.step == 1 else pair[::-1]
    form(story, entrant, occupant, rules, first=command.who)
    settle(story, rules)


def decline(story: Story, command: do.Decline, rules: Book) -> None:
    """PUR-7, PUR-8: after the mover the occupant is asked; when both have declined the mover may walk on."""
    contact = _answer(story, command.who, "decline", rules)
    if contact.step == 1:
        ask(story, contact.versus, contact.who, rules, step=2)
    settle(story, rules)


def _answer(story: Story, who: str, answer: Answer, rules: Book) -> Contact:
    """PUR-2: record the answer to the engage question; return the contact that it was about."""
    combatant = known(story.now, who, rules.optional)
    must_live(story.now, combatant, answer, rules.optional)
    must_answer(story.now, who, answer, (Contact,), rules, rules.optional)
    contact = story.now.decisions[-1].step(Contact)
    declared = DeclarationMade(
        who=who,
        kind=answer,
        targets=(contact.versus,),
        parameters={"versus": contact.versus},
        rules=(
            rules.optional,
            rules.asked_first if contact.step == 1 else rules.asked_next,
            *(("PUR-8",) if answer == "decline" and contact.step == 2 else ()),
        ),
    )
    story.tell(declared)
    return contact


def attack(story: Story, command: do.Attack, rules: Book) -> None:
    """PUR-12: use the equipped weapon on another in this combat."""
    who = known(story.now, command.who, rules.attack)
    known(story.now, command.target, rules.attack)
    must_live(story.now, who, "attack", rules.attack)
    waiting = must_answer(story.now, who.id, "attack", (Turn,), rules, rules.attack)
    weapon = _attacked_with(who, settings_of(story.now), waiting, rules)
    _must_be_an_opponent(story, who.id, command.target, "attack", waiting, rules.attack)
    story.tell(
        DeclarationMade(
            who=who.id,
            kind="attack",
            targets=(command.target,),
            parameters={"target": command.target, "weapon": weapon.id},
            rules=(rules.attack,),
        )
    )
    pay(story, who.id, "attack", "PUR-13")
    if weapon.to_hit is None or hits(story, who.id, command.target, weapon.to_hit, rules):
        harm = points(story, weapon.damage, who.id, "damage", rules.attack)
        hurt(story, command.target, who.id, harm, weapon.id, rules, rules.attack, parts={weapon.id: harm})
    finish(story, who.id, rules)


def _attacked_with(who: Combatant, settings: Settings, waiting: Pending, rules: Book) -> Weapon:
    """P-G1, P-G2: return what is attacked with, the equipped weapon, or the bare hand where a house rule allows it."""
    weapon = equipped(who)
    if weapon is not None:
        return weapon if settings.weapon_model == "card" else Weapon(id=weapon.id, damage=1, to_hit=weapon.to_hit)
    if settings.unarmed_damage is not None:
        return Weapon(id="unarmed", damage=settings.unarmed_damage)
    message = f"{who.id} cannot attack: no weapon is equipped."
    raise Refused("no_weapon", message, rule=rules.attack, pending=waiting)


def _must_be_an_opponent(story: Story, who: str, target: str, deed: str, waiting: Pending, rule: str) -> None:
    """PUR-12, PUR-14: refuse a target that is oneself or not in this combat."""
    if target == who or target not in turn_of(story.now, who).members:
        message = f"{who} cannot {deed} {target}: the target must be another in this combat."
        raise Refused("illegal_target", message, rule=rule, pending=waiting)


def pay(story: Story, who: str, why: str, rule: str) -> None:
    """PUR-13, PUR-16: acting as aggressor with allowance left costs one space; without any, or as defender, nothing."""
    left = story.who(who).movement
    if left and is_aggressor(story.now, who):
        spend(story, who, left - 1, why, rule)


def hits(story: Story, who: str, whom: str, to_hit: ToHit, rules: Book) -> bool:
    """P-G1: a weapon whose card asks for it must roll high enough."""
    margin = story.total(who, "to_hit", to_hit.dice, rules.attack) - to_hit.at_least
    story.tell(
        OutcomeResolved(
            kind="attack",
            who=who,
            whom=whom,
            result="hit" if margin >= 0 else "miss",
            margin=margin,
            details={"at_least": to_hit.at_least},
            rules=(rules.attack,),
        )
    )
    return margin >= 0


def use_item(story: Story, command: do.UseItem, rules: Book) -> None:
    """PUR-14: use one item from the hand on an opponent."""
    item, waiting = turns.card_to_use(story, command, rules)
    if command.as_trap:
        _set_trap(story, command, item, waiting, rules)
    else:
        _use_on_opponent(story, command, item, waiting, rules)
    finish(story, command.who, rules)


def _use_on_opponent(story: Story, command: do.UseItem, item: Item, waiting: Pending, rules: Book) -> None:
    """PUR-14, PUR-16: declare it, pay for it, and let the card take effect."""
    who, target = command.who, command.target
    if target is None or not item.usable_on_opponent:
        why = "name an opponent" if target is None else "the card is not for use on an opponent"
        message = f"{who} cannot use {item.id}: {why}."
        raise Refused("illegal_target", message, rule=rules.item, pending=waiting)
    _must_be_an_opponent(story, who, target, f"use {item.id} on", waiting, rules.item)
    must_have_a_place(story, item, target, command.tile, who, waiting, rules.item)
    declare_card(story, command, target, rules.item)
    pay(story, who, "item", "PUR-16")
    used = ItemUsed(
        who=who, item=item.id, on=target, consumed=item.consumed, card=shown(story, item), rules=(rules.item,)
    )
    story.tell(used)
    take_effect(story, item, who, target, command.tile, rules, rules.item)


def _set_trap(story: Story, command: do.UseItem, item: Item, waiting: Pending, rules: Book) -> None:
    """PUR-15: never on the space of the combat; elsewhere only by house rule (P-G4)."""
    who = command.who
    here = story.who(who).at
    where = command.tile or here
    if where == here:
        message = f"{who} cannot set {item.id} as a trap at {where}: that is the space of the combat."
        raise Refused("trap_on_current_space", message, rule=rules.no_trap, pending=waiting)
    if not rules.traps_elsewhere or not item.trap or command.target is not None:
        why = "it is no trap" if not item.trap else "a trap is set on a space, not on somebody"
        why = why if rules.traps_elsewhere else "an item is used on an opponent here"
        message = f"{who} cannot set {item.id} as a trap at {where}: {why}."
        raise Refused("illegal_target", message, rule=rules.item, pending=waiting)
    parameters = {"item": item.id, "tile": where, "as_trap": True}
    story.tell(DeclarationMade(who=who, kind="use_item", parameters=parameters, rules=(rules.item,)))
    pay(story, who, "item", "PUR-16")
    used = ItemUsed(
        who=who,
        item=item.id,
        on=where,
        consumed=item.consumed,
        mode="trap",
        card=shown(story, item),
        rules=(rules.item,),
    )
    story.tell(used)
    story.tell(BoardChanged(change="trap", detail={"tile": where, "item": item.id}, by=who, rules=(rules.item,)))


COMMANDS = do.SHARED
NAMES = frozenset(names(COMMANDS))


def unmoved(encounter: Encounter) -> do.BeginMove | None:
    """P-G26: return the move of no space by whoever is next, where the house rule says who that is."""
    settings = settings_of(encounter)
    waits = settings.move_order == "seat_order" and not encounter.settled and isinstance(awaited(encounter), Idle)
    upcoming = next_mover(encounter) if waits else None
    if upcoming is None:
        return None
    return do.BeginMove(who=upcoming, allowance=0 if settings.allowance_source == "given" else None)


INTERRUPTIONS = interruptions(lambda encounter: book(settings_of(encounter)), tell, unmoved)
