"""What a table waits for, as it is told beside the lines: links, devices, answers to a request, a decision, its time.

It is told of a fight as a seat knows it, and of devices: which are there, and whose link came, never the link itself.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from domain.deciding import pending
from domain.duel.ending import must_agree
from domain.refusals import Pending
from ledger.calls.due import request_due
from ledger.line import clock
from ledger.refusals import NoRewind
from ledger.table import accepting, rewinding, rolling
from ledger.table.answers import Heard, Wait
from ledger.table.fight import Fight
from ledger.table.standing import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLinks:
    """The open roll of the command in ``line``: the devices whose link ``came``, those that are waited for, ``until``.

    Where links are left out only by consent there is no ``until``. ``dice`` are those that fall first, where somebody
    may know what is rolled for.
    """

    roll: int
    line: int
    came: tuple[str, ...]
    missing: tuple[str, ...]
    until: int | None
    dice: Wait | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """The devices of a seat: those that were heard of just now, and those that were not."""

    seat: str
    there: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BackRequest:
    """A wish to go back to a version: who agreed, each with the line of it, who is asked still, when it lapses."""

    line: int
    to_version: int
    by: str
    reason: str
    agreed: tuple[tuple[str, int], ...]
    asked: tuple[str, ...]
    until: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRequest:
    """A wish to end the fight: the seats that agreed, and those that are asked still."""

    agreed: tuple[str, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequests:
    """The wishes that stand open, each None where there is none."""

    rewind: BackRequest | None
    end: EndRequest | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of whom; ``dice`` are those of the table that have to be typed in first."""

    kind: str
    owner: str | tuple[str, ...] | None
    who: str | None
    options: tuple[str, ...]
    dice: Wait | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """All that a table waits for; ``deadline`` is when the time of the open decision is up (ms), where there is one."""

    links: OpenLinks | None
    seats: tuple[Present, ...]
    request: OpenRequests
    deadline: int | None
    pending: Asked


def question(fight: Fight) -> Pending:
    """Return what a fight waits for: nothing any more once its ledger is closed."""
    return Pending(kind="closed") if fight.table.closed else pending(fight.encounter)


def awaited(fight: Fight, heard: Heard, deadline: int | None) -> Awaited:
    """Return what is waited for in a fight as a seat knows it, ``deadline`` included, after what was ``heard``."""
    return Awaited(
        links=_links(fight, heard),
        seats=_seats(fight, heard),
        request=OpenRequests(rewind=_back(fight, heard), end=_end(fight)),
        deadline=deadline,
        pending=_asked(question(fight), accepting.wait(fight)),
    )


def _links(fight: Fight, heard: Heard) -> OpenLinks | None:
    opened = fight.table.open_roll
    if opened is None or not opened.contributors:
        return None
    missing = rolling.missing_of(opened, heard.came)
    return OpenLinks(
        roll=opened.roll,
        line=opened.line,
        came=tuple(sorted(set(opened.contributors) - set(missing))),
        missing=tuple(missing),
        until=rolling.waits_until(fight.table),
        dice=accepting.next_dice(fight),
    )


def _seats(fight: Fight, heard: Heard) -> tuple[Present, ...]:
    devices = {seat: [each.party for each in fight.table.devices_of(seat)] for seat in fight.table.seats}
    return tuple(
        Present(
            seat=seat,
            there=tuple(party for party in parties if party in heard.there),
            away=tuple(party for party in parties if party not in heard.there),
        )
        for seat, parties in devices.items()
        if parties
    )


def _back(fight: Fight, heard: Heard) -> BackRequest | None:
    request = fight.table.request
    if request is None:
        return None
    agreed = dict(request.agreed)
    return BackRequest(
        line=request.line,
        to_version=request.to_version,
        by=request.by,
        reason=request.reason,
        agreed=request.agreed,
        asked=tuple(seat for seat in _others(fight, request, heard) if seat not in agreed),
        until=request_due(fight),
    )


def _others(fight: Fight, request: Request, heard: Heard) -> tuple[str, ...]:
    """Return the seats that must agree to a wish to take back; all that play where it could not be fulfilled now."""
    at = None if rolling.has_come(fight.table, heard.came) else clock.now()
    with suppress(NoRewind):
        return rewinding.rewind(fight.log, fight.table, fight.version, request.by, request.to_version, at).others
    return tuple(seat for seat in fight.table.players if seat != request.by)


def _end(fight: Fight) -> EndRequest | None:
    ending = fight.encounter.ending
    if not ending or fight.encounter.outcome is not None:
        return None
    return EndRequest(agreed=ending, asked=must_agree(fight.encounter))


def _asked(waiting: Pending, dice: Wait | None) -> Asked:
    return Asked(kind=waiting.kind, owner=waiting.owner, who=waiting.who, options=waiting.options, dice=dice)
