"""Somebody at a table: listens, checks every line, salts rolls by itself, and calls in a seat's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from secrets import token_hex
from threading import Condition, RLock
from time import monotonic, time
from typing import Any

import orjson

from client import evidence, presence, replies
from client.calling import Calls, NoServer, Problem, StreamEvent
from client.device import Device
from client.errands import Errands
from client.folder import Kept
from client.guard import Guard
from client.history import Alarm, History, rows_in
from client.links import HANDS, Links
from client.presence import Presence
from client.stream import Stream
from client.vouching import Asking, asking
from domain.secret.commands import is_secret
from ledger.line.canonical import canon_trusted
from ledger.line.entries import ChainRenewed, Json, SeatJoined, SeatKeyChanged
from ledger.table.standing import OpenRoll

RENEW_AT = 16
"""A chain with so few links left is renewed."""
PATIENCE = 30.0
"""Seconds that a call waits for its own line, or for a roll that is open, before it goes on without."""
_AGAIN = 3
_GRACE = 3.0
"""Seconds that a client which ends waits for calls that are under way."""
_RENEWED = (SeatJoined, SeatKeyChanged, ChainRenewed)
"""Lines that tell of the keys and chains of devices."""
_ENDS = ("RoundEnded", "EncounterEnded", "LedgerClosed")
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


class Client:
    """One seat of one fight; with a device it signs and salts, without one it is custodial.

    ``watch`` is called with the number of lines whenever more are known and every two seconds while a roll waits for
    links, and with None when it stops for good, by more than one thread. ``alarm`` says why it did, if somebody cheats,
    ``trouble`` if the server is gone. ``fresh``: it sat down just now.
    """

    def __init__(
        self,
        calls: Calls,
        encounter: str,
        seat: str,
        device: Device | None = None,
        kept: Kept | None = None,
        watch: Callable[[int | None], None] = lambda _: None,
        *,
        fresh: bool = False,
    ) -> None:
        self.calls = calls
        self.encounter = encounter
        self.seat = seat
        self.device = device
        self.history = History(encounter)
        self.alarm: Alarm | None = None
        self.trouble: str | None = None
        self._fresh = fresh
        self._kept = kept or Kept(None)
        self._watch = watch
        self._known = Condition(RLock())
        self._calling = RLock()
        self._errands = Errands(self._raise, self._is_in_trouble, self._fail)
        self._over = self._errands.over
        self._guard, self._links, self._presence = None, None, None
        if device is not None:
            self._guard = Guard(device, self.history)
            self._links = Links(calls, self._at("/links"), self._guard, self._known, self._errands)
            self._presence = Presence(calls, self._at("/presence"), device, self._guard)
        self._stream = Stream(calls, self._at("/stream"), self._over)
        self._round_over = False
        self._closed = False
        self._vetoed: set[int] = set()

    # Beginning and ending

    def start(self) -> Client:
        """Load what is known, and take part from now on; Alarm, Problem, NoServer."""
        try:
            self._load()
        except Alarm as alarm:
            self._raise(alarm)
            raise
        # What the server leaves unanswered in one keeps nothing back in the others, signs of life least of all.
        works = {"listen": self._listen, "show": self._show, "work": self._errands.work}
        if self._links is not None:
            works |= {f"hand in {number}": self._links.hand_in for number in range(HANDS)}
        for name, work in works.items():
            self._errands.begin(f"{self.seat} {name}", work)
        return self

    def close(self) -> None:
        """Leave the table; the seat stays taken, and the device comes again whenever it likes."""
        if self._closed:
            return
        self._closed = True
        self._end()
        self._stream.shut()
        if self._presence is not None and self.alarm is None and self.history.size:
            # A server that hangs is not waited for any longer than calls that are under way.
            self._errands.begin(f"{self.seat} leave", self._presence.leave)
        self._errands.join(_GRACE)
        self.calls.close()
        self._kept.close()
        if self.device is not None:
            self.device.close()
        with self._known:
            self._known.notify_all()

    def __enter__(self) -> Client:
        """Take part; whoever cannot lets go of what it holds."""
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, *_: object) -> None:
        """Leave."""
        self.close()

    @property
    def over(self) -> bool:
        """Return whether it takes no part any more."""
        return self._over.is_set()

    @property
    def given(self) -> int:
        """Return how many links of this device the server took."""
        return 0 if self._links is None else self._links.given

    # Knowing

    def wait(self, holds: Callable[[], Any], seconds: float = PATIENCE) -> bool:
        """Return whether something came to hold in time; Alarm if somebody cheats meanwhile."""
        end = monotonic() + seconds
        with self._known:
            while not holds():
                self._must_go_on()
                if (left := end - monotonic()) <= 0:
                    return False
                self._known.wait(min(left, 0.5))
        self._must_go_on()
        return True

    def settle(self, seconds: float = 3.0) -> None:
        """Wait until what is to be done is done, the cosignature of the end included."""
        self._errands.settle(seconds)

    def knowing(self) -> Any:
        """Return the lock under which nothing new comes to be known."""
        return self._known

    @property
    def open_roll(self) -> OpenRoll | None:
        """Return the roll that waits for links."""
        opened = self.history.table.open_roll
        return opened if opened is not None and opened.contributors else None

    def _must_go_on(self) -> None:
        if self.alarm is not None:
            raise self.alarm
        if self._over.is_set():
            raise NoServer(self.trouble or "The client has ended.")

    # Calling

    def do(self, action: Json, *, at: int | None = None, cmd: str | None = None) -> Done:
        """Give a command and return what came of it, its dice included; it rests on the first ``at`` lines, or on all.

        Problem says why not: 412 where the fight went on since. Where only the count of calls or an open roll is in
        the way, it is sent again under the same id.
        """
        cmd = cmd or token_hex(16)
        done = self._sent("/commands", lambda: self._declared(action, cmd, at))
        self._decided(done.first)
        return done

    def call(self, do: str, **fields: Any) -> Done:
        """Make a call that is no command: rewind, answer_rewind, type_dice, go_on, contest and the like."""
        action = {"do": do, **fields}
        cmd, path = token_hex(16), _PATHS[do].format(**fields)
        told = {name: value for name, value in fields.items() if f"{{{name}}}" not in _PATHS[do]}

        def body() -> Json:
            if self.device is None:
                return {**told, "cmd": cmd}
            return {**told, **self.device.call(action, self.history.seen, self._following, cmd)}

        return self._sent(path, body)

    def compare(self, pasted: str) -> str:
        """Return in a sentence whether what somebody else was told is the same history; Alarm if it is not."""
        try:
            with self._known:
                return self.history.compared(pasted)
        except Alarm as alarm:
            self._raise(alarm)
            raise

    def who_asks(self, declaration: Json) -> Asking:
        """Return which device asks to be vouched for; ValueError for what is no request to this one.

        Raises:
            Alarm: The other device was told another history.
        """
        return self._asked(declaration)[1]

    def vouch(self, declaration: Json) -> Json:
        """Return this device's signature under what another one declares, by its name. Raises as ``who_asks``."""
        device, _ = self._asked(declaration)
        return {device.state.party: device.vouching(declaration)}

    def _asked(self, declaration: Json) -> tuple[Device, Asking]:
        device = self.device
        with self._known:
            asks = asking(declaration, self.seat, self.history.table)
            if device is None or asks is None:
                raise ValueError("This is no request of a device that you could vouch for.")
            size, head = declaration["seen"]
            known = 0 < size <= self.history.size and self.history.leaf(size - 1).hex() == head
        if declaration["encounter"] != self.encounter or not known:
            self._raise(Alarm("forked", "The device that asks was told another history.", {"theirs": declaration}))
            self._must_go_on()
        return device, asks

    def renew(self, length: int | None = None) -> None:
        """Begin another chain."""
        device = self.device
        if device is not None:
            self._sent("/chains", lambda: device.renewing(self.history.seen, self._following, length))

    def change_key(self) -> None:
        """Take another key and another chain, for which the present key vouches."""
        device = self.device
        if device is not None:
            self._sent("/keys", lambda: device.changing(self.history.seen, self._following))

    @property
    def _following(self) -> int:
        return self.history.table.seq.get(self.seat, 0) + 1

    def _declared(self, action: Json, cmd: str, at: int | None) -> Json:
        seen = self.history.seen if at is None else [at, self.history.leaf(at - 1).hex()]
        if self.device is None:
            return {"action": action, "cmd": cmd, "seen": seen}
        secret = is_secret(self.history.fight().encounter, self.seat, action)
        return self.device.declaring(action, seen, self._following, cmd, secret=secret)

    def _posted(self, path: str, body: Callable[[], Json], tries: int) -> Json:
        """Send a call, again with what is known by then where that may help, and return the answer."""
        self._must_go_on()
        with self._calling:
            try:
                with self._known:
                    sent = body()
                answer: Json = self.calls.post(self._at(path), sent)
                return answer
            except Problem as problem:
                if tries == 1 or not self._may_come_again(problem):
                    raise
        return self._posted(path, body, tries - 1)

    def _sent(self, path: str, body: Callable[[], Json]) -> Done:
        """Send a call and return what it came to, once its lines are known here too."""
        answer = self._posted(path, body, _AGAIN)
        version = replies.read(replies.Happened, answer).version
        lines = tuple(answer.get("lines", ()))
        self.wait(lambda: self.history.covered > version)
        return Done(first=lines[0]["n"] if lines else version, version=version, lines=lines)

    def _may_come_again(self, problem: Problem) -> bool:
        """Wait until a call that was refused can be sent again; return whether it can."""
        if problem.kind == "out-of-sequence":
            size = replies.read(replies.Seating, self.calls.ask(self._at("/seats"))).seen[0]
            return self.wait(lambda: self.history.size >= size)
        if problem.kind in ("dice-awaited", "not-joined") and self.calls.ask(self._at("/seats")):
            opened = self.open_roll
            return opened is not None and self._decided(opened.line)
        return False

    def _decided(self, line: int) -> bool:
        """Return whether the roll of a command is decided, or becomes so in time; consent may take longer."""

        def decided() -> bool:
            waits = self.open_roll is not None and self.open_roll.line == line
            return not waits and self.history.covered == self.history.size

        return self.wait(decided)

    def _at(self, path: str) -> str:
        return f"/api/encounters/{self.encounter}{path}"

    # Listening

    def _load(self) -> None:
        """Take what was kept here, or everything there is."""
        for row in self._kept.rows():
            if isinstance(row, str):
                self.history.take_note(row)
            else:
                self._take(*row, new=False)
        if self.history.size:
            self._must_not_be_lost()
            self._note(self.calls.get(self._at("/checkpoint")).decode(errors="replace"), ahead=True)
            return
        lines, told, found = rows_in(self.calls.get(self._at("/export")))
        for n, raw in enumerate(lines):
            self._take(raw, told.get(n))
        for note in found:
            self.history.take_note(note)
        if found:
            self._kept.note(found[-1])
        if self._fresh and self.history.table.key_wait is None:
            sentence = "Line 0 is not the one that the server showed before: it does not say how long a lost key waits."
            raise Alarm("rewritten", sentence, {"line": lines[0].decode()})
        self._must_be_mine()
        self._must_not_be_lost()

    def _must_be_mine(self) -> None:
        """Stop where the table knows another key under the name of this device."""
        if self.device is None or not self.device.state.joined:
            return
        party = self.device.state.party
        known = self.history.table.devices.get(party)
        if known is None or known.key != self.device.public:
            raise Alarm("replaced", f"Another key stands for {party} at this table: another device took your place.")

    def _must_not_be_lost(self) -> None:
        """Say no to every key that is asked for in place of one of this seat: whoever is there lost nothing."""
        device = self.device
        if device is None or not device.state.joined:
            return
        for asked in self.history.table.asked.values():
            if asked.seat == self.seat and asked.key != device.public and asked.line not in self._vetoed:
                self._vetoed.add(asked.line)
                body = device.vetoing(asked.line, self.history.seen)
                self._errands.put(partial(self._veto, body))

    def _veto(self, body: Json) -> None:
        self.calls.post(self._at("/vetoes"), body)

    def _listen(self) -> None:
        pause = 0.05
        while not self._over.is_set():
            try:
                pause = 0.05 if self._follow() else min(2 * pause, 2.0)
            except Alarm as alarm:
                self._raise(alarm)
            except Problem as problem:
                if problem.status in (401, 404):
                    self._raise(evidence.shrunk(problem, self.history))
            except (OSError, HTTPException, NoServer):
                pause = min(2 * pause, 2.0)
            self._over.wait(pause)

    def _follow(self) -> bool:
        """Hear what the stream tells, to its end; return whether it told anything."""
        told = False
        with closing(self._stream.follow(self.history.size - 1, self._hears)) as coming:
            for event in coming:
                told = True
                self._hear(event)
        return told

    def _hears(self, now: bool) -> None:
        if self._guard is not None:
            self._guard.signs.hears(now=now)

    def _hear(self, event: StreamEvent) -> None:
        if event.kind not in ("line", "checkpoint"):
            return
        try:
            value = orjson.loads(event.data)
            told = canon_trusted(value["line"]) if event.kind == "line" else str(value["note"])
        except (ValueError, TypeError, KeyError):
            sentence = f"What the server tells after line {self.history.size - 1} is nothing that can be read."
            raise Alarm("faces", sentence, {"told": event.data.decode(errors="replace")}) from None
        if isinstance(told, bytes):
            self._take(told, value.get("opened"))
        else:
            self._note(told)

    def _take(self, raw: bytes, opened: Json | None, *, new: bool = True) -> None:
        """Take a line: check it, keep it, and see whether it leaves this device out."""
        with self._known:
            if self._guard is not None:
                self._guard.before()
            line = self.history.take(raw, opened)
            if self.device is not None and isinstance(line.entry, _RENEWED):
                self.device.settle(line.entry)
            if new:
                self._kept.line(raw, opened)
            if self._guard is not None:
                self._guard.after(line)
            self._round_over |= any(type(event).__name__ in _ENDS for event in (line.entry, *line.events))
            self._known.notify_all()

    def _note(self, note: str, *, ahead: bool = False) -> None:
        """Take a checkpoint, and do what waited for one: give the link, cosign, renew the chain."""
        with self._known:
            if ahead and self.history.is_ahead(note):
                return
            self.history.take_note(note)
            self._must_be_mine()
            self._must_not_be_lost()
            self._kept.note(note)
            self._known.notify_all()
            self._hand(again=False)
        self._watch(self.history.covered)
        if self.device is None:
            return
        if self._round_over:
            self._round_over = False
            self._errands.put(lambda: self._cosign(note))
        if self.device.left <= RENEW_AT and self.open_roll is None:
            self._errands.put_between(self._renew_if_short)

    def _hand(self, *, again: bool) -> None:
        """Have the link given that is asked for, if one is; what the server took already it gets ``again``."""
        if self._guard is not None and self._links is not None:
            self._links.hand(self._guard.linking(again=again))

    # Errands

    def _show(self) -> None:
        """Show that the device is there, and have other chains begun between: none is on its way as one begins."""
        while not self._over.is_set():
            self.beat()
            if self.open_roll is not None:
                self._watch(self.history.covered)
            self._errands.between(presence.BEAT)

    def beat(self) -> None:
        """Show that the device is there, now."""
        self._errands.do(self._beat)

    def _beat(self) -> None:
        device, guard, there = self.device, self._guard, self._presence
        if device is None or guard is None or there is None or not device.state.joined:
            return
        with self._known:
            size, number = self.history.size, there.number
        told = there.show(number)
        if told["version"] + 1 < size:
            raise Alarm("shrunk", f"The server has {told['version'] + 1} lines, and told {size} before.", told)
        with self._known:
            guard.there(told["at"])
            self.trouble = None
            if device.state.party in presence.waited_for(told) and self.history.covered == self.history.size:
                self._hand(again=True)

    def _cosign(self, note: str) -> None:
        if self.device is not None:
            self.calls.post(self._at("/cosignatures"), self.device.cosigning(note, int(time())))

    def _renew_if_short(self) -> None:
        """Have another chain begun: until its line is here, signs of life go on, and count by no chain."""
        short = self.device is not None and self.device.left <= RENEW_AT and self.open_roll is None
        there = self._presence
        if short and there is not None and not there.renewing:
            there.renewing = True
            self._errands.put(partial(self._begin_another, there))

    def _begin_another(self, there: Presence) -> None:
        try:
            self.renew()
        finally:
            there.renewing = False

    # Alarms

    def stop(self) -> None:
        """Take no part any more."""
        self._end()
        with self._known:
            self._known.notify_all()
        self._stream.shut()
        self._watch(None)

    def _end(self) -> None:
        self._errands.end()
        if self._links is not None:
            self._links.end()

    def _is_in_trouble(self, trouble: str) -> None:
        self.trouble = trouble

    def _fail(self, fault: Exception) -> None:
        """End all after a fault in any thread, and tell it."""
        self.trouble = f"A fault of this program: {fault!r}"
        self.stop()

    def _raise(self, alarm: Alarm) -> None:
        """Stop for good, and write down what shows why."""
        with self._known:
            if self.alarm is not None:
                return
            self.alarm = evidence.proved(alarm, self.history, self.calls, self._at(""))
            shown = evidence.written(self.alarm, self.history, self.encounter, self.seat)
            file = self._kept.evidence(alarm.kind, shown)
        if file is not None:
            self.alarm.args = (f"{self.alarm} Evidence saved in {file}.",)
        self.stop()
