"""Etiquette: fights with declarations, negotiation, minions and an opposed duel of sorted dice.

Source: the chapter "Combat" of the game's rules (opening paragraphs, Deciding Turn Order, Combat turn); ETQ-1..28.
Health and damage are whole points; movement and paths are whole spaces; dice are six-sided. The functions follow the
text's order; what it shares with its sibling stands in ``domain.duel``, the attack in the module beside this one.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NoReturn, TypeAlias, cast, get_args

from domain.commands import Command, names
from domain.duel import commands as do
from domain.duel import turns, walking
from domain.duel.book import Book
from domain.duel.combat import finish, form, settle, turn_of
from domain.duel.contact import ask
from domain.duel.deeds import tell_alike
from domain.duel.effects import declare_card, must_have_a_place, shown, take_effect
from domain.duel.guards import asked, awaited, must_answer, must_live, pending
from domain.duel.interruptions import interruptions
from domain.duel.questions import Answer, Awaited, Contact, Entry
from domain.encounter import Encounter
from domain.events import DeclarationMade, ItemUsed, MessageRecorded
from domain.items import Item
from domain.refusals import Pending, Refused
from domain.rulesets.etiquette.attack import attack, defend_with, must_be_an_owner, pass_item, play_item
from domain.rulesets.etiquette.sheets import WHAT_ONE_MAY_DO, Settings, settings_of
from domain.story import Story
from domain.table import speech
from domain.table.commands import Say
from domain.table.guards import known


@cache
def book(settings: Settings) -> Book:
    """Return what the shared rules need to know: the rule ids, and the house rules that touch them."""
    return Book(
        contact="ETQ-1",
        optional="ETQ-2",
        never_over="ETQ-3",
        compulsory="ETQ-4",
        asked_first="ETQ-7",
        asked_next="ETQ-10",
        turns="ETQ-13",
        death="ETQ-14",
        one_thing="ETQ-15",
        attack="ETQ-16",
        item="ETQ-24",
        no_trap="ETQ-25",
        disengage="ETQ-26",
        higher="ETQ-27",
        flee="ETQ-28",
        meets="ETQ-1",
        chase="PUR-24",
        arrives="PUR-25",
        resumes="PUR-26",
        joins="PUR-23",
        champion="ETQ-6",
        play_item="ETQ-19",
        defense_dice="ETQ-17",
        role="attacking",
        forced_first="entrant" if settings.forced_first_turn == "aggressor" else "occupant",
        moves_on=settings.move_on_after_combat,
        may_pass=settings.pass_turn == "allow",
        may_chase=settings.chase == "pursuit",
    )


def commands(encounter: Encounter) -> frozenset[str]:
    """Return the names of the commands of the game; a chase is one only by house rule (E-G18)."""
    chases = settings_of(encounter).chase == "pursuit"
    return NAMES if chases else NAMES - {"chase", "let_go"}


def tell(story: Story, command: Command) -> None:
    """Tell what a command makes happen. Raises Refused before any die is rolled, DiceNeeded for want of faces."""
    wish, rules = cast(Wish, command), book(settings_of(story.now))
    match wish:
        case do.BeginMove():
            begin_move(story, wish, rules)
        case do.AnswerWith():
            answer_with(story, wish, rules)
        case Say():
            say(story, wish, rules)
        case do.Engage():
            engage(story, wish, rules)
        case do.Decline():
            decline(story, wish, rules)
        case do.Attack():
            attack(story, wish, rules)
        case do.PlayItem():
            play_item(story, wish, rules)
        case do.PassItem():
            pass_item(story, wish, rules)
        case do.DefendWith():
            defend_with(story, wish, rules)
        case do.UseItem():
            use_item(story, wish, rules)
        case _:
            tell_alike(story, wish, rules)


def begin_move(story: Story, command: do.BeginMove, rules: Book) -> None:
    """ETQ-1: a board move begins with an allowance that is stated."""
    who = known(story.now, command.who, rules.contact)
    allowance = walking.must_have_given(command, rules)
    must_live(story.now, who, "begin a move", rules.contact)
    walking.must_be_idle(story.now, who.id, rules.contact)
    walking.begin(story, who.id, allowance, rules)


def answer_with(story: Story, command: do.AnswerWith, rules: Book) -> None:
    """ETQ-6, E-G20: an owner with several units on the tile names the one that answers."""
    who = known(story.now, command.who, "ETQ-6")
    must_live(story.now, who, "answer", "ETQ-6")
    waiting = pending(story.now)
    if not isinstance(awaited(story.now), Entry) or waiting.owner != who.side:
        must_answer(story.now, who.id, "answer", (Entry,), rules, "ETQ-6")
    top = story.now.decisions[-1]
    if who.id not in top.options:
        message = f"{who.id} cannot answer: {who.id} is not on the space of the contact."
        raise Refused("illegal_target", message, rule="ETQ-6", pending=waiting)
    entrant = top.step(Entry).versus
    story.tell(DeclarationMade(who=who.id, kind="answer_with", targets=(entrant,), rules=("ETQ-6",)))
    ask(story, entrant, who.id, rules, step=1)


def engage(story: Story, command: do.Engage, rules: Book) -> None:
    """ETQ-7, ETQ-10: declare to engage."""
    _declare(story, command.who, "engage", rules)


def decline(story: Story, command: do.Decline, rules: Book) -> None:
    """ETQ-7, ETQ-10: declare not to engage; ETQ-11: no promise binds."""
    _declare(story, command.who, "decline", rules)


def _declare(story: Story, who: str, answer: Answer, rules: Book) -> None:
    """ETQ-7, ETQ-10: the aggressor declares, then the nonbelligerent, whatever the first one said."""
    combatant = known(story.now, who, rules.optional)
    must_live(story.now, combatant, answer, rules.optional)
    must_answer(story.now, who, answer, (Contact,), rules, rules.optional)
    contact = story.now.decisions[-1].step(Contact)
    versus, step = contact.versus, contact.step
    declared = DeclarationMade(
        who=who,
        kind=answer,
        targets=(versus,),
        parameters={"versus": versus, "step": step},
        rules=(rules.asked_first if step == 1 else rules.asked_next,),
    )
    story.tell(declared)
    if step == 1:
        ask(story, versus, who, rules, step=2, before=answer)
        return
    first = _first(versus, who, contact.before, answer, settings_of(story.now))
    if first is not None:
        form(story, versus, who, rules, "ETQ-8" if first == versus else "ETQ-12", first=first)
    settle(story, rules)


def _first(
    aggressor: str, nonbelligerent: str, said: Answer | None, answered: Answer, settings: Settings
) -> str | None:
    """ETQ-8, ETQ-12, E-G1: who has the attacking role first; None if neither engages."""
    if said == "engage" and answered == "engage":
        return aggressor if settings.both_engage_first == "aggressor" else nonbelligerent
    if said == "engage":
        return aggressor
    return nonbelligerent if answered == "engage" else None


def say(story: Story, command: Say, _: Book) -> None:
    """Tell words at the table, or those of an owner who negotiates."""
    if command.who is None or command.by is not None or command.channel is not None:
        speech.say(story, command, WHAT_ONE_MAY_DO)
    else:
        _negotiate(story, command, command.who)


def _negotiate(story: Story, command: Say, owner: str) -> None:
    """ETQ-9: words between the two, before the aggressor declares; on record only."""
    must_be_an_owner(story.now, owner, "ETQ-9")
    contact, waiting = awaited(story.now), pending(story.now)
    if not isinstance(contact, Contact):
        raise _no_time_for_words(story.now, owner, contact, waiting)
    if owner not in (story.who(contact.who).side, story.who(contact.versus).side):
        message = f"{owner} cannot negotiate: the contact is between {contact.who} and {contact.versus}."
        raise Refused("not_your_decision", message, rule="ETQ-9", pending=waiting)
    if contact.step != 1:
        message = f"{owner} cannot negotiate: {contact.versus} has declared already."
        raise Refused("negotiation_closed", message, rule="ETQ-9", pending=waiting)
    speech.must_be_words(command, owner, "ETQ-9")
    story.tell(MessageRecorded(by=owner, channel="negotiation", text=command.text, rules=("ETQ-9",)))


def _no_time_for_words(encounter: Encounter, who: str, waited: Awaited, waiting: Pending) -> Refused:
    """Return the refusal of words where no declaration is open: closed in a contact that goes on, or out of phase."""
    if isinstance(waited, Entry):
        message = f"{who} cannot negotiate yet: {asked(waited, waiting)} is to be answered first, by {waiting.whose}."
        return Refused("wrong_phase", message, rule="ETQ-9", pending=waiting)
    if any(encounter.foes_at(unit.id) for unit in encounter.living if unit.side == who):
        message = f"{who} cannot negotiate: the time for words in this contact is over."
        return Refused("negotiation_closed", message, rule="ETQ-9", pending=waiting)
    message = f"{who} cannot negotiate: no aggressor is to declare now."
    return Refused("wrong_phase", message, rule="ETQ-9", pending=waiting)


def use_item(story: Story, command: do.UseItem, rules: Book) -> None:
    """ETQ-24: use one item from the owner's hand on the opponent, as the whole turn."""
    item, waiting = turns.card_to_use(story, command, rules)
    if command.as_trap:
        _refuse_trap(story, command, item, waiting, rules)
    target = _must_be_usable(story, command, item, waiting, rules)
    must_have_a_place(story, item, target, command.tile, command.who, waiting, rules.item)
    declare_card(story, command, target, rules.item)
    story.tell(
        ItemUsed(
            who=command.who,
            item=item.id,
            on=target,
            consumed=item.consumed,
            mode="action",
            card=shown(story, item),
            rules=(rules.item,),
        ),
    )
    take_effect(story, item, command.who, target, command.tile, rules, rules.item)
    finish(story, command.who, rules)


