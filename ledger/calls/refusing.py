"""Refusals in the words of people: with the names that whoever asks knows, where rules and ledger say ids."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.encounter import Encounter
from domain.refusals import Refused
from domain.table.naming import apart
from domain.table.seats import ONE_REFEREE
from ledger.calls.lexicon import WORD, words
from ledger.refusals import LedgerRefused
from ledger.table import knowledge, naming
from ledger.table.fight import Fight

REFEREE = "the referee"
USUAL = frozenset(seat.id for seat in ONE_REFEREE)
"""The seat of the referee where nobody names one, of which no sentence speaks otherwise."""
_PIECE = re.compile(rf"“[^”]*”|(?<!\w)'[^']*'(?!\w)|(?<!\w)\"[^\"]*\"(?!\w)|{WORD.pattern}")
"""What somebody typed, in its quotes, or a word."""


def tell(fight: Fight, seat: str, refused: Refused | LedgerRefused) -> None:
    """Put into a refusal what a seat calls people, things and places by, unless it stands there already."""
    if not refused.named:
        refused.message = in_words(refused.message, called(fight, seat))
        refused.args, refused.named = (refused.message,), True


def called(fight: Fight, seat: str) -> dict[str, str]:
    """Return by id what a seat is told of whoever, and whatever, has a name, and what the referee is called."""
    known = knowledge.by(fight, seat)
    return {**apart(naming.names(known), known.encounter.combatants), **_referee(known.encounter)}


def in_words(text: str, names: Mapping[str, str]) -> str:
    """Return a sentence of the program as it is told where these are called so."""
    said = told(text, names)
    return said[:1].upper() + said[1:] if said.startswith(REFEREE) else said


def told(text: str, names: Mapping[str, str]) -> str:
    """Return a sentence of the program with the name in place of each id that stands in it.

    An id that is a word of such sentences too stays as it is, and so does everything in quotes.
    """
    found = names.keys() & set(_PIECE.findall(text))
    if not found or not (ids := found - (words() - USUAL)):
        return text
    return _PIECE.sub(lambda piece: names[piece[0]] if piece[0] in ids else piece[0], text)


def _referee(encounter: Encounter) -> dict[str, str]:
    """Return what the referee is called by the id of the seat, unless it is somebody's or a side's as well."""
    seat = encounter.referee
    others = {each for one in encounter.combatants.values() for each in (one.id, one.side)}
    return {} if seat is None or seat in others else {seat: REFEREE}
