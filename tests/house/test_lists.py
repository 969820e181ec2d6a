"""What the documents list is what there is: whoever adds a rule system is told which lines are missing."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from domain.ruleset import RULESETS
from projections.odds import BOOKS, PLAIN

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def in_the_table(text: str, head: str) -> list[str]:
    """Return the systems that the first cells of a table name; one cell may name several."""
    (rows,) = re.findall(rf"^\| system \| {head}.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [name for row in rows.splitlines() for name in row.split(" | ")[0].strip("| ").split(", ")]


def test_the_readme_lists_the_systems_in_the_order_of_rulesets() -> None:
    (line,) = re.findall(r"(?s)Rule systems run on it whole[^:]*:\n(.*?)\.\n", page("README.md"))
    assert re.findall(r"`(\w+)`", line) == [*RULESETS]


def test_the_page_on_house_rules_says_of_every_system_which_words_a_table_can_add() -> None:
    assert sorted(in_the_table(page("docs/house-rules.md"), "words")) == sorted(RULESETS)


def test_the_page_on_odds_says_of_every_system_with_a_book_how_its_dice_are_grouped() -> None:
    grouped = [system for system in RULESETS if BOOKS[system] is not PLAIN]
    assert sorted(in_the_table(page("docs/odds.md"), "how its dice")) == sorted(grouped)


def test_the_player_of_every_system_is_held_to_know_the_rules_alone() -> None:
    contracts = tomllib.loads(page("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    (held,) = (
        each["source_modules"] for each in contracts if each["name"] == "players who choose know the rules alone"
    )
    assert {f"bots.{system}" for system in RULESETS if (ROOT / "bots" / f"{system}.py").exists()} <= {*held}
