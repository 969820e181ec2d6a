"""After a run: whether the store and the streams hold what was promised, and nothing else."""

from __future__ import annotations

from pathlib import Path

from ledger.application import Ledger
from ledger.proof.verifying import verify
from tests.load.journal import Stored, journal, unsound
from tests.load.listening import Listener
from tests.load.many import Before, changed
from tests.load.report import Report
from tests.load.tables import Played


def check(report: Report, listeners: list[Listener], folder: Path, database: str | None, before: Before | None) -> None:
    """Look for every promise in the store, and at everything that is there, what lay there ``before`` included."""
    with journal(folder, database) as judge, Ledger(folder, database=database) as ledger:
        if before is not None:
            report.before = before.lines
            report.unsound += changed(judge, before)
        for table in report.played:
            lines = judge.lines(table.encounter)
            leaves = [line.hash for line in lines]
            report.lines += len(lines)
            report.sealed += judge.sealed(table.encounter)
            report.missing += _missing(table, leaves)
            report.invented += _invented(table, lines)
            report.wrong += table.wrong
            if (broken := verify(ledger.export(table.encounter)).broken) is not None:
                report.unsound.append(f"{table.encounter} line {broken[0]}: {broken[1]}")
            report.unsound += [
                f"{table.encounter} {wrong}" for wrong in (*unsound(lines), *judge.untrue(table.encounter))
            ]
            for listener in listeners:
                if listener.encounter == table.encounter:
                    report.unheard += _unheard(listener, leaves)
    report.streams = len(listeners)
    report.told = sum(len(each.hashes) for each in listeners)
    report.reconnected = sum(max(each.streams - 1, 0) for each in listeners)


def _missing(table: Played, leaves: list[str]) -> list[str]:
    return [
        f"{table.encounter} line {version}"
        for version, head in table.promised.items()
        if version >= len(leaves) or leaves[version] != head
    ]


def _invented(table: Played, lines: list[Stored]) -> list[str]:
    """Return commands that were never sent, or that happened twice."""
    found, met = [], set()
    for line in lines:
        if line.says["type"] == "CommandAccepted":
            decl = line.says["decl"]
            use = (decl["seat"], decl["cmd"])
            # What a sealed command wants lies beside its line.
            done = decl["action"]["do"] if "action" in decl else table.sent.get(use)
            if use in met or done is None or table.sent.get(use) != done:
                found.append(f"{table.encounter} line {line.n}: {use[1]} of {use[0]}")
            met.add(use)
    return found


def _unheard(listener: Listener, leaves: list[str]) -> list[str]:
    if listener.wrong:
        return listener.wrong
    if listener.first is None or listener.last != len(leaves) - 1:
        return [f"{listener.encounter}: heard up to {listener.last} of {len(leaves) - 1}"]
    other = [n for n in range(listener.first + 1, len(leaves)) if listener.hashes.get(n) != leaves[n]]
    return [f"{listener.encounter}: line {n} was told otherwise than it is stored" for n in other]
