"""The proof of one roll: the few lines that decide it, each held by a signed checkpoint, to be checked alone.

What it rests on is the log's key and whoever cosigned: that no other line belongs to the roll, and that it was not
taken back, only the whole file shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

import orjson

from domain.events import EncounterOpened
from ledger.dice.chain import follows
from ledger.dice.faces import roll_key, roll_message
from ledger.dice.keys import contribution_message, key_of, signature_of, valid_key, verifies
from ledger.line.canonical import NotCanonical, canon_trusted
from ledger.line.entries import CommandAccepted, EntropyRevealed, Json
from ledger.line.forms import Newer, Wrong, hash_of, must_be_declared, read_row, well_formed
from ledger.line.lines import Line
from ledger.line.spellings import is_hash
from ledger.line.tree import includes, inclusion, leaf
from ledger.proof import notes, witnesses
from ledger.proof.anchoring import cosigners
from ledger.proof.forked import must_branch_off
from ledger.proof.notes import COSIGNER, NoteKey, NoteRefused, Parsed, parsed, read_vkey
from ledger.proof.proved import Proved
from ledger.proof.redrawn import Redrawn
from ledger.proof.verifying import Misused
from ledger.refusals import LedgerRefused, NoSuchProof
from ledger.table import seating, signing
from ledger.table.table import Table

MARK = b'{"checkpoint":'
"""How a proof begins, and no fight does."""
KIND = "el1/roll"
_SEATS = ("SeatJoined", "SeatKeyChanged", "ChainRenewed")
_KINDS = frozenset({"EncounterOpened", *_SEATS, "CommandAccepted", "EntropyRevealed", "DiceRolled"})


def proof(raws: Sequence[bytes], checkpoints: Sequence[str], roll: int) -> bytes:
    """Return the proof of a roll of a fight, by the checkpoint with most signatures that holds all of it.

    Raises:
        NoSuchProof: There is no such roll, it was not of the ledger's dice, or something of it was sealed.
    """
    rows = [orjson.loads(raw) for raw in raws]
    numbers = sorted({*_lines_of(rows, roll)})
    sizes = [(text.count("\n— "), int(text.split("\n")[1]), text) for text in checkpoints]
    holding = [each for each in sizes if numbers[-1] < each[1] <= len(raws)]
    if not holding:
        raise NoSuchProof("No signed checkpoint holds all lines of the roll.")
    _, size, text = max(holding)
    leaves = [leaf(raw) for raw in raws[:size]]
    made = {
        "proof": KIND,
        "checkpoint": _of_these(text, [rows[n] for n in numbers]),
        "lines": [{"line": rows[n], "path": [each.hex() for each in inclusion(leaves, n)]} for n in numbers],
    }
    return canon_trusted(made) + b"\n"


def _of_these(text: str, rows: Sequence[Json]) -> str:
    """Return a checkpoint with the signatures of keys in these lines: others cannot be checked alone."""
    body, _, signatures = text.partition("\n\n")
    origin = rows[0].get("origin")
    devices = [(row["party"], row["key"]) for row in rows if "party" in row and "key" in row]
    keys = [NoteKey(name=f"{origin}/{party}", public=key_of(key), kind=COSIGNER) for party, key in devices]
    keys.append(read_vkey(rows[0]["log_key"]))
    return f"{body}\n\n{''.join(each for each in signatures.splitlines(keepends=True) if _is_of(body, each, keys))}"


def _is_of(body: str, signature: str, keys: Sequence[NoteKey]) -> bool:
    try:
        return bool(notes.opened(f"{body}\n\n{signature}", keys))
    except NoteRefused:
        return False


def _lines_of(rows: Sequence[Json], roll: int) -> Iterator[int]:
    command = next((row for row in rows if row["type"] == "CommandAccepted" and row.get("roll") == roll), None)
    if command is None or rows[0]["dice"] != "ledger":
        raise NoSuchProof(f"The dice of the ledger decided no roll {roll} in this fight.")
    n = command["n"]
    inside = [row for row in rows[n:] if row.get("cause") == n]
    if "sealed" in command["decl"] or "blind" in command or any(row["type"] == "Sealed" for row in inside):
        raise NoSuchProof(f"Something of roll {roll} was sealed: the whole file proves it once it is open.")
    if not any(row["type"] == "EntropyRevealed" for row in inside):
        raise NoSuchProof(f"Roll {roll} is not decided.")
    yield from {0, n, *(row["n"] for row in inside if row["type"] in ("EntropyRevealed", "DiceRolled"))}
    yield from _before(rows, n)
    yield from _of_devices(rows, n, {rows[n]["decl"]["seat"]}, set(command.get("contributors", ())))


def _before(rows: Sequence[Json], n: int) -> Iterator[int]:
    """Yield the line of the server's link before that of the roll, or those that say where its chain began."""
    for row in reversed(rows[:n]):
        if row["type"] == "EntropyRevealed":
            yield row["n"]
            return
        if row["type"] == "ChainRenewed" and row["party"] == "server":
            yield row["n"]
            yield from [each["n"] for each in rows[: row["n"]] if each["type"] == "CommandAccepted" and "roll" in each][
                -1:
            ]
            return


