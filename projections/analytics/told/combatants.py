"""Combatants as they join, are harmed and mended, move, fall, and are under conditions."""

from __future__ import annotations

import orjson

from domain.encounter import IN_RESERVE
from domain.table.overrides import WHY
from projections.analytics.lines import Fields
from projections.analytics.rows import Tell, Telling

FELL = frozenset({"down", "dying", "dead"})


def _joined(told: Telling, n: int, event: Fields) -> None:
    now, who = told.now, event["who"]
    now.sides = {**now.sides, who: event["side"]}
    now.life = {**now.life, who: event.get("life", "active")}
    seat = event.get("controller")
    if seat is not None:
        now.seats = {**now.seats, who: seat}
    sheet = orjson.dumps(event.get("sheet", {}), option=orjson.OPT_SORT_KEYS).decode()
    told.add("combatant", n, who, event["side"], event["kind"], seat, None, None, sheet)
    for pool in event.get("pools", ()):
        told.add("change", n, "joined", pool["name"], who, None, None, None, pool["now"], None, None, None)
    told.scorer.joined(event)


def _harmed(told: Telling, n: int, event: Fields) -> None:
    whom, before, after = event["to"], event["before"], event["after"]
    kind = "set" if event["why"] == WHY and told.verb == "override" else "harm"
    about = (event["amount"], before, after, before - after, event["why"], event.get("damage_type"))
    told.add("change", n, kind, event["pool"], whom, event["by"], *about)
    if kind == "harm":
        told.harmed[whom] = event["by"]


def _mended(told: Telling, n: int, event: Fields) -> None:
    before, after = event["before"], event["after"]
    kind = "set" if event["why"] == WHY and told.verb == "override" else "mend"
    about = (event["amount"], before, after, before - after, event["why"], None)
    told.add("change", n, kind, event["pool"], event["to"], told.actor, *about)


def _spent(told: Telling, n: int, event: Fields) -> None:
    before, after = event["before"], event["after"]
    kind = "set" if event["why"] == WHY and told.verb == "override" else "budget"
    about = (None, before, after, before - after, event["why"], None)
    told.add("change", n, kind, event["resource"], event["who"], None, *about)


def _moved(told: Telling, n: int, event: Fields) -> None:
    who, steps = event["who"], len(event.get("path", ())) or 1
    forced = told.actor is not None and told.actor != who
    about = (event["mode"], event.get("cost"), steps, forced)
    told.add("move", n, who, event.get("from") or None, event["to"], *about)


def _life(told: Telling, n: int, event: Fields) -> None:
    who, became = event["who"], event["to"]
    told.now.life = {**told.now.life, who: became}
    felled_by = told.harmed.get(who) if became in FELL else None
    told.add("life", n, who, event["from"], became, event["why"], felled_by)


def _applied(told: Telling, n: int, event: Fields) -> None:
    whom, name = event["to"], event["condition"]
    if name == IN_RESERVE:
        told.now.reserve |= {whom}
    about = (event.get("stacks"), event.get("source"), event.get("until"), None)
    told.add("condition", n, whom, name, "applied", *about)


def _ended(told: Telling, n: int, event: Fields) -> None:
    whom, name = event["to"], event["condition"]
    if name == IN_RESERVE:
        told.now.reserve -= {whom}
    told.add("condition", n, whom, name, "ended", event.get("stacks"), None, None, event["reason"])


TOLD: dict[str, Tell] = {
    "CombatantJoined": _joined,
    "DamageApplied": _harmed,
    "VitalsRestored": _mended,
    "ResourceChanged": _spent,
    "CombatantMoved": _moved,
    "LifeStateChanged": _life,
    "ConditionApplied": _applied,
    "ConditionEnded": _ended,
}
