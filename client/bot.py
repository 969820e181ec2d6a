"""An automatic player at a real table: it takes one of the offers of its seat until the fight is over."""

from __future__ import annotations

from functools import partial
from time import monotonic

from bots.at_table import IDLE, Act, Agree, GoOn, is_over, next_call
from bots.players import Choices, Player
from client.calling import NoServer, Problem
from client.client import Client
from ledger.table.fight import Fight

PATIENCE = 600.0
"""Seconds that a server may be away in the middle of a fight."""
_GOES_ON = (409, 412, 429, 503)


class Bot:
    """Plays one seat with an automatic player."""

    def __init__(self, client: Client, player: Player, choices: Choices) -> None:
        self.client = client
        self.given = 0
        self._player = player
        self._choices = choices
        self._since = monotonic()
        self._away: float | None = None

    def play(self) -> str | None:
        """Play to the end and return the outcome; Alarm, Problem, NoServer."""
        client = self.client
        size = 0
        while True:
            with client.knowing():
                fight = client.history.fight()
            if is_over(fight):
                return fight.encounter.outcome
            if len(fight.lines) > size:
                size, self._since = len(fight.lines), monotonic()
            try:
                acted = self._step(fight)
                self._away = None
            except NoServer:
                if client.over:
                    raise
                self._must_be_back_soon()
                acted = False
            if not acted:
                client.wait(partial(_knows_more, client, size), IDLE)

    def _must_be_back_soon(self) -> None:
        """Let a server that may be started again be away; NoServer once that has been for too long."""
        self._away = self._away or monotonic()
        if monotonic() - self._away > PATIENCE:
            raise NoServer("The server has been away for too long: start the bot again once it answers.")

    def _step(self, fight: Fight) -> bool:
        """Do what is to be done now; return whether there was anything."""
        quiet = monotonic() - self._since
        match next_call(fight, self.client.seat, self._player, self._choices, quiet=quiet):
            case None:
                return False
            case GoOn(roll=roll):
                return self._called("go_on", roll=roll)
            case Agree():
                return self._called("answer_rewind", agree=True)
            case Act(body=body, at=at):
                return self._give(body, at)

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
