"""What people at a table do beside playing: take back, contest and settle, throw dice, and say whether they saw them.

All of it comes by chance, the same again for the same seed and the same fight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bots.lab.keyed import face
from bots.players import Choices
from domain.deciding import answers_for, knows, sides
from domain.dice import notation
from ledger.line.entries import TableDiceTyped
from ledger.table import rewinding, settling
from ledger.table.accepting import wait
from ledger.table.answers import Wait
from ledger.table.fight import Fight
from ledger.table.standing import Dispute, Request

MOST_TAKEN_BACK = 8
"""So often a fight is taken back, so that it comes to its end."""
FARTHEST = 3
"""So many commands are taken back at once, at most."""
SLIPS, QUARRELS, RETHROWS = 14, 20, 15
"""One command of so many is taken back, one contested; one roll of so many is not thrown, but taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """A seat wants the fight back where it was at a version."""

    seat: str
    to_version: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A seat agrees to what another one wants to take back, or does not."""

    seat: str
    agree: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A seat contests a line."""

    seat: str
    of: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """A seat says how a dispute should end."""

    seat: str
    dispute: int
    result: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attest:
    """A seat says of the dice of another one whether it saw them."""

    seat: str
    of: int
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A seat types in what dice showed on the table."""

    seat: str
    by: str
    dice: str
    faces: tuple[int, ...]


Deed: TypeAlias = TakeBack | Answer | Contest | Settle | Attest | Throw


class Life:
    """The people at the table of one fight, under a seed, which is for the dice that they throw as well."""

    def __init__(self, seed: int) -> None:
        self._choices = Choices(seed)
        self._key = f"table {seed}".encode()
        self._taken_back = 0
        # Up to where they have thought of taking back or contesting, and have spoken of dice.
        self._considered = self._spoken = -1
        self._plans: dict[int, str] = {}

    def next_deed(self, fight: Fight) -> Deed | None:
        """Return what somebody does before the next command; None where nobody has anything to do."""
        if (request := fight.table.request) is not None:
            return self._answer(fight, request)
        if (waited := wait(fight)) is not None:
            return self._throw(fight, waited)
        return self._attest(fight) or self._settle(fight) or self._mind(fight)

    def _one_of(self, many: int) -> bool:
        return self._choices.below(many) == 0

    def _answer(self, fight: Fight, request: Request) -> Answer:
        asked = (seat for seat in fight.table.players if seat != request.by and seat not in dict(request.agreed))
        return Answer(seat=next(asked), agree=not self._one_of(5))

    def _throw(self, fight: Fight, waited: Wait) -> Deed:
        if waited.line > self._considered:
            self._considered = waited.line
            if self._one_of(RETHROWS) and (back := self._take_back(fight, 1, "the wrong dice")) is not None:
                return back
        dice = notation(waited.dice)
        what = f"{fight.version}\n{waited.by}"
        faces = tuple(face(self._key, f"{what}\n{die}", dice.sides) for die in range(dice.count))
        return Throw(seat=_thrower(fight, waited), by=waited.by, dice=waited.dice, faces=faces)

    def _attest(self, fight: Fight) -> Attest | None:
        """Return what one of another side says of dice that nobody spoke of."""
        for line in fight.lines[self._spoken + 1 :]:
            self._spoken = line.n
            if isinstance(line.entry, TableDiceTyped):
                others = _of_other_sides(fight, line.entry.seat)
                drawn = self._choices.below(10)
                if others and drawn < len(_SAID):
                    seat = others[self._choices.below(len(others))]
                    return Attest(seat=seat, of=line.n, verdict=_SAID[drawn])
        return None

    def _settle(self, fight: Fight) -> Deed | None:
        """Return what comes next of the disputes that are open, some of which nobody settles."""
        for dispute in fight.table.open_disputes:
            if dispute.line not in self._plans:
                plan = self._plans[dispute.line] = ("stays open", "stands", "goes back")[self._choices.below(3)]
                back = self._take_back(fight, 1, dispute.reason, dispute.by) if plan == "goes back" else None
                if back is not None:
                    return back
            if self._plans[dispute.line] != "stays open":
                return _word(fight, dispute)
        return None

    def _mind(self, fight: Fight) -> Deed | None:
        """Return what somebody minds of the newest command, once for each."""
        newest = fight.ends[-1]
        if newest <= self._considered or fight.encounter.outcome is not None:
            return None
        self._considered = newest
        if self._one_of(SLIPS):
            return self._take_back(fight, 1 + self._choices.below(FARTHEST), "a slip")
        if self._one_of(QUARRELS):
            seat = fight.table.players[self._choices.below(len(fight.table.players))]
            return Contest(seat=seat, of=newest, reason="that is not what was said")
        return None

    def _take_back(self, fight: Fight, commands: int, reason: str, seat: str | None = None) -> TakeBack | None:
        """Return the wish to take some commands back, of whoever may have it; None where nobody may."""
        players = fight.table.players
        first = self._choices.below(len(players)) if seat is None else players.index(seat)
        for each in (*players[first:], *players[:first]):
            there = rewinding.targets(fight, each)[:commands]
            if there and self._taken_back < MOST_TAKEN_BACK:
                self._taken_back += 1
                return TakeBack(seat=each, to_version=there[-1], reason=reason)
        return None


_SAID = ("contest", "unseen", "unseen", "saw", "saw", "saw", "saw", "saw")
"""What is said of dice, as often as it stands there; of the rest nothing is."""


def _thrower(fight: Fight, waited: Wait) -> str:
    """Return the seat that types the dice in: one that speaks for who rolls, or for all that roll together."""
    opened = fight.table.open_roll
    seat = fight.table.players[0] if opened is None else opened.seat
    if not knows(fight.encounter, waited.by):
        return fight.encounter.referee or seat
    return next(each for each in (seat, *fight.table.players) if answers_for(fight.encounter, each, waited.by))


def _of_other_sides(fight: Fight, seat: str) -> list[str]:
    """Return the seats that may say whether they saw the dice of a seat."""
    own = sides(fight.encounter, seat)
    others = (each for each in fight.table.players if each != seat)
    return [each for each in others if each == fight.encounter.referee or not own & sides(fight.encounter, each)]


def _word(fight: Fight, dispute: Dispute) -> Settle:
    """Return the next word on how a dispute should end: as one that led to a rewind, or else as if nothing were."""
    gone = settling.skipped_by(fight.log, fight.version, dispute.of) is not None
    result, reason = ("rewound", "it was taken back") if gone else ("stands", "it was so")
    referee = settling.referee_of(fight.table)
    judges = fight.table.players if referee is None else (referee,)
    words = dispute.words
    seat = next(each for each in judges if each not in words or words[each].result != result)
    return Settle(seat=seat, dispute=dispute.line, result=result, reason=reason)