def _of_devices(rows: Sequence[Json], n: int, seats: set[str], parties: set[str]) -> Iterator[int]:
    """Yield the lines that name the seats of a roll, all their keys, and their chains as they stood at its command."""
    seats |= {row["seat"] for row in rows[:n] if row["type"] == "SeatJoined" and row.get("party") in parties}
    renewed: dict[str, int] = {}
    for row in rows[:n]:
        if row["type"] == "SeatJoined" and row["seat"] in seats:
            yield row["n"]
        if row["type"] == "SeatKeyChanged" and row["seat"] in seats:
            yield row["n"]
            renewed.pop(row["party"], None)
        if row["type"] == "ChainRenewed" and row.get("seat") in seats:
            renewed[row["party"]] = row["n"]
    yield from renewed.values()


def prove(raw: bytes, kept: Sequence[Parsed] = (), log_key: str | None = None, operators: Sequence[str] = ()) -> Proved:
    """Return what a proof shows, checked alone; Misused where it has no such seat of the operator."""
    try:
        reading = _Reading(read_row(raw.rstrip(b"\r\n ")))
        found = reading.proved(kept, log_key, operators)
    except (Wrong, NotCanonical) as wrong:
        return Proved(fault=str(wrong), newer=isinstance(wrong, Newer))
    except LedgerRefused as refused:
        return Proved(fault=refused.message)
    for seat in operators:
        if seat not in reading.table.seats:
            raise Misused(f"There is no seat {seat!r} in this proof that could be the operator's.")
    return found


def _must(holds: object, why: str) -> None:
    if not holds:
        raise Wrong(why)


