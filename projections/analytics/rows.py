"""Rows being gathered from the lines of one fight, with where it stands while they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from projections.analytics.dictionary import SHEETS
from projections.analytics.lines import Fields
from projections.analytics.scores import Scorer
from projections.analytics.shape import Row
from projections.analytics.situation import OpenQuestion, Situation


class Closing(NamedTuple):
    """What closed a turn or a question, or came of a roll: the line, its time, and what it says."""

    n: int
    at: int
    said: Any = None
    lapsed: str | None = None


class Telling:
    """The rows so far, by table; what is only known later stands beside them until all lines are read."""

    def __init__(self, opened: Fields) -> None:
        self.encounter: str = opened["encounter"]
        self.system: str = opened["system"]
        self.scorer = Scorer(opened)
        self.rows: dict[str, list[Row]] = {name: [] for name in SHEETS}
        self.now = Situation()
        self.at = 0
        self.command: int | None = None
        self.commands: dict[int, Row | None] = {}
        self.verb: str | None = None
        self.actor: str | None = None
        self.typed: list[Fields] = []
        self.harmed: dict[str, str] = {}
        self.seats: dict[str, list[Any]] = {}
        self.programs: set[str] = set()
        self.set_up: list[Fields] = []
        self.shut = 0
        # What closes a turn or a question may itself be taken back: all of it is kept.
        self.turn_ends: defaultdict[int, list[Closing]] = defaultdict(list)
        self.answers: defaultdict[int, list[Closing]] = defaultdict(list)
        self.given: defaultdict[int, list[tuple[str, Closing]]] = defaultdict(list)
        self.outcomes: defaultdict[int, list[Closing]] = defaultdict(list)

    def add(self, name: str, n: int, *values: Any) -> Row:
        """Add a row of what a line tells, as things stand now, and return it."""
        now = self.now
        row = [self.encounter, n, self.command, now.turn, now.round, True, *values]
        self.rows[name].append(row)
        return row

    def answered(self, question: OpenQuestion, closing: Closing) -> None:
        """Take note of an answer to a question, or of its end without one."""
        self.answers[question.n].append(closing)
        self.now.go_on(question, self.command)

    def begin(self, n: int, row: Row | None, action: Mapping[str, Any]) -> None:
        """Take note of an accepted command; without a row it is shut."""
        self.commands[n] = row
        self.verb = action.get("do")
        self.actor = action.get("by", action.get("who"))
        self.typed, self.harmed = [], {}


Tell: TypeAlias = Callable[[Telling, int, Fields], None]
"""Adds what an event tells to the rows."""
