"""The chronicle in parts: joined they are the text, and each is what it says it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.chronicle import Sought, chosen, chronicle, text
from projections.marking import (
    STRANGERS,
    Cast,
    DicePart,
    NumberPart,
    PlacePart,
    RulePart,
    WhoPart,
    clauses,
    joined,
    marked,
)
from projections.why import why
from projections.wording import inert, listed, quoted, sentence, spaced
from tests.projections.fights import Written
from tests.projections.telling import holds

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
FILES = [path for path in sorted(TRANSCRIPTS.glob("*.ndjson")) if "-" not in path.stem]
CAST = Cast(combatants=frozenset({"Bo", "Ana"}), places=frozenset({"Yard", "hit"}))


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_each_part_of_a_whole_fight_is_what_it_says_it_is(file: Path) -> None:
    _, lines, _ = exporting.read(file.read_bytes())
    met = holds(lines)
    assert {WhoPart, PlacePart, NumberPart, DicePart, RulePart} <= met


def test_a_number_says_how_it_is_asked_for() -> None:
    written = Written()
    written.do("begin_move", "Ana", allowance=3)
    written.do("move", "Ana", to="T3")
    entry = chronicle(written.lines)[-1]
    before, after = [part for each in entry.clauses for part in each.parts if isinstance(part, NumberPart)]
    assert (before.number, after.number, after.why) == (3, 2, "Ana.movement")
    asked = why(written.lines[: after.at + 1], after.why)
    assert asked.value == 2
    assert any("3 to 2" in each for each in asked.sentences)


def test_the_headline_stands_apart_from_what_came_of_it_and_from_the_rules() -> None:
    written = Written()
    written.do("begin_move", "Ana", allowance=3)
    written.do("move", "Ana", to="T3")
    kinds = [each.kind for each in chronicle(written.lines)[-1].clauses]
    assert kinds == ["headline", "detail", "rules"]


def test_words_are_no_names_and_names_in_quotes_stay_words() -> None:
    with marked(CAST, {}, {}) as marks:
        told = f"{inert('Bo')} {spaced('hit')} {listed(['Ana', 'the hit', 'Cy'])}: {quoted('Bo, go!')}"
        (headline, rules) = clauses(sentence(told, ("PUR-1",)), marks)
    assert [part.who for part in headline.parts if isinstance(part, WhoPart)] == ["Bo", "Ana"]
    assert not [part for part in headline.parts if isinstance(part, PlacePart)]
    assert rules.kind == "rules"
    assert [part.rule for part in rules.parts if isinstance(part, RulePart)] == ["PUR-1"]


def test_nothing_is_marked_where_nobody_asks_for_parts_and_typed_marks_are_spelled_out() -> None:
    assert sentence(inert("Bo"), ("PUR-1",)) == "Bo (PUR-1)."
    with marked(STRANGERS, {}, {}) as marks:
        (only,) = clauses(f"{inert(chr(0xE000) + '0' + chr(0xE001))} {inert('Bo')}", marks)
    assert [part.text for part in only.parts] == ["\\u{e000}0\\u{e001} Bo"]


def test_typed_marks_beside_true_ones_are_no_name_and_no_cut() -> None:
    forged = "".join(f"{chr(0xE000)}{n}{chr(0xE001)}" for n in range(4)) + f"{chr(0xE000)}{'9' * 5000}{chr(0xE001)}"
    with marked(CAST, {}, {}) as marks:
        told = clauses(sentence(f"{inert('Bo')}: {quoted(forged)}", ("PUR-1",)), marks)
    assert [part.who for each in told for part in each.parts if isinstance(part, WhoPart)] == ["Bo"]
    assert [each.kind for each in told] == ["headline", "rules"]
    assert "\\u{e000}3\\u{e001}" in joined(told)


def test_entries_are_sought_by_line_name_and_text() -> None:
    written = Written()
    written.do("begin_move", "Ana", allowance=3)
    written.do("move", "Ana", to="T3")
    written.do("end_move", "Ana")
    every = chronicle(written.lines)
    first, *_, last = every
    assert chosen(every, Sought()) == every
    assert chosen(every, Sought(after=first.n)) == every[1:]
    assert chosen(every, Sought(before=last.n)) == every[:-1]
    assert chosen(every, Sought(limit=2)) == every[-2:]
    assert chosen(every, Sought(after=first.n, limit=2)) == every[1:3]
    assert [entry.n for entry in chosen(every, Sought(find="CLAIMED a move"))] == [every[-3].n]
    assert {entry.n for entry in chosen(every, Sought(who="Bo"))} < {entry.n for entry in every}
    assert all("Bo" in entry.text for entry in chosen(every, Sought(who="Bo")))
    assert chosen(every, Sought(who="Nobody")) == chosen(every, Sought(find="no such words")) == ()


def test_the_fight_of_the_file_is_told_as_before() -> None:
    _, lines, _ = exporting.read(FILES[0].read_bytes())
    assert text(chronicle(lines)).count("\n") == len(chronicle(lines))
    assert Fight().then(lines).version == lines[-1].n
