"""What else could have been done: the verbs that were on offer to whoever gave a command, as the rules say it now.

The lines hold no offers, so the rules are asked again in the fight as it stood before each command.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.deciding import RULESETS, offers
from domain.encounter import Encounter
from domain.events import HistoryRewound
from ledger.line.lines import decode
from ledger.table.log import HAPPENING, Log, folded
from projections.analytics.dictionary.steps import COMMAND
from projections.analytics.extraction import Rows
from projections.analytics.lines import Lines, Unreadable, open_behind, parsed
from projections.analytics.shape import FACT, Row

_N, _SEAT, _VERB = (COMMAND.place(name) for name in ("n", "seat", "verb"))


def options(lines: Lines, rows: Rows) -> list[Row]:
    """Return what was on offer at each command of a fight; nothing for a system that this program does not know.

    Raises:
        Unreadable: A line cannot be folded.
    """
    fields = parsed(lines)
    if fields[0]["system"] not in RULESETS:
        return []
    behind = open_behind(lines, fields)
    try:
        log = Log(decode(raw, behind.get(n)) for n, raw in enumerate(lines.raw))
        return [*_offered(log, {row[_N]: row for row in rows["command"]})]
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise Unreadable(0, f"the rules cannot be asked again ({type(fault).__name__}).") from None


def _offered(log: Log, commands: dict[int, Row]) -> Iterator[Row]:
    encounter = Encounter()
    for line in log.recent:
        command = commands.get(line.n)
        if command is not None:
            yield from _of_command(encounter, command)
        if line.type in HAPPENING:
            encounter = folded(encounter, line)
        elif isinstance(line.entry, HistoryRewound):
            encounter = log.state(line.entry.to_version)
            log.keep(line.n, encounter, always=True)


def _of_command(encounter: Encounter, command: Row) -> Iterator[Row]:
    """Yield the verbs on offer to a seat, those left out that may be said at any time unless they were said."""
    taken = command[_VERB]
    found = Counter(each.do for each in offers(encounter, command[_SEAT]) if not each.aside or each.do == taken)
    for ix, verb in enumerate(sorted({*found, taken})):
        yield [*command[: len(FACT)], ix, verb, found[verb], verb == taken]
