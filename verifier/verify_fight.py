#!/usr/bin/env python3
"""Check an exported fight from its file alone: the chain, every signature, every die, what was sealed, who agreed.

    python3 verify_fight.py fight.ndjson [--checkpoint FILE ...] [--log-key VKEY]
        [--operator SEAT ...] [--strict] [--json]

It needs Python 3.11 and the library `cryptography`, and nothing of the program that wrote the file: it was written
from the formats (docs/verifying.md), so that one fault cannot hide in both. It does not decide the rules of the game
again. It ends with 0 for OK and OK BUT (with --strict 3 for OK BUT), with 1 for BROKEN, with 2 if called wrongly,
and with 3 for a file that is newer than it is.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import os
import re
import sys
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Object = dict[str, Any]


class Broken(Exception):
    """Something does not hold; ``line`` says where, if it is not the line being read."""

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why)
        self.line = line


class Newer(Broken):
    """A line, or a field of one, that is newer than this file: it can judge no further."""


def broken(why: str, line: int | None = None) -> NoReturn:
    """Raise Broken."""
    raise Broken(why, line)


# Canonical JSON: keys sorted, no spaces, no floats, one spelling for each value (RFC 8785 and stricter)

LONGEST_LINE, LONGEST_BESIDE = 16_384, 262_144
LARGEST_FILE = 256 << 20
DEEPEST, LARGEST = 12, 2**53 - 1
KEY = re.compile(r"[a-z][a-z0-9_]{0,31}|[a-z0-9][a-z0-9-]{0,31}")
UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
BLANK = re.compile("[ \xa0\u115f\u1160\u1680\u2000-\u200d\u202f\u205f\u2800\u3000\u3164\uffa0]*")
LONGEST_NAME = 80
SEAT_ID, ROLES = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}"), ("player", "referee", "spectator")
HEX64, HEX32 = re.compile(r"[0-9a-f]{64}"), re.compile(r"[0-9a-f]{32}")


def spelt(value: object) -> bytes:
    """Return the one spelling of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _no_float(_: str) -> NoReturn:
    raise ValueError("a number that is not whole")


def read_row(row: bytes) -> Object:
    """Return the object that a row spells; Broken if it is none, or is spelt in another way than the one."""
    if len(row) > LONGEST_BESIDE:
        broken("It is longer than a line may be.")
    try:
        value = json.loads(row.decode(), parse_float=_no_float, parse_constant=_no_float)
        again = spelt(value)
    except (ValueError, RecursionError) as error:
        broken(f"It is not JSON as a line may be: {error}.")
    if not isinstance(value, dict):
        broken("It is not a JSON object.")
    _must_be_plain(value, 0)
    if again != row:
        broken("It is not canonical: the order, spaces, escapes or a doubled key.")
    if len(row) > (LONGEST_LINE if "type" in value else LONGEST_BESIDE):
        broken("It is longer than a line may be.")
    return value


def _must_be_plain(value: object, depth: int) -> None:
    if depth > DEEPEST:
        broken("It is nested too deeply.")
    if isinstance(value, dict):
        for key, member in value.items():
            if not KEY.fullmatch(key):
                broken(f"The key {key[:40]!r} is not one that a line may have.")
            _must_be_plain(member, depth + 1)
    elif isinstance(value, list):
        for member in value:
            _must_be_plain(member, depth + 1)
    elif isinstance(value, int) and abs(value) > LARGEST:
        broken("A number is larger than 2^53-1.")


# The fields of each kind of line: `name:type`, after the name ? where it may be left out, * where it is if empty

FIELDS = {
    "EncounterOpened": "encounter:text system:text version:text house_rules:object positions:text size:int rewind:text"
    " dice:text entropy:text missing?:text clock?:int attest?:text overrides?:text hands?:text referee?:text"
    " title?:text names*:objects disclosure*:objects seats*:objects anchor?:text origin?:text"
    " log_key?:text key_wait?:int words?:object fork?:object rules*:texts",
    "CombatantJoined": "who:text side:text kind:text place:text name?:text controller?:text life:text pools*:pools"
    " items*:items carried*:carried sheet*:object rules*:texts",
    "BoardChanged": "change:text detail:object reason?:text by?:text rules*:texts",
    "EncounterEnded": "outcome:text reason?:text winner?:text rules*:texts",
    "PhaseChanged": "from:text to:text rules*:texts",
    "RoundStarted": "round:int seconds?:int rules*:texts",
    "RoundEnded": "round:int rules*:texts",
    "OrderSet": "basis:text order*:texts first?:text round?:int ties?:text|texts rules*:texts",
    "SurpriseSet": "surprised:texts surprising?:text basis?:text rules*:texts",
    "TurnStarted": "who:text role?:text engagement?:text budgets*:object rules*:texts",
    "TurnEnded": "who:text reason?:text engagement?:text ends_move?:bool keeps?:int rules*:texts",
    "DecisionOpened": "kind:text owner:text|texts options*:texts|ints context*:object rules*:texts",
    "DecisionLapsed": "kind:text owner:text|texts reason:text rules*:texts",
    "DeclarationMade": "who:text kind:text targets*:texts taken?:text|int parameters*:object rules*:texts",
    "RulingMade": "by:text subject:text value?:text|int parameters*:object rules*:texts",
    "MessageRecorded": "by:text channel:text commit:hash rules*:texts",
    "DiceRolled": "by:text for:text dice:text faces:ints source:text total?:int mod?:int roll?:int pool?:text"
    " penalty?:int sl?:int mode?:text keep*:ints try?:int parts*:object rules*:texts",
    "OutcomeResolved": "kind:text who:text result:text whom?:text roll?:int margin?:int versus?:text|int"
    " details*:object rules*:texts",
    "CombatantMoved": "who:text from:text to:text mode:text cost?:int path*:texts details*:object rules*:texts",
    "EngagementChanged": "id:text change:text kind:text tile?:text zone?:text members*:texts order*:texts holder?:text"
    " who?:text forced?:bool reason?:text ends_move?:bool rules*:texts",
    "ResourceChanged": "who:text resource:text before:int after:int why:text rules*:texts",
    "DamageApplied": "to:text by:text amount:int pool:text before:int after:int why:text parts*:object"
    " damage_type?:text rules*:texts",
    "VitalsRestored": "to:text amount:int pool:text before:int after:int why:text parts*:object rules*:texts",
    "ConditionApplied": "to:text condition:text source?:text stacks?:int value?:text|int until?:text details*:object"
    " rules*:texts",
    "ConditionEnded": "to:text condition:text reason:text stacks?:int left?:int rules*:texts",
    "LifeStateChanged": "who:text from:text to:text why:text rules*:texts",
    "ItemUsed": "who:text item:text on:text consumed:bool mode?:text card?:item rules*:texts",
    "ItemMoved": "item:text from:text to:text card?:item rules*:texts",
    "HistoryRewound": "to_version:int by:text reason:text voids*:ints consents*:objects rules*:texts",
    "CommandAccepted": "decl:object sig?:text roll?:int contributors?:object blind?:hash",
    "EntropyRevealed": "roll:int server:hash contributions?:object missing*:texts",
    "MissingAccepted": "roll:int seat:text CALL",
    "TableDiceTyped": "by:text dice:text faces:ints seat:text CALL",
    "TableDiceAttested": "of:int verdict:text seat:text CALL",
    "SeatJoined": "seat:text role:text kind?:text controls*:texts party?:text key?:text anchor?:hash length?:int"
    " vouched?:object CALL?",
    "SeatKeyChanged": "seat:text party:text key:text anchor:hash length:int vouched?:object CALL",
    "SeatKeyAsked": "seat:text party:text key:text anchor:hash length:int until:int vouched?:object CALL",
    "SeatKeyVetoed": "seat:text of:int CALL",
    "ChainRenewed": "party:text anchor:hash length?:int seat?:text CALL?",
    "RewindAsked": "to_version:int by:text reason:text CALL",
    "RewindAnswered": "seat:text agree:bool CALL",
    "RewindLapsed": "reason:text",
    "DisputeRaised": "of:int by:text reason:text CALL",
    "DisputeAnswered": "dispute:int result:text reason:text seat:text action?:object CALL",
    "DisputeSettled": "dispute:int result:text by:texts reason:text line?:int",
    "Sealed": "commit:hash",
    "Unsealed": "of:int salt:hash payload:object",
    "Withheld": "of:int by:text reason:text CALL",
    "Renamed": "of:text name:text by:text CALL",
    "LedgerClosed": "by?:text disputes*:ints CALL?",
}
CALL = "cmd:text seen*:list seq?:int sig?:text"
NAMES_A_LINE = {
    "RewindAsked": "to_version",
    "TableDiceAttested": "of",
    "DisputeRaised": "of",
    "DisputeAnswered": "dispute",
    "Withheld": "of",
}
MUST_BE_FRESH = frozenset({"RewindAsked", "LedgerClosed"})
ABOUT = frozenset({"HistoryRewound", "Unsealed"})
LEDGER = ABOUT | frozenset([*FIELDS][[*FIELDS].index("CommandAccepted") :])
HAPPENING = (FIELDS.keys() - LEDGER) | {"Sealed"}
SET_UP = frozenset(
    {"EncounterOpened", "BoardChanged", "CombatantJoined", "ConditionApplied", "EngagementChanged", "Sealed"}
)


