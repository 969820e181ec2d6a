"""What is served is what the sources make, the types hold, and the page knows no rule system."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import orjson
import pytest

import dev
from client import evidence
from client.history import Alarm, History
from domain.ruleset import RULESETS
from domain.table.seats import Seat
from projections.labels.tables import CommandGroup
from projections.sentences.rolls import MARKS

PAGE = dev.PAGE
SOURCES = sorted(path for path in (PAGE / "src").rglob("*") if path.is_file())
NODE = dev.VENV / "bin" / "node"
MOST = 200
"""So many lines has a file at most."""


def test_the_sources_make_what_is_served_byte_by_byte(tools: Path, tmp_path: Path) -> None:
    assert tools.exists()
    subprocess.run([NODE, PAGE / "build.mjs", "--into", tmp_path], check=True, capture_output=True)
    made = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    kept = [
        *(PAGE / "served").iterdir(),
        *(PAGE / "vendor" / f"{name}.mjs" for name in ("vendor", "checks", "noble", "verifying")),
    ]
    assert {name: len(content) for name, content in made.items()} == {
        path.relative_to(PAGE).as_posix(): path.stat().st_size for path in kept
    }, "run: python3 dev.py page --once"
    assert all(made[path.relative_to(PAGE).as_posix()] == path.read_bytes() for path in kept)


def test_the_types_hold(tools: Path) -> None:
    checked = subprocess.run(
        [NODE, tools / "typescript" / "bin" / "tsc", "-p", PAGE], check=False, capture_output=True, text=True
    )
    assert (checked.stdout, checked.returncode) == ("", 0)


def test_the_page_knows_no_rule_system() -> None:
    names = re.compile("|".join(RULESETS), re.IGNORECASE)
    assert [path.name for path in SOURCES if names.search(path.read_text(encoding="utf-8"))] == []


def test_no_module_is_longer_than_two_hundred_lines() -> None:
    modules = [path for path in SOURCES if path.suffix == ".js"]
    assert len(modules) > 20
    assert {path.name: n for path in modules if (n := len(path.read_text(encoding="utf-8").splitlines())) > MOST} == {}


def test_nothing_in_the_page_can_make_text_into_a_page_or_a_program() -> None:
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|style=")
    assert [path.name for path in SOURCES if path.suffix == ".js" and forbidden.search(path.read_text("utf-8"))] == []
    assert "dangerouslySetInnerHTML" not in "".join(path.read_text("utf-8") for path in SOURCES)


SAYS = """
const told = {};
for (const language of ['en', 'de']) {
  const { words } = await import('%s/' + language + '.js');
  told[language] = words;
}
process.stdout.write(JSON.stringify(told));
"""
"""Tells all words of the page, those that are put together left out."""


def _texts(told: object) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    for each in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from _texts(each)


def test_both_languages_have_a_word_for_what_the_api_names_barely_and_show_no_key(tools: Path) -> None:
    assert tools.exists()
    script = SAYS % (PAGE / "src" / "strings").as_uri()
    said = subprocess.run([NODE, "--input-type=module", "-e", script], check=True, capture_output=True)
    roles = get_args(get_type_hints(Seat)["role"])
    bare = {"groups": set(get_args(CommandGroup)), "roles": set(roles), "sources": MARKS.keys() - {"ledger", "none"}}
    for language, words in json.loads(said.stdout).items():
        assert [each for each, known in bare.items() if known - words[each].keys()] == [], language
        texts = list(_texts(words))
        assert len(texts) > 100
        assert [text for text in texts if re.search(r"[a-z]_[a-z]|\b[a-z]+[A-Z]", text)] == [], language


def test_no_module_shows_the_id_of_a_seat() -> None:
    modules = {path.relative_to(PAGE).as_posix(): path.read_text("utf-8") for path in SOURCES if path.suffix == ".js"}
    saying = {
        key
        for text in modules.values()
        for key, said in re.findall(r"^ +(\w+): /\*\* (.*?)\*/", text, re.MULTILINE)
        if re.search(r"@param \{string(\[\])?\} seats?\b", said)
    }
    assert {"flagged", "mustAgree", "playAs", "gaveLinks"} <= saying
    calls = re.compile(rf"words\.(?:\w+\.)*(?:{'|'.join(saying)})\((?!name\)|[^`]{{0,20}}\bseatNames?\()[^)]*")
    bare = re.compile(r"(?:>|\s)\$\{(?:\w+\.)*(?:seat|party|by)\}(?:<|:)")
    drawing = {name: text for name, text in modules.items() if "html`" in text}
    shown = [(name, found) for name, text in drawing.items() for found in calls.findall(text) + bare.findall(text)]
    assert shown == []


def test_what_says_that_something_failed_unsays_it_for_the_next_try() -> None:
    sources = {path.name: path.read_text("utf-8") for path in SOURCES if path.suffix == ".js"}
    told = {(name, each) for name, text in sources.items() for each in re.findall(r"(set\w+)\(failure\(", text)}
    assert len(told) > 5
    assert {(name, each) for name, each in told if f"{each}(null)" not in sources[name]} == set()


@pytest.mark.parametrize("of", ["units", "devices", "asking", "refused"])
def test_the_modules_without_a_screen_hold_on_stored_answers(tools: Path, of: str) -> None:
    assert tools.exists()
    units = Path(__file__).parent / f"{of}.mjs"
    told = subprocess.run([NODE, "--test", units], check=False, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout


WRITES = """
import { Alarm, written } from '%s';
const { kind, sentence, evidence, ...history } = JSON.parse(process.argv[1]);
process.stdout.write(written(new Alarm(kind, sentence, evidence), { ...history, logKey: history.log_key }, history));
"""
"""Writes down an alarm as the page does."""


def test_the_evidence_of_the_page_is_that_of_the_terminal_byte_by_byte(tools: Path) -> None:
    assert tools.exists()
    history = History("ab" * 16)
    history.log_key, history.note = "log+1+key", "origin\n1\nroot\n\n— log sig\n"
    alarm = Alarm(
        "forked", 'Link 1 of „zoë“ was given\tfor "another" line.', {"note": "x\n", "mine": None, "empty": {}}
    )
    told = evidence.written(alarm, history, history.encounter, "zoë")
    script = WRITES % (PAGE / "src" / "worker" / "alarm.js").as_uri()
    said = json.dumps({**told, "note": history.note, "raw": []})
    wrote = subprocess.run([NODE, "--input-type=module", "-e", script, said], check=True, capture_output=True)
    assert wrote.stdout == orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n"


MOST_PACKED = {
    "app.js": 59_300,
    "start.js": 45_900,
    "watch.js": 39_700,
    "look.css": 12_400,
    "worker.js": 28_600,
    "worker-noble.js": 8_500,
    "worker-coming.js": 2_300,
}
"""So many bytes has each at most that a first screen loads, or a device."""
LATER = {"boards", "lookback", "proving", "sheets", "why"}
"""What a table loads once it is asked for."""


def test_what_is_loaded_first_is_small() -> None:
    sizes = {name: len(gzip.compress((PAGE / "served" / name).read_bytes(), 9)) for name in MOST_PACKED}
    assert {name: size for name, size in sizes.items() if size > MOST_PACKED[name]} == {}


def test_a_script_that_is_loaded_names_nothing_else_that_comes_with_it() -> None:
    scripts = {path.stem: path.read_text("utf-8") for path in (PAGE / "served").glob("*.js")}
    at_once = {
        name: re.findall(r"""(?:from|import)\s*["']\./([\w-]+)\.js["']""", text) for name, text in scripts.items()
    }
    assert {name: found for name, found in at_once.items() if found} == {
        part: [part.partition("-")[0]] for part in scripts if "-" in part and part != "worker-noble"
    }
    assert {part.removeprefix("app-") for part in scripts if part.startswith("app-")} == LATER
