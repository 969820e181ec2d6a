"""What a verifier checks of the links that salt a roll."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.line.entries import EntropyRevealed, Json
from ledger.line.forms import Wrong, must_hold
from ledger.line.lines import Line
from ledger.line.spellings import is_hash
from ledger.table import rolling
from ledger.table.table import Table


def salts(
    table: Table, encounter: str, line: Line, revealed: EntropyRevealed, named: Mapping[str, int]
) -> list[tuple[str, int, bytes]]:
    """Return (party, number, link) of every link that came, all of them good; Wrong says which is not."""
    came = revealed.contributions or {}
    if not set(came) <= set(named) or list(revealed.missing) != sorted(set(named) - set(came)):
        raise Wrong("Its links, and those it misses, are not those that the command named.")
    for party, given in came.items():
        _must_be_a_link(given)
        rolling.must_fit(table, encounter, party, revealed.roll, given["link"], given["sig"])
    opened = table.open_roll
    if revealed.missing and (
        opened is None or not rolling.may_go_without(table, opened, list(revealed.missing), line.at)
    ):
        raise Wrong(f"The link of {revealed.missing[0]} may not be left out.")
    return [(party, named[party], bytes.fromhex(given["link"])) for party, given in came.items()]


def _must_be_a_link(given: object) -> None:
    what = "A contribution is not a link of 64 hexadecimal digits and a signature."
    must_hold(given, ("link", "sig"), _is_a_link, what)


def _is_a_link(given: Json) -> bool:
    return given.keys() == {"link", "sig"} and is_hash(given["link"]) and type(given["sig"]) is str
