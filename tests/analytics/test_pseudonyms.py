"""Fights without their names: no byte of the files holds one, and the same name is the same pseudonym everywhere."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import orjson
import pytest

from analytics.exports.exporting import Wish, export
from analytics.exports.manifest import NoTables
from analytics.exports.pseudonyms import BadKey, Pseudonyms, key_of
from analytics.exports.veils import STATED, TEXTS, own_words
from domain.commands import names
from domain.deciding import RULESETS, kinds
from domain.meanings import name_in_json
from ledger.application import Ledger
from projections.analytics.dictionary import ON_DEMAND, SHEETS
from projections.analytics.extraction import extract
from projections.analytics.sources import Population, of_store
from tests.analytics.stores import closed
from tests.ledger.fights import ARCHERS, BACK, SHOT, TO_BLOWS, Player, opening
from tests.projections.analytics.reading import named

KEY = b"a key that was chosen by chance"
HIDDEN = Pseudonyms(KEY)
PEOPLE = {"Ana": "Zerberus", "Bo": "Quendolin", "ana": "zer-seat", "bo": "quen-seat"}
"""Names that stand nowhere else."""


def renamed(value: object) -> object:
    """Return an opening or a command with the names that stand nowhere else."""
    if isinstance(value, dict):
        return {key: renamed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each) for each in value]
    return PEOPLE.get(value, value) if isinstance(value, str) else value


@pytest.fixture
def player(ledger: Ledger) -> Player:
    """Give a fight of two with such names, who came to blows, until it is closed."""
    fight = renamed({**ARCHERS, "title": "Zerberus meets Quendolin"})
    assert isinstance(fight, dict)
    player = Player(ledger, ledger.open(opening(fight)).encounter)
    for body in (*TO_BLOWS, SHOT, BACK):
        said = renamed(body)
        assert isinstance(said, dict)
        player.does(said, seat="zer-seat" if said["who"] == "Zerberus" else "quen-seat")
    player.does({"do": "concede", "by": "quen-seat"}, seat="quen-seat")
    ledger.close_ledger(player.encounter, "zer-seat", cmd="close")
    return player


@pytest.mark.parametrize("form", ["csv", "ndjson", "sqlite"])
def test_no_name_is_in_any_byte(ledger: Ledger, player: Player, tmp_path: Path, form: str) -> None:
    to = tmp_path / "tables"
    export(ledger, to, Wish(form=form, pseudonyms=HIDDEN))
    every = b"".join(path.read_bytes() for path in to.rglob("*") if path.is_file())
    assert len(every) > 10_000
    for name in (*PEOPLE.values(), player.encounter):
        assert name.encode() not in every
    assert HIDDEN.of("who", "Zerberus").encode() in every


def test_what_is_hidden_tells_the_same_but_for_the_names(ledger: Ledger, player: Player) -> None:
    rows = extract(of_store(ledger, player.encounter))
    hidden = HIDDEN.hidden(rows)
    assert {name: len(each) for name, each in rows.items()} == {name: len(each) for name, each in hidden.items()}
    for open_one, shut in zip(named(rows, "roll"), named(hidden, "roll"), strict=True):
        assert shut["actor"] == HIDDEN.of("who", open_one["actor"])
        assert shut["seat"] == HIDDEN.of("seat", open_one["seat"])
        assert (shut["purpose"], shut["total"], shut["n"]) == (open_one["purpose"], open_one["total"], open_one["n"])
    assert {row["sheet"] for row in named(hidden, "combatant")} == {"{}"}
    whole, own = named(rows, "encounter")[0], named(hidden, "encounter")[0]
    assert own["roster_digest"] != whole["roster_digest"]
    assert own["standing"] == [HIDDEN.of("who", side) for side in whole["standing"]]
    action = next(row["action"] for row in named(hidden, "command") if row["verb"] == "attack")
    assert HIDDEN.of("who", "Quendolin") in action


def test_the_same_name_is_the_same_pseudonym_for_one_key_and_another_for_another() -> None:
    assert HIDDEN.of("who", "Ana") == Pseudonyms(KEY).of("who", "Ana")
    assert HIDDEN.of("who", "Ana") != Pseudonyms(KEY + b"!").of("who", "Ana")
    assert HIDDEN.of("who", "Ana") != HIDDEN.of("seat", "Ana")
    assert re.fullmatch(r"[a-z2-7]{16}", HIDDEN.of("who", "Ana"))


def test_a_second_run_finds_the_fights_again_by_their_pseudonyms(ledger: Ledger, tmp_path: Path) -> None:
    wish = Wish(form="csv", pseudonyms=HIDDEN)
    closed(ledger)
    assert export(ledger, tmp_path / "tables", wish).fights == 1
    assert export(ledger, tmp_path / "tables", wish).fights == 0


def test_a_key_that_anybody_could_guess_is_refused() -> None:
    with pytest.raises(BadKey, match="at least 16 characters"):
        key_of(b"secret\n")
    assert key_of(KEY + b"\n") == KEY


def test_the_columns_that_are_not_looked_through_are_columns() -> None:
    assert all(set(columns) <= set({**SHEETS, **ON_DEMAND}[name].names) for name, columns in STATED.items())


MARK = "Mar-Quendolin"
ALL_OVER = {MARK: [MARK, {MARK: MARK}, f"{MARK}, {MARK}#2", f"the {MARK}_7"], "id": MARK, "title": f"{MARK}?"}
"""A word of people in every place that JSON has."""


def marked(name: str, row: list[object]) -> list[object]:
    """Return a row with that word in every column that is not the product's own."""
    sheet = {**SHEETS, **ON_DEMAND}[name]
    made = [*row]
    for place, column in enumerate(sheet.columns):
        if column.kind in TEXTS and column.name not in (*STATED.get(name, ()), "encounter"):
            text = orjson.dumps(ALL_OVER).decode() if column.name in ("details", "value", "sheet") else MARK
            made[place] = [text, f"{text}#2"] if column.kind == "strings" else text
    return made


