"""The calls of seats about what stands around a fight: disputes, typed dice that were seen, the end of the ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.line.canonical import canon
from ledger.line.entries import DisputeAnswered, DisputeRaised, Json, LedgerClosed, TableDiceAttested, Withheld
from ledger.table import accepting, attesting, closing, disputing, sealing
from ledger.table.answers import Answer
from ledger.table.fight import Fight
from ledger.table.writing import Writing


class WithCalls:
    """What a ledger does for seats beside the fight; ``Ledger`` is this and the rest.

    Of each call ``signed`` is its head: ``cmd``, and what a seat with a device adds.
    """

    _signed: Callable[..., Answer]

    def contest(self, encounter: str, seat: str, of: int, reason: str, **signed: Any) -> Answer:
        """Contest a line, and say why. NoDispute says why it cannot be."""
        canon(reason)
        return self._signed(encounter, DisputeRaised(of=of, by=seat, reason=reason, **signed), disputing.contest)

    def settle(
        self,
        encounter: str,
        seat: str,
        dispute: int,
        result: str,
        reason: str,
        action: Json | None = None,
        **signed: Any,
    ) -> Answer:
        """Say how the dispute raised in a line should end. NotYours, NoDispute."""
        canon([reason, action] if action is not None else reason)
        answered = DisputeAnswered(dispute=dispute, result=result, reason=reason, action=action, seat=seat, **signed)
        return self._signed(encounter, answered, disputing.settle)

    def attest(self, encounter: str, seat: str, of: int, verdict: str, **signed: Any) -> Answer:
        """Say of the dice typed in in a line whether they were seen. NotYours, NotWaiting."""
        return self._signed(encounter, TableDiceAttested(of=of, verdict=verdict, seat=seat, **signed), attesting.attest)

    def withhold(self, encounter: str, seat: str, of: int, reason: str, **signed: Any) -> Answer:
        """Say that what a line sealed stays shut, and why. NotYours if the seat did not seal it, ReadOnly."""
        canon(reason)

        def withhold(fight: Fight, writing: Writing, withheld: Withheld) -> int:
            accepting.must_play(fight, withheld.by)
            return sealing.withhold(fight, writing, withheld)

        return self._signed(encounter, Withheld(of=of, by=seat, reason=reason, **signed), withhold)

    def close_ledger(self, encounter: str, seat: str, **signed: Any) -> Answer:
        """Close the ledger of an encounter that is over. NotYours, NotClosed."""
        return self._signed(encounter, LedgerClosed(by=seat, **signed), closing.close)
