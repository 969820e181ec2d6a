"""Taking a seat: with an invitation, as a further device that another vouches for, or in place of a lost one."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from time import time

import orjson

from client import replies
from client.calling import Calls, Invitation, NoLink, NoServer, Problem, invitation
from client.client import Client
from client.device import Device, State, new_token, request
from client.folder import Kept, devices, hash_of
from domain.table.names import SEAT_ID
from ledger.dice.chain import LENGTH
from ledger.line.entries import Json
from projections.lost_keys import moment

Watch = Callable[[int | None], None]


def _unwatched(_: int | None) -> None:
    return


class NotVouched(Exception):
    """Others must vouch for the device first: ``request`` is what they sign."""

    def __init__(self, message: str, request: str) -> None:
        super().__init__(message)
        self.request = request


class MustWait(Exception):
    """Another key is asked for: it takes the place of the lost one ``until`` then (ms), if that is not vetoed."""

    def __init__(self, party: str, until: int) -> None:
        when = moment(until)
        super().__init__(f"Another key of {party} is asked for. Come again with the same words from {when} on.")
        self.until = until


class TooOld(Exception):
    """The fight was opened by a rule for lost keys by which one other seat's word takes a seat."""

    def __init__(self) -> None:
        super().__init__(
            "Line 0 of this fight does not say how long a lost key waits: one other seat's word would be enough to take"
            " yours. Let it be opened anew, or join without a key, --custodial."
        )


