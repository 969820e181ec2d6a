"""Initiative: who comes when, groups, and ties settled by a mix of approaches (STO-6, STO-14 to STO-21)."""

from __future__ import annotations

from itertools import groupby

from domain.encounter import Combatant, Encounter, Turn
from domain.events import DecisionOpened, DeclarationMade, OrderSet
from domain.facts import facts_of
from domain.refusals import Refused
from domain.rulesets.storyteller.actors import modifier, played
from domain.rulesets.storyteller.commands import ActNext, OrderTie, RollInitiative
from domain.rulesets.storyteller.guards import must_be_in, must_control, must_stand, pending, to_roll
from domain.rulesets.storyteller.order.turns import begin_rounds
from domain.rulesets.storyteller.questions import PHASES, Initiative, Positions, Setup, Surprise, Tie
from domain.rulesets.storyteller.settings import settings_of
from domain.rulesets.storyteller.sheets import sheet_of
from domain.story import Story
from domain.table.guards import known, must_be_the_referee, owners

Tied = tuple[str, ...]
"""Those who rolled alike: combatants and groups, in the order of joining."""


def roll_initiative(story: Story, command: RollInitiative) -> None:
    """STO-14 to STO-16: one roll for one, by whoever plays them, or one for a group; the last one sets the order."""
    members = _rollers(story.now, command)
    for member in members:
        must_control(story.now, command.by, member, "roll initiative", "STO-15")
    early = isinstance(PHASES[story.now.phase], Setup | Surprise | Positions)
    must_be_in(story.now, (Initiative,), command.by, "roll initiative", "STO-5" if early else "STO-6")
    waited_for = to_roll(story.now)
    if not all(member.id in waited_for for member in members):
        message = f"{command.who or command.group} cannot roll initiative again."
        raise Refused("already_acted", message, rule="STO-14", pending=pending(story.now))
    by = command.group or members[0].id
    story.roll(by, "initiative", "3d6", "STO-6", "STO-14", "STO-16", mod=modifier(members[0], "agility"))
    if not to_roll(story.now):
        all_have_rolled(story)


def _rollers(encounter: Encounter, command: RollInitiative) -> list[Combatant]:
    """Return whom the roll is for; refuses ids nobody has, and one for both or for neither."""
    if (command.who is None) == (command.group is None):
        message = "A roll for initiative is for one (who) or for one group (group)."
        raise Refused("invalid_value", message, rule="STO-16", pending=pending(encounter))
    if command.who is not None:
        return [known(encounter, command.who, "STO-14")]
    members = [
        who
        for who in encounter.combatants.values()
        if sheet_of(who).initiative_group == command.group and who.id not in encounter.initiatives and not who.gone
    ]
    if not members:
        message = f"{command.group} is no group that has to roll."
        raise Refused("unknown_id", message, rule="STO-16", pending=pending(encounter))
    return members


def all_have_rolled(story: Story) -> None:
    """STO-17: the higher total first; ties by the approaches of the table, one after the other."""
    totals = _totals(story.now)
    names = sorted(totals, key=totals.__getitem__, reverse=True)
    blocks: list[tuple[Tied, bool]] = []
    ties: list[str] = []
    for _, alike in groupby(names, key=totals.__getitem__):
        blocks += _untie(story, tuple(alike), settings_of(story.now).initiative_ties, ties)
    order, unsettled = tuple(block for block, _ in blocks), tuple(is_open for _, is_open in blocks)
    _ask_or_begin(story, Tie(blocks=order, unsettled=unsettled, ties=tuple(ties)))


def _totals(encounter: Encounter) -> dict[str, int]:
    """STO-16. Return the totals of combatants and groups, in the order in which they (or their first) joined."""
    rolled = encounter.initiatives
    joined = [_unit(encounter, who) for who in encounter.combatants.values() if who.kind != "object"]
    return {unit: rolled[unit] for unit in joined if unit in rolled}


