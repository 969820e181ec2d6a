"""What each commit leaves to --all, and that no mark leaves out what it does not mean."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.sparing import is_long, must_name_cases


def item(case: str | None, *marks: pytest.MarkDecorator) -> Any:
    """Return what stands for one case of a test with such marks."""
    own = [each.mark for each in marks]
    call = {} if case is None else {"callspec": SimpleNamespace(id=case)}
    return SimpleNamespace(
        nodeid=f"tests/test_it.py::test_it[{case}]", own_markers=own, iter_markers=lambda _: own, **call
    )


@pytest.mark.parametrize(
    ("mark", "left_out"),
    [
        (pytest.mark.long, {"sqlite-1", "sqlite-2", "postgres-1", None}),
        (pytest.mark.long("postgres"), {"postgres-1"}),
        (pytest.mark.long(but=("-1",)), {"sqlite-2", None}),
        (pytest.mark.long(but=("-2", "postgres")), {"sqlite-1", None}),
    ],
)
def test_a_mark_leaves_out_all_cases_or_those_of_its_words_or_all_but_those(
    mark: pytest.MarkDecorator, left_out: set[str | None]
) -> None:
    cases = ["sqlite-1", "sqlite-2", "postgres-1", None]
    assert {case for case in cases if is_long(item(case, mark))} == left_out
    assert not any(is_long(item(case)) for case in cases)


def test_a_word_that_no_case_has_is_said_and_one_that_a_single_case_has_is_not() -> None:
    cases = ["sqlite-1", "postgres-1"]
    must_name_cases(item(case, pytest.mark.long(but=("sqlite",))) for case in cases)
    for mark in (pytest.mark.long("mysql"), pytest.mark.long(but=("sqlite", "mysql"))):
        with pytest.raises(pytest.UsageError, match="has no case of mysql"):
            must_name_cases([item(case, mark) for case in cases])
