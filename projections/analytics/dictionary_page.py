"""The dictionary of the tables as a page, printed from the columns themselves."""

from __future__ import annotations

from collections.abc import Iterator

from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.shape import FACT, FORMAT, Column, Sheet

_HEAD = f"""\
# The tables

Printed by `.venv/bin/encounter tables --dictionary`; a test compares this page with the code. How tables are made, and
what is asked of them: [analytics.md](analytics.md).

There are {len(SHEETS)} tables, and {len(ON_DEMAND)} that are made where asked for. They come from the lines alone,
the same from a file as from the store. They are promised as `tables: {FORMAT}`: columns are only added, at the end and
with gaps; none is renamed or gets another meaning; of a kind of line that nobody knows there is a row of `line` alone.

- **Nothing is dropped.** What was taken back has `live` false, and questions say `WHERE live`. What is written around
  the fight (wishes to take back, disputes, who joined) is always live. Round, turn and open questions go back with a
  rewind.
- **Nothing that is sealed is shown** to whoever may not know it: of a line that stays shut there is a row of `line`
  alone. Of what is sealed together in one line, several rows may have the same `n`.
- **Times** are moments in UTC to the millisecond, by the server's clock. Names are ids. Words,
  reasons, notes and intents of people are in no table; what they named themselves is: ids, sheets, what a secret roll
  is for (`roll.purpose`), what a ruling set (`decision.taken`, `condition.name`), and why a referee ended a fight
  (`encounter.reason`). `--pseudonyms` hides these too.
- `?` behind a type says that there may be nothing. `strings` is a list of texts.
"""
_FACTS = (
    "## What every row begins with that a line tells\n\nAll tables but `encounter`, `house_rule` and `seat` begin so.\n"
)


def page() -> str:
    """Return the dictionary in Markdown."""
    parts = [_HEAD, f"{_FACTS}\n{_listed(FACT)}"]
    parts += [_sheet(sheet) for sheet in SHEETS.values()]
    parts += ["## Made where asked for\n", *(_sheet(sheet) for sheet in ON_DEMAND.values())]
    return "\n".join(parts)


def _sheet(sheet: Sheet) -> str:
    facts = sheet.columns[: len(FACT)] == FACT
    own = sheet.columns[len(FACT) :] if facts else sheet.columns
    return f"## {sheet.name}\n\n{sheet.text} Key: {', '.join(sheet.key)}.\n\n{_listed(own)}"


def _listed(columns: tuple[Column, ...]) -> str:
    return "\n".join(("| column | type | |", "|---|---|---|", *_rows(columns))) + "\n"


def _rows(columns: tuple[Column, ...]) -> Iterator[str]:
    for each in columns:
        yield f"| `{each.name}` | {each.kind}{'?' if each.gaps else ''} | {each.text} |"
