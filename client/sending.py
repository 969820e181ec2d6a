"""Calls in the name of a seat: each is signed and counted, one at a time, and sent again where that may help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_hex
from threading import RLock

from client import replies
from client.calling import Problem
from client.device import Device
from client.standing import Standing
from domain.secret.commands import is_secret
from ledger.line.entries import Json

_AGAIN = 3
_PATHS = {
    "rewind": "/rewind",
    "answer_rewind": "/consents",
    "type_dice": "/dice",
    "go_on": "/missing",
    "attest": "/attestations",
    "contest": "/disputes",
    "settle": "/disputes/{dispute}/answers",
    "withhold": "/withheld",
    "rename": "/names",
    "close": "/close",
}
"""Where each call that is no command is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a call came to: the numbers of its first line and its last, and the lines themselves."""

    first: int
    version: int
    lines: tuple[Json, ...]


class Sending:
    """What is called in the name of one seat; a seat without a device says who it is by its key alone."""

    def __init__(self, standing: Standing, device: Device | None) -> None:
        self._standing = standing
        self._device = device
        self._calling = RLock()

    def do(self, action: Json, at: int | None, cmd: str) -> Done:
        """Give a command and return what came of it, its dice included."""
        done = self._sent("/commands", lambda: self.declared(action, cmd, at))
        self._decided(done.first)
        return done

    def call(self, do: str, fields: Json) -> Done:
        """Make a call that is no command."""
        action = {"do": do, **fields}
        cmd, path = token_hex(16), _PATHS[do].format(**fields)
        told = {name: value for name, value in fields.items() if f"{{{name}}}" not in _PATHS[do]}

        def body() -> Json:
            if self._device is None:
                return {**told, "cmd": cmd}
            return {**told, **self._device.call(action, self._standing.history.seen, self.following, cmd)}

        return self._sent(path, body)

    def renew(self, length: int | None = None) -> None:
        """Begin another chain; without a device there is none."""
        device = self._device
        if device is not None:
            self._sent("/chains", lambda: device.renewing(self._standing.history.seen, self.following, length))

    def change_key(self) -> None:
        """Take another key and another chain, for which the present key vouches."""
        device = self._device
        if device is not None:
            self._sent("/keys", lambda: device.changing(self._standing.history.seen, self.following))

    @property
    def following(self) -> int:
        """Return the count of the next call of this seat."""
        return self._standing.history.table.seq.get(self._standing.seat, 0) + 1

    def declared(self, action: Json, cmd: str, at: int | None) -> Json:
        """Return the body of a command, which rests on the first ``at`` lines, or on all."""
        history = self._standing.history
        seen = history.seen if at is None else [at, history.leaf(at - 1).hex()]
        if self._device is None:
            return {"action": action, "cmd": cmd, "seen": seen}
        secret = is_secret(history.fight().encounter, self._standing.seat, action)
        return self._device.declaring(action, seen, self.following, cmd, secret=secret)

    def _sent(self, path: str, body: Callable[[], Json]) -> Done:
        """Send a call and return what it came to, once its lines are known here too."""
        answer = self._posted(path, body, _AGAIN)
        version = replies.read(replies.Happened, answer).version
        lines = tuple(answer.get("lines", ()))
        self._standing.wait(lambda: self._standing.history.covered > version)
        return Done(first=lines[0]["n"] if lines else version, version=version, lines=lines)

    def _posted(self, path: str, body: Callable[[], Json], tries: int) -> Json:
        """Send a call, again with what is known by then where that may help, and return the answer."""
        self._standing.must_go_on()
        with self._calling:
            try:
                with self._standing.known:
                    sent = body()
                answer: Json = self._standing.calls.post(self._standing.at(path), sent)
                return answer
            except Problem as problem:
                if tries == 1 or not self._may_come_again(problem):
                    raise
        return self._posted(path, body, tries - 1)

    def _may_come_again(self, problem: Problem) -> bool:
        """Wait until a call that was refused can be sent again; return whether it can."""
        standing, seats = self._standing, self._standing.at("/seats")
        if problem.kind == "out-of-sequence":
            size = replies.read(replies.Seating, standing.calls.ask(seats)).seen[0]
            return standing.wait(lambda: standing.history.size >= size)
        if problem.kind in ("dice-awaited", "not-joined") and standing.calls.ask(seats):
            opened = standing.open_roll
            return opened is not None and self._decided(opened.line)
        return False

    def _decided(self, line: int) -> bool:
        """Return whether the roll of a command is decided, or becomes so in time; consent may take longer."""
        standing = self._standing

        def decided() -> bool:
            opened = standing.open_roll
            waits = opened is not None and opened.line == line
            return not waits and standing.history.covered == standing.history.size

        return standing.wait(decided)
