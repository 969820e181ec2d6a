"""Small fights to write down: two archers of pursuit, two swords of etiquette, and whoever plays them at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from domain import deciding
from domain.duel.ending import must_agree
from domain.events import EVENTS, HistoryRewound
from domain.refusals import Refused
from domain.table.openings import Opening
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.lines import Line
from ledger.table.answers import Answer, Declaration
from tests.laws.fights import said
from tests.openings import opening_of

ARCHERS: dict[str, Any] = {
    "system": "pursuit",
    "board": {"tiles": ["T0", "T1", "T2"], "links": [["T0", "T1"], ["T1", "T2"]]},
    "weapons": [{"id": "bow", "damage": "1d6", "to_hit": {"dice": "1d6", "at_least": 4}}],
    "items": [{"id": "bomb", "effect": {"kind": "damage", "amount": 2}, "usable_on_opponent": True}],
    "seats": [{"id": "ana"}, {"id": "bo"}, {"id": "eve", "role": "spectator"}],
    "combatants": [
        {"id": "Ana", "controller": "ana", "at": "T2", "health": 30, "hand": ["bomb"], "equipped": "bow"},
        {"id": "Bo", "controller": "bo", "at": "T0", "health": 30, "equipped": "bow"},
    ],
}
SWORDS: dict[str, Any] = {
    "system": "etiquette",
    "board": {"tiles": ["T0", "T1"], "links": [["T0", "T1"]]},
    "seats": [{"id": "ana"}, {"id": "bo"}],
    "combatants": [
        {"id": "A", "owner": "Ana", "controller": "ana", "kind": "player", "at": "T1", "health": 30},
        {"id": "B", "owner": "Bo", "controller": "bo", "kind": "player", "at": "T0", "health": 30},
    ],
}
TO_BLOWS: list[dict[str, Any]] = [
    {"do": "begin_move", "who": "Ana", "allowance": 3},
    {"do": "move", "who": "Ana", "to": "T1"},
    {"do": "move", "who": "Ana", "to": "T0"},
    {"do": "engage", "who": "Ana"},
]
"""What brings the archers onto one tile, with the turn at Ana."""
SHOT = {"do": "attack", "who": "Ana", "target": "Bo"}
BACK = {"do": "attack", "who": "Bo", "target": "Ana"}
LASTING = [{**each, "health": 900} for each in ARCHERS["combatants"]]
"""The archers, able to take many a shot."""


def opening(fight: dict[str, Any] = ARCHERS, **changes: Any) -> Opening:
    """Return a fight's opening with some of it changed."""
    return opening_of({**fight, **changes})


def alone(fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight with one seat that controls everybody."""
    combatants = [{**each, "controller": "ana"} for each in fight["combatants"]]
    return {**fight, "seats": [{"id": "ana"}], "combatants": combatants}


def types(answer: Answer) -> list[str]:
    """Return the type of each line of an answer."""
    return [line.type for line in answer.lines]


class Player:
    """Someone who sends commands to one encounter, each under a new ``cmd``."""

    def __init__(self, ledger: Ledger, encounter: str, start: int = 0) -> None:
        self.ledger = ledger
        self.encounter = encounter
        self._cmds: Iterator[int] = count(start)

    def ends(self) -> None:
        """End the fight: every seat that has to agree says so, or the host where nobody has."""
        seats = must_agree(self.ledger.fight(self.encounter).encounter)
        for seat in seats:
            self.does({"do": "end_encounter", "by": seat}, seat=seat)
        if not seats:
            self.does({"do": "end_encounter"}, seat="ana")

    def does(self, body: dict[str, Any], *, seat: str | None = None, cmd: str | None = None, **more: Any) -> Answer:
        """Send one command, from the seat that its combatant's name suggests."""
        known = {name: more.pop(name) for name in ("seen", "version") if name in more}
        sent = Declaration(
            action=command_of(body, self.ledger.fight(self.encounter).encounter.system),
            cmd=cmd or f"c{next(self._cmds)}",
            **known,
        )
        return self.ledger.record(self.encounter, seat or body["who"].lower(), sent, **more)

    def comes_to_blows(self) -> Answer:
        """Bring the archers together."""
        return [self.does(body) for body in TO_BLOWS][-1]

    def meets(self) -> Answer:
        """Walk the one sword onto the other's tile, where both may talk before either declares."""
        self.does({"do": "begin_move", "who": "A", "allowance": 1}, seat="ana")
        return self.does({"do": "move", "who": "A", "to": "T0"}, seat="ana")

    def plays(self, chance: random.Random, commands: int) -> None:
        """Send so many commands at random that the rules accept, and fewer if the encounter ends."""
        for _ in range(commands):
            choices = legal(self.ledger, self.encounter)
            if not choices:
                return
            seat, body = chance.choice(choices)
            self.does(body, seat=seat)


def opened(ledger: Ledger, fight: dict[str, Any] = ARCHERS, **changes: Any) -> Player:
    """Open a fight and return its player."""
    return Player(ledger, ledger.open(opening(fight, **changes)).encounter)


def legal(ledger: Ledger, encounter: str) -> list[tuple[str, dict[str, Any]]]:
    """Return every (seat, command) of the rules that would be accepted now, the end of the encounter left out."""
    fight = ledger.fight(encounter)
    own = deciding.RULESETS[fight.encounter.system].commands(fight.encounter) - {"end_encounter"}
    return [
        (seat, body)
        for seat in fight.table.players
        for offer in deciding.offers(fight.encounter, seat)
        if offer.do in own and not (offer.do == "say" and offer.aside)
        for body in said(offer)
    ]


def refusal(player: Player, body: dict[str, Any], **more: Any) -> Refused | None:
    """Return why the rules refuse a command, None if they do not."""
    try:
        player.does(body, **more)
    except Refused as refused:
        return refused
    return None


def fight_events(lines: Iterable[Line]) -> list[Any]:
    """Return what ``replay`` takes: the events of the fight and its rewinds, None where the table's lines stand."""
    return [line.entry if isinstance(line.entry, (*EVENTS, HistoryRewound)) else None for line in lines]
