"""A combatant's entry: the sheet checked, and what is carried written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from domain.events import CombatantJoined, Pool
from domain.facts import facts_of
from domain.items import Carried
from domain.refusals import Refused
from domain.rulesets.verdigris.reading import as_read, thing_as_read
from domain.rulesets.verdigris.sheets import ENEMIES, PARTY, Sheet, Thing
from domain.rulesets.verdigris.traits import Arm, Tool, Traits
from domain.table.names import distinct
from domain.table.pools import Points, pool
from domain.table.seats import must_mean_nobody_else, seat_of
from domain.table.words import Known, Vocabulary

RULE = "VER-14"
PLACES = ("hand", "belt", "pack", "natural")
SHIELD = "shield"
RESERVED = frozenset({PARTY, ENEMIES, "none"})
"""Names that mean a side, or nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A sheet that can be, and the things it names, written out, by place."""

    sheet: Sheet
    carried: dict[str, tuple[Thing, ...]]


def named_things(things: tuple[Thing, ...], known: Known) -> dict[str, Thing]:
    """Return the catalogue by id, as it is kept; refuses an id that is there twice, and words that nobody knows."""
    distinct("thing", (thing.id for thing in things), RULE)
    words = Vocabulary(known=known, rule=RULE)
    return {thing.id: thing_as_read(thing, words, "anybody") for thing in things}


def checked(sheet: Sheet, catalogue: dict[str, Thing], known: Known) -> Checked:
    """Return the sheet with its things, as they are kept; refuses what cannot be."""
    words = Vocabulary(known=known, rule=RULE)
    sheet = as_read(sheet, words)
    _must_be_of_its_kind(sheet)
    carried = {place: tuple(_written_out(getattr(sheet, place), catalogue, sheet.id, words)) for place in PLACES}
    shield = (SHIELD,) if sheet.shield else ()
    distinct("thing", (*shield, *(thing.id for things in carried.values() for thing in things)), RULE)
    for things in carried.values():
        for thing in things:
            _must_be_a_thing(thing, sheet.id)
    if hands_taken(tuple(map(card, carried["hand"]))) > 2:
        raise _wrong(sheet.id, "hold that: it takes more than two hands")
    if any(thing.category is None for thing in carried["natural"]):
        raise _wrong(sheet.id, "have that by nature: only weapons are natural")
    return Checked(sheet=sheet, carried=carried)


def _must_be_of_its_kind(sheet: Sheet) -> None:
    """Refuse a side, wounds, or a training that this kind of combatant does not have."""
    wanted = {"pc": PARTY, "ally": PARTY, "enemy": ENEMIES}.get(sheet.kind)
    if sheet.side is not None and wanted not in (None, sheet.side):
        raise _wrong(sheet.id, f"be on the side {sheet.side}: a combatant of the kind {sheet.kind} is not")
    if sheet.uses_wounds and sheet.kind != "ally":
        raise _wrong(sheet.id, "use wounds by that: characters do anyway, and of the others only allies may")
    if sheet.wounds is not None and not _wounded_by_kind(sheet):
        raise _wrong(sheet.id, "have wounds: only player characters, and allies with uses_wounds, do")
    if sheet.kind != "mount" and (sheet.quality or sheet.bonus or sheet.training):
        raise _wrong(sheet.id, "have quality, bonus or training: those are a mount's")
    if sheet.kind == "mount" and sheet.mount:
        raise _wrong(sheet.id, "ride: it is a mount itself")


def _wounded_by_kind(sheet: Sheet) -> bool:
    """V-G51: return whether wounds stand between 0 hit points and death."""
    return sheet.kind == "pc" or sheet.uses_wounds


def _written_out(
    listed: tuple[str | Thing, ...], catalogue: dict[str, Thing], who: str, words: Vocabulary
) -> Iterator[Thing]:
    for each in listed:
        if isinstance(each, Thing):
            yield thing_as_read(each, words, who)
        elif each in catalogue:
            yield thing_as_read(catalogue[each], words, who)
        else:
            raise Refused("unknown_id", f"{who} cannot have {each}: there is no such thing.", rule=RULE)


def _must_be_a_thing(thing: Thing, who: str) -> None:
    """Refuse a weapon or a thing that states what the other has."""
    weapon = thing.category is not None
    if not weapon and (thing.damage or thing.bonus or thing.skill or thing.max_damage is not None):
        raise _wrong(who, f"have {thing.id}: damage, bonus and skill are a weapon's, which has a category")
    if weapon and thing.heal:
        raise _wrong(who, f"have {thing.id}: a weapon heals nobody")
    if not thing.loaded and "reload" not in thing.qualities:
        raise _wrong(who, f"have {thing.id} unloaded: it is nothing that is reloaded")


def _wrong(who: str, why: str) -> Refused:
    return Refused("invalid_value", f"{who} cannot {why}.", rule=RULE)


def card(thing: Thing) -> Arm | Tool:
    """Return what a thing's card says: a weapon's, or that of anything else."""
    if thing.category is None:
        return Tool(heal=thing.heal, uses=thing.uses, consumed=thing.consumed)
    return Arm(
        category=thing.category,
        damage=thing.damage,
        bonus=thing.bonus,
        skill=thing.skill,
        qualities=thing.qualities,
        max_damage=thing.max_damage,
        loaded=thing.loaded,
    )


def hands_taken(held: tuple[Arm | Tool, ...]) -> int:
    """V-G53: return how many hands hold something; what is two-handed takes both."""
    return sum(2 if isinstance(card, Arm) and "two_handed" in card.qualities else 1 for card in held)


def entry(begun: Checked, seats: dict[str, str], referee: str, *, came: int | None = None) -> CombatantJoined:
    """Return the event of a combatant's coming; one with no hit points and no wounds comes in at Death's Door."""
    sheet = begun.sheet
    must_mean_nobody_else(sheet.id, RESERVED | seats.keys(), RULE)
    pools = tuple(_pools(sheet))
    life = "active" if pools[0].now else "dying"
    if life == "dying" and not (_wounded_by_kind(sheet) and not pools[1].now):
        raise _wrong(sheet.id, "begin with 0 hit points: only somebody without a wound left is at Death's Door")
    if life == "dying" and sheet.mount:
        raise _wrong(sheet.id, "ride: at Death's Door nobody sits in a saddle")
    things = tuple(
        Carried(id=thing.id, place=place, facts=facts_of(card(thing)))
        for place, listed in begun.carried.items()
        for thing in listed
    )
    return CombatantJoined(
        who=sheet.id,
        side=side_of(sheet),
        kind=sheet.kind,
        at=sheet.at,
        name=sheet.name,
        controller=seat_of(sheet.controller, seats, referee, sheet.id, RULE),
        life=life,
        pools=pools,
        carried=(*things, *((Carried(id=SHIELD, place="arm"),) if sheet.shield else ())),
        sheet=facts_of(_traits(sheet, came)),
        rules=(RULE,),
    )


def side_of(sheet: Sheet) -> str:
    """Return the side of a combatant: as the sheet has it, or else enemies are one, everybody else the other."""
    return sheet.side or (ENEMIES if sheet.kind == "enemy" else PARTY)


def place_of(sheet: Sheet) -> str:
    """Return in words where a sheet puts somebody."""
    return f"at {sheet.at}" if sheet.at else "nowhere"


def _pools(sheet: Sheet) -> Iterator[Pool]:
    yield pool("hp", sheet.hp, sheet.id, RULE)
    if _wounded_by_kind(sheet):
        wounds = sheet.wounds or 0
        yield pool("wounds", wounds, sheet.id, RULE) if isinstance(wounds, Points) or wounds else _no_wounds()


def _no_wounds() -> Pool:
    return Pool(name="wounds", now=0, max=0)


def _traits(sheet: Sheet, came: int | None) -> Traits:
    """Return the sheet as it is kept; damage and training are a mount's."""
    mounted = sheet.kind == "mount"
    return Traits(
        strength=sheet.strength,
        agility=sheet.agility,
        intelligence=sheet.intelligence,
        charisma=sheet.charisma,
        dodge=sheet.dodge,
        withstand=sheet.withstand,
        armor=sheet.armor,
        stress=sheet.stress,
        quality=sheet.quality,
        bonus=sheet.bonus,
        damage=sheet.damage if mounted else 0,
        skills=sheet.skills,
        talents=sheet.talents,
        mount=sheet.mount,
        training=sheet.training if mounted else (),
        came=came,
    )
