"""An id that is wrong, there twice or unknown is named with its line and field."""

from __future__ import annotations

import pytest

from files.documents import parse
from files.malformed import Malformed
from files.rosters import opening_of

ZONES = """\
system: verdigris
board:
  zones: [Yard, Hall]
  links:
    - [Yard, Hall]
seats:
  - {id: gm, role: referee}
  - {id: ana}
combatants:
  - {id: Aila, controller: ana, at: Yard, hp: 4}
  - {id: Bram, at: Yard, hp: 4}
  - {id: Gob, kind: enemy, at: Yard, hp: 4}
melees:
  - [Aila, Gob]
"""
TILES = """\
system: pursuit
board:
  tiles: [A, B]
  links:
    - [A, B]
seats:
  - {id: ana}
items:
  - {id: bomb}
combatants:
  - {id: Ana, controller: ana, at: A, health: 4}
  - {id: Bo, at: B, health: 4}
"""
GRID = """\
system: storyteller
board: {width: 6, height: 4}
seats: [{id: gm, role: referee}]
combatants:
  - {id: Nell, kind: pc, at: "1:1", hp: 5, attacks: [{id: club, category: melee_weapon}]}
  - id: Ogre
    at: "3:1"
    attacks:
      - {id: club, category: melee_weapon, damage: 1d6}
      - {id: fist, category: melee_weapon, damage: 1d6}
"""
PARTY = """\
system: vanguard
characters:
  - {id: Wren, vigor: 6, quick: 4, wise: 4, smart: 4, health: 8}
groups:
  - {id: Gobbos, count: 3, defense: 3}
"""
UNITS = """\
system: etiquette
board:
  tiles: [A, B]
seats:
  - {id: ana}
combatants:
  - {id: Ana, owner: Ana, at: A, health: 4}
  - {id: Bo, owner: Bo, at: B, health: 4}
"""


@pytest.mark.parametrize(
    ("text", "was", "now", "place"),
    [
        (ZONES, "id: Bram", "id: Aila", "line 11, combatants.1.id"),
        (ZONES, "id: Bram", "id: B+am", "line 11, combatants.1.id"),
        (ZONES, "{id: ana}", "{id: gm}", "line 8, seats.1.id"),
        (ZONES, "{id: ana}", "{id: Ana}", "line 8, seats.1.id"),
        (ZONES, "zones: [Yard, Hall]", "zones: [Yard, Hall, Yard]", "line 3, board.zones.2"),
        (ZONES, "- [Yard, Hall]", "- [Yard, Hell]", "line 5, board.links.0"),
        (ZONES, "- [Yard, Hall]", "- [Yard, Hall]\n    - {between: [Yard, Hall]}", "line 6, board.links.1"),
        (ZONES, "- [Yard, Hall]", "- [Yard, Hall]\n    - [Hall, Yard]", "line 6, board.links.1"),
        (ZONES, "controller: ana", "controller: bo", "line 10, combatants.0.controller"),
        (ZONES, "[Aila, Gob]", "[Aila, Zed]", "line 14, melees.0.1"),
        (TILES, "id: Bo", "id: Ana", "line 12, combatants.1.id"),
        (TILES, "{id: bomb}", "{id: bomb}\n  - {id: bomb}", "line 10, items.1.id"),
        (TILES, "at: B,", "at: C,", "line 12, combatants.1.at"),
        (TILES, "- [A, B]", "- [A, Z]", "line 5, board.links.0"),
        (TILES, "at: A,", "at: A, hand: [bum],", "line 11, combatants.0.hand.0"),
        (GRID, "id: fist", "id: club", "line 10, combatants.1.attacks.1.id"),
        (GRID, "id: Ogre", "id: Nell", "line 6, combatants.1.id"),
        (GRID, "id: Ogre", "id: Ogre\n    conditions: [prne]", "line 7, combatants.1.conditions.0"),
        (PARTY, "id: Gobbos", "id: Wren", "line 5, groups.0.id"),
        (UNITS, "id: Bo,", "id: Ana,", "line 8, combatants.1.id"),
        (UNITS, "{id: ana}", "{id: ana}\n  - {id: ana}", "line 6, seats.1.id"),
    ],
)
def test_an_id_is_named_with_its_line_and_field(text: str, was: str, now: str, place: str) -> None:
    assert was in text
    opening_of(parse(text.encode(), "mine.yaml"))
    with pytest.raises(Malformed) as caught:
        opening_of(parse(text.replace(was, now, 1).encode(), "mine.yaml"))
    assert caught.value.place == f"mine.yaml, {place}"
