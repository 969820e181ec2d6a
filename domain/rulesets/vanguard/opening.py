"""How an encounter of vanguard is set up: the room, the party, the monsters."""

from __future__ import annotations

from dataclasses import replace

from domain.dice import NoDice
from domain.encounter import Encounter
from domain.events import BoardChanged, CombatantJoined, EncounterOpened, Event, Pool
from domain.facts import facts_of
from domain.items import Carried
from domain.places import NOWHERE
from domain.refusals import Refused
from domain.rulesets.vanguard.cards import RULE as CARDS
from domain.rulesets.vanguard.cards import must_be_cards, must_be_monstrous, worded
from domain.rulesets.vanguard.positions import fallen, guard_of
from domain.rulesets.vanguard.sheets import (
    INVENTORY,
    KNOWN,
    MONSTERS,
    PARTY,
    VERSION,
    Character,
    Group,
    Opening,
    Room,
    Traits,
    Values,
)
from domain.secret.reserve import entered, must_be_hideable
from domain.story import Story
from domain.table.names import distinct
from domain.table.openings import opened
from domain.table.pools import pool
from domain.table.seats import must_mean_nobody_else, seat_of
from domain.table.words import Vocabulary, together

RULE = "VAN-40"
SIZE = 2
"""Of the board: the guards there are on each side."""


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    for seat in opening.seats:
        must_mean_nobody_else(seat.id, {PARTY, MONSTERS}, RULE)
    begun = opened(encounter, opening, version=VERSION, positions="ranks", size=SIZE, known=KNOWN, rule=RULE)
    story = Story(Encounter(), NoDice())
    story.tell(with_leader(begun, opening))
    for change in laid(opening.room):
        story.tell(change)
    sheets: tuple[Character | Group, ...] = (*opening.characters, *opening.groups)
    for sheet in sheets:
        enter(story, sheet)
    return story.events


def enter(story: Story, sheet: Character | Group) -> None:
    """VAN-40: tell the entry of a character or a group, of one that is hidden into the reserve."""
    sheet = with_known_words(sheet, story.now) if isinstance(sheet, Character) else sheet
    joined = join(sheet, story.now)
    if not (isinstance(sheet, Group) and sheet.hidden):
        story.tell(joined)
        return
    must_be_hideable(sheet, sheet.position, story.now.referee, story.now.dice, RULE)
    for event in entered(replace(joined, at=NOWHERE), story.now.referee):
        story.tell(event)


def with_known_words(sheet: Character, encounter: Encounter) -> Character:
    """N-G40: return a character whose cards name conditions as words are kept; refuses one that nobody knows."""
    words, who = Vocabulary(known=together(KNOWN, encounter.words), rule=CARDS), sheet.id
    return replace(
        sheet,
        items=tuple(worded(each, words, who) for each in sheet.items),
        spells=tuple(worded(each, words, who) for each in sheet.spells),
        abilities=tuple(worded(each, words, who) for each in sheet.abilities),
    )


def with_leader(begun: EncounterOpened, opening: Opening) -> EncounterOpened:
    """N-G42: return the first event with the seat that speaks for the party: by default that of the first listed."""
    leader = opening.leader or opening.characters[0].controller or opening.host
    if not any(seat.id == leader and seat.role != "spectator" for seat in opening.seats):
        message = f"The party cannot be led by {leader}: nobody plays from that seat."
        raise Refused("unknown_id", message, rule=RULE)
    seats = tuple({**seat, "voice": PARTY} if seat["id"] == leader else seat for seat in begun.seats)
    return replace(begun, seats=seats)


def laid(room: Room) -> list[BoardChanged]:
    """VAN-43, VAN-53: return what the room allows, where that is not the usual."""
    stated = {"front_capacity": room.front_capacity, "rear_per_front": list(room.rear_per_front)}
    usual = {"front_capacity": None, "rear_per_front": [1, 2]}
    return [
        BoardChanged(change=change, detail={"value": value}, reason="set_up", rules=("VAN-53",))
        for change, value in stated.items()
        if value != usual[change]
    ]


def join(sheet: Character | Group, encounter: Encounter) -> CombatantJoined:
    """VAN-40: return the entry of a character or a group; refuses a sheet that is none."""
    distinct("combatant", (*encounter.combatants, sheet.id), RULE)
    must_mean_nobody_else(sheet.id, {PARTY, MONSTERS, *encounter.seats}, RULE)
    return _join_party(sheet, encounter) if isinstance(sheet, Character) else _join_monsters(sheet, encounter)


def _join_party(sheet: Character, encounter: Encounter) -> CombatantJoined:
    controller = seat_of(sheet.controller, encounter.seats, encounter.referee, sheet.id, RULE)
    for kind, cards in (("weapon", sheet.weapons), ("item", sheet.items), ("spell", sheet.spells)):
        must_be_cards(cards, kind, sheet.id)
    must_be_cards(sheet.abilities, "ability", sheet.id)
    health = pool("health", sheet.health, sheet.id, RULE)
    return CombatantJoined(
        who=sheet.id,
        side=PARTY,
        kind="character",
        at=sheet.position,
        name=sheet.name,
        controller=controller,
        life="active" if health.now else fallen(encounter),
        pools=(health,),
        carried=tuple(Carried(id=item.id, place=INVENTORY, facts=facts_of(item)) for item in sheet.items),
        sheet=facts_of(_traits(sheet, sheet.slot or _next_slot(encounter, PARTY, sheet.position))),
        rules=(RULE,),
    )


def _join_monsters(sheet: Group, encounter: Encounter) -> CombatantJoined:
    """VAN-54, VAN-55, VAN-56: monsters stand where they are better, unless the sheet says otherwise."""
    must_be_monstrous(sheet.abilities, sheet.id)
    at = sheet.position or guard_of(sheet.melee, sheet.ranged)
    by_kind = "VAN-55" if at == "rear" else "VAN-56" if sheet.melee == sheet.ranged else "VAN-54"
    return CombatantJoined(
        who=sheet.id,
        side=MONSTERS,
        kind="group",
        at=at,
        name=sheet.name,
        controller=encounter.referee,
        life="active" if sheet.count else "dead",
        pools=(Pool(name="count", now=sheet.count, max=sheet.count),),
        sheet=facts_of(_values(sheet, sheet.slot or _next_slot(encounter, MONSTERS, at))),
        rules=(RULE, *(() if sheet.position else (by_kind,))),
    )


def _traits(sheet: Character, slot: int) -> Traits:
    return Traits(
        vigor=sheet.vigor,
        quick=sheet.quick,
        wise=sheet.wise,
        smart=sheet.smart,
        slot=slot,
        weapons=sheet.weapons,
        spells=sheet.spells,
        abilities=sheet.abilities,
    )


def _values(sheet: Group, slot: int) -> Values:
    return Values(
        count=sheet.count,
        defense=sheet.defense,
        slot=slot,
        melee=sheet.melee,
        ranged=sheet.ranged,
        damage=sheet.damage,
        alertness=sheet.alertness,
        die=sheet.die,
        reaction=sheet.reaction,
        abilities=sheet.abilities,
    )


def _next_slot(encounter: Encounter, side: str, guard: str) -> int:
    """VAN-45: return the next slot in a guard, for show."""
    return 1 + sum(one.side == side and one.at == guard for one in encounter.combatants.values())
