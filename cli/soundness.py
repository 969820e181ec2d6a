"""What the command line tells of a store that is held against what was written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from cli.progress import progress
from cli.reporting import as_json
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from ledger.soundness import Damage, broken_pages, checked, every, has_keys, has_lines, why_no_dice
from projections.wording import counted

NEWEST = 50
"""So many encounters, the newest, are looked through before anybody is served …"""
AT_ONCE = 3.0
"""… in so many seconds; what is left then is looked through while others are served, or not at all."""
_PAUSE = 0.02
"""Seconds between two encounters that are looked through while others play."""


def tell(ledger: Ledger, wanted: Sequence[str], json: bool) -> bool:
    """Look through these encounters, or all and the file itself; tell, return whether all is as it was written."""
    encounters = [*dict.fromkeys(wanted)] or every(ledger)
    pages = [] if wanted else broken_pages(ledger)
    found, diceless = _checked(ledger, encounters, named=bool(wanted))
    damaged = {each.encounter for each in found}
    keyless = [] if pages else [each for each in encounters if each not in damaged and not has_keys(ledger, each)]
    well = not (found or pages or diceless or keyless)
    whole = [each for each in encounters if pages and each not in damaged and has_lines(ledger, each)]
    if json:
        told = {"encounters": len(encounters), "damaged": found, "pages": pages}
        told |= {"without_dice": [*diceless], "without_keys": keyless}
        as_json({**told, "whole": whole} if pages else told)
        return well
    said = [f"The file itself: {page}" for page in pages]
    said += [f"Whole {encounter}: `encounter export` still gives its file." for encounter in whole]
    said += [f"Damaged {each.encounter}: {each.reason}." for each in found]
    said += [f"No dice in {encounter}: {why}" for encounter, why in diceless.items()]
    said += [f"No key opens {encounter}: nothing is kept of those of its seats." for encounter in keyless]
    sys.stdout.writelines(f"{line}\n" for line in said)
    sound = counted(len(encounters) - len(found), "encounter")
    print(f"As it was written: {sound} of {len(encounters)}.")
    if not ledger.has_the_key:
        print("Whether dice can be rolled was not looked at: the key of this store is not here.")
    if not well:
        print("Stop the server, put a backup in place, and look again.")
    return well


def _checked(ledger: Ledger, encounters: Sequence[str], *, named: bool) -> tuple[list[Damage], dict[str, str]]:
    """Return what is damaged in encounters, and of the others why nothing can be rolled in them.

    NoSuchEncounter of one that somebody ``named``.
    """
    found: list[Damage] = []
    diceless: dict[str, str] = {}
    with progress("Checking", len(encounters)) as step:
        for number, (encounter, damage) in enumerate(zip(encounters, checked(ledger, encounters), strict=True), 1):
            if damage is not None:
                found.append(damage)
            elif (named or has_lines(ledger, encounter)) and (why := why_no_dice(ledger, encounter)) is not None:
                diceless[encounter] = why
            step(number)
    return found, diceless


@contextmanager
def looked_through(ledger: Ledger, *, everything: bool, tell: Callable[[str], None]) -> Iterator[None]:
    """Look through the newest encounters now, and with ``everything`` through all others while others are served."""
    ids, looked, until = every(ledger), 0, monotonic() + AT_ONCE
    for damage in checked(ledger, ids[:NEWEST], noting=True):
        looked += 1
        if damage is not None:
            tell(f"Damaged {damage.encounter}: {damage.reason}. It is neither shown nor gone on with.")
        if monotonic() > until:
            break
    if not everything:
        yield
        return
    ending = Event()
    thread = Thread(target=_look, args=(ledger, ids[looked:], ending), name="checking the store", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(2)


def _look(ledger: Ledger, encounters: Sequence[str], ending: Event) -> None:
    """Look through encounters, one after another, as long as nobody ends it; what is damaged is logged."""
    for encounter in encounters:
        while not ending.wait(_PAUSE):
            try:
                next(checked(ledger, [encounter], noting=True))
            except LedgerRefused:
                # The store cannot be asked just now.
                ending.wait(1)
                continue
            break
        if ending.is_set():
            return
