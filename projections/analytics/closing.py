"""What is only known once all lines are read: what was taken back, what closed what, and the fight as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import orjson

from projections import settings
from projections.analytics.dictionary import SHEETS
from projections.analytics.lines import Fields
from projections.analytics.rows import Closing, Telling
from projections.analytics.shape import LIVE, Row
from projections.analytics.told.combatants import FELL
from projections.skips import Skips, skips

_N, _TURN, _ROUND = 1, 3, 4
_TIME = SHEETS["line"].place("time")
_KIND, _SUBJECT = SHEETS["around"].place("type"), SHEETS["around"].place("subject_n")
_SIDE = SHEETS["turn"].place("side")
_SORTED = orjson.OPT_SORT_KEYS


def closed(
    told: Telling, fields: Sequence[Fields], rewinds: Sequence[tuple[int, int]], around: frozenset[str], origin: str
) -> dict[str, list[Row]]:
    """Return the rows by table, with all that is known now that there are no more lines."""
    last = len(fields) - 1
    skipped = skips(rewinds, last)
    if rewinds:
        _flag(told, skipped, around)
    _end_turns(told, skipped)
    _answer(told, skipped)
    _decide(told, skipped)
    _bury(told)
    told.rows["house_rule"] = [*_house_rules(told, fields[0])]
    told.rows["seat"] = [[told.encounter, seat, *about] for seat, about in _seats(told, fields[0]).items()]
    told.rows["encounter"] = [_encounter(told, fields, len(rewinds), origin)]
    return told.rows


def _flag(told: Telling, skipped: Skips, around: frozenset[str]) -> None:
    """Say of every row that was taken back that it was, and of a command by which rewind."""
    back = SHEETS["command"].place("back_n")
    kind = SHEETS["line"].place("type")
    for name, rows in told.rows.items():
        by_type = name in ("line", "around")
        place = SHEETS[name].place("type") if by_type else kind
        for row in rows:
            by = skipped.by(row[_N])
            if by is None or (by_type and row[place] in around):
                continue
            row[LIVE] = False
            if name == "command":
                row[back] = by


def _standing(closings: Sequence[Closing], row: Row, skipped: Skips) -> Closing | None:
    """Return what closed something: the last that counts; of what was taken back itself, the first."""
    if not row[LIVE]:
        return closings[0] if closings else None
    return next((each for each in reversed(closings) if skipped.by(each.n) is None), None)


def _end_turns(told: Telling, skipped: Skips) -> None:
    sheet = SHEETS["turn"]
    n_to, started, ended, commands = (sheet.place(name) for name in ("n_to", "started", "ended", "commands"))
    counted: dict[int, list[int]] = {}
    for row in told.rows["command"]:
        if row[_TURN] is not None:
            counted.setdefault(row[_TURN], [0, 0])[row[LIVE]] += 1
    for row in told.rows["turn"]:
        back, live = counted.get(row[_N], (0, 0))
        row[commands] = live if row[LIVE] else back + live
        end = _standing(told.turn_ends.get(row[_N], ()), row, skipped)
        if end is not None:
            row[n_to], row[ended], row[ended + 1] = end.n, end.at, end.at - row[started]


def _answer(told: Telling, skipped: Skips) -> None:
    sheet = SHEETS["decision"]
    taken, answer_n, think_ms, lapsed = (sheet.place(name) for name in ("taken", "answer_n", "think_ms", "lapsed"))
    for row in told.rows["decision"]:
        answers = told.answers.get(row[_N])
        answer = None if answers is None else _standing(answers, row, skipped)
        if answer is not None:
            said = answer.said or _each(told.given.get(row[_N], ()), row, skipped)
            row[taken], row[answer_n], row[lapsed] = said, answer.n, answer.lapsed
            row[think_ms] = answer.at - told.rows["line"][row[_N]][_TIME]


def _each(given: Sequence[tuple[str, Closing]], row: Row, skipped: Skips) -> str | None:
    """Return what everybody took of a question that several answer, their last word; nothing where nobody did."""
    last = {who: said.said for who, said in given if not row[LIVE] or skipped.by(said.n) is None}
    return ", ".join(said for said in last.values() if said is not None) or None


def _decide(told: Telling, skipped: Skips) -> None:
    outcome_n, result = (SHEETS["roll"].place(name) for name in ("outcome_n", "result"))
    rows = told.rows["roll"]
    for place, closings in told.outcomes.items():
        row = rows[place]
        found = _standing(closings, row, skipped)
        if found is not None:
            row[outcome_n], row[result] = found.n, found.said


def _bury(told: Telling) -> None:
    """Say of each combatant what has become of it, and when it first went down."""
    sheet, now = SHEETS["combatant"], told.now
    who, seat, life_end = (sheet.place(name) for name in ("who", "seat", "life_end"))
    downs: dict[str, int] = {}
    fallen, became = (SHEETS["life"].place(name) for name in ("who", "life_to"))
    for row in told.rows["life"]:
        if row[LIVE] and row[became] in FELL:
            downs.setdefault(row[fallen], row[_N])
    for row in told.rows["combatant"]:
        one = row[who]
        if row[LIVE]:
            row[seat] = now.seats.get(one)
            row[life_end], row[life_end + 1] = now.life[one], downs.get(one)
        else:
            row[life_end] = "active"


def _house_rules(told: Telling, opened: Fields) -> list[Row]:
    rules: Fields = opened["house_rules"]
    off = settings.off_default(told.system, rules)
    return [
        [told.encounter, name, orjson.dumps(value, option=_SORTED).decode(), name not in off]
        for name, value in rules.items()
    ]


def _seats(told: Telling, opened: Fields) -> dict[str, list[Any]]:
    seated: dict[str, list[Any]] = {seat["id"]: [seat["role"], False, 0] for seat in opened.get("seats", ())}
    return seated | told.seats


def _digest(value: Any) -> str:
    return sha256(orjson.dumps(value, option=_SORTED)).hexdigest()[:16]


_OF_THE_LINE = frozenset({"n", "prev", "at", "cause", "rules", "v", "controller", "reason", "name"})


def _roster(told: Telling, opened: Fields) -> str:
    """Return the digest of who stands where at the beginning, whoever plays them and whatever they are called."""
    there = [{name: each for name, each in event.items() if name not in _OF_THE_LINE} for event in told.set_up]
    return _digest([opened["system"], opened["positions"], opened["size"], there])


def _encounter(told: Telling, fields: Sequence[Fields], rewinds: int, origin: str) -> Row:
    opened, now, ended, last = fields[0], told.now, told.now.ended, fields[-1]
    standing = sorted({now.sides[who] for who, life in now.life.items() if life == "active" and who not in now.reserve})
    winner = None if ended is None else ended.get("winner") or (standing[0] if len(standing) == 1 else None)
    rows = told.rows

    def live(name: str) -> int:
        return sum(row[LIVE] for row in rows[name])

    raised = {row[_N] for row in rows["around"] if row[_KIND] == "DisputeRaised"}
    settled = {row[_SUBJECT] for row in rows["around"] if row[_KIND] == "DisputeSettled"}
    return [
        told.encounter,
        "fork" if "fork" in opened else origin,
        told.system,
        opened["version"],
        opened["at"],
        None if ended is None else ended["at"],
        last["at"] if last["type"] == "LedgerClosed" else None,
        None if ended is None else ended["outcome"],
        None if ended is None else ended.get("reason"),
        standing,
        len(standing),
        winner,
        _first(rows["turn"], lambda row: row[_SIDE]),
        len(fields),
        live("command"),
        live("roll"),
        live("turn"),
        rewinds,
        len(fields) - live("line"),
        len(raised),
        len(raised - settled),
        told.shut,
        max((row[_ROUND] for row in rows["line"] if row[LIVE] and row[_ROUND] is not None), default=None),
        opened["positions"],
        opened["dice"],
        opened.get("entropy", "server"),
        opened["rewind"],
        _digest(opened["house_rules"]),
        _roster(told, opened),
        last["n"],
    ]


def _first(rows: Sequence[Row], value: Callable[[Row], Any]) -> Any:
    return next((value(row) for row in rows if row[LIVE]), None)
