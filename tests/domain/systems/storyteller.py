"""Fights of storyteller for tests: people, boards, and the way to a moment."""

from __future__ import annotations

from typing import Any

from domain.commands import Command
from domain.deciding import decide, open_encounter
from domain.dice import Notation, Thrown
from domain.encounter import Encounter
from domain.evolve import evolve
from ledger.line.actions import command_of
from tests.openings import opening_of

Body = dict[str, Any]

GRID: Body = {"width": 10, "height": 10}
ZONES: Body = {
    "zones": ["Court", "Keep", "Tower", "Moat"],
    "links": [["Court", "Keep"], {"between": ["Keep", "Tower"], "state": "detached", "turns": 2},
              {"between": ["Court", "Moat"], "state": "inaccessible", "reason": "water"}],
}  # fmt: skip
ATTACKS: list[Body] = [
    {"id": "blade", "category": "melee_weapon", "to_hit": 4, "damage": "1d6+2", "type": "slashing"},
    {"id": "bow", "category": "ranged_weapon", "to_hit": 3, "damage": "1d6+1", "type": "piercing", "range": [80, 320]},
]
ABILITIES: list[Body] = [
    {"id": "feint", "kind": "bonus"},
    {"id": "mend", "kind": "spell", "aims": "ally", "range": 30, "effect": {"heal": "2d6"}},
    {"id": "roar", "kind": "action", "aims": "enemy", "range": 60, "effect": {"damage": "1d6"}},
    {"id": "brace", "kind": "action", "effect": {"condition": "braced", "until": "turn_start"}},
    {"id": "parry", "kind": "reaction"},
]


def Hero(name: str, **stated: Any) -> Body:  # noqa: N802  # it reads like somebody
    """Return a character of the seat ana."""
    usual: Body = {
        "kind": "pc",
        "controller": "ana",
        "hp": 12,
        "agility": 2,
        "attacks": ATTACKS,
        "abilities": ABILITIES,
    }
    return {"id": name, **usual, **stated}


def Foe(name: str, **stated: Any) -> Body:  # noqa: N802
    """Return a creature of the storyteller's."""
    return {"id": name, "kind": "creature", "hp": 6, "agility": 2, "attacks": ATTACKS[:1], **stated}


class Listed:
    """Dice that give the faces of a list, and threes after it."""

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        taken = (self.faces[: dice.count] + [3] * dice.count)[: dice.count]
        del self.faces[: dice.count]
        return Thrown(faces=tuple(min(face, dice.sides) for face in taken), source="loaded")


def begun_with(people: list[Body], settings: Body | None = None, board: Body | None = GRID) -> Encounter:
    """Return the fight as it stands after its set-up."""
    opening = {
        "system": "storyteller",
        "positions": "zones" if board is not None and "zones" in board else "grid",
        "board": board,
        "seats": [{"id": "st", "role": "referee"}, {"id": "ana"}, {"id": "bo"}],
        "settings": settings or {},
        "combatants": people,
    }
    encounter = Encounter()
    for event in open_encounter(opening_of(opening), "0" * 32):
        encounter = evolve(encounter, event)
    return encounter


class Go:
    """Plays commands, one after another."""

    def command(self, body: Body) -> Command:
        """Return a body as the command it is."""
        return command_of(body, "storyteller")

    def __call__(self, encounter: Encounter, *steps: Body, faces: list[int] | None = None) -> Encounter:
        """Return the encounter after some commands."""
        dice = Listed(list(faces or []))
        for body in steps:
            for event in decide(self.command(body), encounter, dice):
                encounter = evolve(encounter, event)
        return encounter


go = Go()


def turns_begun(people: list[Body], settings: Body | None = None, board: Body | None = GRID) -> Encounter:
    """Return the fight at the first turn, in the order of the list."""
    encounter = begun_with(people, settings, board)
    names = [each["id"] for each in people if each["kind"] != "object"]
    rolled = [{"do": "roll_initiative", "by": encounter.combatants[name].controller, "who": name} for name in names]
    begin: list[Body] = [
        {"do": "open", "by": "st"},
        {"do": "determine_surprise", "by": "st", "hiding": []},
        {"do": "positions_done", "by": "st"},
    ]
    faces = [face for n in range(len(names)) for face in (6 - n, 6, 6)]
    return go(encounter, *begin, *rolled, faces=faces)
