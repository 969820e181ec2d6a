"""The part of the write side that seats with devices need: joining, signs of life, links, receipts."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex

from ledger.calls.answering import Answering
from ledger.calls.due import Due
from ledger.calls.fights import Fights
from ledger.dice.secrets import new_token, token_hash
from ledger.line.attachments import Swap
from ledger.line.entries import ChainRenewed, MissingAccepted, SeatJoined, SeatKeyChanged, SeatKeyVetoed
from ledger.refusals import NoRoom, NotJoined
from ledger.store.after_commit import afterwards
from ledger.store.protocol import Store
from ledger.store.tokens import INVITED, LOST, held
from ledger.table import accepting, joining, lost_keys, rolling, signing
from ledger.table.answers import Answer
from ledger.table.fight import Fight
from ledger.table.log import body_of
from ledger.table.writing import Writing, Written


class Devices:
    """Seats with keys of their own: how they come, change and lose their keys, and what their devices send."""

    most_seats = 64
    most_invitations = 256
    """Seats and keys of one encounter, at most: the operator says how many."""

    def __init__(
        self, fights: Fights, answering: Answering, due: Due, store: Store, stirred: Callable[[str, int], None]
    ) -> None:
        """Tell ``stirred`` of every link, with the encounter and the version of which it came."""
        self._stirred = stirred
        self._fights = fights
        self._answering = answering
        self._due = due
        self._store = store

    def join(
        self, encounter: str, entry: SeatJoined, token: str, fresh: str | None = None
    ) -> tuple[Answer, str | None]:
        """Seat a device; the token it came with is spent. Return the one that takes its place; None on a repeated call.

        A client that chose one of its own sends the hash of it in ``fresh``: then no answer that is lost locks it out.

        Raises:
            NotJoined: The seat cannot be taken so. NotSigned: The device, or one that vouches for it, did not sign.
        """
        made: list[str] = []

        def plan(fight: Fight, writing: Writing) -> Written:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            joining.must_join(fight.table, fight.id, entry)
            made[:] = [new_token()] if fresh is None else []
            # Whoever else had a key of the seat while it had no device does not read along.
            first = not fight.table.devices_of(entry.seat)
            writing.swap = Swap(
                spent=token_hash(token),
                fresh=token_hash(made[0]) if fresh is None else fresh,
                seat=held(entry.seat, entry.party or entry.seat),
                gone=(entry.seat,) if first else (),
            )
            return Written(writing.write(entry).n)

        answer = self._answering.answer(encounter, entry.seat, entry.cmd or token_hex(8), body_of(entry), plan)
        return answer, made[0] if made else None

    def invite(self, encounter: str, by: str, entry: SeatJoined, lost: str | None = None) -> tuple[Answer, str]:
        """Give a latecomer a seat, or invite somebody to a seat anew, and return the invitation.

        To a seat that has a device it is that seat's own to invite: the token is good for another device of it, and
        opens nothing before that one is there. ``lost`` names a device whose key is to be replaced: the host lets
        somebody in to ask for that, and for nothing else.
        """

        def plan(fight: Fight, writing: Writing) -> Written:
            joining.must_invite(fight, by, entry)
            if len(fight.table.seats) >= self.most_seats:
                raise NoRoom(f"This encounter has {self.most_seats} seats, which is all that it may have here.")
            return Written(writing.write(entry).n)

        fight, answer = self._fights.fight(encounter), None
        if lost is not None:
            joining.must_invite_the_lost(fight, by, entry.seat, lost)
        elif entry.seat in fight.table.seats:
            joining.must_invite_anew(fight, by, entry)
        else:
            answer = self._answering.answer(encounter, by, entry.cmd or token_hex(8), body_of(entry), plan)
        if len(self._store.seats_of(encounter)) >= self.most_invitations:
            raise NoRoom(f"This encounter has {self.most_invitations} keys and invitations: no more are made here.")
        fresh, taken = new_token(), bool(fight.table.devices_of(entry.seat))
        only = LOST if lost is not None else INVITED if taken else ""
        self._store.add_seat(encounter, only + entry.seat, token_hash(fresh))
        if not only and self._fights.fight(encounter).table.devices_of(entry.seat):
            self._store.forget_token(encounter, token_hash(fresh))
            raise NotJoined(f"Somebody took the seat of {entry.seat} just now.")
        return answer or Answer(lines=(), version=fight.version), fresh

    def let_play(self, encounter: str, by: str, entry: SeatJoined) -> Answer:
        """Let a bot of the server play a seat without a device, or a person again in its place.

        Raises:
            NotJoined: The seat cannot be played so. NotYours: Neither the host asks, nor the seat itself.
        """

        def plan(fight: Fight, writing: Writing) -> Written:
            joining.must_be_played(fight, by, entry)
            return Written(writing.write(entry).n)

        return self._answering.answer(encounter, entry.seat, entry.cmd or token_hex(8), body_of(entry), plan)

    def change_key(self, encounter: str, entry: SeatKeyChanged, token: str = "") -> Answer:
        """Give a device of a seat another key and chain, vouched for by the old key or by others.

        The token it came with is that device's from then on; where the old key did not sign, no other one of it is
        good any more. Where too few can vouch, the key is only asked for, and takes effect when it comes again after
        its time.
        """

        def plan(fight: Fight, writing: Writing) -> Written:
            table, kept = fight.table, held(entry.seat, entry.party)
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            if entry.party not in table.asked and lost_keys.waits(table, fight.id, entry):
                asked = lost_keys.asking(table, entry, writing.at)
                joining.must_ask(table, fight.id, asked, writing.at)
                return Written(writing.write(asked).n)
            joining.must_change(table, fight.id, entry, writing.at)
            whole = (entry.seat, LOST + entry.seat, INVITED + entry.seat, kept)
            gone = () if entry.party in (entry.vouched or {}) else whole
            writing.swap = Swap(spent=token_hash(token), fresh=token_hash(token), seat=kept, gone=gone)
            self._begin_again(encounter, entry.party)
            return Written(writing.write(entry).n)

        return self._answering.answer(encounter, entry.seat, entry.cmd, body_of(entry), plan)

    def veto_key(self, encounter: str, entry: SeatKeyVetoed) -> Answer:
        """Let a device of a seat say no to another key that is asked for; the signature is all that this needs.

        Raises:
            NotSeated: No device of the seat signed it. NotJoined: No such key waits.
        """
        lost_keys.must_be_a_veto(self._fights.fight(encounter).table, encounter, entry)

        def plan(fight: Fight, writing: Writing) -> Written:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            lost_keys.must_be_asked_for(fight.table, entry)
            lost_keys.must_be_a_veto(fight.table, fight.id, entry)
            return Written(writing.write(entry).n)

        return self._answering.answer(encounter, entry.seat, entry.cmd, body_of(entry), plan)

    def renew_chain(self, encounter: str, entry: ChainRenewed) -> Answer:
        """Begin another chain of a device before its links are spent."""

        def plan(fight: Fight, writing: Writing) -> Written:
            joining.must_be_open(fight)
            accepting.must_be_of_this_history(fight, entry.seen)
            joining.must_renew(fight.table, fight.id, entry)
            self._begin_again(encounter, entry.party)
            return Written(writing.write(entry).n)

        return self._answering.answer(encounter, entry.seat or "", entry.cmd or "", body_of(entry), plan)

    def _begin_again(self, encounter: str, party: str) -> None:
        """Forget which link a device would give next, before the line that ends its chain is there to roll on.

        Until then the number that the lines show holds for the chain that ends.
        """
        self._store.beat(encounter, party, self._store.moment(), 1)

    def beat(self, encounter: str, seat: str, party: str, following: int, *, leaving: bool = False) -> Fight:
        """Keep that a device of a seat is there, or leaves; decide the open roll if it has waited long enough."""
        fight = self._fights.fight(encounter)
        joining.must_be_of(fight.table, seat, party)
        self._store.beat(encounter, party, 0 if leaving else self._store.moment(), following)
        return self._due.reveal_if_due(encounter)

    def give_link(self, encounter: str, seat: str, party: str, roll: int, link: str, sig: str) -> Fight:
        """Take a device's link for the open roll, and decide the roll with the last of them.

        The same link again is no error, also when the roll is decided by then.

        Raises:
            NoSuchLink: It is not waited for, not of the chain, or not signed for this roll.
        """
        fight = self._fights.fight(encounter)
        joining.must_be_of(fight.table, seat, party)
        if self._store.links(encounter, roll).get(party) == (link, sig):
            return self._due.reveal_if_due(encounter)
        rolling.must_fit(fight.table, encounter, party, roll, link, sig)
        self._store.give_link(encounter, roll, party, link, sig)
        self._stirred(encounter, fight.version)
        return self._due.reveal_if_due(encounter)

    def go_on(self, encounter: str, entry: MissingAccepted) -> Answer:
        """Agree that the open roll is decided without the links that have not come."""

        def plan(fight: Fight, writing: Writing) -> Written:
            accepting.must_play(fight, entry.seat)
            accepting.must_be_of_this_history(fight, entry.seen)
            rolling.must_be_asked(fight.table, entry)
            opened = fight.table.open_roll
            signing.must_be_signed(fight.table, fight.id, entry)
            return Written(writing.write(entry, cause=None if opened is None else opened.line).n)

        answer = self._answering.answer(encounter, entry.seat, entry.cmd, body_of(entry), plan)
        with afterwards("deciding the roll"):
            self._due.reveal_if_due(encounter)
        return answer
