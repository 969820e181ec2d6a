"""The picture under a board: brought by whoever opened the fight, and known by the hash that a line holds.

Where parts of it are covered, only the referee is given the picture. For all others the referee brings a copy in which
they are painted over: what is covered is not in its bytes.
"""

from __future__ import annotations

from hashlib import sha256

from domain.places.grid import Grid, Mask
from ledger.calls.fights import Fights
from ledger.refusals import NotPictured, NotYours
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

    def shown_to(self, encounter: str, seat: str) -> bytes | None:
        """Return the picture if a seat may see all of it, as the board stands now. NoSuchEncounter."""
        mask = mask_for(self._fights.fight(encounter), seat)
        return self.of(encounter) if mask is None or mask.name is None else None

    def must_mask(self, encounter: str, seat: str, picture: str, mask: str) -> None:
        """Refuse a copy that nobody is shown, and whoever may not see the picture itself. NotYours, NotPictured."""
        fight = self._fights.fight(encounter)
        if not sees_all(fight, seat):
            raise NotYours(f"{seat} brings no copy of the picture: only who sees all of it does.")
        if picture != named(fight) or mask not in names(fight):
            raise NotPictured("Nobody is shown the picture like that: ask the board what is covered of it now.")

    def keep_mask(self, encounter: str, seat: str, picture: str, mask: str, copy: bytes) -> None:
        """Keep a copy of the picture in which something is covered. NotYours, NotPictured."""
        self.must_mask(encounter, seat, picture, mask)
        if sha256(copy).hexdigest() == picture:
            raise NotPictured("This is the picture itself, in which nothing is covered: paint over what is, first.")
        self._store.keep_mask(encounter, mask, copy, names(self._fights.fight(encounter)))

    def is_masked_for(self, encounter: str, seat: str, picture: str, mask: str) -> bool:
        """Return whether a copy is what a seat is shown of the picture now, or one of those that the referee brings."""
        fight = self._fights.fight(encounter)
        if picture != named(fight):
            return False
        own = mask_for(fight, seat)
        return mask in names(fight) if own is None else mask == own.name

    def mask(self, encounter: str, mask: str) -> bytes | None:
        """Return a copy of the picture; None if nobody brought it yet."""
        return self._store.mask_of(encounter, mask)


def named(fight: Fight) -> str | None:
    """Return the hash of the picture that the board of a fight names."""
    board = fight.encounter.board
    return board.picture if isinstance(board, Grid) else None


def names(fight: Fight) -> frozenset[str]:
    """Return the names of all copies that somebody is shown in place of the picture."""
    board = fight.encounter.board
    return frozenset(each.name for each in board.masks if each.name) if isinstance(board, Grid) else frozenset()


def sees_all(fight: Fight, seat: str) -> bool:
    """Return whether nothing is covered from a seat whatever is covered: the referee's, and who brought the file."""
    return seat == (joining.READER if fight.imported else fight.encounter.referee)


def mask_for(fight: Fight, seat: str) -> Mask | None:
    """Return what is covered from a seat; None where nothing is, or nothing ever is from that seat."""
    board = fight.encounter.board
    if not isinstance(board, Grid) or sees_all(fight, seat):
        return None
    own = (each for each in board.masks if each.seats is not None and seat in each.seats)
    return next(own, next(iter(board.masks), None))
