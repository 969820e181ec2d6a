"""A new encounter: its set-up as lines, the anchor of its first chain in line 0, a token for each seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, cast

from domain import deciding
from domain.events import EncounterOpened
from domain.refusals import Refused
from domain.table.names import must_be_seats
from ledger.dice.entropy import Chains
from ledger.dice.secrets import new_token, token_hash
from ledger.line.attachments import Beside
from ledger.line.canonical import canon
from ledger.line.lines import TooLong, plain
from ledger.table import sealing
from ledger.table.writing import Writing

if TYPE_CHECKING:
    from domain.table.openings import Opening


ChainRow: TypeAlias = tuple[int, int, bytes]
"""The row of a chain: the rolls before it, its length, its seed under the installation's key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogName:
    """The log that an encounter is: its name, and the verifier key of whoever signs its checkpoints."""

    origin: str
    key: str


def write(
    wanted: Opening, encounter: str, writing: Writing, chains: Chains, log: LogName
) -> tuple[dict[str, str], Beside]:
    """Write the set-up; return each seat's token and what is stored beside the lines. Refused says what cannot be."""
    must_be_seats((seat.id for seat in wanted.seats), deciding.RULESETS[wanted.system].WHAT_ONE_MAY_DO)
    first, *events = deciding.open_encounter(wanted, encounter)
    _must_be_alone_with_loaded_dice(cast(EncounterOpened, first))
    opened, chain = begun(cast(EncounterOpened, first), encounter, chains, log)
    try:
        whole = [opened, *events]
        for event in whole:
            canon(plain(event))
        sealing.set_up(writing, whole)
    except TooLong as error:
        raise Refused("invalid_value", f"The set-up is too large: {error}", rule=_rule(opened)) from None
    return seated(opened, writing, chain)


def begun(
    opened: EncounterOpened, encounter: str, chains: Chains, log: LogName
) -> tuple[EncounterOpened, ChainRow | None]:
    """Return line 0 with its id, its log and the anchor of a chain of its own, and the row of that chain."""
    opened = replace(opened, encounter=encounter, origin=log.origin, log_key=log.key, anchor=None)
    if opened.dice != "ledger":
        return opened, None
    chain, row = chains.new(encounter, 0)
    return replace(opened, anchor=chain.anchor.hex()), row


def seated(opened: EncounterOpened, writing: Writing, chain: ChainRow | None) -> tuple[dict[str, str], Beside]:
    """Return a new token for each seat, and what is stored beside the lines."""
    keys = {seat["id"]: new_token() for seat in opened.seats}
    hashes = tuple((seat, token_hash(key)) for seat, key in keys.items())
    return keys, Beside(encounter=opened.encounter, words=tuple(writing.words), chain=chain, seats=hashes)


def _must_be_alone_with_loaded_dice(opened: EncounterOpened) -> None:
    players = [seat["id"] for seat in opened.seats if seat["role"] != "spectator"]
    if opened.dice == "loaded" and len(players) > 1:
        message = f"Dice cannot be loaded where {' and '.join(players)} play: they are for examples with one seat."
        raise Refused("unsupported_setting", message, rule=_rule(opened))


def _rule(opened: EncounterOpened) -> str:
    """Return the rule of the system that lists what one may do: no rule speaks of a ledger's own limits."""
    return deciding.RULESETS[opened.system].WHAT_ONE_MAY_DO