def _refuse_trap(story: Story, command: do.UseItem, item: Item, waiting: Pending, rules: Book) -> NoReturn:
    """ETQ-25: no trap on the current space; an item is used on an opponent, so none elsewhere either."""
    here = story.who(command.who).at
    where = command.tile or here
    if where == here:
        message = f"{command.who} cannot set {item.id} as a trap at {where}: that is the current space."
        raise Refused("trap_on_current_space", message, rule=rules.no_trap, pending=waiting)
    message = f"{command.who} cannot set {item.id} as a trap at {where}: an item is used on an opponent here."
    raise Refused("illegal_target", message, rule=rules.item, pending=waiting)


def _must_be_usable(story: Story, command: do.UseItem, item: Item, waiting: Pending, rules: Book) -> str:
    """Return the opponent an item is used on; refuses anybody else, and a card that is not meant for an action."""
    others = set(turn_of(story.now, command.who).members) - {command.who}
    if "action" not in item.when or item.effect is None:
        why = "is not meant for an action" if "action" not in item.when else "does nothing to an opponent"
        message = f"{command.who} cannot use {item.id}: the card {why}."
        raise Refused("illegal_target", message, rule=rules.item, pending=waiting)
    if command.target is None or command.target not in others:
        message = f"{command.who} cannot use {item.id}: the target must be the opponent, {', '.join(sorted(others))}."
        raise Refused("illegal_target", message, rule=rules.item, pending=waiting)
    return command.target


Wish: TypeAlias = do.Shared | do.AnswerWith | do.DefendWith | do.PlayItem | do.PassItem | Say
COMMANDS: tuple[type[Any], ...] = get_args(Wish)
NAMES = frozenset(names(COMMANDS))
INTERRUPTIONS = interruptions(lambda encounter: book(settings_of(encounter)), tell)
