"""The measurement as a command: its parts, its page, and what it says where something is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.analytics.golden_rows import answered
from tests.bench import __main__ as bench
from tests.bench import appends, scale, served, tables
from tests.bench.figures import Figure

ROW = Figure(work="walking", measured="3 miles/h", raw="4 miles/h running", goal="at least 2")


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return where the page goes; each part measures one row, named after it."""

    def part(name: str) -> Iterator[Figure]:
        yield Figure(work=name, measured=ROW.measured, raw=ROW.raw, goal=ROW.goal)

    found = tmp_path / "performance.md"
    monkeypatch.setattr(bench, "PAGE", found)
    monkeypatch.setattr(bench, "PARTS", {name: lambda _, name=name: part(name) for name in ("walk", "run")})
    return found


def test_the_page_holds_each_row_beside_its_raw_limit() -> None:
    assert "| walking | 3 miles/h | 4 miles/h running | at least 2 |" in bench.page([ROW]).splitlines()


def test_what_stands_below_the_table_stays(page: Path) -> None:
    page.write_text("# How fast\n\n| old |\n\n## What changed\n\nMuch.\n\n## And then\n\nMore.\n")
    for _ in range(2):
        assert bench.main([]) == 0
        assert page.read_text().count("miles/h running") == 2
        assert page.read_text().endswith("\n\n## What changed\n\nMuch.\n\n## And then\n\nMore.\n")


def test_all_parts_are_measured_and_written(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([]) == 0
    assert page.read_text() == capsys.readouterr().out
    assert [line.split()[1] for line in page.read_text().splitlines() if "miles" in line] == ["walk", "run"]


def test_one_part_alone_is_shown_and_not_written(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--only", "run"]) == 0
    assert not page.exists()
    out = capsys.readouterr().out
    assert "| run |" in out
    assert "| walk |" not in out


def test_without_node_the_other_server_is_left_out_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(served.NoPeer, match="needs node and npm, and they are not installed"):
        served._peer(tmp_path)


def test_where_npm_cannot_install_the_other_server_it_is_left_out_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "false")
    with pytest.raises(served.NoPeer, match="npm cannot install it here"):
        served._peer(tmp_path)


@pytest.mark.long
def test_the_questions_that_are_measured_are_answered_without_a_judge() -> None:
    assert len(tables.QUESTIONS) >= 18
    assert all(answered({}, sql).columns for sql in tables.QUESTIONS.values())


@pytest.mark.long
@pytest.mark.slow
def test_fights_are_copied_until_there_are_so_many_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "FIGHTS", 1)
    (tmp_path / "fights").mkdir()
    lines = scale.play_some(tmp_path / "fights")
    told = [*scale.copies(tmp_path / "fights", 3 * lines)]
    assert sum(each.lines for each in told) == 3 * lines
    assert len({each.encounter for each in told}) == len(told) == 9
    assert scale.write(tmp_path / "fights", tmp_path / "tables", 2 * lines).processor > 0
    for asked in (scale.ask_shipped, scale.ask_bare):
        assert [cost.name for cost in asked(tmp_path / "tables")] == [*tables.QUESTIONS]


def test_what_is_appended_is_measured_of_lines_that_follow_from_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("PART", 12), ("EACH", 2), ("ROUNDS", 1), ("AT_ONCE", 2)):
        monkeypatch.setattr(appends, name, few)
    raw = appends._raw_sqlite(tmp_path / "raw.sqlite")
    rows = [*appends._of_a_store("SQLite", tmp_path / "ours", None, raw)]
    assert [row.goal for row in rows] == ["at least 0.6 of raw", "-", "at least raw", "-"]