class _Reading:
    """A proof being read: the table as its lines set it up, and the lines of the roll."""

    def __init__(self, value: Json) -> None:
        _must_be_a_proof(value)
        self.value = value
        self.lines = [_line(each) for each in value["lines"]]
        if value.keys() != {"proof", "checkpoint", "lines"}:
            raise Newer("The proof has a field that is not known here.")
        _must_be_in_order(self.lines)
        self.opening = cast(EncounterOpened, self.lines[0].entry)
        seating.must_be_seats(self.opening.seats)
        self.table = Table()
        for line in self.lines:
            if line.n == 0 or line.type in _SEATS:
                self._seats(line)
        _must(self.opening.dice == "ledger" and is_hash(self.opening.anchor), "Only dice of the ledger are proved.")
        must_branch_off(self.opening.fork)

    def _seats(self, line: Line) -> None:
        entry: Any = line.entry
        if line.type == "SeatJoined" and entry.party is None:
            self.table = self.table.after(line)
            return
        if line.n and getattr(entry, "party", None) != "server":
            there = self.table.devices.get(entry.party)
            of_the_seat = there is not None and there.seat == entry.seat
            _must(of_the_seat == (line.type != "SeatJoined"), "A key or a chain is of no device of its seat.")
            hash_of(entry.anchor, "The anchor of a chain")
            if line.type != "ChainRenewed":
                _must_be_a_key(entry.key)
        if line.n == 0 or entry.party != "server":
            self.table = self.table.after(line)

    def proved(self, kept: Sequence[Parsed], log_key: str | None, operators: Sequence[str]) -> Proved:
        """Return what it shows; Wrong says why it shows nothing."""
        note, parties = self._held()
        _must(
            log_key is None or log_key == self.opening.log_key, "It names another key of the log than the one to trust."
        )
        for each in kept:
            same = (each.origin, each.size) == (note.origin, note.size)
            _must(not same or each.root == note.root, "A checkpoint that was kept is of another history.")
        command, revealed, dice = self._roll()
        roll = self._graded(self._checked(command, revealed, dice), revealed.entry, operators)
        seats, named = (
            sorted({roll["seat"], *roll["seats"], *roll["missing"]}),
            {seat["id"] for seat in self.opening.seats},
        )
        return Proved(
            encounter=self.opening.encounter,
            roll=roll,
            size=note.size,
            root=note.root.hex(),
            cosigned=parties,
            log_key=self.opening.log_key or "",
            keys={party: device.key for party, device in self.table.devices.items()},
            fork=self.opening.fork,
            replaced=self._replaced(),
            late=tuple(seat for seat in seats if seat not in named),
            bots=tuple(seat for seat in seats if seat in self.table.bots),
        )

    def _replaced(self) -> tuple[Json, ...]:
        """Return the keys that another one replaced without their signature, and who vouched."""
        changed: list[Any] = [(line.n, line.entry) for line in self._all("SeatKeyChanged")]
        return tuple(
            {"line": n, "party": entry.party, "seat": entry.seat, "vouched": sorted(entry.vouched or {})}
            for n, entry in changed
            if entry.party not in (entry.vouched or {})
        )

    def _held(self) -> tuple[Parsed, tuple[str, ...]]:
        """Return the checkpoint that holds every line, and which devices cosigned it."""
        _must(self.table.log_key is not None and self.table.origin is not None, "Line 0 names no key of the log.")
        try:
            note, log = parsed(self.value["checkpoint"]), read_vkey(self.table.log_key or "")
            opened = notes.checked(note, notes.by_name([log, *cosigners(self.table)]))
        except NoteRefused as refused:
            raise Wrong(f"The checkpoint cannot be used. {refused}") from None
        by_log = log.name == note.origin == self.table.origin and any(each.key == log for each in opened.signatures)
        _must(by_log, "The checkpoint is not signed by the log that line 0 names.")
        _must(len(opened.signatures) == len(note.signatures), "It bears a signature of a key that is not in the proof.")
        for line, each in zip(self.lines, self.value["lines"], strict=True):
            path = [bytes.fromhex(hashed) for hashed in each["path"]]
            found = includes(note.root, note.size, leaf(line.raw), line.n, path)
            _must(found, f"The checkpoint does not hold line {line.n} as it stands here.")
        names = [each.key.name for each in opened.signatures if each.key.kind == COSIGNER]
        return note, tuple(sorted(name.removeprefix(f"{note.origin}/") for name in names))

    def _all(self, kind: str) -> list[Line]:
        return [line for line in self.lines if line.type == kind]

    def _roll(self) -> tuple[Line, Line, list[Line]]:
        """Return the command, what reveals its numbers, and its dice: no line is there that plays no part."""
        reveals, commands, dice = self._all("EntropyRevealed"), self._all("CommandAccepted"), self._all("DiceRolled")
        _must(1 <= len(reveals) <= 2 and commands and dice, "It shows no roll, or more than one.")
        command, revealed = commands[-1], reveals[-1]
        own: Any = (command.entry, revealed.entry)
        _must(revealed.cause == command.n and own[0].roll == own[1].roll, "The numbers are not those of the command.")
        late = any(line.type in _SEATS and line.n > command.n for line in self.lines)
        _must(revealed.n > command.n and not late, "A line stands where it plays no part in the roll.")
        for line in dice:
            rolled: Any = line.entry
            fits = (line.cause, rolled.roll, rolled.source) == (command.n, own[0].roll, "ledger")
            _must(fits and line.n > revealed.n, "Dice are not those of the roll.")
        return command, revealed, dice

    def _checked(self, command: Line, revealed: Line, dice: list[Line]) -> Json:
        accepted: Any = command.entry
        decl = accepted.decl
        must_be_declared(decl)
        _must(
            "sealed" not in decl and accepted.blind is None, "The whole file alone proves a roll with something sealed."
        )
        _must(decl["encounter"] == self.opening.encounter, "The command was declared for another encounter.")
        _must(decl["seat"] in self.table.players, f"{decl['seat'][:40]} does not play in this encounter.")
        signing.signer(self.table, decl["seat"], decl, accepted.sig)
        self._must_follow(command, revealed)
        numbers: Any = revealed.entry
        message = roll_message(
            self.opening.encounter, accepted.roll, leaf(command.raw), self._links(command, accepted, numbers)
        )
        drawn = Redrawn(accepted, "ledger")
        drawn.reveals(roll_key(bytes.fromhex(numbers.server), message))
        for line in dice:
            drawn.tells(line.n, [line.entry])  # type: ignore[list-item]  # lines of that kind
        return {
            "roll": accepted.roll,
            "line": command.n,
            "seat": decl["seat"],
            "faces": [[*each] for each in drawn.faces],
        }

    def _must_follow(self, command: Line, revealed: Line) -> None:
        """Refuse a link of the server that is not the one of its chain for the roll: the lines say how many steps."""
        renewed = [line for line in self._all("ChainRenewed") if line.entry.party == "server"]  # type: ignore[union-attr]
        before, counting = self._all("EntropyRevealed")[:-1], self._all("CommandAccepted")[:-1]
        start, shown = self.opening.anchor, 0
        fixed = [*before, *([] if before else renewed)]
        _must(len(fixed) <= 1 and not (before and renewed), "A line stands where it plays no part in the roll.")
        _must(len(counting) <= len(fixed) - len(before), "A line stands where it plays no part in the roll.")
        for line in fixed:
            _must(line.n < command.n and all(each.n < line.n for each in counting), "A line plays no part in the roll.")
            start, shown = _shown(line, counting)
        last: Any = revealed.entry
        link, known = hash_of(last.server, "The server's link"), hash_of(start, "The link before it")
        _must(follows(known, link, last.roll - shown), "The server's link does not lie on its chain.")

    def _links(
        self, command: Line, accepted: CommandAccepted, numbers: EntropyRevealed
    ) -> list[tuple[str, int, bytes]]:
        asked, came = accepted.contributors or {}, numbers.contributions or {}
        _must(
            set(asked) - set(came) == set(numbers.missing) and set(came) <= set(asked),
            "Its links are not those asked for.",
        )
        _must(set(asked) <= set(self.table.devices), "A device that was asked is not in the proof.")
        seats = {self.table.devices[party].seat for party in asked}
        _must(len(seats) == len(asked), "One seat salts the roll twice.")
        return [self._link(command, party, asked[party], came[party]) for party in came]

    def _link(self, command: Line, party: str, k: Any, given: Any) -> tuple[str, int, bytes]:
        formed = isinstance(given, dict) and given.keys() == {"link", "sig"} and isinstance(given["sig"], str)
        _must(formed and type(k) is int, f"What {party} gave is not a link and a signature.")
        link, device = hash_of(given["link"], f"The link of {party}"), self.table.devices[party]
        _must(follows(bytes.fromhex(device.link), link, k), f"This is not link {k} of the chain of {party}.")
        accepted: Any = command.entry
        message = contribution_message(self.opening.encounter, accepted.roll, leaf(command.raw), party, k, link)
        try:
            good = verifies(key_of(device.key), signature_of(given["sig"]), message)
        except ValueError:
            good = False
        _must(good, f"{party} did not sign this link for this roll.")
        return party, k, link

    def _graded(self, roll: Json, numbers: Any, operators: Sequence[str]) -> Json:
        seats, missing = (
            sorted({self.table.devices[party].seat for party in parties})
            for parties in (numbers.contributions or {}, numbers.missing)
        )
        found = witnesses.witnesses(self.table, seats, roll["seat"], operators)
        grade = witnesses.grade(seats, roll["seat"], found, missing=bool(missing))
        promise = witnesses.promise(found) if grade == "witnessed" else grade
        return {**roll, "grade": grade, "witnesses": [*found], "seats": seats, "missing": missing, "promise": promise}


