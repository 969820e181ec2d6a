"""What callers hand to the ledger and get back."""

from __future__ import annotations

from dataclasses import dataclass, field

from domain.commands import Command
from ledger.line.entries import Json
from ledger.line.lines import Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What a seat sends: the command, an id of its own choice, and what it had seen, if that matters.

    ``seen`` is (lines, hash of the last of them in hex) and stands in the line; ``version`` says the same less
    strictly, and does not. A seat with a device signs: ``seq`` counts what it signs, ``sig`` is the signature in
    base64, ``raw`` the action as it was signed, ``salt`` that of the commitment to words in it.
    """

    action: Command
    cmd: str
    seen: tuple[int, str] | None = None
    version: int | None = None
    seq: int | None = None
    sig: str | None = None
    raw: Json | None = None
    salt: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """The physical dice to be typed in next: ``by`` rolls ``dice`` for ``purpose``; ``line`` is the command's."""

    by: str
    purpose: str
    dice: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Salting:
    """A roll that waits for links: the command's line, the parties whose link has not come, until when it waits (ms).

    Where links are left out only with the consent of the others, there is no ``until``.
    """

    roll: int
    line: int
    parties: tuple[str, ...]
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was heard of devices between two lines: ``there`` are those that gave a sign of life just now.

    ``came`` are those whose link for the open roll is here, and ``late`` says whether that roll has waited long enough:
    from then on fewer need agree to take its command back, and so what is waited for is told anew.
    """

    there: frozenset[str] = frozenset()
    came: frozenset[str] = frozenset()
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The lines that a call caused, the version they end at, what is waited for, if something is, and the receipt."""

    lines: tuple[Line, ...]
    version: int
    waiting: Wait | Salting | None = None
    checkpoint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A new encounter and the bearer token of each seat. Tokens are shown here once and stored only as hashes."""

    encounter: str
    version: int
    keys: dict[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """One encounter of the store. ``at`` is when it was opened, ``changed`` when its last line was written (ms).

    Of one whose first or last line cannot be read (``damaged``) nothing else is known than what stands beside them.
    """

    encounter: str
    system: str
    rules: str
    seats: tuple[str, ...]
    version: int
    at: int
    changed: int
    outcome: str | None
    imported: bool
    archived: bool = False
    damaged: bool = False
