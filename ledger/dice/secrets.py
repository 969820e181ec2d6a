"""What must stay secret: the installation's key, what is locked with it, and the bearer tokens of seats."""

import errno
import hmac
import os
import secrets
import stat
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_VARIABLE = "ENCOUNTER_KEY"
KEY_FILE_VARIABLE = "ENCOUNTER_KEY_FILE"
KEY_FILE = "secret.key"
KEY_SIZE = 32
_NONCE_SIZE = 12
_TAG_SIZE = 16
_LONGEST = 4096


class SecretsRefused(Exception):
    """A secret cannot be used; the message says in one sentence why, and never what it is."""


def installation_key(folder: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the key of this installation: from the environment, else from the data folder, made there if absent.

    The environment holds the key itself, or names a file with it, whose owner says who may read it.

    Raises:
        SecretsRefused: The key is not 64 hexadecimal digits, others may read it, or it cannot be read or made.
    """
    if (key := found_key(folder, environment)) is not None:
        return key
    path = folder / KEY_FILE
    try:
        _make_key_file(path)
        return _read_key_file(path)
    except OSError as error:
        raise SecretsRefused(f"The key file {path} cannot be used: {error.strerror}.") from None


def found_key(folder: Path, environment: Mapping[str, str] = os.environ) -> bytes | None:
    """Return the key likewise, None where the folder has none yet.

    Raises:
        SecretsRefused: The key is not 64 hexadecimal digits, others may read it, or it cannot be read.
    """
    if (written := environment.get(KEY_VARIABLE)) is not None:
        return _key(written, f"The environment variable {KEY_VARIABLE}")
    if (named := environment.get(KEY_FILE_VARIABLE)) is not None:
        return _named_key(Path(named))
    path = folder / KEY_FILE
    try:
        return _read_key_file(path) if os.path.lexists(path) else None
    except OSError as error:
        raise SecretsRefused(f"The key file {path} cannot be used: {error.strerror}.") from None


def place_of_key(folder: Path, environment: Mapping[str, str] = os.environ) -> str:
    """Return, in words, where the key of this installation is looked for."""
    if KEY_VARIABLE in environment:
        return f"the environment variable {KEY_VARIABLE}"
    return f"the file {environment.get(KEY_FILE_VARIABLE) or folder / KEY_FILE}"


def key_mark(key: bytes) -> bytes:
    """Return what a store keeps to know its key again; it gives nothing of the key away."""
    return hmac.digest(key, b"encounter-ledger/key\n", "sha256")


def share_key(folder: Path, other: Path, environment: Mapping[str, str] = os.environ) -> None:
    """Let another installation have the key of this one, so that it opens what was locked here.

    Raises:
        SecretsRefused: The other has a key of its own already, or there is none here.
    """
    if (key := found_key(folder, environment)) is None:
        raise SecretsRefused(f"There is no key to share ({place_of_key(folder, environment)}).")
    if not (other / KEY_FILE).exists() and not {KEY_VARIABLE, KEY_FILE_VARIABLE} & environment.keys():
        _make_key_file(other / KEY_FILE, key)
    if installation_key(other, environment) != key:
        raise SecretsRefused(f"{other} has another key than {folder}: what is locked with one does not open there.")


def lock(key: bytes, plaintext: bytes, aad: bytes) -> bytes:
    """Return ``plaintext`` encrypted with AES-256-GCM and bound to ``aad``, its random nonce in front."""
    nonce = secrets.token_bytes(_NONCE_SIZE)
    return nonce + AESGCM(key).encrypt(nonce, plaintext, aad)


def unlock(key: bytes, locked: bytes, aad: bytes) -> bytes:
    """Return what ``lock`` was given.

    Raises:
        SecretsRefused: Another key or ``aad`` was used, or the bytes were changed.
    """
    if len(locked) < _NONCE_SIZE + _TAG_SIZE:
        raise SecretsRefused("A stored secret is too short to be one.")
    try:
        return AESGCM(key).decrypt(locked[:_NONCE_SIZE], locked[_NONCE_SIZE:], aad)
    except InvalidTag:
        raise SecretsRefused("A stored secret does not open: it was locked with another key, or changed.") from None


def log_seed(key: bytes) -> bytes:
    """Return the seed of the key that signs checkpoints, which goes with the installation's."""
    return hmac.digest(key, b"el1/log-key\n", "sha256")


def new_seed() -> bytes:
    """Return 32 fresh random bytes, the seed of a chain."""
    return secrets.token_bytes(32)


def new_token() -> str:
    """Return a fresh bearer token of 256 bits, safe in a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the form in which a token is stored: it recognises the token and does not give it away."""
    return sha256(token.encode(errors="surrogatepass")).hexdigest()


def _key(written: str, where: str) -> bytes:
    digits = written.strip()
    try:
        key = bytes.fromhex(digits)
    except ValueError:
        key = b""
    if len(key) != KEY_SIZE or len(digits) != 2 * KEY_SIZE:
        raise SecretsRefused(
            f"{where} does not hold {2 * KEY_SIZE} hexadecimal digits: put the key back, from a backup; if it is lost,"
            " take this one away, and `encounter renew-chains --new-key` lets fights roll on under another."
        )
    return key


def _named_key(path: Path) -> bytes:
    try:
        with _regular_file(path) as file:
            written = file.read(4 * KEY_SIZE)
    except OSError as error:
        raise SecretsRefused(f"The key file {path} cannot be used: {error.strerror}.") from None
    return _key(written.decode("ascii", errors="replace"), f"The key file {path}")


def _read_key_file(path: Path) -> bytes:
    with _regular_file(path) as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
            raise SecretsRefused(f"Others than its owner may use the key file {path}: run chmod 600 on it.")
        written = file.read(4 * KEY_SIZE)
    return _key(written.decode("ascii", errors="replace"), f"The key file {path}")


def small_text(path: Path) -> str:
    """Return what a file says; OSError for what is no file, and for one that is longer than any secret."""
    with _regular_file(path) as file:
        written = file.read(_LONGEST + 1)
    if len(written) > _LONGEST:
        raise OSError(errno.EFBIG, f"it is longer than {_LONGEST} bytes", str(path))
    return written.decode("utf-8", errors="replace")


def _regular_file(path: Path) -> BinaryIO:
    """Return a file, to be read; OSError for a folder, a pipe or a device, which nobody is waited for at."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no file", str(path))
    return os.fdopen(descriptor, "rb")


def _make_key_file(path: Path, key: bytes | None = None) -> None:
    # Written aside and linked, so that two processes starting together agree on one whole file.
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write((key or secrets.token_bytes(KEY_SIZE)).hex() + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        return
    finally:
        aside.unlink()
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
