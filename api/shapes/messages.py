"""What the calls take and answer, where it is not a type of the domain or of a projection already."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from domain.items import Id
from files.strict import STRICT
from ledger.line.actions import either, union_of
from ledger.line.entries import Head
from ledger.table.standing import KeyReplaced
from projections.lost_keys import KeyAsked, KeyVetoed

VERSION = 2**53 - 1

Cmd = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9._:-]{1,64}$", description="Chosen by the client; a seat uses it for one call.")
]
Faces = Annotated[list[Annotated[int, Field(ge=1, le=1000)]], Field(min_length=1, max_length=200)]
Action = TypeVar("Action")

Seen = Annotated[
    tuple[Annotated[int, Field(ge=1, le=VERSION)], Annotated[str, Field(pattern="^[0-9a-f]{64}$")]],
    Field(description="`seen` of the answer it follows: lines, and the hash of the last; 412 once overtaken."),
]


Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Seq = Annotated[int, Field(ge=1, le=VERSION, description="Counts the seat's accepted commands and signed calls.")]
Signature = Annotated[
    str, Field(pattern="^[A-Za-z0-9+/]{86}==$", description="Ed25519 by a device of the seat, over its declaration.")
]


class Call(BaseModel):
    """What every call of a seat that is no command carries; a seat with a device signs it."""

    model_config = STRICT

    cmd: Cmd
    seen: Seen | None = None
    seq: Seq | None = None
    sig: Signature | None = None


class Declared(BaseModel, Generic[Action]):
    """A command as a seat declares it; only ``action`` and ``cmd`` are required."""

    model_config = STRICT

    action: Action
    cmd: Cmd
    encounter: Annotated[str, Field(max_length=64)] | None = None
    seat: Id | None = None
    seen: Seen | None = None
    seq: Seq | None = None
    sig: Signature | None = None
    salt: Annotated[Hash, Field(description="Of the commitment to words in the action, where it is signed.")] | None = (
        None
    )
    faces: Annotated[Faces, Field(description="What loaded dice show, where dice are loaded.")] | None = None


def called(call: Call) -> Head:
    """Return what a call's line holds of its head."""
    return {"cmd": call.cmd, "seen": call.seen or (), "seq": call.seq, "sig": call.sig}


class TakeBack(Call):
    """The wish that the state at ``to_version``, the last line of a command, holds again."""

    to_version: Annotated[int, Field(ge=0, le=VERSION)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]


class Forking(BaseModel):
    """The line after which a what-if goes its own way, not one in the midst of a command; the newest without one."""

    model_config = STRICT

    at: Annotated[int, Field(ge=0, le=VERSION)] | None = None


class Consent(Call):
    """A seat's answer to the open wish to take something back."""

    agree: bool


class Typed(Call):
    """What dice on a real table showed: who rolled which dice, and every face in order."""

    by: Id
    dice: Annotated[str, Field(min_length=1, max_length=24)]
    faces: Faces


class Contesting(Call):
    """A line that a seat contests, and why."""

    of: Annotated[int, Field(ge=0, le=VERSION)]
    reason: Annotated[str, Field(min_length=1, max_length=500)]


class Renaming(Call):
    """What the ``encounter``, or what has the id ``of`` in it, is called from now on."""

    of: Annotated[str, Field(min_length=1, max_length=32)] = "encounter"
    name: Annotated[str, Field(min_length=1, max_length=80)]


class Settling(Call):
    """How a dispute ends. Without a referee a correction names as ``action`` the override that all agree to."""

    result: Literal["stands", "corrected", "rewound"]
    reason: Annotated[str, Field(min_length=1, max_length=500)]
    action: dict[str, Any] | None = None


class Attesting(Call):
    """What a seat says of the dice typed in in line ``of``: that it saw them, did not, or contests them."""

    of: Annotated[int, Field(ge=0, le=VERSION)]
    verdict: Literal["saw", "unseen", "contest"]


Party = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]{0,31}$", description="The name of a device.")]
Key = Annotated[str, Field(pattern="^[A-Za-z0-9+/]{43}=$", description="An Ed25519 public key in base64.")]
Length = Annotated[int, Field(ge=1, le=65_536)]
Vouched = Annotated[dict[Party, Signature], Field(max_length=32)]


class Joining(Call):
    """A device that takes a seat, or comes as a further one of it: its key and the anchor of its chain of links."""

    party: Party
    key: Key
    anchor: Hash
    length: Length
    vouched: Vouched | None = None
    kind: Annotated[Literal["bot"] | None, Field(description="`bot` where a program plays with it; signed.")] = None
    token_hash: Annotated[Hash, Field(description="SHA-256 of the bearer key it will call with.")] | None = None


class Renewing(Call):
    """Another chain of a device, before the links of the present one are spent."""

    party: Party
    anchor: Hash
    length: Length


class Inviting(Call):
    """A seat for a latecomer, or an invitation for one that is there: with a device, that seat asks and signs itself.

    ``lost`` names a device whose key is gone: the invitation is good for asking for another one, and for nothing else.
    """

    seat: Party
    role: Literal["player", "spectator"] = "player"
    lost: Party | None = None


class LettingPlay(Call):
    """A seat without a device that a bot of the server plays from now on, or a person again in its place."""

    seat: Party
    kind: Literal["bot", "person"] = "bot"


class Showing(BaseModel):
    """How far those may look who have no key: not, as the fight goes on, or at all of it once it is over."""

    model_config = STRICT

    public: Literal["none", "live", "replay"]


class Vetoing(BaseModel):
    """No to another key of a seat, which was asked for in line ``of``; any device of the seat signs it."""

    model_config = STRICT

    seat: Party
    of: Annotated[int, Field(ge=1, le=VERSION)]
    cmd: Cmd
    seen: Seen | None = None
    sig: Signature


