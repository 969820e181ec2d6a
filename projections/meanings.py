"""What the fields of an offer mean on the board of a fight, and what of somebody may be overruled."""

from __future__ import annotations

from functools import cache
from typing import Any

from domain.deciding import RULESETS, kind_of
from domain.encounter import Encounter
from domain.meanings import Meaning, meanings, place_on
from domain.offers import Offer
from domain.table.overrides import values


def means(encounter: Encounter, offer: Offer) -> dict[str, Meaning]:
    """Return what stands in each field of an offer, and what it is made for."""
    stated = {**_stated(encounter.system, offer.do), **offer.means}
    names = (*(["who"] if offer.who is not None else []), *offer.closed, *offer.open)
    return {name: _here(encounter, stated[name], closed=name in offer.closed) for name in names}


def _here(encounter: Encounter, meaning: Meaning, *, closed: bool) -> Meaning:
    """Return what a meaning is on this board; words that are listed are choices."""
    if meaning == "place":
        return place_on(encounter.board)
    return "choice" if closed and meaning in ("text", "value") else meaning


@cache
def _stated(system: str, do: str) -> dict[str, Meaning]:
    kind: Any = kind_of(system, do)
    return meanings(kind)


def overruled(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Return every value and condition of somebody that an override may name."""
    rules = RULESETS[encounter.system]
    known = {*rules.INTERRUPTIONS.words(encounter)["conditions"], *encounter.combatants[who].conditions}
    free = sorted(each for each in known if rules.INTERRUPTIONS.kept.fullmatch(each) is None)
    return tuple(dict.fromkeys((*values(encounter, who, rules), *free)))
