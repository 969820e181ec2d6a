"""The feed: every line once at least and in order, whatever the receiver does, and nothing of what is sealed."""

from __future__ import annotations

import hmac
import re
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, cast

import orjson
import psycopg
import pytest
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent
from typer.testing import CliRunner, Result

from analytics.feed import bookmark, following, posting
from analytics.feed.bookmark import BadBookmark
from analytics.feed.following import Written
from analytics.feed.forms import cloud_event
from analytics.feed.posting import NotTaken
from cli.main import app
from ledger import archives
from ledger.application import Ledger
from ledger.refusals import Busy, LedgerRefused, NoStore
from tests.analytics.stores import begun, closed, ended
from tests.ledger.fights import Player
from tests.ledger.store.test_postgres import LATE
from tests.openings import opening_of
from tests.secrecy import LURKER, OPENINGS

pytestmark = pytest.mark.long("postgres")

ROOT = Path(__file__).parents[2]
SECRET = b"seven dice of bone and a lamp"


def typed(*words: object) -> Result:
    """Return what came of a call."""
    return CliRunner().invoke(app, ["feed", *map(str, words)])


class Kept(NamedTuple):
    """Where a store is."""

    folder: Path
    database: str | None

    @property
    def words(self) -> tuple[object, ...]:
        """Return what says so on the command line."""
        return ("--data", self.folder, *(() if self.database is None else ("--database", self.database)))

    def opened(self) -> Ledger:
        """Return the store."""
        return Ledger(self.folder, database=self.database)


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Give a store of each kind, with nothing in it."""
    url = request.getfixturevalue("postgres") if request.param == "postgres" else None
    return Kept(tmp_path / "data", url)


@pytest.fixture
def data(empty: Kept) -> Kept:
    """Give a store of three fights, whose lines lie among each other."""
    with empty.opened() as ledger:
        first = begun(ledger)
        ended(ledger)
        first.does({"do": "move", "who": "Ana", "to": "T0"}, seat="ana")
        closed(ledger)
    return empty


def stored(data: Kept) -> list[tuple[int, str, bytes]]:
    """Return (position, fight, line) of all lines of a store, in their order."""
    with data.opened() as ledger:
        return [(row.id, str(row.originator_id), bytes(row.state)) for row in ledger.rows.after(0, 10_000)]


def of(row: bytes) -> tuple[int, str, bytes]:
    """Return (position, fight, line) as a row of the feed has them."""
    value = orjson.loads(row)
    line = row.partition(b'"line":')[2][:-1]
    return value["position"], value["encounter"], line


def test_it_is_every_line_in_its_order_and_in_its_own_bytes(data: Kept) -> None:
    done = typed(*data.words)
    assert done.exit_code == 0
    assert [of(row) for row in done.stdout_bytes.splitlines()] == stored(data)


def test_since_a_position_it_is_what_came_after(data: Kept) -> None:
    every = stored(data)
    assert [of(row) for row in typed(*data.words, "--since", every[4][0]).stdout_bytes.splitlines()] == every[5:]
    assert typed(*data.words, "--since", every[-1][0]).stdout_bytes == b""


def test_an_event_is_one_of_cloudevents(data: Kept) -> None:
    """The attributes that CloudEvents 1.0 asks for, and names in small letters as it wants them."""
    events = [orjson.loads(row) for row in typed(*data.words, "--format", "cloudevents").stdout_bytes.splitlines()]
    every = stored(data)
    assert len({event["id"] for event in events}) == len(events) == len(every)
    for event, (position, encounter, line) in zip(events, every, strict=True):
        said = orjson.loads(line)
        assert event["specversion"] == "1.0"
        assert event["source"] == f"/encounters/{encounter}"
        assert event["id"] == f"{encounter}/{said['n']}"
        assert re.fullmatch(rf"encounter\.{said['type']}\.v\d+", event["type"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["time"])
        assert event["position"] == str(position)
        assert event["data"] == said
        assert all(re.fullmatch(r"[a-z0-9]{1,20}", name) for name in event)
    for encounter in {each for _, each, _ in every}:
        order = [event["sequence"] for event in events if event["source"].endswith(encounter)]
        assert order == sorted(order)


def test_the_reader_of_cloudevents_takes_each_event(data: Kept) -> None:
    rows = typed(*data.words, "--format", "cloudevents").stdout_bytes.splitlines()
    every = stored(data)
    assert len(rows) == len(every)
    for row, (_, encounter, line) in zip(rows, every, strict=True):
        event = JSONFormat().read(None, row)
        said = orjson.loads(line)
        assert isinstance(event, CloudEvent)
        assert (event.get_specversion(), event.get_datacontenttype()) == ("1.0", "application/json")
        assert (event.get_id(), event.get_source()) == (f"{encounter}/{said['n']}", f"/encounters/{encounter}")
        time = event.get_time()
        assert time is not None
        assert round(time.timestamp() * 1000) == said["at"]
        assert event.get_extension("sequence") == f"{said['n']:010d}"
        assert event.get_data() == said


@pytest.mark.usefixtures("hurried")
def test_the_reader_of_cloudevents_takes_each_body_that_is_sent(
    tmp_path: Path, data: Kept, sends: Callable[..., Result]
) -> None:
    with receiver(tmp_path / "got", "200") as port:
        assert sends(port, "--format", "cloudevents").exit_code == 0
    bodies = [orjson.loads(call["body"]) for call in calls(tmp_path / "got")]
    taken = [JSONFormat().read(None, orjson.dumps(event)) for body in bodies for event in body]
    assert [event.get_data() for event in taken] == [orjson.loads(line) for _, _, line in stored(data)]


def test_a_line_that_is_committed_late_is_told_although_its_position_was_passed(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions are given before a transaction is committed: the feed waits, as long as the store has patience."""
    data = Kept(tmp_path / "data", postgres)
    with data.opened() as ledger:
        begun(ledger)
    kept = (*data.words, "--bookmark", tmp_path / "bookmark")
    with psycopg.connect(postgres) as slow:
        slow.execute(LATE)
        with data.opened() as ledger:
            begun(ledger)
        monkeypatch.setattr("ledger.store.postgres.PATIENCE", 0.05)
        told = typed(*kept)
        assert told.exit_code == 1
        assert "does not end" in told.stderr
        assert told.stdout == ""
        slow.rollback()
    monkeypatch.undo()
    assert [of(row) for row in typed(*kept).stdout_bytes.splitlines()] == stored(data)


