"""The write side: who may, what follows, and all of it into the store in one transaction.

An answer leaves only after its commit. Fights are kept in memory as frozen values; the primary key of the store tells
when another process was faster: then the fight is read again and the command decided again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, cast

from eventsourcing.application import Application
from eventsourcing.persistence import EventStore
from eventsourcing.utils import Environment

from domain.encounter import Encounter
from ledger.calls.answering import Answering
from ledger.calls.commits import Commits
from ledger.calls.devices import Devices
from ledger.calls.disputes import Disputes
from ledger.calls.due import Due
from ledger.calls.fights import Fights
from ledger.calls.installation import Key, key_of
from ledger.calls.known_keys import KnownKeys
from ledger.calls.lookout import Lookout
from ledger.calls.pictures import Pictures
from ledger.calls.playing import Playing
from ledger.calls.receipts import Receipts
from ledger.calls.records import Records
from ledger.calls.renewals import Renewals
from ledger.calls.rows import Rows
from ledger.dice.chain import LENGTH
from ledger.dice.entropy import Chains
from ledger.dice.keys import Signer
from ledger.dice.secrets import key_mark, log_seed, token_hash
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
from ledger.line.lines import Line
from ledger.proof.notes import vkey
from ledger.refusals import NoStore, NoSuchEncounter, NotSeated, NotYours
from ledger.store import kinds
from ledger.store.after_commit import afterwards
from ledger.store.mapping import LineMapper
from ledger.store.protocol import Store
from ledger.store.snapshots import SnapshotMapper
from ledger.store.tailing import Tailer
from ledger.store.tokens import ANYBODY, only_invites, seat_named
from ledger.table import accepting, closing, forking, joining, knowledge, naming, opening, rewinding, sealing
from ledger.table.answers import Answer, Declaration, Opened, Summary, Wait
from ledger.table.fight import Fight
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
    environment, and is the one that the store was locked with, unless ``key`` says otherwise. Without folder and
    database, what is in memory is gone afterwards.
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
        key: Key = "fits",
    ) -> None:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._kind = kinds.store(folder, database)
        self._origin = origin
        super().__init__()
        assert self.snapshots is not None  # noqa: S101  # they are enabled
        # The recorder is the library's name for it.
        self.store = store = cast(Store, self.recorder)
        try:
            secret = token_bytes(32) if folder is None else key_of(store, folder, key)
            # From here on it is known which file this is.
            store.must_be_the_same()
        except BaseException:
            self.close()
            raise
        self._key_mark = key_mark(secret)
        self.has_the_key = store.key_mark() in (None, self._key_mark)
        self._signer = Signer(log_seed(secret))
        self.tailer = Tailer(store)
        self.commits = Commits(store, self.tailer)
        self._chains = Chains(secret, store.locked_chain, chain_length)
        self.rows = Rows(store)
        self.fights = Fights(store, self.snapshots, self._chains, self.commits.put, self.commits.put_soon)
        self.waits = self.fights.waits
        self.due = Due(self.fights, store, self._chains)
        self.receipts = Receipts(self.fights, store, self._signer)
        self.records = Records(self.fights, store, self.receipts, self.commits)
        self.answering = Answering(self.fights, self.due, self.receipts)
        self.playing = Playing(self.fights, self.due, self._chains, self.answering)
        self.known_keys = KnownKeys()
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
        self._must_have_the_key()
        encounter = token_hex(16)
        writing = Writing(Fight(), clock.now())
        log = f"{self._origin}/{encounter}"
        keys, beside = write(
            encounter, writing, self._chains, opening.LogName(origin=log, key=vkey(log, self._signer.public))
        )
        fight = Fight().then(writing.lines)
        self.commits.put(writing.lines, beside)
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
            if (picture := self.pictures.shown_to(encounter, seat)) is not None:
                self.store.keep_picture(opened.encounter, picture)
        return opened

    def record(self, encounter: str, seat: str, sent: Declaration, *, faces: Sequence[int] | None = None) -> Answer:
        """Try a command and answer with the lines it caused. ``faces`` are what loaded dice will show.

        Raises:
            Refused: The rules say no.
            LedgerRefused: The ledger does: NotYours, Overtaken, OtherBody, Waiting, ReadOnly, NoFaces.
            NotCanonical: A text in it is not allowed.
        """
        return self.playing.record(encounter, seat, sent, faces)

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
        hashed = token_hash(token)
        found = self.store.seat_of(encounter, hashed)
        if found is None:
            if self.store.last_version(encounter) < 0:
                raise NoSuchEncounter("There is no such encounter.")
            raise NotSeated("This token is no seat's of this encounter.")
        whose = seat_named(found)
        if only_invites(found) and not joining:
            raise NotYours(f"This key only invites: take the seat of {whose} with a device that others vouch for.")
        if not only_invites(found):
            self.known_keys.keep(encounter, hashed, whose)
        return whose

    def fight(self, encounter: str, seat: str | None = None) -> Fight:
        """Return the fight as it stands in the store now, whoever wrote it, as a seat knows it; NoSuchEncounter."""
        return self.fights.fight(encounter, seat)

    def seats_with(self, token_hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return (encounter, seat) of every one of these tokens that is somebody's and more than an invitation."""
        return self.store.seats_with(token_hashes)

    def must_answer(self) -> None:
        """Ask the store for something that it does not have; if the last write failed, write something.

        Raises NoStore, Busy where it cannot be asked, or not be written, or the key is not this one any more.
        """
        self.store.must_be_the_same()
        self.store.last_version("")
        self.commits.must_be_taken()
        self._must_have_the_key()

    def _must_have_the_key(self) -> None:
        """Raise NoStore where the store has got another key since this process began: nobody else could roll on."""
        if self.has_the_key and self.store.key_mark() not in (None, self._key_mark):
            raise NoStore("The key of this installation was changed while this server runs: start it again.")

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

    def waiting(self, encounter: str) -> Wait | None:
        """Return the physical dice that the encounter waits for."""
        return accepting.wait(self.fight(encounter))

    def encounters(self, after: str | None = None, most: int | None = None) -> list[Summary]:
        """Return every encounter of the store, the newest last; those that are archived come first.

        Or only so many of them ``after`` one; what is archived between two pages may come twice, or not at all. Raises
        NoSuchEncounter where that is none.
        """
        return self.records.listed(after, most)

    def newest(self, most: int) -> list[Summary]:
        """Return the encounters that were opened last, so many at most, the newest last; none that is archived."""
        return self.records.newest(most)

    def export(self, encounter: str, seat: str | None = None) -> bytes:
        """Return the file of an encounter: its lines as they are stored, then what is kept beside them.

        Of what is sealed a seat gets what it may know.
        """
        return self.records.file(encounter, seat)

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
        return self.records.take_in(raw, must_hold)

    def close(self) -> None:
        """End what follows the store, and let go of it."""
        if (fights := getattr(self, "fights", None)) is not None:
            fights.photographer.close()
            fights.looking_back.close()
        if (commits := getattr(self, "commits", None)) is not None:
            commits.close()
        for follower in ("tailer", "lookout"):
            if (following := getattr(self, follower, None)) is not None:
                following.close()
        super().close()

    def forget(self, encounter: str) -> None:
        """Keep nothing of an encounter in memory."""
        self.fights.memory.forget(encounter)
