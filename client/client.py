"""Somebody at a table: listens, checks every line, salts rolls by itself, and calls in a seat's name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Condition, Event, RLock, Thread
from time import monotonic, time
from typing import Any

import orjson

from client import replies
from client.calling import Calls, NoServer, Problem, StreamEvent, events
from client.device import Device
from client.folder import Kept
from client.guard import Guard, LinkAsked
from client.history import Alarm, History, rows_in
from domain.secret.commands import is_secret
from ledger.line.canonical import canon_trusted
from ledger.line.entries import ChainRenewed, Json, SeatJoined, SeatKeyChanged
from ledger.line.forms import is_declaration
from ledger.table.standing import OpenRoll

BEAT = 2.0
"""Seconds between two signs of life."""
RENEW_AT = 16
"""A chain with so few links left is renewed."""
PATIENCE = 30.0
"""Seconds that a call waits for its own line, or for a roll that is open, before it goes on without."""
_AGAIN = 3
_GRACE = 5.0
_NOBODY_THERE = (502, 503, 504)
"""What is answered where the server itself is not reached."""
_NO_MORE = StreamEvent(kind="", data=b"")
_HANDS = 4
"""So many calls with a link may be under way at once …"""
_OF_ONE = 2
"""… and so many with that of one roll: where one is not answered the next may be, and the next roll has its own."""
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
        self.given = 0
        self._fresh = fresh
        self._kept = kept or Kept(None)
        self._guard = Guard(device, self.history) if device else None
        self._watch = watch
        self._known = Condition(RLock())
        self._calling = RLock()
        self._over = Event()
        self._errands: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._chains: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._links: SimpleQueue[Json | None] = SimpleQueue()
        self._threads: list[Thread] = []
        self._handed: list[int] = []
        self._renewing = False
        self._stream: Any = None
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
        for work in (self._listen, self._show, self._work, *[self._hand_in] * _HANDS):
            thread = Thread(target=self._run, args=(work,), name=f"{self.seat} {work.__name__[1:]}", daemon=True)
            self._threads.append(thread)
            thread.start()
        return self

    def close(self) -> None:
        """Leave the table; the seat stays taken, and the device comes again whenever it likes."""
        if self._closed:
            return
        self._closed = True
        self._over.set()
        self._wake()
        self._shut()
        self._leave()
        end = monotonic() + _GRACE
        for thread in self._threads:
            thread.join(max(0.0, end - monotonic()))
        self.calls.close()
        self._kept.close()
        if self.device is not None:
            self.device.close()
        with self._known:
            self._known.notify_all()

    def _leave(self) -> None:
        """Tell that the device is not to be asked any more, so that nobody waits for it."""
        if self.device is None or self._guard is None or self.alarm is not None or not self.history.size:
            return
        body = {"party": self.device.state.party, "next": self._number(self._guard), "leaving": True}
        with suppress(Problem, NoServer):
            self.calls.post(self._at("/presence"), body)

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
        done = Event()
        self._errands.put(done.set)
        done.wait(seconds)

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

    def vouch(self, declaration: Json) -> Json:
        """Return this device's signature under what another one declares, by its name; ValueError for what is no join.

        Raises:
            Alarm: The other device was told another history.
        """
        do = declaration.get("action", {}).get("do") if is_declaration(declaration) else None
        own = do == "change_key" or (do == "join" and declaration["seat"] == self.seat)
        if self.device is None or not own or "seen" not in declaration:
            raise ValueError("This is no request of a device that you could vouch for.")
        size, head = declaration["seen"]
        with self._known:
            known = size <= self.history.size and self.history.leaf(size - 1).hex() == head
        if declaration["encounter"] != self.encounter or not known:
            self._raise(Alarm("forked", "The device that asks was told another history.", {"theirs": declaration}))
            self._must_go_on()
        return {self.device.state.party: self.device.vouching(declaration)}

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
                    self._raise(self._shrunk(problem))
            except (OSError, HTTPException, NoServer):
                pause = min(2 * pause, 2.0)
            self._over.wait(pause)

    def _follow(self) -> bool:
        """Follow the stream to its end; return whether it told anything."""
        connection, answer = self.calls.stream(self._at("/stream"), self.history.size - 1)
        self._stream = connection
        told = False
        self._hears(now=True)
        try:
            coming = events(answer)
            while not self._over.is_set() and (event := next(coming, _NO_MORE)) is not _NO_MORE:
                if event is not None:
                    told = True
                    self._hear(event)
        finally:
            self._hears(now=False)
            self._stream = None
            answer.close()
            connection.close()
        return told

    def _hears(self, *, now: bool) -> None:
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
            if self.device is not None and isinstance(line.entry, SeatJoined | SeatKeyChanged | ChainRenewed):
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
            self._hand(None if self._guard is None else self._guard.linking())
        self._watch(self.history.covered)
        if self.device is None:
            return
        if self._round_over:
            self._round_over = False
            self._errands.put(lambda: self._cosign(note))
        if self.device.left <= RENEW_AT and self.open_roll is None:
            self._chains.put(self._renew_if_short)

    def _give(self, link: Json) -> None:
        given = LinkAsked() if self._guard is None else self._guard.given
        given.sending(link["roll"])
        try:
            self.calls.post(self._at("/links"), link)
        except Problem as problem:
            given.answered(link["roll"])
            # Decided or taken back meanwhile: the lines will tell.
            if problem.status >= 500:
                self.trouble = str(problem)
            return
        except NoServer as gone:
            self.trouble = str(gone)
            return
        with self._known:
            if self._guard is not None and self._guard.was_taken(link["roll"]):
                self.given += 1

    # Errands

    def _run(self, work: Callable[[], None]) -> None:
        """Do the work of a thread; a fault in any of them ends all, and is told."""
        try:
            work()
        except Exception as fault:
            self.trouble = f"A fault of this program: {fault!r}"
            self.stop()
            raise

    def _hand(self, link: Json | None) -> None:
        """Have a link given, unless enough calls with it are under way."""
        if link is not None and self._handed.count(link["roll"]) < _OF_ONE:
            self._handed.append(link["roll"])
            self._links.put(link)

    def _hand_in(self) -> None:
        """Give links."""
        while not self._over.is_set():
            if (link := self._links.get()) is not None:
                self._errand(partial(self._give, link))
                self._handed.remove(link["roll"])

    def _show(self) -> None:
        """Show that the device is there, and have other chains begun between: none is on its way as one begins."""
        while not self._over.is_set():
            if self.device is not None:
                self._errand(self._beat)
            if self.open_roll is not None:
                self._watch(self.history.covered)
            end = monotonic() + BEAT
            while not self._over.is_set() and (left := end - monotonic()) > 0:
                with suppress(Empty):
                    self._errand(self._chains.get(timeout=left))

    def _work(self) -> None:
        """Do what comes up."""
        while not self._over.is_set():
            self._errand(self._errands.get())

    def _errand(self, errand: Callable[[], None]) -> None:
        try:
            if not self._over.is_set():
                errand()
        except Alarm as alarm:
            self._raise(alarm)
        except (Problem, NoServer) as trouble:
            self.trouble = str(trouble)

    def beat(self) -> None:
        """Show that the device is there, now."""
        self._errand(self._beat)

    def _beat(self) -> None:
        device, guard = self.device, self._guard
        if device is None or guard is None or not device.state.joined:
            return
        with self._known:
            size, following = self.history.size, self._number(guard)
        there = self._shown_to_be_there(guard, {"party": device.state.party, "next": following})
        if not _is_there(there):
            self.trouble = "What the server answers to a sign of life is none."
            return
        if there["version"] + 1 < size:
            raise Alarm("shrunk", f"The server has {there['version'] + 1} lines, and told {size} before.", there)
        with self._known:
            guard.there(there["at"])
            self.trouble = None
            if device.state.party in _waiting(there) and self.history.covered == self.history.size:
                self._hand(guard.linking(again=True))

    def _shown_to_be_there(self, guard: Guard, body: Json) -> Json:
        """Return what the server answers to a sign of life; that it was given is known here, whatever it answers."""
        guard.signs.sending()
        reached = True
        try:
            there: Json = self.calls.post(self._at("/presence"), body)
            return there
        except Problem as problem:
            reached = problem.status not in _NOBODY_THERE
            raise
        except NoServer:
            reached = False
            raise
        finally:
            guard.signs.sent(reached=reached)

    def _number(self, guard: Guard) -> int:
        """Return the number of the link that comes next; while another chain begins, the lowest of any."""
        return 1 if self._renewing else guard.expected

    def _cosign(self, note: str) -> None:
        if self.device is not None:
            self.calls.post(self._at("/cosignatures"), self.device.cosigning(note, int(time())))

    def _renew_if_short(self) -> None:
        """Have another chain begun: until its line is here, signs of life go on, and count by no chain."""
        short = self.device is not None and self.device.left <= RENEW_AT and self.open_roll is None
        if short and not self._renewing:
            self._renewing = True
            self._errands.put(self._begin_another)

    def _begin_another(self) -> None:
        try:
            self.renew()
        finally:
            self._renewing = False

    # Alarms

    def stop(self) -> None:
        """Take no part any more."""
        self._over.set()
        self._wake()
        with self._known:
            self._known.notify_all()
        self._shut()
        self._watch(None)

    def _wake(self) -> None:
        for waiting in (self._errands, self._chains):
            waiting.put(lambda: None)
        for _ in range(_HANDS):
            self._links.put(None)

    def _shut(self) -> None:
        stream = self._stream
        if stream is not None and stream.sock is not None:
            with suppress(OSError):
                stream.sock.shutdown(2)

    def _shrunk(self, problem: Problem) -> Alarm:
        told = f"The server does not have the {self.history.size} lines any more that it told"
        return Alarm("shrunk", f"{told}: {problem}", problem.told)

    def _raise(self, alarm: Alarm) -> None:
        """Stop for good, and write down what shows why."""
        with self._known:
            if self.alarm is not None:
                return
            self.alarm = self._proved(alarm)
            file = self._kept.evidence(alarm.kind, self._shown(self.alarm))
        if file is not None:
            self.alarm.args = (f"{self.alarm} Evidence saved in {file}.",)
        self.stop()

    def _proved(self, alarm: Alarm) -> Alarm:
        """Return the alarm that a checkpoint of the size of ours proves, if the server signs another one; else it."""
        if alarm.kind not in ("rewritten", "root", "shrunk") or self.history.note is None:
            return alarm
        with suppress(Problem, NoServer, Alarm, ValueError):
            note = self.calls.get(self._at(f"/checkpoint?size={self.history.covered}")).decode(errors="replace")
            if note.partition("\n\n")[0] != self.history.note.partition("\n\n")[0]:
                return self.history.forked(note)
        return alarm

    def _shown(self, alarm: Alarm) -> Json:
        return {
            "kind": alarm.kind,
            "sentence": str(alarm),
            "encounter": self.encounter,
            "seat": self.seat,
            "log_key": self.history.log_key,
            "checkpoint": self.history.note,
            "lines": [raw.decode() for raw in self.history.raw],
            "evidence": alarm.evidence,
        }


def _is_there(there: Any) -> bool:
    """Return whether an answer to a sign of life is one."""
    return isinstance(there, dict) and type(there.get("version")) is int and type(there.get("at")) is int


def _waiting(there: Json) -> list[str]:
    """Return the devices whose links are waited for, as an answer tells them."""
    waiting = there.get("waiting")
    parties = waiting.get("parties") if isinstance(waiting, dict) else None
    return parties if isinstance(parties, list) else []