def _is_list(member: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(member, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_int(value: Any) -> bool:
    return type(value) is int


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and HEX64.fullmatch(value) is not None


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= 32


def _of(fields: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and _fits(value, fields)


def _is_amount(value: Any) -> bool:
    return _is_int(value) and 0 <= value <= 99


def _is_spaces(value: Any) -> bool:
    return _is_int(value) and 1 <= value <= 99


def _is_effect(value: Any) -> bool:
    return isinstance(value, str) and value in EFFECTS


def _is_moment(value: Any) -> bool:
    return isinstance(value, str) and value in ("action", "in_attack")


EFFECTS = {"damage", "heal", "condition", "relocate", "die_bonus", "extra_die", "block"}
EFFECT = "kind:effect_kind amount?:amount dice?:dice condition?:id spaces?:spaces recoil?:amount"
ITEM = "id:id effect?:effect usable_on_opponent:bool when*:moments trap:bool consumed:bool"
TYPES: dict[str, Callable[[Any], bool]] = {
    "text": _is_text,
    "int": _is_int,
    "bool": lambda value: type(value) is bool,
    "object": _is_object,
    "list": lambda value: isinstance(value, list),
    "hash": _is_hash,
    "texts": _is_list(_is_text),
    "ints": _is_list(_is_int),
    "texts|ints": _is_list(lambda value: _is_text(value) or _is_int(value)),
    "objects": _is_list(_is_object),
    "id": _is_id,
    "amount": _is_amount,
    "spaces": _is_spaces,
    "dice": lambda value: isinstance(value, str) and len(value) <= 24,
    "effect": _of(EFFECT),
    "effect_kind": _is_effect,
    "moments": _is_list(_is_moment),
    "pools": _is_list(_of("name:text now:int max:int")),
    "item": _of(ITEM),
    "items": _is_list(_of(ITEM)),
    "carried": _is_list(_of("id:id place:id facts*:object")),
}


def _is_of(value: Any, kinds: str) -> bool:
    if kinds in TYPES:
        return TYPES[kinds](value)
    return any(TYPES[kind](value) for kind in kinds.split("|"))


def _fits(value: Object, fields: str) -> bool:
    """Say whether an object has these fields, each of its type, and no others."""
    left = set(value)
    for each in fields.split():
        name, kinds = each.split(":")
        bare = name.rstrip("?*")
        left.discard(bare)
        if bare not in value:
            if name == bare:
                return False
        elif not _is_of(value[bare], kinds) or (name.endswith("*") and not value[bare]):
            return False
    return not left


# What has fields of its own within a line
WITHIN_A_LINE = {
    "pools": "name:text now:int max:int",
    "item": ITEM,
    "items": ITEM,
    "carried": "id:id place:id facts*:object",
    "effect": EFFECT,
}


def _known(value: Any, fields: str) -> Any:
    """Return a value without the fields that are not known here, in what is within it as well."""
    if isinstance(value, list):
        return [_known(each, fields) for each in value]
    if not isinstance(value, dict):
        return value
    kinds = {name.rstrip("?*"): kind for name, kind in (each.split(":") for each in fields.split())}
    return {
        name: _known(member, WITHIN_A_LINE[kinds[name]]) if kinds[name] in WITHIN_A_LINE else member
        for name, member in value.items()
        if name in kinds
    }


def must_have(
    value: Any, fields: str, why: str, line: int | None = None, holds: Callable[[Object], bool] = lambda _: True
) -> None:
    """Refuse what has not these fields, of which something holds; Newer if it only has others as well."""
    known = _known(value, fields)
    if not isinstance(value, dict) or not _fits(known, fields) or not holds(known):
        broken(why, line)
    if known != value:
        raise Newer(f"{why} It has a field that is not known here.", line)


HEAD = "n:int prev:hash at:int type:text cause?:int"
SHAPES = {
    name: f"{HEAD} {fields.replace('CALL?', CALL.replace('cmd:', 'cmd?:')).replace('CALL', CALL)}"
    for name, fields in FIELDS.items()
}


# Hashes, the tree over the lines (RFC 6962), chains of hashes, dice


def sha(*parts: bytes) -> bytes:
    """Return the SHA-256 of the parts one after another."""
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA-256 of a message."""
    return hmac.digest(key, message, "sha256")


def leaf(line: bytes) -> bytes:
    """Return the hash of a line."""
    return sha(b"\0", line)


def roots(leaves: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the root of the tree over the first 0, 1, 2, … leaves."""
    peaks: list[tuple[int, bytes]] = []
    yield sha()
    for each in leaves:
        peaks.append((1, each))
        while len(peaks) > 1 and peaks[-2][0] == peaks[-1][0]:
            (size, right), (_, left) = peaks.pop(), peaks.pop()
            peaks.append((2 * size, sha(b"\1", left, right)))
        top = peaks[-1][1]
        for _, left in reversed(peaks[:-1]):
            top = sha(b"\1", left, top)
        yield top


def follows(known: bytes, link: bytes, steps: int) -> bool:
    """Say whether a link leads back to a known one in so many steps."""
    if not 1 <= steps <= 65_536:
        return False
    for _ in range(steps):
        link = sha(b"el1/link\n", link)
    return link == known


def roll_key(server: bytes, encounter: str, roll: int, declared: bytes, links: list[tuple[str, int, bytes]]) -> bytes:
    """Return the key of a roll: the server's link over the roll, its declaration and the seats' links."""
    rows = "".join(f"{party} {k} {link.hex()}\n" for party, k, link in sorted(links))
    return mac(server, f"el1/roll\n{encounter}\n{roll}\n{declared.hex()}\n{rows}".encode())


def words(key: bytes) -> Iterator[int]:
    """Yield the 32-bit words of a key, without an end."""
    block = 0
    while True:
        drawn = mac(key, f"el1/dice\n{block}\n".encode())
        yield from (int.from_bytes(drawn[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def face(word: int, sides: int) -> int | None:
    """Return the face that a word stands for; None for those that would favour the low faces."""
    return word % sides + 1 if word < 2**32 // sides * sides else None


def draw(source: Iterator[int], sides: int, count: int) -> list[int]:
    """Return the faces of so many dice."""
    faces: list[int] = []
    while len(faces) < count:
        if (shown := face(next(source), sides)) is not None:
            faces.append(shown)
    return faces


DICE = re.compile(r"([1-9][0-9]{0,2})?d([1-9][0-9]{0,3})([+-][0-9]{1,3})?")


def dice_of(text: str) -> tuple[int, int]:
    """Return how many dice a text names, and of how many sides."""
    found = DICE.fullmatch(text)
    if not found:
        broken(f"{text[:40]!r} are no dice.")
    count, sides = int(found[1] or 1), int(found[2])
    if not 1 <= count <= 200 or not 2 <= sides <= 1000:
        broken(f"{text!r} are more dice than one may roll, or of too few or many sides.")
    return count, sides


# Signatures: Ed25519 with keys of prime order and no R of low order, so that every library judges alike

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Y8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
LOW_ORDER = {(y | sign << 255).to_bytes(32, "little") for y in (0, 1, P - 1, P, P + 1, Y8, P - Y8) for sign in (0, 1)}


def _point(key: bytes) -> tuple[int, int] | None:
    number = int.from_bytes(key, "little")
    y, sign = number % 2**255, number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x % 2 != sign else x), y


def _sum(one: tuple[int, int, int], two: tuple[int, int, int]) -> tuple[int, int, int]:
    """Add two points of which each is (x, y) times its last number, so that nothing need be divided."""
    (a, b, e), (c, d, f) = one, two
    z, x, y = e * f % P, a * c % P, b * d % P
    k = D * x * y % P
    less, more = z * z - k, z * z + k
    return z * less * ((a + b) * (c + d) - x - y) % P, z * more * (x + y) % P, less * more % P


def valid_key(key: bytes) -> bool:
    """Say whether a public key may be taken: spelt canonically, of prime order, not the neutral point."""
    point = _point(key) if len(key) == 32 else None
    if point is None or point == (0, 1):
        return False
    result = (0, 1, 1)
    for bit in f"{L:b}":
        result = _sum(result, result)
        if bit == "1":
            result = _sum(result, (*point, 1))
    x, y, z = result
    return x == 0 and y == z


def signed(key: bytes, signature: bytes, message: bytes) -> bool:
    """Say whether a signature is good."""
    if len(signature) != 64 or signature[:32] in LOW_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def base64_of(text: object, size: int | None = None) -> bytes | None:
    """Return the bytes that a text spells in canonical base64, None if it spells none or not so many."""
    if not isinstance(text, str):
        return None
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        return None
    return raw if b64encode(raw).decode() == text and size in (None, len(raw)) else None


# Notes: checkpoints in the form of C2SP (signed-note, tlog-checkpoint, tlog-cosignature)

NAME = re.compile(r"[!-*,-~]{1,255}")
SIZE = re.compile(r"0|[1-9][0-9]{0,15}")


class Unreadable(Exception):
    """A note or a key is no such thing."""


@dataclass(frozen=True, slots=True)
class Key:
    """A public key under the name that it signs notes with: 1 is a log's, 4 a cosigner's."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Return the four bytes that name it in a note."""
        return sha(self.name.encode(), b"\n", bytes([self.kind]), self.public)[:4]


@dataclass(frozen=True, slots=True)
class Note:
    """What a checkpoint says, and its signature lines as (name, id of the key, signature)."""

    text: str
    origin: str
    size: int
    root: bytes
    lines: tuple[tuple[str, bytes, bytes], ...]


def read_key(text: str) -> Key:
    """Return the key that a text `name+id+key` names; Unreadable if it is none to trust."""
    name, _, rest = text.partition("+")
    written, _, encoded = rest.partition("+")
    raw = base64_of(encoded, 33)
    if raw is None or not NAME.fullmatch(name):
        raise Unreadable("The key is not name+id+key.")
    key = Key(name, raw[0], raw[1:])
    if key.id.hex() != written or key.kind not in (1, 4) or not valid_key(key.public):
        raise Unreadable("The key contradicts its id, or is none to sign with.")
    return key


def read_note(text: str) -> Note:
    """Return what a note says; its signatures are not judged yet."""
    body, gap, signatures = text.rpartition("\n\n")
    parts = body.split("\n")
    if not gap or not signatures.endswith("\n") or len(parts) != 3 or len(text) > 65_536:
        raise Unreadable("It is no checkpoint: origin, size and root, an empty line, signatures.")
    origin, size, root = parts
    raw = base64_of(root, 32)
    if not NAME.fullmatch(origin) or not SIZE.fullmatch(size) or int(size) > LARGEST or raw is None:
        raise Unreadable("Its origin, size or root is not written as one.")
    lines = tuple(map(_signature, signatures.removesuffix("\n").split("\n")))
    return Note(f"{body}\n", origin, int(size), raw, lines)


def _signature(line: str) -> tuple[str, bytes, bytes]:
    dash, name, encoded = [*line.split(" "), "", ""][:3]
    raw = base64_of(encoded)
    if dash != "—" or line.count(" ") != 2 or not NAME.fullmatch(name) or raw is None or len(raw) <= 4:
        raise Unreadable("A line of its signatures is not a dash, a name and a signature.")
    return name, raw[:4], raw[4:]


Known = dict[tuple[str, bytes], list[Key]]


def by_name(keys: Sequence[Key]) -> Known:
    """Return keys by the names and ids under which notes name them."""
    known: Known = {}
    for key in keys:
        known.setdefault((key.name, key.id), []).append(key)
    return known


def signers(note: Note, keys: Known) -> list[tuple[Key, int | None]]:
    """Return whose signatures a note bears, with the time that a cosigner claims; Unreadable if one is not good."""
    found: list[tuple[Key, int | None]] = []
    for name, key_id, signature in note.lines:
        if known := keys.get((name, key_id)):
            good = [each for key in known if (each := _signer(key, note.text, signature)) is not None]
            if not good:
                raise Unreadable(f"The signature of {name} is not good.")
            found.append(good[0])
    if len({key for key, _ in found}) < len(found):
        raise Unreadable("It is signed twice with one key.")
    return found


def _signer(key: Key, text: str, signature: bytes) -> tuple[Key, int | None] | None:
    if key.kind == 1:
        return (key, None) if signed(key.public, signature, text.encode()) else None
    seconds = int.from_bytes(signature[:8], "big")
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    good = len(signature) == 72 and seconds <= LARGEST and signed(key.public, signature[8:], message)
    return (key, seconds) if good else None


# What stands around the fight while its lines are read


@dataclass(slots=True)
class Device:
    """A device of a seat: its key and its chain.

    ``used`` is the last link named, ``shown`` the last that came, ``missed`` the last roll for which none came.
    """

    seat: str
    party: str
    key: bytes
    link: bytes
    length: int
    shown: int = 0
    used: int = 0
    missed: int | None = None


@dataclass(slots=True)
class Roll:
    """One roll: whose, what came of it, what it rests on."""

    number: int
    line: int
    seat: str
    faces: list[tuple[int, list[int]]] = field(default_factory=list)
    given: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    typed: list[int] = field(default_factory=list)
    command: Command | None = None


@dataclass(slots=True)
class Command:
    """A command and its dice in the order of its lines: a list of rolls by line, None where a line is shut.

    They are drawn again in that order, up to the first that is not known: ``drawn`` of the lines, and of what was typed
    in ``used``.
    """

    n: int
    at: int
    seat: str
    declared: bytes
    roll: Roll | None
    contributors: dict[str, int]
    blinded: bool
    key: bytes | None = None
    blind: bytes | None = None
    source: Iterator[int] | None = None
    dice: dict[int, list[Object] | None] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    drawn: int = 0
    empty: int = 0
    typed: list[Object] = field(default_factory=list)
    used: int = 0
    told: bool = False
    end: int | None = None
    consents: set[str] = field(default_factory=set)

    @property
    def blank(self) -> bool:
        """Say whether nothing was rolled, not even where nobody sees it."""
        return len(self.dice) == self.empty

    @property
    def whole(self) -> bool:
        """Say whether every die lies open and was drawn again."""
        return self.drawn == len(self.order) and (self.blind is not None or not self.blinded)

    def begin(self) -> None:
        """Draw from the key of the roll, or from the one that the blind makes of it."""
        if self.key is not None and (self.blind is not None or not self.blinded):
            key = self.key if self.blind is None else mac(self.blind, b"el1/blind-roll\n" + self.key)
            self.source = words(key)


class Paths:
    """The way back from each line: to the one before it, or from a rewind to where it led.

    ``_jumps`` are shortcuts on that way, so that looking far back costs few steps. Of the lines on the way it is known
    how many tell of the fight or open a seal, and which is the last that declares, that rolls, and that another seat
    declared than the last one did.
    """

    def __init__(self) -> None:
        self.parents: list[int] = []
        self._depths: list[int] = []
        self._jumps: list[int] = []
        self.stirring: list[int] = []
        self.opening: list[int] = []
        self.command: list[int] = []
        self.roll: list[int] = []
        self.other: list[int] = []
        self._seats: dict[int, str] = {}

    def add(self, line: Object, parent: int) -> None:
        """Add the next line, which follows from ``parent``, a line before it."""
        n, root = len(self.parents), parent < 0
        self.parents.append(parent)
        self._depths.append(0 if root else self._depths[parent] + 1)
        self._jumps.append(n if root else self._jump(parent))
        stirs = line["type"] in HAPPENING or line["type"] == "CommandAccepted"
        self.stirring.append(stirs + (0 if root else self.stirring[parent]))
        self.opening.append((line["type"] == "Unsealed") + (0 if root else self.opening[parent]))
        command, roll, other = (-1, -1, -1) if root else (self.command[parent], self.roll[parent], self.other[parent])
        if "decl" in line:
            seat = self._seats[n] = line["decl"]["seat"]
            other = other if command < 0 or self._seats[command] == seat else command
            command, roll = n, n if "roll" in line else roll
        self.command.append(command)
        self.roll.append(roll)
        self.other.append(other)

    def _jump(self, parent: int) -> int:
        near = self._jumps[parent]
        far = self._jumps[near]
        even = self._depths[parent] - self._depths[near] == self._depths[near] - self._depths[far]
        return far if even else parent

    def last(self, version: int, n: int) -> int:
        """Return the last line up to line ``n`` on the way back from a version."""
        return version if version <= n else self.parents[self.above(version, n)]

    def above(self, version: int, n: int) -> int:
        """Return the first line after line ``n`` on the way to a version that stands after it."""
        while self.parents[version] > n:
            jump = self._jumps[version]
            version = jump if jump > n else self.parents[version]
        return version

    def counts(self, n: int | None, version: int) -> bool:
        """Say whether a line counts at a version."""
        return n is not None and 0 <= n <= version and self.last(version, n) == n

    def fork(self, one: int, other: int) -> int:
        """Return the last line that both ways back have."""
        one, other = self._up(one, self._depths[other]), self._up(other, self._depths[one])
        while one != other:
            ways = self._jumps if self._jumps[one] != self._jumps[other] else self.parents
            one, other = ways[one], ways[other]
        return one

    def _up(self, version: int, depth: int) -> int:
        while self._depths[version] > depth:
            jump = self._jumps[version]
            version = jump if self._depths[jump] >= depth else self.parents[version]
        return version

    def rolls(self, version: int, since: int) -> list[int]:
        """Return the lines that roll on the way back to a line, without that one."""
        found, n = [], self.roll[version]
        while n > since:
            found.append(n)
            n = self.roll[self.parents[n]]
        return found

    def are_of(self, seat: str, version: int, since: int) -> bool:
        """Say whether all that was declared on the way back to a line is of one seat, and rolls nothing."""
        command = self.command[version]
        if command <= since:
            return True
        return self._seats[command] == seat and self.other[version] <= since and self.roll[version] <= since


@dataclass(slots=True)
class Dispute:
    """A contested line, and the newest word of each seat on how it should end; ``corrected`` is the ruling for it."""

    of: int
    by: str
    words: dict[str, Object] = field(default_factory=dict)
    corrected: int | None = None
    result: str | None = None


# How a call that is a line of its own is declared: the name, and the fields that the declaration holds
CALLS = {
    "RewindAsked": ("rewind", ("to_version", "reason")),
    "RewindAnswered": ("answer_rewind", ("agree",)),
    "TableDiceTyped": ("type_dice", ("by", "dice", "faces")),
    "TableDiceAttested": ("attest", ("of", "verdict")),
    "MissingAccepted": ("go_on", ("roll",)),
    "DisputeRaised": ("contest", ("of", "reason")),
    "DisputeAnswered": ("settle", ("dispute", "result", "reason", "action")),
    "Withheld": ("withhold", ("of", "reason")),
    "Renamed": ("rename", ("of", "name")),
    "LedgerClosed": ("close", ()),
    "SeatJoined": ("join", ("party", "key", "anchor", "length", "kind")),
    "SeatKeyChanged": ("change_key", ("party", "key", "anchor", "length")),
    "SeatKeyAsked": ("change_key", ("party", "key", "anchor", "length")),
    "SeatKeyVetoed": ("veto_key", ("of",)),
    "ChainRenewed": ("renew_chain", ("party", "anchor", "length")),
}
STALE = "{} had not seen the newest state: the fight had gone on before this was applied."
SOURCES = frozenset({"ledger", "table", "loaded"})
PATIENCE = 10_000
DAY = 86_400
IDLE = frozenset(
    {"hand_over", "end_encounter", "refuse_end", "set_stance", "override", "reveal", "add_combatant", "change_board"}
    | {"rule", "call_save", "place", "act_next", "order_mount"}
)
MOST_LATE = 500
MOST_REWINDS = 1000
SKEW = 120_000


class Fight:
    """The lines of a fight read one after another; Broken says what does not hold."""

    def __init__(self) -> None:
        self.lines: list[Object] = []
        self.leaves: list[bytes] = []
        self.head: Object = {}
        self.encounter = ""
        self.dice = ""
        self.seats: dict[str, str] = {}
        self.plays: dict[str, None] = {}
        self.judge: str | None = None
        self.devices: dict[str, Device] = {}
        self.with_devices: dict[str, dict[str, Device]] = {}
        self.keys: set[bytes] = set()
        self.former: list[tuple[str, bytes]] = []
        self.bots: set[str] = set()
        self.doubts: list[Object] = []
        self.unclear: list[int] = []
        self.stirred = self.touched = self.last_sealed = -1
        self.veil: tuple[int, int | None] | None = None
        self.missed: dict[str, int] = {}
        self.begun = False
        self.founding: set[str] = set()
        self.sure: set[str] = set()
        self.late: set[str] = set()
        self.rewinds = 0
        self.keys_asked: dict[str, Object] = {}
        self.seats_asking: set[str] = set()
        self.replaced: list[Object] = []
        self.overtaken: list[Object] = []
        self.counts: dict[str, int] = {}
        self.used: set[tuple[str, str]] = set()
        self.rolls: list[Roll] = []
        self.repeated: list[Roll] = []
        self.paths = Paths()
        self.ends: set[int] = set()
        self.last_end = -1
        self.begun_at: list[int] = []
        self.steps: list[int] = []
        self.came: dict[int, int] = {}
        self.comer: str | None = None
        self.step_of: int | None = None
        self.link = b""
        self.shown = 0
        self.command: Command | None = None
        self.open: Command | None = None
        self.request: Object | None = None
        self.agreed: dict[str, int] = {}
        self.playing = False
        self.over = False
        self.closed = False
        self.opened_by: dict[int, int] = {}
        self.withheld: dict[int, str] = {}
        self.shut: set[int] = set()
        self.sealed_under: dict[int, list[int]] = {}
        self.behind: dict[int, Object] = {}
        self.commands: dict[int, Command] = {}
        self.verdicts: dict[int, dict[str, str]] = {}
        self.disputes: dict[int, Dispute] = {}
        self.standing: dict[int, Dispute] = {}

    def take(self, raw: bytes, line: Object) -> None:
        """Check the next line."""
        self._must_be_in_place(line)
        kind: str = line["type"]
        if kind in HAPPENING:
            self._happens(line)
        else:
            self.playing = True
            if not self._belongs(line):
                self.close_command()
        check = CHECKS.get(kind)
        self.leaves.append(leaf(raw))
        if check is not None:
            check(self, line)
        self._may_be_old(line)
        self.lines.append(line)
        self.paths.add(line, line["to_version"] if kind == "HistoryRewound" else line["n"] - 1)
        self._stirs(line)
        self._begins(line)
        if kind in HAPPENING:
            self._ends_with(line)

    def _must_be_in_place(self, line: Object) -> None:
        n, before = len(self.lines), self.lines[-1] if self.lines else None
        must_follow(line, n, self.leaves[-1].hex() if before else "0" * 64, before["at"] if before else 0)
        kind: str = line["type"]
        if self.closed:
            broken("The ledger was closed before this line.")
        if kind not in FIELDS:
            raise Newer(f"A kind of line called {kind[:40]!r} is not known here.")
        must_have(line, SHAPES[kind], f"It has not the fields of {kind}.")
        if (n == 0) != (kind == "EncounterOpened"):
            broken("Line 0 opens the encounter, and no other line does.")

    def _belongs(self, line: Object) -> bool:
        """Say whether a line is part of the command that is being read, though nothing happens by it."""
        return line["type"] in ("EntropyRevealed", "TableDiceTyped", "MissingAccepted", "Unsealed")

    def _happens(self, line: Object) -> None:
        """Check that what happens follows from the command accepted last, or is part of the set-up."""
        kind = line["type"]
        if not self.playing:
            allowed = kind in SET_UP or self.head.get("fork") is not None
            if "cause" in line or not (allowed or kind == "EncounterOpened"):
                broken("No command was accepted that this could follow from.")
            return
        command = self.command
        if command is None or line.get("cause") != command.n:
            broken("It does not follow from the command accepted last.")
        if self.over:
            broken("The encounter was over before this line.")
        if self.request is not None and kind not in ("MessageRecorded", "Sealed"):
            broken("The fight went on while a request to take back stood open.")
        if command.roll is not None and self.dice == "ledger" and command.key is None:
            broken("The command rolls, and its entropy has not been revealed.")
        command.told = True
        self.open = None
        self.over = kind == "EncounterEnded"

    def _ends_with(self, line: Object) -> None:
        before = self.lines[-2] if len(self.lines) > 1 else None
        together = before is not None and before["type"] in HAPPENING and before.get("cause") == line.get("cause")
        if together:
            self.ends.discard(self.last_end)
        self.last_end = line["n"]
        self.ends.add(self.last_end)

    def close_command(self) -> None:
        """Check that the command that was being read came to its outcome, unless it still waits for dice."""
        command = self.command
        if command is None or self._waits(command):
            return
        self.command = None
        if not command.told:
            broken(f"What came of the command in line {command.n} is missing.", len(self.lines))
        command.end = len(self.lines)
        self._must_come_to_something(command)

    def _must_come_to_something(self, command: Command) -> None:
        """Check that a command that is over rolled what it was to roll, as far as that is known."""
        if command.roll is not None and command.blank:
            broken(f"The command in line {command.n} was to roll, and rolled nothing.", command.end)
        if command.whole and len(command.typed) > command.used:
            broken(f"Not all dice that were typed in for line {command.n} were used.", command.end)

    def end(self) -> None:
        """Check that the lines do not stop before they begin, or within a command."""
        if not self.lines:
            broken("The file holds no line.", 0)
        self.close_command()

    def _waits(self, command: Command) -> bool:
        if command.roll is None or command.told:
            return False
        return self.dice == "table" or (bool(command.contributors) and command.key is None)

    # Line 0

    def opened(self, line: Object) -> None:
        """Check what is frozen for the whole encounter."""
        if not HEX32.fullmatch(line["encounter"]):
            broken("The encounter's id is not 32 hexadecimal digits.")
        if line["dice"] not in SOURCES:
            broken(f"There are no {line['dice'][:40]!r} dice.")
        _must_be_names(line)
        seats = self._seats_of(line.get("seats", []))
        if not _branches_off(line.get("fork")):
            broken("It does not name the line that it branched off at.")
        if line["dice"] == "ledger":
            if not _is_hash(line.get("anchor")):
                broken("The anchor of the server's chain is not 64 hexadecimal digits.")
            self.link = bytes.fromhex(line["anchor"])
        self.head, self.encounter, self.dice = line, line["encounter"], line["dice"]
        for seat, role in seats.items():
            self._sit(seat, role)

    def _seats_of(self, named: list[Object]) -> dict[str, str]:
        """Return the roles of the seats that line 0 names, by id."""
        for seat in named:
            must_have(seat, SEAT, "A seat is not named by id and role, and the side it speaks for, if it does.")
            if not SEAT_ID.fullmatch(seat["id"]) or seat["role"] not in ROLES:
                broken("A seat has another role than a player, a referee and a spectator have, or no id.")
        seats = {seat["id"]: seat["role"] for seat in named}
        if len(seats) < len(named):
            broken("Two seats have one name.")
        if [*seats.values()].count("referee") > 1:
            broken("Two seats are the referee's.")
        return seats

    # Seats, devices and what they sign

    def _sit(self, seat: str, role: str) -> None:
        self.seats[seat] = role
        if role in ("player", "referee"):
            self.plays[seat] = None
        if role == "referee" and self.judge is None:
            self.judge = seat

    def players(self) -> list[str]:
        """Return the seats that play."""
        return [*self.plays]

    def referee(self) -> str | None:
        """Return the seat of the referee."""
        return self.judge

    def devices_of(self, seat: str) -> list[Device]:
        """Return the devices of a seat."""
        return [*self.with_devices.get(seat, {}).values()]

    def _must_play(self, seat: str) -> None:
        if seat not in self.plays:
            broken(f"{seat[:40]} does not play in this encounter.")

    def _must_be_new(self, seat: str, cmd: str) -> None:
        if (seat, cmd) in self.used:
            broken(f"{seat} had used the cmd {cmd} before: a call was repeated.")
        self.used.add((seat, cmd))

    def _must_have_seen(self, seen: Any) -> None:
        """Check that a seat answered this history, and no other."""
        if not isinstance(seen, list) or len(seen) != 2 or not _is_int(seen[0]) or not _is_hash(seen[1]):
            broken("What the seat had seen is not a number of lines and the hash of the last.")
        size, head = seen
        if not 1 <= size <= len(self.lines) or self.leaves[size - 1].hex() != head:
            broken("The seat had seen another history.")

    def declaration(self, line: Object) -> Object:
        """Return what a call's line says was declared."""
        do, names = CALLS[line["type"]]
        action = {"do": do, **{name: line[name] for name in names if name in line}}
        made = {"action": action, "cmd": line["cmd"], "encounter": self.encounter, "seat": _seat_of(line)}
        return {**made, **{name: line[name] for name in ("seen", "seq") if name in line}}

    def _must_count(self, seat: str, declared: Object) -> None:
        wanted = self.counts.get(seat, 0) + 1
        if declared.get("seq") != wanted:
            broken(f"The next signed call of {seat} is number {wanted}: one was left out, repeated or moved.")
        if "seen" not in declared:
            broken(f"{seat} did not sign what it had seen.")
        self.counts[seat] = wanted

    def _signer(self, seat: str, declared: Object, sig: Any) -> Device | None:
        """Return the device that signed; None for a seat without a key. Whatever is signed is counted."""
        devices = self.devices_of(seat)
        if sig is None and not devices:
            return None
        if not devices:
            broken(f"{seat} has no key that could have signed this.")
        raw, message = base64_of(sig, 64), b"el1/declaration\n" + spelt(declared)
        found = next((each for each in devices if raw is not None and signed(each.key, raw, message)), None)
        if found is None:
            broken(f"No key of {seat} signed this: it was forged, or changed.")
        self._must_count(seat, declared)
        return found

    def _called(self, line: Object) -> Device | None:
        """Check a call that is a line of its own; return the device that signed it."""
        seat = _seat_of(line)
        device = self._signer(seat, self.declaration(line), line.get("sig"))
        if device is None and "seq" in line:
            broken("Only signed calls are counted.")
        if "seen" in line:
            self._must_have_seen(line["seen"])
        about = self._about(line)
        if device is not None and about is not None and line["seen"][0] <= about:
            broken(f"{seat} signed this before line {about} was there, which it is about.")
        if "seen" in line and line["type"] in MUST_BE_FRESH and "key_wait" in self.head:
            self._must_be_fresh(line["n"], seat, line["seen"][0])
        self._must_be_new(seat, line["cmd"])
        return device

    def _about(self, line: Object) -> int | None:
        """Return the line that a call is about; None if it is about none."""
        if line["type"] == "RewindAnswered":
            return None if self.request is None else int(self.request["n"])
        if line["type"] in ("MissingAccepted", "TableDiceTyped"):
            return None if self.command is None else self.command.n
        name = NAMES_A_LINE.get(line["type"])
        return None if name is None else int(line[name])

    def joined(self, line: Object) -> None:
        """Check a seat that is new, or a device that takes a seat."""
        seat = line["seat"]
        if line.get("kind", "bot") != "bot":
            broken("A device says of itself that it is a bot, or nothing.")
        if "party" not in line:
            (self._changes_hands if seat in self.seats else self._invited)(seat, line)
            return
        there = self.devices_of(seat)
        if self.seats.get(seat) != line["role"]:
            broken(f"There is no seat {seat[:40]}, or not with this role.")
        if len(there) == 8 or line["party"] != self._next_party(seat) or line["party"] == "server":
            broken(f"{line['party'][:40]} is not the name of the next device of {seat}.")
        declared = self._new_key(line)
        if there and not any(self._vouches(each.party, line, declared) for each in there):
            broken(f"No device that {seat} has vouches for the new one.")
        if not self.begun and seat not in self.late:
            self.founding.add(seat)
        self._seat_device(line)
        self._play_by(line, alone=not there)
        self._reckon(seat)

    def _play_by(self, line: Object, *, alone: bool) -> None:
        """Keep whether a bot plays a seat: a person with its first device takes the place of one of the server."""
        if "kind" in line:
            self.bots.add(line["seat"])
        elif alone:
            self.bots.discard(line["seat"])

    def _reckon(self, seat: str) -> None:
        """Keep the seats whose word counts: they play, are no bots, and sat there with a device when play began."""
        if seat in self.founding and seat in self.plays and seat not in self.bots:
            self.sure.add(seat)
        else:
            self.sure.discard(seat)

    def _changes_hands(self, seat: str, line: Object) -> None:
        """Check that a bot of the server plays a seat without a device, or a person again in its place."""
        if self.seats[seat] != line["role"] or seat not in self.plays:
            broken(f"There is no seat {seat[:40]}, or not with this role.")
        if self.devices_of(seat):
            broken(f"{seat[:40]} has a device: whoever holds it plays.")
        if ("kind" in line) == (seat in self.bots):
            broken(f"A bot plays for {seat[:40]} already, or none does.")
        self._called_once(seat, line)
        self.bots ^= {seat}

    def _invited(self, seat: str, line: Object) -> None:
        if seat in self.devices:
            broken(f"{seat[:40]} sat at the table already.")
        if "kind" in line:
            broken("Only a device says what it is.")
        if not SEAT_ID.fullmatch(seat) or line["role"] not in ROLES or line["role"] == "referee":
            broken("A latecomer is neither a player nor a spectator, or has no id.")
        if len(self.late) >= MOST_LATE:
            broken(f"At most {MOST_LATE} seats come late to a table.")
        self._sit(seat, line["role"])
        self.late.add(seat)
        self._called_once(seat, line)

    def _called_once(self, seat: str, line: Object) -> None:
        if "seen" in line:
            self._must_have_seen(line["seen"])
        if "cmd" in line:
            self._must_be_new(seat, line["cmd"])

    def _next_party(self, seat: str) -> str:
        count = len(self.devices_of(seat))
        if count == 0:
            return seat
        names = (f"{seat[:29]}-{number}" for number in range(count + 1, count + 99))
        return next((name for name in names if name not in self.devices and name not in self.seats), "")

    def _new_key(self, line: Object) -> Object:
        """Check a key and a chain that begin here, signed by the key itself; return what was declared."""
        key, seat = base64_of(line.get("key"), 32), line["seat"]
        if key is None or not valid_key(key):
            broken(f"The key of {line['party'][:40]} is none to sign with.")
        if key in self.keys:
            broken("A device with this key was at the table already.")
        self._must_be_a_chain(line)
        if not {"cmd", "seen", "seq", "sig"} <= line.keys():
            broken("A key is signed with itself, counted, and says what was seen.")
        declared = self.declaration(line)
        self._must_count(seat, declared)
        self._must_have_seen(line["seen"])
        sig = base64_of(line["sig"], 64)
        if sig is None or not signed(key, sig, b"el1/declaration\n" + spelt(declared)):
            broken(f"The key of {line['party']} did not sign that it is one of {seat}.")
        self._must_be_new(seat, line["cmd"])
        return declared

    def _must_be_a_chain(self, line: Object) -> None:
        if "anchor" not in line or not 1 <= line.get("length", 0) <= 65_536:
            broken("A chain has an anchor and 1 to 65536 links.")

    def _vouches(self, party: str, line: Object, declared: Object) -> bool:
        sig = base64_of(line.get("vouched", {}).get(party), 64)
        device = self.devices.get(party)
        return (
            device is not None and sig is not None and signed(device.key, sig, b"el1/declaration\n" + spelt(declared))
        )

    def _seat_device(self, line: Object) -> None:
        key, link = b64decode(line["key"]), bytes.fromhex(line["anchor"])
        seat, party = line["seat"], line["party"]
        if party in self.devices:
            self.keys.discard(self.devices[party].key)
        self.keys.add(key)
        device = Device(seat, party, key, link, line["length"])
        self.devices[party] = self.with_devices.setdefault(seat, {})[party] = device

    def key_changed(self, line: Object) -> None:
        """Check that the old key vouches for a new one, or two seats whose word counts, or that it waited its time."""
        party = line["party"]
        self._must_be_of(line)
        if self.open is not None:
            broken("A roll was open: keys and chains do not change meanwhile.")
        good = self._vouching(line, self._new_key(line))
        asked = self._no_longer_asked(party)
        waited = asked is not None and all(asked[name] == line[name] for name in ("key", "anchor", "length"))
        if party in line.get("vouched", {}):
            if party not in good:
                broken(f"What stands under the name of {party} is no signature of the old key.")
        elif len(self._sure(line["seat"], good)) < 2:
            self._must_have_waited(line, good, asked if waited else None)
        if party not in line.get("vouched", {}):
            self.replaced.append({"line": line["n"], "party": party, "waited": waited})
        self.former.append((party, self.devices[party].key))
        self._seat_device(line)

    def _must_have_waited(self, line: Object, good: set[str], asked: Object | None) -> None:
        if asked is not None:
            if line["at"] < asked["until"]:
                broken(f"The new key of {line['party']} did not wait until the old one could no longer veto it.")
        elif "key_wait" in self.head or not self._was_enough(line, good):
            broken(f"Too few vouch for the new key of {line['party']}.")

    def key_asked(self, line: Object) -> None:
        """Check that a key is asked for where no two others could vouch, and how long it waits."""
        self._must_be_of(line)
        good = self._vouching(line, self._new_key(line))
        if line["seat"] in self.seats_asking:
            broken(f"Another key of {line['seat']} was asked for already.")
        seats = {self.devices[party].seat for party in good}
        if len(self.sure) - (line["seat"] in self.sure) > 1 or not self._playing_besides(line["seat"], seats):
            broken(f"Too few vouch for the new key of {line['party']}, or two others could.")
        if line["until"] != line["at"] + 1000 * (self.head.get("key_wait") or DAY):
            broken("A key that is asked for waits as long as line 0 says.")
        self.keys_asked[line["party"]] = line
        self.seats_asking.add(line["seat"])

    def _no_longer_asked(self, party: str) -> Object | None:
        asked = self.keys_asked.pop(party, None)
        if asked is not None:
            self.seats_asking.discard(asked["seat"])
        return asked

    def key_vetoed(self, line: Object) -> None:
        """Check that a device of the seat says no to a key that is asked for."""
        seat, asked = line["seat"], self.lines[line["of"]] if 0 <= line["of"] < len(self.lines) else {}
        waits = asked.get("seat") == seat and self.keys_asked.get(asked.get("party", "")) is asked
        if not waits or ("seen" in line and line["seen"][0] <= line["of"]):
            broken(f"No key of {seat[:40]} that was asked for in line {line['of']} waits.")
        sig, message = base64_of(line.get("sig"), 64), b"el1/declaration\n" + spelt(self.declaration(line))
        if "seq" in line or sig is None or not any(signed(each.key, sig, message) for each in self.devices_of(seat)):
            broken(f"No key of {seat} signed this veto.")
        if "seen" in line:
            self._must_have_seen(line["seen"])
        self._must_be_new(seat, line["cmd"])
        self._no_longer_asked(asked["party"])

    def _vouching(self, line: Object, declared: Object) -> set[str]:
        return {party for party in line.get("vouched", {}) if self._vouches(party, line, declared)}

    def _playing_besides(self, seat: str, seats: set[str]) -> set[str]:
        return {each for each in seats - {seat} if each in self.plays and each not in self.bots}

    def _sure(self, seat: str, parties: set[str]) -> set[str]:
        """Return the seats of devices, besides one, whose word counts."""
        return {each for party in parties if (each := self.devices[party].seat) in self.sure} - {seat}

    def _was_enough(self, line: Object, good: set[str]) -> bool:
        """Say whether enough vouched by what held in files from before ``key_wait``."""
        seats, referee = {self.devices[party].seat for party in good} - {line["seat"]}, self.referee()
        others = len(self.with_devices) - (line["seat"] in self.with_devices)
        if referee is not None and referee != line["seat"] and referee in self.with_devices:
            return referee in seats and len(seats) > 1
        return others > 0 and len(seats) == others

    def _must_be_of(self, line: Object) -> None:
        device = self.devices.get(line["party"])
        if device is None or device.seat != line.get("seat"):
            broken(f"{line['party'][:40]} is no device of that seat.")

    def renewed(self, line: Object) -> None:
        """Check that no roll is open, and go on with the new chain."""
        if line["party"] not in self.devices:
            if self.dice != "ledger" or line["party"] != "server" or self.open is not None:
                broken("There is no such chain to renew, or not now.")
            self.link, self.shown = bytes.fromhex(line["anchor"]), len(self.rolls)
            return
        self._must_be_of(line)
        if self.open is not None:
            broken("A roll was open: keys and chains do not change meanwhile.")
        self._must_be_a_chain(line)
        if "cmd" not in line or self._called(line) is not self.devices[line["party"]]:
            broken(f"{line['party']} did not sign for its own chain.")
        device = self.devices[line["party"]]
        device.link, device.length = bytes.fromhex(line["anchor"]), line["length"]
        device.used = device.shown = 0

    # Commands and their dice

    def accepted(self, line: Object) -> None:
        """Check a declaration: whose, for this encounter, signed, counted, new; and the roll that it begins."""
        decl: Object = line["decl"]
        if "cause" in line:
            broken("A declaration follows from nothing.")
        must_have(decl, DECL, "Its decl is no declaration.", holds=_is_declaration)
        if decl["encounter"] != self.encounter:
            broken("It was declared for another encounter.")
        seat = decl["seat"]
        self._must_play(seat)
        if decl["seq"] != self.counts.get(seat, 0) + 1:
            broken(f"It is not the next call of {seat}: one was left out, repeated or moved.")
        device = self._signer(seat, decl, line.get("sig"))
        self.counts[seat] = decl["seq"]
        self.begun = True
        if "seen" in decl:
            self._must_have_seen(decl["seen"])
            self._must_be_fresh(line["n"], seat, decl["seen"][0])
        self._must_be_agreed(line["n"], decl.get("action", {}), line["at"])
        if self.open is not None:
            broken("A roll was still open.")
        self._must_be_new(seat, decl["cmd"])
        if "blind" in line and ("sealed" not in decl or "roll" not in line):
            broken("A blind keeps the dice of a sealed command secret, and of no other.")
        self._begin(line, device)

    def _stirs(self, line: Object) -> None:
        """Take note of where the fight was stirred: ``touched`` by which line, ``stirred`` as all must know.

        A line right after a sealed one may stand in for it alone: for whoever had seen that one, it may be nothing new.
        """
        n, kind = line["n"], line["type"]
        if kind == "Sealed":
            self.veil = (n, line.get("cause"))
            self.last_sealed = n
            return
        if self.veil is not None and (kind not in HAPPENING or line.get("cause") != self.veil[1]):
            self.veil = None
        if kind == "HistoryRewound" or (kind in HAPPENING and kind != "MessageRecorded"):
            self.touched = n
            self.stirred = n if self.veil is None else self.veil[0]

    def _must_be_fresh(self, n: int, seat: str, seen: int) -> None:
        """Check that nothing had stirred the fight since what a seat had seen; a seal may leave that in doubt."""
        if self.stirred >= seen:
            broken(STALE.format(seat))
        within = self.stirred if self.touched >= seen else None
        if within is not None or self.last_sealed >= seen:
            self.doubts.append({"n": n, "seat": seat, "seen": seen, "within": within, "last": self.touched})

    def _may_be_old(self, line: Object) -> None:
        """Take note of a signed call that came after the fight had gone on: a join, a key, a chain, a word."""
        is_signed = "seen" in line and "sig" in line and (line["type"] != "SeatJoined" or "party" in line)
        if is_signed and self.stirred >= line["seen"][0]:
            self.overtaken.append({"line": line["n"], "seat": _seat_of(line), "seen": line["seen"][0]})

    def check_fresh(self) -> None:
        """Check what was in doubt, now that all is read that opens a seal; keep the lines that still are."""
        known: dict[str, int] = {}
        shut, at = -1, 0
        for doubt in self.doubts:
            for n in range(at, doubt["n"]):
                if self.lines[n]["type"] != "Sealed":
                    continue
                if n not in self.behind:
                    shut = n
                elif any(event["type"] != "MessageRecorded" for event in self.behind[n]["events"]):
                    known.update(dict.fromkeys([*self.behind[n].get("to", []), self.referee() or ""], n))
            at = doubt["n"]
            if known.get(doubt["seat"], -1) >= doubt["seen"]:
                broken(STALE.format(doubt["seat"]), doubt["n"])
            if shut >= doubt["seen"] or self._is_shut(doubt):
                self.unclear.append(doubt["n"])

    def _is_shut(self, doubt: Object) -> bool:
        """Say whether nobody can tell what stirred the fight after a seal that the seat had seen."""
        within = doubt["within"]
        if within is None or within not in self.behind:
            return within is not None
        behind = self.behind[within]
        knows = doubt["seat"] == self.referee() or doubt["seat"] in behind.get("to", [])
        if not knows or doubt["last"] > within + behind.get("stands_in", 0):
            broken(STALE.format(doubt["seat"]), doubt["n"])
        return False

    def _must_be_agreed(self, n: int, action: Object, at: int) -> None:
        """Check what the table must have agreed to, or waited for: a value overruled, time that ran out."""
        if action.get("do") == "hand_over" and action.get("to") not in self.players():
            broken("Somebody was handed over to a seat from which nobody plays.")
        if action.get("do") == "claim_time":
            seconds = self.head.get("clock")
            if seconds is None or at < self.lines[self.begun_at[-1]]["at"] + 1000 * seconds:
                broken("The time of the decision had not run out.")
        if action.get("do") != "override":
            return
        number = action.get("dispute")
        dispute = self.disputes.get(number) if type(number) is int else None
        if number is not None and (dispute is None or dispute.result is not None):
            broken("It settles no open dispute.")
        if self.referee() is None and (dispute is None or not self._all_want(dispute, action)):
            broken("A value was overruled that not all who play agreed on.")
        if dispute is not None:
            dispute.corrected = n

    def _begins(self, line: Object) -> None:
        """Take note of the line from which on the time of a decision runs: the last that decided anything.

        Words, sealed lines, what is handed over, stances, asking for the end, rulings and what else is said beside do
        not; after a rewind that nobody agreed to, time goes on as it went before what that took back, unless a referee
        who takes back alone undoes what another seat decided since the last rewind.
        """
        n, before, steps = line["n"], line["n"] - 1, self.steps[-1] if self.steps else 0
        if line["type"] == "HistoryRewound":
            alone = self.head.get("rewind") == "referee"
            before = n if line.get("consents") or (alone and self._undoes(line)) else line["to_version"]
            self._comes_from(line["by"], before == n)
            steps, self.step_of = self.steps[line["to_version"]], None
        elif n == 0 or self._decides(line):
            before = n
        begun = n if before == n else self.begun_at[before]
        if n and line["type"] != "HistoryRewound" and before == n:
            self._comes_from(self._decl(line).get("seat"), self._holds(line))
            steps, self.step_of = steps + (line.get("cause") != self.step_of), line.get("cause")
            begun = self._comes_first(line, steps)
        self.begun_at.append(begun)
        self.steps.append(steps)

    def _comes_from(self, seat: str | None, anew: bool) -> None:
        if anew or seat != self.comer:
            self.came = {}
        self.comer = seat

    def _comes_first(self, line: Object, steps: int) -> int:
        """Return the line with which a seat came so far first: to decide again what it took back gives no time.

        Counted are the commands that decide; a roll, another seat, and a rewind that gives time begin anew.
        """
        first = self.came.get(steps)
        if first is None or self.lines[first].get("cause") == line.get("cause"):
            self.came[steps] = first = line["n"]
        return first

    def _holds(self, line: Object) -> bool:
        command: Object = self.lines[line["cause"]] if "cause" in line else {}
        return "roll" in command and command["type"] == "CommandAccepted" and self.head.get("rewind") == "until-roll"

    def _undoes(self, rewound: Object) -> bool:
        for n in range(rewound["n"] - 1, rewound["to_version"], -1):
            line = self.lines[n]
            if line["type"] == "HistoryRewound":
                return False
            if self._decides(line) and self._decl(line).get("seat", rewound["by"]) != rewound["by"]:
                return True
        return False

    def _decides(self, line: Object) -> bool:
        if line["type"] not in HAPPENING - {"MessageRecorded", "Sealed"}:
            return False
        return self._decl(line).get("action", {}).get("do") not in IDLE

    def _decl(self, line: Object) -> Object:
        command: Object = self.lines[line["cause"]].get("decl", {}) if "cause" in line else {}
        return command

    def _all_want(self, dispute: Dispute, action: Object) -> bool:
        wanted = spelt(["corrected", _without_null(action)])
        return all(seat in dispute.words and _said(dispute.words[seat]) == wanted for seat in self.plays)

    def _begin(self, line: Object, device: Device | None) -> None:
        n, seat, number = line["n"], line["decl"]["seat"], line.get("roll")
        if number is not None and number != len(self.rolls) + 1:
            broken(f"Its roll should have the number {len(self.rolls) + 1}.")
        named: dict[str, int] = line.get("contributors", {})
        self._must_be_contributors(number, device, named)
        roll = None
        if number is not None:
            roll = Roll(number, n, seat)
            self.rolls.append(roll)
        blinded = "blind" in line and self.dice == "ledger"
        command = Command(n, line["at"], seat, self.leaves[n], roll, named, blinded)
        self.command = self.commands[n] = command
        if roll is not None:
            roll.command = command
        if roll is not None and (self.dice == "table" or named):
            self.open = command

    def _must_be_contributors(self, number: int | None, device: Device | None, named: Object) -> None:
        entropy = self.head["entropy"]
        salted = number is not None and self.dice == "ledger" and entropy != "server"
        if named and not salted:
            broken("Nobody salts this: it does not roll, or the server's chain decides alone.")
        if salted and device is not None and device.party not in named:
            broken(f"The roll leaves out {device.party}, whose command it is.")
        if entropy == "roller" and named.keys() - {device.party if device else ""}:
            broken("Others than the roller salt the roll, which is not the policy here.")
        seats: list[str] = []
        for party, k in named.items():
            known = self.devices.get(party)
            if known is None or not _is_int(k) or not known.used < k <= known.length:
                broken(f"The roll names link {k} of {party}, which is used, or none of its chain.")
            missed = self._missed(known)
            if party != (device.party if device else None) and missed is not None and (number or 0) <= missed + 10:
                broken(f"The roll asks {party}, whose link did not come for roll {missed}.")
            known.used = k
            seats.append(known.seat)
        if len(set(seats)) < len(seats):
            broken("One seat salts the roll twice.")

    def _missed(self, device: Device) -> int | None:
        """Return the last roll for which no link of a seat came: it is not asked for ten rolls, with any device.

        Files from before ``key_wait`` count by device.
        """
        return self.missed.get(device.seat) if "key_wait" in self.head else device.missed

    def revealed(self, line: Object) -> None:
        """Check every link of a roll, and make the key of its dice."""
        command = self.command
        if command is None or command.n != line.get("cause") or command.roll is None or command.key is not None:
            broken("It does not follow the command that rolls.")
        if command.roll.number != line["roll"] or (not command.contributors and command.n != line["n"] - 1):
            broken("It does not follow the command that rolls.")
        if self.dice != "ledger":
            broken("The dice of this encounter come from no chain.")
        server = bytes.fromhex(line["server"])
        if not follows(self.link, server, line["roll"] - self.shown):
            broken("The server's link is not the one that its chain has for this roll.")
        self.link, self.shown = server, line["roll"]
        links = self._contributed(line, command)
        command.key = roll_key(server, self.encounter, line["roll"], command.declared, links)
        command.begin()

    def _contributed(self, line: Object, command: Command) -> list[tuple[str, int, bytes]]:
        came, named = line.get("contributions", {}), command.contributors
        missing = sorted(named.keys() - came.keys())
        if came.keys() - named.keys() or line.get("missing", []) != missing:
            broken("Its links, and those that it misses, are not those that the command named.")
        links = [self._link_of(party, came[party], command) for party in came]
        if missing:
            self._may_miss(missing, line, command)
        assert command.roll is not None  # noqa: S101  # only a command that rolls names contributors
        command.roll.given = {party: self.devices[party].seat for party in came}
        command.roll.missing = missing
        for party in missing:
            self.devices[party].missed = self.missed[self.devices[party].seat] = command.roll.number
        return links

    def _link_of(self, party: str, given: Any, command: Command) -> tuple[str, int, bytes]:
        """Check the link of one party: its place in the chain, and the signature over this very declaration."""
        must_have(given, LINK, "A contribution is not a link of 64 hexadecimal digits and a signature.")
        device, k, link = self.devices[party], command.contributors[party], bytes.fromhex(given["link"])
        if not follows(device.link, link, k - device.shown):
            broken(f"This is not link {k} of the chain of {party}.")
        number = command.roll.number if command.roll else 0
        text = f"el1/contribution\n{self.encounter}\n{number}\n{command.declared.hex()}\n{party} {k} {link.hex()}\n"
        sig = base64_of(given["sig"], 64)
        if sig is None or not signed(device.key, sig, text.encode()):
            broken(f"{party} did not sign this link for this roll.")
        device.link, device.shown = link, k
        return party, k, link

    def _may_miss(self, missing: list[str], line: Object, command: Command) -> None:
        absent = {self.devices[party].seat for party in missing}
        if command.seat in absent:
            broken("The roller's own link may not be left out.")
        if self.head.get("missing", "wait") == "wait":
            if line["at"] < command.at + PATIENCE:
                broken(f"The link of {missing[0]} was left out before ten seconds had passed.")
            return
        there = {self.devices[party].seat for party in command.contributors if party not in missing}
        if {seat for seat in {command.seat} | there if seat in self.plays} - command.consents:
            broken(f"The link of {missing[0]} was left out without the consent of all others.")

    def went_on(self, line: Object) -> None:
        """Check consent to go on without the links that have not come."""
        command = self.command
        self._must_play(line["seat"])
        if command is None or not self._waits(command) or not command.contributors or line.get("cause") != command.n:
            broken("No link was waited for.")
        if command.roll is None or command.roll.number != line["roll"]:
            broken("It is about another roll than the open one.")
        if self.head.get("missing") != "consent" or line["seat"] in command.consents:
            broken("Nobody asked for this consent, or it was given already.")
        self._called(line)
        command.consents.add(line["seat"])

    def rolled(self, line: Object) -> None:
        """Check faces against what they must come from."""
        if self.command is None:
            self._repeats(line["n"], line)
        else:
            self._tells(self.command, line["n"], [line])

    def _repeats(self, n: int, rolled: Object) -> None:
        """Take dice of the set-up: a fork repeats those of the fight that it branched off, and nothing else rolls."""
        if rolled["source"] == "none":
            _must_be_none(rolled, n)
            return
        if rolled["source"] != "fork" or self.head.get("fork") is None:
            broken("It belongs to no roll, or to another one.", n)
        self.repeated.append(Roll(rolled.get("roll", 0), n, "", [(n, rolled["faces"])]))

    def _tells(self, command: Command, n: int, rolls: list[Object] | None) -> None:
        """Take what a line tells of dice, None while it is shut, in its place among the dice of its command."""
        if command.dice.get(n) is not None:
            return
        counted = None if rolls is None else [each for each in rolls if self._counts(each, command, n)]
        if n not in command.dice:
            command.order.append(n)
        command.dice[n] = counted
        command.empty += counted == []
        self._draw_again(command)

    def _counts(self, rolled: Object, command: Command, n: int) -> bool:
        """Say whether it is dice of the roll; Broken if it is neither that nor a roll of no dice."""
        if rolled["source"] == "none":
            _must_be_none(rolled, n)
            return False
        if command.roll is None or rolled.get("roll") != command.roll.number:
            broken("It belongs to no roll, or to another one.", n)
        if rolled["source"] != self.dice:
            broken(f"The dice of this encounter are {self.dice} dice.", n)
        _must_fit_dice(rolled, n)
        return True

    def _draw_again(self, command: Command) -> None:
        """Draw again what is known of the dice of a command, up to the first line that is shut."""
        while command.drawn < len(command.order) and (command.blind is not None or not command.blinded):
            n = command.order[command.drawn]
            known = command.dice[n]
            if known is None:
                return
            command.dice[n] = None
            for rolled in known:
                self._must_follow(rolled, command, n)
            command.dice[n] = known
            command.drawn += 1

    def _must_follow(self, rolled: Object, command: Command, n: int) -> None:
        if self.dice == "table":
            typed = command.typed[command.used] if command.used < len(command.typed) else {}
            if any(typed.get(name) != rolled[name] for name in ("by", "dice", "faces")):
                broken("These are not the dice that were typed in.", n)
            command.used += 1
        if command.source is not None:
            count, sides = dice_of(rolled["dice"])
            if draw(command.source, sides, count) != rolled["faces"]:
                broken("The faces do not follow from the links.", n)

    def typed(self, line: Object) -> None:
        """Check that physical dice were waited for."""
        command = self.command
        if command is None or self.dice != "table" or not self._waits(command) or line.get("cause") != command.n:
            broken("No dice were waited for.")
        self._must_play(line["seat"])
        self._called(line)
        command.typed.append(line)
        if command.roll is not None:
            command.roll.typed.append(line["n"])

    def attested(self, line: Object) -> None:
        """Check a word about dice that were typed in."""
        self._must_play(line["seat"])
        of = line["of"]
        if not 0 <= of < line["n"] or self.lines[of]["type"] != "TableDiceTyped":
            broken("It speaks of a line in which no dice were typed in.")
        if line["verdict"] not in ("saw", "unseen", "contest"):
            broken("It is not what one can say of typed dice.")
        if line["seat"] in {*self.verdicts.get(of, {}), self.lines[of]["seat"]}:
            broken(f"{line['seat']} typed these dice in, or had spoken of them already.")
        self._called(line)
        self.verdicts.setdefault(of, {})[line["seat"]] = line["verdict"]

    # Taking back

    def asked(self, line: Object) -> None:
        """Check that no other request to take back is open."""
        self._must_play(line["by"])
        if "cause" in line or self.request is not None:
            broken("A request to take back was open already.")
        self._called(line)
        self.request, self.agreed = line, {}

    def answered(self, line: Object) -> None:
        """Check that it answers the open request, once."""
        self._must_play(line["seat"])
        if self.request is None or line.get("cause") != self.request["n"]:
            broken("It answers no open request.")
        withdraws = line["seat"] == self.request["by"] and not line["agree"]
        if not withdraws and (line["seat"] == self.request["by"] or line["seat"] in self.agreed):
            broken(f"{line['seat']} had agreed already.")
        self._called(line)
        if line["agree"]:
            self.agreed[line["seat"]] = line["n"]

    def lapsed(self, _: Object) -> None:
        """Check that a request was there to lapse."""
        if self.request is None:
            broken("No request to take back was open.")
        self.request = None

    def rewound(self, line: Object) -> None:
        """Check the request, the moment, the rolls that are voided, and who agreed."""
        request = self.request
        if request is None or line.get("cause") != request["n"]:
            broken("Nobody asked for this.")
        if any(line[name] != request[name] for name in ("by", "to_version", "reason")):
            broken("It is not what was asked for.")
        others = self._needed(line)
        given = [{"line": n, "seat": seat} for seat, n in self.agreed.items()]
        if spelt(line.get("consents", [])) != spelt(given):
            broken("Its consents are not those that were given.")
        if lacking := [seat for seat in others if seat not in self.agreed]:
            broken(f"{lacking[0]} had not agreed.")
        still_over = self.lines[line["to_version"]]["type"] == "EncounterEnded"
        if self.over and still_over:
            broken("The encounter was over, and this does not reopen it.")
        self.over, self.request, self.command, self.open = still_over, None, None, None

    def _needed(self, line: Object) -> list[str]:
        """Check what a rewind takes back; return the seats that must have agreed."""
        policy, by, to = self.head["rewind"], line["by"], line["to_version"]
        if policy == "none" or (policy == "referee" and self.seats.get(by) != "referee"):
            broken("This is not taken back here, or not by that seat.")
        if self.rewinds >= MOST_REWINDS:
            broken(f"A fight is taken back at most {MOST_REWINDS} times.")
        self.rewinds += 1
        if to not in self.ends:
            broken(f"Version {to} is not the last line of a command.")
        paths, now = self.paths, line["n"] - 1
        fork = paths.fork(now, to)
        if not paths.stirring[now] + paths.stirring[to] - 2 * paths.stirring[fork]:
            broken("Nothing would be taken back.")
        voids = sorted(self.lines[n]["roll"] for n in paths.rolls(now, fork))
        if line.get("voids", []) != voids:
            broken(f"It must void the rolls {voids}, no more and no less.")
        own = paths.are_of(by, now, fork) and paths.are_of(by, to, fork)
        # Nobody forgets what came to light.
        own = own and paths.opening[now] + paths.opening[to] == 2 * paths.opening[fork]
        alone = policy == "free" and len(self.plays) == 1
        if alone or policy == "referee" or own:
            return []
        late = self._late_roller(line["at"], now, fork) if fork == to else None
        return [seat for seat in self.plays if seat not in (by, late)]

    def _late_roller(self, at: int, now: int, fork: int) -> str | None:
        """Return who need not agree that their roll is taken back: it alone is, and waited too long for links."""
        command, paths = self.open, self.paths
        if command is None or not command.contributors or at < command.at + PATIENCE:
            return None
        alone = paths.command[now] == command.n > fork and paths.command[paths.parents[command.n]] <= fork
        return command.seat if alone else None

    def counting(self) -> set[int]:
        """Return the lines that count at the end."""
        found, version = set[int](), len(self.lines) - 1
        while version >= 0:
            found.add(version)
            version = self.paths.parents[version]
        return found

    # What is sealed

    def seals(self, line: Object) -> None:
        """Take note that dice of the command may lie behind a seal."""
        if self.command is not None:
            self.sealed_under.setdefault(self.command.n, []).append(line["n"])
            self._tells(self.command, line["n"], None)

    def unsealed(self, line: Object) -> None:
        """Check that what is opened is what was sealed."""
        of, command = line["of"], self.command
        if command is None or line.get("cause") != command.n:
            broken("It does not follow from the command accepted last.")
        if not self.is_sealed(of) or of in self.opened_by:
            broken("It opens what was never sealed, or was opened before.")
        self.must_open(of, line["payload"], line["salt"])
        self.opened_by[of] = line["n"]
        command.told = True

    def must_open(self, n: int, payload: Object, salt: str) -> None:
        """Check what is said to lie behind a line against what the line committed to, and keep it."""
        line, decl = self.lines[n], self.lines[n].get("decl", {})
        _must_be_a_payload(payload)
        if not self.is_sealed(n):
            if "text" not in payload:
                broken("Words are one text.")
            self._must_fit(payload, salt, line["commit"] if "commit" in line else decl["action"]["commit"], n)
            return
        if line["type"] == "Sealed":
            if "events" not in payload:
                broken(f"Line {n} seals what happened, and this is no such thing.")
            _must_be_a_story(payload)
            self._must_fit(payload, salt, line["commit"], n)
        else:
            if "events" in payload or "text" in payload:
                broken(f"Line {n} seals an action or a blind, and this is no such thing.")
            if "action" in payload:
                self._must_fit({"action": payload["action"]}, salt, decl.get("sealed", ""), n)
            if "blind" in payload and not _blinds(payload["blind"], line.get("blind", "")):
                broken(f"The blind is not the one that line {n} committed to.")
        before = self.behind.get(n, {})
        self.behind[n] = {**before, **payload}
        self._look_behind(n, payload, new=not before)

    def _look_behind(self, n: int, payload: Object, *, new: bool) -> None:
        """Draw the dice again that lay behind a seal, and those that had to wait for them."""
        command = self.commands.get(self.lines[n].get("cause", n))
        rolls = [event for event in payload.get("events", []) if event["type"] == "DiceRolled"]
        if command is None:
            for rolled in rolls if new else []:
                self._repeats(n, rolled)
            return
        if "blind" in payload and command.blinded and command.blind is None:
            command.blind = bytes.fromhex(payload["blind"])
            command.begin()
            self._draw_again(command)
        if "events" in payload:
            self._tells(command, n, rolls)
            if command.end is not None:
                self._must_come_to_something(command)

    def _must_fit(self, payload: Object, salt: str, commit: str, n: int) -> None:
        if sha(b"el1/seal\n", bytes.fromhex(salt), spelt(payload)).hex() != commit:
            broken(f"This is not what line {n} committed to.")

    def withholds(self, line: Object) -> None:
        """Check that what stays shut was sealed, and is not open."""
        self._must_play(line["by"])
        of = line["of"]
        if not self.is_sealed(of) or of in self.opened_by or of in self.shut:
            broken("Nothing is sealed there, or it is open or withheld already.")
        self._called(line)
        self.withheld[of] = line["reason"]
        # What a command sealed is withheld as one.
        command = self.lines[of].get("cause", int(of))
        self.shut |= {of, command, *self.sealed_under.get(command, ())}

    def is_sealed(self, n: int) -> bool:
        """Say whether something is sealed in a line, other than words."""
        if not 0 <= n < len(self.lines):
            return False
        line = self.lines[n]
        return line["type"] == "Sealed" or "sealed" in line.get("decl", {}) or "blind" in line

    def _is_open(self, n: int) -> bool:
        line, behind = self.lines[n], self.behind.get(n)
        if behind is None or line["type"] == "Sealed":
            return behind is not None
        return ("sealed" not in line["decl"] or "action" in behind) and ("blind" not in line or "blind" in behind)

    def unopened(self) -> list[int]:
        """Return the lines whose sealed content neither lies open nor is withheld."""
        return [n for n in range(len(self.lines)) if self.is_sealed(n) and n not in self.shut and not self._is_open(n)]

    def check_behind(self) -> None:
        """Check the lines that stand in for what lay behind seals that are open now."""
        for n in sorted(self.behind):
            for place in range(n + 1, n + 1 + self.behind[n].get("stands_in", 0)):
                if place == len(self.lines) or self.lines[place]["type"] not in HAPPENING - {"Sealed"}:
                    broken("A line is missing that stands in for what was sealed.", place)

    # Disputes, and the end

    def contested(self, line: Object) -> None:
        """Check that a line is contested that is there, and not by the same seat already."""
        self._must_play(line["by"])
        if not 0 <= line["of"] < line["n"] or len(self.standing) >= 100:
            broken("It contests a line that is not there, or a hundred are contested already.")
        if any((each.of, each.by) == (line["of"], line["by"]) for each in self.standing.values()):
            broken(f"{line['by']} contested that line already.")
        self._called(line)
        self.disputes[line["n"]] = self.standing[line["n"]] = Dispute(line["of"], line["by"])

    def judged(self, line: Object) -> None:
        """Check a word on how an open dispute should end."""
        self._must_play(line["seat"])
        dispute = self.disputes.get(line["dispute"])
        if dispute is None or dispute.result is not None:
            broken("No such dispute is open.")
        referee, result = self.referee(), line["result"]
        if referee not in (None, line["seat"]):
            broken(f"{line['seat']} does not settle disputes here.")
        if result not in ("stands", "corrected", "rewound") or ("action" in line and result != "corrected"):
            broken("A dispute does not end so.")
        if result == "corrected":
            self._must_say_how(line, dispute, referee)
        if result == "rewound" and self.paths.counts(dispute.of, line["n"] - 1):
            broken("The contested line still counts.")
        self._called(line)
        dispute.words[line["seat"]] = line

    def _must_say_how(self, line: Object, dispute: Dispute, referee: str | None) -> None:
        if referee is not None:
            if "action" in line or not self.paths.counts(dispute.corrected, line["n"] - 1):
                broken("Nothing is corrected yet, or it is corrected by a command of the referee.")
            return
        action = line.get("action", {})
        named = action.get("dispute")
        # To Python true is 1, and to nobody else.
        if not _is_int(named) or (action.get("do"), action.get("by"), named) != ("override", "table", line["dispute"]):
            broken("It does not name the ruling of the table that settles this dispute.")

    def settled(self, line: Object) -> None:
        """Check that a dispute ends as those said who settle it."""
        dispute = self.disputes.get(line["dispute"])
        if dispute is None or dispute.result is not None:
            broken("No such dispute is open.")
        referee = self.referee()
        judges = [referee] if referee is not None else self.players()
        said = [dispute.words[seat] for seat in judges if seat in dispute.words]
        if len(said) < len(judges) or any(_said(each) != _said(said[0]) for each in said):
            broken("Those who settle the dispute have not all said so.")
        by = {"stands": None, "corrected": dispute.corrected, "rewound": self._skipped_by(dispute.of, line["n"] - 1)}
        last = max(said, key=lambda each: int(each["n"]))
        ends = {"result": last["result"], "by": judges, "reason": last["reason"], "line": by[last["result"]]}
        if any(line.get(name) != value for name, value in ends.items()) or (ends["line"] is None) != (
            last["result"] == "stands"
        ):
            broken("The dispute does not end as it was said.")
        dispute.result = line["result"]
        del self.standing[line["dispute"]]

    def _skipped_by(self, line: int, version: int) -> int | None:
        """Return the rewind by which a line does not count at a version; None if it counts."""
        first = self.paths.above(version, line) if version > line else version
        return first if version > line and self.paths.parents[first] < line else None

    def arrived(self, line: Object) -> None:
        """Check that whoever comes is called something that is seen."""
        if "name" in line:
            _must_be_a_name(line["name"])

    def renamed(self, line: Object) -> None:
        """Check who gives the name, that it is one, and that it is given to something that can have one."""
        self._must_play(line["by"])
        if line["of"] != "encounter" and not SEAT_ID.fullmatch(line["of"]):
            broken("It names nothing that has an id.")
        if line["by"] != self.players()[0] and line["by"] != self.referee():
            broken(f"{line['by']} is neither the host nor the referee.")
        _must_be_a_name(line["name"])
        self._called(line)

    def closes(self, line: Object) -> None:
        """Check that nothing is open that must not be, and that open disputes are named."""
        if self.open is not None:
            broken("It was closed with an open roll.")
        if line.get("disputes", []) != [*self.standing]:
            broken("It does not name the disputes that nobody settled.")
        if "by" in line:
            self._must_play(line["by"])
            if line["by"] != self.players()[0] and line["by"] != self.referee():
                broken(f"{line['by']} is neither the host nor the referee.")
            if "cmd" not in line:
                broken("It is no call of that seat.")
            self._called(line)
        self.closed = True


CHECKS: dict[str, Callable[[Fight, Object], None]] = {
    "EncounterOpened": Fight.opened,
    "CombatantJoined": Fight.arrived,
    "CommandAccepted": Fight.accepted,
    "EntropyRevealed": Fight.revealed,
    "MissingAccepted": Fight.went_on,
    "DiceRolled": Fight.rolled,
    "TableDiceTyped": Fight.typed,
    "TableDiceAttested": Fight.attested,
    "SeatJoined": Fight.joined,
    "SeatKeyChanged": Fight.key_changed,
    "SeatKeyAsked": Fight.key_asked,
    "SeatKeyVetoed": Fight.key_vetoed,
    "ChainRenewed": Fight.renewed,
    "RewindAsked": Fight.asked,
    "RewindAnswered": Fight.answered,
    "RewindLapsed": Fight.lapsed,
    "HistoryRewound": Fight.rewound,
    "Sealed": Fight.seals,
    "Unsealed": Fight.unsealed,
    "Withheld": Fight.withholds,
    "Renamed": Fight.renamed,
    "DisputeRaised": Fight.contested,
    "DisputeAnswered": Fight.judged,
    "DisputeSettled": Fight.settled,
    "LedgerClosed": Fight.closes,
}


def _must_be_a_name(text: str) -> None:
    if not 1 <= len(text) <= LONGEST_NAME or UNSEEN.search(text) or BLANK.fullmatch(text):
        broken("A name has 1 to 80 characters, and none that work unseen.")


def _must_be_names(line: Object) -> None:
    """Check what line 0 calls the fight, and what is in it."""
    if "title" in line:
        _must_be_a_name(line["title"])
    for each in line.get("disclosure", []):
        must_have(each, "side:text shows:text", "What a side discloses is not said by side and what is shown.")
    for each in line.get("names", []):
        must_have(each, "of:text name:text", "What line 0 calls something is no id and name.")
        if not SEAT_ID.fullmatch(each["of"]):
            broken("What line 0 calls something is no id and name.")
        _must_be_a_name(each["name"])


def _seat_of(line: Object) -> str:
    return str(line["seat"] if "seat" in line else line.get("by", ""))


def _without_null(action: Object) -> Object:
    return {name: value for name, value in action.items() if value is not None}


def _said(word: Object) -> bytes:
    """Return what must be the same of all who settle a dispute together."""
    return spelt([word["result"], _without_null(word.get("action", {}))])


SEAT, LINK = "id:text role:text voice?:text", "link:hash sig:text"
DECL = "cmd:text encounter:text seat:text seq:int seen?:list action?:object sealed?:hash"
STORY, SECRET = "events:objects stands_in?:int to?:texts", "action?:object blind?:hash"


def _must_be_a_payload(payload: Object, line: int | None = None) -> None:
    """Refuse what has not the form of words, of what happened, or of an action and a blind."""
    if "events" in payload:
        must_have(payload, STORY, "It tells nothing that happened.", line, _tells_kinds)
    elif "text" in payload:
        must_have(payload, "text:text", "Words are one text.", line)
    elif not payload.keys() & {"action", "blind"}:
        broken("It is no payload.", line)
    else:
        must_have(payload, SECRET, "It is no action and no blind.", line)


def _tells_kinds(payload: Object) -> bool:
    return all(_is_text(event.get("type")) for event in payload["events"])


def _must_be_a_story(payload: Object) -> None:
    """Refuse events of which one has not the fields of its kind."""
    for event in payload["events"]:
        kind = event["type"]
        if kind not in FIELDS:
            raise Newer(f"A kind of event called {kind[:40]!r} is not known here.")
        if kind not in HAPPENING - {"Sealed"}:
            broken(f"{kind} does not happen in a fight.")
        fields = f"type:text {FIELDS[kind]}".replace("commit:hash", "text:text")
        must_have(event, fields, f"What it sealed has not the fields of {kind}.")


def _is_declaration(decl: Object) -> bool:
    if "seen" in decl and not _is_seen(decl["seen"]):
        return False
    return ("action" in decl) != ("sealed" in decl) and _is_text(decl.get("action", {"do": ""}).get("do"))


def _must_be_none(rolled: Object, n: int) -> None:
    if rolled["faces"] or "roll" in rolled or not rolled["dice"].startswith("0d"):
        broken("A roll of no source is one of no dice, with no face.", n)


def _must_fit_dice(rolled: Object, n: int) -> None:
    """Check that these dice can show these faces."""
    try:
        count, sides = dice_of(rolled["dice"])
    except Broken as wrong:
        raise Broken(str(wrong), n) from None
    if len(rolled["faces"]) != count or not all(1 <= each <= sides for each in rolled["faces"]):
        broken(f"{rolled['dice']} cannot show these faces.", n)


def _branches_off(fork: Any) -> bool:
    """Say whether it names another encounter, a line of it and the hash of that line, if it names anything."""
    if fork is None:
        return True
    named = [fork.get("encounter"), fork.get("leaf"), fork.get("n")]
    is_whole = len(fork) == 3 and isinstance(named[0], str) and HEX32.fullmatch(named[0]) is not None
    return is_whole and _is_hash(named[1]) and _is_int(named[2]) and named[2] >= 0


def _branched(fork: Object) -> str:
    return f"branched off from encounter {fork['encounter']} at its line {fork['n']}"


def _is_seen(seen: list[Any]) -> bool:
    return len(seen) == 2 and _is_int(seen[0]) and seen[0] > 0 and _is_hash(seen[1])


def _blinds(blind: Any, commit: str) -> bool:
    return _is_hash(blind) and sha(b"el1/blind\n", bytes.fromhex(blind)).hex() == commit


# The whole file


class Misused(Exception):
    """What was given beside the file cannot be used."""


BUTS = {
    "loaded": "the dice were loaded: whoever made the example chose the faces",
    "forked": "forked: it branched off from another fight, and what that one came to is repeated, not proved",
    "open": "open: the ledger was not closed, and more may have followed",
    "roll_open": "a roll is open: its dice are not decided",
    "unopened": "unopened: something sealed was neither opened nor withheld with a reason",
    "unchecked": "unchecked: something is shut, and dice cannot be drawn again for that, or it is open whether a seat"
    " knew the newest state",
    "disputed": "disputed: a dispute was not settled",
    "replaced": "replaced: another key took the place of one that did not sign for it",
    "unanchored": "unanchored: no checkpoint signed by the log covers the whole file",
    "uncosigned": "uncosigned: no seat's key and no kept checkpoint vouches for the whole file; whoever holds the log's"
    " key could have rewritten what follows the last signature of a seat",
}
UNKNOWABLE = (
    "who sits behind a key",
    "whether a command that somebody sent was kept out of the ledger",
    "what physical dice really showed",
    "whether what was secret stayed secret",
    "whether what happened follows from the rules: this does not decide them again",
)


def verify(raw: bytes, kept: Sequence[str] = (), log_key: str | None = None, operators: Sequence[str] = ()) -> Object:
    """Return the report on a file; ``kept`` are checkpoints that players kept, ``log_key`` the key to trust.

    ``operators`` are seats of whoever runs the server: they witness no roll.

    Raises:
        Misused: A kept checkpoint, the key or a seat is no such thing.
    """
    fight, rows = Fight(), raw.removesuffix(b"\n").split(b"\n")
    given, trusted = [_kept(note) for note in kept], _trusted(log_key)
    fault: Object = {}
    anchors: list[Object] = []
    wordless: set[int] = set()
    try:
        first = _read_lines(fight, rows)
        notes, wordless = _read_beside(fight, rows, first)
        fight.check_behind()
        fight.check_fresh()
        anchors = _anchors(fight, notes, given, trusted)
    except Broken as wrong:
        fault = {
            "verdict": "newer than I am" if isinstance(wrong, Newer) else "BROKEN",
            "line": len(fight.lines) if wrong.line is None else wrong.line,
            "why": str(wrong),
        }
    unknown = [seat for seat in operators if seat not in fight.seats]
    if unknown and not fault:
        raise Misused(f"There is no seat {unknown[0]!r} in this fight that could be the operator's.")
    return _report(fight, fault, anchors, [] if fault else sorted(wordless), operators)


def _kept(text: str) -> Note:
    try:
        return read_note(text)
    except Unreadable as wrong:
        raise Misused(f"A kept checkpoint cannot be read. {wrong}") from None


def _trusted(text: str | None) -> str | None:
    try:
        if text is not None:
            read_key(text)
    except Unreadable as wrong:
        raise Misused(f"The key of the log cannot be used. {wrong}") from None
    return text


def _read_lines(fight: Fight, rows: list[bytes]) -> int:
    """Read the lines; return how many there are."""
    for number, row in enumerate(rows):
        value = _row(row, number)
        if "type" not in value and value.keys() & {"payload", "note"}:
            break
        try:
            fight.take(row, value)
        except Newer as newer:
            _must_chain_on(rows, number, value)
            raise Newer(str(newer), number) from None
    fight.end()
    return len(fight.lines)


def _must_chain_on(rows: list[bytes], number: int, line: Object) -> None:
    """Check that lines after one that is not known here still hold the hash of the line before."""
    for after in range(number + 1, len(rows)):
        before, line = line, _row(rows[after], after)
        if "type" not in line and line.keys() & {"payload", "note"}:
            return
        try:
            must_follow(line, after, leaf(rows[after - 1]).hex(), before["at"])
        except Broken as wrong:
            raise Broken(str(wrong), after) from None


def must_follow(line: Object, n: int, prev: str, at: int) -> None:
    """Check the place of a line, whatever its kind."""
    if line.get("n") != n or not _is_int(line["n"]):
        broken(f"Here should stand line {n}: a line is missing, doubled or moved.")
    if line.get("prev") != prev:
        broken("It does not hold the hash of the line before: that one or this one was changed.")
    if not _is_int(line.get("at")) or line["at"] < at:
        broken("Its time is none, or before that of the line before.")
    if not _is_text(line.get("type")):
        broken("It is of no kind.")


def _row(row: bytes, number: int) -> Object:
    try:
        return read_row(row)
    except Broken as wrong:
        raise Broken(str(wrong), number) from None


def _read_beside(fight: Fight, rows: list[bytes], first: int) -> tuple[list[tuple[int, str]], set[int]]:
    """Check the payloads; return the checkpoints, and the lines whose words are not in the file."""
    wordless = {line["n"] for line in fight.lines if _speaks(line)}
    notes: list[tuple[int, str]] = []
    before = -1
    for number in range(first, len(rows)):
        row = _row(rows[number], number)
        if row.keys() == {"note"} and _is_text(row["note"]):
            notes.append((number, row["note"]))
            continue
        if "type" in row:
            broken("A line stands among what is kept beside the lines.", number)
        must_have(row, "n:int payload:object salt:hash", "It is neither a payload nor a checkpoint.", number)
        _must_be_a_payload(row["payload"], number)
        n = row["n"]
        if not before < n < first or notes:
            broken("A payload stands out of order, or for a line that is not there.", number)
        if not _speaks(fight.lines[n]) and not fight.is_sealed(n):
            broken(f"Line {n} committed to nothing.", number)
        before = n
        _open_beside(fight, n, row)
        wordless.discard(n)
    return notes, wordless


def _open_beside(fight: Fight, n: int, row: Object) -> None:
    try:
        fight.must_open(n, row["payload"], row["salt"])
    except Broken as wrong:
        raise type(wrong)(str(wrong), n if wrong.line is None else wrong.line) from None


def _speaks(line: Object) -> bool:
    return line["type"] == "MessageRecorded" or "commit" in line.get("decl", {}).get("action", {})


def _anchors(fight: Fight, found: list[tuple[int, str]], kept: list[Note], trusted: str | None) -> list[Object]:
    """Check the checkpoints of the file and those that were kept; return what they anchor."""
    if trusted is not None and fight.head.get("log_key") != trusted:
        broken("The file names another key of the log than the one to trust.", 0)
    notes = [(number, _note(text, number)) for number, text in found]
    every = [*notes, *((len(fight.lines), note) for note in kept)]
    if not every:
        return []
    known, signed_by_log = [*roots(fight.leaves)], set[tuple[int, bytes]]()
    log, keys = _keys(fight, every[0][0])
    anchors: list[Object] = []
    for place, (number, note) in enumerate(every):
        signatures = _signatures(fight, log, keys, note, number)
        signed_by_log.add((note.size, note.root))
        if not 1 <= note.size < len(known):
            broken(
                f"A checkpoint is of {note.size} lines, and here are {len(fight.lines)}: the end was cut off.", number
            )
        if known[note.size] != note.root:
            both = (note.size, known[note.size]) in signed_by_log
            proof = " The log signed both: with the other checkpoint of that size, this one proves it." if both else ""
            broken(f"A checkpoint of {note.size} lines is of another history.{proof}", number)
        parties = sorted({key.name.removeprefix(f"{note.origin}/") for key, _ in signatures if key.kind == 4})
        at = fight.lines[note.size - 1]["at"]
        early = {key.name for key, seconds in signatures if seconds is not None and 1000 * seconds < at - SKEW}
        ahead = sorted(name.removeprefix(f"{note.origin}/") for name in early)
        anchors.append({"size": note.size, "parties": parties, "kept": place >= len(notes), "early": ahead})
    return anchors


def _note(text: str, number: int) -> Note:
    try:
        return read_note(text)
    except Unreadable as wrong:
        broken(str(wrong), number)


def _keys(fight: Fight, number: int) -> tuple[Key, Known]:
    """Return the key of the log, and all that sign checkpoints, by name and id."""
    origin, named = fight.head.get("origin"), fight.head.get("log_key")
    if origin is None or named is None:
        broken("The checkpoint has nothing to hold on to: line 0 names no key of the log.", number)
    try:
        log = read_key(named)
    except Unreadable as wrong:
        broken(str(wrong), number)
    keys = [(device.party, device.key) for device in fight.devices.values()] + fight.former
    return log, by_name([log, *(Key(f"{origin}/{party}", 4, key) for party, key in keys)])


def _signatures(fight: Fight, log: Key, keys: Known, note: Note, number: int) -> list[tuple[Key, int | None]]:
    """Return the signatures on a checkpoint by keys of this file; one must be the log's."""
    origin = fight.head["origin"]
    try:
        found = signers(note, keys)
    except Unreadable as wrong:
        broken(str(wrong), number)
    if note.origin != origin or log.name != origin:
        broken(f"The checkpoint is of {note.origin}, not of {origin}.", number)
    if not any(key == log for key, _ in found):
        broken("The checkpoint is not signed with the key of the log.", number)
    return found


# One roll, proved by a few lines

PROVING = (
    *("EncounterOpened", "SeatJoined", "SeatKeyChanged", "ChainRenewed"),
    *("CommandAccepted", "EntropyRevealed", "DiceRolled"),
)


def is_proof(raw: bytes) -> bool:
    """Say whether this is the proof of one roll, and no fight."""
    return raw.startswith(b'{"checkpoint":')


def includes(root: bytes, size: int, hashed: bytes, index: int, path: Sequence[bytes]) -> bool:
    """Say whether a path leads from the leaf at a place to the root of a tree (RFC 9162, 2.1.3.2)."""
    at, last = index, size - 1
    for each in path:
        if last == 0:
            return False
        if at % 2 or at == last:
            hashed = sha(b"\1", each, hashed)
            while at and at % 2 == 0:
                at, last = at // 2, last // 2
        else:
            hashed = sha(b"\1", hashed, each)
        at, last = at // 2, last // 2
    return last == 0 and hashed == root


class Proof:
    """The lines that prove a roll, each of which a signed checkpoint holds."""

    def __init__(self, value: Object) -> None:
        must_have(value, "proof:text checkpoint:text lines:objects", "It is no proof of a roll.")
        if value["proof"] != "el1/roll":
            raise Newer(f"No proof called {value['proof'][:40]!r} is known here.")
        self.lines = [self._line(each) for each in value["lines"]]
        numbers = [line["n"] for line in self.lines]
        if numbers[:1] != [0] or any(one >= other for one, other in pairwise(numbers)):
            broken("The lines do not begin with line 0, or do not stand in their order.")
        self.head = self.lines[0]
        if any((line["type"] == "EncounterOpened") != (line["n"] == 0) for line in self.lines):
            broken("Line 0 opens the encounter, and no other line does.")
        if self.head["dice"] != "ledger" or not _is_hash(self.head.get("anchor")):
            broken("Only dice of the ledger are proved.")
        if not _branches_off(self.head.get("fork")):
            broken("It does not name the line that it branched off at.")
        self._read_seats()
        self.note = self._held(value)
        self.command, self.revealed, self.dice = self._roll()

    def _line(self, each: Object) -> Object:
        must_have(each, "line:object path:texts", "A line of a proof is no line with its path.")
        line: Object = each["line"]
        if line.get("type") not in PROVING:
            broken("A line is of a kind that proves no roll.")
        must_have(line, SHAPES[line["type"]], f"It has not the fields of {line['type']}.")
        if not all(map(_is_hash, each["path"])) or line["n"] < 0:
            broken("A path is not one of hashes.")
        return line

    def _of(self, kind: str) -> list[Object]:
        return [line for line in self.lines if line["type"] == kind]

    def _read_seats(self) -> None:
        self.roles: dict[str, str] = {}
        for seat in self.head.get("seats", []):
            must_have(seat, SEAT, "A seat is not named by id and role, and the side it speaks for, if it does.")
            self.roles[seat["id"]] = seat["role"]
        self.devices: dict[str, Device] = {}
        self.bots: set[str] = set()
        self.former: list[tuple[str, bytes]] = []
        self.replaced: list[Object] = []
        for line in self.lines:
            if line["type"] == "SeatJoined":
                self.roles.setdefault(line["seat"], line["role"])
                self._play_by(line)
            if line["type"] in ("SeatJoined", "SeatKeyChanged") and "key" in line:
                self._seat(line)
            if line["type"] == "ChainRenewed" and line["party"] != "server":
                if line["party"] not in self.devices or not _is_hash(line["anchor"]):
                    broken("A chain is of no device that is named before.")
                self.devices[line["party"]].link = bytes.fromhex(line["anchor"])

    def _play_by(self, line: Object) -> None:
        """Keep whether a bot plays a seat: a person with its first device takes the place of one of the server."""
        if line.get("kind") == "bot":
            self.bots.add(line["seat"])
        elif all(device.seat != line["seat"] for device in self.devices.values()):
            self.bots.discard(line["seat"])

    def _seat(self, line: Object) -> None:
        key, party = base64_of(line["key"], 32), line.get("party", "")
        there = self.devices.get(party)
        if key is None or not valid_key(key) or not _is_hash(line.get("anchor")):
            broken("A key is none, or its chain has no anchor.")
        if (line["type"] == "SeatKeyChanged") != (there is not None and there.seat == line["seat"]):
            broken("A key is of no device of its seat.")
        if there is not None:
            self.former.append((party, there.key))
        vouched = sorted(line.get("vouched", {}))
        if line["type"] == "SeatKeyChanged" and party not in vouched:
            self.replaced.append({"line": line["n"], "party": party, "seat": line["seat"], "vouched": vouched})
        self.devices[party] = Device(line["seat"], party, key, bytes.fromhex(line["anchor"]), line.get("length", 0))

    def _held(self, value: Object) -> Note:
        """Return the checkpoint, signed by the log and else by devices of the proof alone, which holds every line."""
        origin, named = self.head.get("origin"), self.head.get("log_key")
        try:
            if origin is None or named is None:
                raise Unreadable("Line 0 names no key of the log.")
            note, log = read_note(value["checkpoint"]), read_key(named)
            named_keys = [*((party, each.key) for party, each in self.devices.items()), *self.former]
            keys = [Key(f"{origin}/{party}", 4, key) for party, key in named_keys]
            found = signers(note, by_name([log, *keys]))
        except Unreadable as wrong:
            broken(f"The checkpoint cannot be used. {wrong}")
        if note.origin != origin or log.name != origin or log not in {key for key, _ in found}:
            broken("The checkpoint is not signed by the log that line 0 names.")
        if len(found) != len(note.lines):
            broken("The checkpoint bears a signature of a key that is not in the proof.")
        self.cosigned = sorted(key.name.removeprefix(f"{origin}/") for key, _ in found if key.kind == 4)
        for each in value["lines"]:
            path = [bytes.fromhex(hashed) for hashed in each["path"]]
            if not includes(note.root, note.size, leaf(spelt(each["line"])), each["line"]["n"], path):
                broken(f"The checkpoint does not hold line {each['line']['n']} as it stands here.")
        return note

    def _roll(self) -> tuple[Object, Object, list[Object]]:
        """Return the command, what reveals its numbers, and its dice; no line is there that plays no part."""
        reveals, dice = self._of("EntropyRevealed"), self._of("DiceRolled")
        if not 1 <= len(reveals) <= 2 or not dice:
            broken("It shows no roll, or more than one.")
        revealed = reveals[-1]
        commands = self._of("CommandAccepted")
        command = commands[-1] if commands else {}
        if command.get("n") != revealed.get("cause") or command.get("roll") != revealed["roll"]:
            broken("The numbers are not those of the command.")
        if revealed["n"] < command["n"] or any(self._is_early(line, command) for line in self.lines):
            broken("A line stands where it plays no part in the roll.")
        for line in dice:
            if (line.get("cause"), line.get("roll"), line["source"]) != (command["n"], command["roll"], "ledger"):
                broken("Dice are not those of the roll.")
            if line["n"] < revealed["n"]:
                broken("Dice were rolled before their numbers were revealed.")
        return command, revealed, dice

    def _is_early(self, line: Object, command: Object) -> bool:
        """Say whether a line of the seats stands after the command, which does not know of it."""
        return line["type"] in ("SeatJoined", "SeatKeyChanged", "ChainRenewed") and line["n"] > command["n"]

    def check(self) -> Object:
        """Check the signatures, the links and the dice; return the roll."""
        decl, encounter, roll = self.command["decl"], self.head["encounter"], self.command["roll"]
        must_have(decl, DECL, "Its decl is not a declaration.", None, _is_declaration)
        if "sealed" in decl or "blind" in self.command:
            broken("A roll of which something was sealed is proved by the whole file alone.")
        seat = decl["seat"]
        if decl["encounter"] != encounter or self.roles.get(seat) not in ("player", "referee"):
            broken("The command is of another encounter, or of no seat that plays.")
        self._must_sign(seat, decl)
        self._must_follow(roll)
        links = self._links(encounter, roll)
        key = roll_key(bytes.fromhex(self.revealed["server"]), encounter, roll, leaf(spelt(self.command)), links)
        numbers = words(key)
        for line in self.dice:
            count, sides = dice_of(line["dice"])
            if draw(numbers, sides, count) != line["faces"]:
                broken("The faces do not follow from the numbers of the roll.")
        return {"roll": roll, "line": self.command["n"], "seat": seat, "faces": [line["faces"] for line in self.dice]}

    def _must_sign(self, seat: str, decl: Object) -> None:
        keys = [each.key for each in self.devices.values() if each.seat == seat]
        raw, message = base64_of(self.command.get("sig"), 64), b"el1/declaration\n" + spelt(decl)
        if (keys or "sig" in self.command) and (raw is None or not any(signed(key, raw, message) for key in keys)):
            broken(f"No key of {seat[:40]} signed this: it was forged, or changed.")

    def _must_follow(self, roll: int) -> None:
        """Check that the server's link lies on the chain that was fixed before: the steps follow from the lines."""
        renewed = [line for line in self._of("ChainRenewed") if line["party"] == "server"]
        before, counting = self._of("EntropyRevealed")[:-1], self._of("CommandAccepted")[:-1]
        known, shown, at = self.head["anchor"], 0, 0
        if before:
            known, shown, at = before[0]["server"], before[0]["roll"], before[0]["n"]
        elif renewed:
            known, shown, at = renewed[0]["anchor"], 0, renewed[0]["n"]
            shown = counting[0].get("roll", 0) if counting else 0
        spare = len(renewed) > (0 if before else 1) or len(counting) > (0 if before or not renewed else 1)
        if spare or at > self.command["n"] or any(line["n"] > at for line in counting) or not _is_hash(known):
            broken("A line stands where it plays no part in the roll.")
        if not follows(bytes.fromhex(known), bytes.fromhex(self.revealed["server"]), roll - shown):
            broken("The server's link does not lie on its chain.")

    def _links(self, encounter: str, roll: int) -> list[tuple[str, int, bytes]]:
        """Check the links of the devices; return them."""
        asked, came = self.command.get("contributors", {}), self.revealed.get("contributions", {})
        if set(asked) - set(came) != set(self.revealed.get("missing", [])) or not set(came) <= set(asked):
            broken("Its links, and those that it misses, are not those that the command named.")
        if not set(asked) <= set(self.devices):
            broken("A device that was asked is not in the proof.")
        if len({self.devices[party].seat for party in asked}) < len(asked):
            broken("One seat salts the roll twice.")
        links = []
        for party, given in came.items():
            must_have(given, LINK, "A contribution is not a link of 64 hexadecimal digits and a signature.")
            device, k, link = self.devices[party], asked[party], bytes.fromhex(given["link"])
            text = (
                f"el1/contribution\n{encounter}\n{roll}\n{leaf(spelt(self.command)).hex()}\n{party} {k} {link.hex()}\n"
            )
            sig = base64_of(given["sig"], 64)
            if not _is_int(k) or not follows(device.link, link, k):
                broken(f"This is not link {k} of the chain of {party}.")
            if sig is None or not signed(device.key, sig, text.encode()):
                broken(f"{party} did not sign this link for this roll.")
            links.append((party, k, link))
        return links

    def graded(self, roll: Object, operators: Sequence[str]) -> Object:
        """Return the roll with what it rests on."""
        seats = sorted({self.devices[party].seat for party in self.revealed.get("contributions", {})})
        missing = sorted({self.devices[party].seat for party in self.revealed.get("missing", [])})
        not_them = {roll["seat"], *operators, *self.bots}
        found = [each for each in seats if self.roles.get(each) in ("player", "referee") and each not in not_them]
        grade = "server+roller" if roll["seat"] in seats else "server only"
        if found:
            grade = "partial" if missing else "witnessed"
        told = {**roll, "grade": grade, "witnesses": found, "seats": seats, "missing": missing}
        return {**told, "promise": promise(told)}

    def said(self, roll: Object) -> Object:
        """Return what a whole file says as well of this fight and of the seats of the roll."""
        named = {seat["id"] for seat in self.head.get("seats", [])}
        seats = sorted({roll["seat"], *roll["seats"], *roll["missing"]})
        holds = {"forked": self.head.get("fork") is not None, "replaced": bool(self.replaced)}
        return {
            "but": [name for name, is_so in holds.items() if is_so],
            "replaced": self.replaced,
            "late": [seat for seat in seats if seat not in named],
            "bots": [seat for seat in seats if seat in self.bots],
        }


def verify_proof(
    raw: bytes, kept: Sequence[str] = (), log_key: str | None = None, operators: Sequence[str] = ()
) -> Object:
    """Return the report on the proof of one roll, as `verify` does on a fight. Raises Misused."""
    given, trusted = [_kept(note) for note in kept], _trusted(log_key)
    try:
        proof = Proof(read_row(raw.rstrip(b"\r\n ")))
        if trusted is not None and proof.head["log_key"] != trusted:
            broken("The proof names another key of the log than the one to trust.")
        if any(
            (note.origin, note.size) == (proof.note.origin, proof.note.size) and note.root != proof.note.root
            for note in given
        ):
            broken("A checkpoint that was kept is of another history.")
        roll = proof.graded(proof.check(), operators)
    except Broken as wrong:
        return {"verdict": "newer than I am" if isinstance(wrong, Newer) else "BROKEN", "why": str(wrong), "rolls": []}
    unknown = [seat for seat in operators if seat not in proof.roles]
    if unknown:
        raise Misused(f"There is no seat {unknown[0]!r} in this proof that could be the operator's.")
    said = proof.said(roll)
    return {
        "verdict": "OK BUT" if said["but"] else "OK",
        **said,
        "encounter": proof.head["encounter"],
        "rolls": [roll],
        "size": proof.note.size,
        "root": proof.note.root.hex(),
        "cosigned": proof.cosigned,
        "log_key": proof.head["log_key"],
        "fork": proof.head.get("fork"),
        "keys": {party: b64encode(each.key).decode() for party, each in proof.devices.items()},
    }


def proof_sentences(report: Object) -> Iterator[str]:
    """Yield the report on a proof line by line, for people."""
    if "why" in report:
        yield f"{report['verdict']}: {report['why']}"
        return
    (roll,) = report["rolls"]
    faces = " | ".join(" ".join(map(str, each)) for each in roll["faces"])
    fork = report["fork"]
    yield f"{report['verdict']}: one roll" + (f" of a what-if, which {_branched(fork)}" if fork is not None else "")
    yield from (f"  - {BUTS[name]}" for name in report["but"])
    yield f"  roll {roll['roll']} (line {roll['line']}, {roll['seat']}): {faces} [{roll['promise']}]"
    yield f"Encounter {report['encounter']}; numbers of {', '.join(['the server', *roll['seats']])}" + (
        f"; without {', '.join(roll['missing'])}" if roll["missing"] else ""
    )
    yield from map(_replaced_by, report["replaced"])
    yield from (f"{seat}: a bot" for seat in report["bots"])
    yield from (f"{seat}: {LATE}" for seat in report["late"])
    also = f", cosigned by {', '.join(report['cosigned'])}" if report["cosigned"] else ", which nobody cosigned"
    yield f"It rests on the checkpoint of {report['size']} lines, root {report['root']}, by the log"
    yield f"  {report['log_key']}{also}"
    if report["keys"]:
        yield "Keys, to compare with their owners in another way: " + ", ".join(
            f"{party} {key}" for party, key in report["keys"].items()
        )
    yield "Whether it was taken back, and what else was rolled, the whole file shows."


def _replaced_by(each: Object) -> str:
    how = f"on the word of {_and(each['vouched'])}"
    if not each["vouched"]:
        how = "and nobody vouched in that line: whether it waited for a veto, the whole file shows"
    return f"Replaced: in line {each['line']} the key of {each['party']}, a device of {each['seat']}, {how}"


# What is reported


def _report(
    fight: Fight, fault: Object, anchors: list[Object], wordless: list[int], operators: Sequence[str]
) -> Object:
    # What the broken line had begun is no part of what is good.
    good = len(fight.lines)
    del fight.leaves[good:]
    rolls = [{**roll, "promise": promise(roll)} for roll in _graded(fight, operators) if roll["line"] < good]
    whole = [each for each in anchors if each["size"] == len(fight.lines)]
    parties = sorted({party for each in whole for party in each["parties"]})
    but = [] if fault else _buts(fight, whole, parties, rolls)
    return {
        "verdict": "OK BUT" if but else "OK",
        **fault,
        "but": but,
        "encounter": fight.encounter,
        "lines": len(fight.lines),
        "root": _last(roots(fight.leaves)).hex(),
        "dice": fight.dice,
        "closed": fight.closed,
        "rolls": rolls,
        "bound": sum(not _is_sure(roll) for roll in rolls),
        "seats": _seat_reports(fight, rolls),
        "overrides": _count(fight, lambda line: line["type"] == "RulingMade" and line["subject"] == "override"),
        "disputes": [*fight.standing],
        "unopened": fight.unopened(),
        "replaced": [each for each in fight.replaced if each["line"] < good],
        "overtaken": [each for each in fight.overtaken if each["line"] < good],
        "unclear": [] if fault else fight.unclear,
        "withheld": [{"line": n, "why": why} for n, why in sorted(fight.withheld.items())],
        "wordless": wordless,
        "anchors": anchors,
        "cosigned": parties,
        "log_key": fight.head.get("log_key"),
        "fork": fight.head.get("fork"),
        "keys": {party: b64encode(each.key).decode() for party, each in fight.devices.items()},
    }


def _last(values: Iterator[bytes]) -> bytes:
    return [*values][-1]


def _buts(fight: Fight, whole: list[Object], parties: list[str], rolls: list[Object]) -> list[str]:
    found = {
        "loaded": fight.dice == "loaded",
        "forked": fight.head.get("fork") is not None,
        "open": not fight.closed,
        "roll_open": fight.open is not None,
        "unopened": bool(fight.unopened()),
        "unchecked": bool(fight.unclear) or any(roll["grade"] == "not checkable" for roll in rolls),
        "disputed": bool(fight.standing),
        "replaced": bool(fight.replaced),
        "unanchored": not whole,
        "uncosigned": not parties and not any(each["kept"] for each in whole),
    }
    return [name for name, holds in found.items() if holds]


def _graded(fight: Fight, operators: Sequence[str]) -> list[Object]:
    counting = fight.counting() if fight.lines else set()
    return [
        {
            "roll": roll.number,
            "line": roll.line,
            "seat": roll.seat,
            "grade": _grade(fight, roll, operators),
            "witnesses": _witnesses(fight, roll, operators),
            "voided": roll.line not in counting and roll.command is not None,
            "hidden": roll.command is not None and not roll.command.whole,
            "faces": [faces for _, faces in roll.faces] if roll.command is None else _faces(roll.command),
            "seats": sorted(set(roll.given.values())),
            "missing": sorted({fight.devices[party].seat for party in roll.missing}),
        }
        for roll in (*fight.repeated, *fight.rolls)
    ]


def _faces(command: Command) -> list[list[int]]:
    """Return the faces that are known, in the order of the lines."""
    return [rolled["faces"] for n in command.order for rolled in command.dice[n] or []]


def _witnesses(fight: Fight, roll: Roll, operators: Sequence[str]) -> list[str]:
    """Return the seats that witness a roll: they gave a link, play, and are no bots and not those of the operator."""
    if roll.command is None or not roll.command.whole:
        return []
    given = {seat for seat in roll.given.values() if seat in fight.plays and seat not in fight.bots}
    return sorted(given - {roll.seat, *operators})


def promise(roll: Object) -> str:
    """Return in words what a roll rests on."""
    names = roll["witnesses"]
    if roll["grade"] != "witnessed":
        return str(roll["grade"])
    who = {1: f"{names[-1]} is", 2: "both are"}.get(len(names), "all of them are")
    return f"witnessed by {_and(names)}: it holds unless {who} in it with the operator"


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _grade(fight: Fight, roll: Roll, operators: Sequence[str]) -> str:
    command = roll.command
    if command is None or command.blank:
        return "fork" if command is None else "open"
    if not command.whole:
        return "not checkable"
    if fight.dice == "loaded":
        return "loaded"
    if fight.dice == "ledger":
        if _witnesses(fight, roll, operators):
            return "partial" if roll.missing else "witnessed"
        return "server+roller" if roll.seat in roll.given.values() else "server only"
    said = [[*fight.verdicts.get(n, {}).values()] for n in roll.typed]
    if any("contest" in each for each in said):
        return "table contested"
    return "table attested" if said and all("saw" in each for each in said) else "table unattested"


def _is_sure(roll: Object) -> bool:
    """Say whether nobody can have influenced a roll, if one of those who salted it is honest."""
    return roll["grade"] == "witnessed" and not roll["voided"] and not roll["missing"]


def _count(fight: Fight, holds: Callable[[Object], bool]) -> int:
    return sum(map(holds, fight.lines))


def _seat_reports(fight: Fight, rolls: list[Object]) -> Object:
    """Return what each seat gave and took back: all is counted in one pass, however many seats there are."""
    decided = [roll for roll in rolls if fight.dice == "ledger" and roll["grade"] not in ("open", "fork")]
    safe = Counter(seat for roll in decided if not _is_shaken(roll) for seat in roll["seats"])
    counted = {
        "links": Counter(seat for roll in decided for seat in roll["seats"]),
        "missing": Counter(seat for roll in decided for seat in roll["missing"]),
        "rolls": Counter(roll["seat"] for roll in rolls),
        "voided": Counter(roll["seat"] for roll in rolls if roll["voided"]),
        "rewinds": _by(fight, "HistoryRewound"),
        "rulings": _by(fight, "RulingMade"),
        "contested": _by(fight, "DisputeRaised"),
        **_said_of_dice(fight),
    }
    return {
        seat: {
            "role": role,
            "devices": len(fight.with_devices.get(seat, ())),
            "bot": seat in fight.bots,
            "late": seat in fight.late,
            "of": len(decided),
            "unsure": len(decided) - safe[seat],
            **{name: found[seat] for name, found in counted.items()},
        }
        for seat, role in fight.seats.items()
    }


def _by(fight: Fight, kind: str) -> Counter[str]:
    return Counter(line.get("by", "") for line in fight.lines if line["type"] == kind)


def _said_of_dice(fight: Fight) -> dict[str, Counter[str]]:
    """Return by seat how many dice it typed in, and what others said of them."""
    typed, attested, doubted = Counter[str](), Counter[str](), Counter[str]()
    for line in fight.lines:
        if line["type"] == "TableDiceTyped":
            said = {*fight.verdicts.get(line["n"], {}).values()}
            typed[line["seat"]] += 1
            attested[line["seat"]] += "saw" in said and "contest" not in said
            doubted[line["seat"]] += "contest" in said
    return {"typed": typed, "attested": attested, "doubted": doubted}


def _is_shaken(roll: Object) -> bool:
    """Say whether somebody may have influenced a roll, though a seat whose link is in it is honest."""
    return bool(roll["missing"]) or roll["voided"] or roll["grade"] == "not checkable"


def sentences(report: Object) -> Iterator[str]:
    """Yield the report line by line, for people."""
    if report["verdict"] == "BROKEN":
        yield f"BROKEN at line {report['line']}: {report['why']}"
    elif report["verdict"] == "newer than I am":
        yield f"newer than I am, from line {report['line']} on: cannot judge. {report['why']}"
    else:
        yield report["verdict"] + (":" if report["but"] else "")
        yield from (f"  - {BUTS[name]}" for name in report["but"])
    if report["fork"] is not None:
        yield _branched(report["fork"]).capitalize()
    yield f"Encounter {report['encounter'] or '?'}: {report['lines']} good lines, root {report['root']}"
    for roll in report["rolls"]:
        yield _roll_sentence(roll)
    for seat, each in report["seats"].items():
        yield _seat_sentence(seat, each)
    if report["rolls"] and report["dice"] == "ledger":
        yield (
            f"If one seat that witnessed each roll is honest, at most {report['bound']} of {len(report['rolls'])}"
            " rolls can have been influenced by anybody: those with a missing link, taken back, or not witnessed."
        )
    yield from _rest(report)
    yield "What no file can show: " + "; ".join(UNKNOWABLE) + "."


def _roll_sentence(roll: Object) -> str:
    marks = [roll["promise"], *(["taken back"] if roll["voided"] else []), *(["sealed"] if roll["hidden"] else [])]
    marks += [f"without {seat}" for seat in roll["missing"]]
    faces = " | ".join(" ".join(map(str, faces)) for faces in roll["faces"]) or "-"
    whose = roll["seat"] or "before the fork"
    return f"  roll {roll['roll']} (line {roll['line']}, {whose}): {faces} [{', '.join(marks)}]"


LATE = "not in line 0: the host or the referee invited it later"


def _seat_sentence(seat: str, each: Object) -> str:
    bot = ", a bot" if each["bot"] else ""
    bot += f", {LATE}" if each["late"] else ""
    told = [f"{seat} ({each['role']}{bot}, {each['devices'] or 'no'} device{'s'[: each['devices'] != 1]})"]
    if each["of"] and each["devices"]:
        took = f"your device took part in {each['links']} of {each['of']} rolls"
        told.append(f"{took}, {each['unsure']} of them not sure for you" if each["unsure"] else took)
    counted = {"missing": "missing links", "rolls": "rolls", "voided": "taken back", "rewinds": "rewinds"}
    counted |= {"rulings": "rulings", "contested": "lines contested", "typed": "dice typed in"}
    told += [f"{each[name]} {what}" for name, what in counted.items() if each[name]]
    if each["typed"]:
        told.append(f"{each['attested']} of them attested, {each['doubted']} contested")
    return "; ".join(told)


def _replaced(each: Object) -> str:
    how = "after its old key had not vetoed it in time" if each["waited"] else "on the word of others"
    return f"Replaced: in line {each['line']} the key of {each['party']}, {how}"


def _shut(report: Object) -> Iterator[str]:
    if report["unopened"]:
        yield f"Sealed and not open: lines {_listed(report['unopened'])}"
    if report["unclear"]:
        lines = _listed(report["unclear"])
        yield f"Not checkable, whether the fight had gone on before they were applied: lines {lines}"


def _rest(report: Object) -> Iterator[str]:
    if report["overrides"]:
        yield f"Values set by a ruling: {report['overrides']}"
    if report["disputes"]:
        yield f"Disputes that nobody settled: lines {_listed(report['disputes'])}"
    yield from map(_replaced, report["replaced"])
    yield from (
        f"Signed before the fight went on: line {each['line']}, by {each['seat']} when there were {each['seen']} lines"
        for each in report["overtaken"]
    )
    yield from _shut(report)
    for each in report["withheld"]:
        yield f"Withheld: line {each['line']}, because {each['why']}"
    if report["wordless"]:
        yield f"Words that are not in the file: lines {_listed(report['wordless'])}"
    if report["keys"]:
        yield "Keys, to compare with their owners in another way: " + ", ".join(
            f"{party} {key}" for party, key in report["keys"].items()
        )
    for each in report["anchors"]:
        whose = "a kept checkpoint" if each["kept"] else "the log"
        also = f", cosigned by {', '.join(each['parties'])}" if each["parties"] else ""
        clocks = f"; {', '.join(each['early'])} dated it before the last of them" if each["early"] else ""
        yield f"Anchored: the first {each['size']} lines by {whose}{also}{clocks}"


def _listed(numbers: Sequence[int]) -> str:
    """Return numbers in few words: runs as first-last."""
    runs: list[list[int]] = [[numbers[0], numbers[0]]]
    for before, each in pairwise(numbers):
        if each == before + 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the file that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(description="Check an exported fight from its file alone.")
    parser.add_argument("file", type=Path, help="the fight, as it was exported")
    parser.add_argument("--checkpoint", type=Path, action="append", default=[], help="a checkpoint that a player kept")
    parser.add_argument("--log-key", help="the key of the log that you trust: name+id+key")
    parser.add_argument(
        "--operator", metavar="SEAT", action="append", default=[], help="a seat of whoever runs the server"
    )
    parser.add_argument("--strict", action="store_true", help="end with 3 for OK BUT")
    parser.add_argument("--json", action="store_true", help="report as JSON")
    asked = parser.parse_args(arguments)
    try:
        kept = [_note_in(path) for path in asked.checkpoint]
        raw = _read(asked.file)
        told = (verify_proof, proof_sentences) if is_proof(raw) else (verify, sentences)
        report = told[0](raw, kept, asked.log_key, asked.operator)
    except Misused as wrong:
        print(_plain(str(wrong)), file=sys.stderr)
        return 2
    if asked.json:
        _say(json.dumps(report, ensure_ascii=True, indent=1))
    else:
        # What stands in a file may hold anything: no control character of it reaches the terminal.
        _say("\n".join(map(_plain, told[1](report))))
    return exit_code(report["verdict"], strict=asked.strict)


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _say(text: str) -> None:
    """Print it; that nobody reads to the end, as with `| head`, is no fault."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as opened:
            raw = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Misused(f"The file {path} cannot be read: {error.strerror}.") from None
    if len(raw) > LARGEST_FILE:
        raise Misused(f"The file {path} is too large to be a fight: at most {LARGEST_FILE >> 20} MiB are read.")
    return raw


def _note_in(path: Path) -> str:
    try:
        return _read(path).decode()
    except UnicodeDecodeError:
        raise Misused(f"The file {path} is no checkpoint: it holds no text.") from None


def exit_code(verdict: str, *, strict: bool) -> int:
    """Return how the program ends after a verdict: what it could not judge is never taken for good."""
    return {"BROKEN": 1, "newer than I am": 3, "OK BUT": 3 if strict else 0}.get(verdict, 0)


if __name__ == "__main__":
    sys.exit(main())
