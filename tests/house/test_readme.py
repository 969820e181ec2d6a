"""The README's own example."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_fight_in_the_readme_ends_as_it_says() -> None:
    blocks = re.findall(r"```(\w*)\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    (_, code), (_, printed) = blocks[:2]
    told = StringIO()
    with redirect_stdout(told):
        exec(compile(code, str(README), "exec"), {})  # noqa: S102 - our own text
    assert told.getvalue() == printed
    assert len([line for line in code.split("duel = ")[1].splitlines() if line]) <= 10
