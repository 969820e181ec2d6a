"""The attack of etiquette, ETQ-16 to ETQ-23: two d6 against one or two, an item each, pairs, damage, counter-attack.

An attack is interrupted by questions (an item? how many dice?); what is settled so far travels in the open decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from domain.changing import changed
from domain.duel.book import Book
from domain.duel.combat import finish, turn_of
from domain.duel.commands import Attack, DefendWith, PassItem, PlayItem
from domain.duel.effects import declare_card, destinations, hurt, must_have_a_place, shown, take_effect
from domain.duel.guards import awaited, known_tiles, must_answer, must_live, pending
from domain.duel.questions import DiceChoice, Duel, ItemChoice, Play
from domain.encounter import Encounter, Turn
from domain.events import DecisionOpened, DeclarationMade, DiceRolled, Facts, ItemUsed, OutcomeResolved
from domain.facts import facts_of
from domain.items import Effect, Item
from domain.refusals import Pending, Refused
from domain.rulesets.etiquette.sheets import Settings, dice_limit, settings_of
from domain.story import Story
from domain.table.guards import known

Step: TypeAlias = Callable[[Story, Duel, Settings], tuple[Duel, bool]]
"""One step of an attack: the attack after it, and whether somebody has to answer first."""


def attack(story: Story, command: Attack, book: Book) -> None:
    """ETQ-16: attack the other one in the combat."""
    who = known(story.now, command.who, book.attack)
    known(story.now, command.target, book.attack)
    must_live(story.now, who, "attack", book.attack)
    waiting = must_answer(story.now, who.id, "attack", (Turn,), book, book.attack)
    if command.target == who.id or command.target not in turn_of(story.now, who.id).members:
        message = f"{who.id} cannot attack {command.target}: the target must be the other one in this combat."
        raise Refused("illegal_target", message, rule=book.attack, pending=waiting)
    story.tell(
        DeclarationMade(
            who=who.id,
            kind="attack",
            targets=(command.target,),
            parameters={"target": command.target},
            rules=(book.attack,),
        )
    )
    proceed(story, Duel(attacker=who.id, defender=command.target), book)


def proceed(story: Story, duel: Duel, book: Book) -> None:
    """Go on with an attack until somebody has to be asked, or to its end."""
    settings = settings_of(story.now)
    for step in steps(settings):
        duel, waits = step(story, duel, settings)
        if waits:
            return
    resolve(story, duel, settings, book)


def steps(settings: Settings) -> list[Step]:
    """Return the steps of an attack in the order that the settings of E-G4 and E-G6 give them; each is taken once."""
    items = [ask_for_items]
    dice = [ask_for_dice, roll_attack] if settings.defense_choice == "before_roll" else [roll_attack, ask_for_dice]
    if settings.attack_item_timing == "before_roll":
        return [*items, *dice, roll_defense]
    return [*dice, roll_defense, *items]


def roll_attack(story: Story, duel: Duel, _: Settings) -> tuple[Duel, bool]:
    """ETQ-16: roll the attacker's dice."""
    if not duel.attack:
        count = attack_dice(story.now, duel)
        duel = changed(duel, attack=roll_for(story, duel, duel.attacker, "attack", count).faces)
    return duel, False


def roll_defense(story: Story, duel: Duel, _: Settings) -> tuple[Duel, bool]:
    """ETQ-17: roll the defender's dice."""
    if not duel.defense:
        duel = changed(duel, defense=roll_for(story, duel, duel.defender, "defense", duel.count).faces)
    return duel, False


def attack_dice(encounter: Encounter, duel: Duel) -> int:
    """ETQ-16, ETQ-18: the attacker rolls two dice, a robot one."""
    return min(2, dice_limit(encounter.combatants[duel.attacker]))


