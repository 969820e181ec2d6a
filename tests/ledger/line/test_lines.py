"""The stored line: one spelling, nothing lost, old shapes read for ever."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

from domain.events import CombatantJoined, DiceRolled, MessageRecorded, Pool
from domain.items import Effect, Item
from ledger.application import Ledger
from ledger.line.canonical import canon_trusted, parse_strict
from ledger.line.entries import ENTRIES, CommandAccepted
from ledger.line.forms import well_formed
from ledger.line.hidden import commit
from ledger.line.lines import STORED_NAMES, Line, TooLong, Words, decode, encode, spoken
from ledger.line.shapes import UPCASTS, newest, up_to_date
from ledger.line.unknown_fields import members
from ledger.proof.verifying import verify
from ledger.table.fight import Fight
from tests.ledger.fights import BACK, SHOT, Player, opened
from verifier import verify_fight

ENVELOPE = frozenset({"at", "cause", "n", "prev", "type", "v"})
ROWS = Path(__file__).parents[1] / "rows"
PREV = bytes(range(32))
STORED = sorted(ROWS.glob("*.json"))
LATER_FIELDS = sorted((ROWS / "fields").glob("*.json"))


def test_a_line_is_its_fields_in_canonical_form() -> None:
    rolled = DiceRolled(
        by="Ana", purpose="attack", dice="2d6", faces=(6, 2), source="ledger", roll=3, rules=("ETQ-20",)
    )
    raw = encode(rolled, n=14, prev=PREV, at=1790000000000, cause=12)
    assert raw == (
        b'{"at":1790000000000,"by":"Ana","cause":12,"dice":"2d6","faces":[6,2],"for":"attack","n":14,'
        b'"prev":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f","roll":3,"rules":["ETQ-20"],'
        b'"source":"ledger","type":"DiceRolled"}'
    )
    line = decode(raw)
    assert line == Line(n=14, type="DiceRolled", at=1790000000000, cause=12, raw=raw, entry=rolled)


def test_where_a_combatant_stands_is_no_time() -> None:
    bomb = Item(id="bomb", effect=Effect(kind="damage", amount=2), usable_on_opponent=True)
    joined = CombatantJoined(
        who="A", side="A", kind="player", at="T1", pools=(Pool(name="health", now=1, max=2),), items=(bomb,)
    )
    raw = encode(joined, n=1, prev=PREV, at=7)
    assert orjson.loads(raw)["place"] == "T1"
    assert orjson.loads(raw)["at"] == 7
    assert decode(raw).entry == joined


def test_words_stand_beside_the_line_that_commits_to_them() -> None:
    said = MessageRecorded(by="Bo", channel="negotiation", text="Peace.")
    words = Words(n=3, payload={"text": "Peace."}, salt=bytes(32))
    raw = encode(said, n=3, prev=PREV, at=7, words=words)
    assert b"Peace" not in raw
    assert orjson.loads(raw)["commit"] == commit(words.salt, words.payload)
    assert decode(raw, words.payload).entry == said
    assert decode(raw).entry == MessageRecorded(by="Bo", channel="negotiation", text="")


def test_the_words_of_a_declaration_stand_beside_it_too() -> None:
    decl = {"action": {"do": "say", "text": "Peace.", "who": "Bo"}, "cmd": "c", "seat": "bo"}
    accepted = CommandAccepted(decl=decl)
    words = Words(n=3, payload=spoken(accepted) or {}, salt=bytes(32))
    raw = encode(accepted, n=3, prev=PREV, at=7, words=words)
    assert b"Peace" not in raw
    assert decode(raw, words.payload).entry == accepted
    assert accepted.decl == decl


def test_a_line_has_at_most_16_kib() -> None:
    with pytest.raises(TooLong):
        encode(CommandAccepted(decl={"cmd": "x" * 17_000, "action": {}}), n=0, prev=PREV, at=0)


def test_no_field_takes_the_name_of_the_envelope() -> None:
    for name, kind in ENTRIES.items():
        renamed = STORED_NAMES.get(name, {})
        taken = {renamed.get(each) or each for each in kind.__dataclass_fields__} & ENVELOPE
        assert not taken, name


def test_rows_hold_every_shape_of_every_kind_of_line() -> None:
    wanted = {f"{name}.{shape}.json" for name in ENTRIES for shape in range(1, newest(name) + 1)}
    assert {path.name for path in STORED} >= wanted


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_row_reads_as_it_did(path: Path) -> None:
    name, shape = path.stem.split(".")
    raw = path.read_bytes()
    value = parse_strict(raw)
    assert (value["type"], value.get("v", 1)) == (name, int(shape))
    line = decode(raw)
    assert type(line.entry) is ENTRIES[name]
    if int(shape) == newest(name):
        words = Words(n=line.n, payload={"text": ""}, salt=b"") if name == "MessageRecorded" else None
        written = orjson.loads(
            encode(line.entry, n=line.n, prev=bytes.fromhex(value["prev"]), at=line.at, cause=line.cause, words=words)
        )
        assert written | ({"commit": value["commit"]} if words else {}) == value


@pytest.mark.parametrize("path", LATER_FIELDS, ids=lambda path: path.stem)
def test_a_row_with_a_field_that_came_later_reads_as_it_did(path: Path) -> None:
    raw = path.read_bytes()
    value = parse_strict(raw)
    assert well_formed(raw, value, bytes.fromhex(value["prev"])).raw == raw
    assert verify_fight._fits(value, verify_fight.SHAPES[value["type"]])


def named_in(value: object, place: str = "") -> Iterator[str]:
    """Yield where each field of a stored line stands, those of lines and values within it too."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield f"{place}.{name}"
            yield from named_in(member, f"{place}.{name}")
    elif isinstance(value, list):
        for member in value:
            yield from named_in(member, place)


