"""What a reveal, a rewind and the end of a ledger bring to light: what the ledger sealed, and no note of a seat."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.refusals import Refused
from ledger.application import Ledger
from ledger.line.entries import Unsealed
from ledger.proof.verifying import verify
from ledger.table import knowledge
from projections.chronicle import chronicle
from tests.ledger.fights import Player, refusal
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS, PLACE

pytestmark = pytest.mark.parametrize("system", sorted(OPENINGS))
SALE = "I will sell them to the duke."
NOTES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ana", {"do": "seal", "by": "ana", "text": SALE, "facts": {"who": LURKER}}),
    ("ana", {"do": "seal", "by": "ana", "text": SALE, "title": LURKER, "to": ["gm"]}),
    ("gm", {"do": "seal", "by": "gm", "text": SALE, "facts": {"who": LURKER}}),
    ("gm", {"do": "seal", "by": "gm", "text": SALE, "facts": {"who": LURKER}, "to": ["ana"]}),
    ("gm", {"do": "secret_roll", "by": "gm", "dice": "1d6", "purpose": LURKER}),
)
"""What seats seal about somebody in reserve, each with the seat."""


@pytest.fixture
def player(tmp_path: Path, system: str) -> Iterator[Player]:
    """Give somebody who plays a fight with one in reserve."""
    with Ledger(tmp_path) as ledger:
        yield Player(ledger, ledger.open(opening_of({**OPENINGS[system], "rewind": "referee"})).encounter)


def reveal(player: Player, system: str) -> list[int]:
    """Bring the one in reserve to light, and return which lines that opened."""
    answer = player.does({"do": "reveal", "by": "gm", "who": LURKER, "at": PLACE[system]}, seat="gm")
    return [line.entry.of for line in answer.lines if isinstance(line.entry, Unsealed)]


def notes(player: Player) -> list[int]:
    """Let the seats seal all of that, and return the lines."""
    return [line.n for seat, note in NOTES for line in player.does(note, seat=seat).lines]


def ended(player: Player, system: str) -> None:
    """End the encounter and close its ledger."""
    start = {"storyteller": "open", "storyteller in zones": "open"}.get(system, "start")
    if refusal(player, {"do": "end_encounter", "by": "gm"}, seat="gm") is not None:
        player.does({"do": start, "by": "gm"}, seat="gm")
        player.does({"do": "end_encounter", "by": "gm"}, seat="gm")
    player.ledger.close_ledger(player.encounter, "gm", cmd="close")


def texts(player: Player, seat: str) -> str:
    """Return all that a seat is told, and its file."""
    fight = player.ledger.fight(player.encounter)
    views = (player.ledger.fight(player.encounter, seat), knowledge.in_hindsight(fight, seat))
    exported = player.ledger.export(player.encounter, seat).decode()
    return exported + "".join(str(chronicle(view.lines)) for view in views)


def test_a_reveal_opens_what_the_ledger_sealed_of_them_and_nothing_that_a_seat_sealed(
    player: Player, system: str
) -> None:
    sealed = notes(player)
    said = player.does({"do": "override", "by": "gm", **override(player), "reason": LURKER}, seat="gm")
    opened = reveal(player, system)
    assert not {*sealed} & {*opened}
    assert {line.n for line in said.lines if line.type in ("CommandAccepted", "Sealed")} < {*opened}
    assert SALE not in texts(player, "eve")


def override(player: Player) -> dict[str, Any]:
    """Return whom to overrule in what: Ana, of whom everybody knows, is somewhat less well than before."""
    pools = player.ledger.fight(player.encounter).encounter.combatants["Ana"].pools
    pool = next(pool for pool in pools.values() if pool.now > 1)
    return {"who": "Ana", "what": pool.name, "value": pool.now - 1}


def test_a_note_about_somebody_in_reserve_is_opened_by_its_seat_before_and_after_the_reveal(
    player: Player, system: str
) -> None:
    before, after = (player.does(NOTES[0][1], seat="ana").version for _ in range(2))
    player.does({"do": "unseal", "by": "ana", "of": [before]}, seat="ana")
    assert before not in reveal(player, system)
    player.does({"do": "unseal", "by": "ana", "of": [after]}, seat="ana")
    assert texts(player, "eve").count(SALE) >= 2
    assert verify(player.ledger.export(player.encounter, "eve")).broken is None


def test_a_second_reveal_after_taking_back_the_first_opens_no_note_either(player: Player, system: str) -> None:
    notes(player)
    before = player.ledger.fight(player.encounter).version
    reveal(player, system)
    player.ledger.ask_rewind(player.encounter, "gm", before, "Too early.", "back")
    sealed = notes(player)
    assert not {*sealed} & {*reveal(player, system)}
    assert SALE not in texts(player, "eve")


def test_with_the_ledger_closed_a_note_stays_its_seats_own_unless_that_seat_closed(player: Player, system: str) -> None:
    player.does({"do": "seal", "by": "ana", "text": SALE}, seat="ana")
    player.does({"do": "seal", "by": "ana", "text": "Said and done."}, seat="ana")
    player.does({"do": "seal", "by": "ana", "text": "For the next evening."}, seat="ana")
    player.does({"do": "seal", "by": "gm", "text": "It gives way."}, seat="gm")
    player.does({"do": "secret_roll", "by": "gm", "dice": "1d6", "purpose": "stealth"}, seat="gm")
    _, done, kept = (line.n for line in player.ledger.fight(player.encounter).lines if is_a_note_of(line, "ana"))
    player.does({"do": "unseal", "by": "ana", "of": [done]}, seat="ana")
    player.ledger.withhold(player.encounter, "ana", kept, "Mine.", cmd="keep")
    ended(player, system)
    told = texts(player, "eve")
    assert all(each in told for each in ("It gives way.", "stealth", LURKER, "Said and done."))
    assert SALE not in told
    assert "For the next evening." not in told
    assert SALE in texts(player, "ana")
    assert "For the next evening." in texts(player, "ana")
    found = verify(player.ledger.export(player.encounter, "eve"))
    assert found.broken is None
    assert len(found.unopened) == 2


def is_a_note_of(line: Any, seat: str) -> bool:
    return line.type == "CommandAccepted" and (line.entry.decl["seat"], "sealed" in line.entry.decl) == (seat, True)


def test_with_the_ledger_closed_by_a_seat_its_own_notes_are_open(player: Player, system: str) -> None:
    player.does({"do": "seal", "by": "gm", "text": SALE}, seat="gm")
    ended(player, system)
    assert SALE in texts(player, "eve")
    assert verify(player.ledger.export(player.encounter, "eve")).unopened == ()


def test_nobody_in_reserve_has_a_name_that_a_seat_could_have(player: Player, system: str) -> None:
    opening = OPENINGS[system]
    among = "groups" if "groups" in opening else "combatants"
    lurking = next(each for each in opening[among] if each["id"] == LURKER)
    with pytest.raises(Refused, match="lurker cannot be in reserve: a seat could have that name"):
        player.does({"do": "add_combatant", "by": "gm", "sheet": {**lurking, "id": "lurker"}}, seat="gm")
    sheets = [{**each, "id": "lurk-2"} if each is lurking else each for each in opening[among]]
    with pytest.raises(Refused, match="lurk-2 cannot be in reserve"):
        player.ledger.open(opening_of({**opening, among: sheets}))
    player.does({"do": "add_combatant", "by": "gm", "sheet": {**lurking, "id": "lurk_2"}}, seat="gm")
