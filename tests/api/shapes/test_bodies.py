"""A body means one thing or is refused in a sentence that names what is wrong and what is allowed."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from api.shapes.bodies import parse
from api.shapes.messages import declared
from api.shapes.problems import Problem, Wrong
from domain.duel.commands import Attack, BeginMove, Flee
from ledger.line.actions import union_of

WISHES = union_of("etiquette")


class Wish(BaseModel):
    """A body like those of the calls."""

    model_config = ConfigDict(strict=True, extra="forbid")

    action: WISHES  # type: ignore[valid-type]  # made when the tests begin
    cmd: Annotated[str, Field(min_length=1, max_length=8)]


WISH = TypeAdapter(Wish)


def refused(body: bytes) -> Problem:
    with pytest.raises(Wrong) as wrong:
        parse(WISH, body)
    assert wrong.value.problem.status == 422
    return wrong.value.problem


def places(body: bytes) -> list[str]:
    return [field.at for field in refused(body).fields or ()]


def test_a_command_is_read_as_the_dataclass_it_names() -> None:
    assert parse(WISH, b'{"action":{"do":"attack","who":"Ana","target":"Bo"},"cmd":"1"}').action == Attack(
        who="Ana", target="Bo"
    )
    assert parse(WISH, b'{"action":{"do":"flee","who":"Ana","path":["T1","T2"]},"cmd":"1"}').action == Flee(
        who="Ana", path=("T1", "T2")
    )


@pytest.mark.parametrize(("written", "read"), [("0", 0), ("99", 99), ("null", None)])
def test_a_whole_number_within_its_bounds_is_read(written: str, read: int | None) -> None:
    body = f'{{"action":{{"do":"begin_move","who":"Ana","allowance":{written}}},"cmd":"1"}}'
    assert parse(WISH, body.encode()).action == BeginMove(who="Ana", allowance=read)


@pytest.mark.parametrize("written", ["-1", "100", "2.0", "2.5", "1e0", "1e999", '"2"', "true", "[]", "{}"])
def test_nothing_else_passes_for_a_whole_number(written: str) -> None:
    body = f'{{"action":{{"do":"begin_move","who":"Ana","allowance":{written}}},"cmd":"1"}}'
    assert places(body.encode()) == ["action.allowance"]


def test_a_list_that_is_too_long_is_said_to_be_so_plainly() -> None:
    path = ",".join(['"T1"'] * 121)
    told = refused(f'{{"action":{{"do":"flee","who":"Ana","path":[{path}]}},"cmd":"1"}}'.encode())
    assert told.detail == "This cannot be read: action.path should have at most 120 items, not 121."


def test_every_wrong_field_is_named_where_it_stands() -> None:
    body = b'{"action":{"do":"flee","who":"Ana","path":["T1",7],"haste":1},"cmd":"","note":"x"}'
    assert places(body) == ["action.path.1", "action.haste", "cmd", "note"]


def test_a_missing_field_is_named_too() -> None:
    assert places(b'{"action":{"do":"attack","who":"Ana"}}') == ["action.target", "cmd"]


def test_an_unknown_field_is_answered_with_those_that_are_known() -> None:
    fields = refused(b'{"action":{"do":"disengage","who":"Ana","origin":"Bo"},"cmd":"1"}').fields
    assert fields is not None
    assert fields[0].allowed == ["who", "from", "do"]


@pytest.mark.parametrize("action", [b"{}", b'{"do":"dance"}', b'{"do":7}'])
def test_an_unknown_command_is_answered_with_those_that_are_known(action: bytes) -> None:
    fields = refused(b'{"action":' + action + b',"cmd":"1"}').fields
    assert fields is not None
    assert fields[0].at == "action"
    assert {"attack", "say", "end_encounter"} <= set(fields[0].allowed or ())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{'cmd':1}", "not JSON"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b'{"cmd":"1","cmd":"2"}', "'cmd' stands there twice"),
        (b'{"a":{"b":1,"b":1}}', "'b' stands there twice"),
        (b'{"cmd":NaN}', "NaN is not a number"),
        (b'{"cmd":-Infinity}', "-Infinity is not a number"),
        (b'{"cmd":9007199254740992}', "9007199254740992 is too large"),
        (b'{"cmd":-9007199254740992}', "is too large"),
        (b'{"cmd":' + b"9" * 100_000 + b"}", f"{'9' * 20}… is too large"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 13 + b"1" + b"}" * 13, "nested too deeply"),
        (b"null", "must be an object"),
        (b'"attack"', "must be an object"),
    ],
)
def test_what_is_no_json_of_one_meaning_is_refused_in_a_sentence(body: bytes, said: str) -> None:
    assert said in refused(body).detail


@pytest.mark.parametrize(
    "name",
    [r"A\u0000", r"A\u001b[31m", r"A\n", r"\u202eanA", r"A\u2066", r"\ud800", "Ame\u0301lie"],
)
@pytest.mark.parametrize("where", ['{{"action":{{"do":"engage","who":"{}"}},"cmd":"1"}}', '{{"{}":1}}'])
def test_a_text_that_deceives_the_eye_is_refused_wherever_it_stands(name: str, where: str) -> None:
    assert refused(where.format(name).encode()).detail.startswith("The text ")


def test_markup_and_far_scripts_are_texts_like_any_other() -> None:
    for name in ["<b>Ana</b>", "[[1d20]]", "أنا", "安娜", "🐉"]:
        body = f'{{"action":{{"do":"engage","who":"{name}"}},"cmd":"1"}}'
        wish: Any = parse(WISH, body.encode())
        assert wish.action.do == "engage"


def test_the_sentence_stays_short_however_much_is_wrong() -> None:
    body = b'{"cmd":"1",' + b",".join(b'"f%d":1' % n for n in range(5000)) + b"}"
    problem = refused(body)
    assert len(problem.detail) < 1500
    assert len(problem.fields or ()) <= 100


@pytest.mark.parametrize(
    ("written", "at", "problem"),
    [
        ('{"do": "attack", "attack": "club", "target": "Bo"}', "action.who", "is missing"),
        ('{"do": "attack", "who": "Ana", "attack": 5}', "action.attack", "must be a text"),
        ('{"do": "attack", "who": "Ana", "attack": "club", "weapon": "club"}', "action.weapon", "is not a field here"),
        ('{"do": "move", "who": "Ana", "withdraw": false}', "action.withdraw", "should be true"),
    ],
)
def test_a_field_called_like_its_command_is_not_taken_for_it(written: str, at: str, problem: str) -> None:
    with pytest.raises(Wrong) as wrong:
        parse(declared("storyteller"), f'{{"action": {written}, "cmd": "1"}}'.encode())
    fields = wrong.value.problem.fields or []
    assert [(field.at, field.problem) for field in fields] == [(at, problem)]
    assert "attack" in (fields[0].allowed or ["attack"])