@pytest.mark.parametrize("at", [253_402_300_800_000, 2**53 - 1])
def test_a_line_of_a_file_from_a_year_that_no_calendar_has_keeps_back_none_that_follows(at: int) -> None:
    raw = orjson.dumps({"at": at, "n": 3, "type": "TurnStarted"})
    event = orjson.loads(cloud_event(Written(encounter="e", n=3, position=7, raw=raw)))
    assert "time" not in event
    assert (event["id"], event["data"]["at"]) == ("e/3", at)


@pytest.mark.parametrize("form", ["ndjson", "cloudevents"])
@pytest.mark.parametrize("system", sorted(OPENINGS))
def test_what_is_sealed_or_said_is_in_no_row(tmp_path: Path, system: str, form: str) -> None:
    with Ledger(tmp_path / "data") as ledger:
        player = Player(ledger, ledger.open(opening_of(OPENINGS[system])).encounter)
        player.does({"do": "secret_roll", "by": "gm", "dice": "2d20+1", "purpose": "listening"}, seat="gm")
        player.does({"do": "seal", "by": "ana", "title": "Bridge", "text": "It gives way."}, seat="ana")
        player.does({"do": "say", "by": "ana", "text": "Nothing to be seen."}, seat="ana")
    told = typed("--data", tmp_path / "data", "--format", form).stdout
    assert '"Sealed"' in told or "encounter.Sealed" in told
    assert not [word for word in (LURKER, "listening", "Bridge", "gives way", "Nothing to be seen") if word in told]


@contextmanager
def receiver(file: Path, *behaviours: str, port: int = 0) -> Iterator[int]:
    """Give the port of a receiver that writes down what it gets; it ends with the block, if it did not before."""
    call = [sys.executable, "-m", "tests.analytics.receiving", str(port), str(file), *behaviours]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def calls(file: Path) -> list[dict[str, Any]]:
    """Return the calls that a receiver got."""
    return [orjson.loads(row) for row in file.read_bytes().splitlines()] if file.exists() else []


