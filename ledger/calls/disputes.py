"""The calls of seats about what stands around a fight: disputes, typed dice that were seen, the end of the ledger."""

from __future__ import annotations

from typing import Unpack

from ledger.calls.answering import Answering
from ledger.line.canonical import canon
from ledger.line.entries import DisputeAnswered, DisputeRaised, Head, Json, TableDiceAttested
from ledger.table import attesting, disputing
from ledger.table.answers import Answer


class Disputes:
    """What seats contest, and what they say of dice."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    def contest(self, encounter: str, seat: str, of: int, reason: str, **head: Unpack[Head]) -> Answer:
        """Contest a line, and say why. NoDispute says why it cannot be."""
        canon(reason)
        return self._answering.signed(
            encounter, DisputeRaised(of=of, by=seat, reason=reason, **head), disputing.contest
        )

    def settle(
        self,
        encounter: str,
        seat: str,
        dispute: int,
        result: str,
        reason: str,
        action: Json | None = None,
        **head: Unpack[Head],
    ) -> Answer:
        """Say how the dispute raised in a line should end. NotYours, NoDispute."""
        canon([reason, action] if action is not None else reason)
        answered = DisputeAnswered(dispute=dispute, result=result, reason=reason, action=action, seat=seat, **head)
        return self._answering.signed(encounter, answered, disputing.settle)

    def attest(self, encounter: str, seat: str, of: int, verdict: str, **head: Unpack[Head]) -> Answer:
        """Say of the dice typed in in a line whether they were seen. NotYours, NotWaiting."""
        return self._answering.signed(
            encounter, TableDiceAttested(of=of, verdict=verdict, seat=seat, **head), attesting.attest
        )