class Beating(BaseModel):
    """A device that is there, or is ``leaving``, and the number of the link that it gives next."""

    model_config = STRICT

    party: Party
    next: Annotated[int, Field(ge=1, le=VERSION)]
    leaving: bool = False


class Linking(BaseModel):
    """A device's link for the open roll, signed for that roll."""

    model_config = STRICT

    party: Party
    roll: Annotated[int, Field(ge=1, le=VERSION)]
    link: Hash
    sig: Signature


class GoingOn(Call):
    """Consent that the open roll is decided without the links that have not come."""

    roll: Annotated[int, Field(ge=1, le=VERSION)]


class Cosigning(BaseModel):
    """The line with which a device cosigns the checkpoint of so many lines (C2SP cosignature/v1)."""

    model_config = STRICT

    party: Party
    size: Annotated[int, Field(ge=1, le=VERSION)]
    line: Annotated[str, Field(min_length=1, max_length=600)]


class Opened(BaseModel):
    """A new encounter: its id, its version, and the bearer token of each seat, shown once and never again.

    ``invitations`` are links with these tokens, for people to hand on.
    """

    encounter: str
    version: int
    keys: dict[str, str]
    invitations: dict[str, str]


class Joined(BaseModel):
    """A device at the table: the key that replaces the one it came with, unless it chose one, and what it saw last."""

    seat: str
    party: str
    key: str | None = None
    version: int
    seen: tuple[int, str]
    checkpoint: str | None = None


class Invited(BaseModel):
    """An invitation: the key with which the seat is taken, and a link with it, for people to hand on."""

    seat: str
    key: str
    invitation: str


class Sitting(BaseModel):
    """Somebody at the table: the role, the names of the devices, and whether a bot plays."""

    seat: str
    role: str
    devices: list[str]
    bot: bool


class Seating(BaseModel):
    """Whose the key is, who sits at the table, and the name of the next device that the seat brings.

    ``asked`` are keys that would replace lost ones and wait for a veto, ``replaced`` those that did without the old
    key's word, ``vetoed`` those to which a device of the seat itself said no.
    """

    seat: str
    role: str
    next: str
    seen: tuple[int, str]
    following: int
    seats: list[Sitting]
    asked: tuple[KeyAsked, ...] = ()
    replaced: tuple[KeyReplaced, ...] = ()
    vetoed: tuple[KeyVetoed, ...] = ()


class There(BaseModel):
    """How the fight stands, what time it is here (ms), and the roll that waits for links."""

    version: int
    at: int
    seen: tuple[int, str]
    following: int
    waiting: Salted | None = None


class Proof(BaseModel):
    """Hashes that prove, beside a checkpoint of ``size`` lines, that it holds a line or only added to an older one."""

    size: int
    proof: list[str]
    line: str | None = None
    checkpoint: str | None = None


class Imported(BaseModel):
    """An imported encounter, read only, and the bearer token that reads it."""

    encounter: str
    version: int
    key: str


class Listed(BaseModel):
    """An encounter in the list."""

    id: str
    system: str
    version: int
    outcome: str | None = None
    archived: bool = False
    damaged: bool = False


class Rolling(BaseModel):
    """Dice that somebody has to roll at the table: who, what for, which."""

    model_config = ConfigDict(populate_by_name=True)

    by: str
    purpose: Annotated[str, Field(alias="for")]
    dice: str


class Salted(BaseModel):
    """A roll that waits for links: of which parties, and until when (ms) it waits for them at most."""

    roll: int
    line: int
    parties: list[str]
    until: int | None = None


class Happened(BaseModel):
    """What a call caused: the lines, as they are stored, the version after them, what a next declaration has seen.

    ``checkpoint`` is the receipt: a signed note over all lines so far.
    """

    version: int
    seen: tuple[int, str]
    lines: list[dict[str, Any]]
    waiting: Rolling | Salted | None = None
    checkpoint: str | None = None


def _declared(action: Any) -> TypeAdapter[Declared[Any]]:
    shape: Any = Declared[action]
    return TypeAdapter(shape)


@cache
def declared(system: str) -> TypeAdapter[Declared[Any]]:
    """Return the shape of what a seat declares in a system."""
    return _declared(union_of(system))


TAKE_BACK = TypeAdapter(TakeBack)
FORKING = TypeAdapter(Forking)
CONSENT = TypeAdapter(Consent)
TYPED = TypeAdapter(Typed)
CALL = TypeAdapter(Call)
RENAMING = TypeAdapter(Renaming)
SHOWING = TypeAdapter(Showing)
MAP_FILE = TypeAdapter(dict[str, Any])
"""A Universal VTT map: what is read of it, `files.maps` says, which also says what is wrong."""
CONTESTING = TypeAdapter(Contesting)
SETTLING = TypeAdapter(Settling)
ATTESTING = TypeAdapter(Attesting)
JOINING = TypeAdapter(Joining)
RENEWING = TypeAdapter(Renewing)
INVITING = TypeAdapter(Inviting)
LETTING_PLAY = TypeAdapter(LettingPlay)
VETOING = TypeAdapter(Vetoing)
BEATING = TypeAdapter(Beating)
LINKING = TypeAdapter(Linking)
GOING_ON = TypeAdapter(GoingOn)
COSIGNING = TypeAdapter(Cosigning)


@cache
def _one(kind: Any) -> TypeAdapter[Declared[Any]]:
    return _declared(kind)


def declared_in(system: str, body: Any) -> TypeAdapter[Declared[Any]]:
    """Return the shape to read a declaration in: of a command of the system, or one that only another system has."""
    return either(system, body.get("action") if isinstance(body, dict) else None, declared, _one)
