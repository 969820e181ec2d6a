"""The pictures of boards: one an encounter at most, beside its lines, which name it by its hash."""

from __future__ import annotations

from typing import Any

from ledger.store.questions import bytes_of


class KeptPictures:
    """A store says how a statement is run that asks (``_all``) and one that writes (``_do``)."""

    def _all(self, statement: str, *parameters: object) -> list[Any]:
        raise NotImplementedError

    def _do(self, statement: str, *parameters: object) -> None:
        raise NotImplementedError

    def picture_of(self, encounter: str) -> bytes | None:
        """Return the picture of an encounter's board; None if none was brought."""
        found = self._all("SELECT picture FROM pictures WHERE encounter=?", encounter)
        return bytes_of(found[0][0]) if found else None

    def keep_picture(self, encounter: str, picture: bytes) -> None:
        """Keep the picture of an encounter's board, in place of what is kept."""
        keep = "INSERT INTO pictures (encounter, picture) VALUES (?,?) ON CONFLICT (encounter) DO UPDATE SET picture="
        self._do(f"{keep}excluded.picture", encounter, picture)
