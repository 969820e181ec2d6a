"""`encounter rebuild` and `encounter stats`, on both stores and while a server runs."""

from __future__ import annotations

import csv
import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.examples import examples
from ledger.application import Ledger
from projections.tables.runner import Runner
from projections.tables.tallies import Tallies
from tests.api.calling import run
from tests.ledger.fights import SHOT, SWORDS, opened

SIEGE: dict[str, Any] = {
    "system": "vanguard",
    "seats": [{"id": "gm", "role": "referee"}, {"id": "ana"}],
    "characters": [{"id": "Tor", "controller": "ana", "vigor": 8, "quick": 6, "smart": 4, "wise": 4, "health": 8}],
    "groups": [{"id": "Gobbos", "count": 1, "defense": 3, "melee": 2}],
}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Give the options that name a store with three fights in it."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with Ledger(tmp_path, database=url) as ledger:
        archers = opened(ledger)
        archers.comes_to_blows()
        archers.does(SHOT)
        for number in range(2):
            opened(ledger, SWORDS).plays(random.Random(number), 8)
    return ["--data", str(tmp_path), *(["--database", url] if url else [])]


@pytest.mark.long("postgres")
def test_a_rebuild_says_what_it_has_built(store: list[str]) -> None:
    done = run("rebuild", *store)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert [line.split(": all lines")[0] for line in lines] == ["lobby", "tallies"]
    (only,) = json.loads(run("rebuild", "tallies", *store, "--json").stdout)
    assert (only["model"], only["build"], only["aside"]) == ("tallies", "tallies_v3_b2", [])


@pytest.mark.long("postgres")
def test_there_are_two_read_models(store: list[str]) -> None:
    done = run("rebuild", "weather", *store)
    assert done.exit_code == 2
    assert "no read model 'weather': name lobby or tallies" in done.stderr


def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for call in ("rebuild", "stats"):
        assert run(call, "--data", tmp_path / "nothing").exit_code == 2
    assert not (tmp_path / "nothing").exists()


@pytest.mark.long("postgres")
def test_stats_count_all_encounters_those_of_a_system_or_one(store: list[str]) -> None:
    everything = json.loads(run("stats", *store, "--json").stdout)
    assert everything["encounters"] == 3
    pursuit = json.loads(run("stats", *store, "--system", "pursuit", "--json").stdout)
    assert pursuit["encounters"] == 1
    ana = next(each for each in pursuit["combatants"] if each["name"] == "Ana")
    assert {"kind": "attack", "times": 1} in [
        {"kind": each["kind"], "times": each["times"]} for each in ana["sums"] if each["measure"] == "outcome"
    ]
    assert {each["name"] for each in pursuit["seats"]} == {"ana", "bo"}


@pytest.mark.long("postgres")
def test_stats_of_what_is_not_there_are_an_error_that_says_what_is(store: list[str]) -> None:
    for form in ((), ("--json",), ("--csv",)):
        unknown = run("stats", *store, "--encounter", "0" * 32, *form)
        assert (unknown.exit_code, unknown.stdout) == (2, "")
        assert f"There is no encounter {'0' * 32}: the newest are " in unknown.stderr
        system = run("stats", *store, "--system", "chess", *form)
        assert (system.exit_code, system.stdout) == (2, "")
        assert "There is no system 'chess': name pursuit" in system.stderr
    told = run("stats", *store, "--encounter", "0" * 32).stderr
    newest = told.split("the newest are ")[1].replace(",", " ").split()[0]
    assert run("stats", *store, "--encounter", newest).exit_code == 0


