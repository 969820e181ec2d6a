"""The write side: who may, what follows, and all of it into the store in one transaction.

An answer leaves only after its commit. Fights are kept in memory as frozen values; the primary key of the store tells
when another process was faster: then the fight is read again and the command decided again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes, token_hex
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import orjson
from eventsourcing.application import Application
from eventsourcing.persistence import EventStore, IntegrityError
from eventsourcing.utils import Environment

from domain.encounter import Encounter
from domain.refusals import Refused
from ledger.calls.chains import WithChains
from ledger.calls.devices import WithDevices
from ledger.calls.disputes import WithCalls
from ledger.calls.receipts import WithReceipts
from ledger.dice.chain import LENGTH
from ledger.dice.entropy import PARTY, Chains
from ledger.dice.keys import Signer
from ledger.dice.secrets import installation_key, log_seed, new_token, token_hash
from ledger.line.attachments import Beside
from ledger.line.canonical import canon
from ledger.line.clock import now
from ledger.line.entries import ChainRenewed, EntropyRevealed, RewindAnswered, RewindAsked, TableDiceTyped
from ledger.line.lines import Line, plain
from ledger.proof import exporting
from ledger.proof.bulk import must_be_manageable
from ledger.proof.notes import vkey
from ledger.refusals import Busy, Conflict, LedgerRefused, NoSuchEncounter, NotSeated, NotYours, OtherBody
from ledger.store import kinds, snapshots
from ledger.store.after_commit import afterwards
from ledger.store.arrivals import only_invites, seat_named
from ledger.store.committing import Committer, Queued
from ledger.store.mapping import LineMapper, StoredLine
from ledger.store.memory import Memory
from ledger.store.snapshots import Photographer, SnapshotMapper
from ledger.store.stored_lines import Past, Row, decoded
from ledger.store.tailing import Tailer
from ledger.table import accepting, knowledge, opening, rewinding, rolling, signing
from ledger.table.answers import Answer, Declaration, Opened, Summary, Wait
from ledger.table.fight import Fight
from ledger.table.log import body_hash, body_of
from ledger.table.table import seat_of
from ledger.table.writing import Writing

if TYPE_CHECKING:
    from domain.table.openings import Opening

READER = "reader"
"""The seat of whoever brought an imported encounter."""
ORIGIN = "encounter.local"
"""The host that the logs of an installation are named after, where it has no other name."""
TRIES = 100
TURN = 20.0
"""Seconds that a call waits for those before it at the same encounter, before it is told to come again."""

Plan = Callable[[Fight, Writing], int]


class Ledger(WithDevices, WithReceipts, WithCalls, WithChains, Application[str]):
    """The encounters of one store: an SQLite file in ``folder``, a PostgreSQL database, or memory.

    ``database`` is the URL of a PostgreSQL database; the key of the installation still lies in ``folder``, or in the
    environment. Without folder and database, what is in memory is gone afterwards.
    """

    log_section_size = 500
    is_snapshotting_enabled = True
    recorder: Any

    def __init__(
        self,
        folder: Path | None = None,
        *,
        database: str | None = None,
        origin: str = ORIGIN,
        chain_length: int = LENGTH,
    ) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        key = token_bytes(32) if folder is None else installation_key(folder)
        self._store = kinds.store(folder, database)
        self._origin = origin
        self._signer = Signer(log_seed(key))
        super().__init__()
        self.tailer = Tailer(self.recorder)
        self._memory = Memory()
        self._committer = Committer(self._insert)
        self._photographer = Photographer(self._photograph)
        self._chains = Chains(key, self.recorder.locked_chain, chain_length)
        # One for each encounter that somebody is at just now: ids that nobody has leave nothing behind.
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._choosing = Lock()

    def construct_factory(self, env: Environment) -> Any:  # noqa: ARG002 - nothing of the environment is asked
        """Return the factory of the store, whatever the environment says."""
        return self._store

    def construct_mapper(self) -> LineMapper:
        """Return the mapper that keeps lines as they are."""
        return LineMapper()

    def construct_snapshot_store(self) -> EventStore[str]:
        """Return the library's store of snapshots, with a mapper that knows ours."""
        return self.factory.event_store(SnapshotMapper(), self.factory.aggregate_recorder(purpose="snapshots"))

    # Playing

    def open(self, wanted: Opening) -> Opened:
        """Open an encounter; Refused says what it cannot have."""
        encounter = token_hex(16)
        writing = Writing(Fight(), now())
        log = f"{self._origin}/{encounter}"
        keys, beside = opening.write(
            wanted, encounter, writing, self._chains, opening.LogName(origin=log, key=vkey(log, self._signer.public))
        )
        fight = Fight().then(writing.lines)
        self._put(writing.lines, beside)
        self._memory.keep(fight)
        return Opened(encounter=encounter, version=fight.version, keys=keys)

    def record(self, encounter: str, seat: str, sent: Declaration, *, faces: Sequence[int] | None = None) -> Answer:
        """Try a command and answer with the lines it caused. ``faces`` are what loaded dice will show.

        Raises:
            Refused: The rules say no.
            LedgerRefused: The ledger does: NotYours, Overtaken, OtherBody, Waiting, ReadOnly, NoFaces.
            NotCanonical: A text in it is not allowed.
        """
        # As it will be read from the store: lists where the command holds tuples. What was signed stays as it was.
        action = orjson.loads(canon(plain(sent.action) if sent.raw is None else sent.raw))

        def plan(fight: Fight, writing: Writing) -> int:
            sources = accepting.Sources(
                chains=self._chains,
                present=lambda: self.present(encounter),
                faces=faces,
            )
            return accepting.accept(fight, writing, seat, sent, action, sources)

        # Only devices salt rolls: without one no roll is open for them, and the store need not be asked.
        known = self._memory.get(encounter)
        if known is None or known.table.devices:
            self.reveal_if_due(encounter)
        return self._call(encounter, seat, sent.cmd, body_hash(action), plan)

    def type_dice(
        self, encounter: str, seat: str, by: str, dice: str, faces: Sequence[int], cmd: str, **signed: Any
    ) -> Answer:
        """Type in what physical dice showed; the last of them bring the outcome. NotWaiting if none are waited for.

        Of each of these calls ``signed`` is what a seat with a device adds: ``seen``, ``seq``, ``sig``; NotSigned.
        """
        typed = TableDiceTyped(by=by, dice=dice, faces=tuple(faces), seat=seat, cmd=cmd, **signed)
        return self._signed(encounter, typed, accepting.type_in)

    def ask_rewind(self, encounter: str, seat: str, to_version: int, reason: str, cmd: str, **signed: Any) -> Answer:
        """Take the fight back to a version, or ask the others whether they agree. NoRewind says why not."""
        canon(reason)
        asked = RewindAsked(to_version=to_version, by=seat, reason=reason, cmd=cmd, **signed)
        # What has waited long enough is decided, and not taken back by one who likes it better so.
        self.reveal_if_due(encounter)
        self.lapse_if_due(encounter)

        def ask(fight: Fight, writing: Writing, asked: RewindAsked) -> int:
            return rewinding.ask(fight, writing, asked, self.links(fight))

        return self._signed(encounter, asked, ask)

    def answer_rewind(self, encounter: str, seat: str, agree: bool, cmd: str, **signed: Any) -> Answer:
        """Agree to the open request, or do not. NoRewind if there is nothing to answer."""
        answered = RewindAnswered(seat=seat, agree=agree, cmd=cmd, **signed)
        self.lapse_if_due(encounter)

        def answer(fight: Fight, writing: Writing, answered: RewindAnswered) -> int:
            return rewinding.answer(fight, writing, answered, self.links(fight))

        return self._signed(encounter, answered, answer)

    def _signed(self, encounter: str, entry: Any, write: Callable[[Fight, Writing, Any], int]) -> Answer:
        """Take a seat's call that is a line of the ledger, signed where the seat has a device."""

        def plan(fight: Fight, writing: Writing) -> int:
            accepting.must_be_of_this_history(fight, entry.seen)
            signing.must_be_signed(fight.table, encounter, entry)
            accepting.must_be_up_to_date(fight, entry)
            return write(fight, writing, entry)

        return self._call(encounter, seat_of(entry), entry.cmd, body_of(entry), plan)

    # Reading

    def seat(self, encounter: str, token: str, *, joining: bool = False) -> str:
        """Return whose token it is; NoSuchEncounter, NotSeated. NotYours if it is only good for ``joining``."""
        found: str | None = self.recorder.seat_of(encounter, token_hash(token))
        if found is None:
            if self.recorder.last_version(encounter) < 0:
                raise NoSuchEncounter("There is no such encounter.")
            raise NotSeated("This token is no seat's of this encounter.")
        whose = seat_named(found)
        if only_invites(found) and not joining:
            raise NotYours(f"This key only invites: take the seat of {whose} with a device that others vouch for.")
        return whose

    def fight(self, encounter: str, seat: str | None = None) -> Fight:
        """Return the fight as it stands in the store now, whoever wrote it, as a seat knows it; NoSuchEncounter."""
        fight = self._memory.get(encounter)
        if fight is None or self.recorder.last_version(encounter) != fight.version:
            with self._turn(encounter):
                fight = self._read(encounter)
        return fight if seat is None else knowledge.by(fight, seat)

    def system(self, encounter: str) -> str:
        """Return the system of an encounter, which never changes; NoSuchEncounter."""
        return (self._memory.get(encounter) or self.fight(encounter)).encounter.system

    def at(self, encounter: str, version: int) -> Encounter:
        """Return the state at a version; IndexError if there is no such version."""
        return self.fight(encounter).at(version)

    def lines(self, encounter: str, after: int = -1, upto: int | None = None) -> list[Line]:
        """Return the lines after one version, up to another."""
        fight = self.fight(encounter)
        last = fight.version if upto is None else min(upto, fight.version)
        return fight.lines[after + 1 : last + 1]

    def waiting(self, encounter: str) -> Wait | None:
        """Return the physical dice that the encounter waits for."""
        return accepting.wait(self.fight(encounter))

    def encounters(self) -> list[Summary]:
        """Return every encounter of the store, the newest last; those that are archived come first."""
        archived = [exporting.archived(each) for each in self.recorder.archives()]
        return [*archived, *(exporting.summary(*row) for row in self.recorder.encounters())]

    def export(self, encounter: str, seat: str | None = None) -> bytes:
        """Return the file of an encounter: its lines as they are stored, then what is kept beside them.

        Of what is sealed a seat gets what it may know.
        """
        fight = self.fight(encounter)
        # What was written since is not in it: its checkpoints cover the lines that are.
        rows = [raw for raw, _ in self.recorder.read_lines(encounter)][: fight.version + 1]
        words = self.recorder.read_words(encounter)
        if seat is not None:
            words = knowledge.payloads(fight, seat, words)
        return exporting.written(rows, words, self.notes_of(fight))

    def import_(self, raw: bytes, must_hold: Callable[[Sequence[Line]], None] = lambda _: None) -> str:
        """Keep a fight from its file, to be read only, and return its id. The same bytes again change nothing.

        Raises:
            TooMuch: The file holds more than a fight comes to.
            Broken: The file does not verify, or ``must_hold`` finds a line that cannot stand.
            Conflict: Something else is stored or was archived under that id.
            Archived: The same was archived; it is for `restore` to bring it back.
        """
        must_be_manageable(raw)
        encounter, lines, words = exporting.read(raw)
        must_hold(lines)
        if self.recorder.last_version(encounter) < 0:
            try:
                # Before the lines: what is left of an import that was cut off is nobody's, and written over.
                self.recorder.keep_notes(encounter, exporting.notes_in(raw))
                self._put(lines, Beside(encounter=encounter, words=words, imported=True))
            except IntegrityError:
                self._memory.forget(encounter)
        if (archive := self.recorder.archive_of(encounter)) is not None:
            exporting.must_be_archived(archive, raw)
        exporting.must_be_the_same(self.export(encounter), raw)
        return encounter

    def reader(self, encounter: str) -> str:
        """Return a fresh token that reads an imported encounter; Conflict for one that was played here."""
        if not self.fight(encounter).imported:
            raise Conflict("This encounter was played here: the keys of its seats read it.")
        token = new_token()
        self.recorder.add_seat(encounter, READER, token_hash(token))
        return token

    # How a call becomes lines

    @contextmanager
    def _turn(self, encounter: str) -> Iterator[None]:
        """Let one call at a time be at an encounter. Raises Busy where those before it take too long."""
        with self._choosing:
            lock = self._locks.setdefault(encounter, Lock())
        if not lock.acquire(timeout=TURN):
            raise Busy("Earlier calls of this encounter still wait for the store: nothing was written, try again.")
        try:
            yield
        finally:
            lock.release()

    def _call(self, encounter: str, seat: str, cmd: str, body: bytes, plan: Plan) -> Answer:
        accepting.must_be_an_id(cmd)
        with self._turn(encounter):
            for _ in range(TRIES):
                fight = self._memory.get(encounter) or self._read(encounter)
                try:
                    if (first := _answered(fight, seat, cmd, body)) is not None:
                        return self._answer(fight, first)
                    writing = Writing(fight, now(), lambda: self.recorder.read_words(encounter))
                    first = plan(fight, writing)
                except (Refused, LedgerRefused):
                    # A no counts only if it was said to the newest state.
                    if self._read(encounter) is fight:
                        raise
                    continue
                if (grown := self._commit(fight, writing)) is not None:
                    return self._answer(grown, first)
        raise Busy("Others write to this encounter all the time: nothing was written, try again.")

    def _commit(self, fight: Fight, writing: Writing) -> Fight | None:
        """Commit what was written and return the fight after it; None, the newest read, if somebody was faster."""
        chain = self._renew(fight, writing)
        grown = fight.then(writing.lines, writing.state)
        if self._keep(grown, writing, chain):
            return grown
        self._memory.keep(fight)
        self._read(fight.id)
        return None

    def _answer(self, fight: Fight, first: int) -> Answer:
        """Return the answer to a call: its lines as far as they are known, and what is waited for because of it."""
        group = fight.log.group(first)
        waiting = accepting.wait(fight) or self.salting(fight, self._came(fight))
        if waiting is not None and waiting.line not in (first, group[0].cause):
            waiting = None
        version = group[-1].n
        receipt = None
        with afterwards("signing a receipt"):
            receipt = self.checkpoint(fight, version + 1)
        return Answer(lines=group, version=version, waiting=waiting, checkpoint=receipt)

    def _came(self, fight: Fight) -> rolling.Links:
        """Return the links that came for the open roll; where the store cannot say it just now, none is known."""
        with afterwards("asking for links"):
            return self.links(fight)
        return {}

    def _keep(self, grown: Fight, writing: Writing, chain: tuple[int, int, bytes] | None) -> bool:
        """Commit the lines; False if somebody else wrote these versions first."""
        encounter = grown.id
        beside = Beside(encounter=encounter, words=tuple(writing.words), chain=chain, swap=writing.swap)
        try:
            self._put(writing.lines, beside)
        except IntegrityError:
            return False
        except BaseException:
            # Whether the lines were written is for the store to say.
            self._memory.forget(encounter)
            raise
        with afterwards("keeping them in memory"):
            self._memory.keep(grown)
            self._snapshot_if_due(grown)
        return True

    def _put(self, lines: Sequence[Line], beside: Beside) -> None:
        self._committer.commit(lines, beside)

    def _insert(self, group: Sequence[Queued]) -> None:
        kept = [StoredLine(each.beside.encounter, line.n, line) for each in group for line in each.lines]
        self._notify(self.events.put(kept, beside=[each.beside for each in group]))

    def _notify(self, recordings: Sequence[Any]) -> None:
        """Wake whoever follows the store; the library calls it after each commit."""
        del recordings
        with afterwards("waking who follows the store"):
            self.tailer.committed()

    def close(self) -> None:
        """End what follows the store, and let go of it."""
        if (photographer := getattr(self, "_photographer", None)) is not None:
            photographer.close()
        if (tailer := getattr(self, "tailer", None)) is not None:
            tailer.close()
        super().close()

    def _renew(self, fight: Fight, writing: Writing) -> tuple[int, int, bytes] | None:
        """Write the next chain's anchor while the present one still has a link, and return the new chain's row."""
        shown = next((line.entry.roll for line in writing.lines if isinstance(line.entry, EntropyRevealed)), None)
        base = fight.table.chain_base
        if shown is None or shown - base < self._chains.of(fight.id, base, fight.table.anchor).length - 1:
            return None
        chain, row = self._chains.new(fight.id, shown)
        writing.write(ChainRenewed(party=PARTY, anchor=chain.anchor.hex()))
        return row

    def _read(self, encounter: str) -> Fight:
        """Return the newest state: what is in memory and what was written since, else from the store."""
        fight = self._memory.get(encounter)
        if fight is None:
            fight, rows = self._begin(encounter)
        elif not (rows := self.recorder.read_lines(encounter, fight.version)):
            return fight
        fight = fight.then(decoded(rows))
        self._memory.keep(fight)
        self._snapshot_if_due(fight)
        return fight

    def _begin(self, encounter: str) -> tuple[Fight, Sequence[Row]]:
        """Return what a fight is read from: its newest snapshot if it fits the lines, and the lines to go on with."""
        imported = self.recorder.was_imported(encounter)
        assert self.snapshots is not None  # noqa: S101  # they are enabled
        found: Any = next(iter(self.snapshots.get(encounter, desc=True, limit=1)), None)
        if found is not None and (snapshot := found.snapshot) is not None:
            rows = self.recorder.read_lines(encounter, snapshot.version - 1)
            past = Past(self.recorder, encounter, self._memory.count)
            if snapshots.fits(snapshot, rows, past):
                return snapshots.begun(snapshot, past, imported=imported), rows[1:]
        rows = self.recorder.read_lines(encounter)
        if not rows:
            raise NoSuchEncounter("There is no such encounter.")
        return Fight(imported=imported), rows

    def forget(self, encounter: str) -> None:
        """Keep nothing of an encounter in memory."""
        self._memory.forget(encounter)

    # Snapshots

    def _snapshot_if_due(self, fight: Fight) -> None:
        if fight.version - fight.log.snapshot >= snapshots.EVERY:
            self._photographer.soon(fight)

    def _photograph(self, fight: Fight) -> None:
        """Store a snapshot of the fight, and the command ids used since the last one, or all where some are missing."""
        log = fight.log
        if fight.version - log.snapshot < snapshots.EVERY:
            # It was asked for again while one was being taken.
            return
        count, _ = log.uses(log.snapshot)
        whole = self.recorder.count_uses(fight.id, log.snapshot) == count
        rows = snapshots.use_rows(fight, log.recently_used.copy() if whole else log.used, log.snapshot if whole else -1)
        kept: Any = snapshots.KeptSnapshot(fight.id, fight.version, snapshots.taken(fight))
        assert self.snapshots is not None  # noqa: S101  # they are enabled
        self.snapshots.put([kept], uses=rows)
        log.snapshot = max(log.snapshot, fight.version)


def _answered(fight: Fight, seat: str, cmd: str, body: bytes) -> int | None:
    """Return the line of the call that used this id before; OtherBody if it was another call."""
    used = fight.use(seat, cmd)
    if used is None:
        return None
    if used[1] != body:
        raise OtherBody(f"{seat} used the cmd {cmd} before, for something else.")
    return used[0]
