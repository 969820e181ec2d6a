"""`encounter report`, as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from analytics import gathering
from bots.chances import judges
from cli.main import app
from ledger.application import Ledger
from projections.analytics.extraction import Rows
from projections.analytics.lines import Lines, Unreadable
from tests.analytics.golden_rows import FIGHTS
from tests.analytics.stores import begun, closed
from tests.ledger.fights import ARCHERS, Player, opening

ONE = next(file for file in FIGHTS if file.stem == "pursuit-1")


def typed(*words: object) -> Result:
    """Return what came of a call."""
    return CliRunner().invoke(app, ["report", *map(str, words)])


def test_of_one_file_comes_the_report_of_its_fight(tmp_path: Path) -> None:
    out = tmp_path / "fight.html"
    done = typed(ONE, "--out", out)
    assert done.stdout == f"Wrote {out}: {out.stat().st_size} bytes.\n"
    assert "<h1>Bram won</h1>" in out.read_text(encoding="utf-8")


def test_of_several_files_comes_one_report_of_those_that_count(tmp_path: Path) -> None:
    out = tmp_path / "many.html"
    assert typed(*FIGHTS, "--system", "pursuit", "--out", out).exit_code == 0
    made = out.read_text(encoding="utf-8")
    assert "<h1>4 fights of pursuit</h1>" in made
    assert "Of 4 fights; left out: 6 of other systems." in made


def test_of_a_store_comes_the_report_of_all_or_of_one(tmp_path: Path) -> None:
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)
        one = begun(ledger).encounter
    out = tmp_path / "report.html"
    assert typed("--data", tmp_path / "data", "--out", out).exit_code == 0
    assert "<h1>1 fight of pursuit</h1>" in out.read_text(encoding="utf-8")
    assert typed("--data", tmp_path / "data", "--encounter", one, "--out", out).exit_code == 0
    assert "<h1>A fight that is not over</h1>" in out.read_text(encoding="utf-8")


def test_a_campaign_is_made_of_the_fights_whose_title_begins_so(tmp_path: Path) -> None:
    with Ledger(tmp_path / "data") as ledger:
        for number, title in enumerate(("Saltmouth: the quay", "saltmouth 2", "Another", None)):
            player = begun(ledger)
            if title is not None:
                ledger.rename(player.encounter, "ana", "encounter", "To be changed", cmd=f"first-{number}")
                ledger.rename(player.encounter, "ana", "encounter", title, cmd=f"title-{number}")
            player.ends()
            ledger.close_ledger(player.encounter, "ana", cmd="close")
    out = tmp_path / "campaign.html"
    assert typed("--data", tmp_path / "data", "--campaign", "Saltmouth", "--out", out).exit_code == 0
    made = out.read_text(encoding="utf-8")
    assert "<h1>Saltmouth</h1>" in made
    assert "Of 2 fights; left out: 2 of another title." in made
    other = typed("--data", tmp_path / "data", "--campaign", "Saltmuoth", "--out", out)
    assert (other.exit_code, other.stderr) == (0, "No fight that counts has a title that begins so.\n")
    both = ("--campaign", "Saltmouth", "--campaign", "Another")
    assert typed("--data", tmp_path / "data", *both, "--out", out).exit_code == 0
    assert "<h1>Saltmouth and Another</h1>" in out.read_text(encoding="utf-8")
    assert "Of 3 fights; left out: 1 of another title." in out.read_text(encoding="utf-8")


def test_a_fight_that_was_opened_with_a_title_is_of_its_campaign_until_it_has_another(tmp_path: Path) -> None:
    with Ledger(tmp_path / "data") as ledger:
        for renamed in (False, True):
            begun = ledger.open(opening(ARCHERS, title="Saltmouth: the quay"))
            player = Player(ledger, begun.encounter)
            if renamed:
                ledger.rename(player.encounter, "ana", "encounter", "Another", cmd="title")
            player.ends()
            ledger.close_ledger(player.encounter, "ana", cmd="close")
    out = tmp_path / "campaign.html"
    assert typed("--data", tmp_path / "data", "--campaign", "Saltmouth", "--out", out).exit_code == 0
    assert "Of 1 fight; left out: 1 of another title." in out.read_text(encoding="utf-8")


def test_a_judge_is_asked_of_no_campaign(tmp_path: Path) -> None:
    done = typed(ONE, "--judge", "--campaign", "Saltmouth", "--out", tmp_path / "campaign.html")
    assert (done.exit_code, done.stderr.partition(":")[0]) == (
        2,
        "A judge is asked of one fight, or of many, but of no campaign",
    )
    assert not (tmp_path / "campaign.html").exists()


@pytest.mark.long
def test_with_a_judge_it_says_what_decided_it_or_that_no_judge_is_worth_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for system in judges.LEARNT:
        monkeypatch.setitem(judges.LEARNT, system, 40)
    out = tmp_path / "fight.html"
    done = typed(ONE, "--judge", "--out", out)
    assert done.exit_code == 0
    told = "What decided it" in out.read_text(encoding="utf-8")
    assert told != done.stderr.startswith("No judge of this fight is worth asking, so the report has no chances. ")


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["{}/none"], 2, "The file {}/none cannot be read: No such file or directory."),
        (["{}/spoilt"], 1, "{}/spoilt does not verify: line 0: "),
        (["{}/fight", "--encounter", "x"], 2, "Name either exported fights, or --encounter"),
        (["--encounter", "x", "--data", "{}/data"], 2, "There is no fight x in the store, or its lines are archived."),
        (["--data", "{}/nowhere"], 2, "No encounter can be read from {}/nowhere"),
        (["--judge", "--rollouts", "--data", "{}/data"], 2, "Rollouts look at what a judge saw in one fight: name"),
        (["{}/fight", "--rollouts"], 2, "Rollouts look at what a judge saw in one fight: name --judge"),
        (["--system", "chess"], 2, "There is no system 'chess'"),
        (["{}/fight", "--out", "{}/none/x.html"], 2, "The file {}/none/x.html cannot be written"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(tmp_path: Path, words: list[str], status: int, why: str) -> None:
    (tmp_path / "fight").write_bytes(ONE.read_bytes())
    (tmp_path / "spoilt").write_bytes(b"{")
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)
    given = [word.replace("{}", str(tmp_path)) for word in words]
    done = typed("--out", tmp_path / "out.html", *given)
    assert done.exit_code == status
    assert done.stderr.startswith(why.replace("{}", str(tmp_path)))
    assert len(done.stderr.splitlines()) == 1


def test_several_files_are_verified_and_each_fight_is_named_once(tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(ONE.read_bytes().replace(b'"outcome":"', b'"outcome":null,"x":"', 1))
    out = tmp_path / "out.html"
    twice = typed(ONE, ONE, "--out", out)
    assert (twice.exit_code, twice.stderr) == (2, "Two of the files hold the same fight: name each fight once.\n")
    odd = typed(FIGHTS[-1], tmp_path / "odd", "--out", out)
    assert odd.exit_code == 1
    assert odd.stderr.startswith(f"{tmp_path / 'odd'} does not verify: line ")
    assert not out.exists()


def test_a_report_that_lacks_a_fight_which_cannot_be_read_ends_as_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path / "data") as ledger:
        closed(ledger)

    def failing(_: Lines) -> Rows:
        raise Unreadable(3, "it is no JSON.")

    monkeypatch.setattr(gathering, "extract", failing)
    done = typed("--data", tmp_path / "data", "--out", tmp_path / "out.html")
    assert done.exit_code == 1
    assert "Line 3 cannot be read for the tables: it is no JSON." in done.stderr
