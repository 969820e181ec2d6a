"""Snapshots save time and change nothing: a fight gone on with from one is the fight folded from its first line."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import orjson
import pytest

from domain.places import Board
from ledger.application import Ledger
from ledger.line.packing import Packings, Unpackable
from ledger.line.tree import leaf
from ledger.refusals import Busy, Damaged, NoRewind, NoStore, OtherBody, WentOn
from ledger.store import snapshots, sqlite, stored_lines
from ledger.store.fetching import nothing_fetched
from ledger.store.protocol import Row
from ledger.store.stored_lines import decoded
from ledger.table.fight import Fight
from tests.ledger.fights import ARCHERS, LASTING, SHOT, SWORDS, Player, alone, opened

Again = Callable[[], Ledger]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a snapshot every few lines."""
    monkeypatch.setattr(snapshots, "EVERY", 10)


@pytest.fixture(params=["sqlite", "postgres"])
def again(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Again]:
    """Give how to open one store anew: in a file, and in a database."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    with ExitStack() as open_ones:
        yield lambda: open_ones.enter_context(Ledger(tmp_path, database=url))


def snapshot_of(ledger: Ledger, encounter: str) -> Any:
    """Return the newest snapshot that is stored of an encounter."""
    assert ledger.fights.photographer.wait()
    assert ledger.snapshots is not None
    return next(iter(ledger.snapshots.get(encounter, desc=True, limit=1)), None)


def folded(ledger: Ledger, encounter: str) -> Fight:
    """Return the fight from its first line on."""
    return Fight().then(decoded(encounter, ledger.store.read_lines(encounter)))


def same(fight: Fight, other: Fight) -> None:
    """Hold everything that can be asked of a fight against another."""
    assert fight == other
    assert repr(fight.table) == repr(other.table)
    assert fight.seen == other.seen
    assert fight.stirred == other.stirred
    assert fight.ends == other.ends
    assert fight.live == other.live
    assert list(fight.lines) == list(other.lines)
    assert fight.log.used == other.log.used
    for version in range(0, fight.version + 1, 3):
        assert fight.at(version) == other.at(version)


def played(ledger: Ledger, commands: int = 40) -> Player:
    """Return a fight of some length that has a snapshot."""
    player = opened(ledger, {**alone(ARCHERS), "rewind": "free"})
    player.plays(random.Random(5), commands)
    assert snapshot_of(ledger, player.encounter).snapshot is not None
    return player


def test_a_fight_goes_on_from_its_snapshot_as_from_its_first_line(again: Again) -> None:
    player = played(again())
    loaded = again().fight(player.encounter)
    assert loaded.log.first > 20
    assert loaded.log.held[0] < 20
    same(loaded, folded(player.ledger, player.encounter))


@pytest.mark.long("postgres")
def test_commands_from_a_snapshot_write_what_they_would_have_written(again: Again) -> None:
    player = played(again())
    other = Player(again(), player.encounter, start=1000)
    chance = random.Random(8)
    for turn in range(6):
        other.plays(chance, 8)
        fight = other.ledger.fight(player.encounter)
        target = chance.choice(fight.ends[:-1])
        other.ledger = again()
        other.ledger.ask_rewind(player.encounter, "ana", target, "Again.", f"r{turn}")
        same(again().fight(player.encounter), folded(other.ledger, player.encounter))
    assert snapshot_of(other.ledger, player.encounter).originator_version > 50


def test_a_rewind_to_before_the_snapshot_brings_back_what_stood_there(again: Again) -> None:
    player = played(again())
    ledger = again()
    start = folded(ledger, player.encounter).ends[0]
    ledger.ask_rewind(player.encounter, "ana", start, "All of it.", "back")
    fight = ledger.fight(player.encounter)
    assert fight.log.first > start
    assert fight.encounter == fight.at(start) == folded(ledger, player.encounter).encounter
    same(again().fight(player.encounter), folded(ledger, player.encounter))


def test_a_rewind_over_what_is_in_memory_asks_the_store_for_nothing_older(again: Again) -> None:
    player = played(again())
    other = Player(again(), player.encounter, start=1000)
    other.plays(random.Random(3), 2)
    fight = other.ledger.fight(player.encounter)
    last = fight.log.recent[-1].n
    end = max(n for n in range(fight.log.first, last) if fight.log.is_end(n))
    answer = other.ledger.ask_rewind(player.encounter, "ana", end, "A slip.", "slip")
    assert answer.lines[-1].type == "HistoryRewound"
    grown = other.ledger.fight(player.encounter)
    assert grown.log._older is None
    same(again().fight(player.encounter), folded(other.ledger, player.encounter))


def test_no_version_within_a_command_is_gone_back_to_before_the_snapshot_either(again: Again) -> None:
    player = played(again())
    ends = folded(player.ledger, player.encounter).ends
    within = next(n for n in range(ends[0] + 1, ends[-1]) if n not in ends)
    near = [max(end for end in ends if end < within), min(end for end in ends if end > within)]
    with pytest.raises(NoRewind, match=f"go back to one, as {near[0]} or {near[1]} is"):
        again().ask_rewind(player.encounter, "ana", within, "Again.", "back")


def test_whoever_must_not_wait_for_the_store_waits_for_nobody_who_does(again: Again) -> None:
    player = played(again())
    log, told = again().fight(player.encounter).log, list[str]()

    def ask() -> None:
        with nothing_fetched(), pytest.raises(Busy) as refused:
            log.ends  # noqa: B018  # it asks for the lines before those in memory
        told.append(str(refused.value))

    asking = Thread(target=ask, daemon=True)
    with log._reading:  # as long as somebody fetches them
        asking.start()
        asking.join(10)
    assert len(told) == 1
    assert log.ends[0] < log.first


def test_a_command_id_from_before_the_snapshot_gets_its_answer_again(again: Again) -> None:
    ledger = again()
    player = opened(ledger, combatants=LASTING)
    player.comes_to_blows()
    first = player.does(SHOT, cmd="shot")
    player.plays(random.Random(5), 40)
    assert snapshot_of(ledger, player.encounter).originator_version > first.version
    later = Player(again(), player.encounter, start=1000)
    assert later.does(SHOT, cmd="shot") == first
    with pytest.raises(OtherBody):
        later.does({"do": "end_turn", "who": "Ana"}, cmd="shot")
    before = later.ledger.store.last_version(player.encounter)
    assert before == ledger.fight(player.encounter).version


def test_old_command_ids_that_come_again_read_no_more_than_their_own_lines(
    again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = again()
    player = opened(ledger, combatants=LASTING)
    player.comes_to_blows()
    said = {"do": "say", "who": "Ana", "text": "Again?"}
    firsts = [player.does(said, cmd=f"said-{number}") for number in range(20)]
    assert snapshot_of(ledger, player.encounter).originator_version > firsts[12].version
    later = Player(again(), player.encounter, start=1000)
    assert later.does(said, cmd="said-0") == firsts[0]
    assert later.ledger.fights.looking_back.wait()
    monkeypatch.setattr("ledger.table.log.NEAR", 4)
    read: list[Row] = []
    looked: list[int] = []
    lines, promised = later.ledger.store.read_lines, stored_lines._must_be_as_promised

    def reads(*span: Any) -> Sequence[Row]:
        rows = lines(*span)
        read.extend(rows)
        return rows

    def looks(encounter: str, n: int, row: Row) -> None:
        looked.append(n)
        promised(encounter, n, row)

    monkeypatch.setattr(later.ledger.store, "read_lines", reads)
    monkeypatch.setattr(stored_lines, "_must_be_as_promised", looks)
    for number in (1, 9):
        assert later.does(said, cmd=f"said-{number}") == firsts[number]
    assert 0 < len(read) <= 2 * (4 + 1)
    assert 0 < len(looked) <= 2 * 4


def test_what_was_seen_before_the_snapshot_is_judged_by_the_line_itself(again: Again) -> None:
    """Talk stirs nothing: whoever saw the fight before the talk, and the snapshot in it, may go on from there."""
    ledger = again()
    player = opened(ledger, SWORDS)
    seen = player.meets()
    for _ in range(12):
        player.does({"do": "say", "who": "Ana", "text": "Well?"}, seat="ana")
    assert snapshot_of(ledger, player.encounter).originator_version > seen.version + 3
    head = leaf(seen.lines[-1].raw).hex()
    engage = {"do": "engage", "who": "A"}
    refused = [(WentOn, (seen.version + 1, "0" * 64)), (WentOn, (2, head))]
    for error, wrong in refused:
        with pytest.raises(error):
            Player(again(), player.encounter, start=1000).does(engage, seat="ana", seen=wrong)
    later = Player(again(), player.encounter, start=1000)
    loaded = later.ledger.fight(player.encounter)
    assert loaded.log.first > seen.version + 1
    assert loaded.stirred == seen.version
    assert later.does(engage, seat="ana", seen=(seen.version + 1, head), version=seen.version).lines
    assert loaded.log._older is None


def test_what_was_said_before_and_after_a_snapshot_is_read_with_its_words(again: Again) -> None:
    ledger = again()
    player = opened(ledger, SWORDS)
    player.meets()
    for number in range(14):
        player.does({"do": "say", "who": "Ana", "text": f"Word {number}"}, seat="ana")
    assert snapshot_of(ledger, player.encounter) is not None
    loaded = again().fight(player.encounter)
    assert loaded.log.first > 10
    assert list(loaded.lines) == list(ledger.fight(player.encounter).lines)


Spoil = Callable[[Ledger, str], None]


def rewrites(ledger: Ledger, encounter: str, change: Callable[[bytes, Any], tuple[bytes, Any]]) -> None:
    """Change the format or the value of a stored snapshot, and keep the hash of what is there then beside it."""
    title, _, packed = bytes(ledger.snapshots.recorder.select_events(encounter)[0].state).partition(b"\n")  # type: ignore[union-attr]  # this store keeps pictures
    form, value = change(title.split()[0], orjson.loads(packed))
    packed = orjson.dumps(value)
    state = b"%s %s\n%s" % (form, sha256(packed).hexdigest().encode(), packed)
    write(ledger, "UPDATE stored_snapshots SET state=? WHERE originator_id=?", state, encounter)


def _format_of_tomorrow(ledger: Ledger, encounter: str) -> None:
    rewrites(ledger, encounter, lambda _, value: (b"tomorrow", value))


def _no_json(ledger: Ledger, encounter: str) -> None:
    write(ledger, "UPDATE stored_snapshots SET state=? WHERE originator_id=?", b"{", encounter)


def _too_few_fields(ledger: Ledger, encounter: str) -> None:
    rewrites(ledger, encounter, lambda form, _: (form, [1, 2]))


def _other_lines(ledger: Ledger, encounter: str) -> None:
    rewrites(ledger, encounter, lambda form, value: (form, [value[0], ["00" * 32], *value[2:]]))


def _beyond_the_lines(ledger: Ledger, encounter: str) -> None:
    rewrites(ledger, encounter, lambda form, value: (form, [10_000, *value[1:]]))


def _uses_are_gone(ledger: Ledger, encounter: str) -> None:
    write(ledger, "DELETE FROM uses WHERE encounter=?", encounter)


def _one_use_is_gone(ledger: Ledger, encounter: str) -> None:
    first = "(SELECT MIN(n) FROM uses WHERE encounter=?)"
    write(ledger, f"DELETE FROM uses WHERE encounter=? AND n={first}", encounter, encounter)  # noqa: S608  # no part comes from outside


def _another_id(ledger: Ledger, encounter: str) -> None:
    first = "(SELECT MIN(n) FROM uses WHERE encounter=?)"
    write(ledger, f"UPDATE uses SET cmd='another' WHERE encounter=? AND n={first}", encounter, encounter)  # noqa: S608  # no part comes from outside


def _another_seat(ledger: Ledger, encounter: str) -> None:
    first = "(SELECT MIN(n) FROM uses WHERE encounter=?)"
    write(ledger, f"UPDATE uses SET seat='nobody' WHERE encounter=? AND n={first}", encounter, encounter)  # noqa: S608  # no part comes from outside


def _another_line(ledger: Ledger, encounter: str) -> None:
    write(ledger, "UPDATE uses SET n=n+1 WHERE encounter=? AND n < 20", encounter)


def _another_body(ledger: Ledger, encounter: str) -> None:
    write(ledger, "UPDATE uses SET body=? WHERE encounter=?", b"\x00" * 32, encounter)


def _no_body(ledger: Ledger, encounter: str) -> None:
    write(ledger, "UPDATE uses SET body=? WHERE encounter=?", b"", encounter)


def _all_is_gone(ledger: Ledger, encounter: str) -> None:
    write(ledger, "DELETE FROM stored_snapshots WHERE originator_id=?", encounter)
    write(ledger, "DELETE FROM uses WHERE encounter=?", encounter)


SPOILT = [
    _format_of_tomorrow,
    _no_json,
    _too_few_fields,
    _other_lines,
    _beyond_the_lines,
    _uses_are_gone,
    _one_use_is_gone,
    _another_id,
    _another_seat,
    _another_line,
    _another_body,
    _no_body,
    _all_is_gone,
]


def write(ledger: Ledger, statement: str, *parameters: object) -> None:
    """Change something in either store."""
    if isinstance(ledger.store, sqlite.Recorder):
        with ledger.store.datastore.transaction(commit=True) as cursor:
            cursor.execute(statement, parameters)
    else:
        with ledger.store.datastore.get_connection() as connection:
            connection.execute(statement.replace("?", "%s"), parameters)


@pytest.mark.long(
    but=("sqlite-_no_json", "sqlite-_beyond", "sqlite-_one_use", "sqlite-_another_line", "sqlite-_all_is_gone")
)
@pytest.mark.parametrize("spoil", SPOILT)
def test_a_snapshot_that_does_not_count_is_passed_by_and_replaced(again: Again, spoil: Spoil) -> None:
    ledger = again()
    player = played(ledger)
    first = ledger.fight(player.encounter).lines[5]
    spoil(ledger, player.encounter)
    loaded = again()
    fight = loaded.fight(player.encounter)
    assert fight.log.first == 0
    same(fight, folded(ledger, player.encounter))
    replaced = snapshot_of(loaded, player.encounter)
    assert replaced.snapshot is not None
    assert again().fight(player.encounter).log.first == replaced.originator_version + 1
    assert again().fight(player.encounter).lines[5] == first
    used = folded(ledger, player.encounter).log.used
    kept = ledger.store.uses_of(player.encounter, fight.version)
    assert {(seat, cmd): (n, body) for seat, cmd, n, body in kept}.items() <= used.items()


def test_command_ids_are_stored_whole_again_where_they_were_lost_while_the_program_ran(again: Again) -> None:
    ledger = again()
    player = played(ledger)
    _all_is_gone(ledger, player.encounter)
    player.plays(random.Random(2), 10)
    assert snapshot_of(ledger, player.encounter) is not None
    later = again().fight(player.encounter)
    assert later.log.first > 0
    for (seat, cmd), use in folded(ledger, player.encounter).log.used.items():
        assert later.use(seat, cmd) == use
    assert later.use("ana", "never") is None


@pytest.mark.parametrize("column", ["n", "body"])
def test_a_command_id_that_is_kept_beside_no_number_or_no_hash_is_damage_and_no_accident(
    tmp_path: Path, column: str
) -> None:
    with Ledger(tmp_path) as first:
        player = played(first)
        assert snapshot_of(first, player.encounter) is not None
    with Ledger(tmp_path) as ledger:
        log = ledger.fight(player.encounter).log
        seat, cmd = next(iter(folded(ledger, player.encounter).log.used))
        write(ledger, f"UPDATE uses SET {column}='many' WHERE seat=? AND cmd=?", seat, cmd)  # noqa: S608  # no part comes from outside
        with pytest.raises(Damaged, match="its command ids"):
            log.use(seat, cmd)
        assert player.encounter in ledger.fights.damaged


def test_one_snapshot_of_an_encounter_is_kept(again: Again) -> None:
    ledger = again()
    player = played(ledger)
    before = snapshot_of(ledger, player.encounter)
    player.plays(random.Random(2), 20)
    after = snapshot_of(ledger, player.encounter)
    assert after.originator_version > before.originator_version
    assert len(ledger.snapshots.recorder.select_events(player.encounter)) == 1  # type: ignore[union-attr]  # this store keeps pictures


def test_no_answer_waits_for_a_snapshot_or_fails_with_it(tmp_path: Path) -> None:
    with Ledger(tmp_path) as ledger:
        player = opened(ledger, alone(ARCHERS))

        def no_room(*_: object, **__: object) -> None:
            raise NoStore("The disk is full.")

        ledger.snapshots.put = no_room  # type: ignore[union-attr, method-assign]
        player.plays(random.Random(5), 20)
        assert ledger.fights.photographer.wait()
        stood = ledger.fight(player.encounter)
    with Ledger(tmp_path) as ledger:
        assert ledger.fight(player.encounter) == stood
        assert ledger.fight(player.encounter).log.first == 0


def test_memory_counts_the_lines_that_lie_in_it(again: Again) -> None:
    player = played(again())
    ledger = again()
    fight = ledger.fight(player.encounter)
    held = ledger.fights.memory.bytes
    before = sum(len(line.raw) for line in fight.lines[: fight.log.first])
    assert ledger.fights.memory.bytes > held + before
    again().fight(player.encounter)
    assert len(ledger.fights.memory) == 1


# How values are packed

PACKINGS = Packings({Board: ()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """Something small."""

    name: str
    worked_out: list[int] = field(default_factory=list, init=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """Something with more of itself in it."""

    hash: bytes
    parts: tuple[Leaf | Branch, ...] = ()
    by_pair: dict[tuple[str, int], Leaf] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    one: Leaf | None = None
    one_or_more: str | tuple[str, ...] | None = None
    named_or_hashed: str | bytes | None = None
    any_of: dict[str, Any] = field(default_factory=dict)


def test_a_value_is_packed_and_unpacked_as_it_is() -> None:
    packing = PACKINGS.of(Branch)
    assert packing.pack is not None
    assert packing.unpack is not None
    small = Branch(hash=b"\x00", one_or_more="x", named_or_hashed="ff")
    value = Branch(
        hash=b"\xff\x00",
        parts=(Leaf(name="a"), small),
        by_pair={("b", 2): Leaf(name="z"), ("a", 1): Leaf(name="y")},
        names=frozenset({"q", "p"}),
        one=Leaf(name="b"),
        one_or_more=("x", "y"),
        named_or_hashed=b"\xff",
        any_of={"z": [1, None], "a": True},
    )
    for each in (value, small):
        back = packing.unpack(orjson.loads(orjson.dumps(packing.pack(each))))
        assert back == each
        assert list(back.by_pair) == list(each.by_pair)
        assert list(back.any_of) == list(each.any_of)
    assert PACKINGS.shapes["Leaf"] == {"name": "<class 'str'>"}


@pytest.mark.parametrize("hint", [list[int], float, str | Leaf, bytes | tuple[str, ...], tuple[str] | Leaf | None])
def test_what_nobody_can_tell_apart_again_is_not_packed(hint: Any) -> None:
    with pytest.raises(Unpackable):
        PACKINGS.of(hint)


def test_the_format_changes_with_the_fields_and_with_what_folds_the_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"Encounter", "Combatant", "Table", "Grid", "TableDiceTyped"} <= snapshots.PACKINGS.shapes.keys()
    sources = snapshots._sources()
    monkeypatch.setattr(snapshots, "_sources", lambda: sources)
    now = snapshots._format()
    with monkeypatch.context() as changed:
        changed.setitem(snapshots.PACKINGS.shapes, "Pool", {"name": "<class 'str'>"})
        assert snapshots._format() != now
    # One of each kind: what folds, a constant that it takes from somewhere, a package that it asks through another.
    for one in ("domain/evolve.py", "ledger/table/table.py", "ledger/dice/chain.py", "domain/places/grid/cover.py"):
        assert one in sources
        with monkeypatch.context() as changed:
            changed.setitem(sources, one, "mended")
            assert snapshots._format() != now
    assert snapshots._format() == now