@pytest.mark.long
def test_stats_do_not_count_the_examples_that_a_server_plays(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        played = examples(ledger, tmp_path, lambda _: None)
        opened(ledger).comes_to_blows()
    counted = json.loads(run("stats", "--data", tmp_path, "--json").stdout)
    assert counted["encounters"] == 1
    assert {each["name"] for each in counted["combatants"]} == {"Ana"}
    one = json.loads(run("stats", "--data", tmp_path, "--encounter", played[0].encounter, "--json").stdout)
    assert one["encounters"] == 1


def test_an_example_counts_for_none_also_where_the_server_was_stopped_before_the_next(tmp_path: Path) -> None:
    def stopped(told: str) -> None:
        if "etiquette" in told:
            raise KeyboardInterrupt

    with Ledger(tmp_path) as ledger:
        with pytest.raises(KeyboardInterrupt):
            examples(ledger, tmp_path, stopped)
        opened(ledger).comes_to_blows()
    assert json.loads(run("stats", "--data", tmp_path, "--json").stdout)["encounters"] == 1


def test_an_override_is_no_damage_and_no_healing(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, SIEGE)
        for value in (5, 7):
            ruling = {"do": "override", "by": "gm", "who": "Tor", "what": "health", "value": value, "reason": "so said"}
            player.does(ruling, seat="gm")
    counted = json.loads(run("stats", "--data", tmp_path, "--json").stdout)
    measures = {each["measure"] for tally in counted["combatants"] for each in tally["sums"]}
    assert measures & {"damage_dealt", "damage_taken", "healed"} == set()
    assert [each["times"] for tally in counted["seats"] for each in tally["sums"] if each["measure"] == "ruled"] == [2]


@pytest.mark.long("postgres")
def test_stats_are_rows_for_spreadsheets(store: list[str]) -> None:
    done = run("stats", *store, "--csv")
    rows = [*csv.DictReader(done.stdout.splitlines())]
    told = json.loads(run("stats", *store, "--json").stdout)
    assert [[*row] for row in rows[:1]] == [["of", "name", "encounters", "measure", "kind", "result", "times", "total"]]
    expected = [
        (of, tally["name"], *(str(each[name]) for name in ("measure", "kind", "result", "times", "total")))
        for of, tallies in (("combatant", told["combatants"]), ("seat", told["seats"]))
        for tally in tallies
        for each in tally["sums"]
    ]
    names = ("of", "name", "measure", "kind", "result", "times", "total")
    assert [tuple(row[name] for name in names) for row in rows] == expected
    assert run("stats", *store, "--csv", "--json").exit_code == 2


@pytest.mark.long("postgres")
def test_stats_stand_in_80_columns_with_the_name_before_every_row(store: list[str]) -> None:
    assert run("fight", "verdigris", "--seed", 3, "--data", store[1]).exit_code == 0
    rows = run("stats", "--data", store[1]).stdout.splitlines()
    assert max(map(len, rows)) <= 80
    assert sum(row.startswith("combatant ") for row in rows) > 1, "no column is left out: they go on below"
    assert sum(row.startswith("Old_Wels ") for row in rows) == sum(row.startswith("combatant ") for row in rows)
    assert not any("…" in row for row in rows)


@pytest.mark.long("postgres")
def test_stats_are_a_table_of_people_and_of_seats(store: list[str]) -> None:
    done = run("stats", *store, "--system", "pursuit")
    assert done.exit_code == 0, done.output
    assert "By combatant, in 1 encounter" in done.stdout
    assert "By seat, in 1 encounter" in done.stdout
    row = next(line for line in done.stdout.splitlines() if line.split()[:1] == ["Ana"])
    assert "of 1" in row
    heading = next(line for line in done.stdout.splitlines() if line.startswith("combatant") and "moves" in line)
    assert "mean d6" in done.stdout
    assert "rulings" not in heading, "what nobody did takes no room"


@pytest.mark.long
def test_an_encounter_that_was_set_aside_is_named(store: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    part = Tallies.part

    def stumbles(self: Tallies, build: Any, encounter: str, page: Any) -> Any:
        if b"pursuit" in page[0].state:
            raise ValueError("a line of no kind")
        return part(self, build, encounter, page)

    monkeypatch.setattr(Tallies, "part", stumbles)
    (built,) = json.loads(run("rebuild", "tallies", *store, "--json").stdout)
    assert [each["reason"] for each in built["aside"]] == ["ValueError: a line of no kind"]
    for call in (("rebuild", "tallies"), ("stats",)):
        told = " ".join(run(*call, *store).stdout.split())
        assert "Set aside:" in told
        assert "(ValueError: a line of no kind)" in told
    assert json.loads(run("stats", *store, "--json").stdout)["encounters"] == 2


@pytest.mark.long("postgres")
def test_what_is_rebuilt_beside_a_server_is_what_it_reads_from_then_on(store: list[str]) -> None:
    url = store[3] if len(store) > 2 else None
    with Ledger(Path(store[1]), database=url) as ledger, closing(Runner(ledger)) as serving:
        serving.catch_up()
        opened(ledger).comes_to_blows()
        assert run("rebuild", *store).exit_code == 0
        opened(ledger).comes_to_blows()
        serving.catch_up()
        assert serving.tables.ask("SELECT COUNT(*) FROM lobby_v3") == [(5,)]
        assert [build.number for build in serving.tables.builds("lobby")] == [2]
