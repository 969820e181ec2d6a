"""The pictures of boards: one an encounter at most, beside its lines, which name it by its hash; and masked copies."""

from __future__ import annotations

from collections.abc import Collection

from ledger.store.questions import bytes_of
from ledger.store.statements import Statements, of_kinds


class KeptPictures(Statements):
    """The picture of a board and its copies, as they are kept."""

    def picture_of(self, encounter: str) -> bytes | None:
        """Return the picture of an encounter's board; None if none was brought."""
        found = self._all("SELECT picture FROM pictures WHERE encounter=?", encounter)
        return bytes_of(found[0][0]) if found else None

    def keep_picture(self, encounter: str, picture: bytes) -> None:
        """Keep the picture of an encounter's board, in place of what is kept."""
        keep = "INSERT INTO pictures (encounter, picture) VALUES (?,?) ON CONFLICT (encounter) DO UPDATE SET picture="
        self._do(f"{keep}excluded.picture", encounter, picture)

    def mask_of(self, encounter: str, name: str) -> bytes | None:
        """Return the copy of a picture that is covered as the name says; None if none was brought."""
        found = self._all("SELECT picture FROM masks WHERE encounter=? AND mask=?", encounter, name)
        return next((picture for (picture,) in of_kinds(found, bytes)), None)

    def masks_of(self, encounter: str) -> list[str]:
        """Return the names of the copies that are kept of an encounter's picture."""
        return [str(row[0]) for row in self._all("SELECT mask FROM masks WHERE encounter=? ORDER BY mask", encounter)]

    def keep_mask(self, encounter: str, name: str, picture: bytes, wanted: Collection[str]) -> None:
        """Keep a copy, in place of what is kept under its name, and of the others only those that are ``wanted``."""
        for other in self.masks_of(encounter):
            if other not in wanted:
                self._do("DELETE FROM masks WHERE encounter=? AND mask=?", encounter, other)
        keep = "INSERT INTO masks (encounter, mask, picture) VALUES (?,?,?) ON CONFLICT (encounter, mask) DO UPDATE SET"
        self._do(f"{keep} picture=excluded.picture", encounter, name, picture)
