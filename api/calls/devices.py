"""Devices at the table: joining with a key, signs of life, links that salt rolls."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from api import server_bots
from api.calls.commands import HAPPENED, answered, awaited
from api.seats import AtTable, AtTheDoor, Encounter, Presented, TheLedger, invitation
from api.shapes import bodies, samples
from api.shapes.documentation import takes
from api.shapes.messages import (
    BEATING,
    GOING_ON,
    INVITING,
    JOINING,
    LETTING_PLAY,
    LINKING,
    RENEWING,
    VETOING,
    Beating,
    GoingOn,
    Invited,
    Inviting,
    Joined,
    Joining,
    LettingPlay,
    Linking,
    Renewing,
    Salted,
    Seating,
    Sitting,
    There,
    Vetoing,
    called,
)
from api.shapes.problems import Wrong, documented
from ledger.application import Ledger
from ledger.line import clock
from ledger.line.entries import ChainRenewed, MissingAccepted, SeatJoined, SeatKeyChanged, SeatKeyVetoed
from ledger.refusals import NoSuchEncounter, NotSeated
from ledger.table.fight import Fight
from ledger.table.joining import next_party
from ledger.table.table import BOT
from projections.lost_keys import shown, vetoed

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["devices"])
PROBLEMS = documented(401, 403, 404, 409, 412, 413, 415, 422)
CALLED: dict[int | str, dict[str, Any]] = {200: HAPPENED[200], **PROBLEMS}


@router.post("/seats", openapi_extra=takes("Joining", samples.JOIN), responses=PROBLEMS)
def join(
    at: AtTheDoor, ledger: TheLedger, key: Presented, joining: Annotated[Joining, Depends(bodies.of(JOINING))]
) -> Joined:
    """Take the seat of the key with a device; from then on another key is good: the client's own, or the answer's."""
    role = ledger.fight(at.encounter).table.seats.get(at.seat, "spectator")
    vouched: dict[str, str] | None = joining.vouched
    entry = SeatJoined(
        seat=at.seat, role=role, kind=joining.kind, vouched=vouched, **_device(joining), **called(joining)
    )
    answer, fresh = ledger.devices.join(at.encounter, entry, key, joining.token_hash)
    fight = ledger.fight(at.encounter)
    return Joined(
        seat=at.seat,
        party=joining.party,
        key=fresh,
        version=fight.version,
        seen=fight.seen,
        checkpoint=answer.checkpoint,
    )


@router.get("/seats", responses=documented(401, 404))
def seats(at: AtTheDoor, ledger: TheLedger) -> Seating:
    """Say whose the key is, and who sits at the table with how many devices."""
    fight = ledger.fight(at.encounter)
    table = fight.table
    known = shown(fight)
    there = [
        Sitting(
            seat=seat, role=role, devices=[device.party for device in table.devices_of(seat)], bot=seat in table.bots
        )
        for seat, role in table.seats.items()
    ]
    return Seating(
        seat=at.seat,
        role=table.seats.get(at.seat, "spectator"),
        next=next_party(table, at.seat),
        seen=fight.seen,
        following=table.seq.get(at.seat, 0) + 1,
        seats=there,
        asked=known.asked,
        replaced=known.replaced,
        vetoed=vetoed(fight, at.seat),
    )


@router.post("/invitations", openapi_extra=takes("Inviting", samples.INVITE), responses=PROBLEMS)
def invite(
    request: Request,
    at: AtTable,
    ledger: TheLedger,
    inviting: Annotated[Inviting, Depends(bodies.of(INVITING))],
) -> Invited:
    """Invite a latecomer to a new seat, or somebody anew to one that nobody took: the host or the referee does.

    A seat with a device invites another one of its own, and signs `{"do": "invite", "seat": …}`. For a seat that lost
    its key the host or the referee invite with `lost`: such an invitation opens nothing, and only asks for another key.
    """
    entry = SeatJoined(seat=inviting.seat, role=inviting.role, **called(inviting))
    _, fresh = ledger.devices.invite(at.encounter, at.seat, entry, inviting.lost)
    return Invited(seat=inviting.seat, key=fresh, invitation=invitation(request, at.encounter, fresh))


@router.post("/bots", openapi_extra=takes("LettingPlay", samples.LET_PLAY), responses=CALLED)
def let_play(
    request: Request, at: AtTable, ledger: TheLedger, letting: Annotated[LettingPlay, Depends(bodies.of(LETTING_PLAY))]
) -> Response:
    """Let a bot of this server play a seat that has no device, or a person again in its place.

    The host asks for a seat that nobody took, or the seat itself; a device that joins takes the bot's place too. Who
    bots are stands in the lines; what they roll rests on the server, and on the devices of others.
    """
    role = ledger.fight(at.encounter).table.seats.get(letting.seat, "spectator")
    kind = BOT if letting.kind == BOT else None
    entry = SeatJoined(seat=letting.seat, role=role, kind=kind, **called(letting))
    answer = ledger.devices.let_play(at.encounter, at.seat, entry)
    server_bots.of(request).watch(at.encounter)
    return answered(answer)


@router.post("/keys", openapi_extra=takes("Joining", samples.CHANGE), responses=CALLED)
def change_key(
    at: AtTheDoor, ledger: TheLedger, key: Presented, joining: Annotated[Joining, Depends(bodies.of(JOINING))]
) -> Response:
    """Give a device of the seat another key and chain, vouched for by the old key, or by two others who play.

    Where no two others could vouch, one does, and the key is asked for (`SeatKeyAsked`): everybody is told, and any
    device of the seat can veto it. It takes effect when it comes again after that time.
    """
    entry = SeatKeyChanged(seat=at.seat, vouched=joining.vouched, **_device(joining), **called(joining))
    return answered(ledger.devices.change_key(at.encounter, entry, key))


@router.post("/vetoes", openapi_extra=takes("Vetoing", samples.VETO), responses=CALLED)
def veto(encounter: Encounter, ledger: TheLedger, vetoing: Annotated[Vetoing, Depends(bodies.of(VETOING))]) -> Response:
    """Say no to another key of a seat that is asked for. The signature of a device of it is enough: no key is shown."""
    entry = SeatKeyVetoed(seat=vetoing.seat, of=vetoing.of, cmd=vetoing.cmd, seen=vetoing.seen or (), sig=vetoing.sig)
    try:
        return answered(ledger.devices.veto_key(encounter, entry))
    except (NoSuchEncounter, NotSeated):
        raise Wrong("not-found", "There is no such encounter, or no seat of it signed this.") from None


@router.post("/chains", openapi_extra=takes("Renewing", samples.RENEW), responses=CALLED)
def renew_chain(
    at: AtTable, ledger: TheLedger, renewing: Annotated[Renewing, Depends(bodies.of(RENEWING))]
) -> Response:
    """Begin another chain of a device before its links are spent."""
    entry = ChainRenewed(
        seat=at.seat, party=renewing.party, anchor=renewing.anchor, length=renewing.length, **called(renewing)
    )
    return answered(ledger.devices.renew_chain(at.encounter, entry))


@router.post("/presence", openapi_extra=takes("Beating", samples.BEAT), responses=PROBLEMS)
def presence(at: AtTable, ledger: TheLedger, beating: Annotated[Beating, Depends(bodies.of(BEATING))]) -> There:
    """Say that a device is there, every two seconds or so: only then is it asked to salt rolls."""
    fight = ledger.devices.beat(at.encounter, at.seat, beating.party, beating.next, leaving=beating.leaving)
    return _there(ledger, fight, at.seat)


@router.post("/links", openapi_extra=takes("Linking", samples.LINK), responses=PROBLEMS)
def link(at: AtTable, ledger: TheLedger, linking: Annotated[Linking, Depends(bodies.of(LINKING))]) -> There:
    """Give a device's link for the open roll; with the last of them the roll is decided."""
    given = ledger.devices.give_link(at.encounter, at.seat, linking.party, linking.roll, linking.link, linking.sig)
    return _there(ledger, given, at.seat)


@router.post("/missing", openapi_extra=takes("GoingOn", samples.WITHOUT), responses=CALLED)
def go_on(at: AtTable, ledger: TheLedger, going: Annotated[GoingOn, Depends(bodies.of(GOING_ON))]) -> Response:
    """Agree that the open roll is decided without the links that have not come, where the policy asks for consent."""
    entry = MissingAccepted(roll=going.roll, seat=at.seat, **called(going))
    return answered(ledger.devices.go_on(at.encounter, entry))


def _device(joining: Joining) -> dict[str, Any]:
    return {"party": joining.party, "key": joining.key, "anchor": joining.anchor, "length": joining.length}


def _there(ledger: Ledger, fight: Fight, seat: str) -> There:
    waiting = ledger.due.salting(fight)
    told = None if waiting is None else awaited(waiting)
    return There(
        version=fight.version,
        at=clock.now(),
        seen=fight.seen,
        following=fight.table.seq.get(seat, 0) + 1,
        waiting=told if isinstance(told, Salted) else None,
    )
