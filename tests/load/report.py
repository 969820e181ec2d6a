"""How a run went, for people and for programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from tests.load.tables import Played


@dataclass
class Broken:
    """What was done in the middle, and how long it took afterwards until every server answered calls again."""

    what: str
    unavailable: int
    seconds: float


@dataclass
class Report:
    """What was played, what was broken, and every promise that was not kept."""

    store: str
    seats: int
    seconds: float = 0.0
    played: list[Played] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    stops: list[tuple[int, float]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    before: int = 0
    pulse: list[float] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    lines: int = 0
    sealed: int = 0
    streams: int = 0
    told: int = 0
    reconnected: int = 0
    missing: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)
    unheard: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def failures(self) -> dict[str, list[str]]:
        """Return every promise with what was found against it."""
        return {
            "acknowledged lines that are missing": self.missing,
            "lines that nobody asked for": self.invented,
            "encounters that do not verify, or whose time goes back": self.unsound,
            "streams with a gap, a repeat, another line or an end": self.unheard,
            "answers that are neither right nor a clear 503": self.wrong,
        }

    @property
    def whole(self) -> bool:
        """Return whether every promise was kept."""
        return not any(self.failures.values())

    @property
    def problems(self) -> Counter[str]:
        """Return what those were told who were to come again."""
        return sum((table.problems for table in self.played), Counter())

    def figures(self) -> dict[str, Any]:
        """Return the run in figures."""
        times = [second for table in self.played for second in table.seconds]
        commands = sum(table.commands for table in self.played)
        return {
            "store": self.store,
            "encounters": len(self.played),
            "seats": self.seats,
            "seconds": round(self.seconds, 1),
            "commands": commands,
            "commands_per_second": round(commands / self.seconds, 1),
            "refused": sum(table.refused for table in self.played),
            "told_to_come_again": sum(self.problems.values()),
            "cut_off": sum(table.cut_off for table in self.played),
            "ms_median": round(median(times or [0.0]) * 1000, 1),
            "ms_p95": _last(times, 20),
            "slowest_answer_s": round(max((table.slowest for table in self.played), default=0.0), 1),
            "sign_of_life_ms_p99": _last(self.pulse, 100),
            "slowest_sign_of_life_s": round(max(self.pulse, default=0.0), 2),
            "slow_signs_of_life": self.slow,
            "lines_before": self.before,
            "lines": self.lines,
            "sealed": self.sealed,
            "streams": self.streams,
            "lines_told": self.told,
            "streams_begun_again": self.reconnected,
            "broken": [
                {"what": each.what, "told_to_come_again": each.unavailable, "back_after_s": round(each.seconds, 2)}
                for each in self.broken
            ],
            "stops": [{"status": status, "seconds": round(seconds, 2)} for status, seconds in self.stops],
            "problems": dict(self.problems.most_common()),
            "left_out": self.left_out,
            "failures": self.failures,
        }

    def text(self) -> str:
        """Return the run for people."""
        told = self.figures()
        lines = [
            f"{told['encounters']} encounters with {told['seats']} seats on {told['store']}, {told['seconds']} s:"
            f" {told['commands']} commands ({told['commands_per_second']}/s), {told['lines']} lines"
            f" ({told['sealed']} sealed) beside {told['lines_before']} that were there before.",
            f"A command took {told['ms_median']} ms (median), {told['ms_p95']} ms (95th percentile), tries together;"
            f" the slowest single answer took {told['slowest_answer_s']} s.",
            f"A sign of life took {told['sign_of_life_ms_p99']} ms (99th percentile),"
            f" {told['slowest_sign_of_life_s']} s at most.",
            *(f"  {each}" for each in self.slow),
            f"{told['streams']} streams told {told['lines_told']} lines"
            f" and were begun again {told['streams_begun_again']} times.",
            f"{told['told_to_come_again']} calls were told to come again, {told['cut_off']} were cut off.",
            *(f"  {times} × {said}" for said, times in told["problems"].items()),
            "Broken meanwhile:",
            *(f"  {each['what']}: all servers back after {each['back_after_s']} s" for each in told["broken"]),
            *(f"A server asked to stop did so in {each['seconds']} s." for each in told["stops"]),
            *(f"Left out: {each}" for each in self.left_out),
        ]
        for promise, found in self.failures.items():
            lines.append(f"{len(found)} {promise}{':' if found else '.'}")
            lines += [f"  {each}" for each in found[:20]]
        return "\n".join(lines)


def _last(seconds: list[float], parts: int) -> float:
    """Return in milliseconds where the last of so many equal parts begins; of less than two figures the one, or 0."""
    begins = quantiles(seconds, n=parts)[-1] if len(seconds) > 1 else sum(seconds)
    return round(begins * 1000, 1)
