"""A device of a seat: its key, its chain, what it must never forget, in a folder that only its owner reads."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_bytes, token_hex, token_urlsafe
from typing import Any

from client.links_given import LinksGiven
from ledger.dice.chain import LENGTH, Chain
from ledger.dice.keys import Signer, bytes_of, contribution_message, declaration_message, text_of
from ledger.line.entries import ChainRenewed, Json, SeatJoined, SeatKeyChanged
from ledger.line.hidden import commit
from ledger.proof import notes
from ledger.proof.notes import checkpoint_text
from ledger.table import signing

FILE = "device.json"


class Unsafe(Exception):
    """What the server asks for would let somebody cheat; the message says how."""


@dataclass(slots=True, kw_only=True)
class State:
    """What a device keeps: whose it is, its secrets, and those it will have once a change of them is a line.

    ``token`` is the key it calls with, ``invitation`` the hash of the one it came with.
    """

    encounter: str
    seat: str
    party: str
    address: str = ""
    invitation: str = ""
    token: str = ""
    key: str = field(default_factory=lambda: token_hex(32))
    seed: str = field(default_factory=lambda: token_hex(32))
    length: int = LENGTH
    joined: bool = False
    next_key: str = ""
    next_seed: str = ""
    next_length: int = LENGTH


class Device:
    """A device that signs and salts. With a ``folder`` it keeps its state there, written before anything leaves it."""

    def __init__(self, state: State, folder: Path | None = None) -> None:
        self.state = state
        self._folder = folder
        self._signer = Signer(bytes.fromhex(state.key))
        self._chain = self._of(state.seed, state.length)
        self._given = LinksGiven(folder, self._chain.anchor)

    @classmethod
    def read(cls, folder: Path) -> Device:
        """Return the device kept in a folder; OSError, ValueError, TypeError."""
        return cls(State(**json.loads((folder / FILE).read_text())), folder)

    @property
    def public(self) -> str:
        """Return the public key in base64."""
        return text_of(self._signer.public)

    @property
    def anchor(self) -> str:
        """Return the anchor of the chain in hex."""
        return self._chain.anchor.hex()

    @property
    def following(self) -> int:
        """Return the number of the link that comes next."""
        return self._given.last + 1

    @property
    def left(self) -> int:
        """Return how many links were not given yet."""
        return self.state.length - self._given.last

    def was_given(self, k: int, declared: bytes) -> bool:
        """Return whether link ``k`` was given for the line with that hash."""
        return self._given.line_of(k) == declared

    def keep(self) -> None:
        """Write the state, whole or not at all."""
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        aside = self._folder / f"{FILE}.{token_hex(4)}"
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            json.dump(asdict(self.state), written)
            written.flush()
            os.fsync(written.fileno())
        aside.replace(self._folder / FILE)

    def close(self) -> None:
        """Let go of the files."""
        self._given.close()

    # What is sent

    def joining(self, seen: Json | list[Any], following: int, kind: str | None = None) -> Json:
        """Return the body with which the device takes its seat; ``kind`` is bot where a program plays with it."""
        return self._presenting("join", self._signer, self._chain, seen, following, kind)

    def renewing(self, seen: Any, following: int, length: int | None = None) -> Json:
        """Return the body that begins another chain, whose seed is kept before."""
        state = self.state
        state.next_seed, state.next_length, state.next_key = token_hex(32), length or state.length, state.key
        self.keep()
        chain = self._of(state.next_seed, state.next_length)
        fields = {"party": state.party, "anchor": chain.anchor.hex(), "length": chain.length}
        return {**fields, **self.call({"do": "renew_chain", **fields}, seen, following)}

    def changing(self, seen: Any, following: int) -> Json:
        """Return the body that gives the device another key and chain, which are kept before; the old key vouches."""
        state = self.state
        state.next_key, state.next_seed, state.next_length = token_hex(32), token_hex(32), state.length
        self.keep()
        signer, chain = Signer(bytes.fromhex(state.next_key)), self._of(state.next_seed, state.next_length)
        body = self._presenting("change_key", signer, chain, seen, following)
        return {**body, "vouched": {state.party: self.vouching(request("change_key", self.state, body))}}

    def replacing(self, seen: Any, following: int) -> Json:
        """Return the body that puts the key and chain of this device in the place of those that were lost."""
        return self._presenting("change_key", self._signer, self._chain, seen, following)

    def vetoing(self, of: int, seen: Any) -> Json:
        """Return the body with which the device says no to another key of its seat; it needs no count and no token."""
        cmd = token_hex(16)
        action = {"do": "veto_key", "of": of}
        state = self.state
        made = signing.decl(action, encounter=state.encounter, seat=state.seat, cmd=cmd, seen=seen, seq=None)
        return {"seat": state.seat, "of": of, "cmd": cmd, "seen": seen, "sig": self._sign(made)}

    def inviting(self, seen: Any, following: int) -> Json:
        """Return the body that invites another device of the same seat."""
        return {"seat": self.state.seat, **self.call({"do": "invite", "seat": self.state.seat}, seen, following)}

    def vouching(self, declaration: Json) -> str:
        """Return the signature with which this device vouches for what another one declares."""
        return self._sign(declaration)

    def settle(self, entry: SeatJoined | SeatKeyChanged | ChainRenewed) -> None:
        """Take note of a line that gives this device a seat, or the key and chain that were kept for it."""
        state = self.state
        if entry.anchor == self.anchor:
            state.joined = True
        elif state.next_seed and entry.anchor == self._of(state.next_seed, state.next_length).anchor.hex():
            state.key, state.seed, state.length = state.next_key, state.next_seed, state.next_length
            state.next_key = state.next_seed = ""
            self._signer, self._chain = Signer(bytes.fromhex(state.key)), self._of(state.seed, state.length)
            self._given.begin(self._chain.anchor)
        else:
            return
        self.keep()

    def declaring(
        self, action: Json, seen: list[Any], following: int, cmd: str | None = None, *, secret: bool = False
    ) -> Json:
        """Return the body of a command: signed, with a salt of its own for words in it, or for all of it."""
        body: Json = {"action": action, "cmd": cmd or token_hex(16), "seen": seen, "seq": following}
        salt = token_bytes(32) if secret or "text" in action else None
        if salt is not None:
            body["salt"] = salt.hex()
        plain = self._declaration(action, body["cmd"], seen, following)
        stored = sealed(plain, salt) if secret and salt is not None else signing.as_stored(plain, salt)
        return {**body, "sig": self._sign(stored)}

    def call(self, action: Json, seen: Any, following: int, cmd: str | None = None) -> Json:
        """Return what a call that is no command carries: id, what was seen, count, signature."""
        return self._call(self._signer, action, seen, following, cmd)

    def linking(self, roll: int, k: int, declared: bytes) -> Json:
        """Return the body that gives link ``k`` to the roll declared in the line with that hash.

        Raises:
            Unsafe: The link was given for another line before, or is not the one that comes next.
        """
        if not self.was_given(k, declared):
            if self._given.line_of(k) is not None:
                raise Unsafe(
                    f"Link {k} of {self.state.party} was given for another line: two histories are being told."
                )
            if k < self.following:
                raise Unsafe(f"Link {k} of {self.state.party} is asked for after later ones were given.")
            self._given.note(k, declared)
        link, party = self._chain.link(k), self.state.party
        message = contribution_message(self.state.encounter, roll, declared, party, k, link)
        return {"party": party, "roll": roll, "link": link.hex(), "sig": text_of(self._signer.sign(message))}

    def cosigning(self, note: str, seconds: int) -> Json:
        """Return the body that cosigns a checkpoint."""
        origin, size, root = note.partition("\n\n")[0].split("\n")[:3]
        text = checkpoint_text(origin, int(size), bytes_of(root, "The root"))
        line = notes.cosigned(text, f"{origin}/{self.state.party}", self._signer, seconds)
        return {"party": self.state.party, "size": int(size), "line": line.removesuffix("\n")}

    def _of(self, seed: str, length: int) -> Chain:
        return Chain(bytes.fromhex(seed), self.state.encounter, self.state.party, length)

    def _presenting(
        self, do: str, signer: Signer, chain: Chain, seen: Any, following: int, kind: str | None = None
    ) -> Json:
        fields: Json = {
            "party": self.state.party,
            "key": text_of(signer.public),
            "anchor": chain.anchor.hex(),
            "length": chain.length,
        }
        if kind is not None:
            fields["kind"] = kind
        return {**fields, **self._call(signer, {"do": do, **fields}, seen, following)}

    def _call(self, signer: Signer, action: Json, seen: Any, following: int, cmd: str | None = None) -> Json:
        cmd = cmd or token_hex(16)
        signed = declaration_message(self._declaration(action, cmd, seen, following))
        return {"cmd": cmd, "seen": seen, "seq": following, "sig": text_of(signer.sign(signed))}

    def _declaration(self, action: Json, cmd: str, seen: Any, following: int) -> Json:
        state = self.state
        return signing.decl(action, encounter=state.encounter, seat=state.seat, cmd=cmd, seen=seen, seq=following)

    def _sign(self, declaration: Json) -> str:
        return text_of(self._signer.sign(declaration_message(declaration)))


def new_token() -> str:
    """Return a key to call with, as a client chooses it."""
    return token_urlsafe(32)


def request(do: str, state: State, body: Json) -> Json:
    """Return the declaration of a device that joins or changes its key: what others vouch for by signing it."""
    names = ("party", "key", "anchor", "length", "kind")
    action: Json = {"do": do} | {name: body[name] for name in names if name in body}
    return signing.decl(
        action, encounter=state.encounter, seat=state.seat, cmd=body["cmd"], seen=body["seen"], seq=body["seq"]
    )


def sealed(declaration: Json, salt: bytes) -> Json:
    """Return a declaration as its line will hold it where all of it is secret."""
    kept = {name: value for name, value in declaration.items() if name != "action"}
    return {**kept, "sealed": commit(salt, {"action": declaration["action"]})}
