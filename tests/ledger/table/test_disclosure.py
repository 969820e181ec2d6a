"""What a side shows of its pools to the others: numbers, words, a bar or nothing; lines hold numbers all the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from domain.deciding import open_encounter
from domain.refusals import Refused
from domain.table.disclosure import tenths, words_for
from ledger.application import Ledger
from projections.chronicle import chronicle
from projections.history.annals import Chronicles
from projections.history.difference import difference
from projections.odds import Fate, Odds
from projections.odds.disclosure import odds_to
from projections.odds.exact import exact
from projections.streams.live import from_version
from projections.view import View, view
from tests.ledger.fights import Player
from tests.openings import opening_of
from tests.secrecy import OPENINGS

SIDES = {"verdigris": ("enemies", "Gob"), "storyteller": ("adversaries", "Gob"), "vanguard": ("monsters", "Gobs")}


def opened(ledger: Ledger, system: str, shows: str) -> Player:
    side, _ = SIDES[system]
    body = {**OPENINGS[system], "disclosure": {side: shows}}
    return Player(ledger, ledger.open(opening_of(body)).encounter)


def of(told: View, who: str) -> Any:
    return next(each for each in told.combatants if each.id == who)


@pytest.mark.parametrize("system", SIDES)
@pytest.mark.parametrize(("shows", "told"), [("words", ["unhurt"]), ("bar", [10]), ("nothing", [])])
def test_foes_show_what_was_agreed_and_their_own_side_and_the_referee_numbers(
    system: str, shows: str, told: list[Any]
) -> None:
    _, foe = SIDES[system]
    with Ledger() as ledger:
        table = opened(ledger, system, shows)
        for seat in ("ana", "eve"):
            seen = of(view(ledger.fight(table.encounter, seat)), foe)
            assert seen.pools == {}
            assert list(seen.vague.values()) == told
        own = of(view(ledger.fight(table.encounter, "ana")), "Ana")
        assert own.pools
        assert own.vague is None
        assert of(view(ledger.fight(table.encounter, "gm")), foe).pools
        assert of(view(ledger.fight(table.encounter)), foe).pools


@pytest.mark.parametrize("system", SIDES)
def test_numbers_is_the_default_and_is_stored_as_before(system: str) -> None:
    _, foe = SIDES[system]
    with Ledger() as ledger:
        table = Player(ledger, ledger.open(opening_of(OPENINGS[system])).encounter)
        assert b"disclosure" not in ledger.fight(table.encounter).lines[0].raw
        assert of(view(ledger.fight(table.encounter, "ana")), foe).pools
        shown = opened(ledger, system, "numbers")
        assert of(view(ledger.fight(shown.encounter, "ana")), foe).pools


@pytest.mark.parametrize(
    ("shows", "said"),
    [("words", "Gob took damage, hurt now"), ("bar", "Gob took damage, 6 tenths left"), ("nothing", "Gob took damage")],
)
def test_the_chronicle_of_a_seat_says_no_more_and_lines_and_the_referees_hold_numbers(shows: str, said: str) -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris", shows)
        table.does(
            {"do": "override", "by": "gm", "who": "Gob", "what": "hp", "value": 2, "reason": "A stone fell."}, seat="gm"
        )
        ana, gm = ledger.fight(table.encounter, "ana"), ledger.fight(table.encounter, "gm")
        told, whole = chronicle(ana.lines, ana.seat)[-1].text, chronicle(gm.lines, gm.seat)[-1].text
        assert "hp 3 to 2" in whole
        assert "hp 3 to 2" not in told
        assert Chronicles().of(ana)[-1].text == told
        assert any("hp 3 to 2" in each.text for each in chronicle(ana.lines))
        assert said in told
        assert b'"after":2' in ana.lines[-1].raw or b'"after":2' in b"".join(line.raw for line in ana.lines)
        assert "Gob.hp" not in {each.value for each in difference(ana, 5, ana.version).values}
        assert "Gob.hp" in {each.value for each in difference(gm, 5, gm.version).values}


def test_the_stream_of_a_seat_says_what_its_view_says() -> None:
    with Ledger() as ledger:
        table = opened(ledger, "verdigris", "words")
        before = ledger.fight(table.encounter, "ana")
        live = from_version(before, before.version)
        table.does(
            {"do": "override", "by": "gm", "who": "Gob", "what": "hp", "value": 1, "reason": "A stone fell."}, seat="gm"
        )
        fight = ledger.fight(table.encounter, "ana")
        live.after(fight.lines[before.version + 1 :])
        gob = next(each for each in live.view["combatants"] if each["id"] == "Gob")
        assert (gob["pools"], gob["vague"]) == ({}, {"hp": "badly hurt"})


def test_odds_tell_a_hit_and_no_fate_of_whom_no_numbers_are_shown() -> None:
    half = exact(Fraction(1, 2))
    fates = tuple(Fate(who=who, life="dead", chance=half) for who in ("Ana", "Gob"))
    found = Odds(hit=half, results=(), losses=(), gains=(), fates=fates, assumes=())
    with Ledger() as ledger:
        table = opened(ledger, "storyteller", "words")
        told = odds_to(ledger.fight(table.encounter, "ana"), found)
        assert (told.hit, [each.who for each in told.fates]) == (half, ["Ana"])
        assert odds_to(ledger.fight(table.encounter, "gm"), found) == found


ROUGH = [(9, 9, "unhurt", 10), (8, 9, "hurt", 8), (5, 10, "hurt", 5), (4, 9, "badly hurt", 4), (1, 30, "badly hurt", 1)]


@pytest.mark.parametrize(("now", "most", "word", "bar"), [*ROUGH, (0, 9, "badly hurt", 0)])
def test_words_and_bars_are_rough(now: int, most: int, word: str, bar: int) -> None:
    assert (words_for(now, most), tenths(now, most)) == (word, bar)


def test_no_side_is_disclosed_that_there_is_not() -> None:
    with pytest.raises(Refused, match="the sides are"):
        open_encounter(opening_of({**OPENINGS["verdigris"], "disclosure": {"wolves": "bar"}}), "0" * 32)