def got(file: Path, *, taken: bool = True) -> list[tuple[int, str, bytes]]:
    """Return (position, fight, line) of what a receiver got, of the calls that it took alone or of all."""
    some = [call for call in calls(file) if not taken or call["answer"] == "200"]
    return [of(row) for call in some for row in call["body"].encode().splitlines()]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send few lines at once, and again after no time worth mentioning."""
    monkeypatch.setattr(following, "MOST", 5)
    monkeypatch.setattr(posting, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(posting, "LONGEST_PAUSE", 0.01)


@pytest.fixture
def sends(tmp_path: Path, data: Kept) -> Callable[..., Result]:
    """Give what sends the lines of the store to a port, and keeps how far it came."""
    (tmp_path / "secret").write_bytes(SECRET + b"\n")

    def send(port: int, *more: object) -> Result:
        address = f"http://127.0.0.1:{port}/lines?of=ours"
        kept = ("--bookmark", tmp_path / "bookmark", "--secret", tmp_path / "secret")
        return typed(*data.words, "--post", address, *kept, *more)

    return send


@pytest.mark.usefixtures("hurried")
def test_what_fails_is_sent_again_and_the_next_not_before(
    tmp_path: Path, data: Kept, sends: Callable[..., Result]
) -> None:
    file, every = tmp_path / "got", stored(data)
    with receiver(file, "200", "500", "503", "429", "404", "301", "200") as port:
        done = sends(port)
    assert done.exit_code == 0
    assert got(file) == every
    bodies = [call["body"] for call in calls(file)]
    assert [call["answer"] for call in calls(file)][:7] == ["200", "500", "503", "429", "404", "301", "200"]
    assert len(set(bodies[1:7])) == 1
    assert bookmark.read(tmp_path / "bookmark") == every[-1][0]
    assert f"127.0.0.1:{port} answers 500. It is sent again until it is taken." in done.stderr


@pytest.mark.usefixtures("hurried")
def test_who_answers_too_late_gets_it_again(
    tmp_path: Path, data: Kept, sends: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "PATIENCE", 0.1)
    file = tmp_path / "got"
    with receiver(file, "slow", "200") as port, receiver(file, "200") as other:
        assert sends(port).exit_code == 1
        assert bookmark.read(tmp_path / "bookmark") is None
        monkeypatch.setattr(posting, "PATIENCE", 30.0)
        assert sends(other).exit_code == 0
    assert got(file) == stored(data)


@pytest.mark.usefixtures("hurried")
def test_a_receiver_that_is_killed_gets_again_what_it_did_not_take(
    tmp_path: Path, data: Kept, sends: Callable[..., Result]
) -> None:
    file, every = tmp_path / "got", stored(data)
    with receiver(file, "200", "dies") as port:
        done = sends(port)
    assert done.exit_code == 1
    assert "does not answer" in done.stderr
    assert bookmark.read(tmp_path / "bookmark") == every[4][0]
    with receiver(file, "200", port=port):
        assert sends(port).exit_code == 0
    assert got(file) == every
    assert got(file, taken=False)[5:10] == got(file, taken=False)[10:15]


@pytest.mark.usefixtures("hurried")
def test_a_sender_that_is_killed_before_it_keeps_its_bookmark_sends_it_again(
    tmp_path: Path, data: Kept, sends: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise SystemExit(137)

    file, every = tmp_path / "got", stored(data)
    with receiver(file, "200") as port:
        with monkeypatch.context() as context:
            context.setattr(bookmark, "keep", killed)
            assert sends(port).exit_code == 137
        assert sends(port).exit_code == 0
    assert got(file) == [*every[:5], *every]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("form", ["ndjson", "cloudevents"])
def test_each_call_is_signed_with_its_time(tmp_path: Path, sends: Callable[..., Result], form: str) -> None:
    file = tmp_path / "got"
    with receiver(file, "200") as port:
        sends(port, "--format", form)
    for call in calls(file):
        signed = call["Encounter-Time"].encode() + b"." + call["body"].encode()
        assert call["Encounter-Signature"] == "v1=" + hmac.new(SECRET, signed, "sha256").hexdigest()
        assert (
            call["Content-Type"]
            == {
                "ndjson": "application/x-ndjson",
                "cloudevents": "application/cloudevents-batch+json",
            }[form]
        )
    if form == "cloudevents":
        assert all(event["specversion"] == "1.0" for call in calls(file) for event in orjson.loads(call["body"]))


def test_what_marks_an_archived_fight_is_no_line(data: Kept) -> None:
    with data.opened() as ledger:
        (away,) = (each.encounter for each in ledger.encounters() if ledger.fight(each.encounter).table.closed)
        raw = archives.to_archive(ledger, away)
        archives.put_away(ledger, away, archives.checked(raw), 1)
    left = [of(row) for row in typed(*data.words).stdout_bytes.splitlines()]
    assert left
    assert away not in {encounter for _, encounter, _ in left}
    assert all(orjson.loads(line)["n"] >= 0 for _, _, line in left)


def test_the_bookmark_goes_on_where_it_was(tmp_path: Path, data: Kept) -> None:
    every, kept = stored(data), ("--bookmark", tmp_path / "bookmark", *data.words)
    assert len(typed(*kept).stdout_bytes.splitlines()) == len(every)
    assert typed(*kept, "--since", 0).stdout_bytes == b""
    with data.opened() as ledger:
        begun(ledger)
    assert [of(row) for row in typed(*kept).stdout_bytes.splitlines()] == stored(data)[len(every) :]


def test_who_follows_hears_of_what_comes(empty: Kept) -> None:
    with empty.opened() as ledger:
        player = begun(ledger)
        heard = following.lines(ledger, 0, follow=True)
        before = [line.n for line in next(heard)]
        player.does({"do": "move", "who": "Ana", "to": "T0"}, seat="ana")
        after = [line.n for line in next(heard)]
        assert [*before, *after] == [line.n for line in ledger.lines(player.encounter)]
        cast(Generator[object], heard).close()
        assert not ledger.tailer.follows


@pytest.mark.parametrize("error", [NoStore("The store is gone."), Busy("The store is locked.")], ids=str)
def test_who_follows_outlives_a_store_that_is_gone_for_a_while(
    empty: Kept, monkeypatch: pytest.MonkeyPatch, error: LedgerRefused
) -> None:
    monkeypatch.setattr(following, "LONGEST_WAIT", 0.01)
    with empty.opened() as ledger:
        player, after, asked = begun(ledger), ledger.rows.after, list[int]()

        def gone_at_first(position: int, most: int) -> Any:
            asked.append(position)
            if len(asked) <= 2:
                raise error
            return after(position, most)

        monkeypatch.setattr(ledger.rows, "after", gone_at_first)
        with pytest.raises(type(error)):
            next(following.lines(ledger, 0, follow=False))
        heard = following.lines(ledger, 0, follow=True)
        assert [line.n for line in next(heard)] == [line.n for line in ledger.lines(player.encounter)]
        cast(Generator[object], heard).close()


def test_the_pause_grows_to_a_bound_and_a_reason_is_told_once() -> None:
    paused: list[float] = []
    told: list[str] = []

    def gives() -> None:
        if len(paused) < 12:
            raise NotTaken("It is full." if len(paused) < 6 else "It is gone.")

    posting.until_taken(gives, follow=True, tell=told.append, sleep=paused.append)
    assert paused == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]
    assert [each.split(".")[0] for each in told] == ["It is full", "It is gone"]


def test_where_nobody_follows_it_gives_up_after_some_tries() -> None:
    paused: list[float] = []

    def gives() -> None:
        raise NotTaken("It is full.")

    with pytest.raises(NotTaken, match="It is full"):
        posting.until_taken(gives, follow=False, tell=lambda _: None, sleep=paused.append)
    assert len(paused) == posting.TRIES - 1


@pytest.mark.parametrize("empty", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--data", "{}/none"], 2, "No encounter can be read from"),
        (["--since", "999"], 2, "There is no position 999 in the store: the newest is "),
        (["--post", "ftp://there"], 2, "'ftp://there' is no address that lines can be sent to"),
        (["--post", "http://[::1"], 2, "'http://[::1' is no address that lines can be sent to"),
        (["--post", "http://there/ä"], 2, "'http://there/ä' is no address that lines can be sent to"),
        (["--post", "http://there/a b"], 2, "'http://there/a b' is no address that lines can be sent to"),
        (["--post", "http://no..label"], 2, "'http://no..label' is no address that lines can be sent to"),
        (["--post", "https://ana:word@there"], 2, "No name and no password can stand in an address"),
        (["--post", "http://there"], 2, "What is sent is signed: name the file with the secret with --secret"),
        (["--post", "http://there", "--secret", "{}/short"], 2, "A secret has at least 16 characters"),
        (["--bookmark", "{}/short"], 2, "{}/short is no bookmark of a feed: name another file."),
        (["--bookmark", "{}/no/folder/file"], 2, "The file {}/no/folder/file cannot be written (there is no folder"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(
    tmp_path: Path, data: Kept, words: list[str], status: int, why: str
) -> None:
    (tmp_path / "short").write_bytes(b"dice")
    done = typed(*data.words, *(word.replace("{}", str(tmp_path)) for word in words))
    assert done.exit_code == status
    assert done.stderr.startswith(why.replace("{}", str(tmp_path)))


def test_a_bookmark_of_a_later_store_is_told(tmp_path: Path, data: Kept) -> None:
    bookmark.keep(tmp_path / "bookmark", 10_000)
    done = typed(*data.words, "--bookmark", tmp_path / "bookmark")
    assert (done.exit_code, done.stderr.split(":")[0]) == (2, "There is no position 10000 in the store")
    for wrong in (b"", b"[]", b'{"position": -1}', b'{"position": "4"}'):
        (tmp_path / "bookmark").write_bytes(wrong)
        with pytest.raises(BadBookmark):
            bookmark.read(tmp_path / "bookmark")
