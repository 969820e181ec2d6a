"""Who calls: the ledger a call works on, and the seat whose key it carries."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Path, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from api.shapes.problems import Wrong
from ledger.application import Ledger
from ledger.dice.secrets import token_hash
from ledger.refusals import NoSuchEncounter, NotSeated
from ledger.table.knowledge import STRANGER

BEARER = HTTPBearer(auto_error=False, scheme_name="seat", description="The key of a seat, from opening or importing.")


async def _ledger(request: Request) -> Ledger:
    ledger: Ledger = request.app.state.ledger
    return ledger


KEY = re.compile(r"[A-Za-z0-9_-]{43}")

TheLedger = Annotated[Ledger, Depends(_ledger)]
Encounter = Annotated[str, Path(description="The id of the encounter.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A seat of an encounter that calls."""

    encounter: str
    seat: str


def _seated(
    request: Request,
    encounter: Encounter,
    ledger: TheLedger,
    key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> Seated:
    return _whose(request, encounter, ledger, key, joining=False)


def _invited(
    request: Request,
    encounter: Encounter,
    ledger: TheLedger,
    key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> Seated:
    return _whose(request, encounter, ledger, key, joining=True)


def _whose(
    request: Request, encounter: str, ledger: Ledger, key: HTTPAuthorizationCredentials | None, *, joining: bool
) -> Seated:
    if key is None or not KEY.fullmatch(key.credentials):
        raise Wrong("no-key", "This call needs a seat's key: send the header Authorization: Bearer <key>.")
    return seat_of(request, encounter, ledger, key.credentials, joining=joining)


def seat_of(request: Request, encounter: str, ledger: Ledger, key: str, *, joining: bool) -> Seated:
    """Return whose a key is at an encounter. Raises Wrong (404) if it is nobody's."""
    try:
        seat = ledger.seat(encounter, key, joining=joining)
    except (NoSuchEncounter, NotSeated):
        raise Wrong("not-found", "There is no such encounter, or none for this key.") from None
    # For the log: which seat, and never with what key.
    request.state.told = {"seat": seat}
    return _calling(request, encounter, seat)


def _calling(request: Request, encounter: str, seat: str) -> Seated:
    """Return a seat that calls, and keep in mind whom a refusal would be told to."""
    request.state.caller = Seated(encounter=encounter, seat=seat)
    return request.state.caller  # type: ignore[no-any-return]  # written just now


def _watching(
    request: Request,
    encounter: Encounter,
    ledger: TheLedger,
    key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)],
) -> Seated:
    if key is not None or (shown := ledger.shown(encounter)) == "none":
        return _whose(request, encounter, ledger, key, joining=False)
    if shown == "replay" and ledger.fight(encounter).encounter.outcome is None:
        raise Wrong("goes-on", "This fight is shown to everybody once it is over.")
    request.state.told = {"seat": "anybody"}
    return _calling(request, encounter, STRANGER)


def invitation(request: Request, encounter: str, key: str) -> str:
    """Return the link with which a seat is taken: to the page, and for clients. No server and no log gets the key.

    Where it leads to is a setting, or the address that is listened on, and never what a caller wrote as ``Host``: a
    link that led elsewhere would bring the key there. Where neither is known it is a path.
    """
    return f"{request.app.state.public or ''}/e/{encounter}#{key}"


def to_look_at(request: Request, encounter: str) -> str:
    """Return the address at which the page shows an encounter to whoever has no key."""
    return f"{request.app.state.public or ''}/r/{encounter}"


def is_the_operators(request: Request, hashes: Iterable[str]) -> bool:
    """Return whether one of these keys, told by their hashes, is that of whoever runs the installation."""
    operator: str | None = request.app.state.operator
    return operator is not None and any(hmac.compare_digest(each, operator) for each in hashes)


async def must_be_the_operator(
    request: Request, key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]
) -> None:
    """Refuse every call that does not carry the operator's key."""
    if key is None or not KEY.fullmatch(key.credentials):
        raise Wrong("no-key", "This call needs the operator's key: send the header Authorization: Bearer <key>.")
    if not is_the_operators(request, [token_hash(key.credentials)]):
        raise Wrong("not-found", "There is nothing here for this key: GET /api/lobby lists the encounters of a seat's.")


async def _presented(key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)]) -> str:
    return "" if key is None else key.credentials


AtTable = Annotated[Seated, Depends(_seated)]
AtTheWindow = Annotated[Seated, Depends(_watching)]
"""Whoever sits at the table, or looks on without a key where the host shows the fight to everybody."""
AtTheDoor = Annotated[Seated, Depends(_invited)]
"""Whoever sits at the table, or is invited to a seat that has a device."""
Presented = Annotated[str, Depends(_presented)]
"""The key itself that a call came with."""

MOST_KEYS = 100
Keys = Annotated[
    str | None,
    Header(
        alias="Encounter-Keys",
        max_length=MOST_KEYS * 50,
        description=f"More keys, of other encounters or seats, with commas between them; {MOST_KEYS} at most.",
    ),
]


async def _keys(key: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)], more: Keys = None) -> list[str]:
    """Return the keys that a call shows. Raises Wrong (401) for none, and for what is none."""
    shown = [] if key is None else [key.credentials]
    shown += [each for each in re.split(r"[,\s]+", more or "") if each]
    if not shown or not all(KEY.fullmatch(each) for each in shown):
        raise Wrong("no-key", "This call needs keys: Authorization: Bearer <key>, and more of them in Encounter-Keys.")
    if len(shown) > MOST_KEYS + 1:
        raise Wrong("not-a-command", f"These are {len(shown)} keys: show {MOST_KEYS} at a time.")
    return shown


ShownKeys = Annotated[list[str], Depends(_keys)]
"""The keys that a call shows, of as many encounters as it likes to be told of."""


def belonging(request: Request, ledger: Ledger, keys: list[str]) -> dict[str, list[str]] | None:
    """Return the seats of the keys by encounter; None for the operator. Raises Wrong (404) if they are nobody's."""
    hashes = [token_hash(key) for key in keys]
    if is_the_operators(request, hashes):
        return None
    found: dict[str, list[str]] = {}
    for encounter, seat in ledger.seats_with(hashes):
        found.setdefault(encounter, []).append(seat)
    if not found:
        raise Wrong("not-found", "There is no encounter here for these keys.")
    return found
