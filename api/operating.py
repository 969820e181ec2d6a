"""The operator's key: whoever runs the installation may see every encounter in the lobby, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from api.seats import KEY
from ledger.secrets import SecretsRefused, token_hash

VARIABLE = "ENCOUNTER_OPERATOR_KEY"
FILE_VARIABLE = "ENCOUNTER_OPERATOR_KEY_FILE"


def operator_key(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return the hash of the operator's key, which the environment holds or names a file with; None without one.

    Raises:
        SecretsRefused: It is not of the form of a key, or its file cannot be read.
    """
    written, where = environment.get(VARIABLE), f"The environment variable {VARIABLE}"
    if written is None and (named := environment.get(FILE_VARIABLE)) is not None:
        where = f"The file {named} of {FILE_VARIABLE}"
        try:
            written = Path(named).read_text(encoding="ascii", errors="replace")
        except OSError as error:
            raise SecretsRefused(f"{where} cannot be read: {error.strerror}.") from None
    if written is None:
        return None
    if not KEY.fullmatch(written.strip()):
        raise SecretsRefused(f"{where} does not hold a key: 43 letters, digits and the signs - and _, at random.")
    return token_hash(written.strip())
