"""The write side: who may, what follows, and all of it into the store in one transaction.

An answer leaves only after its commit. Fights are kept in memory as frozen values; the primary key of the store tells
when another process was faster: then the fight is read again and the command decided again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, cast

import orjson
from eventsourcing.application import Application
from eventsourcing.persistence import EventStore, IntegrityError
from eventsourcing.utils import Environment

from domain.encounter import Encounter
from ledger.calls.answering import Answering
from ledger.calls.devices import Devices
from ledger.calls.disputes import Disputes
from ledger.calls.due import Due
from ledger.calls.fights import Fights
from ledger.calls.lookout import Lookout
from ledger.calls.pictures import Pictures
from ledger.calls.receipts import Receipts
from ledger.calls.renewals import Renewals
from ledger.calls.rows import Rows
from ledger.dice.chain import LENGTH
from ledger.dice.entropy import Chains
from ledger.dice.keys import Signer
from ledger.dice.secrets import installation_key, log_seed, new_token, token_hash
from ledger.line import clock
from ledger.line.attachments import Beside
from ledger.line.canonical import canon
from ledger.line.entries import (
    Head,
    LedgerClosed,
    Renamed,
    RewindAnswered,
    RewindAsked,
    Signed,
    TableDiceTyped,
    Withheld,
)
from ledger.line.lines import Line, plain
from ledger.proof import exporting
from ledger.proof.bulk import must_be_manageable
from ledger.proof.notes import vkey
from ledger.refusals import Conflict, NoSuchEncounter, NotSeated, NotYours
from ledger.store import kinds
from ledger.store.after_commit import afterwards
from ledger.store.committing import Committer, Queued
from ledger.store.mapping import LineMapper, StoredLine
from ledger.store.protocol import Store
from ledger.store.snapshots import SnapshotMapper
from ledger.store.stored_lines import decoded
from ledger.store.tailing import Tailer
from ledger.store.tokens import ANYBODY, only_invites, seat_named
from ledger.table import accepting, closing, forking, joining, knowledge, naming, opening, rewinding, sealing
from ledger.table.answers import Answer, Declaration, Opened, Summary, Wait
from ledger.table.fight import Fight
from ledger.table.log import body_hash
from ledger.table.writing import Writing, Written

if TYPE_CHECKING:
    from domain.table.openings import Opening

Shown: TypeAlias = Literal["none", "live", "replay"]
"""What those get to see who have no key: nothing, the fight as it goes on, or what it was once it is over."""
ORIGIN = "encounter.local"
"""The host that the logs of an installation are named after, where it has no other name."""


class Ledger(Application[str]):
    """The encounters of one store: an SQLite file in ``folder``, a PostgreSQL database, or memory.

    ``database`` is the URL of a PostgreSQL database; the key of the installation still lies in ``folder``, or in the
    environment. Without folder and database, what is in memory is gone afterwards.
    """

    log_section_size = 500
    is_snapshotting_enabled = True

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
        self._kind = kinds.store(folder, database)
        self._origin = origin
        self._signer = Signer(log_seed(key))
        super().__init__()
        assert self.snapshots is not None  # noqa: S101  # they are enabled
        # The recorder is the library's name for it.
        self.store = store = cast(Store, self.recorder)
        self.tailer = Tailer(store)
        self._committer = Committer(self._insert)
        self._chains = Chains(key, store.locked_chain, chain_length)
        self.rows = Rows(store)
        self.fights = Fights(store, self.snapshots, self._chains, self._put)
        self.due = Due(self.fights, store, self._chains)
        self.receipts = Receipts(self.fights, store, self._signer)
        self.answering = Answering(self.fights, self.due, self.receipts)
        self.lookout = Lookout(self.fights, self.due)
        self.devices = Devices(self.fights, self.answering, self.due, store, self.lookout.stirred)
        self.disputes = Disputes(self.answering)
        self.pictures = Pictures(self.fights, store)
        self.renewals = Renewals(self.fights, self._chains)

    def construct_factory(self, env: Environment) -> Any:  # noqa: ARG002 - nothing of the environment is asked
        """Return the factory of the store, whatever the environment says."""
        return self._kind

    def construct_mapper(self) -> LineMapper:
        """Return the mapper that keeps lines as they are."""
        return LineMapper()

    def construct_snapshot_store(self) -> EventStore[str]:
        """Return the library's store of snapshots, with a mapper that knows ours."""
        return self.factory.event_store(SnapshotMapper(), self.factory.aggregate_recorder(purpose="snapshots"))

    # Playing

    def open(self, wanted: Opening) -> Opened:
        """Open an encounter; Refused says what it cannot have."""
        return self._opened(lambda *new: opening.write(wanted, *new))

    def _opened(
        self, write: Callable[[str, Writing, Chains, opening.LogName], tuple[dict[str, str], Beside]]
    ) -> Opened:
        """Commit the first lines of a new encounter."""
        encounter = token_hex(16)
        writing = Writing(Fight(), clock.now())
        log = f"{self._origin}/{encounter}"
        keys, beside = write(
            encounter, writing, self._chains, opening.LogName(origin=log, key=vkey(log, self._signer.public))
        )
        fight = Fight().then(writing.lines)
        self._put(writing.lines, beside)
        self.fights.memory.keep(fight)
        return Opened(encounter=encounter, version=fight.version, keys=keys)

    def fork(self, encounter: str, seat: str, version: int | None = None) -> Opened:
        """Open an encounter that repeats what a seat knows of another up to a version, the newest without one.

        Raises:
            NotYours: It goes on, and the seat could learn from it what it must not know.
            NoFork: The version is in the midst of a command or not there yet, or the fight is over at it.
        """
        fight = self.fight(encounter)
        forking.must_be_theirs(fight, seat)
        version = fight.version if version is None else version
        forking.must_be_a_moment(fight, version)
        moment = forking.Moment(
            fight=knowledge.in_hindsight(fight, seat),
            version=version,
            public=knowledge.by(fight, knowledge.STRANGER).at(version),
        )
        opened = self._opened(lambda *new: forking.write(moment, *new))
        with afterwards("keeping the picture of a fork"):
            if (picture := self.pictures.of(encounter)) is not None:
                self.store.keep_picture(opened.encounter, picture)
        return opened

    def record(self, encounter: str, seat: str, sent: Declaration, *, faces: Sequence[int] | None = None) -> Answer:
        """Try a command and answer with the lines it caused. ``faces`` are what loaded dice will show.

        Raises:
            Refused: The rules say no.
            LedgerRefused: The ledger does: NotYours, Overtaken, OtherBody, Waiting, ReadOnly, NoFaces.
            NotCanonical: A text in it is not allowed.
        """
        # As it will be read from the store: lists where the command holds tuples. What was signed stays as it was.
        action = orjson.loads(canon(plain(sent.action) if sent.raw is None else sent.raw))

        def plan(fight: Fight, writing: Writing) -> Written:
            sources = accepting.Sources(
                chains=self._chains,
                present=lambda: self.due.present(encounter),
                faces=faces,
            )
            return accepting.accept(fight, writing, seat, sent, action, sources)

        # Only devices salt rolls: without one no roll is open for them, and the store need not be asked.
        known = self.fights.memory.get(encounter)
        if known is None or known.table.devices:
            self.due.reveal_if_due(encounter)
        return self.answering.answer(encounter, seat, sent.cmd, body_hash(action), plan)

    def type_dice(
        self, encounter: str, seat: str, by: str, dice: str, faces: Sequence[int], cmd: str, **signed: Unpack[Signed]
    ) -> Answer:
        """Type in what physical dice showed; the last of them bring the outcome. NotWaiting if none are waited for."""
        typed = TableDiceTyped(by=by, dice=dice, faces=tuple(faces), seat=seat, cmd=cmd, **signed)
        return self.answering.signed(encounter, typed, accepting.type_in)

    def ask_rewind(
        self, encounter: str, seat: str, to_version: int, reason: str, cmd: str, **signed: Unpack[Signed]
    ) -> Answer:
        """Take the fight back to a version, or ask the others whether they agree. NoRewind says why not."""
        canon(reason)
        asked = RewindAsked(to_version=to_version, by=seat, reason=reason, cmd=cmd, **signed)
        # What has waited long enough is decided, and not taken back by one who likes it better so.
        self.due.reveal_if_due(encounter)
        self.due.lapse_if_due(encounter)

        def ask(fight: Fight, writing: Writing, asked: RewindAsked) -> Written:
            return rewinding.ask(fight, writing, asked, self.due.links(fight))

        return self.answering.signed(encounter, asked, ask)

    def answer_rewind(self, encounter: str, seat: str, agree: bool, cmd: str, **signed: Unpack[Signed]) -> Answer:
        """Agree to the open request, or do not. NoRewind if there is nothing to answer."""
        answered = RewindAnswered(seat=seat, agree=agree, cmd=cmd, **signed)
        self.due.lapse_if_due(encounter)

        def answer(fight: Fight, writing: Writing, answered: RewindAnswered) -> Written:
            return rewinding.answer(fight, writing, answered, self.due.links(fight))

        return self.answering.signed(encounter, answered, answer)

    def withhold(self, encounter: str, seat: str, of: int, reason: str, **head: Unpack[Head]) -> Answer:
        """Say that what a line sealed stays shut, and why. NotYours if the seat did not seal it, ReadOnly."""
        canon(reason)

        def withhold(fight: Fight, writing: Writing, withheld: Withheld) -> Written:
            accepting.must_play(fight, withheld.by)
            return sealing.withhold(fight, writing, withheld)

        return self.answering.signed(encounter, Withheld(of=of, by=seat, reason=reason, **head), withhold)

    def rename(self, encounter: str, seat: str, of: str, name: str, **head: Unpack[Head]) -> Answer:
        """Give the fight, or what has the id ``of`` in it, another name. NotYours, NotNamed, ReadOnly."""
        canon(name)

        def rename(fight: Fight, writing: Writing, renamed: Renamed) -> Written:
            accepting.must_play(fight, renamed.by)
            return naming.rename(fight, writing, renamed)

        return self.answering.signed(encounter, Renamed(of=of, name=name, by=seat, **head), rename)

    def show(self, encounter: str, seat: str, shown: Shown) -> None:
        """Let whoever has no key watch, look at it once it is over, or neither; NotYours for all but the host."""
        fight = self.fight(encounter)
        joining.must_look_after(fight, seat, "shows the fight to nobody")
        self.store.forget_token(encounter, ANYBODY)
        if shown != "none":
            self.store.add_seat(encounter, shown, ANYBODY)

    def close_ledger(self, encounter: str, seat: str, **head: Unpack[Head]) -> Answer:
        """Close the ledger of an encounter that is over. NotYours, NotClosed."""
        return self.answering.signed(encounter, LedgerClosed(by=seat, **head), closing.close)

    # Reading

    def shown(self, encounter: str) -> Shown:
        """Return how far those may look who have no key; of what is not there likewise none."""
        return cast(Shown, self.store.seat_of(encounter, ANYBODY) or "none")

    def seat(self, encounter: str, token: str, *, joining: bool = False) -> str:
        """Return whose token it is; NoSuchEncounter, NotSeated. NotYours if it is only good for ``joining``."""
        found = self.store.seat_of(encounter, token_hash(token))
        if found is None:
            if self.store.last_version(encounter) < 0:
                raise NoSuchEncounter("There is no such encounter.")
            raise NotSeated("This token is no seat's of this encounter.")
        whose = seat_named(found)
        if only_invites(found) and not joining:
            raise NotYours(f"This key only invites: take the seat of {whose} with a device that others vouch for.")
        return whose

    def fight(self, encounter: str, seat: str | None = None) -> Fight:
        """Return the fight as it stands in the store now, whoever wrote it, as a seat knows it; NoSuchEncounter."""
        return self.fights.fight(encounter, seat)

    def seats_with(self, token_hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return (encounter, seat) of every one of these tokens that is somebody's and more than an invitation."""
        return self.store.seats_with(token_hashes)

    def must_answer(self) -> None:
        """Ask the store for something that it does not have. Raises NoStore, Busy where it cannot be asked."""
        self.store.last_version("")

    def system(self, encounter: str) -> str:
        """Return the system of an encounter, which never changes; NoSuchEncounter."""
        return (self.fights.memory.get(encounter) or self.fight(encounter)).encounter.system

    def at(self, encounter: str, version: int) -> Encounter:
        """Return the state at a version; IndexError if there is no such version."""
        return self.fight(encounter).at(version)

    def lines(self, encounter: str, after: int = -1, upto: int | None = None) -> list[Line]:
        """Return the lines after one version, up to another."""
        fight = self.fight(encounter)
        last = fight.version if upto is None else min(upto, fight.version)
        return fight.lines[after + 1 : last + 1]

    def stored_after(self, encounter: str, version: int) -> list[Line]:
        """Return the lines after a version as they lie in the store; Archived."""
        return decoded(self.store.read_lines(encounter, version))

    def salts(self, encounter: str) -> dict[int, bytes]:
        """Return the salts of the commitments of an encounter, by line."""
        return {n: salt for n, salt, _ in self.store.read_words(encounter)}

    def waiting(self, encounter: str) -> Wait | None:
        """Return the physical dice that the encounter waits for."""
        return accepting.wait(self.fight(encounter))

    def encounters(self) -> list[Summary]:
        """Return every encounter of the store, the newest last; those that are archived come first."""
        archived = [exporting.archived(each) for each in self.store.archives()]
        return [*archived, *(exporting.summary(*row) for row in self.store.encounters())]

    def export(self, encounter: str, seat: str | None = None) -> bytes:
        """Return the file of an encounter: its lines as they are stored, then what is kept beside them.

        Of what is sealed a seat gets what it may know.
        """
        fight = self.fight(encounter)
        # What was written since is not in it: its checkpoints cover the lines that are.
        rows = [raw for raw, _ in self.store.read_lines(encounter)][: fight.version + 1]
        words = self.store.read_words(encounter)
        if seat is not None:
            words = knowledge.payloads(fight, seat, words)
        return exporting.written(rows, words, self.receipts.notes_of(fight))

    def sealed_replay(self, encounter: str, version: int, bundle: bytes) -> str | None:
        """Return the signed note that a bundle was made of the lines up to a version; None under another log key."""
        return self.receipts.of_replay(encounter, version, bundle)

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
        if self.store.last_version(encounter) < 0:
            try:
                # Before the lines: what is left of an import that was cut off is nobody's, and written over.
                self.store.keep_notes(encounter, exporting.notes_in(raw))
                self._put(lines, Beside(encounter=encounter, words=words, imported=True))
            except IntegrityError:
                self.fights.memory.forget(encounter)
        if (archive := self.store.archive_of(encounter)) is not None:
            exporting.must_be_archived(archive, raw)
        exporting.must_be_the_same(self.export(encounter), raw)
        return encounter

    def reader(self, encounter: str) -> str:
        """Return a fresh token that reads an imported encounter; Conflict for one that was played here."""
        if not self.fight(encounter).imported:
            raise Conflict("This encounter was played here: the keys of its seats read it.")
        token = new_token()
        self.store.add_seat(encounter, joining.READER, token_hash(token))
        return token

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
        if (fights := getattr(self, "fights", None)) is not None:
            fights.photographer.close()
        for follower in ("tailer", "lookout"):
            if (following := getattr(self, follower, None)) is not None:
                following.close()
        super().close()

    def forget(self, encounter: str) -> None:
        """Keep nothing of an encounter in memory."""
        self.fights.memory.forget(encounter)
