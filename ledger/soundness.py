"""What a store holds, held against what was written, encounter by encounter and line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.application import Ledger
from ledger.refusals import Archived, Damaged, DamagedFile, NoChain


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """What is wrong with an encounter: the first line that is not as it was written, and why not."""

    encounter: str
    line: int
    reason: str


def every(ledger: Ledger) -> list[str]:
    """Return every encounter that has lines, or should have, the newest first; of a damaged file those still named."""
    try:
        return ledger.store.ids()
    except DamagedFile:
        return ledger.store.ids_left()


def broken_pages(ledger: Ledger) -> list[str]:
    """Return what the store itself finds wrong with its file, in its own words."""
    try:
        return ledger.store.broken_pages()
    except DamagedFile as damaged:
        return [damaged.what]


def checked(ledger: Ledger, encounters: Sequence[str], *, noting: bool = False) -> Iterator[Damage | None]:
    """Yield of each encounter what is damaged in it, None where nothing is; each is read from the store.

    ``noting`` counts it among those that the ledger knows of, and logs it.
    """
    for encounter in encounters:
        try:
            ledger.fights.must_be_sound(encounter)
            yield None
        except Archived:
            yield None
        except Damaged as damaged:
            if noting:
                ledger.fights.take_note(damaged)
            yield Damage(encounter=encounter, line=damaged.n, reason=damaged.what)
        except DamagedFile as damaged:
            yield Damage(encounter=encounter, line=0, reason=f"it cannot be read ({damaged.what})")


def note_damage(ledger: Ledger, encounter: str, why: str, *, anyway: bool) -> None:
    """Take note of an encounter that cannot be followed if it is damaged, if there is no such one, or ``anyway``."""
    (damage,) = checked(ledger, [encounter], noting=True)
    if damage is None and (anyway or ledger.store.last_version(encounter) < 0):
        ledger.fights.take_note(Damaged(encounter, 0, why))


def why_no_dice(ledger: Ledger, encounter: str) -> str | None:
    """Return why no dice can be rolled in a sound encounter; NoSuchEncounter for one without lines.

    None where they can, or need not be: it is over, or the key is not at hand.
    """
    try:
        if ledger.has_the_key:
            ledger.renewals.must_go_on(encounter)
    except Archived:
        return None
    except (NoChain, DamagedFile) as refused:
        return refused.message
    return None


def has_lines(ledger: Ledger, encounter: str) -> bool:
    """Return whether the lines of an encounter lie in the store, as far as it can be asked: it is not archived."""
    try:
        return ledger.store.archive_of(encounter) is None and ledger.store.last_version(encounter) >= 0
    except DamagedFile:
        return False


def has_keys(ledger: Ledger, encounter: str) -> bool:
    """Return whether any key opens an encounter that has lines; one that came from a file may have none."""
    store = ledger.store
    return bool(store.seats_of(encounter)) or store.was_imported(encounter) or store.last_version(encounter) < 0
