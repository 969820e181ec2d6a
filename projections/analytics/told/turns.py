"""Rounds, turns, questions with what closed them, and the end."""

from __future__ import annotations

from projections.analytics.dictionary.steps import COMMAND
from projections.analytics.lines import Fields
from projections.analytics.rows import Closing, Tell, Telling
from projections.analytics.situation import OpenQuestion


def _round(told: Telling, _: int, event: Fields) -> None:
    told.now.round = event["round"]


def _turn_began(told: Telling, n: int, event: Fields) -> None:
    now, who = told.now, event["who"]
    now.ask(OpenQuestion(n, "turn", who))
    seat = now.seats.get(who)
    about = (event.get("role"), event.get("engagement"), None, told.at, None, None, 0, seat in told.programs)
    told.add("turn", n, who, now.side_of(who) or "", seat, *about)
    for budget, value in event.get("budgets", {}).items():
        told.add("change", n, "budget", budget, who, None, value, None, value, None, "turn", None)


def _turn_ended(told: Telling, n: int, event: Fields) -> None:
    began = told.now.end_turn(event["who"])
    if began is not None:
        told.turn_ends[began].append(Closing(n, told.at))


def _asked(told: Telling, n: int, event: Fields) -> None:
    context = event.get("context", {})
    options = tuple(event.get("options", ()))
    question = OpenQuestion(
        n,
        event["kind"],
        options=options,
        each=bool(context.get("each")),
        until=context.get("until"),
        rolls=context.get("rolls"),
        subject=context.get("subject"),
    )
    told.now.ask(question, told.command)
    owner = event["owner"]
    asked = owner if isinstance(owner, str) else ", ".join(owner)
    told.add("decision", n, event["kind"], asked, [str(each) for each in options], None, None, None, None)


def _lapsed(told: Telling, n: int, event: Fields) -> None:
    now, reason = told.now, event["reason"]
    # What happens instead of an answer that came too late closes the question as an answer would have.
    late = reason == "time_out"
    question = (now.questions[-1] if now.questions else None) if late else now.lapsed()
    if question is not None and question.kind != "turn":
        told.answered(question, Closing(n, told.at, lapsed=reason))


def _declared(told: Telling, n: int, event: Fields) -> None:
    now, who, kind = told.now, event["who"], event["kind"]
    told.actor = who
    told.scorer.declared(event)
    _aim(told, who, event)
    taken = None if event.get("taken") is None else str(event["taken"])
    part = now.goes_on(kind)
    if part is not None and taken is not None:
        told.given[part.n].append((who, Closing(n, told.at, taken)))
    question = now.declared(kind, who)
    if question is not None:
        told.answered(question, Closing(n, told.at, taken))
    if kind == "hand_over":
        _handed_over(told, who, event["parameters"]["to"])


def _aim(told: Telling, who: str, event: Fields) -> None:
    """Give the command its actor and whom it is aimed at, by the first declaration that says so."""
    row = told.commands.get(told.command) if told.command is not None else None
    if row is None:
        return
    row[_ACTOR] = row[_ACTOR] or who
    if row[_TARGET] is None:
        targets = event.get("targets")
        row[_TARGET] = str(targets[0]) if targets else aimed_at(event.get("parameters", {}))


_ACTOR, _TARGET = COMMAND.place("actor"), COMMAND.place("target")


def aimed_at(named: Fields) -> str | None:
    """Return whom or what a command, or a declaration of it, says that it is aimed at; a group that acts is no aim."""
    found = (named.get(name) for name in ("target", "on", "near"))
    return next((each for each in found if isinstance(each, str)), None)


def _handed_over(told: Telling, who: str, seat: str) -> None:
    now = told.now
    if who in now.sides:
        now.seats = {**now.seats, who: seat}


def _ruled(told: Telling, n: int, event: Fields) -> None:
    subject = event["subject"]
    about = event.get("parameters", {}).get("dispute")
    told.add("around", n, told.at, "RulingMade", event["by"], about, subject)
    question = told.now.ruled(subject)
    if question is not None:
        value = event.get("value")
        told.answered(question, Closing(n, told.at, None if value is None else str(value)))


def _over(told: Telling, n: int, event: Fields) -> None:
    told.now.ended = {**event, "n": n, "at": told.at}


TOLD: dict[str, Tell] = {
    "RoundStarted": _round,
    "TurnStarted": _turn_began,
    "TurnEnded": _turn_ended,
    "DecisionOpened": _asked,
    "DecisionLapsed": _lapsed,
    "DeclarationMade": _declared,
    "RulingMade": _ruled,
    "EncounterEnded": _over,
}
