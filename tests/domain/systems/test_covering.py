"""What the storyteller covers of the picture under the grid, and shows: from the opening on, to all or to one seat."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import decide, offers, open_encounter
from domain.encounter import Encounter
from domain.events import BoardChanged
from domain.evolve import evolve
from domain.offers import bodies
from domain.places.grid import Grid, covered_from
from domain.refusals import Refused
from domain.replaying import replay
from domain.rulesets.storyteller.referee import covering
from tests.domain.systems.storyteller import Hero, Listed, begun_with, go
from tests.openings import opening_of
from tests.secrecy import OPENINGS

NAME = "b954f856594ea765cbf919e5db904b693486f651fc225f290da5e12f65976e51"


def cellar(**board: Any) -> Encounter:
    """Return a fight of a referee and two players on a board with a picture."""
    usual = OPENINGS["storyteller"]
    stated = {"width": 6, "height": 4, "picture": NAME, **board}
    seats = [{"id": "gm", "role": "referee"}, {"id": "ana"}, {"id": "bo"}, {"id": "eve", "role": "spectator"}]
    people = [{**each, "at": "1:1"} for each in usual["combatants"][:1]]
    opening = opening_of({**usual, "board": stated, "seats": seats, "combatants": people})
    return replay(open_encounter(opening, "e"))


def changed(now: Encounter, change: str, corner: str | None, opposite: str | None, **stated: Any) -> Encounter:
    """Return the fight after what the storyteller covered, or showed."""
    body = {"do": "change_board", "by": "gm", "change": change, "corner": corner, "opposite": opposite, **stated}
    for event in decide(go.command(body), now, Listed([])):
        now = evolve(now, event)
    return now


def hidden(now: Encounter, seat: str) -> int:
    """Return how many squares are covered from a seat."""
    return sum(wide * high for _, _, wide, high in covered_from(now.grid.covers, seat, 6, 4))


def test_sto_107_what_is_covered_is_told_as_a_rectangle_whichever_corners_were_named() -> None:
    body = {"do": "change_board", "by": "gm", "change": "cover", "corner": "4:3", "opposite": "2:1"}
    (event,) = decide(go.command({**body, "reason": "the vault"}), cellar(), Listed([]))
    assert isinstance(event, BoardChanged)
    assert (event.change, event.detail, event.by) == ("covered", {"areas": [[2, 1, 3, 3]]}, "gm")
    assert (event.reason, event.rules) == ("the vault", ("STO-107",))


def test_sto_107_a_part_is_shown_to_one_seat_then_to_all_and_covered_anew_from_everybody() -> None:
    now = cellar(covered=[["0:0", "5:3"]])
    assert [hidden(now, seat) for seat in ("ana", "bo", "late")] == [24, 24, 24]
    now = changed(now, "uncover", "0:0", "1:1", to="ana")
    assert [hidden(now, seat) for seat in ("ana", "bo", "late")] == [20, 24, 24]
    now = changed(now, "uncover", "0:0", "0:3")
    assert [hidden(now, seat) for seat in ("ana", "bo", "late")] == [18, 20, 20]
    now = changed(now, "cover", "0:0", "5:0")
    assert [hidden(now, seat) for seat in ("ana", "bo", "late")] == [20, 21, 21]
    assert hidden(changed(now, "uncover", "0:0", "5:3"), "bo") == 0


def test_sto_107_what_may_be_covered_and_shown_is_offered_and_every_offer_taken() -> None:
    now = cellar()
    for change, corner, opposite, to in (
        ("cover", "0:0", "5:3", None),
        ("uncover", "0:0", "1:1", "ana"),
        ("uncover", "3:0", "5:1", None),
        ("uncover", "0:0", "5:3", "ana"),
    ):
        for offer in offers(now):
            if offer.closed.get("change") in (("cover",), ("uncover",)):
                for body in bodies(offer):
                    decide(go.command(body), now, Listed([]))
        now = changed(now, change, corner, opposite, to=to)
    (shown,) = (offer for offer in offers(now) if offer.closed.get("change") == ("uncover",))
    assert shown.closed["to"] == (None, "bo", "eve")
    (cover,) = (offer for offer in offers(now) if offer.closed.get("change") == ("cover",))
    assert cover.by == "gm"
    assert not any(offer.closed.get("change") == ("cover",) for offer in offers(cellar(covered=[["0:0", "5:3"]])))


@pytest.mark.parametrize(
    ("change", "stated", "code", "told"),
    [
        ("cover", {"corner": "0:0"}, "invalid_value", "has a corner, and one opposite to it"),
        ("cover", {"opposite": "0:0"}, "invalid_value", "has a corner, and one opposite to it"),
        ("cover", {"corner": "0:0", "opposite": "6:0"}, "invalid_value", "6:0 lies outside of the grid"),
        ("cover", {"corner": "3:3", "opposite": "2:2"}, "invalid_value", "all from 2:2 to 3:3 is covered already"),
        ("cover", {"corner": "0:0", "opposite": "1:1", "to": "ana"}, "invalid_value", "takes no to"),
        ("uncover", {"corner": "0:0", "opposite": "1:1"}, "invalid_value", "nothing from 0:0 to 1:1 is covered:"),
        ("uncover", {"corner": "0:0", "opposite": "1:1", "to": "bo"}, "invalid_value", "is covered from bo"),
        ("uncover", {"corner": "2:2", "opposite": "3:3", "to": "zoe"}, "unknown_id", "there is no such seat"),
        ("uncover", {"corner": "2:2", "opposite": "3:3", "to": "gm"}, "invalid_value", "nothing is covered from gm"),
    ],
)
def test_sto_107_what_covers_or_shows_nothing_is_refused(
    change: str, stated: dict[str, Any], code: str, told: str
) -> None:
    now = changed(cellar(), "cover", "2:2", "5:3")
    with pytest.raises(Refused) as caught:
        decide(go.command({"do": "change_board", "by": "gm", "change": change, **stated}), now, Listed([]))
    assert caught.value.code == code
    assert told in f"{caught.value}:".replace(".:", ":")


def test_sto_107_nothing_is_covered_where_there_is_no_picture_and_by_nobody_but_the_storyteller() -> None:
    body = {"do": "change_board", "change": "cover", "corner": "0:0", "opposite": "1:1"}
    with pytest.raises(Refused, match="the board has no picture"):
        decide(go.command({**body, "by": "gm"}), cellar(picture=None), Listed([]))
    with pytest.raises(Refused) as caught:
        decide(go.command({**body, "by": "ana"}), cellar(), Listed([]))
    assert caught.value.code == "not_your_decision"
    zones = begun_with([Hero("Ana", at="Hall")], board={"zones": ["Hall", "Yard"]})
    with pytest.raises(Refused, match="in zones a change is a zone"):
        decide(go.command({**body, "by": "st"}), zones, Listed([]))
    with pytest.raises(Refused, match="no picture"):
        cellar(picture=None, covered=[["0:0", "1:1"]])
    with pytest.raises(Refused, match="lies outside of the grid"):
        cellar(covered=[["0:0", "9:1"]])


def test_sto_107_what_is_covered_is_made_up_of_so_many_rectangles_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(covering, "MOST_AREAS", 2)
    now = changed(changed(cellar(), "cover", "0:0", "0:0"), "cover", "2:0", "2:0")
    with pytest.raises(Refused, match="more than 2 rectangles"):
        changed(now, "cover", "4:0", "4:0")
    assert hidden(changed(now, "cover", "1:0", "1:0"), "ana") == 3


def test_a_board_without_a_picture_has_no_copies_of_one() -> None:
    board = cellar(picture=None).board
    assert isinstance(board, Grid)
    assert board.masks == ()
