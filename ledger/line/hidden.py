"""What is committed to before it is shown (protocol el1): sealed facts, and dice that one seat alone sees at first."""

import hmac
from hashlib import sha256

from ledger.line.canonical import canon_trusted
from ledger.line.entries import Json


def commit(salt: bytes, payload: Json) -> str:
    """Return the commitment to a payload."""
    return sha256(b"el1/seal\n" + salt + canon_trusted(payload)).hexdigest()


def blind_commit(blind: bytes) -> bytes:
    """Return the commitment to a blind, which is in the line before anybody's link is known."""
    return sha256(b"el1/blind\n" + blind).digest()


def blind_key(blind: bytes, key: bytes) -> bytes:
    """Return the key of a hidden roll: ``key``, which all may compute, is worth nothing without the blind."""
    return hmac.digest(blind, b"el1/blind-roll\n" + key, "sha256")
