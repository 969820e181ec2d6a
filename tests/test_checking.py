"""Scenario files that do not hold, or are no scenario files: the sentence, the place, the exit status."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from api.checking import Checked, check, check_bytes, check_file

LANE: dict[str, Any] = {"tiles": ["T0", "T1", "T2"], "links": [["T0", "T1"], ["T1", "T2"]]}
FIGHT: dict[str, Any] = {
    "title": "Ana strikes Bo",
    "system": "pursuit",
    "rules": ["PUR-12"],
    "board": LANE,
    "weapons": [{"id": "blade", "damage": 2}, {"id": "sling", "damage": "1d6"}],
    "combatants": [
        {"id": "Ana", "at": "T0", "health": 5, "equipped": "blade"},
        {"id": "Bo", "at": "T1", "health": 4, "equipped": "sling"},
    ],
    "given": [
        {"do": "begin_move", "who": "Ana", "allowance": 1},
        {"do": "move", "who": "Ana", "to": "T1"},
        {"do": "engage", "who": "Ana"},
    ],
    "when": [{"do": "attack", "who": "Ana", "target": "Bo"}],
    "then": [
        {"type": "DeclarationMade", "who": "Ana", "kind": "attack", "weapon": "blade"},
        {"type": "DamageApplied", "to": "Bo", "amount": 2, "health": "4->2"},
        {"type": "TurnEnded", "who": "Ana"},
        {"type": "TurnStarted", "who": "Bo"},
    ],
}
THEN = FIGHT["then"]
BO_STRIKES = {"given": [*FIGHT["given"], *FIGHT["when"]], "when": [{"do": "attack", "who": "Bo", "target": "Ana"}]}


def checked(text: str) -> Checked:
    return check_bytes(text.encode(), "fight.yaml")


def with_changes(**changes: Any) -> Checked:
    """Return how the fight comes out with some fields changed; None takes a field away."""
    fight = {key: value for key, value in {**FIGHT, **changes}.items() if value is not None}
    return checked(yaml.safe_dump(fight, sort_keys=False))


def sentence(found: Checked) -> str:
    (only,) = found.sentences
    return only


def test_the_fight_holds() -> None:
    found = with_changes()
    assert found.sentences == ()
    assert (found.status, found.exit_status, found.title) == ("passed", 0, "Ana strikes Bo")


# What does not hold: exit status 1


def test_a_field_that_differs_is_named_with_expected_and_found() -> None:
    found = with_changes(then=[THEN[0], {**THEN[1], "amount": 3}, *THEN[2:]])
    assert found.exit_status == 1
    assert sentence(found) == "Event 2, DamageApplied: amount is expected to be 3, and is 2."
    (difference,) = found.differences
    assert (difference.kind, difference.where, difference.expected, difference.found) == (
        "field",
        "event 2, amount",
        3,
        2,
    )


def test_a_change_is_compared_in_its_three_parts() -> None:
    found = with_changes(then=[THEN[0], {"type": "DamageApplied", "hp": "5->2"}, *THEN[2:]])
    assert found.sentences == (
        'Event 2, DamageApplied: pool is expected to be "hp", and is "health".',
        "Event 2, DamageApplied: before is expected to be 5, and is 4.",
    )


def test_a_fact_that_the_event_does_not_state_is_said() -> None:
    found = with_changes(then=[{**THEN[0], "spaces": 2}, *THEN[1:]])
    assert sentence(found) == "Event 1, DeclarationMade: spaces is expected to be 2, and is not stated."


def test_true_is_not_taken_for_one() -> None:
    found = with_changes(then=[THEN[0], {**THEN[1], "amount": True}, *THEN[2:]])
    assert sentence(found) == "Event 2, DamageApplied: amount is expected to be true, and is 2."
    formed = [{"type": "DeclarationMade"}, {"type": "EngagementChanged", "forced": 0}, {"type": "TurnStarted"}]
    found = with_changes(given=FIGHT["given"][:2], when=FIGHT["given"][2:], then=formed)
    assert sentence(found) == "Event 2, EngagementChanged: forced is expected to be 0, and is false."


def test_facts_may_stand_under_their_field_too() -> None:
    assert with_changes(then=[{**THEN[0], "parameters": {"target": "Bo"}}, *THEN[1:]]).status == "passed"
    found = with_changes(then=[{**THEN[0], "parameters": {"target": "Ana"}}, *THEN[1:]])
    assert sentence(found) == 'Event 1, DeclarationMade: target is expected to be "Ana", and is "Bo".'


def test_an_event_that_did_not_happen_is_named() -> None:
    extra = {"type": "LifeStateChanged", "who": "Bo", "life": "active->dead"}
    found = with_changes(then=[*THEN[:2], extra, *THEN[2:]])
    assert sentence(found) == (
        'Event 3 of `then`, LifeStateChanged {"who": "Bo", "from": "active", "to": "dead"}, '
        "is expected there and did not happen."
    )


def test_an_event_that_is_not_expected_is_named() -> None:
    found = with_changes(then=[THEN[0], *THEN[2:]])
    assert sentence(found).startswith('Event 2 that happened, DamageApplied {"to": "Bo", "by": "Ana", "amount": 2')
    assert sentence(found).endswith("is not expected there.")


def test_the_order_of_the_events_is_exact() -> None:
    found = with_changes(then=[THEN[0], THEN[2], THEN[1], THEN[3]])
    assert {difference.kind for difference in found.differences} == {"missing", "extra"}


def test_dice_that_nobody_rolls_are_said() -> None:
    found = with_changes(dice=[3, 4])
    assert found.exit_status == 1
    assert sentence(found) == "Nobody rolls the last 2 faces under `dice`: [3, 4]."


def test_dice_that_are_missing_are_said() -> None:
    found = with_changes(**BO_STRIKES, then=[])
    assert sentence(found) == "Bo rolls 1d6 for damage, and of the faces under `dice` none is left."


def test_dice_of_the_moment_are_counted_as_well() -> None:
    assert sentence(with_changes(given_dice=[1])) == "Nobody rolls the last 1 faces under `given_dice`: [1]."
    short = with_changes(given=[*FIGHT["given"], {"do": "disengage", "who": "Ana"}])
    assert sentence(short) == "Ana rolls 1d6 for disengage, and of the faces under `given_dice` none is left."


def test_a_moment_that_cannot_be_reached_is_said_with_the_command_and_the_reason() -> None:
    found = with_changes(given=[FIGHT["given"][0], {"do": "move", "who": "Ana", "to": "T2"}])
    assert found.exit_status == 1
    assert sentence(found).startswith("Command 2 of `given`, move Ana, is refused: Ana cannot move to T2")
    assert sentence(found).endswith("(not_adjacent, PUR-1)")


def test_a_refusal_that_nobody_expected_is_said_beside_the_events_that_are_missing() -> None:
    found = with_changes(when=[{"do": "attack", "who": "Bo", "target": "Ana"}])
    assert found.sentences[0].startswith("Command 1 of `when`, attack Bo, is refused: ")
    assert len(found.sentences) == 1 + len(THEN)


def test_another_refusal_than_the_one_expected_is_said() -> None:
    turn = {"when": [{"do": "attack", "who": "Bo", "target": "Ana"}], "then": None}
    assert with_changes(**turn, refused={"code": "out_of_turn", "rule": "PUR-9"}).status == "passed"
    assert with_changes(**turn, refused={"code": "out_of_turn"}).status == "passed"
    found = with_changes(**turn, refused={"code": "no_weapon", "rule": "PUR-12"})
    assert found.exit_status == 1
    assert found.sentences[0].startswith("The code of the refusal is expected to be no_weapon, and is out_of_turn: ")
    assert found.sentences[1].startswith("The rule of the refusal is expected to be PUR-12, and is PUR-9: ")


def test_a_command_that_is_accepted_where_a_refusal_is_expected_is_said() -> None:
    found = with_changes(then=None, refused={"code": "no_weapon"})
    assert sentence(found) == (
        "A refusal is expected (no_weapon), and attack Ana is accepted: "
        "DeclarationMade, DamageApplied, TurnEnded, TurnStarted happened."
    )
    rolls = with_changes(**BO_STRIKES, then=None, refused={"code": "no_weapon"})
    assert sentence(rolls) == ("A refusal is expected (no_weapon), and attack Bo is accepted: Bo rolls 1d6 for damage.")


def test_a_refusal_rolls_nothing() -> None:
    turn = {"when": [{"do": "attack", "who": "Bo", "target": "Ana"}], "then": None}
    found = with_changes(**turn, refused={"code": "out_of_turn"}, dice=[6])
    assert sentence(found) == "Nobody rolls the last 1 faces under `dice`: [6]."


def test_the_state_afterwards_is_compared() -> None:
    after = {
        "Bo.health": 2,
        "Bo.life": "active",
        "Ana.at": "T1",
        "Ana.movement": 0,
        "Ana.hand": [],
        "Bo.conditions": [],
        "pending": "turn",
    }
    assert with_changes(state=after).status == "passed"
    found = with_changes(state={"Bo.health": 3, "pending": "idle"})
    assert found.sentences == (
        "Afterwards Bo.health is expected to be 3, and is 2.",
        'Afterwards pending is expected to be "idle", and is "turn".',
    )


def test_an_opening_may_be_what_is_refused() -> None:
    both = [{"id": "Ana", "at": "T1", "health": 5}, {"id": "Bo", "at": "T1", "health": 4}]
    start = {"given": None, "when": None, "then": None}
    assert with_changes(**start, combatants=both, refused={"code": "tile_occupied"}).status == "passed"
    found = with_changes(**start, refused={"code": "tile_occupied"})
    assert sentence(found) == "A refusal is expected (tile_occupied), and the opening is accepted."


def test_a_moment_may_be_stated_by_events() -> None:
    events = [
        {"type": "CombatantMoved", "who": "Ana", "from": "T0", "to": "T1", "mode": "walk", "cost": 1},
        {"type": "EngagementChanged", "id": "E1", "change": "formed", "tile": "T1", "order": ["Ana", "Bo"]},
        {"type": "TurnStarted", "who": "Ana"},
    ]
    assert with_changes(given=None, given_events=events).sentences == ()


# What is no scenario file: exit status 2, and the place


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"system": "poker"}, "system", 'The system must be one of pursuit, etiquette, not "poker".'),
        ({"system": None}, "fight.yaml", "The system must be one of pursuit, etiquette, not null."),
        ({"system": ["pursuit"]}, "system", "The system must be one of pursuit, etiquette"),
        ({"titel": "x"}, "titel", "A file of pursuit has no such field here; allowed are board, combatants, dice, "),
        ({"rewind": "free"}, "rewind", "no such field"),
        ({"title": None}, "fight.yaml, title", "It is missing."),
        ({"rules": []}, "rules", "at least 1 item"),
        ({"settings": {"loot": "some"}}, "settings.loot", "allowed here: none, killer_takes_hand"),
        ({"settings": {"luck": 1}}, "settings.luck", "It is not a field here; allowed here: weapon_model, "),
        ({"board": 3}, "board", "It must be an object."),
        ({"combatants": [{"id": "Ana", "at": "T0", "health": "5"}]}, "combatants.0.health", "whole number"),
        ({"combatants": [{"id": 7, "at": "T0", "health": 5}]}, "combatants.0.id", "It must be a text."),
        ({"combatants": [{"id": "Ana", "at": "T9", "health": 5}]}, "fight.yaml", "The opening is refused: Ana"),
        ({"when": [{"do": "fly", "who": "Ana"}]}, "when.0.do", "allowed here: begin_move, move, "),
        ({"when": [{"do": "attack", "who": "Ana"}]}, "when.0.target", "It is missing."),
        ({"when": [{"do": "attack", "who": "Ana", "target": "Bo", "with": 1}]}, "when.0.with", "allowed here: "),
        ({"given": [{"do": "begin_move", "who": "Ana", "allowance": 100}]}, "given.0.allowance", "less than or equal"),
        ({"when": []}, "when", "State at least one command under `when`."),
        ({"then": None}, "fight.yaml", "State either `then`"),
        ({"refused": {"code": "dead"}}, "fight.yaml", "State either `then`"),
        ({"then": None, "refused": {"code": "no_luck"}}, "refused.code", "allowed here: dead, decision_pending"),
        (
            {"then": None, "refused": {"code": "dead"}, "when": [{**FIGHT["when"][0]}, {"do": "end_encounter"}]},
            "when",
            "Only one command",
        ),
        ({"then": [{"type": "Sneezed"}]}, "then.0.type", "type must be one of EncounterOpened, CombatantJoined"),
        (
            {"then": [{"type": "TurnEnded", "wo": "Ana"}]},
            "then.0.wo",
            "TurnEnded has no field of this name; it has who",
        ),
        ({"then": [3]}, "then.0", "It must be an object."),
        ({"dice": [0]}, "dice.0", "greater than or equal to 1"),
        ({**BO_STRIKES, "dice": [7], "then": []}, "dice", "7 is not a face of a d6 (Bo rolls 1d6 for damage)."),
        ({"state": {"Cy.health": 3}}, "state.Cy.health", 'There is no "Cy"; there are Ana, Bo, and `pending`.'),
        ({"state": {"Bo.luck": 3}}, "state.Bo.luck", 'Bo has no "luck" to look at; there are at, conditions, hand'),
        ({"given_events": [{"type": "TurnEnded", "who": "Ana"}]}, "given_events", "not both"),
        ({"given": None, "given_events": [{"type": "TurnEnded"}]}, "given_events.0", "TurnEnded: who is missing."),
        (
            {"given": None, "given_events": [{"type": "CombatantMoved", "who": "Cy", "from": "T0", "to": "T1"}]},
            "given_events.0",
            "is missing",
        ),
        (
            {
                "given": None,
                "given_events": [{"type": "LifeStateChanged", "who": "Cy", "life": "active->dead", "why": "x"}],
            },
            "given_events.0",
            "This cannot have happened",
        ),
    ],
)
def test_a_malformed_file_names_the_place_and_what_is_allowed(
    changes: dict[str, Any], place: str, message: str
) -> None:
    found = with_changes(**changes)
    assert found.status == "malformed"
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert found.message is not None
    assert message in found.message


def test_the_place_names_the_line() -> None:
    lines = ["title: x", "system: pursuit", "rules: [PUR-1]", "board: {tiles: [T0], links: []}", "combatants:"]
    found = checked("\n".join([*lines, "  - {id: Ana, at: T0, health: 5}", "  - {id: Bo, at: T0, helth: 4}"]))
    assert found.place == "fight.yaml, line 7, combatants.1.helth"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", "fight.yaml", "must be a mapping"),
        ("- 1", "fight.yaml", "must be a mapping"),
        ("a: 1\na: 2", "fight.yaml, line 2", "The field 'a' stands there twice."),
        ("a: &x 1", "fight.yaml, line 1", "&x is an anchor"),
        ("a: 1\nb: *x", "fight.yaml, line 2", "*x is an alias"),
        ("a: !!python/name:os.system x", "fight.yaml, line 1", "The tag "),
        ("a: 1\n---\nb: 2", "fight.yaml, line", "A second document begins here"),
        ("a:\n\t- 1", "fight.yaml, line 2", "This is not YAML"),
        ("a: [1", "fight.yaml, line", "This is not YAML"),
        ("? [a]\n: 1", "fight.yaml, line 1", "where the name of a field belongs"),
        ("a: " + "[" * 30 + "]" * 30, "fight.yaml, line 1", "nested too deeply: at most 20 levels"),
        ("a: " + "9" * 40, "fight.yaml, line 1", "too long: at most 15 digits"),
        ("a: \x07", "fight.yaml", "not allowed in YAML"),
        ('a: "\u202ehidden"', "fight.yaml, line 1, a", "overrides the direction of writing"),
        ('a: "\\ud800"', "fight.yaml", ""),
    ],
)
def test_what_is_not_plain_yaml_is_refused_with_its_line(text: str, place: str, message: str) -> None:
    found = checked(text)
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert message in (found.message or "")


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{", "fight.json, line 1", "This is not JSON"),
        ('{"a": 1.5}', "fight.json", "numbers are whole"),
        ('{"a": NaN}', "fight.json", "numbers are whole"),
        ('{"a": 1, "a": 2}', "fight.json", "The field 'a' stands there twice."),
        ('{"a": ' + "9" * 5000 + "}", "fight.json", "at most 15 digits"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "fight.json", "nested too deeply"),
        ('{"a": ' + "[" * 30 + "]" * 30 + "}", "fight.json", "nested too deeply"),
        ('{"a": "\\ud800"}', "fight.json, a", "half of a surrogate pair"),
        ("[]", "fight.json", "must be a mapping"),
    ],
)
def test_what_is_not_plain_json_is_refused(text: str, place: str, message: str) -> None:
    found = check_bytes(text.encode(), "fight.json")
    assert found.exit_status == 2
    assert found.place is not None
    assert place in found.place
    assert message in (found.message or "")


def test_json_is_read_as_well() -> None:
    assert check_bytes(json.dumps(FIGHT).encode(), "fight.json").status == "passed"


def test_words_mean_what_they_look_like() -> None:
    """YAML 1.1 would make a truth of ``on``, a number of ``6:5`` and of ``1_0``."""
    text = yaml.safe_dump({**FIGHT, "title": "TITLE"}, sort_keys=False)
    for word in ("on", "yes", "6:5", "1_0", "2026-01-01", "0x10", "1.5"):
        assert checked(text.replace("TITLE", word)).title == word


def test_a_file_that_is_too_long_or_not_text_is_refused() -> None:
    assert check_bytes(b"a: " + b"x" * 1024 * 1024, "fight.yaml").message == "The file is too long: at most 1024 KiB."
    assert check_bytes(b"a: \xff", "fight.yaml").message == "Byte 3 is not UTF-8 text."


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    found = check_file(tmp_path / "none.yaml")
    assert found.exit_status == 2
    assert found.message == "It cannot be read: No such file or directory."
    assert check_file(Path("a\0b")).exit_status == 2
    assert check_file(tmp_path).exit_status == 2


# Several files


def test_the_worst_of_several_files_gives_the_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, broken = tmp_path / "good.yaml", tmp_path / "bad.yaml", tmp_path / "broken.yaml"
    good.write_text(yaml.safe_dump(FIGHT), encoding="utf-8")
    bad.write_text(yaml.safe_dump({**FIGHT, "dice": [1]}), encoding="utf-8")
    broken.write_text("a: [", encoding="utf-8")
    assert check([good], as_json=False) == 0
    assert check([good, bad], as_json=False) == 1
    capsys.readouterr()
    assert check([good, broken, bad], as_json=False) == 2
    told = capsys.readouterr().out
    assert "Nobody rolls the last 1 faces under `dice`: [1]." in told
    assert f"{broken}, line " in told
    assert told.endswith("1 of 3 files hold.\n")


def test_the_result_is_there_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(yaml.safe_dump({**FIGHT, "state": {"Bo.health": 4}}), encoding="utf-8")
    assert check([bad], as_json=True) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["status"], told["exit_status"], told["title"]) == ("failed", 1, "Ana strikes Bo")
    (difference,) = told["differences"]
    assert (difference["where"], difference["expected"], difference["found"]) == ("state.Bo.health", 4, 2)


# Whatever a file holds, there is an answer

WORDS = st.sampled_from(
    [*FIGHT, "do", "who", "type", "Ana", "T1", "4->2", "begin_move", "TurnStarted", "damage", "1d6"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | WORDS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def has_an_answer(raw: bytes, name: str) -> None:
    found = check_bytes(raw, name)
    assert found.status in ("passed", "failed", "malformed")
    assert all(each.isprintable() for each in found.sentences)
    assert bool(found.sentences) == (found.status != "passed")


@given(st.binary(max_size=200), st.sampled_from(["fight.yaml", "fight.json"]))
def test_any_bytes_have_an_answer(raw: bytes, name: str) -> None:
    has_an_answer(raw, name)


@given(st.text(st.characters(codec="utf-8"), max_size=120), st.sampled_from(["fight.yaml", "fight.json"]))
def test_any_text_has_an_answer(text: str, name: str) -> None:
    has_an_answer(text.encode(), name)
    has_an_answer(b"title: x\nsystem: pursuit\n" + text.encode(), name)


@settings(deadline=None)
@given(st.sampled_from(sorted(FIGHT)), VALUES, st.booleans())
def test_a_fight_with_anything_in_one_field_has_an_answer(field: str, value: Any, as_json: bool) -> None:
    fight = {**FIGHT, field: value}
    text = json.dumps(fight) if as_json else yaml.safe_dump(fight, allow_unicode=True)
    has_an_answer(text.encode("utf-8", "surrogatepass"), "fight.json" if as_json else "fight.yaml")


EVENTS: list[dict[str, Any]] = [
    {"type": "CombatantMoved", "who": "Ana", "from": "T0", "to": "T1", "mode": "walk", "cost": 1},
    {"type": "EngagementChanged", "id": "E1", "change": "formed", "tile": "T1", "order": ["Ana", "Bo"]},
    {"type": "EngagementChanged", "id": "E1", "change": "dissolved"},
    {"type": "TurnStarted", "who": "Ana"},
    {"type": "TurnStarted", "who": "Ana", "engagement": "E7"},
    {"type": "DecisionOpened", "kind": "flight", "owner": "Ana", "options": ["flee"], "spaces": 2},
    {"type": "DecisionOpened", "kind": "chase", "owner": "Bo", "options": [1], "quarry": "Bo"},
    {"type": "DeclarationMade", "who": "Ana", "kind": "begin_move"},
    {"type": "DeclarationMade", "who": "Ana", "kind": "decline"},
    {"type": "ResourceChanged", "who": "Ana", "movement": "0->4", "why": "x"},
    {"type": "DamageApplied", "to": "Bo", "by": "Ana", "amount": 9, "hp": "4->-5", "why": "x"},
    {"type": "BoardChanged", "change": "links", "links": [["T0", "X"]]},
    {"type": "BoardChanged", "change": "tiles", "tiles": 3},
    {"type": "DecisionLapsed", "kind": "x", "owner": "Ana", "reason": "x"},
    {"type": "EncounterEnded", "outcome": "ended"},
]
TRIES: list[dict[str, Any]] = [
    {"do": "attack", "who": "Ana", "target": "Bo"},
    {"do": "disengage", "who": "Ana"},
    {"do": "flee", "who": "Ana", "path": ["T2"]},
    {"do": "chase", "who": "Ana", "path": ["T2"]},
    {"do": "move", "who": "Ana", "to": "T1"},
    {"do": "engage", "who": "Ana"},
    {"do": "begin_move", "who": "Bo", "allowance": 2},
    {"do": "end_encounter"},
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(EVENTS), max_size=5), st.lists(st.sampled_from(TRIES), min_size=1, max_size=2))
def test_any_moment_stated_by_events_has_an_answer(events: list[Any], tries: list[Any]) -> None:
    fight = {**FIGHT, "given": [], "given_events": events, "when": tries, "then": [], "dice": [6, 1, 6, 1]}
    has_an_answer(json.dumps(fight).encode(), "fight.json")
