"""Dice notation, and the sources of faces that need no ledger."""

from __future__ import annotations

import pytest

from domain.dice import DiceNeeded, NoDice, Notation, Scripted, canonical, notation


@pytest.mark.parametrize(
    ("text", "written"),
    [("2d6", "2d6"), ("d20", "1d20"), ("1d6+3", "1d6+3"), ("4d8-2", "4d8-2"), ("200d1000", "200d1000")],
)
def test_dice_are_read_and_written_in_one_form(text: str, written: str) -> None:
    assert str(notation(text)) == written


@pytest.mark.parametrize("text", ["", "2", "d", "2d", "0d6", "2d6+", "2 d6", "-1d6", "2d6*2", "٢d٦", "1d6+1000"])
def test_what_is_no_dice_is_said_so(text: str) -> None:
    with pytest.raises(ValueError, match="is not dice: write them like"):
        notation(text)


@pytest.mark.parametrize("text", ["201d6", "1d1", "1d1001"])
def test_dice_have_bounds(text: str) -> None:
    with pytest.raises(ValueError, match="out of bounds: at most 200 dice with 2 to 1000 sides"):
        notation(text)


def test_no_dice_are_always_needed() -> None:
    with pytest.raises(DiceNeeded, match="Ana rolls 2d6 for attack") as needed:
        NoDice().roll("Ana", "attack", Notation(count=2, sides=6))
    assert (needed.value.by, needed.value.purpose, str(needed.value.dice)) == ("Ana", "attack", "2d6")


def test_a_script_gives_its_faces_in_order_until_it_is_spent() -> None:
    script = Scripted([3, 6, 1])
    assert script.roll("Ana", "attack", notation("2d6")).faces == (3, 6)
    assert script.left == [1]
    with pytest.raises(DiceNeeded):
        script.roll("Bo", "defense", notation("2d6"))


def test_a_script_refuses_a_face_that_the_die_has_not() -> None:
    with pytest.raises(ValueError, match="7 is not a face of a d6"):
        Scripted([7]).roll("Ana", "attack", notation("1d6"))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("2d6 + 3", "2d6+3"),
        ("1D6", "1d6"),
        (" 2D6- 1", "2d6-1"),
        ("1d8 \N{MINUS SIGN} 1", "1d8-1"),
        ("2d4\N{EN DASH}2", "2d4-2"),
        ("D20", "1d20"),
        ("1", 1),
        ("0", 0),
        ("1d1", 1),
        ("2d1+3", 5),
        ("1d1-4", 0),
    ],
)
def test_dice_are_read_as_they_are_printed_and_kept_in_one_form(text: str, kept: str | int) -> None:
    assert canonical(text) == kept
    assert canonical(str(kept)) == kept


@pytest.mark.parametrize("text", ["", "+3", "2 d6", "1d6 ++ 2", "one", "2d6 3", "1000", "-1", "1d1001", "201d6"])
def test_what_no_page_prints_is_no_dice(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not dice|out of bounds"):
        canonical(text)


@pytest.mark.parametrize("text", ["1D6", "1d6 + 1", "1d1", "3"])
def test_dice_that_are_kept_have_one_form(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not dice|out of bounds"):
        notation(text)
