"""Fights of honest seats under an operator who writes what it likes, each from a number.

Written from what players are promised (docs/trust.md) and from the formats, not from any verifier. The honest seats
hold their own keys and numbers: they sign what they mean to do, over the newest state that they are shown, and give
each of their numbers once. All else is the operator's, who writes the lines: what is sealed and opened, who is asked,
who is said to be missing, which dice show, in which order, and what stands beside the lines. It signs all it can sign.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ledger.dice.chain import Chain
from ledger.dice.keys import Signer, text_of
from ledger.line.tree import root
from ledger.proof import notes

HERE = Path(__file__).parents[1]
FIGHTS = ("salted", "devices", "waiting", "consenting", "secret-closed", "disputed", "typed")
Row = dict[str, Any]
CALLS = {
    "RewindAsked": ("rewind", "to_version reason"),
    "RewindAnswered": ("answer_rewind", "agree"),
    "TableDiceTyped": ("type_dice", "by dice faces"),
    "TableDiceAttested": ("attest", "of verdict"),
    "MissingAccepted": ("go_on", "roll"),
    "DisputeRaised": ("contest", "of reason"),
    "DisputeAnswered": ("settle", "dispute result reason action"),
    "Withheld": ("withhold", "of reason"),
    "Renamed": ("rename", "of name"),
    "LedgerClosed": ("close", ""),
    "SeatJoined": ("join", "party key anchor length kind"),
    "SeatKeyChanged": ("change_key", "party key anchor length"),
    "SeatKeyAsked": ("change_key", "party key anchor length"),
    "ChainRenewed": ("renew_chain", "party anchor length"),
}
POINTING = ("of", "to_version", "dispute", "line")


def spelt(value: Any) -> bytes:
    """Return the canonical spelling of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def sealing(salt: str, payload: Row) -> str:
    """Return the commitment to a payload."""
    return hashlib.sha256(b"el1/seal\n" + bytes.fromhex(salt) + spelt(payload)).hexdigest()


def blinding(blind: str) -> str:
    """Return the commitment to a blind."""
    return hashlib.sha256(b"el1/blind\n" + bytes.fromhex(blind)).hexdigest()


def leaf_of(raw: bytes) -> str:
    """Return the hash of a line."""
    return hashlib.sha256(b"\0" + raw).hexdigest()


def key_of_roll(encounter: str, server: str, roll: int, leaf: str, links: list[tuple[str, int, str]]) -> bytes:
    """Return the key that all dice of a roll are drawn from."""
    rows = "".join(f"{party} {k} {link}\n" for party, k, link in sorted(links))
    return hmac.digest(bytes.fromhex(server), f"el1/roll\n{encounter}\n{roll}\n{leaf}\n{rows}".encode(), "sha256")


def blinded(blind: str, key: bytes) -> bytes:
    """Return the key of a roll that a blind keeps secret."""
    return hmac.digest(bytes.fromhex(blind), b"el1/blind-roll\n" + key, "sha256")


