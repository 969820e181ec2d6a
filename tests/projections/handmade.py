"""Events written by hand in a line each, as systems with rounds, pools, rulings and boards of every kind tell them.

``DiceRolled by=Aila for=dodge pool=save2 faces=[6,2] sl=1``: names and values, lists in brackets, changes as
``hp=3->0``, signed terms as ``parts=base2-withstand1``.
"""

from __future__ import annotations

import re
from typing import Any

from domain.encounter import Encounter
from domain.events import CombatantJoined, Event, Pool
from domain.evolve import evolve
from files.short_forms import event_of
from ledger.line.entries import CommandAccepted
from tests.projections.fights import ID, Written

FROZEN = {"encounter": ID, "system": "by_hand", "version": "by_hand/1", "house_rules": {}, "rewind": "until-roll"}
SEATS = [{"id": "gm", "role": "referee"}, {"id": "P1", "role": "player"}]


def event(line: str, **stated: Any) -> Event:
    """Return an event as a line states it, and what cannot be said in one beside it."""
    kind, *words = line.split()
    fields: dict[str, Any] = dict(_stated(word) for word in words)
    if kind == "DiceRolled":
        fields = {"source": "ledger", "dice": f"{len(fields['faces'])}d6", **fields}
        fields |= {"pool": str(fields["pool"])} if "pool" in fields else {}
    if kind == "TurnStarted":
        budgets = {name: value for name, value in fields.items() if name not in ("who", "role", "engagement")}
        fields = {"who": fields["who"], "budgets": budgets}
    if kind in ("DamageApplied", "ResourceChanged"):
        fields = {"why": kind, **fields}
    if kind == "CombatantMoved":
        fields = {"from": "", **fields}
    return event_of({"type": kind, **fields, **stated})


def _stated(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    if name == "parts":
        terms = re.findall(r"([+-]?)([a-z]+)(\d+)", value)
        return name, {term: -int(size) if sign == "-" else int(size) for sign, term, size in terms}
    return name, _value(value)


def _value(text: str) -> Any:
    if text.startswith("["):
        return [_value(each) for each in text[1:-1].split(",") if each]
    if re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    return {"true": True, "false": False}.get(text, text)


def opened(positions: str) -> Event:
    """Return the first event of a fight with a referee on a board of that kind, in a system this program has not."""
    frozen = {**FROZEN, "positions": positions, "size": 0, "dice": "ledger", "referee": "gm", "seats": SEATS}
    return event("EncounterOpened", **frozen)


def laid(change: str, **detail: Any) -> Event:
    """Return a change of the board."""
    return event(f"BoardChanged change={change} reason=set_up", detail=detail)


def joined(who: str, side: str, at: str, *pools: tuple[str, int, int], life: str = "active", **sheet: Any) -> Event:
    """Return somebody with these pools and this sheet."""
    stores = tuple(Pool(name=name, now=now, max=most) for name, now, most in pools)
    return CombatantJoined(who=who, side=side, kind="pc", at=at, controller="P1", life=life, pools=stores, sheet=sheet)


def folded(*events: Event) -> Encounter:
    """Return the encounter after these events."""
    encounter = Encounter()
    for each in events:
        encounter = evolve(encounter, each)
    return encounter


class Handmade(Written):
    """A fight whose commands and events are written down as they are given."""

    def __init__(self, *events: Event) -> None:
        self.lines = []
        for each in events:
            self.write(each)

    def command(self, do: str, *lines: str, by: str = "P1") -> int:
        """Add a command and what it caused; return the number of its line."""
        seq = len(self.commands) + 1
        decl = {"action": {"do": do}, "cmd": f"c{seq}", "encounter": ID, "seat": by, "seq": seq}
        cause = self.write(CommandAccepted(decl=decl))
        for line in lines:
            self.write(event(line), cause)
        return cause


def skirmish() -> Handmade:
    """Return a fight in zones: Aila has surprised Gob1, met it in a melee, and pushed a blow that killed it."""
    fight = Handmade(
        opened("zones"),
        laid("zones", zones=["Gate", "Yard"]),
        laid("links", links=[["Gate", "Yard"]]),
        joined("Aila", "party", "Yard", ("hp", 5, 5), ("wounds", 2, 2), strength=4),
        joined("Bram", "party", "Gate", ("hp", 4, 4)),
        joined("Gob1", "enemies", "Yard", ("hp", 3, 3)),
        joined("Gob2", "enemies", "Yard", ("hp", 3, 3)),
    )
    fight.command(
        "rule",
        "RulingMade by=gm subject=surprise value=party rules=[VER-11]",
        "SurpriseSet surprising=party surprised=[Gob1,Gob2] rules=[VER-9]",
        "RoundStarted round=1",
        "OrderSet round=1 first=party basis=surprise",
        "DecisionOpened kind=choose_actor owner=party options=[Aila,Bram]",
        by="gm",
    )
    fight.command(
        "choose_actor",
        "DeclarationMade who=party kind=choose_actor actor=Aila",
        "TurnStarted who=Aila movement=1 action=1",
    )
    fight.command(
        "enter_melee",
        "DeclarationMade who=Aila kind=enter_melee target=Gob1 rules=[VER-16]",
        "ResourceChanged who=Aila movement=1->0 why=enter_melee",
        "CombatantMoved who=Aila from=Yard to=Yard mode=enter_melee",
        "EngagementChanged id=M1 change=formed kind=melee zone=Yard members=[Aila,Gob1] rules=[VER-26]",
    )
    fight.command(
        "attack",
        "DeclarationMade who=Aila kind=attack target=Gob1 weapon=sword rules=[VER-20]",
        "ResourceChanged who=Aila action=1->0 why=attack",
        "DiceRolled by=Aila for=attack pool=attr4+skill1 faces=[6,2,3,2,5] sl=1",
        "DecisionOpened kind=push owner=P1 options=[push,accept_roll]",
    )
    fight.command(
        "push",
        "DeclarationMade who=Aila kind=push",
        "DiceRolled by=Aila for=push pool=attr3+skill1 faces=[6,6,1,1] sl=2",
        "OutcomeResolved kind=push who=Aila result=pushed sl=3",
        "DiceRolled by=Gob1 for=dodge pool=save2 faces=[6,2] sl=1",
        "OutcomeResolved kind=attack who=Aila result=hit margin=2",
        "DiceRolled by=Gob1 for=withstand pool=save1 faces=[6] sl=1",
        "DamageApplied to=Gob1 by=Aila amount=3 hp=3->0 why=sword parts=base2+sl2-withstand1 rules=[VER-25]",
        "LifeStateChanged who=Gob1 life=active->dead why=hp_0",
        "EngagementChanged id=M1 change=dissolved kind=melee reason=no_foes",
    )
    return fight