def _unit(encounter: Encounter, who: Combatant) -> str:
    return who.id if who.id in encounter.initiatives else sheet_of(who).initiative_group or who.id


def lineup(encounter: Encounter) -> dict[str, int | None]:
    """STO-7, STO-16. Return the order of turns, each with the total that they or their group rolled."""
    return {who: encounter.initiatives.get(_unit(encounter, encounter.combatants[who])) for who in encounter.order}


def _members(encounter: Encounter, unit: str) -> list[Combatant]:
    return [who for who in encounter.combatants.values() if who.kind != "object" and _unit(encounter, who) == unit]


def _untie(story: Story, tied: Tied, approaches: tuple[str, ...], ties: list[str]) -> list[tuple[Tied, bool]]:
    """STO-17. Return the tied in their order, in blocks; those marked have to be put in order by somebody."""
    if len(tied) == 1:
        return [(tied, False)]
    if not approaches or approaches[0] == "choice":
        return [(tied, True)]
    keys = _keys(story, tied, approaches[0])
    parts = [tuple(alike) for _, alike in groupby(sorted(tied, key=keys.__getitem__, reverse=True), keys.__getitem__)]
    if len(parts) > 1 and approaches[0] not in ties:
        ties.append(approaches[0])
    again = approaches if approaches[0] == "reroll" else approaches[1:]
    return [block for part in parts for block in _untie(story, part, again, ties)]


def _keys(story: Story, tied: Tied, approach: str) -> dict[str, int]:
    """STO-18 to STO-20. Return what puts the tied in order: Agility, who controls them, another Agility check."""
    first = {unit: _members(story.now, unit)[0] for unit in tied}
    match approach:
        case "agility":
            return {unit: modifier(who, "agility") for unit, who in first.items()}
        case "players_first":
            return {unit: int(played(story.now, who)) for unit, who in first.items()}
        case _:
            return {unit: _roll_off(story, unit, who) for unit, who in first.items()}


def _roll_off(story: Story, unit: str, who: Combatant) -> int:
    """STO-19: one of the tied rolls another Agility check."""
    rolled = story.roll(unit, "initiative_tie", "3d6", "STO-19", mod=modifier(who, "agility"))
    return rolled.total or 0


def _ask_or_begin(story: Story, tie: Tie) -> None:
    """STO-21: ask whoever may for the next order that is not settled; with none left the first round begins."""
    if True not in tie.unsettled:
        _begin(story, [unit for block in tie.blocks for unit in block], tie.ties)
        return
    tied = tie.blocks[tie.unsettled.index(True)]
    story.tell(
        DecisionOpened(
            kind="initiative_tie",
            owner=whose_tie(story.now, tied),
            options=tied,
            context=facts_of(tie),
            rules=("STO-17", "STO-21"),
        )
    )


def whose_tie(encounter: Encounter, tied: Tied) -> str | tuple[str, ...]:
    """STO-21. Return who decides: the players among their own, the storyteller wherever one of theirs is tied."""
    people = [_members(encounter, unit)[0] for unit in tied]
    if not all(played(encounter, who) for who in people):
        return str(encounter.referee)
    sides = tuple(dict.fromkeys(who.side for who in people))
    return sides[0] if len(sides) == 1 else str(encounter.referee)


def order_tie(story: Story, command: OrderTie) -> None:
    """STO-21: those concerned put the tied in order."""
    must_be_in(story.now, (Tie,), command.by, "order a tie", "STO-21")
    top = story.now.decisions[-1]
    if command.by not in owners(top.owner):
        message = f"{command.by} cannot order this tie: that is for {top.owner}."
        raise Refused("not_your_decision", message, rule="STO-21", pending=pending(story.now))
    if sorted(command.order) != sorted(map(str, top.options)):
        message = f"The order must name each of {', '.join(map(str, top.options))} once."
        raise Refused("invalid_value", message, rule="STO-21", pending=pending(story.now))
    tie, order = top.step(Tie), list(command.order)
    story.tell(DeclarationMade(who=command.by, kind="order_tie", parameters={"order": order}, rules=("STO-21",)))
    index = tie.unsettled.index(True)
    blocks = tuple(command.order if n == index else block for n, block in enumerate(tie.blocks))
    unsettled = tuple(is_open and n != index for n, is_open in enumerate(tie.unsettled))
    ties = tuple(dict.fromkeys((*tie.ties, "choice")))
    _ask_or_begin(story, Tie(blocks=blocks, unsettled=unsettled, ties=ties))


