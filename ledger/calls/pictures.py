"""The picture under a board: brought by whoever opened the fight, and known by the hash that a line holds."""

from __future__ import annotations

from hashlib import sha256

from domain.places.grid import Grid
from ledger.calls.fights import Fights
from ledger.refusals import NotPictured
from ledger.store.protocol import Store
from ledger.table import joining
from ledger.table.fight import Fight


class Pictures:
    """The pictures of the boards of a store."""

    def __init__(self, fights: Fights, store: Store) -> None:
        self._fights = fights
        self._store = store

    def must_be_wanted(self, encounter: str, seat: str, name: str) -> None:
        """Refuse a picture that no line of the encounter names, and whoever brings none. NotYours, NotPictured."""
        fight = self._fights.fight(encounter)
        joining.must_look_after(fight, seat, "brings no picture")
        if name != (wanted := named(fight)):
            what = "names no picture" if wanted is None else f"names the picture whose SHA-256 is {wanted}"
            raise NotPictured(f"The board of this fight {what}: this is another one.")

    def keep(self, encounter: str, seat: str, picture: bytes) -> None:
        """Keep the picture that a line of the encounter names. NotYours, NotPictured."""
        self.must_be_wanted(encounter, seat, sha256(picture).hexdigest())
        self._store.keep_picture(encounter, picture)

    def of(self, encounter: str) -> bytes | None:
        """Return the picture that the board names; None if it was not brought, or changed since. NoSuchEncounter."""
        fight = self._fights.fight(encounter)
        picture = self._store.picture_of(fight.id)
        return picture if picture is not None and sha256(picture).hexdigest() == named(fight) else None


def named(fight: Fight) -> str | None:
    """Return the hash of the picture that the board of a fight names."""
    board = fight.encounter.board
    return board.picture if isinstance(board, Grid) else None
