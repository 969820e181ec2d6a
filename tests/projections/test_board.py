"""The board: who stands where, what they fight about, and the picture of it."""

from itertools import pairwise

from domain.encounter import Encounter
from domain.events import BoardChanged, CombatantJoined, Event
from domain.evolve import evolve
from projections.board import board
from projections.boards.standing import Standing
from projections.boards.tiles import Contact, Tile, TilesView
from projections.drawing import drawing
from tests.projections.fights import ETIQUETTE, Written, duel


def tile(view: TilesView, name: str) -> Tile:
    return next(each for each in view.tiles if each.id == name)


def laid(tiles: list[str], links: list[tuple[str, str]], *events: Event) -> TilesView:
    encounter = Encounter()
    pairs = [list(pair) for pair in links]
    for event in (
        BoardChanged(change="tiles", detail={"tiles": tiles}),
        BoardChanged(change="links", detail={"links": pairs}),
        *events,
    ):
        encounter = evolve(encounter, event)
    return on_tiles(encounter)


def on_tiles(encounter: Encounter) -> TilesView:
    view = board(encounter)
    assert isinstance(view, TilesView)
    return view


def joined(who: str, at: str, life: str = "active") -> CombatantJoined:
    return CombatantJoined(who=who, side=who, kind="player", at=at, life=life)


def test_every_tile_names_its_neighbours_and_who_stands_there() -> None:
    view = on_tiles(Written().now)
    assert [each.id for each in view.tiles] == [*(f"T{number}" for number in range(10)), "S5"]
    assert tile(view, "T5").neighbours == ("T4", "T6", "S5")
    assert tile(view, "T4").standing == (Standing(who="Bo", side="Bo", alive=True),)


def test_foes_on_one_tile_are_a_contact_until_they_have_decided() -> None:
    fight = Written()
    fight.do("begin_move", "Ana", allowance=4)
    fight.do("move", "Ana", to="T3")
    assert tile(on_tiles(fight.now), "T4").contact is None
    fight.do("move", "Ana", to="T4")
    assert tile(on_tiles(fight.now), "T4").contact == Contact(between=("Ana", "Bo"), state="open")
    fight.do("decline", "Ana")
    assert tile(on_tiles(fight.now), "T4").contact == Contact(between=("Ana", "Bo"), state="open")
    fight.do("decline", "Bo")
    assert tile(on_tiles(fight.now), "T4").contact == Contact(between=("Ana", "Bo"), state="declined")
    fight.do("move", "Ana", to="T5")
    assert tile(on_tiles(fight.now), "T4").contact is None


def test_a_combat_takes_the_place_of_the_contact() -> None:
    there = tile(on_tiles(duel().now), "T4")
    assert (there.contact, there.combats) == (None, ("E1",))


def test_units_of_one_owner_make_no_contact() -> None:
    fight = Written(ETIQUETTE)
    fight.do("begin_move", "AnaBot", allowance=2)
    fight.do("move", "AnaBot", to="T1")
    fight.do("move", "AnaBot", to="T2")
    assert [one.who for one in tile(on_tiles(fight.now), "T2").standing] == ["Ana", "AnaBot"]
    assert tile(on_tiles(fight.now), "T2").contact is None


def test_the_dead_lie_where_they_fell_and_meet_nobody() -> None:
    fight = duel()
    for _ in range(2):
        fight.do("attack", "Ana", target="Bo")
        if fight.now.combatants["Bo"].alive:
            fight.do("attack", "Bo", target="Ana")
    there = tile(on_tiles(fight.now), "T4")
    assert there.standing[1] == Standing(who="Bo", side="Bo", alive=False)
    assert (there.contact, there.combats) == (None, ())


def test_a_trap_lies_on_its_tile() -> None:
    fight = duel(allowance=2, settings={"trap_elsewhere_in_combat": "allow"})
    fight.do("use_item", "Ana", item="snare", tile="T5", as_trap=True)
    assert tile(on_tiles(fight.now), "T5").traps == ("snare",)
    assert "^snare" in drawing(board(fight.now))


def test_the_picture_shows_lanes_and_who_stands_under_each_tile() -> None:
    view = laid(
        ["T0", "T1", "T2", "S1"],
        [("T0", "T1"), ("T1", "T2"), ("T1", "S1")],
        joined("Ana", "T1"),
        joined("Bo", "T1"),
        joined("Cy", "T2", life="dead"),
    )
    assert drawing(view) == ("T0 ── T1 ─── T2\n      Ana    †Cy\n      Bo\n      ?\n\n[T1] ── S1\n")


def test_a_link_that_no_row_shows_is_named_below() -> None:
    ring = drawing(laid(["A", "B", "C"], [("A", "B"), ("B", "C"), ("C", "A")]))
    assert ring == "A ── B ── C\n\nAlso linked: A─C"


def test_a_wide_board_goes_on_in_the_next_row() -> None:
    tiles = [f"T{number}" for number in range(12)]
    rows = drawing(laid(tiles, list(pairwise(tiles))), width=44).splitlines()
    assert rows[0] == "T0 ── T1 ── T2 ── T3 ── T4 ── T5 ── T6 ──"
    assert rows[2] == " ── T7 ── T8 ── T9 ── T10 ── T11"


def test_every_link_of_a_board_is_in_its_picture() -> None:
    names = [f"{letter}{number}" for letter in "abcd" for number in range(4)]
    links = [(one, other) for one in names for other in names if _beside(one, other)]
    picture = drawing(laid(names, links))
    flat = picture.replace("──\n\n ──", "──").replace(" ── ", "─").replace(",\n  ", ",")
    assert all(f"{one}─{other}" in flat or f"{other}─{one}" in flat for one, other in links)


def _beside(one: str, other: str) -> bool:
    steps = (ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1]))
    return steps in ((0, 1), (1, 0))


def test_an_empty_board_is_an_empty_picture() -> None:
    assert drawing(board(Encounter())) == ""