def ask_for_dice(story: Story, duel: Duel, _: Settings) -> tuple[Duel, bool]:
    """ETQ-17, ETQ-18: ask the defender for one die or two; a robot has one and is not asked."""
    if duel.count:
        return duel, False
    defender = story.who(duel.defender)
    if dice_limit(defender) == 1:
        return changed(duel, count=1), False
    story.tell(
        DecisionOpened(
            kind="defense_dice",
            owner=defender.side,
            options=(1, 2),
            context=facts_of(changed(duel, who=defender.id)),
            rules=("ETQ-17",),
        )
    )
    return duel, True


def defend_with(story: Story, command: DefendWith, book: Book) -> None:
    """ETQ-17: the defender chooses to roll one or two d6."""
    who = known(story.now, command.who, "ETQ-17")
    if command.dice not in (1, 2):
        message = f"{who.id} cannot defend with {command.dice} dice: one or two."
        raise Refused("invalid_value", message, rule="ETQ-17", pending=pending(story.now))
    must_live(story.now, who, "defend", "ETQ-17")
    rule = "ETQ-18" if command.dice > dice_limit(who) else "ETQ-17"
    must_answer(story.now, who.id, "defend", (DiceChoice,), book, rule)
    duel = story.now.decisions[-1].step(Duel)
    declared = DeclarationMade(who=who.id, kind="defend_with", parameters={"count": command.dice}, rules=("ETQ-17",))
    story.tell(declared)
    proceed(story, changed(duel, who=None, count=command.dice), book)


def roll_for(story: Story, duel: Duel, unit: str, purpose: str, count: int) -> DiceRolled:
    """ETQ-16 to ETQ-18: roll the dice of one side, an extra die among them where an item gives one."""
    extra = duel.worth("extra_die", unit)
    rules = ("ETQ-16" if purpose == "attack" else "ETQ-17", *(("ETQ-19",) if extra else ()))
    return story.roll(unit, purpose, f"{count + extra}d6", *rules, total=False)


def ask_for_items(story: Story, duel: Duel, settings: Settings) -> tuple[Duel, bool]:
    """ETQ-19: ask the attacker's owner, then the defender's, for an item; nobody is asked who has none to play."""
    for unit in (duel.attacker, duel.defender):
        side = story.who(unit).side
        if side in duel.asked:
            continue
        duel = changed(duel, asked=(*duel.asked, side))
        spent = settings.attack_items == "one_total" and duel.plays
        if not spent and _may_have_one(story.now, duel, side):
            story.tell(
                DecisionOpened(
                    kind="play_item",
                    owner=side,
                    options=("play_item", "pass_item"),
                    context=facts_of(duel),
                    rules=("ETQ-19",),
                )
            )
            return duel, True
    return duel, False


def _may_have_one(encounter: Encounter, duel: Duel, side: str) -> bool:
    """Return whether an owner is to be asked; where hands are private whoever has cards is, whatever they are."""
    return any(encounter.private_hands or playable(encounter, duel, item) for item in encounter.hand(side))


def playable(encounter: Encounter, duel: Duel, item: Item) -> bool:
    """ETQ-19: return whether a card has at least one unit of the attack to be played on."""
    return any(may_be_played_on(encounter, item, unit) for unit in (duel.attacker, duel.defender))


def may_be_played_on(encounter: Encounter, item: Item, unit: str) -> bool:
    """ETQ-19: a card meant for attacks; no extra die for a unit limited to one."""
    if "in_attack" not in item.when or item.effect is None:
        return False
    if item.effect.kind == "relocate":
        return bool(destinations(encounter, item.effect, unit))
    return item.effect.kind != "extra_die" or dice_limit(encounter.combatants[unit]) > 1


def must_be_an_owner(encounter: Encounter, who: str, rule: str) -> None:
    """Refuse an owner that nobody belongs to."""
    if all(combatant.side != who for combatant in encounter.combatants.values()):
        raise Refused("unknown_id", f"{who} owns nobody in this fight.", rule=rule, pending=pending(encounter))


