"""The notebook in docs/ runs, and prints what stands in it."""

from __future__ import annotations

import pytest

from tests.analytics import notebook


def test_every_cell_prints_what_is_stored_beside_it() -> None:
    stored = notebook.read()
    assert notebook.ran(stored) == [notebook.kept(cell) for cell in notebook.code(stored)]


def test_a_cell_that_prints_something_else_would_be_found() -> None:
    stored = notebook.read()
    first = notebook.code(stored)[0]
    first["source"] = ["print('something else')\n"]
    stored["cells"] = [first]
    assert notebook.ran(stored) != [notebook.kept(first)]
    first["source"] = ["1 / 0\n"]
    with pytest.raises(ZeroDivisionError):
        notebook.ran(stored)


def test_it_is_a_notebook_as_programs_read_it() -> None:
    stored = notebook.read()
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in stored["cells"]}) == len(stored["cells"])
    for cell in stored["cells"]:
        keys = {"cell_type", "id", "metadata", "source"}
        assert cell.keys() == (keys | {"execution_count", "outputs"} if cell["cell_type"] == "code" else keys)
        assert all(line.endswith("\n") for line in cell["source"][:-1])
