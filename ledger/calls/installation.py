"""The key of an installation, held against the store that was locked with it before anything is served."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

from ledger.dice.secrets import KEY_SIZE, SecretsRefused, found_key, installation_key, key_mark, place_of_key, unlock
from ledger.store.protocol import Store

_LOST = (
    "put that key back, from a backup; if it is lost, `encounter renew-chains --new-key` lets fights roll on"
    " under another"
)


Key: TypeAlias = Literal["fits", "new", "any"]
"""Which key an installation goes by: the one that its store was locked with, the one that is there or made now in its
place, or, for whoever only reads, the first where it is there."""


def key_of(store: Store, folder: Path, which: Key = "fits", environment: Mapping[str, str] = os.environ) -> bytes:
    """Return the key of an installation. SecretsRefused says why there is none."""
    of: dict[Key, Callable[[Store, Path, Mapping[str, str]], bytes]] = {"fits": _fitting, "new": _new, "any": _at_hand}
    return of[which](store, folder, environment)


def _fitting(store: Store, folder: Path, environment: Mapping[str, str]) -> bytes:
    """Return the key that the dice of a store are locked with; one is made where nothing was locked yet.

    Raises:
        SecretsRefused: The store has encounters and there is no key, or another one.
    """
    key, kept = found_key(folder, environment), store.key_mark()
    if key is None:
        if kept is not None or store.has_lines():
            where = place_of_key(folder, environment)
            raise SecretsRefused(f"The store holds encounters, and their key is not there ({where}): {_LOST}.")
        key = installation_key(folder, environment)
    if kept is None and _fits(store, key):
        store.keep_key_mark(key_mark(key))
        kept = store.key_mark()
    if kept != key_mark(key):
        where = place_of_key(folder, environment)
        raise SecretsRefused(f"The dice in the store were locked with another key than this one ({where}): {_LOST}.")
    return key


def _at_hand(store: Store, folder: Path, environment: Mapping[str, str]) -> bytes:
    """Return the key if it is there and fits, or else one that opens nothing: for whoever only reads."""
    key = found_key(folder, environment)
    fits = key is not None and store.key_mark() in (None, key_mark(key))
    return key if key is not None and fits else secrets.token_bytes(KEY_SIZE)


def _new(store: Store, folder: Path, environment: Mapping[str, str]) -> bytes:
    """Return the key there is now, or one made now, as that of the store; what the old one locked stays shut."""
    key = installation_key(folder, environment)
    store.keep_key_mark(key_mark(key), instead=True)
    return key


def _fits(store: Store, key: bytes) -> bool:
    """Say whether the newest chain opens with a key, or there is none."""
    chain = store.newest_chain()
    if chain is None:
        return True
    encounter, locked = chain
    with suppress(SecretsRefused):
        unlock(key, locked, encounter.encode())
        return True
    return False
