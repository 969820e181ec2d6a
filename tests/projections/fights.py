"""Fights written down as the ledger writes them, line by line, with faces from a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.deciding import decide, open_encounter
from domain.encounter import Encounter
from domain.events import EVENTS, Event, HistoryRewound
from domain.replaying import replay
from ledger.dice.entropy import LoadedDice
from ledger.line.actions import command_of
from ledger.line.entries import CommandAccepted, Entry
from ledger.line.lines import NO_LEAF, Line, decode, encode
from ledger.line.tree import leaf
from tests.openings import opening_of

ID = "f" * 32
START = 1_790_000_000_000
LANE = {
    "tiles": [*(f"T{number}" for number in range(10)), "S5"],
    "links": [*([f"T{number}", f"T{number + 1}"] for number in range(9)), ["T5", "S5"]],
}
PURSUIT: dict[str, Any] = {
    "system": "pursuit",
    "board": LANE,
    "weapons": [
        {"id": "blade", "damage": 2},
        {"id": "club", "damage": 1},
        {"id": "bow", "damage": "1d6+1", "to_hit": {"dice": "1d6", "at_least": 4}},
    ],
    "items": [
        {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True},
        {"id": "net", "effect": {"kind": "condition", "condition": "netted"}, "usable_on_opponent": True},
        {"id": "snare", "trap": True},
        {"id": "tonic", "effect": {"kind": "heal", "amount": 2}},
    ],
    "seats": [{"id": "ana"}, {"id": "bo"}, {"id": "cy"}],
    "combatants": [
        {"id": "Ana", "controller": "ana", "at": "T2", "health": 5, "hand": ["bomb", "snare"], "equipped": "blade"},
        {"id": "Bo", "controller": "bo", "at": "T4", "health": 4, "hand": ["bomb"], "equipped": "club"},
        {"id": "Cy", "controller": "cy", "at": "T6", "health": 3, "equipped": "bow"},
    ],
    "dice": "loaded",
}
ETIQUETTE: dict[str, Any] = {
    "system": "etiquette",
    "board": LANE,
    "items": [
        {"id": "whetstone", "effect": {"kind": "die_bonus", "amount": 1}, "when": ["in_attack"]},
        {"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "when": ["action"]},
        {"id": "plate", "effect": {"kind": "block", "amount": 1}, "when": ["in_attack"]},
    ],
    "seats": [{"id": "ana"}, {"id": "bo"}],
    "combatants": [
        {"id": "Ana", "owner": "Ana", "controller": "ana", "at": "T2", "health": 4, "hand": ["whetstone", "bomb"]},
        {
            "id": "AnaBot",
            "owner": "Ana",
            "controller": "ana",
            "kind": "minion",
            "dice_limit": 1,
            "at": "T0",
            "health": 2,
        },
        {"id": "Bo", "owner": "Bo", "controller": "bo", "at": "T4", "health": 4, "hand": ["plate"]},
    ],
    "dice": "loaded",
}


class Written:
    """A fight and its lines so far."""

    def __init__(self, opening: dict[str, Any] = PURSUIT, **changed: Any) -> None:
        self.lines: list[Line] = []
        for event in open_encounter(opening_of({**opening, **changed}), ID):
            self.write(event)

    @property
    def now(self) -> Encounter:
        """Return the fight as it stands."""
        return self.at(len(self.lines) - 1)

    @property
    def last(self) -> int:
        """Return the version."""
        return len(self.lines) - 1

    @property
    def commands(self) -> list[CommandAccepted]:
        """Return the accepted commands so far."""
        return [line.entry for line in self.lines if isinstance(line.entry, CommandAccepted)]

    def at(self, version: int) -> Encounter:
        """Return the fight as it stood."""
        return replay([folded(line.entry) for line in self.lines[: version + 1]])

    def write(self, entry: Entry, cause: int | None = None) -> int:
        """Add one line and return its number."""
        n = len(self.lines)
        prev = leaf(self.lines[-1].raw) if self.lines else NO_LEAF
        raw = encode(entry, n=n, prev=prev, at=START + n, cause=cause)
        self.lines.append(decode(raw))
        return n

    def do(self, deed: str, who: str | None = None, *, faces: Sequence[int] = (), **fields: Any) -> int:
        """Add an accepted command and what it causes; return the number of its line."""
        action = {"do": deed, **({"who": who} if who else {}), **fields}
        roll = sum(command.roll is not None for command in self.commands) + 1
        events = decide(command_of(action, self.now.system), self.now, LoadedDice(faces, roll))
        cause = self.accepted(action, roll if faces else None)
        for event in events:
            self.write(event, cause)
        return cause

    def accepted(self, action: dict[str, Any], roll: int | None = None) -> int:
        """Add an accepted command without what it causes."""
        combatant = self.now.combatants.get(action.get("who", ""))
        seat = combatant.controller if combatant is not None else "ana"
        seq = (
            sum(isinstance(line.entry, CommandAccepted) and line.entry.decl["seat"] == seat for line in self.lines) + 1
        )
        decl = {"action": action, "cmd": f"c{seq}", "encounter": ID, "seat": seat, "seq": seq}
        return self.write(CommandAccepted(decl=decl, roll=roll))

    def rewind(self, to_version: int, by: str = "ana", reason: str = "", consents: Sequence[str] = ()) -> int:
        """Add a rewind and return its number."""
        agreed = tuple({"seat": seat} for seat in consents)
        return self.write(HistoryRewound(to_version=to_version, by=by, reason=reason, consents=agreed))


def folded(entry: Entry) -> Event | HistoryRewound | None:
    """Return what the fold sees of a line."""
    return entry if isinstance(entry, (EVENTS, HistoryRewound)) else None


def contact(opening: dict[str, Any] = PURSUIT, *, allowance: int = 2, **changed: Any) -> Written:
    """Return a fight in which Ana has walked two spaces onto Bo's tile, and is asked whether to fight."""
    fight = Written(opening, **changed)
    fight.do("begin_move", "Ana", allowance=allowance)
    fight.do("move", "Ana", to="T3")
    fight.do("move", "Ana", to="T4")
    return fight


def duel(*, allowance: int = 4, **changed: Any) -> Written:
    """Return Ana's combat of pursuit with Bo at T4: she has the turn, and all but two spaces of her allowance."""
    fight = contact(allowance=allowance, **changed)
    fight.do("engage", "Ana")
    return fight


def assault() -> Written:
    """Return Ana's combat of etiquette with Bo at T4: she has the attacking role."""
    fight = contact(ETIQUETTE)
    fight.do("engage", "Ana")
    fight.do("decline", "Bo")
    return fight
