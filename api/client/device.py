"""A device of a seat: its key, its chain, and what it must never forget, kept in one file that its owner reads."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Any

from ledger import notes, signing
from ledger.chain import LENGTH, Chain
from ledger.entries import Json
from ledger.hidden import commit
from ledger.keys import Signer, bytes_of, contribution_message, declaration_message, text_of
from ledger.notes import checkpoint_text


class Unsafe(Exception):
    """What the server asks for would let somebody cheat; the message says how."""


@dataclass(slots=True, kw_only=True)
class State:
    """What a device keeps: secrets, and for which line of the fight each of its links was given (hash by number)."""

    encounter: str
    seat: str
    party: str
    key: str = field(default_factory=lambda: token_hex(32))
    seed: str = field(default_factory=lambda: token_hex(32))
    length: int = LENGTH
    given: dict[str, str] = field(default_factory=dict)
    token: str = ""
    log_key: str = ""
    checkpoint: str = ""


class Device:
    """A device that signs and salts. With a ``file`` it keeps its state there, written before a link leaves it."""

    def __init__(self, state: State, file: Path | None = None) -> None:
        self.state = state
        self._file = file
        self._signer = Signer(bytes.fromhex(state.key))
        self._chain = Chain(bytes.fromhex(state.seed), state.encounter, state.party, state.length)

    @classmethod
    def read(cls, file: Path) -> Device:
        """Return the device kept in a file; OSError, ValueError."""
        return cls(State(**json.loads(file.read_text())), file)

    @property
    def public(self) -> str:
        """Return the public key in base64."""
        return text_of(self._signer.public)

    @property
    def following(self) -> int:
        """Return the number of the link that comes next."""
        return max(map(int, self.state.given), default=0) + 1

    def keep(self) -> None:
        """Write the state, whole or not at all."""
        if self._file is None:
            return
        aside = self._file.with_name(f"{self._file.name}.{token_hex(4)}")
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as written:
            json.dump(asdict(self.state), written)
            written.flush()
            os.fsync(written.fileno())
        aside.replace(self._file)

    # What is sent

    def joining(self, seen: Json | list[Any], following: int) -> Json:
        """Return the body with which the device takes its seat."""
        fields = {
            "party": self.state.party,
            "key": self.public,
            "anchor": self._chain.anchor.hex(),
            "length": self.state.length,
        }
        return {**fields, **self.call({"do": "join", **fields}, seen, following)}

    def vouching(self, action: Json, cmd: str, seen: list[Any], following: int) -> str:
        """Return the signature with which this device vouches for what another one declares."""
        return self._sign(self._declaration(action, cmd, seen, following))

    def declaring(self, action: Json, seen: list[Any], following: int, cmd: str | None = None) -> Json:
        """Return the body of a command: signed, with a salt of its own for words in it."""
        body: Json = {"action": action, "cmd": cmd or token_hex(16), "seen": seen, "seq": following}
        stored = action
        if "text" in action:
            salt = token_bytes(32)
            body["salt"] = salt.hex()
            kept = {name: value for name, value in action.items() if name != "text"}
            stored = {**kept, "commit": commit(salt, {"text": action["text"]})}
        return {**body, "sig": self._sign(self._declaration(stored, body["cmd"], seen, following))}

    def call(self, action: Json, seen: Any, following: int, cmd: str | None = None) -> Json:
        """Return what a call that is no command carries: id, what was seen, count, signature."""
        cmd = cmd or token_hex(16)
        return {
            "cmd": cmd,
            "seen": seen,
            "seq": following,
            "sig": self._sign(self._declaration(action, cmd, seen, following)),
        }

    def linking(self, roll: int, k: int, declared: bytes) -> Json:
        """Return the body that gives link ``k`` to the roll declared in the line with that hash.

        Raises:
            Unsafe: The link was given for another line before, or is not the one that comes next.
        """
        before = self.state.given.get(str(k))
        if before is None and k < self.following:
            raise Unsafe(f"Link {k} of {self.state.party} is asked for after later ones were given.")
        if before not in (None, declared.hex()):
            raise Unsafe(f"Link {k} of {self.state.party} was given for another line: two histories are being told.")
        if before is None:
            self.state.given[str(k)] = declared.hex()
            self.keep()
        link, party = self._chain.link(k), self.state.party
        message = contribution_message(self.state.encounter, roll, declared, party, k, link)
        return {"party": party, "roll": roll, "link": link.hex(), "sig": text_of(self._signer.sign(message))}

    def cosigning(self, note: str, seconds: int) -> Json:
        """Return the body that cosigns a checkpoint."""
        origin, size, root = note.partition("\n\n")[0].split("\n")[:3]
        text = checkpoint_text(origin, int(size), bytes_of(root, "The root"))
        line = notes.cosigned(text, f"{origin}/{self.state.party}", self._signer, seconds)
        return {"party": self.state.party, "size": int(size), "line": line.removesuffix("\n")}

    def _declaration(self, action: Json, cmd: str, seen: Any, following: int) -> Json:
        state = self.state
        return signing.decl(action, encounter=state.encounter, seat=state.seat, cmd=cmd, seen=seen, seq=following)

    def _sign(self, declaration: Json) -> str:
        return text_of(self._signer.sign(declaration_message(declaration)))
