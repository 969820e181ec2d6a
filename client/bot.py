"""An automatic player at a real table: it takes one of the offers of its seat until the fight is over."""

from __future__ import annotations

from functools import partial
from time import monotonic

from bots.players import TIRED, Choices, Player, sensible
from client.calling import Problem
from client.client import Client
from domain.deciding import offers
from ledger.table import rolling
from ledger.table.fight import Fight

IDLE = 1.0
"""Seconds without anything new after which it looks for an end, if nobody else has anything to do."""
_GOES_ON = (409, 412, 429, 503)


class Bot:
    """Plays one seat with an automatic player."""

    def __init__(self, client: Client, player: Player, choices: Choices) -> None:
        self.client = client
        self.given = 0
        self._player = player
        self._choices = choices
        self._since = monotonic()

    def play(self) -> str | None:
        """Play to the end and return the outcome; Alarm, Problem, NoServer."""
        client = self.client
        size = 0
        while True:
            with client.knowing():
                fight = client.history.fight()
            if fight.encounter.outcome is not None or fight.table.closed:
                return fight.encounter.outcome
            if len(fight.lines) > size:
                size, self._since = len(fight.lines), monotonic()
            if not self._step(fight):
                client.wait(partial(_knows_more, client, size), IDLE)

    def _step(self, fight: Fight) -> bool:
        """Do what is to be done now; return whether there was anything."""
        if waits(fight):
            return self._go_on(fight)
        if (request := fight.table.request) is not None:
            return self._agree(fight, request.by, dict(request.agreed))
        seat, encounter = self.client.seat, fight.encounter
        if seat not in fight.table.players:
            return False
        tired = len(fight.lines) > 20 * TIRED
        body = self._player(encounter, offers(encounter, seat), self._choices, tired)
        if body is None and self._nobody_else_wants(fight):
            body = sensible(encounter, offers(encounter, seat), self._choices, True)
        return body is not None and self._give(body, fight.version + 1)

    def _nobody_else_wants(self, fight: Fight) -> bool:
        """Return whether it has been quiet for a while, and no other seat has anything that moves the fight on."""
        if monotonic() - self._since < IDLE:
            return False
        others = (seat for seat in fight.table.players if seat != self.client.seat)
        encounter, anything = fight.encounter, Choices(0)
        return all(self._player(encounter, offers(encounter, seat), anything, False) is None for seat in others)

    def _give(self, body: dict[str, object], at: int) -> bool:
        try:
            self.client.do(body, at=at)
        except Problem as problem:
            if problem.status not in _GOES_ON:
                raise
            # Somebody was faster, or this became known meanwhile: look again once something is new.
            return self.client.history.covered > at
        self.given += 1
        return True

    def _go_on(self, fight: Fight) -> bool:
        """Agree to go on without links that do not come, where that is asked."""
        opened, seat = fight.table.open_roll, self.client.seat
        late = opened is not None and monotonic() - self._since >= rolling.PATIENCE / 1000
        if opened is None or not late or fight.table.missing != "consent" or seat in opened.without:
            return False
        if seat not in {opened.seat, *(fight.table.devices[party].seat for party in opened.contributors)}:
            return False
        return self._called("go_on", roll=opened.roll)

    def _agree(self, fight: Fight, by: str, agreed: dict[str, int]) -> bool:
        """Agree to what somebody wants to take back."""
        seat = self.client.seat
        if seat == by or seat in agreed or seat not in fight.table.players:
            return False
        return self._called("answer_rewind", agree=True)

    def _called(self, do: str, **fields: object) -> bool:
        try:
            self.client.call(do, **fields)
        except Problem as problem:
            if problem.status not in _GOES_ON:
                raise
            return False
        return True


def _knows_more(client: Client, size: int) -> bool:
    """Return whether the client was told more lines than so many."""
    return client.history.covered > size


def waits(fight: Fight) -> bool:
    """Return whether a roll waits for links."""
    return fight.table.open_roll is not None and bool(fight.table.open_roll.contributors)