def _begin(story: Story, units: list[str], ties: tuple[str, ...]) -> None:
    """STO-14, STO-16: the order of turns stands; members of a group act one after the other."""
    order = tuple(who.id for unit in units for who in _members(story.now, unit))
    decided = ties[0] if len(ties) == 1 else ties or None
    rules = ("STO-6", "STO-14", "STO-16", *(("STO-17",) if ties else ()))
    story.tell(OrderSet(order=order, basis="initiative", ties=decided, rules=rules))
    begin_rounds(story)


def act_next(story: Story, command: ActNext) -> None:
    """STO-16, S-G13: the storyteller picks who of a group has the next of its turns; the order stays so."""
    who = known(story.now, command.who, "STO-16")
    must_be_the_referee(story.now, command.by, "say who acts next", "STO-16")
    must_stand(story.now, who, "act next", "STO-16")
    must_be_in(story.now, (Turn,), command.by, "say who acts next", "STO-16")
    order = with_first(story.now, who)
    if order is None:
        message = f"{who.id} cannot be put before others: nobody of the same group comes before {who.id}."
        raise Refused("illegal_target", message, rule="STO-16", pending=pending(story.now))
    story.tell(OrderSet(order=order, basis="storyteller", rules=("STO-16",)))


def with_first(encounter: Encounter, who: Combatant) -> tuple[str, ...] | None:
    """S-G13. Return the order with somebody first of the group, among those yet to act or those who have acted.

    None where nobody of the group would be put back by that.
    """
    order, turn = encounter.order, encounter.order.index(str(encounter.turn))
    mine, unit = order.index(who.id), _unit(encounter, who)
    part = range(turn + 1, len(order)) if mine > turn else range(turn)
    slots = [n for n in part if n == mine or _goes_with(encounter, order[n], unit)]
    if mine == turn or slots[0] == mine:
        return None
    names = (who.id, *(order[n] for n in slots if n != mine))
    put = dict(zip(slots, names, strict=True))
    return tuple(put.get(n, name) for n, name in enumerate(order))


def _goes_with(encounter: Encounter, other: str, unit: str) -> bool:
    one = encounter.combatants[other]
    return one.alive and _unit(encounter, one) == unit


def insert(story: Story, who: Combatant) -> None:
    """S-G14: whoever joins late rolls, and has a place in the order from then on, in ties the last."""
    story.roll(who.id, "initiative", "3d6", "STO-6", "STO-14", mod=modifier(who, "agility"))
    mine = _rank(story.now, who.id)
    later = [index for index, other in enumerate(story.now.order) if _rank(story.now, other) < mine]
    place = later[0] if later else len(story.now.order)
    order = (*story.now.order[:place], who.id, *story.now.order[place:])
    story.tell(OrderSet(order=order, basis="late_joiner", rules=("STO-14",)))


def _rank(encounter: Encounter, who: str) -> tuple[int, ...]:
    """STO-18, STO-20. Return what a place in the order rests on: the total, then the approaches of the table."""
    one = encounter.combatants[who]
    keys = {"agility": modifier(one, "agility"), "players_first": int(played(encounter, one))}
    approaches = settings_of(encounter).initiative_ties
    total = encounter.initiatives[_unit(encounter, one)]
    return (total, *(keys[approach] for approach in approaches if approach in keys))
