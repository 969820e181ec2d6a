"""The luck of everybody in one fight or several, and what speaks against dice that people threw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.table.fight import Fight
from projections import naming
from projections.luck import evidence
from projections.luck.fortune import Fortune, fortune
from projections.luck.throws import Die, Throw, throws, typed


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """The luck of somebody, a side or a seat, by ``id`` and what that is called, without what was taken back."""

    id: str
    name: str
    fortune: Fortune


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownDice:
    """The dice of one kind that a seat threw and typed in, those included that were taken back.

    Of fair dice at most one row in ``evidence`` ever comes to so much; ``stands_out`` among all that were looked at.
    """

    seat: str
    sides: int
    dice: int
    evidence: float
    stands_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The rolls that a seat had taken back: their ``luck`` is about 50 where that had nothing to do with them."""

    seat: str
    rolls: int
    luck: float
    evidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """The luck in some fights. Of several there is none by combatant: their names mean others in each."""

    encounters: tuple[str, ...]
    combatants: tuple[Lot, ...]
    sides: tuple[Lot, ...]
    seats: tuple[Lot, ...]
    thrown: tuple[ThrownDice, ...]
    taken_back: tuple[TakenBack, ...]


def luck(fights: Sequence[Fight]) -> Luck:
    """Return the luck in one fight, or in several together."""
    every = [throw for fight in fights for throw in throws(fight)]
    counted = [throw for throw in every if throw.undone_by is None]
    alone = fights[0] if len(fights) == 1 else None
    called = {} if alone is None else naming.spoken(alone)
    return Luck(
        encounters=tuple(fight.id for fight in fights),
        combatants=() if alone is None else _shares(counted, lambda throw: throw.by, called),
        sides=_shares(counted, lambda throw: throw.side, called),
        seats=_shares(counted, lambda throw: throw.seat, {}),
        thrown=_thrown([die for fight in fights for die in typed(fight)]),
        taken_back=_taken_back(throw for throw in every if throw.undone_by is not None),
    )


def _shares(
    counted: Iterable[Throw], whose: Callable[[Throw], str | None], called: Mapping[str, str]
) -> tuple[Lot, ...]:
    """Return the luck of each, in the order of their first roll."""
    rolls: dict[str, list[Throw]] = {}
    for throw in counted:
        if (of := whose(throw)) is not None:
            rolls.setdefault(of, []).append(throw)
    found = ((of, fortune([throw.place for throw in own])) for of, own in rolls.items())
    return tuple(Lot(id=of, name=called.get(of, of), fortune=each) for of, each in found if each is not None)


def _thrown(dice: Iterable[Die]) -> tuple[ThrownDice, ...]:
    faces: dict[tuple[str, int], list[int]] = {}
    for die in dice:
        faces.setdefault((die.seat, die.sides), []).append(die.face)
    values = {of: evidence.of_faces(shown, of[1]) for of, shown in faces.items()}
    named = evidence.named(values)
    return tuple(
        ThrownDice(seat=of[0], sides=of[1], dice=len(faces[of]), evidence=value, stands_out=of in named)
        for of, value in values.items()
    )


def _taken_back(undone: Iterable[Throw]) -> tuple[TakenBack, ...]:
    stood: dict[str, list[float]] = {}
    for throw in undone:
        stood.setdefault(throw.undone_by or "", []).append(float(throw.place.mid_p))
    return tuple(
        TakenBack(seat=seat, rolls=len(own), luck=100 * sum(own) / len(own), evidence=evidence.of_luck(own))
        for seat, own in stood.items()
    )
