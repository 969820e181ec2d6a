"""The card of a fight as PNG: the same shapes as in SVG, and no sign that its fonts lack."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from files import rosters
from ledger.application import Ledger
from projections.cards.card import COLORS, HIGH, PAPER, WIDE, Card, card
from projections.cards.png import can_write, png
from projections.cards.shapes import DASHED, Bar, Figure, Writing
from tests.projections.test_card import figures, pursued

ROOT = Path(__file__).resolve().parents[2]


def painted(drawn: Card) -> Image.Image:
    """Return the picture of a card."""
    found = Image.open(BytesIO(png(drawn)))
    assert (found.format, found.mode, found.size) == ("PNG", "RGB", (WIDE, HIGH))
    return found


def color(picture: Image.Image, x: float, y: float) -> str:
    """Return the colour at a spot."""
    found = picture.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    return f"#{bytes(found).hex()}"


def colors(picture: Image.Image) -> list[str]:
    """Return the colours of all pixels."""
    raw = picture.tobytes()
    return [f"#{raw[at : at + 3].hex()}" for at in range(0, len(raw), 3)]


def inked(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """Return how many pixels within a box are not those of the paper."""
    return sum(each != PAPER for each in colors(picture.crop(box)))


def only(*shapes: Bar | Figure | Writing) -> Card:
    """Return a card with these shapes alone."""
    return Card(title="", sentence="", shapes=shapes)


@pytest.mark.parametrize("system", rosters.SAMPLES)
def test_every_figure_has_the_colour_of_its_side_inside_and_paper_around_it(system: str) -> None:
    with Ledger() as ledger:
        drawn = card(ledger.fight(ledger.open(rosters.read(rosters.SAMPLES[system])).encounter))
    picture = painted(drawn)
    assert {each.fill for each in figures(drawn)} <= set(COLORS)
    for each in figures(drawn):
        assert color(picture, each.x, each.y - 26) == each.fill
        assert color(picture, each.x + 44, each.y - 44) == PAPER
    bars = [each for each in drawn.shapes if isinstance(each, Bar)]
    assert len(bars) > len(figures(drawn))
    # Of bars on one another the last is seen.
    seen = {(each.x, each.y): each for each in bars if each.w > 8}
    assert [color(picture, each.x + each.w / 2, each.y + 4) for each in seen.values()] == [
        each.fill for each in seen.values()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("corners", [0, 4, 5, 6])
def test_whoever_is_out_of_the_fight_is_an_outline_in_dashes(corners: int) -> None:
    picture = painted(only(Figure(x=200, y=200, corners=corners)))
    assert color(picture, 200, 200) == PAPER
    around = inked(picture, (150, 150, 250, 250))
    filled = inked(painted(only(Figure(x=200, y=200, corners=corners, fill=COLORS[0]))), (150, 150, 250, 250))
    assert 200 < around < filled / 3
    assert set(colors(picture)) >= {DASHED, PAPER}


def test_a_bar_ends_where_it_should_and_an_empty_one_is_not_there() -> None:
    picture = painted(
        only(Bar(x=10, y=20, w=30, h=8, fill="#000000"), Bar(x=10, y=60, w=0, h=8, fill="#000000", round=4))
    )
    assert [color(picture, x, 24) for x in (9, 10, 39, 40)] == [PAPER, "#000000", "#000000", PAPER]
    assert [color(picture, 20, y) for y in (19, 20, 27, 28)] == [PAPER, "#000000", "#000000", PAPER]
    assert inked(picture, (0, 50, 100, 80)) == 0


@pytest.mark.parametrize(
    "title", ["W" * 80, "The mill at Undertow, and those who hold it against all the world", "m" * 44]
)
def test_a_long_title_ends_before_the_edge(title: str) -> None:
    picture = painted(pursued(title=title))
    assert inked(picture, (64, 60, 1140, 130)) > 1000
    assert inked(picture, (1140, 60, WIDE, 200)) == 0


@pytest.mark.parametrize("text", ["Ärger in Łódź", "Η μάχη", "Битва за мост", "Ճակատամարտ", "ბრძოლა", "A² ♜ №7 …"])
def test_what_the_fonts_have_is_written(text: str) -> None:
    assert can_write(text, bold=True)
    assert can_write(text, bold=False)


@pytest.mark.parametrize(
    "text", ["水車小屋", "전투", "लड़ाई", "การต่อสู้", "معركة", "קרב", "ߒߞߏ", "🐉", "a\u0301\u0327\u0302", "n\u0303o\u0303"]
)
def test_what_they_lack_or_what_joins_or_turns_around_is_not_written(text: str) -> None:
    assert not can_write(text, bold=True)


@pytest.mark.parametrize("title", ["水車小屋の戦い", "معركة الطاحونة", "🐉🐉"])
def test_a_title_that_cannot_be_written_makes_room_for_what_the_fight_is_called_without_one(title: str) -> None:
    assert pursued(title=title).title == title
    assert png(pursued(title=title)) == png(pursued())


@pytest.mark.slow
def test_a_name_that_cannot_be_written_leaves_its_figure_without_letters() -> None:
    line = Writing(x=200, y=200, size=31, fill="#000000", text="水", bold=True, middle=True)
    assert inked(painted(only(line)), (0, 0, WIDE, HIGH)) == 0
    side = Writing(x=200, y=200, size=31, fill="#000000", text="水", otherwise="side 1")
    plain = Writing(x=200, y=200, size=31, fill="#000000", text="side 1")
    assert png(only(side)) == png(only(plain))


@pytest.mark.long(but=("</svg>",))
@pytest.mark.slow
@pytest.mark.parametrize("named", ["</svg>", "\u202eevil", "\x1b[31m", "%s{0}", "\\"])
def test_hostile_names_are_drawn_as_what_they_are(named: str) -> None:
    people: list[dict[str, Any]] = [
        {"id": f"Foe{at}", "controller": "ana", "at": f"T{at}", "health": 3} for at in (0, 1)
    ]
    usual = pursued(combatants=people)
    text = next(each for each in usual.shapes if isinstance(each, Writing) and each.wide)
    hostile = only(Writing(x=text.x, y=text.y, size=58, fill=text.fill, text=named, wide=400, otherwise="a fight"))
    assert inked(painted(hostile), (0, 0, WIDE, HIGH)) > 20


@pytest.mark.long
def test_a_server_starts_without_what_draws() -> None:
    asked = (
        "import sys, api.app, api.serving; print(*(each for each in sys.modules if each.partition('.')[0] == 'PIL'))"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == "\n"