def play_item(story: Story, command: PlayItem, book: Book) -> None:
    """ETQ-19: play one item in the attack; E-G12: on oneself or on the opponent, never as a trap."""
    must_be_an_owner(story.now, command.who, "ETQ-19")
    if command.target is not None:
        known(story.now, command.target, "ETQ-19")
    known_tiles(story.now, (command.tile,) if command.tile else (), command.who, "ETQ-19")
    _must_not_have_played(story.now, command.who)
    waiting = must_answer(story.now, command.who, "play an item", (ItemChoice,), book, "ETQ-19")
    duel = story.now.decisions[-1].step(Duel)
    item, effect = _playable_card(story, command, duel, waiting)
    own = duel.attacker if story.who(duel.attacker).side == command.who else duel.defender
    target = command.target or own
    if target not in (duel.attacker, duel.defender):
        message = f"{command.who} cannot play {item.id} on {target}: they are not in this attack."
        raise Refused("illegal_target", message, rule="ETQ-19", pending=waiting)
    if not may_be_played_on(story.now, item, target):
        one_die, no_space = "a unit limited to one die rolls no more", "no free space is within its reach"
        why = no_space if effect.kind == "relocate" else one_die
        message = f"{command.who} cannot play {item.id} on {target}: {why}."
        raise Refused("illegal_item", message, rule="ETQ-19", pending=waiting)
    must_have_a_place(story, item, target, command.tile, command.who, waiting, "ETQ-19")
    declare_card(story, command, target, "ETQ-19")
    story.tell(
        ItemUsed(
            who=command.who,
            item=item.id,
            on=target,
            consumed=item.consumed,
            mode="in_attack",
            card=shown(story, item),
            rules=("ETQ-19",),
        )
    )
    take_effect(story, item, own, target, command.tile, book, "ETQ-19")
    play = Play(owner=command.who, item=item.id, on=target, kind=effect.kind, amount=_worth(effect))
    _go_on(story, duel, play, book)


def _must_not_have_played(encounter: Encounter, who: str) -> None:
    """ETQ-19: refuse a second item by the same owner in one attack."""
    waited = awaited(encounter)
    if isinstance(waited, Duel) and any(play.owner == who for play in waited.plays):
        message = f"{who} cannot play an item: {who} has played one in this attack."
        raise Refused("item_already_played", message, rule="ETQ-19", pending=pending(encounter))


def _playable_card(story: Story, command: PlayItem, duel: Duel, waiting: Pending) -> tuple[Item, Effect]:
    """Return the card and its effect; refuses one not in hand, not meant for an attack, or set as a trap."""
    item = story.now.card(command.who, command.item)
    if item is None:
        message = f"{command.who} cannot play {command.item}: it is not in hand."
        raise Refused("no_item", message, rule="ETQ-19", pending=waiting)
    if command.as_trap or item.effect is None or not playable(story.now, duel, item):
        trap = command.as_trap or (item.trap and item.effect is None)
        why = "no trap is set in an attack" if trap else "the card is not for use in this attack"
        message = f"{command.who} cannot play {item.id}: {why}."
        raise Refused("illegal_item", message, rule="ETQ-19", pending=waiting)
    return item, item.effect


def _worth(effect: Effect) -> int:
    """Return what a played card counts for in the attack: an extra die is one."""
    return 1 if effect.kind == "extra_die" else effect.amount or 0


def _go_on(story: Story, duel: Duel, play: Play, book: Book) -> None:
    """Go on after an item was played; one that has ended the combat lets no die be rolled."""
    tile = turn_of(story.now, duel.attacker).place
    if any(not story.who(unit).alive or story.who(unit).at != tile for unit in (duel.attacker, duel.defender)):
        finish(story, duel.attacker, book)
        return
    duel = changed(duel, plays=(*duel.plays, play))
    if play.kind == "extra_die" and duel.attack and duel.defense:
        duel = _roll_late(story, duel, play.on)
    proceed(story, duel, book)


