"""What is counted of each line: told from the kind of the event and its fields, never from the system."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from domain.dice import notation

Fields: TypeAlias = dict[str, Any]


class Count(NamedTuple):
    """How often, and how much altogether, somebody did or met something. ``of`` is a combatant, a seat, or a side."""

    of: str
    measure: str
    kind: str = ""
    result: str = ""
    total: int = 0
    times: int = 1


def counted(topic: str, fields: Fields) -> Iterable[Count]:
    """Return what a line counts for; nothing for most lines."""
    count = _COUNTS.get(topic)
    return () if count is None else [each._replace(of=counts_for(each.of)) for each in count(fields)]


def counts_for(name: str) -> str:
    """Return whom a name counts for: a member of a group (`Rats#2`) is no name of its own, but the group's."""
    return name.partition("#")[0]


def _damage(fields: Fields) -> Iterable[Count]:
    lost, pool = fields["before"] - fields["after"], fields["pool"]
    yield Count(fields["by"], "damage_dealt", pool, total=lost)
    yield Count(fields["to"], "damage_taken", pool, total=lost)


def _healing(fields: Fields) -> Iterable[Count]:
    yield Count(fields["to"], "healed", fields["pool"], total=fields["after"] - fields["before"])


def _won(fields: Fields) -> Iterable[Count]:
    """Count the fight for the side that won it; what is read of it counts for everybody on that side."""
    if "winner" in fields:
        yield Count(fields["winner"], "won")


def _outcome(fields: Fields) -> Iterable[Count]:
    yield Count(fields["who"], "outcome", fields["kind"], fields["result"])


def _life(fields: Fields) -> Iterable[Count]:
    yield Count(fields["who"], "became", fields["to"], fields["from"])


def _move(fields: Fields) -> Iterable[Count]:
    yield Count(fields["who"], "moved", fields["mode"], total=fields.get("cost", 0))


def _roll(fields: Fields) -> Iterable[Count]:
    """Count the roll by what it was for, and its faces by the sides of the dice."""
    worth = fields["total"] if "total" in fields else fields.get("sl", 0)
    yield Count(fields["by"], "rolled", fields["for"], total=worth)
    faces = fields.get("faces", ())
    if faces:
        yield Count(fields["by"], "dice", _kind_of(fields["dice"]), total=sum(faces), times=len(faces))


@lru_cache(1024)
def _kind_of(dice: str) -> str:
    return f"d{notation(dice).sides}"


def _turn(fields: Fields) -> Iterable[Count]:
    yield Count(fields["who"], "turn")


def _declared(fields: Fields) -> Iterable[Count]:
    yield Count(fields["who"], "declared", fields["kind"])


def _ruled(fields: Fields) -> Iterable[Count]:
    yield Count(fields["by"], "ruled", fields["subject"])


def _asked_back(fields: Fields) -> Iterable[Count]:
    yield Count(fields["by"], "asked_back")


def _took_back(fields: Fields) -> Iterable[Count]:
    yield Count(fields["by"], "took_back")


def _contested(fields: Fields) -> Iterable[Count]:
    yield Count(fields["by"], "contested")


def _settled(fields: Fields) -> Iterable[Count]:
    yield from (Count(seat, "settled", fields["result"]) for seat in fields["by"])


def _typed(fields: Fields) -> Iterable[Count]:
    """Count physical dice, as one throw, for the seat that typed them in."""
    yield Count(fields["seat"], "typed", _kind_of(fields["dice"]), total=sum(fields["faces"]), times=1)


_COUNTS: dict[str, Callable[[Fields], Iterable[Count]]] = {
    "CombatantMoved": _move,
    "DamageApplied": _damage,
    "DeclarationMade": _declared,
    "DisputeRaised": _contested,
    "DisputeSettled": _settled,
    "DiceRolled": _roll,
    "EncounterEnded": _won,
    "HistoryRewound": _took_back,
    "LifeStateChanged": _life,
    "OutcomeResolved": _outcome,
    "RewindAsked": _asked_back,
    "RulingMade": _ruled,
    "TableDiceTyped": _typed,
    "TurnStarted": _turn,
    "VitalsRestored": _healing,
}
ALWAYS = frozenset(
    {
        "RewindAsked",
        "HistoryRewound",
        "Renamed",
        "SeatJoined",
        "Unsealed",
        "DisputeRaised",
        "DisputeSettled",
        "TableDiceTyped",
        "TableDiceAttested",
    }
)
"""Lines of the table count though they were skipped: it never rewinds."""
NAMING = frozenset({"CombatantJoined", "Renamed", "Unsealed"})
LOOKED_AT = frozenset({*_COUNTS, *NAMING, "EncounterOpened", "SeatJoined", "TableDiceAttested"})
