"""Checking scenario files: what happens in the domain beside what the file expects. Nothing is stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from files.casts import is_cast, must_be_an_opening, whole
from files.comparing import Difference
from files.documents import Document, parse, read
from files.malformed import Malformed, visible
from files.scenarios import opening_of, scenario_of
from files.trial import must_open, run


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How one file came out; ``place`` and ``message`` are stated for a malformed one."""

    file: str
    status: Literal["passed", "failed", "malformed"]
    title: str | None = None
    rules: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    place: str | None = None
    message: str | None = None

    @property
    def exit_status(self) -> int:
        """Return 0 for passed, 1 for failed, 2 for malformed."""
        return ("passed", "failed", "malformed").index(self.status)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return what there is to say, one sentence each."""
        if self.status == "malformed":
            return (f"{self.place}: {self.message}",)
        return tuple(visible(difference.sentence) for difference in self.differences)


def check(files: list[Path], as_json: bool) -> int:
    """Check every file and print how it comes out; return the exit status, the worst of theirs."""
    found = []
    for path in files:
        checked = check_file(path)
        found.append(checked)
        if not as_json:
            tell(checked)
    if as_json:
        print(json.dumps([{**asdict(each), "exit_status": each.exit_status} for each in found], indent=1))
    elif len(found) > 1:
        passed = sum(each.status == "passed" for each in found)
        print(f"{passed} of {len(found)} files hold.")
    return max((each.exit_status for each in found), default=0)


def tell(checked: Checked) -> None:
    """Print how one file came out."""
    title = f": {visible(checked.title)}" if checked.title else ""
    print(f"{checked.status:9} {checked.file}{title}")
    for sentence in checked.sentences:
        print(f"          {sentence}")


def check_file(path: Path) -> Checked:
    """Return how the scenario file at ``path`` comes out; never raises for what a file holds."""
    try:
        return _checked(read(path), path)
    except Malformed as trouble:
        return Checked(file=str(path), status="malformed", place=trouble.place, message=trouble.message)


def check_bytes(raw: bytes, name: str) -> Checked:
    """Return how a scenario file with these bytes comes out."""
    try:
        return _checked(parse(raw, name), None)
    except Malformed as trouble:
        return Checked(file=name, status="malformed", place=trouble.place, message=trouble.message)


def _checked(document: Document, path: Path | None) -> Checked:
    if is_cast(document):
        must_be_an_opening(document)
        must_open(document, opening_of(document))
        return Checked(file=document.name, status="passed", title="A cast that a fight can begin with")
    scenario = scenario_of(whole(document, path))
    differences = tuple(run(scenario))
    return Checked(
        file=document.name,
        status="failed" if differences else "passed",
        title=scenario.example.title,
        rules=tuple(scenario.example.rules),
        differences=differences,
    )
