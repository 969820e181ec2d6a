"""A fight written out from its file: the board it began on, what happened round by round, the board it ended on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.board import board
from projections.chronicle import Entry, chronicle, markdown
from projections.drawing import drawing

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.ndjson"))


def transcript(file: Path) -> str:
    """Return the transcript of an exported fight, as Markdown."""
    _, lines, _ = exporting.read(file.read_bytes())
    fight = Fight().then(lines)
    entries = chronicle(lines)
    begins = next(entry.n for entry in entries if entry.kind != "set_up") - 1
    return "\n".join(
        [
            f"# A fight of {file.stem}\n",
            f"Told from `{file.name}` by the chronicle. The numbers are lines of the fight.\n",
            *_drawn(fight, begins),
            *_told(fight, entries),
            *_drawn(fight, fight.version),
        ]
    )


def _drawn(fight: Fight, version: int) -> Iterator[str]:
    yield f"```text\n{drawing(board(fight.at(version))).rstrip()}\n```\n"


def _told(fight: Fight, entries: tuple[Entry, ...]) -> Iterator[str]:
    """Yield the entries under a heading for the set-up, for each round, and for what lies outside of rounds."""
    heading = ""
    for entry in entries:
        wanted = _heading(fight, entry)
        if wanted != heading:
            yield f"{'' if not heading else chr(10)}## {wanted}\n"
            heading = wanted
        yield markdown([entry]).rstrip("\n")
    yield ""


def _heading(fight: Fight, entry: Entry) -> str:
    if entry.kind == "set_up":
        return "Set-up"
    number = fight.at(entry.n - 1).round
    return "The fight" if number is None else f"Round {number}"