def numbers(key: bytes) -> Iterator[int]:
    """Yield the numbers of a key."""
    block = 0
    while True:
        words = hmac.digest(key, f"el1/dice\n{block}\n".encode(), "sha256")
        yield from (int.from_bytes(words[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def drawn(source: Iterator[int], dice: str) -> list[int]:
    """Return the faces of dice, drawn from numbers."""
    count, _, rest = dice.partition("d")
    sides = int(rest.replace("-", "+").partition("+")[0])
    faces: list[int] = []
    while len(faces) < int(count or 1):
        number = next(source)
        if number < 2**32 // sides * sides:
            faces.append(number % sides + 1)
    return faces


@dataclass
class Device:
    """A device: a key and a chain of numbers."""

    seat: str
    party: str
    signer: Signer
    chain: Chain
    honest: bool
    last: int = 0


@dataclass
class Intent:
    """A line that is meant to be written: what stands in it, what lies behind it, and how the operator bends it."""

    row: Row
    id: int
    behind: Row | None = None
    salt: str = "5a" * 32
    beside: bool = True
    bend: int = 0
    tamper: Row = field(default_factory=dict)
    lag: int = 0
    forged: bool = False
    step: int = 0
    old: bool = False

    @property
    def kind(self) -> str:
        """Return the type of the line."""
        return str(self.row.get("type"))


@dataclass
class Honesty:
    """What honest devices remember: what they signed, which numbers they gave to which roll, what they cosigned."""

    seats: frozenset[str]
    keys: set[str] = field(default_factory=set)
    signed: dict[str, Row] = field(default_factory=dict)
    given: dict[tuple[str, str], str] = field(default_factory=dict)
    cosigned: set[tuple[str, int, bytes]] = field(default_factory=set)


@dataclass
class Attack:
    """A file, who was honest at that table, what their devices remember, and what the operator did."""

    raw: bytes
    honesty: Honesty
    operators: list[str]
    deeds: list[str]


class Table:
    """The lines as they are written."""

    def __init__(self, seed: str, honest: frozenset[str]) -> None:
        self.seed = seed
        self.honesty = Honesty(honest)
        self.encounter, self.origin = "", ""
        self.raws: list[bytes] = []
        self.rows: list[Row] = []
        self.places: dict[int, int] = {}
        self.devices: dict[str, Device] = {}
        self.own: dict[str, Device] = {}
        self.seq: dict[str, int] = {}
        self.calls: dict[int, tuple[Row, str]] = {}
        self.server: Chain | None = None
        self.base = self.rolls = 0
        self.key: dict[int, bytes] = {}
        self.source: dict[int, Iterator[int]] = {}
        self.blinds: dict[int, str] = {}
        self.olds: dict[str, Row] = {}
        self.hidden: dict[int, tuple[Row, str]] = {}
        self.besides: list[tuple[int, Row]] = []
        self.log = self._signer("log")

    def _signer(self, name: str) -> Signer:
        return Signer(hashlib.sha256(f"{self.seed} {name} {len(self.raws)}".encode()).digest())

    def _chain(self, name: str, length: int = 64) -> Chain:
        secret = hashlib.sha256(f"{self.seed} numbers of {name} {len(self.raws)}".encode()).digest()
        return Chain(secret, self.encounter, name, length)

    def head(self, size: int | None = None) -> list[Any]:
        """Return how many lines there are, and the hash of the last."""
        size = len(self.raws) if size is None else max(1, size)
        return [size, leaf_of(self.raws[size - 1])]

    def write(self, intent: Intent) -> None:
        """Write a line as it was meant."""
        row = copy.deepcopy(intent.row)
        n, kind = len(self.raws), intent.kind
        row |= {"n": n, "prev": leaf_of(self.raws[-1]) if self.raws else "0" * 64}
        self._points(row)
        if kind == "EncounterOpened":
            self._opens(row)
        elif kind == "ChainRenewed" and row["party"] == "server":
            self.server, self.base = self._chain("server"), self.rolls
            row["anchor"] = self.server.anchor.hex()
        elif kind == "EntropyRevealed":
            self._reveals(row, intent)
        elif kind == "DiceRolled":
            self._rolls(row, row.get("cause"), intent)
        if intent.behind is not None:
            self._hides(row, intent)
        if kind == "CommandAccepted" or (kind in CALLS and "cmd" in row):
            self._calls(row, intent)
        if kind == "CommandAccepted" and type(row.get("roll")) is int:
            self.rolls += 1
        _put(row, intent.tamper)
        self.places[intent.id] = n
        self.raws.append(spelt(row))
        self.rows.append(row)

    def _points(self, row: Row) -> None:
        for holder in (row, *row.get("consents", ())):
            for name in (*POINTING, "cause"):
                if type(holder.get(name)) is int:
                    holder[name] = self.places.get(holder[name], holder[name])

    def _opens(self, row: Row) -> None:
        self.encounter, self.origin = row["encounter"], row.get("origin", "")
        if "anchor" in row:
            self.server = self._chain("server")
            row["anchor"] = self.server.anchor.hex()
        row["log_key"] = notes.vkey(self.origin, self.log.public)

    def _hides(self, row: Row, intent: Intent) -> None:
        payload = copy.deepcopy(intent.behind or {})
        if row["type"] == "Unsealed" and intent.row["of"] in self.hidden:
            row["payload"], row["salt"] = self.hidden[intent.row["of"]]
            return
        for event in payload.get("events", ()):
            if event.get("type") == "DiceRolled":
                self._rolls(event, row.get("cause"), intent)
        if row["type"] == "Sealed":
            row["commit"] = sealing(intent.salt, payload)
            self.hidden[intent.id] = payload, intent.salt
        elif row["type"] == "Unsealed":
            row["payload"], row["salt"] = payload, intent.salt
            return
        elif "blind" in payload and "blind" in row:
            row["blind"] = blinding(payload["blind"])
            self.blinds[row["n"]] = payload["blind"]
        if intent.beside:
            self.besides.append((row["n"], {"n": row["n"], "payload": payload, "salt": intent.salt}))

    def _rolls(self, event: Row, n: Any, intent: Intent) -> None:
        if event.get("source") != "ledger" or n not in self.key:
            return
        key = blinded(self.blinds[n], self.key[n]) if n in self.blinds else self.key[n]
        faces = drawn(self.source.setdefault(n, numbers(key)), event["dice"])
        event["faces"] = [intent.bend] * len(faces) if intent.bend else faces

    def _reveals(self, row: Row, intent: Intent) -> None:
        n, roll = row.get("cause"), row.get("roll")
        if self.server is None or type(n) is not int or n >= len(self.raws) or type(roll) is not int:
            return
        place = min(max(roll - self.base + intent.step, 0), self.server.length)
        row["server"], leaf = self.server.link(place).hex(), leaf_of(self.raws[n])
        asked = self.rows[n].get("contributors", {})
        given = {party: self._gives(party, asked.get(party), roll, leaf) for party in row.get("contributions", ())}
        if intent.old:
            given = {party: self.olds.get(party) for party in given}
        row["contributions"] = {party: each for party, each in given.items() if each is not None}
        self.olds |= row["contributions"]
        if not row["contributions"]:
            del row["contributions"]
        links = [(party, asked.get(party, 0), each["link"]) for party, each in row.get("contributions", {}).items()]
        self.key[n] = key_of_roll(self.encounter, row["server"], roll, leaf, links)

    def _gives(self, party: str, k: Any, roll: int, leaf: str) -> Row | None:
        """Return the number that a device gives: honest ones give each once, and in order."""
        device = self.own.get(party) or self.devices.get(party)
        if device is None or type(k) is not int or not 0 < k <= device.chain.length:
            return None
        if device.honest and k <= device.last:
            return None
        device.last, link = k, device.chain.link(k)
        message = f"el1/contribution\n{self.encounter}\n{roll}\n{leaf}\n{party} {k} {link.hex()}\n"
        if device.honest:
            self.honesty.given[party, leaf] = link.hex()
        return {"link": link.hex(), "sig": text_of(device.signer.sign(message.encode()))}

    def _calls(self, row: Row, intent: Intent) -> None:
        holder = row["decl"] if row["type"] == "CommandAccepted" else row
        seat = holder.get("seat", holder.get("by"))
        honest = seat in self.honesty.seats and not intent.forged
        fresh = self._fresh(row, str(seat), honest) if "key" in row else None
        signer = fresh or self._signer_of(str(seat), row, honest, intent)
        if honest and intent.id in self.calls:  # it says what it wants once: whoever wants it twice repeats it
            said, sig = self.calls[intent.id]
            holder |= said
            row["sig"] = sig
            return
        if "sig" in row and signer is not None:
            self._signs(row, holder, str(seat), signer, intent)
            self._keeps(row, fresh)
            return
        if signer is None:  # nobody is there to sign: so it is said without a signature
            for name in ("sig", "seen"):
                row.pop(name, None)
                holder.pop(name, None)
        if type(holder.get("seq")) is int:
            self.seq[str(seat)] = holder["seq"] = self.seq.get(str(seat), 0) + 1

    def _keeps(self, row: Row, fresh: Device | None) -> None:
        if fresh is None or row["type"] == "SeatKeyAsked":
            return
        self.devices[fresh.party] = fresh
        if fresh.honest:
            self.own[fresh.party] = fresh
            self.honesty.keys.add(row["key"])

    def _signer_of(self, seat: str, row: Row, honest: bool, intent: Intent) -> Device | None:
        """Return the device that signs: one that is asked for its number, where one of the seat is."""
        own = self.own.values() if honest else (each for each in self.devices.values() if not each.honest)
        found = [each for each in own if each.seat == seat]
        if intent.forged and not found:  # in the name of a seat, with any key that the operator has
            found = [each for each in self.devices.values() if not each.honest]
        asked = row.get("contributors") or [row.get("party")]
        return next((each for each in found if each.party in asked), found[0] if found else None)

    def _fresh(self, row: Row, seat: str, honest: bool) -> Device:
        party, length = row["party"], min(row["length"], 64)
        made = Device(seat, party, self._signer(party), self._chain(party, length), honest)
        row |= {"key": text_of(made.signer.public), "anchor": made.chain.anchor.hex(), "length": length}
        return made

    def _signs(self, row: Row, holder: Row, seat: str, signer: Device, intent: Intent) -> None:
        if row["type"] == "ChainRenewed" and signer.party == row["party"]:
            signer.chain, signer.last = self._chain(signer.party, row["length"]), 0
            row["anchor"] = signer.chain.anchor.hex()
        self.seq[seat] = self.seq.get(seat, 0) + 1
        said: Row = {"seq": self.seq[seat]}
        if "seen" in holder:
            said["seen"] = self.head(len(self.raws) - intent.lag)
        holder |= said
        made: Row = {"cmd": holder["cmd"], "encounter": self.encounter, "seat": seat, **said}
        if row["type"] == "CommandAccepted":
            made |= {name: holder[name] for name in ("action", "sealed") if name in holder}
        else:
            do, names = CALLS[row["type"]]
            made["action"] = {"do": do, **{name: row[name] for name in names.split() if name in row}}
        message = b"el1/declaration\n" + spelt(made)
        row["sig"] = text_of(signer.signer.sign(message))
        if signer.honest:
            self.honesty.signed[row["sig"]] = made
            self.calls[intent.id] = (said, row["sig"])
        vouching = {party: self.devices.get(party) for party in row.get("vouched", ())}
        for party, each in vouching.items():
            # Honest devices vouch for what they were asked to when the fight was played, not for the operator.
            if each is not None and not (each.honest and intent.forged):
                row["vouched"][party] = text_of(each.signer.sign(message))

    def note(self, size: int, cosigning: bool = True, other: bytes | None = None) -> str:
        """Return a checkpoint of so many lines, signed by the log and by the devices."""
        top = root([bytes.fromhex(leaf_of(raw)) for raw in self.raws[:size]]) if other is None else other
        text = notes.checkpoint_text(self.origin, size, top)
        made = notes.signed(text, self.origin, self.log)
        for each in self.devices.values() if cosigning else ():
            if not each.honest or other is None:
                made += notes.cosigned(text, f"{self.origin}/{each.party}", each.signer, 1_800_000_000)
            if each.honest and other is None:
                self.honesty.cosigned.add((each.party, size, top))
        return made


def _put(row: Row, tamper: Row) -> None:
    for way, value in tamper.items():
        *steps, last = way.split(".")
        inner = row
        for step in steps:
            inner = inner.get(step, {})
        if value is None:
            inner.pop(last, None)
        else:
            inner[last] = value


def template(name: str) -> list[Intent]:
    """Return the lines of a fight as it was honestly played, with what lies behind them."""
    rows = [json.loads(raw) for raw in (HERE / "files" / f"{name}.ndjson").read_bytes().splitlines()]
    intents = [Intent(row, row["n"]) for row in rows if "type" in row]
    for row in rows:
        if "payload" in row and "type" not in row:
            intents[row["n"]].behind, intents[row["n"]].salt = row["payload"], row["salt"]
    for each in intents:
        if each.kind == "Unsealed":
            each.behind, each.salt = each.row["payload"], each.row["salt"]
            if intents[each.row["of"]].behind is None:
                of = intents[each.row["of"]]
                of.behind, of.salt, of.beside = each.row["payload"], each.salt, False
    return intents


def written(
    seed: str,
    intents: list[Intent],
    honest: frozenset[str],
    notes_of: Callable[[Table, int], list[str]] | None = None,
    deeds: Iterable[str] = (),
) -> Attack:
    """Return the file of what was meant, as honest seats sign it and the operator writes it."""
    table = Table(seed, honest)
    for intent in intents:
        table.write(intent)
    rows = [spelt(row) for _, row in sorted(table.besides, key=lambda each: each[0])]
    whole = len(table.raws)
    made = [table.note(whole)] if notes_of is None else notes_of(table, whole)
    raw = b"\n".join([*table.raws, *rows, *(spelt({"note": note}) for note in made)]) + b"\n"
    named = {seat["id"] for seat in table.rows[0].get("seats", ())} | {
        row["seat"] for row in table.rows if row["type"] == "SeatJoined"
    }
    return Attack(raw, table.honesty, sorted(named - honest), [*deeds])
