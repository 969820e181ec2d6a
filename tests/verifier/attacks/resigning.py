"""A file made good again after it was changed, by somebody who holds every key and every secret of it.

So a change is reached by the verifiers itself, and is not hidden behind the first hash or signature that it breaks.
Every key, chain, link, signature, commitment, face and checkpoint is made anew from a seed; whatever is no such thing,
because it was changed, stays as it is. ``Mending`` says which of these are made good.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from ledger.dice.chain import Chain
from ledger.dice.faces import KeyStream, draw_all, roll_key, roll_message
from ledger.dice.keys import Signer, contribution_message, declaration_message, text_of
from ledger.line.canonical import canon_trusted
from ledger.line.hidden import blind_commit, blind_key, commit
from ledger.line.tree import leaf, root
from ledger.proof import notes
from verifier.verify_fight import CALLS, dice_of

Row = dict[str, Any]
LONGEST = 64
NUMBERS = ("cause", "of", "to_version", "dispute", "line")


@dataclass
class Mending:
    """What is made good."""

    numbers: bool = True
    counts: bool = True
    keys: bool = True
    links: bool = True
    signatures: bool = True
    faces: bool = True
    commitments: bool = True
    notes: bool = True


@dataclass
class Party:
    """A device as it stands in the file."""

    seat: str
    signer: Signer
    chain: Chain


@dataclass
class State:
    """What is known of the lines written so far."""

    seed: str
    mending: Mending
    encounter: str = "0" * 32
    origin: str = "log"
    head: bytes = bytes(32)
    leaves: list[bytes] = field(default_factory=list)
    lines: list[Row] = field(default_factory=list)
    parties: dict[str, Party] = field(default_factory=dict)
    server: Chain | None = None
    base: int = 0
    rolls: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    words: dict[int, KeyStream] = field(default_factory=dict)
    secret: dict[int, KeyStream] = field(default_factory=dict)
    beside: dict[int, Row] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)

    @property
    def log(self) -> Signer:
        """Return the key of the log."""
        return Signer(sha256(f"{self.seed} log".encode()).digest())

    def chain(self, party: str, length: Any) -> Chain:
        """Return a fresh chain of a party."""
        size = min(length, LONGEST) if type(length) is int and length > 0 else LONGEST
        secret = sha256(f"{self.seed} chain of {party} from {len(self.lines)}".encode()).digest()
        return Chain(secret, self.encounter, party, size)

    def signer(self, party: str) -> Signer:
        """Return a fresh key of a party."""
        return Signer(sha256(f"{self.seed} key of {party} from {len(self.lines)}".encode()).digest())


def resigned(rows: list[Row], seed: str, mending: Mending | None = None) -> bytes | None:
    """Return the file of these rows, made good; None if it cannot be written at all."""
    state = State(seed, mending or Mending())
    rows = json.loads(json.dumps(rows))
    lines = [row for row in rows if "type" in row]
    for number, row in enumerate(lines):
        if state.mending.numbers and type(row.get("n")) is int:
            state.places.setdefault(row["n"], number)
    opening = {row["of"]: row for row in lines if row["type"] == "Unsealed" and type(row.get("of")) is int}
    beside = {row["n"]: row for row in rows if "type" not in row and type(row.get("n")) is int}
    state.beside = {**opening, **beside}
    try:
        made = iter([_line(state, row) for row in lines])
        return b"".join((next(made) if "type" in row else _beside(state, row)) + b"\n" for row in rows)
    except (TypeError, ValueError, KeyError, RecursionError):
        return None


def _beside(state: State, row: Row) -> bytes:
    if "note" in row and state.mending.notes and isinstance(row["note"], str):
        row["note"] = _note(state, row["note"])
    elif state.mending.numbers and row.get("n") in state.places:
        row["n"] = state.places[row["n"]]
    return canon_trusted(row)


def _note(state: State, text: str) -> str:
    parts = text.split("\n")
    size = int(parts[1]) if len(parts) > 3 and parts[1].isdigit() and len(parts[1]) < 9 else len(state.leaves)
    size = state.places.get(size - 1, size - 1) + 1
    body = notes.checkpoint_text(state.origin, size, root(state.leaves[:size]))
    made = notes.signed(body, state.origin, state.log)
    for party, each in state.parties.items():
        if f"/{party} " in text:
            made += notes.cosigned(body, f"{state.origin}/{party}", each.signer, 1_800_000_000)
    return made


def _line(state: State, row: Row) -> bytes:
    n = len(state.lines)
    if state.mending.numbers:
        row["n"] = n
        for name in NUMBERS:
            if type(row.get(name)) is int:
                row[name] = state.places.get(row[name], row[name])
        for each in row.get("consents", ()) if isinstance(row.get("consents"), list) else ():
            if isinstance(each, dict) and type(each.get("line")) is int:
                each["line"] = state.places.get(each["line"], each["line"])
    row["prev"] = state.head.hex()
    kind = row["type"]
    if kind == "EncounterOpened":
        _opens(state, row)
    _mend(state, row, kind)
    raw = canon_trusted(row)
    state.head = leaf(raw)
    state.leaves.append(state.head)
    state.lines.append(row)
    if kind == "CommandAccepted":
        state.rolls += type(row.get("roll")) is int
    return raw


def _opens(state: State, row: Row) -> None:
    if isinstance(row.get("encounter"), str):
        state.encounter = row["encounter"]
    if isinstance(row.get("origin"), str):
        state.origin = row["origin"]
    if state.mending.links and "anchor" in row:
        state.server = state.chain("server", LONGEST)
        row["anchor"] = state.server.anchor.hex()
    if state.mending.keys and "log_key" in row:
        row["log_key"] = notes.vkey(state.origin, state.log.public)


def _mend(state: State, row: Row, kind: str) -> None:
    if kind == "ChainRenewed" and row.get("party") not in state.parties and state.mending.links:
        state.server, state.base = state.chain("server", LONGEST), state.rolls
        row["anchor"] = state.server.anchor.hex()
    if state.mending.commitments:
        _commits(state, row)
    if kind == "CommandAccepted" and isinstance(row.get("decl"), dict):
        _signs(state, row, row["decl"], row["decl"], row["decl"].get("seat"))
    elif kind in CALLS and "cmd" in row:
        _calls(state, row, kind)
    if kind == "EntropyRevealed" and state.mending.links:
        _reveals(state, row)
    if kind == "DiceRolled" and state.mending.faces:
        _rolls(row, state.words.get(row.get("cause", -1)))


def _calls(state: State, row: Row, kind: str) -> None:
    seat, party = row.get("seat", row.get("by")), row.get("party")
    do, names = CALLS[kind]
    fresh: Party | None = None
    if isinstance(party, str) and "key" in row and state.mending.keys:
        fresh = Party(str(seat), state.signer(party), state.chain(party, row.get("length")))
        row["key"], row["anchor"] = text_of(fresh.signer.public), fresh.chain.anchor.hex()
        row["length"] = fresh.chain.length
    elif kind == "ChainRenewed" and party in state.parties and state.mending.links:
        chain = state.chain(str(party), row.get("length"))
        row["anchor"], row["length"] = chain.anchor.hex(), chain.length
        state.parties[str(party)].chain = chain
    action = {"do": do, **{name: row[name] for name in names if name in row}}
    head = {"action": action, "cmd": row["cmd"], "encounter": state.encounter, "seat": seat}
    made: Row = {**head, **{name: row[name] for name in ("seen", "seq") if name in row}}
    _signs(state, row, row, made, seat, fresh)
    if fresh is not None:
        state.parties[str(party)] = fresh


def _signs(state: State, row: Row, holder: Row, made: Row, seat: Any, fresh: Party | None = None) -> None:
    """Count and sign a call; ``holder`` is what holds seen and seq, ``made`` what is signed."""
    if state.mending.counts and type(holder.get("seq")) is int and isinstance(seat, str):
        made["seq"] = holder["seq"] = state.counts.get(seat, 0) + 1
        state.counts[seat] = holder["seq"]
    seen = holder.get("seen")
    if state.mending.numbers and isinstance(seen, list) and len(seen) == 2 and type(seen[0]) is int:
        size = state.places.get(seen[0] - 1, seen[0] - 1) + 1
        if 0 < size <= len(state.leaves):
            made["seen"] = holder["seen"] = [size, state.leaves[size - 1].hex()]
    if not state.mending.signatures or "sig" not in row:
        return
    own = [party for party, each in state.parties.items() if each.seat == seat]
    named = [*(row.get("contributors") or ()), row.get("party")]
    signing = next((party for party in own if party in named), own[0] if own else "")
    device = fresh or state.parties.get(signing)
    if device is not None:
        message = declaration_message(made)
        row["sig"] = text_of(device.signer.sign(message))
        if isinstance(row.get("vouched"), dict):
            for party in row["vouched"]:
                if party in state.parties:
                    row["vouched"][party] = text_of(state.parties[party].signer.sign(message))


def _reveals(state: State, row: Row) -> None:
    n, roll = row.get("cause"), row.get("roll")
    if type(n) is not int or not 0 <= n < len(state.lines) or type(roll) is not int or state.server is None:
        return
    command, declared = state.lines[n], state.leaves[n]
    if not 0 < roll - state.base <= state.server.length:
        return
    server = state.server.link(roll - state.base)
    row["server"] = server.hex()
    salts: list[tuple[str, int, bytes]] = []
    given: Row = row["contributions"] if isinstance(row.get("contributions"), dict) else {}
    for party in given:
        k = (command.get("contributors") or {}).get(party)
        device = state.parties.get(party)
        if (
            device is None
            or type(k) is not int
            or not 0 <= k <= device.chain.length
            or not isinstance(given[party], dict)
        ):
            continue
        link = device.chain.link(k)
        given[party]["link"] = link.hex()
        if state.mending.signatures and "sig" in given[party]:
            message = contribution_message(state.encounter, roll, declared, party, k, link)
            given[party]["sig"] = text_of(device.signer.sign(message))
        salts.append((party, k, link))
    key = roll_key(server, roll_message(state.encounter, roll, declared, salts))
    state.words[n] = KeyStream(key)
    if (blind := _blind(state, n)) is not None:
        state.secret[n] = KeyStream(blind_key(blind, key))


def _payloads(state: State, n: int) -> Iterator[Row]:
    """Yield what is said to lie behind a line: beside the lines, and in the line that opens it."""
    old = next((old for old, new in state.places.items() if new == n), n)
    if old in state.beside:
        yield state.beside[old]


def _blind(state: State, n: int) -> bytes | None:
    for row in _payloads(state, n):
        blind = row["payload"].get("blind") if isinstance(row.get("payload"), dict) else None
        if isinstance(blind, str) and len(blind) == 64:
            return bytes.fromhex(blind)
    return None


def _commits(state: State, row: Row) -> None:
    """Commit to what is said to lie behind the line, its dice drawn anew."""
    for beside in _payloads(state, row["n"] if type(row.get("n")) is int else -1):
        payload, salt = beside.get("payload"), beside.get("salt")
        if not isinstance(payload, dict) or not isinstance(salt, str) or len(salt) != 64:
            continue
        _redraws(state, row, payload)
        decl = row.get("decl")
        if "commit" in row:
            row["commit"] = commit(bytes.fromhex(salt), payload)
        elif isinstance(decl, dict) and "sealed" in decl and "action" in payload:
            decl["sealed"] = commit(bytes.fromhex(salt), {"action": payload["action"]})
        elif isinstance(decl, dict) and isinstance(decl.get("action"), dict) and "commit" in decl["action"]:
            decl["action"]["commit"] = commit(bytes.fromhex(salt), payload)
        if "blind" in row and isinstance(payload.get("blind"), str) and len(payload["blind"]) == 64:
            row["blind"] = blind_commit(bytes.fromhex(payload["blind"])).hex()
    if row["type"] == "Unsealed" and type(row.get("of")) is int and 0 <= row["of"] < len(state.lines):
        _opens_line(state, row)


def _opens_line(state: State, row: Row) -> None:
    """Let a line open what was committed to, as it stands beside the lines, where it does."""
    for beside in _payloads(state, row["of"]):
        if beside is row:
            return
        row["payload"], row["salt"] = beside.get("payload"), beside.get("salt")


def _redraws(state: State, row: Row, payload: Row) -> None:
    cause = row.get("cause", -1)
    words = state.secret.get(cause) or state.words.get(cause)
    events = payload.get("events")
    for event in events if isinstance(events, list) and state.mending.faces else ():
        if isinstance(event, dict) and event.get("type") == "DiceRolled":
            _rolls(event, words)


def _rolls(event: Row, words: KeyStream | None) -> None:
    if words is None or event.get("source") != "ledger" or not isinstance(event.get("dice"), str):
        return
    try:
        count, sides = dice_of(event["dice"])
    except Exception:  # a change made it no dice: it stays as it is
        return
    event["faces"] = list(draw_all(words, [sides] * count))
