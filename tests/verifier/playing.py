"""Seats with devices that play against a ledger in this process, as clients would: they sign, salt and cosign."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import count
from typing import Any

from ledger.application import Ledger
from ledger.dice.chain import Chain
from ledger.dice.keys import Signer, contribution_message, declaration_message, text_of
from ledger.line.actions import command_of
from ledger.line.entries import ChainRenewed, Json, SeatJoined, SeatKeyChanged, SeatKeyVetoed
from ledger.line.hidden import commit
from ledger.proof import notes
from ledger.table import signing
from ledger.table.answers import Answer, Declaration
from ledger.table.fight import Fight
from ledger.table.standing import OpenRoll
from tests.clocks import Clock
from tests.ledger.fights import opening


class Party:
    """A device of a seat."""

    def __init__(
        self, table: Playing, seat: str, party: str, *, length: int = 64, key: str = "", kind: str | None = None
    ) -> None:
        self.table = table
        self.seat = seat
        self.party = party
        self.kind = kind
        self.signer = Signer(sha256(f"key of {party}{key} in {table.id}".encode()).digest())
        self.chain = self._chain("", length)
        self.base = 0
        self.silent = False

    def _chain(self, name: str, length: int) -> Chain:
        return Chain(sha256(f"seed of {self.party}{name}".encode()).digest(), self.table.id, self.party, length)

    @property
    def fields(self) -> Json:
        """Return what a line tells of the key and the chain."""
        return {
            "party": self.party,
            "key": text_of(self.signer.public),
            "anchor": self.chain.anchor.hex(),
            "length": self.chain.length,
        }

    def declaration(self, action: Json, cmd: str) -> Json:
        """Return what is signed."""
        fight = self.table.fight
        following = fight.table.seq.get(self.seat, 0) + 1
        return signing.decl(action, encounter=self.table.id, seat=self.seat, cmd=cmd, seen=fight.seen, seq=following)

    def signs(self, declaration: Json) -> str:
        """Return the signature over a declaration."""
        return text_of(self.signer.sign(declaration_message(declaration)))

    def head(self, action: Json) -> Json:
        """Return the head of a call: cmd, seen, seq, sig."""
        made = self.declaration(action, self.table.cmd())
        return {"cmd": made["cmd"], "seen": tuple(made["seen"]), "seq": made["seq"], "sig": self.signs(made)}

    def joins(self, *vouching: Party) -> None:
        """Take the seat, vouched for by devices that it has."""
        said = {} if self.kind is None else {"kind": self.kind}
        action = {"do": "join", **self.fields, **said}
        head = self.head(action)
        made = self.declaration(action, head["cmd"])
        vouched = {each.party: each.signs(made) for each in vouching} or None
        role = self.table.fight.table.seats[self.seat]
        entry = SeatJoined(seat=self.seat, role=role, kind=self.kind, **self.fields, **head, vouched=vouched)
        self.table.ledger.devices.join(self.table.id, entry, "")
        self.table.parties[self.party] = self

    def changes_key(self, *vouching: Party, name: str = " again") -> Party:
        """Return the device with another key and chain, vouched for by others."""
        fresh = Party(self.table, self.seat, self.party, key=name)
        fresh.chain = fresh._chain(name, 32)
        action = {"do": "change_key", **fresh.fields}
        head = fresh.head(action)
        made = fresh.declaration(action, head["cmd"])
        vouched = {each.party: each.signs(made) for each in vouching} or None
        entry = SeatKeyChanged(seat=self.seat, **fresh.fields, **head, vouched=vouched)
        answer = self.table.ledger.devices.change_key(self.table.id, entry)
        if answer.lines[0].type == "SeatKeyChanged":
            self.table.parties[self.party] = fresh
        return fresh

    def vetoes(self, of: int) -> Answer:
        """Say no to the key that is asked for in a line."""
        made = signing.decl(
            {"do": "veto_key", "of": of},
            encounter=self.table.id,
            seat=self.seat,
            cmd=f"veto {of}".replace(" ", "-"),
            seen=None,
            seq=None,
        )
        entry = SeatKeyVetoed(seat=self.seat, of=of, cmd=made["cmd"], sig=self.signs(made))
        return self.table.ledger.devices.veto_key(self.table.id, entry)

    def renews(self, length: int = 32) -> None:
        """Begin another chain."""
        self.chain = self._chain(" anew", length)
        anchor = self.chain.anchor.hex()
        head = self.head({"do": "renew_chain", "party": self.party, "anchor": anchor, "length": length})
        entry = ChainRenewed(seat=self.seat, party=self.party, anchor=anchor, length=length, **head)
        self.table.ledger.devices.renew_chain(self.table.id, entry)

    def beats(self) -> None:
        """Say that the device is there."""
        used = self.table.fight.table.devices[self.party].used
        self.table.ledger.devices.beat(self.table.id, self.seat, self.party, used + 1)

    def salts(self, roll: OpenRoll) -> None:
        """Give the link that a roll waits for."""
        k = roll.contributors[self.party]
        link = self.chain.link(k)
        message = contribution_message(self.table.id, roll.roll, roll.declared, self.party, k, link)
        sig = text_of(self.signer.sign(message))
        self.table.ledger.devices.give_link(self.table.id, self.seat, self.party, roll.roll, link.hex(), sig)

    def cosigns(self, size: int | None = None) -> str:
        """Cosign the checkpoint of a size, and return the note with all signatures on it."""
        ledger, encounter = self.table.ledger, self.table.id
        note = ledger.receipts.note(encounter, size)
        text = note.partition("\n\n")[0] + "\n"
        origin, lines, _ = text.split("\n")[:3]
        line = notes.cosigned(text, f"{origin}/{self.party}", self.signer, self.table.clock.at // 1000)
        return ledger.receipts.cosign(encounter, self.seat, self.party, int(lines), line)


class Playing:
    """An encounter, its clock, and the devices at it."""

    def __init__(self, ledger: Ledger, steady: Clock, fight: Json, **changes: Any) -> None:
        self.ledger = ledger
        self.clock = steady
        self.id = ledger.open(opening(fight, **changes)).encounter
        self.parties: dict[str, Party] = {}
        self._cmds = count(1)

    @property
    def fight(self) -> Fight:
        """Return the fight as it stands."""
        return self.ledger.fight(self.id)

    def cmd(self) -> str:
        """Return a fresh id of a call."""
        return f"c{next(self._cmds)}"

    def seated(self, *seats: str, length: int = 64) -> list[Party]:
        """Return a device for each of these seats, joined."""
        found = [Party(self, seat, seat, length=length) for seat in seats]
        for each in found:
            each.joins()
        return found

    def declares(self, body: Json, seat: str, party: str | None = None, *, secret: bool = False) -> Answer:
        """Send a command, signed if the seat has a device; nobody has given a link for it yet."""
        for each in self.parties.values():
            if not each.silent:
                each.beats()
        device = self.parties.get(party or seat)
        sent = Declaration(action=command_of(body, self.fight.encounter.system), cmd=self.cmd(), raw=body)
        if device is None:
            return self.ledger.record(self.id, seat, sent)
        salt = sha256(f"salt of {sent.cmd}".encode()).digest()
        made = device.declaration(body, sent.cmd)
        if secret:
            signed = {
                **{name: made[name] for name in made if name != "action"},
                "sealed": commit(salt, {"action": body}),
            }
        else:
            signed = signing.as_stored(made, salt)
        seen = (made["seen"][0], made["seen"][1])
        sent = replace(sent, seen=seen, seq=made["seq"], sig=device.signs(signed), salt=salt)
        return self.ledger.record(self.id, seat, sent)

    def salted(self) -> None:
        """Let every device that is asked and speaks give its link."""
        roll = self.fight.table.open_roll
        if roll is None or not roll.contributors:
            return
        for party in [*roll.contributors]:
            if not self.parties[party].silent:
                self.parties[party].salts(roll)

    def does(self, body: Json, seat: str | None = None, party: str | None = None, *, secret: bool = False) -> Answer:
        """Send a command and let the devices salt its roll."""
        answer = self.declares(body, seat or body["who"].lower(), party, secret=secret)
        self.salted()
        return answer

    def signed(self, seat: str, action: Json) -> Json:
        """Return the head of a seat's call, signed if the seat has a device."""
        device = self.parties.get(seat)
        return {"cmd": self.cmd()} if device is None else device.head(action)
