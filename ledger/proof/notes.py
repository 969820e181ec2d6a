"""Checkpoints: what a log was at one size, signed and cosigned (C2SP signed-note, tlog-checkpoint, tlog-cosignature).

A checkpoint is read more strictly than C2SP asks for: names are plain ASCII, no line follows the root, and base64
has one spelling. So no two readers can disagree on one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from ledger.dice.keys import KEY_SIZE, SIGNATURE_SIZE, Signer, bytes_of, text_of, valid_key, verifies
from ledger.line.canonical import MAX_INTEGER
from ledger.line.tree import HASH_SIZE

LOG, COSIGNER = 1, 4
MOST_CHARACTERS = 64 * 1024

_KINDS = {LOG: "log", COSIGNER: "cosigner"}
_ID_SIZE, _TIME_SIZE = 4, 8
_NAME = re.compile(r"[!-*,-~]{1,255}")
_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
_ID = re.compile(r"[0-9a-f]{8}")


class NoteRefused(ValueError):
    """A note proves nothing; the message says in one sentence why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteKey:
    """A public key under the name it signs with, as a log or as a cosigner."""

    name: str
    public: bytes
    kind: int = LOG

    @property
    def id(self) -> bytes:
        """Return the four bytes that tell this key from others of its name."""
        return key_id(self.name, self.kind, self.public)


Known: TypeAlias = dict[tuple[str, bytes], list[NoteKey]]
"""Keys by name and id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteSignature:
    """A signature that is good: whose it is, and for a cosigner the time it claims, in seconds."""

    key: NoteKey
    seconds: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a note says, and its signature lines as (name, bytes), not judged yet."""

    text: str
    origin: str
    size: int
    root: bytes
    signatures: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedNote:
    """What a checkpoint says, and whose signatures on it are good; there is at least one."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[NoteSignature, ...]


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """Return the four bytes under which a note names a key."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:_ID_SIZE]


def vkey(name: str, public: bytes, kind: int = LOG) -> str:
    """Return a public key with its name in one text, for people to hand on."""
    return f"{name}+{key_id(name, kind, public).hex()}+{text_of(bytes([kind]) + public)}"


def read_vkey(text: str) -> NoteKey:
    """Return the key that such a text names.

    Raises:
        NoteRefused: The text is written otherwise, contradicts itself, or its key is not one to take.
    """
    name, _, rest = text.partition("+")
    written_id, _, written = rest.partition("+")
    _must_be_a_name(name, "The name of the key")
    if not _ID.fullmatch(written_id):
        raise NoteRefused("The text is not name+id+key, the id in eight hexadecimal digits.")
    raw = _bytes(written, "The key", 1 + KEY_SIZE)
    key = NoteKey(name=name, public=raw[1:], kind=raw[0])
    if key.kind not in _KINDS:
        raise NoteRefused(f"Keys of the kind {key.kind} are not known here.")
    if key.id.hex() != written_id:
        raise NoteRefused("The id is not that of the name and the key.")
    if not valid_key(key.public):
        raise NoteRefused("The key is none that may sign: it is no point of prime order.")
    return key


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """Return the text of a checkpoint, which is what its log signs."""
    return f"{origin}\n{size}\n{text_of(root)}\n"


def signed(text: str, name: str, signer: Signer) -> str:
    """Return the note: the text and the log's signature. More signature lines may be appended to it."""
    return f"{text}\n{signature_line(text, name, signer)}"


def signature_line(text: str, name: str, signer: Signer) -> str:
    """Return the line with which a log signs a text."""
    return _line(NoteKey(name=name, public=signer.public), signer.sign(text.encode()))


def cosigned(text: str, name: str, signer: Signer, seconds: int) -> str:
    """Return the line with which a cosigner says that it saw a checkpoint, and when."""
    signature = signer.sign(_cosigned_message(text, seconds))
    stamped = seconds.to_bytes(_TIME_SIZE, "big") + signature
    return _line(NoteKey(name=name, public=signer.public, kind=COSIGNER), stamped)


def opened(note: str, keys: Iterable[NoteKey]) -> OpenedNote:
    """Return what a note says, once a signature by one of ``keys`` is found; other keys' signatures are passed over.

    Raises:
        NoteRefused: It is no signed checkpoint, one of ``keys`` did not sign as the note claims, or none of them did.
    """
    return checked(parsed(note), by_name(keys))


def parsed(note: str) -> Parsed:
    """Return what a note says; its signatures are not judged yet. Raises NoteRefused."""
    text, lines = _parts(note)
    origin, size, root = _checkpoint(text)
    return Parsed(text=text, origin=origin, size=size, root=root, signatures=tuple(map(_signature, lines)))


def size_of(note: str) -> int | None:
    """Return the size that a note is a checkpoint of, None if it is none."""
    try:
        return parsed(note).size
    except NoteRefused:
        return None


def is_signature(line: str) -> bool:
    """Say whether a text is a signature line, whosever it is."""
    try:
        return line.endswith("\n") and bool(_signature(line.removesuffix("\n")))
    except NoteRefused:
        return False


