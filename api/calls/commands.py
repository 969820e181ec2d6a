"""Commands, what is on offer instead, and dice typed in from a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import APIRouter, Depends, Header, Query, Request, Response
from pydantic import StringConstraints

from api.calls.encounters import etag
from api.lanes import lanes_of
from api.seats import AtTable, Seated, TheLedger
from api.shapes import bodies
from api.shapes.documentation import takes
from api.shapes.messages import TYPED, Declared, Happened, Rolling, Salted, Typed, called, declared_in
from api.shapes.offers import Offered, described
from api.shapes.problems import UNCHANGED, Wrong, documented
from api.shapes.samples import COMMANDS, DICE
from domain.deciding import offers
from domain.offers import Offer
from domain.refusals import Pending
from files.fields import Field
from ledger.calls import refusing
from ledger.line.tree import leaf
from ledger.table.answers import Answer, Declaration, Salting, Wait
from ledger.table.fight import Fight
from ledger.table.lapsing import CLAIM
from ledger.table.rewinding import targets
from ledger.table.settling import allowed
from ledger.table.standing import Request as RewindRequest
from projections.choosing import ChoiceReason, choice_reasons
from projections.odds.disclosure import odds_to
from projections.odds.offered import CommandOdds
from projections.odds.offered import offered as odds_of
from projections.preview import is_final, rolls_dice
from projections.reasons import Reason, reasons
from projections.streams.awaited import question

router = APIRouter(prefix="/api/encounters/{encounter}", tags=["playing"])

READ = "read"
"""Where a call holds its body once it was read on the event loop (see ``express``): what it declares, and its JSON."""
VERSIONS = r'^(\*|(W/)?"[0-9]{1,16}(-[0-9a-f]{16})?")$'
"""How a header names a version."""
IfMatch = Annotated[
    str | None,
    Header(
        pattern=VERSIONS,
        description='The version seen, as in `ETag`: `"12"`, or the whole tag of what was read; 412 once overtaken.',
    ),
]
HAPPENED: dict[int | str, dict[str, Any]] = {
    200: {"model": Happened, "description": "It happened: the lines it caused."},
    202: {"model": Happened, "description": "It is accepted, and waits for dice of the table or for links of devices."},
}


async def _sent(request: Request) -> bytes:
    return await bodies.raw(request, ("application/json",), bodies.LIMIT)


def declared_here(at: AtTable, ledger: TheLedger, sent: Annotated[bytes, Depends(_sent)]) -> Declared[Any]:
    """Return what a seat declares, in the commands of the encounter's system."""
    system = ledger.system(at.encounter)
    return read_here(system, sent)[0]


def read_here(system: str, sent: bytes) -> tuple[Declared[Any], Any]:
    """Return what a body declares in the commands of a system, and its JSON. Raises Wrong (422)."""
    return bodies.read(lambda value: declared_in(system, value), sent)


@router.post(
    "/commands",
    openapi_extra=takes("Declared", COMMANDS),
    responses={**HAPPENED, **documented(401, 403, 404, 409, 412, 413, 415, 422)},
)
def command(
    request: Request,
    at: AtTable,
    ledger: TheLedger,
    sent: Annotated[bytes, Depends(_sent)],
    if_match: IfMatch = None,
) -> Response:
    """Try to do something; the answer holds what happened. The same `cmd` again gets the same answer again."""
    # Here and not as a dependency, each of which is a way to a worker thread and back.
    system = ledger.system(at.encounter)
    declared, body = getattr(request.state, READ, None) or read_here(system, sent)
    request.state.told |= {"cmd": declared.cmd, "do": declared.action.do}
    wish = wished(at, declared, body, if_match)
    return answered(ledger.record(at.encounter, at.seat, wish, faces=declared.faces))


