"""The part of the write side that seats with devices need: joining, signs of life, links, receipts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from secrets import token_hex
from typing import Any

from ledger import accepting, joining, rolling, signing
from ledger.afterwards import afterwards
from ledger.answers import Answer, Salting
from ledger.arrivals import INVITED
from ledger.clock import now
from ledger.entries import ChainRenewed, MissingAccepted, SeatJoined, SeatKeyChanged
from ledger.entropy import Chains
from ledger.fight import Fight
from ledger.log import body_of
from ledger.secrets import new_token, token_hash
from ledger.writing import Writing

Plan = Callable[[Fight, Writing], int]


class WithDevices:
    """What a ledger does for seats with devices; ``Ledger`` is this and the rest."""

    recorder: Any
    _chains: Chains
    fight: Callable[[str], Fight]
    _call: Callable[[str, str, str, bytes, Plan], Answer]
    _turn: Callable[[str], AbstractContextManager[None]]
    _read: Callable[[str], Fight]
    _commit: Callable[[Fight, Writing], Fight | None]

    def join(
        self, encounter: str, entry: SeatJoined, token: str, fresh: str | None = None
    ) -> tuple[Answer, str | None]:
        """Seat a device; the token it came with is spent. Return the one that takes its place.

        A client that chose one of its own sends the hash of it in ``fresh``: then no answer that is lost locks it out.

        Raises:
            NotJoined: The seat cannot be taken so. NotSigned: The device, or one that vouches for it, did not sign.
        """

        def plan(fight: Fight, writing: Writing) -> int:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            joining.must_join(fight.table, fight.id, entry)
            return writing.write(entry).n

        answer = self._call(encounter, entry.seat, entry.cmd or token_hex(8), body_of(entry), plan)
        made = None if fresh is not None else new_token()
        spent, kept = token_hash(token), fresh or token_hash(made or "")
        self.recorder.replace_token(encounter, entry.seat, spent, kept)
        if spent != kept and len(self.fight(encounter).table.devices_of(entry.seat)) == 1:
            # Whoever else had a key of the seat while it had no device does not read along.
            self.recorder.keep_only(encounter, entry.seat, kept)
        return answer, made

    def invite(self, encounter: str, by: str, entry: SeatJoined) -> tuple[Answer, str]:
        """Give a latecomer a seat, or invite somebody to a seat anew, and return the invitation.

        To a seat that has a device, it is good for another device and opens nothing before that one is there.
        """

        def plan(fight: Fight, writing: Writing) -> int:
            joining.must_invite(fight, by, entry)
            return writing.write(entry).n

        fight = self.fight(encounter)
        if entry.seat in fight.table.seats:
            joining.must_be_the_host(fight, by)
            answer = Answer(lines=(), version=fight.version)
        else:
            answer = self._call(encounter, by, entry.cmd or token_hex(8), body_of(entry), plan)
        fresh = new_token()
        only = INVITED if fight.table.devices_of(entry.seat) else ""
        self.recorder.add_seat(encounter, only + entry.seat, token_hash(fresh))
        return answer, fresh

    def change_key(self, encounter: str, entry: SeatKeyChanged, token: str = "") -> Answer:
        """Give a device of a seat another key and chain, vouched for by the old key or by others.

        The token it came with is one of the seat's from then on.
        """

        def plan(fight: Fight, writing: Writing) -> int:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            joining.must_change(fight.table, fight.id, entry)
            return writing.write(entry).n

        answer = self._call(encounter, entry.seat, entry.cmd, body_of(entry), plan)
        self._begin_again(encounter, entry.party)
        self.recorder.replace_token(encounter, entry.seat, token_hash(token), token_hash(token))
        return answer

    def renew_chain(self, encounter: str, entry: ChainRenewed) -> Answer:
        """Begin another chain of a device before its links are spent."""

        def plan(fight: Fight, writing: Writing) -> int:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            joining.must_renew(fight.table, fight.id, entry)
            return writing.write(entry).n

        answer = self._call(encounter, entry.seat or "", entry.cmd or "", body_of(entry), plan)
        self._begin_again(encounter, entry.party)
        return answer

    def _begin_again(self, encounter: str, party: str) -> None:
        """Forget which link a device would give next: that was one of the chain that ends here."""
        self.recorder.beat(encounter, party, now(), 1)

    def beat(self, encounter: str, seat: str, party: str, following: int, *, leaving: bool = False) -> Fight:
        """Keep that a device of a seat is there, or leaves; decide the open roll if it has waited long enough."""
        fight = self.fight(encounter)
        joining.must_be_of(fight.table, seat, party)
        self.recorder.beat(encounter, party, 0 if leaving else now(), following)
        return self.reveal_if_due(encounter)

    def present(self, encounter: str) -> Mapping[str, int]:
        """Return the devices that were there just now, with the numbers of the links they give next."""
        found: Mapping[str, int] = self.recorder.present(encounter, now() - rolling.HEARTBEAT)
        return found

    def give_link(self, encounter: str, seat: str, party: str, roll: int, link: str, sig: str) -> Fight:
        """Take a device's link for the open roll, and decide the roll with the last of them.

        The same link again is no error, also when the roll is decided by then.

        Raises:
            NoSuchLink: It is not waited for, not of the chain, or not signed for this roll.
        """
        fight = self.fight(encounter)
        joining.must_be_of(fight.table, seat, party)
        if self.recorder.links(encounter, roll).get(party) == (link, sig):
            return self.reveal_if_due(encounter)
        rolling.must_fit(fight.table, encounter, party, roll, link, sig)
        self.recorder.give_link(encounter, roll, party, link, sig)
        return self.reveal_if_due(encounter)

    def links(self, fight: Fight) -> rolling.Links:
        """Return the links that came for the open roll of a fight."""
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return {}
        found: rolling.Links = self.recorder.links(fight.id, opened.roll)
        return found

    def go_on(self, encounter: str, entry: MissingAccepted) -> Answer:
        """Agree that the open roll is decided without the links that have not come."""

        def plan(fight: Fight, writing: Writing) -> int:
            accepting.must_play(fight, entry.seat)
            accepting.must_be_of_this_history(fight, entry.seen)
            rolling.must_be_asked(fight.table, entry)
            opened = fight.table.open_roll
            signing.must_be_signed(fight.table, fight.id, entry)
            return writing.write(entry, cause=None if opened is None else opened.line).n

        answer = self._call(encounter, entry.seat, entry.cmd, body_of(entry), plan)
        with afterwards("deciding the roll"):
            self.reveal_if_due(encounter)
        return answer

    def reveal_if_due(self, encounter: str) -> Fight:
        """Decide the open roll if every link is there, or those that are not are to be left out; return the fight."""
        fight = self.fight(encounter)
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return fight
        with self._turn(encounter):
            while True:
                fight = self._read(encounter)
                if fight.table.open_roll is None or fight.table.open_roll.line != opened.line:
                    return fight
                came, moment = self.recorder.links(encounter, opened.roll), now()
                if not rolling.may_be_revealed(fight.table, came, moment):
                    return fight
                # The same moment: a verifier asks whether the wait was over at the time of the line.
                writing = Writing(fight, moment, lambda: self.recorder.read_words(encounter))
                accepting.reveal(fight, writing, opened, came, self._chains)
                if (grown := self._commit(fight, writing)) is not None:
                    return grown

    def salting(self, fight: Fight, came: rolling.Links | None = None) -> Salting | None:
        """Return the roll that waits for links, and whose: of those that did not come, as far as it is known."""
        opened = fight.table.open_roll
        if opened is None or not opened.contributors:
            return None
        missing = rolling.missing_of(opened, self.links(fight) if came is None else came)
        until = opened.at + rolling.PATIENCE if fight.table.missing == "wait" else None
        return Salting(roll=opened.roll, line=opened.line, parties=tuple(missing), until=until)