@pytest.mark.parametrize("system", RULESETS)
def test_what_people_wrote_anywhere_is_in_no_byte(player: Player, ledger: Ledger, system: str) -> None:
    rows = extract(of_store(ledger, player.encounter))
    every = {name: [marked(name, row) for row in rows.get(name, [])] for name in SHEETS}
    blank = marked("command", rows["command"][0])
    action = SHEETS["command"].place("action")
    every["command"] = []
    for verb, kind in names(kinds(system)).items():
        for wrote in (MARK, [MARK], ALL_OVER):
            said = {"by": MARK, **dict.fromkeys(map(name_in_json, fields(kind)), wrote), MARK: MARK, "do": verb}
            every["command"].append([*blank[:action], orjson.dumps(said).decode(), *blank[action + 1 :]])
    hidden = orjson.dumps(HIDDEN.hidden(every))
    assert len(every["command"]) == 3 * len(names(kinds(system))) > 20
    assert MARK.encode() not in hidden
    assert b"Quendolin" not in hidden


def test_a_sheet_drops_out_of_the_command_that_brought_it_and_words_of_the_rules_stay(
    player: Player, ledger: Ledger
) -> None:
    rows = extract(of_store(ledger, player.encounter))
    place = SHEETS["command"].place("action")
    for said, shown in (
        ({"do": "add_combatant", "by": "gm", "combatant": {"id": "x", "health": 3}}, {"do": "add_combatant"}),
        ({"do": "secret_roll", "dice": "1d6", "purpose": "attack"}, {"do": "secret_roll"}),
        ({"do": "move", "who": "x", "mode": "walk", "to": "12,-3"}, {"do": "move", "mode": "walk", "to": "12,-3"}),
    ):
        row = [*rows["command"][0]]
        row[place] = orjson.dumps(said).decode()
        found = orjson.loads(HIDDEN.hidden({**rows, "command": [row]})["command"][0][place])
        assert {name: each for name, each in found.items() if name not in ("by", "who", "dice")} == shown


def test_the_words_of_the_rules_are_those_that_stand_in_their_code() -> None:
    assert {"attack", "to_hit", "health", "dead", "netted", "failure"} <= own_words()
    assert not own_words() & {"Ana", "Kestrel", MARK}


def test_neither_the_seat_nor_the_key_is_told_and_another_key_is_another_folder(
    ledger: Ledger, player: Player, tmp_path: Path
) -> None:
    to, own = tmp_path / "tables", Population(seat="zer-seat")
    assert export(ledger, to, Wish(form="csv", population=own, pseudonyms=HIDDEN)).fights == 1
    manifest = (to / "manifest.json").read_bytes()
    assert b"zer-seat" not in manifest
    assert HIDDEN.of("seat", "zer-seat").encode() in manifest
    assert KEY not in manifest
    assert player.encounter.encode() not in manifest
    assert export(ledger, to, Wish(form="csv", population=own, pseudonyms=HIDDEN)).fights == 0
    with pytest.raises(NoTables, match="written otherwise"):
        export(ledger, to, Wish(form="csv", population=own, pseudonyms=Pseudonyms(KEY + b"!")))
