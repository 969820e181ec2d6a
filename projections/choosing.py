"""Why a choice cannot be made: each target, thing and place that a command could name, tried, and what the rules say.

Nothing is written and no die is rolled; of a large board the nearest places are tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

from domain.commands import Command, actor, names
from domain.deciding import answers_for, bodies, commands_of, decide, kinds, offers
from domain.dice import DiceNeeded, NoDice
from domain.encounter import Combatant, Encounter
from domain.meanings import meanings, name_in_json
from domain.offers import Offer
from domain.places.grid import Grid, square
from domain.places.ranks import GUARDS, Ranks
from domain.refusals import Refused
from ledger.line.actions import command_of
from projections.reasons import VAGUE, Reason, forms, owned

MOST_FORMS = 6
"""In so many forms a choice is tried."""
NOTHING: Mapping[str, str] = MappingProxyType({})
MOST, NEAR = 80, 4
"""So many combatants, things and places are tried, the first of them; on squares those so many steps away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceReason(Reason):
    """A value of a field of a command that is not accepted in any form that was tried, and why not."""

    field: str
    value: str


def choice_reasons(
    encounter: Encounter, seat: str, do: str, who: str, given: Mapping[str, str] = NOTHING
) -> list[ChoiceReason]:
    """Return why targets, things and places cannot be chosen for a command of somebody; nothing for another's.

    ``given`` are things, targets or places that are chosen already: every form that is tried has them.
    """
    kind = names(kinds(encounter.system)).get(do)
    one = encounter.combatants.get(who)
    if encounter.outcome is not None or one is None or kind is None or do not in commands_of(encounter):
        return []
    if "who" not in {each.name for each in fields(kind)} or not answers_for(encounter, seat, who):
        return []
    known = [offer for offer in offers(encounter, seat) if (offer.do, offer.who) == (do, who)]
    found: list[ChoiceReason] = []
    choices = _choices(encounter, kind, one)
    chosen = {name: value for name, value in given.items() if value in choices.get(name, ())}
    for field, values in choices.items():
        tried = _forms(encounter, kind, one, known, field, chosen)
        told = (_why_not(encounter, tried, field, value) for value in values)
        found += [reason for reason in told if reason is not None]
    return found


def _choices(encounter: Encounter, kind: Any, one: Combatant) -> dict[str, tuple[str, ...]]:
    """Return the fields in which one of a few things can stand, by their names in JSON, each with these."""
    among = {
        "combatant": tuple(encounter.combatants)[:MOST],
        "thing": tuple(dict.fromkeys(owned(encounter, one)))[:MOST],
        "place": _places(encounter, one),
    }
    hints = get_type_hints(kind)
    single = {
        name_in_json(each) for each in fields(kind) if each.name != "who" and not _holds_several(hints[each.name])
    }
    return {name: among[meaning] for name, meaning in meanings(kind).items() if name in single and meaning in among}


def _holds_several(hint: Any) -> bool:
    return get_origin(hint) is tuple or any(map(_holds_several, get_args(hint)))


def _places(encounter: Encounter, one: Combatant) -> tuple[str, ...]:
    """Return the places of the board: the first of many tiles or zones, of squares those nearest to somebody."""
    board: Any = encounter.board
    if isinstance(board, Ranks):
        return GUARDS
    if not isinstance(board, Grid):
        return tuple(board.links)[:MOST]
    x, y = map(int, one.at.split(":")) if one.at in board else (0, 0)
    columns, rows = (
        range(max(0, at - NEAR), min(size, at + NEAR + 1)) for at, size in ((x, board.width), (y, board.height))
    )
    return tuple(square(column, row) for row in rows for column in columns)


def _forms(
    encounter: Encounter, kind: Any, one: Combatant, known: Sequence[Offer], field: str, given: Mapping[str, str]
) -> list[Command]:
    """Return commands as they are on offer, rather with this field in them, or else in their likeliest form."""
    chosen = {name: value for name, value in given.items() if name != field}
    like = [offer for offer in known if field in offer.closed or field in offer.open] or known
    if not like:
        return list(islice(forms(encounter, kind, one), MOST_FORMS))
    offered = list(islice(chain.from_iterable(map(bodies, like)), MOST))
    offered.sort(key=lambda body: any(body.get(name) != value for name, value in chosen.items()))
    return [command_of({**body, **chosen}, encounter.system) for body in offered[:MOST_FORMS]]


def _why_not(encounter: Encounter, tried: Sequence[Command], field: str, value: str) -> ChoiceReason | None:
    """Return what the rules say against a choice; None where a form of it is accepted, or nothing of use is said."""
    found: ChoiceReason | None = None
    for form in tried:
        own = next(each.name for each in fields(form) if name_in_json(each) == field)  # type: ignore[arg-type]  # a dataclass
        try:
            decide(replace(form, **{own: value}), encounter, NoDice())  # type: ignore[type-var]  # as above
        except Refused as no:
            if found is None and no.code not in VAGUE:
                who = actor(form) or ""
                found = ChoiceReason(
                    do=form.do, who=who, code=no.code, rule=no.rule, sentence=no.message, field=field, value=value
                )
        except DiceNeeded:
            return None
        else:
            return None
    return found