class Arrival:
    """A device on its way to the table."""

    def __init__(
        self,
        link: str,
        state: Path | None,
        *,
        lost: str | None = None,
        length: int = LENGTH,
        kind: str | None = None,
        watch: Watch = _unwatched,
    ) -> None:
        """Look at the invitation; ``lost`` is the name of a device whose place is taken. NoLink, Problem, NoServer.

        ``kind`` is bot where a program plays: the device declares it.
        """
        self._invited: Invitation = invitation(link)
        self._watch = watch
        if lost is not None and not SEAT_ID.fullmatch(lost):
            raise NoLink(f"{lost!r} is no name of a device: small letters, digits and -, at most 32.")
        self._lost = lost
        self._kind = kind
        self._body: Json = {}
        self._asked: replies.Asked | None = None
        self._others = False
        self._vetoed: list[replies.Vetoed] = []
        self._kept: Kept | None = None
        self.calls = Calls(self._invited.address, self._invited.key)
        try:
            self.device = self._known(state) or self._new(state, length)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give up: the device is kept, and may come again."""
        self.calls.close()
        if self._kept is not None:
            self._kept.close()

    @property
    def request(self) -> str | None:
        """Return what others sign to vouch for the device; None where nobody needs to."""
        if self.device.state.joined or self._asked is not None or not (self._lost or self._others):
            return None
        return written(request(self._do, self.device.state, self._body))

    @property
    def _do(self) -> str:
        return "change_key" if self._lost else "join"

    def join(self, vouched: Json | None = None) -> Client:
        """Return the client that sits at the table, not begun yet.

        Raises:
            TooOld: Whoever sat down there could lose the seat by one word.
            NotVouched: Others must vouch for the device, and did not. Problem: The server does not seat it.
            MustWait: It is asked for in place of a lost one, which may say no for a time.
        """
        state = self.device.state
        fresh = not state.joined and not self._lost and not self._others
        if not state.joined:
            if fresh:
                self._must_be_safe()
            if (asked := self.request) is not None and not vouched:
                raise NotVouched(_who_vouches(state.seat, self._lost) + self._who_said_no(), asked)
            self._sit({"vouched": vouched} if vouched else {})
        self.calls.token = state.token
        return Client(self.calls, state.encounter, state.seat, self.device, self._kept, self._watch, fresh=fresh)

    def _who_said_no(self) -> str:
        """Return in a sentence that the device whose place is to be taken is perhaps not lost; else nothing."""
        if not self._vetoed:
            return ""
        state, line = self.device.state, self._vetoed[-1].line
        return f" A device of {state.seat} said no to another key of {self._lost} in line {line}: it may not be lost."

    def _must_be_safe(self) -> None:
        first = self.calls.ask(f"/api/encounters/{self._invited.encounter}/proofs?line=0")
        if replies.read(replies.Proven, first).key_wait is None:
            raise TooOld

    def _known(self, state: Path | None) -> Device | None:
        """Return the device that came with this invitation before, or calls with this key."""
        if state is None:
            return None
        key = self._invited.key
        for folder, device in devices(state, self._invited.encounter):
            if hash_of(key) == device.state.invitation or key == device.state.token:
                self._kept = Kept(folder)
                device.state.address = self._invited.address
                self.calls.token = device.state.token if device.state.joined else key
                if not device.state.joined:
                    self._ask(device)
                return device
        return None

    def _new(self, state: Path | None, length: int) -> Device:
        invited = self._invited
        seating = self._seating()
        party = self._lost or seating.next
        folder = None if state is None else state / invited.encounter / party
        if folder is not None and (folder / "device.json").exists():
            # The device whose place is taken was kept here, or an earlier try that nobody vouched for.
            folder = folder.with_name(f"{party}.{hash_of(invited.key)[:8]}")
        device = Device(
            State(
                encounter=invited.encounter,
                seat=seating.seat,
                party=party,
                address=invited.address,
                invitation=hash_of(invited.key),
                # A device in place of another one goes on with the key of its invitation.
                token=invited.key if self._lost else new_token(),
                length=length,
            ),
            folder,
        )
        self._kept = Kept(folder)
        device.keep()
        self._declare(device, seating)
        return device

    def _ask(self, device: Device) -> None:
        self._declare(device, self._seating())

    def _seating(self) -> replies.Seating:
        return replies.read(replies.Seating, self.calls.ask(f"/api/encounters/{self._invited.encounter}/seats"))

    def _declare(self, device: Device, seating: replies.Seating) -> None:
        self._asked = next((each for each in seating.asked if each.key == device.public), None)
        self._vetoed = [each for each in seating.vetoed if each.party == self._lost]
        self._others = any(each.seat == seating.seat and each.devices for each in seating.seats)
        if self._lost:
            self._body = device.replacing(seating.seen, seating.following)
        else:
            self._body = device.joining(seating.seen, seating.following, self._kind)

    def _sit(self, more: Json) -> None:
        state = self.device.state
        path = f"/api/encounters/{state.encounter}/{'keys' if self._lost else 'seats'}"
        body = {**self._body, **more}
        if not self._lost:
            body["token_hash"] = hash_of(state.token)
        if self._asked is not None and time() * 1000 < self._asked.until:
            raise MustWait(state.party, self._asked.until)
        try:
            answer = self.calls.post(path, body)
            if self._lost and (until := replies.read(replies.Happened, answer).asked_until) is not None:
                raise MustWait(state.party, until)
        except Problem as problem:
            # The key may be spent because an answer was lost: then the device is at the table already.
            if problem.kind != "not-found" or not self._sits():
                raise
        state.joined = True
        self.device.keep()

    def _sits(self) -> bool:
        calls = Calls(self._invited.address, self.device.state.token)
        try:
            calls.get(f"/api/encounters/{self._invited.encounter}/seats")
        except (Problem, NoServer):
            return False
        finally:
            calls.close()
        return True


def join(
    link: str,
    state: Path | None = None,
    *,
    custodial: bool = False,
    length: int = LENGTH,
    kind: str | None = None,
    watch: Watch = _unwatched,
) -> Client:
    """Return a client for a seat, not begun yet: with a device of its own, kept in a folder, or ``custodial``.

    Raises:
        NoLink, Problem, NoServer, InUse, NotVouched, TooOld: It cannot take the seat.
    """
    if custodial:
        return _guest(invitation(link), watch)
    arrival = Arrival(link, state, length=length, kind=kind, watch=watch)
    try:
        return arrival.join()
    except BaseException:
        arrival.close()
        raise


def _guest(invited: Invitation, watch: Watch) -> Client:
    calls = Calls(invited.address, invited.key)
    try:
        seat = replies.read(replies.Seating, calls.ask(f"/api/encounters/{invited.encounter}/seats")).seat
    except BaseException:
        calls.close()
        raise
    return Client(calls, invited.encounter, seat, watch=watch)


def written(value: Json) -> str:
    """Return a request or a signature as one word, to be pasted."""
    return urlsafe_b64encode(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).decode().rstrip("=")


def read(word: str) -> Json:
    """Return what such a word holds; ValueError."""
    word = word.strip()
    try:
        value = orjson.loads(urlsafe_b64decode(word + "=" * (-len(word) % 4)))
    except (binascii.Error, orjson.JSONDecodeError, UnicodeDecodeError):
        raise ValueError("That is none of the words that are pasted here.") from None
    if not isinstance(value, dict):
        raise ValueError("That is none of the words that are pasted here.")
    return value


def _who_vouches(seat: str, lost: str | None) -> str:
    """Return in a sentence who must vouch for a device of a seat that has one, which may be lost."""
    if lost is None:
        return f"{seat} has a device already, which must vouch for this one."
    return f"Others who play must vouch that {seat} lost {lost}: two of them, or one, and then the key waits."