def _must_be_a_proof(value: Json) -> None:
    """Refuse what is no proof of a roll; Newer where it is of a kind that is not known."""
    _must(isinstance(value.get("proof"), str) and isinstance(value.get("checkpoint"), str), "It is no proof of a roll.")
    if value["proof"] != KIND:
        raise Newer(f"No proof called {value['proof'][:40]!r} is known here.")
    _must(isinstance(value.get("lines"), list), "It is no proof of a roll.")


def _must_be_in_order(lines: Sequence[Line]) -> None:
    """Refuse lines of which the first is not line 0, that do not ascend, or of which another one opens a fight."""
    numbers = [line.n for line in lines]
    ascends = numbers[:1] == [0] and all(one < other for one, other in pairwise(numbers))
    _must(ascends, "Its lines are out of order.")
    _must(all((line.n == 0) == (line.type == "EncounterOpened") for line in lines), "Its line 0 opens nothing.")


def _must_be_a_key(text: str | None) -> None:
    try:
        key = key_of(text or "")
    except ValueError as wrong:
        raise Wrong(str(wrong)) from None
    _must(valid_key(key), "The key is none that may sign: it is no point of prime order.")


def _line(each: Any) -> Line:
    """Return a line of a proof, which must be of a kind that proves a roll."""
    formed = isinstance(each, dict) and isinstance(each.get("line"), dict) and isinstance(each.get("path"), list)
    _must(formed and all(map(is_hash, each["path"])), "A line of a proof is no line with its path.")
    value = each["line"]
    _must(isinstance(value.get("type"), str) and value["type"] in _KINDS, "A line is of a kind that proves no roll.")
    head = (type(value.get("n")), type(value.get("at")), is_hash(value.get("prev")))
    _must(head == (int, int, True) and value["n"] >= 0, "A line has no number, no time, or no hash of the line before.")
    line = well_formed(canon_trusted(value), value, bytes.fromhex(value["prev"]))
    if each.keys() != {"line", "path"}:
        raise Newer("A line of the proof has a field beside it that is not known here.")
    return line


def _shown(line: Line, counting: list[Line]) -> tuple[str, int]:
    """Return the link, and the number of rolls, that the next of the server's links is counted from."""
    entry: Any = line.entry
    if isinstance(entry, EntropyRevealed):
        return entry.server, entry.roll
    last: Any = counting[0].entry if counting else None
    return entry.anchor, last.roll or 0 if last else 0
