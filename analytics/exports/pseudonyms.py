"""Fights without their names: who, seats, sides and fights become pseudonyms that only a key leads back from."""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Iterable, Iterator
from typing import Any

from analytics.exports.veils import COMMON_SIDES, STATED, TEXTS, Veil
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.extraction import Rows

LENGTH = 16
SHORTEST_KEY = 16


class BadKey(ValueError):
    """The file holds no key that pseudonyms could be made with."""


def key_of(raw: bytes) -> bytes:
    """Return the key that a file holds. Raises BadKey."""
    key = raw.strip()
    if len(key) < SHORTEST_KEY:
        raise BadKey(f"A key for pseudonyms has at least {SHORTEST_KEY} characters, chosen by chance.")
    return key


class Pseudonyms:
    """Makes the same pseudonym of the same name for the same key, in every fight."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, kind: str, name: str) -> str:
        """Return the pseudonym of a name of a kind: a fight, a seat, or somebody."""
        made = hmac.digest(self._key, kind.encode() + b"\0" + name.encode(), "sha256")
        return b32encode(made).decode()[:LENGTH].lower()

    @property
    def mark(self) -> str:
        """Return what tells this key from others, and does not lead to it."""
        return self.of("folder", "")

    def hidden(self, rows: Rows) -> Rows:
        """Return the rows of a fight without names, sheets, what people wrote, and what was frozen of the roster."""
        veil = Veil(dict(self._known(rows)), lambda word: self.of("word", word))
        return {name: [*self._table(name, found, veil)] for name, found in rows.items()}

    def _known(self, rows: Rows) -> Iterator[tuple[str, str]]:
        """Yield each name of a fight with its pseudonym; a name of two kinds is somebody's."""
        for seat in rows["seat"]:
            yield seat[1], self.of("seat", seat[1])
        who, side = (SHEETS["combatant"].place(name) for name in ("who", "side"))
        for combatant in rows["combatant"]:
            for name in (combatant[side], combatant[who]):
                if name not in COMMON_SIDES:
                    yield name, self.of("who", name)
        for fight in rows["encounter"]:
            yield fight[0], self.of("encounter", fight[0])

    def _table(self, name: str, rows: Iterable[list[Any]], veil: Veil) -> Iterator[list[Any]]:
        sheet = SHEETS.get(name) or ON_DEMAND[name]
        stated = STATED.get(name, ())
        veiled = [n for n, each in enumerate(sheet.columns) if each.kind in TEXTS and each.name not in stated]
        for row in rows:
            hidden = [*row]
            for place in veiled:
                hidden[place] = self._value(sheet.columns[place].name, row[place], veil)
            yield hidden

    def _value(self, column: str, value: Any, veil: Veil) -> Any:
        """Return what stands in a column that may hold names or words."""
        if column == "sheet":
            return "{}"
        if column == "roster_digest":
            return self.of(column, value)
        if column == "action":
            return veil.action(value)
        if column in ("details", "value"):
            return veil.json(value)
        return veil.every(value)
