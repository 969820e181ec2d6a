"""A finished example fight of each system, in the store, for somebody who has none yet."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bots.players import Choices, sensible
from cli.reporting import program
from cli.whole_fights import play
from files import rosters
from ledger.application import Ledger
from ledger.refusals import LedgerRefused
from projections.audit import audit

KEYS = "examples.json"


class BadExample(Exception):
    """An example fight does not verify, or was not decided by these rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A finished fight of a system, and a key that reads it."""

    system: str
    encounter: str
    key: str


def examples(ledger: Ledger, folder: Path, say: Callable[[str], None]) -> list[Example]:
    """Return an example of each system; those that are not in the store are played first. Raises BadExample."""
    kept = _kept(folder)
    found: list[Example] = []
    for system in rosters.SAMPLES:
        example = _found(ledger, kept, system) or _played(ledger, system, say)
        _must_hold(ledger, example)
        found.append(example)
        # At once: whoever stops the server meanwhile finds it again, and it never counts as a fight of theirs.
        _keep(folder, found, kept)
    return found


def _found(ledger: Ledger, kept: dict[str, dict[str, str]], system: str) -> Example | None:
    try:
        example = Example(system=system, encounter=kept[system]["encounter"], key=kept[system]["key"])
        ledger.seat(example.encounter, example.key)
    except (KeyError, TypeError, LedgerRefused):
        return None
    return example


def _played(ledger: Ledger, system: str, say: Callable[[str], None]) -> Example:
    say(f"Playing an example fight of {system} ...")
    opening = rosters.read(rosters.SAMPLES[system])
    fought = play(ledger, opening, sensible, Choices(1))
    reader = next((seat.id for seat in opening.seats if seat.role == "spectator"), opening.seats[0].id)
    return Example(system=system, encounter=fought.encounter, key=fought.keys[reader])


def _must_hold(ledger: Ledger, example: Example) -> None:
    found = audit(ledger.export(example.encounter))
    if not found.ok:
        raise BadExample(f"The example fight {example.encounter} does not hold: {' '.join(found.sentences)}")


def kept_in(folder: Path) -> list[str]:
    """Return the encounters of the examples that were played into a folder's store."""
    return [each["encounter"] for each in _kept(folder).values() if "encounter" in each]


def _kept(folder: Path) -> dict[str, dict[str, str]]:
    try:
        kept = json.loads((folder / KEYS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _keep(folder: Path, found: list[Example], before: dict[str, dict[str, str]]) -> None:
    # Readable for its owner alone: the keys in it read fights.
    aside = folder / f"{KEYS}.new"
    written = before | {each.system: {"encounter": each.encounter, "key": each.key} for each in found}
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(written, file, indent=1)
    aside.replace(folder / KEYS)


def greeting(address: str, shown: list[Example], elsewhere: str | None = None) -> str:
    """Return what to try next, in lines that can be copied; ``elsewhere`` is the address for other machines."""
    others = f"; other machines of your network open {elsewhere}" if elsewhere else ""
    said = [f"Open {address} in a browser{others}. Every call is documented at {address}/docs. Ctrl-C stops."]
    for each in shown:
        path = f"{address}/api/encounters/{each.encounter}"
        header = f"-H 'Authorization: Bearer {each.key}'"
        said += [
            "",
            f"A finished example of {each.system}, verified:",
            f"  {address}/e/{each.encounter}#{each.key}",
            f"  curl -s {header} '{path}/chronicle?format=text'",
            f"  curl -s {header} -o {each.system}.ndjson {path}/export && {program()} replay {each.system}.ndjson",
        ]
    if not shown:
        said += ["", f"Begin a fight with POST {address}/api/encounters; {address}/docs has bodies to copy."]
    return "\n".join(said)
