"""What the environment says to whoever runs the installation: its settings, and the operator's key.

The operator's key sees every encounter in the lobby, and nothing else.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from api import quotas
from api.limiting import rate
from api.quotas import Allowed
from api.seats import KEY
from cli.store import DATABASE, PASSWORD_FILE
from ledger.dice.secrets import KEY_FILE_VARIABLE, KEY_VARIABLE, SecretsRefused, small_text, token_hash

VARIABLE = "ENCOUNTER_OPERATOR_KEY"
FILE_VARIABLE = "ENCOUNTER_OPERATOR_KEY_FILE"
SETTINGS = frozenset(
    {
        "ENCOUNTER_DATA",
        DATABASE,
        PASSWORD_FILE,
        KEY_VARIABLE,
        KEY_FILE_VARIABLE,
        VARIABLE,
        FILE_VARIABLE,
        "ENCOUNTER_RATE",
        "ENCOUNTER_ADDRESS_RATE",
        "ENCOUNTER_OPEN_RATE",
        "ENCOUNTER_COSIGN_RATE",
        "ENCOUNTER_CHANCES",
        "ENCOUNTER_CHECK_STORE",
        "ENCOUNTER_MEMORY",
        "ENCOUNTER_STREAMS",
        "ENCOUNTER_SEATS",
        "ENCOUNTER_INVITATIONS",
        "ENCOUNTER_LOG",
        "ENCOUNTER_ORIGIN",
        "ENCOUNTER_PUBLIC_URL",
        "ENCOUNTER_SERVER",
        "ENCOUNTER_STATE",
    }
)


_HOST = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:-]{0,120}")
_ADDRESS = re.compile(
    r"https?://(?:[A-Za-z0-9][A-Za-z0-9.-]{0,120}|\[[0-9a-f:]{2,45}\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?"
)


class BadSetting(ValueError):
    """A setting says nothing; the message says which."""


def settings(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return a sentence for each variable that looks like a setting and is none.

    Raises:
        BadSetting: A setting is there and empty, so that another store or key would be used than was meant.
    """
    named = sorted(name for name in environment if name.startswith("ENCOUNTER_"))
    for name in named:
        if name in SETTINGS and not environment[name].strip():
            raise BadSetting(f"The environment variable {name} is empty: give it a value or take it away.")
    return [f"{name} is no setting and is passed by." for name in named if name not in SETTINGS]


def must_name_a_log(origin: str) -> str:
    """Return the name that logs are named after, which is a host's; BadSetting for one that cannot be."""
    if not _HOST.fullmatch(origin):
        raise BadSetting(f"{origin[:60]!r} cannot name a log: write the host's name, as in fights.example.org.")
    return origin


def must_be_an_address(public: str | None) -> str | None:
    """Return the address that invitations lead to, without a slash at its end; BadSetting for one that is none."""
    if public is None:
        return None
    if not _ADDRESS.fullmatch(public):
        raise BadSetting(f"{public[:60]!r} is no address to invite to: write it as in https://fights.example.org.")
    return public.removesuffix("/")


def allowed(openings: str, cosigning: str, streams: int, operator: str | None) -> Allowed:
    """Return what callers may have, as the settings say it. Raises BadRate, BadSetting."""
    rate_of, only_operator = quotas.openings(openings)
    if only_operator and operator is None:
        raise BadSetting(f"Only the operator is to open encounters, and there is no operator's key: set {VARIABLE}.")
    return Allowed(openings=rate_of, only_operator=only_operator, streams=streams, cosigning=rate(cosigning))


def operator_key(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the hash of the operator's key, which the environment holds or names a file with; None without one.

    Raises:
        SecretsRefused: It is not of the form of a key, or its file cannot be read.
    """
    written, where = environment.get(VARIABLE), f"The environment variable {VARIABLE}"
    if written is None and (named := environment.get(FILE_VARIABLE)) is not None:
        where = f"The file {named} of {FILE_VARIABLE}"
        try:
            written = small_text(Path(named))
        except OSError as error:
            raise SecretsRefused(f"{where} cannot be read: {error.strerror}.") from None
    if written is None:
        return None
    if not KEY.fullmatch(written.strip()):
        raise SecretsRefused(f"{where} does not hold a key: 43 letters, digits and the signs - and _, at random.")
    return token_hash(written.strip())
