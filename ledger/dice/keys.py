"""The keys of devices and what they sign (protocol el1): Ed25519, held so strictly that every library judges alike."""

from __future__ import annotations

from base64 import b64decode, b64encode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ledger.dice.curve import LOW_ORDER, ORDER, is_neutral, point_of, times
from ledger.line.canonical import canon_trusted
from ledger.line.entries import Json

KEY_SIZE = 32
SIGNATURE_SIZE = 64


def valid_key(raw: bytes) -> bool:
    """Say whether a public key may be taken: spelt canonically, of prime order, not the neutral point.

    Asked once, when a key joins: of other keys libraries disagree which signatures are good.
    """
    point = point_of(raw)
    return point is not None and not is_neutral(point) and is_neutral(times(ORDER, point))


def verifies(key: bytes, signature: bytes, message: bytes) -> bool:
    """Say whether a signature is good under a key that is valid; never raises."""
    if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE or signature[:32] in LOW_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Signer:
    """A private key made from its secret seed of 32 bytes."""

    __slots__ = ("_private", "public")

    def __init__(self, seed: bytes) -> None:
        """Derive the key.

        Raises:
            ValueError: The seed has another length.
        """
        if len(seed) != KEY_SIZE:
            raise ValueError(f"The seed of a key has {KEY_SIZE} bytes, not {len(seed)}.")
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Return the signature, always the same one for the same message."""
        return self._private.sign(message)


def declaration_message(decl: Json) -> bytes:
    """Return what a seat signs to declare a command. What comes from outside must have passed ``canon`` before."""
    return b"el1/declaration\n" + canon_trusted(decl)


def contribution_message(encounter: str, roll: int, declared_leaf: bytes, seat: str, k: int, link: bytes) -> bytes:
    """Return what a seat signs to give its link number ``k`` to one roll, after one history."""
    return f"el1/contribution\n{encounter}\n{roll}\n{declared_leaf.hex()}\n{seat} {k} {link.hex()}\n".encode()


def text_of(raw: bytes) -> str:
    """Return a key or a signature as lines and requests hold it: base64."""
    return b64encode(raw).decode()


def key_of(text: str) -> bytes:
    """Return the public key that a text spells; whether it is one to take says ``valid_key``.

    Raises:
        ValueError: It is not canonical base64 of 32 bytes.
    """
    return bytes_of(text, "The key", KEY_SIZE)


def signature_of(text: str) -> bytes:
    """Return the signature that a text spells.

    Raises:
        ValueError: It is not canonical base64 of 64 bytes.
    """
    return bytes_of(text, "The signature", SIGNATURE_SIZE)


def bytes_of(text: str, what: str, size: int | None = None) -> bytes:
    """Return the bytes that a text spells in its one base64 spelling; ``what`` begins the sentence if it does not.

    Raises:
        ValueError: It is spelt another way, or has not ``size`` bytes, if that is given.
    """
    try:
        raw = b64decode(text, validate=True)
    except ValueError:
        raise ValueError(f"{what} is not written in base64.") from None
    if text_of(raw) != text:
        raise ValueError(f"{what} is not written in canonical base64: the same bytes have another spelling.")
    if size is not None and len(raw) != size:
        raise ValueError(f"{what} has {len(raw)} bytes, not {size}.")
    return raw