def wished(at: Seated, declared: Declared[Any], body: Any, if_match: str | None) -> Declaration:
    """Return what a seat declares as the ledger takes it; Wrong where it names another encounter or seat."""
    must_be_meant_for(at, declared)
    return Declaration(
        action=declared.action,
        cmd=declared.cmd,
        seen=declared.seen,
        version=version_of(if_match),
        seq=declared.seq,
        sig=declared.sig,
        raw=None if declared.sig is None else body["action"],
        salt=None if declared.salt is None else bytes.fromhex(declared.salt),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a seat may do now, what the encounter waits for, and which wish to take back stands open.

    ``rewinds`` are the versions that it may ask to go back to, the newest first, at most twenty.
    ``deadline`` is when the time of what is awaited runs out, in milliseconds, where there is a clock; ``left`` is how
    much of it is left.
    """

    version: int
    seen: tuple[int, str]
    pending: Pending
    offers: list[Offered]
    waiting: Wait | Salting | None
    request: RewindRequest | None
    rewinds: tuple[int, ...]
    deadline: int | None
    left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicesWithOdds(Choices):
    """The same, and the odds of each command on offer that strikes a blow; ``left_out`` are too many to count."""

    odds: list[CommandOdds]
    left_out: int


Asides = Annotated[bool, Query(description="With what may be done at almost any time: words, rulings, changes.")]
WithOdds = Annotated[bool, Query(description="Add the exact odds of every attack on offer.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The choices of a seat, and the fight as it knows it, from which their odds are counted."""

    fight: Fight
    offers: list[Offer]
    choices: Choices


def choices(at: AtTable, ledger: TheLedger, asides: Asides = True) -> Asked:
    """Return what a seat may do now."""
    fight = ledger.fight(at.encounter, at.seat)
    waiting = ledger.waiting(at.encounter) or ledger.due.salting(fight)
    plays = waiting is None and at.seat in fight.table.players and not (fight.imported or fight.table.closed)
    until, left = ledger.waits.deadline(fight), ledger.waits.left(fight)
    every = allowed(fight.table, offers(fight.encounter, at.seat)) if plays else []
    found = [offer for offer in every if (asides or not offer.aside) and (offer.do != CLAIM or not left)]
    choices = Choices(
        version=fight.version,
        seen=fight.seen,
        pending=question(fight),
        offers=[_told(fight, at.seat, offer) for offer in found],
        waiting=waiting,
        request=fight.table.request,
        rewinds=targets(fight, at.seat) if at.seat in fight.table.players and not fight.table.closed else (),
        deadline=until,
        left=left,
    )
    return Asked(fight=fight, offers=found, choices=choices)


def _told(fight: Fight, seat: str, offer: Offer) -> Offered:
    """Return an offer as it is told: of one that is no aside, whether it rolls and could be taken back alone."""
    if offer.aside:
        return described(fight.encounter, offer)
    rolls = rolls_dice(fight.encounter, offer)
    return described(fight.encounter, offer, rolls, is_final(fight, seat, offer.do, rolls=rolls))


@router.get("/offers", responses={**UNCHANGED, **documented(401, 404, 422)})
async def offered(
    request: Request,
    at: AtTable,
    asked: Annotated[Asked, Depends(choices)],
    response: Response,
    odds: WithOdds = False,
) -> Choices | ChoicesWithOdds:
    """List every command that this seat could give now, with the choices it leaves open."""
    choices, lanes = asked.choices, lanes_of(request)
    response.headers["ETag"] = etag(choices.version)
    if not odds:
        return choices
    # What is on offer may change with the time alone, where there is a clock.
    key = (at.encounter, at.seat, choices.seen, tuple(offer.do for offer in choices.offers))

    def counted() -> tuple[list[CommandOdds], int]:
        return lanes.known.of(key, lambda: odds_of(asked.fight.encounter, asked.offers))

    told, left_out = await lanes.odds.do(counted)
    told = [replace(each, odds=odds_to(asked.fight, each.odds)) for each in told]
    return ChoicesWithOdds(
        **{each.name: getattr(choices, each.name) for each in fields(choices)}, odds=told, left_out=left_out
    )


Do = Annotated[str | None, Query(min_length=1, max_length=40, description="Of this command, each choice of it.")]
Who = Annotated[str | None, Query(min_length=1, max_length=40, description="Of this combatant.")]
Given = Annotated[
    list[Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,40}:.{1,80}$")]] | None,
    Query(max_length=4, description="With this value of a field, `attack:unarmed`; only forms with it are tried."),
]


@router.get("/reasons", responses={**UNCHANGED, **documented(401, 404, 422)})
def not_offered(
    at: AtTable, ledger: TheLedger, response: Response, do: Do = None, who: Who = None, given: Given = None
) -> list[ChoiceReason] | list[Reason]:
    """List why the usual commands of this seat's combatants are not on offer now; nothing is written or rolled.

    With `do` and `who`, why a target, a thing or a place cannot be chosen for that command of that combatant: `field`
    and `value` say which; what is not listed can be chosen, or is no choice. Of squares those nearby are tried.
    What is chosen already is `given`.
    """
    fight = ledger.fight(at.encounter, at.seat)
    response.headers["ETag"] = etag(fight.version)
    if at.seat not in fight.table.players:
        return []
    if do is not None and who is not None:
        chosen = {name: value for name, _, value in (each.partition(":") for each in given or ())}
        return _in_words(fight, at.seat, choice_reasons(fight.encounter, at.seat, do, who, chosen))
    told = reasons(fight.encounter, at.seat)
    found = [reason for reason in told if do in (None, reason.do) and who in (None, reason.who)]
    return _in_words(fight, at.seat, found)


@router.post(
    "/dice",
    openapi_extra=takes("Typed", DICE),
    responses={**HAPPENED, **documented(401, 403, 404, 409, 412, 413, 415, 422)},
)
def dice(at: AtTable, ledger: TheLedger, typed: Annotated[Typed, Depends(bodies.of(TYPED))]) -> Response:
    """Type in what dice on the table showed; it stands."""
    by, dice, faces = typed.by, typed.dice, tuple(typed.faces)
    return answered(ledger.type_dice(at.encounter, at.seat, by, dice, faces, **called(typed)))


_OneReason = TypeVar("_OneReason", bound=Reason)


def _in_words(fight: Fight, seat: str, told: Sequence[_OneReason]) -> list[_OneReason]:
    """Return reasons in the words of a seat."""
    names = refusing.called(fight, seat)
    return [replace(each, sentence=refusing.in_words(each.sentence, names)) for each in told]


def answered(answer: Answer) -> Response:
    """Return the stored lines as they are, joined; 202 while dice are awaited."""
    status, body = told(answer)
    return Response(body, status, {"ETag": etag(answer.version)}, media_type="application/json")


def told(answer: Answer) -> tuple[int, bytes]:
    """Return the status and the body of an answer."""
    head = leaf(answer.lines[-1].raw).hex().encode()
    parts = [
        b'"version":%d' % answer.version,
        b'"seen":[%d,"%b"]' % (answer.version + 1, head),
        b'"lines":[%b]' % b",".join(line.raw for line in answer.lines),
    ]
    if (wait := answer.waiting) is not None:
        parts.append(b'"waiting":' + awaited(wait).model_dump_json(by_alias=True, exclude_none=True).encode())
    if answer.checkpoint is not None:
        parts.append(b'"checkpoint":' + orjson.dumps(answer.checkpoint))
    body = b"{" + b",".join(parts) + b"}"
    return 200 if answer.waiting is None else 202, body


def awaited(wait: Wait | Salting) -> Rolling | Salted:
    """Return what is waited for: dice of the table, or links of devices."""
    if isinstance(wait, Salting):
        return Salted(roll=wait.roll, line=wait.line, parties=list(wait.parties), until=wait.until)
    return Rolling(by=wait.by, purpose=wait.purpose, dice=wait.dice)


def version_of(if_match: str | None) -> int | None:
    """Return the version that the header names; None for no header, and for any version."""
    if if_match is None or if_match == "*":
        return None
    return int(if_match.removeprefix("W/").strip('"').partition("-")[0])


def must_be_meant_for(at: Seated, declared: Declared[Any]) -> None:
    """Raise Wrong where a declaration names another encounter or seat."""
    if declared.encounter not in (None, at.encounter):
        field = Field(at="encounter", problem="names another encounter than the address", allowed=[at.encounter])
        raise Wrong(
            "not-a-command", f"This command is meant for another encounter, not for {at.encounter}.", fields=[field]
        )
    if declared.seat not in (None, at.seat):
        raise Wrong("not-yours", f"This command is declared by another seat; the key is that of {at.seat}.")
