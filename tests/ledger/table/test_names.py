"""Names beside ids: who may give them, where they are said, and true ones that the referee seals and opens."""

from __future__ import annotations

from typing import Any

import pytest

from domain.deciding import open_encounter
from domain.refusals import Refused
from domain.replaying import replay
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.refusals import NotNamed
from projections import naming
from projections.chronicle import chronicle
from projections.marking import WhoPart
from projections.preview import preview
from projections.streams.live import from_version
from projections.view import view
from projections.why import why
from tests.ledger.fights import Player
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS

STRANGER, TRUE = "Der Fremde — 旅人", "Count Orlo of the Marsh"
NAMED = {"verdigris": {"Yard": "The old yard"}, "vanguard": {"rear": "The back of the hall"}, "storyteller": {}}


def opening_with_names(system: str) -> dict[str, Any]:
    """Return an opening in which a foe, and a place, are called otherwise."""
    body = OPENINGS[system]
    among = "groups" if system == "vanguard" else "combatants"
    named = [{**each, "name": STRANGER} if each["id"] in ("Gob", "Gobs") else each for each in body[among]]
    return {**body, among: named, "names": NAMED[system]}


def foe(system: str) -> str:
    return "Gobs" if system == "vanguard" else "Gob"


def opened(ledger: Ledger, system: str) -> Player:
    return Player(ledger, ledger.open(opening_of(opening_with_names(system))).encounter)


@pytest.mark.parametrize("system", NAMED)
def test_a_name_is_told_in_place_of_the_id_and_lines_keep_the_id(system: str) -> None:
    with Ledger() as ledger:
        fight = ledger.fight(opened(ledger, system).encounter, "ana")
        told = "\n".join(entry.text for entry in chronicle(fight.lines))
        assert STRANGER in told
        assert f"{foe(system)} joined" not in told
        assert [each.name for each in view(fight).combatants if each.id == foe(system)] == [STRANGER]
        assert view(fight).names == {foe(system): STRANGER, **NAMED[system]}
        parts = (part for entry in chronicle(fight.lines) for each in entry.clauses for part in each.parts)
        who = {part.who for part in parts if isinstance(part, WhoPart)}
        assert foe(system) in who
        assert STRANGER in " ".join(why(fight.lines, f"{foe(system)}.at").sentences)


@pytest.mark.parametrize("system", NAMED)
def test_a_true_name_is_known_to_the_referee_alone_until_it_is_opened(system: str) -> None:
    with Ledger() as ledger:
        table = opened(ledger, system)
        table.does({"do": "seal", "by": "gm", "whose": foe(system), "name": TRUE}, seat="gm")
        for seat in ("ana", "eve"):
            fight = ledger.fight(table.encounter, seat)
            assert view(fight).true_names == {}
            assert TRUE not in str(view(fight)) + str(chronicle(fight.lines))
        gm = ledger.fight(table.encounter, "gm")
        assert view(gm).true_names == {foe(system): TRUE}
        assert view(gm).names[foe(system)] == STRANGER
        before = gm.version
        live = from_version(ledger.fight(table.encounter, "eve"), before)
        sealed = next(line.n for line in gm.lines if line.type == "Sealed" and line.cause is not None)
        table.does({"do": "unseal", "by": "gm", "of": [sealed]}, seat="gm")
        for seat in ("gm", "ana", "eve"):
            fight = ledger.fight(table.encounter, seat)
            assert view(fight).names[foe(system)] == TRUE
            assert view(fight).true_names == {}
            assert view(fight, before).names[foe(system)] == STRANGER
            assert TRUE in chronicle(fight.lines)[-1].text
        live.after(ledger.fight(table.encounter, "eve").lines[before + 1 :])
        assert live.view["names"][foe(system)] == TRUE


def test_refusals_and_previews_say_the_name() -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris")
        table.does({"do": "start", "by": "gm"}, seat="gm")
        with pytest.raises(Refused, match=STRANGER) as refused:
            table.does({"do": "attack", "who": "Gob", "target": "Gob", "weapon": "fists"}, seat="gm")
        assert "Gob" not in refused.value.message
        fight = ledger.fight(table.encounter, "gm")
        body = {"do": "hand_over", "who": "Gob", "to": "ana"}
        assert STRANGER in preview(fight, "gm", command_of(body, "verdigris"), body).text


def test_the_host_names_what_is_there_and_nothing_in_reserve() -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris")
        for number, (of, name) in enumerate((("Ana", "Anna"), ("Barn", "The barn"), ("fists", "Bare hands"))):
            ledger.rename(table.encounter, "gm", of, name, cmd=f"n{number}")
            assert naming.called(ledger.fight(table.encounter, "eve"))[of] == name
        with pytest.raises(NotNamed, match="nothing here"):
            ledger.rename(table.encounter, "gm", LURKER, "Nobody", cmd="n9")


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"names": {"Cellar": "The cellar"}}, "nothing here has that id"), ({"names": {"Yard": "\u200b"}}, "work unseen")],
    ids=["a place that is not there", "a name that nobody sees"],
)
def test_no_fight_begins_with_names_of_nothing_or_of_nothing_seen(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        open_encounter(opening_of({**OPENINGS["verdigris"], **changes}), "0" * 32)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"by": "ana", "whose": "Gob", "name": TRUE}, "referee"),
        ({"by": "gm", "whose": "Nobody", "name": TRUE}, "nobody is called that"),
        ({"by": "gm", "whose": "Gob"}, "a true name says whose"),
        ({"by": "gm", "name": TRUE}, "a true name says whose"),
        ({"by": "gm", "whose": "Gob", "name": "\u200b"}, "work unseen"),
    ],
)
def test_true_names_are_the_referees_and_somebodys(body: dict[str, Any], said: str) -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris")
        with pytest.raises(Refused, match=said):
            table.does({"do": "seal", **body}, seat=body["by"])


def test_whoever_is_revealed_comes_with_the_name_that_the_sheet_gave() -> None:
    body = OPENINGS["verdigris"]
    hidden = [{**each, "name": STRANGER} if each["id"] == LURKER else each for each in body["combatants"]]
    with Ledger() as ledger:
        table = Player(ledger, ledger.open(opening_of({**body, "combatants": hidden})).encounter)
        table.does({"do": "start", "by": "gm"}, seat="gm")
        assert STRANGER not in str(view(ledger.fight(table.encounter, "ana")))
        table.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "Barn"}, seat="gm")
        assert view(ledger.fight(table.encounter, "ana")).names == {LURKER: STRANGER}


def test_who_waits_in_reserve_is_named_for_the_referee_alone_until_the_name_is_opened() -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris")
        sealed = table.does({"do": "seal", "by": "gm", "whose": LURKER, "name": TRUE}, seat="gm").version
        assert view(ledger.fight(table.encounter, "gm")).true_names == {LURKER: TRUE}
        for reveals in (False, True):
            if reveals:
                table.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "Barn"}, seat="gm")
            told = view(ledger.fight(table.encounter, "ana"))
            assert TRUE not in str(told)
            assert (LURKER in str(told)) == reveals
        table.does({"do": "unseal", "by": "gm", "of": [sealed]}, seat="gm")
        assert view(ledger.fight(table.encounter, "ana")).names[LURKER] == TRUE


def test_an_encounter_without_names_folds_to_none() -> None:
    assert replay(open_encounter(opening_of(OPENINGS["verdigris"]), "0" * 32)).names == {}