def _roll_late(story: Story, duel: Duel, unit: str) -> Duel:
    """E-G6: roll an extra die that was played after the others had been rolled."""
    purpose = "attack" if unit == duel.attacker else "defense"
    rule = "ETQ-16" if purpose == "attack" else "ETQ-17"
    face = story.roll(unit, purpose, "1d6", rule, "ETQ-19", total=False).faces
    if purpose == "attack":
        return changed(duel, attack=(*duel.attack, *face))
    return changed(duel, defense=(*duel.defense, *face))


def pass_item(story: Story, command: PassItem, book: Book) -> None:
    """ETQ-19: playing an item is an option, not a duty."""
    must_be_an_owner(story.now, command.who, "ETQ-19")
    _must_not_have_played(story.now, command.who)
    must_answer(story.now, command.who, "pass on an item", (ItemChoice,), book, "ETQ-19")
    duel = story.now.decisions[-1].step(Duel)
    story.tell(DeclarationMade(who=command.who, kind="pass_item", rules=("ETQ-19",)))
    proceed(story, duel, book)


def resolve(story: Story, duel: Duel, settings: Settings, book: Book) -> None:
    """ETQ-20 to ETQ-23: pair the dice, highest first; beaten dice hurt the defender, two lost pairs the attacker."""
    attack = sorted_dice(duel.attack, attack_dice(story.now, duel), duel.worth("die_bonus", duel.attacker))
    defense = sorted_dice(duel.defense, duel.count, duel.worth("die_bonus", duel.defender))
    pairs = list(zip(attack, defense, strict=False))
    beaten = sum(own > other for own, other in pairs)
    counter = beaten == 0 and counters(len(pairs), duel.count, settings)
    victim, by = (duel.attacker, duel.defender) if counter else (duel.defender, duel.attacker)
    harm = 1 if counter else beaten
    blocked, played = min(duel.worth("block", victim), harm), counting(duel)
    story.tell(
        OutcomeResolved(
            kind="attack",
            who=duel.attacker,
            result="hit" if beaten else "miss",
            whom=duel.defender,
            versus=duel.defender,
            details={
                "pairs": [f"{own}:{other}" for own, other in pairs],
                "beaten": beaten,
                "counter": counter,
                **({"blocked": blocked} if any(play.kind == "block" for play in duel.plays) else {}),
                **({"plays": played} if played else {}),
            },
            rules=("ETQ-20", "ETQ-21", *(("ETQ-23",) if counter else ()), *(("ETQ-19",) if played else ())),
        )
    )
    why, rule = ("counter", "ETQ-23") if counter else ("attack", "ETQ-22")
    parts = {"beaten" if why == "attack" else "counter": harm, "blocked": -blocked} if blocked else None
    hurt(story, victim, by, harm - blocked, why, book, rule, parts=parts)
    finish(story, duel.attacker, book)


def counting(duel: Duel) -> list[Facts]:
    """ETQ-19: return the played items that a number of the attack rests on, without whose hand they came from."""
    counts = ("die_bonus", "extra_die", "block")
    return [
        {"item": play.item, "on": play.on, "kind": play.kind, "amount": play.amount}
        for play in duel.plays
        if play.kind in counts
    ]


def sorted_dice(faces: tuple[int, ...], count: int, bonus: int) -> list[int]:
    """ETQ-20: return the dice that count, highest first; E-G11: a bonus goes to the highest, which may exceed 6."""
    highest = sorted(faces, reverse=True)[:count]
    return [highest[0] + bonus, *highest[1:]]


def counters(pairs: int, defended_with: int, settings: Settings) -> bool:
    """ETQ-23, E-G8: a defender who won every pair strikes back: of two, or by house rule having rolled two."""
    return pairs == 2 or (settings.counter_needs == "all_pairs" and defended_with == 2)
