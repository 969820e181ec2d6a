"""Casts: what a file takes of one, what it states itself, and where a mistake in either is told."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from files.casts import read_whole, whole_text
from files.checking import check_bytes, check_file
from files.documents import parse
from files.malformed import Malformed
from files.yaml_text import yaml_text
from tests.checking.fight import FIGHT

OPENING = ("system", "board", "weapons", "combatants")
CAST: dict[str, Any] = {key: FIGHT[key] for key in OPENING}
REST: dict[str, Any] = {key: value for key, value in FIGHT.items() if key not in OPENING}
ANA, BO = FIGHT["combatants"]

Like = Callable[..., Path]


@pytest.fixture
def like(tmp_path: Path) -> Like:
    """Return how a file is written that is like the cast of a fight, with what it states otherwise."""
    written(tmp_path / "casts" / "lane.yaml", CAST)

    def like(**otherwise: Any) -> Path:
        return written(tmp_path / "fight.yaml", {"like": "lane", **REST, **otherwise})

    return like


def written(path: Path, content: dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")
    return path


def taken(path: Path, key: str) -> Any:
    return read_whole(path).content.get(key)


def told(path: Path) -> str:
    """Return where the file is malformed and why, with the folder left out."""
    (sentence,) = check_file(path).sentences
    return sentence.replace(f"{path.parent}/", "")


# What is taken


def test_a_file_that_states_only_what_happens_takes_the_opening_of_its_cast(like: Like) -> None:
    assert read_whole(like()).content == FIGHT
    assert check_file(like()).status == "passed"


def test_a_field_that_the_file_states_wins(like: Like) -> None:
    board = {"tiles": ["T0", "T1"], "links": [["T0", "T1"]]}
    assert taken(like(board=board), "board") == board


def test_of_a_mapping_the_fields_that_the_file_leaves_unsaid_are_the_casts(like: Like) -> None:
    assert taken(like(board={"links": []}), "board") == {**CAST["board"], "links": []}


def test_a_list_that_the_file_states_is_whole_and_a_name_takes_the_item_of_the_cast(like: Like) -> None:
    assert taken(like(combatants=["Bo"]), "combatants") == [BO]
    assert taken(like(combatants=["Bo", "Ana"]), "combatants") == [BO, ANA]
    assert taken(like(combatants=[]), "combatants") == []


def test_an_item_with_an_id_of_the_cast_states_what_differs(like: Like) -> None:
    here = taken(like(combatants=["Ana", {"id": "Bo", "health": 3}]), "combatants")
    assert here == [ANA, {**BO, "health": 3}]


def test_an_item_that_the_cast_has_not_is_added_as_it_stands(like: Like) -> None:
    cy = {"id": "Cy", "at": "T2", "health": 3}
    assert taken(like(combatants=["Ana", cy, "Bo"]), "combatants") == [ANA, cy, BO]


def test_null_leaves_out_what_the_cast_says(like: Like) -> None:
    here = taken(like(weapons=None, combatants=[{"id": "Ana", "equipped": None}]), "combatants")
    assert here == [{"id": "Ana", "at": "T0", "health": 5}]
    assert "weapons" not in read_whole(like(weapons=None)).content


def test_null_for_what_the_cast_does_not_say_stays_and_is_told(like: Like) -> None:
    assert read_whole(like(leader=None)).content["leader"] is None
    assert "leader: A file of pursuit has no such field here" in told(like(leader=None))


def test_items_within_items_are_taken_by_name_as_well(tmp_path: Path) -> None:
    sword, bow = {"id": "sword", "damage": 2}, {"id": "bow", "damage": 1}
    written(tmp_path / "casts" / "hall.yaml", {"combatants": [{"id": "Ana", "attacks": [sword, bow], "hand": ["net"]}]})
    file = written(
        tmp_path / "fight.yaml",
        {"like": "hall", "combatants": [{"id": "Ana", "attacks": ["bow", {"id": "sword", "damage": 3}], "hand": []}]},
    )
    assert taken(file, "combatants") == [{"id": "Ana", "attacks": [bow, {"id": "sword", "damage": 3}], "hand": []}]


def test_a_file_without_a_cast_is_read_as_it_stands(tmp_path: Path) -> None:
    assert read_whole(written(tmp_path / "fight.yaml", FIGHT)).content == FIGHT


def test_a_json_file_may_be_like_a_cast(like: Like) -> None:
    file = like().with_suffix(".json")
    file.write_text(json.dumps({"like": "lane", **REST}), encoding="utf-8")
    assert check_file(file).status == "passed"


# Where casts lie


def test_the_cast_lies_beside_the_file_or_in_the_folder_above_and_the_nearer_is_taken(tmp_path: Path) -> None:
    written(tmp_path / "casts" / "lane.yaml", CAST)
    file = written(tmp_path / "mine" / "fight.yaml", {"like": "lane", **REST})
    assert taken(file, "combatants") == [ANA, BO]
    written(tmp_path / "mine" / "casts" / "lane.yaml", {**CAST, "combatants": [BO]})
    assert taken(file, "combatants") == [BO]
    deeper = written(tmp_path / "a" / "b" / "c" / "fight.yaml", {"like": "lane", **REST})
    assert "There is no casts/lane.yaml beside this file or in the folder above: there are none." in told(deeper)


@pytest.mark.parametrize("where", ["", "mine", "casts"])
def test_the_cast_is_found_from_wherever_one_stands(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path / "casts" / "lane.yaml", CAST)
    file = written(tmp_path / "mine" / "fight.yaml", {"like": "lane", **REST})
    monkeypatch.chdir(tmp_path / where)
    for path in (file, Path("fight.yaml") if where == "mine" else Path("..") / tmp_path.name / "mine" / "fight.yaml"):
        if path.exists():
            assert check_file(path).status == "passed"
    assert check_file(Path(where and "..") / "mine" / "fight.yaml").status == "passed"


def test_a_file_that_is_no_file_has_no_cast() -> None:
    raw = yaml.safe_dump({"like": "lane", **REST}).encode()
    assert check_bytes(raw, "fight.yaml").message == "Only a file that lies in a folder can be like a cast."


# What is refused


def test_a_cast_that_is_not_there_is_refused_with_the_nearest(like: Like) -> None:
    assert told(like(like="lames")) == (
        "fight.yaml, line 1, like: There is no casts/lames.yaml beside this file or in the folder above: "
        "the nearest is lane."
    )
    assert told(like(like="wood")).endswith("above: there are lane.")


@pytest.mark.parametrize("name", ["../lane", "lane.yaml", "/etc/passwd", "", "Lane", "a" * 41, 3, None, ["lane"], {}])
def test_what_is_no_name_of_a_cast_is_refused(name: Any, like: Like) -> None:
    line = 2 if name == ["lane"] else 1
    message = "A cast is named in small letters, digits and -, not "
    assert told(like(like=name)).startswith(f"fight.yaml, line {line}, like: {message}")


def test_a_cast_that_leads_out_of_its_folder_is_refused(like: Like, tmp_path: Path) -> None:
    written(tmp_path / "elsewhere.yaml", CAST)
    (tmp_path / "casts" / "door.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    assert told(like(like="door")) == "fight.yaml, line 1, like: The cast door leads out of its folder."


@pytest.mark.parametrize("field", REST)
def test_a_cast_that_states_more_than_an_opening_is_refused(field: str, like: Like, tmp_path: Path) -> None:
    written(tmp_path / "casts" / "told.yaml", {field: REST[field], **CAST})
    assert told(like(like="told")) == (
        f"casts/told.yaml, line {first_line(field)}, {field}: "
        "A cast states an opening alone: this belongs to the files like it."
    )


def first_line(field: str) -> int:
    """Return the line on which the first field of a file has its value: a list begins below its name."""
    return 2 if isinstance(REST[field], list) else 1


def test_a_cast_that_is_like_another_is_refused(like: Like, tmp_path: Path) -> None:
    second = written(tmp_path / "casts" / "second.yaml", {"like": "lane"})
    message = "second.yaml, line 1, like: A cast is like no other: it states its opening itself."
    assert told(like(like="second")) == f"casts/{message}"
    assert told(second) == message


def test_a_cast_that_is_too_large_is_refused(like: Like, tmp_path: Path) -> None:
    (tmp_path / "casts" / "large.yaml").write_text("# " + "x" * 1024 * 1024, encoding="utf-8")
    assert told(like(like="large")) == "casts/large.yaml: The file is too long: at most 1024 KiB."


def test_a_cast_that_is_no_plain_yaml_is_refused_with_its_line(like: Like, tmp_path: Path) -> None:
    (tmp_path / "casts" / "torn.yaml").write_text("system: pursuit\nboard: &x 1\n", encoding="utf-8")
    assert told(like(like="torn")).startswith("casts/torn.yaml, line 2: &x is an anchor")


def test_a_name_that_the_cast_has_not_is_refused_with_the_nearest(like: Like) -> None:
    sentence = told(like(combatants=["Ana", "ann"]))
    assert sentence.startswith("fight.yaml, line ")
    assert sentence.endswith('combatants.1: The cast casts/lane.yaml has no "ann" here: the nearest is Ana.')
    assert told(like(combatants=["Zzz"])).endswith('has no "Zzz" here: there are Ana, Bo.')


@pytest.mark.parametrize("again", ["Bo", {"id": "Bo", "health": 1}])
def test_an_item_of_the_cast_is_taken_once(again: Any, like: Like) -> None:
    """Else a small file could take a large item as often as it has lines."""
    assert told(like(combatants=["Bo", again])).endswith('combatants.1: "Bo" of the cast stands there twice.')


def test_two_items_of_a_cast_with_one_id_are_refused_where_one_is_taken(like: Like, tmp_path: Path) -> None:
    written(tmp_path / "casts" / "twins.yaml", {**CAST, "combatants": [BO, dict(BO)]})
    assert told(like(like="twins", combatants=["Bo"])).endswith(
        "combatants: Two items have one id, so that none can be taken by it."
    )


def test_a_mistake_in_the_cast_is_told_of_the_cast_and_one_of_the_file_of_the_file(like: Like, tmp_path: Path) -> None:
    assert told(like(combatants=[{"id": "Bo", "health": "much"}])).startswith("fight.yaml, line ")
    written(tmp_path / "casts" / "wrong.yaml", {**CAST, "combatants": [ANA, {**BO, "health": "much"}]})
    lines = (tmp_path / "casts" / "wrong.yaml").read_text(encoding="utf-8").splitlines()
    line = lines.index("  health: much") + 1
    for changes in ({}, {"combatants": ["Bo"]}, {"combatants": [{"id": "Bo", "at": "T2"}]}):
        sentence = told(like(like="wrong", **changes))
        assert sentence.startswith(f"casts/wrong.yaml, line {line}, combatants.1.health: It ")


def test_a_field_that_the_system_has_not_is_told_of_the_cast(like: Like, tmp_path: Path) -> None:
    written(tmp_path / "casts" / "odd.yaml", {**CAST, "leader": "Ana"})
    assert told(like(like="odd")).split(": ")[1].startswith("A file of pursuit has no such field here")
    assert told(like(like="odd")).startswith("casts/odd.yaml, line ")


# Casts by themselves


def test_a_cast_holds_if_a_fight_can_begin_with_it(like: Like, tmp_path: Path) -> None:
    like()
    lane = tmp_path / "casts" / "lane.yaml"
    assert check_file(lane).status == "passed"
    crowded = written(tmp_path / "casts" / "crowded.yaml", {**CAST, "combatants": [ANA, dict(ANA)]})
    assert "The opening is refused: " in told(crowded)


def test_an_example_among_casts_is_still_an_example_and_a_cast_elsewhere_is_none(tmp_path: Path) -> None:
    assert check_file(written(tmp_path / "casts" / "fight.yaml", FIGHT)).title == FIGHT["title"]
    assert check_file(written(tmp_path / "lane.yaml", CAST)).status == "malformed"


# Whole


def test_printed_whole_a_file_needs_no_cast_and_keeps_its_first_comment(like: Like) -> None:
    file = like(combatants=["Ana", {"id": "Bo", "at": "T1"}])
    file.write_text("# One\n# Two \u202e\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    text = whole_text(file)
    assert text.startswith("# One\n# Two \\u202e\ntitle: Ana strikes Bo\nsystem: pursuit\nrules: [PUR-12]\nboard: ")
    assert parse(text.encode(), "whole.yaml").content == FIGHT
    assert check_bytes(text.encode(), "whole.yaml").status == "passed"
    assert json.loads(whole_text(file, as_json=True)) == FIGHT


def test_a_file_that_cannot_be_read_is_not_printed_whole(like: Like) -> None:
    with pytest.raises(Malformed, match="the nearest is lane"):
        whole_text(like(like="lanes"))


WORDS = ["true", "Null", "~", "", "12", "-3", "+0", "on", "6:5", "a: b", "- x", "#", " a ", "it's", '"', "\\", "4->3"]
WORDS += [
    "{a}",
    "[",
    "é",
    "a #b",
    "%x",
    "@",
    "!t",
    "&a",
    "*a",
    "?",
    "x" * 200,
    "1_0",
    "1.5",
    "'",
    ",",
    "|",
    ">",
]


def value(chance: random.Random, depth: int) -> Any:
    """Return any value that a plain file may hold."""
    kind = chance.randrange(6 if depth else 4)
    if kind == 4:
        return [value(chance, depth - 1) for _ in range(chance.randrange(4))]
    if kind == 5:
        return {word: value(chance, depth - 1) for word in chance.sample(WORDS, chance.randrange(4))}
    return (chance.choice(WORDS), chance.randrange(-99, 99), chance.random() < 0.5, None)[kind]


@pytest.mark.parametrize("number", range(20))
def test_whatever_is_written_as_yaml_is_read_as_the_same(number: int) -> None:
    chance = random.Random(f"yaml {number}")
    for _ in range(20):
        content = {word: value(chance, 3) for word in chance.sample(WORDS, 4)}
        assert parse(yaml_text(content).encode(), "any.yaml").content == content