def by_name(keys: Iterable[NoteKey]) -> Known:
    """Return keys by the names and ids under which notes name them; two may share those."""
    known: Known = {}
    for key in keys:
        known.setdefault((key.name, key.id), []).append(key)
    return known


def checked(note: Parsed, known: Known) -> OpenedNote:
    """Return what a note says once a signature is found, as ``opened`` does. Raises NoteRefused."""
    signatures: list[NoteSignature] = []
    for name, raw in note.signatures:
        if candidates := known.get((name, raw[:_ID_SIZE])):
            signatures.append(_checked(candidates, raw[_ID_SIZE:], note.text))
    if not signatures:
        raise NoteRefused("The checkpoint has no signature of a key that is known here.")
    if len({each.key for each in signatures}) < len(signatures):
        raise NoteRefused("The checkpoint is signed twice with one key.")
    return OpenedNote(origin=note.origin, size=note.size, root=note.root, signatures=tuple(signatures))


def proves_fork(one: str, other: str, keys: Sequence[NoteKey]) -> bool:
    """Say whether two notes prove that a log signed two histories: one origin and size, two roots.

    Only a log's own signature counts: a cosigner could sign anything, to accuse the log.

    Raises:
        NoteRefused: One of them proves nothing by itself.
    """
    logs = [key for key in keys if key.kind == LOG]
    first, second = opened(one, logs), opened(other, logs)
    return (first.origin, first.size) == (second.origin, second.size) and first.root != second.root


def _parts(note: str) -> tuple[str, list[str]]:
    """Return the text of a note and its signature lines."""
    if len(note) > MOST_CHARACTERS:
        raise NoteRefused(f"The note has {len(note)} characters; at most {MOST_CHARACTERS} are allowed.")
    text, gap, signatures = note.rpartition("\n\n")
    if not gap:
        raise NoteRefused("The note has no empty line between its text and its signatures.")
    if not signatures.endswith("\n"):
        raise NoteRefused("The note does not end with a signature and the end of its line.")
    return f"{text}\n", signatures.removesuffix("\n").split("\n")


def _checkpoint(text: str) -> tuple[str, int, bytes]:
    lines = text.removesuffix("\n").split("\n")
    if len(lines) != 3:
        raise NoteRefused(f"The text has {len(lines)} lines; a checkpoint has three: origin, size and root.")
    origin, size, root = lines
    _must_be_a_name(origin, "The origin")
    if not _SIZE.fullmatch(size) or int(size) > MAX_INTEGER:
        raise NoteRefused(f"The size {size[:40]!r} is not a whole number in its shortest spelling.")
    return origin, int(size), _bytes(root, "The root", HASH_SIZE)


def _signature(line: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a signature line, the id of the key first."""
    dash, name, written = [*line.split(" "), "", ""][:3]
    if dash != "—" or line.count(" ") != 2:
        raise NoteRefused(f"The line {line[:40]!r} is not a dash, a name and a signature.")
    _must_be_a_name(name, "The name of a signer")
    raw = _bytes(written, f"The signature of {name}")
    if len(raw) <= _ID_SIZE:
        raise NoteRefused(f"The signature of {name} has only {len(raw)} bytes.")
    return name, raw


def _checked(candidates: list[NoteKey], stamped: bytes, text: str) -> NoteSignature:
    """Return the signature as that of the first key it is good for: ids are short, and two keys may share one."""
    for key in candidates:
        seconds, message, signature = _read(key, stamped, text)
        if verifies(key.public, signature, message):
            return NoteSignature(key=key, seconds=seconds)
    raise NoteRefused(f"The signature of {candidates[0].name} is not good: it signed something else, or did not sign.")


def _read(key: NoteKey, stamped: bytes, text: str) -> tuple[int | None, bytes, bytes]:
    """Return the time a signature claims, what must have been signed then, and the signature itself."""
    if key.kind == LOG:
        return None, text.encode(), stamped
    if len(stamped) != _TIME_SIZE + SIGNATURE_SIZE:
        raise NoteRefused(f"The signature of {key.name} has {len(stamped)} bytes, not a time and 64 bytes.")
    seconds = int.from_bytes(stamped[:_TIME_SIZE], "big")
    if seconds > MAX_INTEGER:
        raise NoteRefused(f"The signature of {key.name} claims a time that is none.")
    return seconds, _cosigned_message(text, seconds), stamped[_TIME_SIZE:]


def _cosigned_message(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _line(key: NoteKey, signature: bytes) -> str:
    return f"— {key.name} {text_of(key.id + signature)}\n"


def _must_be_a_name(name: str, what: str) -> None:
    if not _NAME.fullmatch(name):
        raise NoteRefused(f"{what}, {name[:40]!r}, is not 1 to 255 plain characters without space and plus.")


def _bytes(text: str, what: str, size: int | None = None) -> bytes:
    try:
        return bytes_of(text, what, size)
    except ValueError as wrong:
        raise NoteRefused(str(wrong)) from None
