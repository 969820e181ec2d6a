"""What is checked of a line that gives a name."""

from __future__ import annotations

from domain.events import CombatantJoined, EncounterOpened
from domain.table.names import ENCOUNTER, ID, is_a_name
from ledger.line.entries import Json, Renamed
from ledger.line.forms import Wrong, must_hold
from ledger.line.lines import Line
from ledger.proof.good_lines import GoodLines
from ledger.table import naming


def renamed(checked: GoodLines, _: Line, entry: Renamed) -> None:
    """Check who gives the name, that it is one, and that it is given to something that can have one."""
    checked.must_be_a_player(entry.by)
    if entry.of != ENCOUNTER and not ID.fullmatch(entry.of):
        raise Wrong("It names nothing that has an id.")
    naming.must_be_named(checked.table, entry)
    checked.must_be_signed(entry)


def joined(_: GoodLines, __: Line, entry: CombatantJoined) -> None:
    """Check that whoever comes is called something that is seen."""
    if entry.name is not None and not is_a_name(entry.name):
        raise Wrong("Nobody can be called that.")


def must_be_names(opened: EncounterOpened) -> None:
    """Refuse a title that works unseen, and what gives no name to something with an id."""
    if opened.title is not None and not is_a_name(opened.title):
        raise Wrong("The fight cannot be called that.")
    for each in opened.disclosure:
        must_hold(each, ("side", "shows"), _shows, "What a side discloses is not said by side and what is shown.")
    for each in opened.names:
        must_hold(each, ("of", "name"), _names, "What line 0 calls something is no id and name.")


def _shows(each: Json) -> bool:
    return each.keys() == {"side", "shows"} and all(type(value) is str for value in each.values())


def _names(each: Json) -> bool:
    texts = each.keys() == {"of", "name"} and all(type(value) is str for value in each.values())
    return texts and ID.fullmatch(each["of"]) is not None and is_a_name(each["name"])