def fields_of(kind: type[object], place: str = "", within: tuple[type[object], ...] = ()) -> Iterator[str]:
    """Yield where each field of a kind stands in its line."""
    for name, inner in members(kind).items():
        yield f"{place}.{name}"
        if inner is not None and inner not in within:
            yield from fields_of(inner, f"{place}.{name}", (*within, inner))


@pytest.mark.parametrize("name", ENTRIES)
def test_every_field_of_every_kind_of_line_stands_in_a_kept_row(name: str) -> None:
    """A new field needs a row that has it: `tests/ledger/rows/fields/<kind>.<field>.json`, which is never changed."""
    kept = [path for path in (*STORED, *LATER_FIELDS) if path.stem.split(".")[0] == name]
    standing = {place for path in kept for place in named_in(orjson.loads(path.read_bytes()))}
    assert sorted(set(fields_of(ENTRIES[name])) - standing) == []


def test_the_rows_fold_one_after_another() -> None:
    folded = [decode(path.read_bytes()) for path in STORED]
    ordered = sorted(folded, key=lambda line: line.n)
    assert [line.n for line in ordered] == list(range(len(ordered)))
    fight = Fight().then(ordered)
    assert fight.version == len(STORED) - 1
    assert fight.table.closed


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagRaised:
    """An event of this test alone, in its third shape: who, on which pole, in which colour."""

    who: str
    pole: str
    colour: str


FLAG_UPCASTS = {
    "FlagRaised": {
        1: lambda fields: {**{k: v for k, v in fields.items() if k != "by"}, "who": fields["by"]},
        2: lambda fields: {"colour": "white", **fields},
    }
}


@pytest.mark.parametrize(
    ("stored", "colour"),
    [
        ({"by": "Ana", "pole": "north"}, "white"),
        ({"who": "Ana", "pole": "north", "v": 2}, "white"),
        ({"who": "Ana", "pole": "north", "colour": "red", "v": 3}, "red"),
    ],
)
def test_old_shapes_are_brought_up_to_date_when_read(
    monkeypatch: pytest.MonkeyPatch, stored: dict[str, Any], colour: str
) -> None:
    monkeypatch.setitem(ENTRIES, "FlagRaised", FlagRaised)
    raw = canon_trusted({**stored, "at": 1, "n": 5, "prev": PREV.hex(), "type": "FlagRaised"})
    line = decode(raw, upcasts=FLAG_UPCASTS)
    assert line.entry == FlagRaised(who="Ana", pole="north", colour=colour)  # type: ignore[comparison-overlap]
    assert line.raw == raw


@pytest.mark.parametrize("shape", [0, 4, -1, "2", True, None])
def test_a_shape_from_the_future_is_refused(shape: object) -> None:
    with pytest.raises(ValueError, match="has no shape"):
        up_to_date("FlagRaised", {"v": shape}, FLAG_UPCASTS)


def test_what_is_written_today_says_its_shape_once_there_was_an_older_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UPCASTS, "DiceRolled", {1: lambda fields: {"source": "ledger", **fields}})
    rolled = DiceRolled(by="Ana", purpose="attack", dice="1d6", faces=(6,), source="ledger")
    raw = encode(rolled, n=0, prev=PREV, at=0)
    assert json.loads(raw)["v"] == 2
    assert decode(raw).entry == rolled


def test_a_store_of_an_older_program_reads_in_todays_shape_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger)
        player.comes_to_blows()
        player.does(SHOT)
        exported = ledger.export(player.encounter)
        assert verify(exported).ok
    monkeypatch.setitem(UPCASTS, "DiceRolled", {1: lambda fields: {**fields, "rules": [*fields["rules"], "NEW-1"]}})
    with Ledger(tmp_path) as ledger:
        rolled = [line.entry for line in ledger.lines(player.encounter) if isinstance(line.entry, DiceRolled)]
        assert rolled
        assert all(each.rules[-1] == "NEW-1" for each in rolled)
        kept: list[Any] = list(ledger.events.get(player.encounter))
        assert [each.line for each in kept] == ledger.lines(player.encounter)
        assert ledger.export(player.encounter) == exported
        player = Player(ledger, player.encounter, start=50)
        player.does(BACK)
        newer = [json.loads(line.raw) for line in ledger.lines(player.encounter) if line.type == "DiceRolled"]
        assert {row.get("v", 1) for row in newer} == {1, 2}
        assert verify(ledger.export(player.encounter)).ok
