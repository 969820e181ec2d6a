"""The policies of a table: what is frozen when an encounter is opened, whatever the rule system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le

from domain.refusals import Refused
from domain.table.names import ShownName, must_be_a_name
from domain.table.words import NO_MORE, Words

DAY = 86_400
"""Seconds of a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """How one takes back, where dice come from and who salts them, how long a decision may take.

    ``entropy``: every keyed seat that is present salts a roll, the roller alone, or the server alone. ``missing``: what
    becomes of a roll when a link does not come: it goes on after a while, or once the others agree. ``clock``: the
    seconds of a decision, after which anybody may claim it. ``attest``: whether another seat says of typed dice that it
    saw them. ``overrides``: whether values may be overruled. ``hands``: whether the others see what one holds.
    ``key_wait``: the seconds after which a lost key is replaced where two others cannot vouch; the old key may veto.
    ``words``: words that the table adds to those that the rules read. ``title``: what the fight is called.
    """

    rewind: Literal["until-roll", "free", "none", "referee"] = "until-roll"
    dice: Literal["ledger", "table", "loaded"] = "ledger"
    entropy: Literal["all", "roller", "server"] = "all"
    missing: Literal["wait", "consent"] = "wait"
    clock: Annotated[int, Ge(10), Le(1_000_000)] | None = None
    attest: Literal["none", "opponent"] = "none"
    overrides: Literal["open", "none"] = "open"
    hands: Literal["open", "private"] = "open"
    key_wait: Annotated[int, Ge(60), Le(2_592_000)] = DAY
    words: Words = NO_MORE
    title: ShownName | None = None


WORDED = {name: get_args(kind) for name, kind in get_type_hints(Policies).items() if get_origin(kind) is Literal}
"""The values of each policy that is one of a few words."""


def frozen(policies: Policies) -> dict[str, Any]:
    """Return the policies as line 0 names them, but for the words."""
    return {each.name: getattr(policies, each.name) for each in fields(Policies) if each.name != "words"}


def must_be_possible(policies: Policies, system: str, roles: Mapping[str, str], rule: str) -> None:
    """Refuse by name the policies that a table with these seats cannot have. ``roles`` are told by seat."""
    if policies.title is not None:
        must_be_a_name(policies.title, "The fight", rule)
    refereed = "referee" in roles.values()
    if policies.rewind == "referee" and not refereed:
        message = f"{system} has no referee, so nobody could take back alone: rewind cannot be referee."
        raise Refused("unsupported_setting", message, rule=rule)
    if policies.rewind == "free" and sum(role != "spectator" for role in roles.values()) > 1:
        others = "until-roll, referee or none" if refereed else "until-roll or none"
        message = f"rewind can be free only while one seat plays; with more, use {others}."
        raise Refused("unsupported_setting", message, rule=rule)
    if policies.attest == "opponent" and policies.dice != "table":
        message = f"attest can be opponent only for dice on the table; here the dice are {policies.dice} dice."
        raise Refused("unsupported_setting", message, rule=rule)
    if policies.hands == "private" and refereed:
        raise Refused("unsupported_setting", f"hands cannot be private: {system} knows no hand of cards.", rule=rule)


def possible(policies: Policies, system: str, roles: Mapping[str, str]) -> dict[str, list[str]]:
    """Return of each policy that is one of a few words those that the table can have, as all else stands."""
    return {
        name: [word for word in words if _holds(replace(policies, **{name: word}), system, roles)]
        for name, words in WORDED.items()
    }


def _holds(policies: Policies, system: str, roles: Mapping[str, str]) -> bool:
    try:
        must_be_possible(policies, system, roles, "")
    except Refused:
        return False
    return True
