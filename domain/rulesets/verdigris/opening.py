"""How an encounter of verdigris is set up: its first events, or why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from domain.events import CombatantJoined, EngagementChanged, Event
from domain.refusals import Refused
from domain.rulesets.verdigris.joining import RESERVED, RULE, checked, entry, named_things, place_of, side_of
from domain.rulesets.verdigris.sheets import VERSION, Opening, Settings, Sheet
from domain.rulesets.verdigris.words import WORDS, known_in, with_plain_injuries
from domain.secret.reserve import entered, must_be_hideable
from domain.table.boards import zones_laid
from domain.table.names import distinct
from domain.table.openings import opened
from domain.table.seats import must_mean_nobody_else
from domain.table.words import Known


def open_encounter(opening: Opening, encounter: str) -> list[Event]:
    """Return the first events; refuses an opening that is none."""
    _must_be_injuries(opening.settings)
    opening = replace(opening, settings=with_plain_injuries(opening.settings))
    begun = opened(
        encounter,
        opening,
        version=VERSION,
        positions="zones",
        size=len(opening.board.zones),
        known=WORDS,
        rule=RULE,
    )
    board = list(zones_laid(opening.board, RULE))
    known = known_in(begun.words or {}, opening.settings)
    joined = list(_joined(opening, known))
    waiting = {sheet.id for sheet in opening.combatants if sheet.hidden}
    entries = (event for one in joined for event in (entered(one, begun.referee) if one.who in waiting else (one,)))
    return [begun, *board, *entries, *_melees(opening, [one for one in joined if one.who not in waiting])]


def _must_be_injuries(settings: Settings) -> None:
    """V-G45: refuse a table with an entry that two dice cannot show, or with two for one roll."""
    rolls: set[int] = set()
    for entry_ in () if settings.injury_table == "data" else settings.injury_table:
        tens, ones = divmod(entry_.roll, 10)
        if not (1 <= tens <= 6 and 1 <= ones <= 6) or entry_.roll in rolls:
            message = f"The injury table has {entry_.roll} twice, or no two dice show it: 11 to 66, digits 1 to 6."
            raise Refused("invalid_value", message, rule="VER-72")
        rolls.add(entry_.roll)


def _joined(opening: Opening, known: Known) -> Iterator[CombatantJoined]:
    """Yield the entry of everybody; the words they may use are ``known``."""
    distinct("combatant", (sheet.id for sheet in opening.combatants), RULE)
    catalogue = named_things(opening.things, known)
    seats = opening.roles
    for seat in seats:
        must_mean_nobody_else(seat, RESERVED, RULE)
    sheets = {sheet.id: sheet for sheet in opening.combatants}
    ridden: set[str] = set()
    for sheet in opening.combatants:
        _must_have_its_zone(sheet, opening.board.zones)
        must_be_hideable(sheet, sheet.at, opening.host, opening.dice, RULE)
        if sheet.mount is not None:
            _must_be_a_mount(sheet, sheets.get(sheet.mount), ridden)
        yield entry(checked(sheet, catalogue, known), seats, opening.host)


def _must_have_its_zone(sheet: Sheet, zones: tuple[str, ...]) -> None:
    if sheet.at not in zones and not sheet.hidden:
        message = f"{sheet.id} cannot stand {place_of(sheet)}: the board has no such zone."
        raise Refused("unknown_id", message, rule=RULE)


def _must_be_a_mount(sheet: Sheet, mount: Sheet | None, ridden: set[str]) -> None:
    """VER-46: refuse a mount that is none, is elsewhere, is another side's, or has a rider already."""
    fits = mount is not None and mount.kind == "mount" and mount.at == sheet.at
    if mount is None or not fits or side_of(mount) != side_of(sheet) or mount.id in ridden:
        message = f"{sheet.id} cannot ride {sheet.mount}: it is no mount of that side in that zone, or has a rider."
        raise Refused("invalid_value", message, rule="VER-46")
    ridden.add(mount.id)


def _melees(opening: Opening, joined: list[CombatantJoined]) -> Iterator[EngagementChanged]:
    """VER-26: yield the melees that are under way; each lies in one zone, has foes in it, and nobody is in two."""
    entries = {one.who: one for one in joined}
    mounts = {sheet.id: sheet.mount for sheet in opening.combatants if sheet.mount}
    taken: set[str] = set()
    for number, listed in enumerate(opening.melees, start=1):
        members = _with_mounts(listed, mounts)
        distinct("melee member", members, RULE)
        for member in members:
            if member not in entries:
                raise Refused("unknown_id", f"{member} cannot be in a melee: nobody is called that.", rule="VER-26")
        one_zone = len({entries[member].at for member in members}) == 1
        both = len({entries[member].side for member in members}) == 2
        able = all(entries[member].life == "active" for member in members)
        if not (one_zone and both and able) or taken & set(members):
            message = f"{', '.join(members)} cannot be a melee: one zone, foes who can fight, nobody in two of them."
            raise Refused("invalid_value", message, rule="VER-26")
        taken |= set(members)
        zone = entries[members[0]].at
        yield EngagementChanged(
            id=f"M{number}", change="formed", kind="melee", zone=zone, members=members, rules=("VER-26",)
        )


def _with_mounts(members: tuple[str, ...], mounts: dict[str, str]) -> tuple[str, ...]:
    """Return the members with every mount right behind its rider."""
    riders = {mounts[member] for member in members if member in mounts}
    afoot = (member for member in members if member not in riders)
    return tuple(each for member in afoot for each in ((member, mounts[member]) if member in mounts else (member,)))
