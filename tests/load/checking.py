"""After a run: whether the store and the streams hold what was promised, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from ledger.application import Ledger
from ledger.line.entries import CommandAccepted
from ledger.line.lines import Line
from ledger.line.tree import leaf
from ledger.proof.verifying import verify
from tests.load.listening import Listener
from tests.load.report import Report
from tests.load.tables import Played


def check(report: Report, listeners: list[Listener], folder: Path, database: str | None) -> None:
    """Look for every promise in the store, and at everything that is there."""
    with Ledger(folder, database=database) as ledger:
        for table in report.played:
            lines = ledger.lines(table.encounter)
            leaves = [leaf(line.raw) for line in lines]
            report.lines += len(lines)
            report.missing += _missing(table, leaves)
            report.invented += _invented(table, lines)
            report.wrong += table.wrong
            if (broken := verify(ledger.export(table.encounter)).broken) is not None:
                report.unsound.append(f"{table.encounter} line {broken[0]}: {broken[1]}")
            report.unsound += [
                f"{table.encounter} line {line.n} is older than the one before"
                for before, line in pairwise(lines)
                if line.at < before.at
            ]
            for listener in listeners:
                if listener.encounter == table.encounter:
                    report.unheard += _unheard(listener, leaves)
    report.streams = len(listeners)
    report.told = sum(len(each.leaves) for each in listeners)
    report.reconnected = sum(max(each.streams - 1, 0) for each in listeners)


def _missing(table: Played, leaves: list[bytes]) -> list[str]:
    return [
        f"{table.encounter} line {version}"
        for version, head in table.promised.items()
        if version >= len(leaves) or leaves[version].hex() != head
    ]


def _invented(table: Played, lines: list[Line]) -> list[str]:
    """Return commands that were never sent, or that happened twice."""
    found, met = [], set()
    for line in lines:
        if isinstance(line.entry, CommandAccepted):
            decl = line.entry.decl
            use = (decl["seat"], decl["cmd"])
            if use in met or table.sent.get(use) != decl["action"]["do"]:
                found.append(f"{table.encounter} line {line.n}: {use[1]} of {use[0]}")
            met.add(use)
    return found


def _unheard(listener: Listener, leaves: list[bytes]) -> list[str]:
    if listener.wrong:
        return listener.wrong
    if listener.first is None or listener.last != len(leaves) - 1:
        return [f"{listener.encounter}: heard up to {listener.last} of {len(leaves) - 1}"]
    other = [n for n in range(listener.first + 1, len(leaves)) if listener.leaves.get(n) != leaves[n]]
    return [f"{listener.encounter}: line {n} was told otherwise than it is stored" for n in other]
