"""The files and lines of a new rule system, out of the template: a game of one command that plays at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path

TEMPLATE = Path(__file__).parent / "template"
RULESETS = "domain/ruleset.py"
README = "README.md"
HOUSE_RULES = "docs/house-rules.md"
FOUND_BY_NAME = ("bots", "files/omissions", "projections/luck", "projections/odds")
"""Folders in which a module that is called as a system is taken for that system's own."""
WORDS_OF_YAML = frozenset({"false", "null", "off", "true", "yes"})
_SYSTEMS = re.compile(r"(?<=RULESETS = Registry\()\((.*?)\)", re.DOTALL)
_LISTED = re.compile(r"(Rule systems run on it whole[^:]*:\n.*?)(?=\.\n)", re.DOTALL)
_WORDS = re.compile(r"^\| system \| words .*\n\|[-|]+\n(?:\|.*\n)+", re.MULTILINE)


class NoSystem(Exception):
    """No system of this name can be made; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a new system is called, and the three letters that its rules are numbered by."""

    name: str
    letters: str

    def spelt(self, text: str) -> str:
        """Return a text of the template with this name in it."""
        return (
            text.replace("SKE", self.letters)
            .replace("ske_", f"{self.letters.lower()}_")
            .replace("Sketch", self.name.capitalize())
            .replace("sketch", self.name)
        )


def named(name: str, letters: str | None, root: Path) -> Named:
    """Return what a system is to be called, the letters out of its name if none are given. Raises NoSystem."""
    new = Named(name=name, letters=letters or name[:3].upper())
    if not re.fullmatch(r"[a-z][a-z0-9]{2,19}", name):
        raise NoSystem(f"A system cannot be called {name!r}: it takes 3 to 20 small letters and digits.")
    if not re.fullmatch(r"[A-Z]{3}", new.letters):
        raise NoSystem(f"Rules cannot be numbered by {new.letters!r}: it takes three capital letters.")
    taken = systems(root)
    if name in taken or (root / "domain" / "rulesets" / name).exists():
        raise NoSystem(f"There is a system {name} already.")
    if iskeyword(name) or name in WORDS_OF_YAML:
        raise NoSystem(f"A system cannot be called {name!r}: Python and YAML read something else in that word.")
    wanted = [*_copies(new, root), *(root / folder / f"{name}.py" for folder in FOUND_BY_NAME)]
    for path in wanted:
        if path.exists() or path.with_suffix("").is_dir():
            there = path.relative_to(root)
            raise NoSystem(f"A system cannot be called {name!r}: there is {there} already, or a folder of that name.")
    for other in taken:
        if f'"{new.letters}-1"' in (root / "projections" / "rules" / f"{other}.py").read_text(encoding="utf-8"):
            raise NoSystem(f"The rules of {other} are numbered by {new.letters}: name three other letters.")
    return new


def systems(root: Path) -> list[str]:
    """Return the names of the systems that are registered, in their order."""
    found = _SYSTEMS.search((root / RULESETS).read_text(encoding="utf-8"))
    return re.findall(r'"(\w+)"', found[1] if found else "")


def written(new: Named, root: Path) -> list[Path]:
    """Write the files of a new system, its line in RULESETS and those in the documents; return what there is new.

    Raises NoSystem, with nothing written, where a list is not found.
    """
    texts = {**_copies(new, root), **_lists(new, root)}
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [*texts]


def _copies(new: Named, root: Path) -> dict[Path, str]:
    """Return the files of the template with the name in them, by where they are to lie."""
    return {
        root / new.spelt(path.relative_to(TEMPLATE).as_posix()): new.spelt(path.read_text(encoding="utf-8"))
        for path in sorted(TEMPLATE.rglob("*"))
        if path.suffix in (".py", ".yaml")
    }


def _lists(new: Named, root: Path) -> dict[Path, str]:
    """Return the files that list the systems, with one more."""
    row = f"| {new.name} | `conditions` | none; no rule reads one |\n"
    words = _changed(root / HOUSE_RULES, _WORDS, lambda found: found[0] + row)
    return {
        root / RULESETS: _changed(root / RULESETS, _SYSTEMS, lambda found: f'({found[1].rstrip(", ")}, "{new.name}")'),
        root / README: _changed(root / README, _LISTED, lambda found: f"{found[1]}, `{new.name}`"),
        root / HOUSE_RULES: words + _section(new),
    }


def _section(new: Named) -> str:
    return (
        f"\n## {new.name}\n\n| setting | gap | default | values | it settles |\n|---|---|---|---|---|\n"
        f"| `harm` | {new.letters}-G1 | `1` | 1 to 9 | how much stamina a hit takes |\n"
    )


def _changed(path: Path, place: re.Pattern[str], to: Callable[[re.Match[str]], str]) -> str:
    """Return a file with its one place that looks like this changed. Raises NoSystem where there is none."""
    text, times = place.subn(to, path.read_text(encoding="utf-8"), count=1)
    if not times:
        raise NoSystem(f"{path.name} has no list of the systems where one was expected: nothing was written.")
    return text
