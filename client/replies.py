"""What a server says, read as nothing but what it must be: names that become paths, numbers, links.

Whoever runs a server need not be honest: what it says is looked at here before anything is done with it or shown.
What is never said is never built (``defer_build``): a program starts without it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from client.calling import NoLink, Nonsense, invitation
from domain.table.names import ID
from ledger.line.canonical import MAX_INTEGER
from ledger.line.spellings import is_seen
from projections.wording import inert

if TYPE_CHECKING:
    from ledger.line.entries import Json


def _seen(value: list[Any]) -> list[Any]:
    if not is_seen(value):
        raise ValueError("it is no number of lines with the hash of the last")
    return value


Name = Annotated[str, Field(pattern=f"^(?:{ID.pattern})$")]
Count = Annotated[int, Field(ge=0, le=MAX_INTEGER)]
Seen = Annotated[list[Any], AfterValidator(_seen)]
EncounterId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class _Said(BaseModel):
    model_config = ConfigDict(strict=True, defer_build=True)


class Sitting(_Said):
    """A seat and its devices."""

    seat: Name
    devices: Annotated[list[Name], Field(max_length=100)]


class Asked(_Said):
    """A key that would replace a lost one, and until when it waits (ms)."""

    key: str
    until: Count


class Vetoed(_Said):
    """A key in place of a lost one to which a device of the seat said no, and the line in which it did."""

    line: Count
    party: Name


class Seating(_Said):
    """Whose a key is, what its next device is called, what there is to be seen, and who sits at the table."""

    seat: Name
    next: Name
    seen: Seen
    following: Count
    seats: Annotated[list[Sitting], Field(max_length=1000)]
    asked: Annotated[list[Asked], Field(max_length=1000)] = Field(default_factory=list)
    vetoed: Annotated[list[Vetoed], Field(max_length=1000)] = Field(default_factory=list)


class Numbered(BaseModel):
    """A line, as far as its number, and until when what it tells lasts: a time, or a moment of the fight in words."""

    model_config = ConfigDict(strict=True, extra="allow", defer_build=True)

    n: Count
    type: str = ""
    until: Count | str | None = None


class Line0(BaseModel):
    """How long a lost key waits until it is replaced, by the line that opens the fight; None where it does not say."""

    model_config = ConfigDict(strict=True, defer_build=True)

    key_wait: Count | None = None


class Proven(_Said):
    """A line as it stands, with what proves it."""

    line: str

    @property
    def key_wait(self) -> int | None:
        """Return what it says of lost keys, if it opens a fight; Nonsense where it is no line."""
        try:
            return read(Line0, orjson.loads(self.line)).key_wait
        except orjson.JSONDecodeError:
            raise Nonsense("The server says what cannot be (a line that is none): nothing was done with it.") from None


class Happened(_Said):
    """What a call came to."""

    version: Count
    lines: list[Numbered] = Field(default_factory=list)

    @property
    def asked_until(self) -> int | None:
        """Return until when a key that was asked for waits; None where none was."""
        asked = (line.until for line in self.lines if line.type == "SeatKeyAsked")
        return next((until for until in asked if isinstance(until, int)), None)


class Sentence(_Said):
    """An entry of a chronicle."""

    n: Count
    text: str


class Told(_Said):
    """A chronicle."""

    entries: list[Sentence]


class Opened(_Said):
    """A new encounter, with a link for each seat."""

    encounter: EncounterId
    invitations: Annotated[dict[Name, str], Field(max_length=1000)]


class Invited(_Said):
    """A link for a seat."""

    invitation: str


Kind = TypeVar("Kind", bound=BaseModel)


def read(kind: type[Kind], said: Any) -> Kind:
    """Return what a server said as what it must be; Nonsense where it is something else."""
    try:
        return kind.model_validate(said)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(each) for each in first["loc"]) or "its answer"
        raise Nonsense(f"The server says what cannot be ({where}: {first['msg']}): nothing was done with it.") from None


def link(said: str, address: str, encounter: str) -> str:
    """Return an invitation to an encounter in full, also where the server says only its path; Nonsense for another."""
    whole = f"{address}{said}" if said.startswith(("/e/", "/api/")) else said
    try:
        invited = invitation(whole)
    except NoLink:
        invited = None
    if invited is None or invited.encounter != encounter or inert(whole) != whole:
        raise Nonsense("The server says what cannot be (an invitation to another encounter): nothing was done with it.")
    return whole


def links(said: Json, address: str) -> dict[str, str]:
    """Return the invitation of each seat of an encounter that was opened; Nonsense where one is none."""
    opened = read(Opened, said)
    return {seat: link(each, address, opened.encounter) for seat, each in opened.invitations.items()}
