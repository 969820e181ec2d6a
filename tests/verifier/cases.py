"""What an attacker could make of the files in `files/`, and what every verifier must say of it.

A case takes a file apart, changes rows, mends numbers and hashes as far as a forger could, and names the line at which
the result is broken. `python -m tests.verifier.cases` writes them to `files/cases.json`, which the tests read.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from ledger.dice.keys import Signer, declaration_message, text_of
from ledger.line.hidden import commit
from tests.ledger.forging import Rows, chained
from tests.verifier.attacks import changing
from tests.verifier.attacks.resigning import resigned

FILES = Path(__file__).parent / "files"
Case = dict[str, Any]
LOW_ORDER = text_of(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"))
STRANGER = Signer(sha256(b"a stranger").digest())


def rows_in(name: str) -> Rows:
    """Return the rows of a file."""
    return changing.rows_in((FILES / name).read_bytes())


def find(rows: Rows, kind: str, nth: int = 0) -> int:
    """Return the number of the nth line of a kind, from the end if it is negative."""
    return [n for n, row in enumerate(rows) if row.get("type") == kind][nth]


def where(rows: Rows, holds: Callable[[dict[str, Any]], bool], nth: int = 0) -> int:
    """Return the number of the nth row of which something holds."""
    return [n for n, row in enumerate(rows) if holds(row)][nth]


def signs_after(rows: Rows, n: int) -> int:
    """Return the first line after another in which a seat says what it had seen, of lines after it."""
    seen = [(m, row.get("decl", row).get("seen")) for m, row in enumerate(rows)]
    return next(m for m, each in seen if each is not None and each[0] > n)


class Edited:
    """A file being changed."""

    def __init__(self, name: str, file: str, line: int | None = None) -> None:
        self.case: Case = {"name": name, "file": file, "edits": []}
        self.rows = rows_in(file)
        if line is not None:
            self.case |= {"verdict": "BROKEN", "line": line}

    def put(self, n: int, *way: str | int, value: Any) -> Edited:
        """Put a value into a row."""
        self.case["edits"].append({"put": [n, *way], "value": value})
        return self

    def gone(self, n: int, *way: str | int) -> Edited:
        """Take a row, or something in it, away."""
        self.case["edits"].append({"gone": [n, *way]})
        return self

    def again(self, n: int, at: int) -> Edited:
        """Repeat a row at another place."""
        self.case["edits"].append({"again": [n, at]})
        return self

    def swapped(self, one: int, other: int) -> Edited:
        """Swap two rows."""
        self.case["edits"].append({"swapped": [one, other]})
        return self

    def cut(self, start: int, stop: int | None = None) -> Edited:
        """Leave out rows."""
        self.case["edits"].append({"cut": [start, stop]})
        return self

    def mended(self) -> Edited:
        """Mend numbers and hashes."""
        self.case["mended"] = True
        return self

    def new(self, at: int, row: dict[str, Any]) -> Edited:
        """Put a new row in a place, at the time of the one before."""
        self.case["edits"].append({"new": row, "at": at})
        return self

    def resigned(self) -> Edited:
        """Make all good again that whoever holds every key and every secret could."""
        self.case["resigned"] = True
        return self

    def spelt(self, n: int, old: str, new: str) -> Edited:
        """Spell something in a row in another way, after all else."""
        self.case.setdefault("spelt", []).append([n, old, new])
        return self

    def kept(self, *notes: str, log_key: str | None = None) -> Edited:
        """Give checkpoints that somebody kept, and a key to trust."""
        self.case |= {"kept": [*notes]} | ({} if log_key is None else {"log_key": log_key})
        return self

    def newer(self) -> Edited:
        """Expect that it cannot be judged from that line on."""
        self.case["verdict"] = "newer than I am"
        return self

    def but(self, *buts: str) -> Edited:
        """Expect that it is whole, with these reservations."""
        self.case |= {"verdict": "OK BUT" if buts else "OK", "but": [*buts]}
        return self


def made(case: Case) -> bytes:
    """Return the bytes of a case."""
    raw = (FILES / case["file"]).read_bytes()
    rows = changing.rows_in(raw)
    for edit in case["edits"]:
        _apply(rows, edit)
    if case.get("resigned"):
        raw = resigned(rows, "forged") or b""
    elif case.get("mended"):
        for n, row in enumerate(row for row in rows if "type" in row):
            row["n"] = n
        raw = chained(rows)
    elif case["edits"]:
        raw = b"".join(
            json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for row in rows
        )
    lines = raw.split(b"\n")
    for n, old, new in case.get("spelt", []):
        assert old.encode() in lines[n]
        lines[n] = lines[n].replace(old.encode(), new.encode("utf-8", "surrogatepass"), 1)
    return b"\n".join(lines)


def _apply(rows: Rows, edit: dict[str, Any]) -> None:
    match edit:
        case {"put": [n, *way, last], "value": value}:
            _inner(rows[n], way)[last] = value
        case {"gone": [n]}:
            del rows[n]
        case {"gone": [n, *way, last]}:
            del _inner(rows[n], way)[last]
        case {"again": [n, at]}:
            rows.insert(at, json.loads(json.dumps(rows[n])))
        case {"new": row, "at": at}:
            rows.insert(at, {"at": rows[at - 1]["at"], "prev": "", **json.loads(json.dumps(row))})
        case {"swapped": [one, other]}:
            rows[one], rows[other] = rows[other], rows[one]
        case {"cut": [start, stop]}:
            del rows[start:stop]
        case _:
            raise ValueError(edit)


def _inner(row: Any, way: list[str | int]) -> Any:
    for step in way:
        row = row[step]
    return row


def whole() -> Iterator[Edited]:
    """Yield files as they are."""
    yield Edited("closed, cosigned", "salted.ndjson").but()
    yield Edited("closed, cosigned, kept", "salted.ndjson").kept("whole.note", "early.note", log_key="log.key").but()
    yield Edited("a link that did not come, and a voided open roll", "waiting.ndjson").but("open", "uncosigned")
    yield Edited("left out with consent", "consenting.ndjson").but("open", "uncosigned")
    yield Edited("devices, keys, chains", "devices.ndjson").but("open", "replaced")
    yield Edited("cosigned by a slow clock", "dated.ndjson").but("open")
    yield Edited("only the roller salts", "roller.ndjson").but("open", "uncosigned")
    yield Edited("dice of the table", "typed.ndjson").but("open", "roll_open", "uncosigned")
    yield Edited("a dispute left open", "disputed.ndjson").but("disputed")
    yield Edited("overruled by a referee", "ruled.ndjson").but("open", "uncosigned")
    yield Edited("secrets, whole", "secret.ndjson").but("open", "uncosigned")
    yield Edited("secrets, as a player has them", "secret-of-ana.ndjson").but(
        "open", "unopened", "unchecked", "uncosigned"
    )
    yield Edited("secrets, closed", "secret-closed.ndjson").but()
    yield Edited("words", "said.ndjson").but("open", "uncosigned")
    yield Edited("time claimed", "claimed.ndjson").but("open", "uncosigned")
    yield Edited("loaded", "loaded.ndjson").but("loaded", "open", "uncosigned")
    yield Edited("rewritten and signed anew by the operator, nobody kept anything", "rewritten.ndjson").but(
        "open", "uncosigned"
    )


def bytes_changed() -> Iterator[Edited]:
    """Yield what only the spelling shows (rows 18, 30, 33 and 34 of the threats)."""
    rows = rows_in("salted.ndjson")
    face, last = find(rows, "DiceRolled"), find(rows, "LedgerClosed")
    for name, old, new in [
        ("a doubled key", '"n":', f'"n":{face},"n":'),
        ("a float", f'"n":{face}', f'"n":{face}.0'),
        ("a power", f'"n":{face}', f'"n":{face}e0'),
        ("a space", ',"n":', ', "n":'),
        ("an escape", '"type"', '"\\u0074ype"'),
        ("a slash", '"type"', '"t\\/ype"'),
        ("a surrogate", '"for":"', '"for":"\\ud800'),
        ("half a character", '"for":"', '"for":"\ud800'),
        ("minus nothing", '"cause":', '"a":-0,"cause":'),
        ("a huge number", f'"n":{face}', f'"n":{"9" * 400}'),
        ("a mark at the beginning", "{", "\ufeff{"),
        ("a carriage return", "}", "}\r"),
        ("not a number", f'"n":{face}', '"n":NaN'),
        ("nested deeply", '"cause":', f'"a":{"[" * 900}{"]" * 900},"cause":'),
    ]:
        yield Edited(f"spelt otherwise: {name}", "salted.ndjson", face).spelt(face, old, new)
    yield Edited("a last line cut in the middle", "salted.ndjson", last).spelt(
        last, '"type":"LedgerClosed"}', '"type":"Led'
    )


def faces_and_chain() -> Iterator[Edited]:
    """Yield what the chain and the dice show (rows 1 to 3, 6, 7, 17 and 18)."""
    file = "salted.ndjson"
    rows = rows_in(file)
    face, revealed, accepted = find(rows, "DiceRolled"), find(rows, "EntropyRevealed"), find(rows, "CommandAccepted", 4)
    other = 7 - rows[face]["faces"][0]
    yield Edited("a face edited", file, face).put(face, "faces", 0, value=other)
    yield Edited("a face edited and re-chained", file, face).put(face, "faces", 0, value=other).mended()
    yield Edited("the hash of the line before", file, 5).put(5, "prev", value="0" * 64)
    yield Edited("a tail cut, the checkpoint left", file, len(rows) - 3 - 4).cut(len(rows) - 7, len(rows) - 3)
    yield (
        Edited("a tail cut, a checkpoint kept", file, find(rows, "LedgerClosed") - 2)
        .cut(find(rows, "LedgerClosed") - 2)
        .kept("whole.note")
    )
    yield Edited("the last two swapped", file, find(rows, "LedgerClosed") - 1).swapped(
        find(rows, "LedgerClosed"), find(rows, "LedgerClosed") - 1
    )
    moved = find(rows, "ResourceChanged")
    yield Edited("one event deleted, renumbered, re-chained", file, signs_after(rows, moved) - 1).gone(moved).mended()
    yield (
        Edited("a time changed before a later signature", file, signs_after(rows, moved))
        .put(
            moved,
            "at",
            value=rows[moved]["at"] - 1 if rows[moved - 1]["at"] < rows[moved]["at"] else rows[moved]["at"] + 1,
        )
        .mended()
    )
    yield Edited("the entropy left out", file, revealed).gone(revealed).mended()
    yield Edited("another link of the server", file, revealed).put(revealed, "server", value="0" * 64).mended()
    yield Edited("a line twice", file, find(rows, "CommandAccepted", 1) + 1).again(moved, moved + 1).mended()
    yield Edited("an unknown kind", file, moved).put(moved, "type", value="Smiled").mended().newer()
    yield Edited("a field more", file, moved).put(moved, "extra", value=1).mended().newer()
    yield Edited("an unknown kind, and the chain torn after it", file, moved + 1).put(moved, "type", value="Smiled")
    yield (
        Edited("a field more in a declaration", file, accepted).put(accepted, "decl", "extra", value=1).mended().newer()
    )
    yield Edited("a field more in a seat", file, 0).put(0, "seats", 0, "extra", value=1).mended().newer()
    yield (
        Edited("a field more in a link", file, revealed)
        .put(revealed, "contributions", "bo", "extra", value=1)
        .mended()
        .newer()
    )
    yield Edited("a shape that there is not", file, moved).put(moved, "v", value=2).mended().newer()
    yield Edited("a field less and one more", file, moved).gone(moved, "who").put(moved, "extra", value=1).mended()
    yield Edited("a field less", file, moved).gone(moved, "who").mended()
    yield Edited("a null", file, moved).put(moved, "rules", value=None).mended()
    yield Edited("the outcome of a command missing", file, accepted + 1).cut(accepted + 1, accepted + 3).mended()


def signatures() -> Iterator[Edited]:
    """Yield forged, replayed and moved declarations and links (rows 4, 7 to 9, 12, 13, 20, 21 and 35)."""
    file = "salted.ndjson"
    rows = rows_in(file)
    rolling = where(rows, lambda row: row.get("type") == "CommandAccepted" and "roll" in row)
    revealed, moves = find(rows, "EntropyRevealed"), find(rows, "CommandAccepted", 1)
    given, joined = rows[revealed]["contributions"], find(rows, "SeatJoined")
    yield Edited("another target", file, rolling).put(rolling, "decl", "action", "target", value="Ana").mended()
    yield Edited("another encounter", file, moves).put(moves, "decl", "encounter", value="0" * 32).mended()
    yield Edited("a count skipped", file, moves).put(moves, "decl", "seq", value=99).mended()
    forged = text_of(STRANGER.sign(declaration_message(rows[moves]["decl"])))
    yield Edited("signed with another key", file, moves).put(moves, "sig", value=forged).mended()
    yield Edited("signed by nobody", file, moves).gone(moves, "sig").mended()
    yield Edited("a signature of nothing", file, moves).put(moves, "sig", value=text_of(bytes(64))).mended()
    crafted = b64encode(bytes.fromhex("01" + "00" * 31) + bytes(32)).decode()
    yield Edited("a signature of low order", file, moves).put(moves, "sig", value=crafted).mended()
    yield (
        Edited("a signature spelt otherwise", file, moves)
        .put(moves, "sig", value=rows[moves]["sig"][:-2] + "B=")
        .mended()
    )
    end = find(rows, "EncounterEnded")
    yield Edited("a declaration replayed", file, end + 1).again(moves, end + 1).mended()
    yield Edited("links swapped", file, revealed).put(revealed, "contributions", value={
        "ana": given["bo"], "bo": given["ana"]
    }).mended()  # fmt: skip
    yield (
        Edited("a link of no chain", file, revealed)
        .put(revealed, "contributions", "bo", "link", value="0" * 64)
        .mended()
    )
    yield Edited("a link without a signature", file, revealed).gone(revealed, "contributions", "bo", "sig").mended()
    yield (
        Edited("a link dropped at once", file, revealed)
        .gone(revealed, "contributions", "bo")
        .put(revealed, "missing", value=["bo"])
        .mended()
    )
    yield Edited("a link dropped and not named", file, revealed).gone(revealed, "contributions", "bo").mended()
    yield (
        Edited("the roller's own link dropped", file, revealed)
        .gone(revealed, "contributions", "ana")
        .put(revealed, "missing", value=["ana"])
        .mended()
    )
    yield Edited("a contributor taken off the list", file, revealed).gone(rolling, "contributors", "bo").mended()
    yield Edited("the roller taken off the list", file, rolling).gone(rolling, "contributors", "ana").mended()
    yield Edited("a link that was used", file, rolling).put(rolling, "contributors", "bo", value=0).mended()
    yield Edited("a key of low order", file, joined).put(joined, "key", value=LOW_ORDER).mended()
    yield Edited("a key swapped at joining", file, joined).put(joined, "key", value=text_of(STRANGER.public)).mended()
    yield Edited("an anchor swapped at joining", file, joined).put(joined, "anchor", value="0" * 64).mended()
    yield Edited("another seat's key", file, joined + 1).put(joined + 1, "key", value=rows[joined]["key"]).mended()
    waited = rows_in("waiting.ndjson")
    late = find(waited, "EntropyRevealed")
    yield (
        Edited("left out before ten seconds had passed", "waiting.ndjson", late)
        .put(late, "at", value=waited[late - 1]["at"] + 9_999)
        .mended()
    )
    again = where(waited, lambda row: "roll" in row and row.get("decl", {}).get("seat") == "ana", -1)
    yield Edited("asked again too soon", "waiting.ndjson", again).put(again, "contributors", "bo", value=9).mended()
    went = find(rows_in("consenting.ndjson"), "MissingAccepted")
    after = find(rows_in("consenting.ndjson"), "EntropyRevealed")
    yield Edited("left out without consent", "consenting.ndjson", after - 2).cut(went, went + 2).mended()
    yield Edited("a forged consent", "consenting.ndjson", went + 1).put(went + 1, "seat", value="bo").mended()


def keys() -> Iterator[Edited]:
    """Yield devices and keys that nobody vouched for."""
    file = "devices.ndjson"
    rows = rows_in(file)
    phone = where(rows, lambda row: row.get("party") == "ana-2")
    changed, lost = find(rows, "SeatKeyChanged"), find(rows, "SeatKeyChanged", 1)
    renewed = where(rows, lambda row: row.get("type") == "ChainRenewed" and row["party"] == "ana")
    server = where(rows, lambda row: row.get("type") == "ChainRenewed" and row["party"] == "server")
    yield Edited("a device that nobody vouched for", file, phone).gone(phone, "vouched").mended()
    yield Edited("a device under another name", file, phone).put(phone, "party", value="ana-3").mended()
    yield Edited("a key changed without the old one", file, changed).gone(changed, "vouched").mended()
    yield Edited("a lost key changed by too few", file, lost).gone(lost, "vouched", "bo").mended()
    yield Edited("a chain renewed by nobody", file, renewed).gone(renewed, "sig").mended()
    yield Edited("another anchor", file, renewed).put(renewed, "anchor", value="0" * 64).mended()
    yield (
        Edited(
            "another chain of the server",
            file,
            where(
                rows, lambda row: row.get("seen", [0])[0] > server or row.get("decl", {}).get("seen", [0])[0] > server
            ),
        )
        .put(server, "anchor", value="0" * 64)
        .mended()
    )
    yield Edited("a seat that sat there already", file, changed).put(changed, "type", value="SeatJoined").mended()


def taking_back() -> Iterator[Edited]:
    """Yield rewinds that nobody asked for or agreed to (row 10)."""
    file = "salted.ndjson"
    rows = rows_in(file)
    asked, answered, rewound = find(rows, "RewindAsked"), find(rows, "RewindAnswered"), find(rows, "HistoryRewound")
    yield Edited("other rolls voided", file, rewound).put(rewound, "voids", value=[1]).mended()
    yield Edited("no roll voided", file, rewound).gone(rewound, "voids").mended()
    yield Edited("a consent of somebody else", file, rewound).put(rewound, "consents", 0, "seat", value="bo").mended()
    yield Edited("a consent left out", file, rewound - 1).gone(answered).mended()
    yield Edited("a refusal turned to consent", file, answered).put(answered, "agree", value=False).mended()
    yield (
        Edited("further back", file, rewound).put(rewound, "to_version", value=rows[rewound]["to_version"] - 1).mended()
    )
    yield Edited("asked for another version", file, asked).put(asked, "to_version", value=0).mended()
    yield Edited("asked by another", file, asked).put(asked, "by", value="ana").mended()
    yield Edited("asked by a spectator", file, asked).put(asked, "by", value="eve").mended()


def tables() -> Iterator[Edited]:
    """Yield what is told of physical dice, time, disputes and the end (rows 22 and 24, and disputes)."""
    rows = rows_in("typed.ndjson")
    shown, typed, word = find(rows, "DiceRolled"), find(rows, "TableDiceTyped"), find(rows, "TableDiceAttested")
    yield Edited("another face than was typed in", "typed.ndjson", shown).put(shown, "faces", value=[1]).mended()
    yield Edited("other dice typed in", "typed.ndjson", typed).put(typed, "faces", value=[1]).mended()
    yield Edited("attested by whoever rolled", "typed.ndjson", word).put(word, "seat", value="ana").mended()
    yield Edited("a word turned round", "typed.ndjson", word).put(word, "verdict", value="contest").mended()
    yield Edited("typed in and not used", "typed.ndjson", typed + 1).again(typed, typed + 1).mended()
    rows = rows_in("claimed.ndjson")
    claim = where(rows, lambda row: row.get("decl", {}).get("action", {}).get("do") == "claim_time")
    yield (
        Edited("time claimed too early", "claimed.ndjson", claim)
        .put(claim, "at", value=rows[claim - 1]["at"] + 1)
        .mended()
    )
    rows = rows_in("disputed.ndjson")
    settled, judged = find(rows, "DisputeSettled"), find(rows, "DisputeAnswered")
    ruled = find(rows, "RulingMade")
    yield Edited("settled otherwise", "disputed.ndjson", settled).put(settled, "result", value="corrected").mended()
    yield Edited("settled by one", "disputed.ndjson", settled).put(settled, "by", value=["ana"]).mended()
    yield Edited("settled without a word", "disputed.ndjson", judged).gone(judged).mended()
    yield (
        Edited("overruled otherwise than agreed", "disputed.ndjson", ruled - 1)
        .put(ruled - 1, "decl", "action", "value", value=1)
        .mended()
    )
    closed = find(rows, "LedgerClosed")
    yield Edited("an open dispute not named", "disputed.ndjson", closed).gone(closed, "disputes").mended()
    yield Edited("a line after the end", "disputed.ndjson", closed + 1).again(closed - 1, closed + 1).mended()
    rows = rows_in("typed.ndjson")
    lines = find(rows, "CommandAccepted", -1) + 1
    closing = {"at": rows[lines - 1]["at"], "n": lines, "prev": "0" * 64, "type": "LedgerClosed"}
    yield (
        Edited("closed with an open roll", "typed.ndjson", lines)
        .put(lines, "type", value="LedgerClosed")
        .gone(lines, "note")
        .put(lines, "at", value=closing["at"])
        .mended()
    )


def secrets() -> Iterator[Edited]:
    """Yield what was sealed and is not what is opened (rows 11, 23, 27 and 28)."""
    file = "secret-closed.ndjson"
    rows = rows_in(file)
    unsealed, withheld = find(rows, "Unsealed"), find(rows, "Withheld")
    yield Edited("another salt", file, unsealed).put(unsealed, "salt", value="0" * 64).mended()
    yield Edited("opens another line", file, unsealed).put(unsealed, "of", value=3).mended()
    payload = where(rows, lambda row: row.get("type") == "Unsealed" and "events" in row["payload"])
    yield Edited("another payload", file, payload).put(payload, "payload", value={"events": []}).mended()
    yield Edited("another reason to withhold", file, withheld).put(withheld, "reason", value="Never.").mended()
    yield Edited("withholds what is open", file, withheld).put(withheld, "of", value=rows[unsealed]["of"]).mended()
    file = "secret.ndjson"
    rows = rows_in(file)
    facts = where(rows, lambda row: "payload" in row and "type" not in row and "action" in row["payload"])
    yield Edited("another action beside", file, rows[facts]["n"]).put(facts, "payload", "action", "by", value="ana")
    yield Edited("a payload for another line", file, facts).put(facts, "n", value=rows[facts]["n"] - 1)
    yield Edited("a payload twice", file, facts + 1).again(facts, facts + 1)
    yield Edited("a payload left out", file).gone(facts).but("open", "unopened", "unchecked", "uncosigned")
    seal = where(rows, lambda row: "sealed" in row.get("decl", {}))
    yield Edited("another commitment", file, seal).put(seal, "decl", "sealed", value="0" * 64).mended()
    yield from _other_secret_faces()
    rows = rows_in("said.ndjson")
    words = where(rows, lambda row: "payload" in row)
    yield Edited("other words", "said.ndjson", rows[words]["n"]).put(words, "payload", "text", value="I yield.")
    yield Edited("words deleted", "said.ndjson").gone(words).but("open", "uncosigned")
    yield Edited("a line among the words", "said.ndjson", words).again(3, words)


def _other_secret_faces() -> Iterator[Edited]:
    """Yield faces that the links do not give, sealed with a good commitment."""
    file = "guarded.ndjson"
    rows = rows_in(file)
    beside = where(rows, lambda row: "events" in row.get("payload", {}) and "DiceRolled" in str(row["payload"]))
    row, n = rows[beside], rows[beside]["n"]
    nth = next(place for place, event in enumerate(row["payload"]["events"]) if event["type"] == "DiceRolled")
    faces = [1, 1, 1] if row["payload"]["events"][nth]["faces"] != [1, 1, 1] else [2, 2, 2]
    row["payload"]["events"][nth]["faces"] = faces
    edited = Edited("other secret faces, sealed well", file, n)
    edited.put(beside, "payload", "events", nth, "faces", value=faces)
    edited.put(n, "commit", value=commit(bytes.fromhex(row["salt"]), row["payload"])).cut(len(rows) - 1).mended()
    yield edited
    yield Edited("secret rolls, whole", file).but("open", "uncosigned")


def checkpoints() -> Iterator[Edited]:
    """Yield checkpoints that do not fit (rows 16, 17 and 19)."""
    rows = rows_in("salted.ndjson")
    end = find(rows, "LedgerClosed") + 1
    note = len(rows) - 1
    rewritten = rows_in("rewritten.ndjson")
    size = len(rewritten) - 1
    yield Edited("rewritten, and a player kept a checkpoint", "rewritten.ndjson", size).kept("honest.note")
    yield (
        Edited("rewritten, and the key is trusted", "rewritten.ndjson")
        .kept(log_key="log.key")
        .but("open", "uncosigned")
    )
    yield Edited("rewritten, and what was kept is of later", "rewritten.ndjson", size).kept("whole.note")
    yield Edited("two checkpoints prove a fork", "rewritten.ndjson", size).kept("fork.note", "honest.note")
    yield Edited("an honest file and a fork", "salted.ndjson", end).kept("fork.note")
    yield Edited("a checkpoint of another fight", "devices.ndjson", len(_lines("devices.ndjson"))).kept("whole.note")
    yield Edited("the key of another log", "devices.ndjson", 0).kept(log_key="log.key")
    yield Edited("a file without a key of the log", "salted.ndjson", signs_after(rows, 0)).gone(0, "log_key").mended()
    yield Edited("a damaged signature of the log", "salted.ndjson", note).spelt(note, "\\n\\n— ", "\\n\\n—  ")
    text = rows[note]["note"]
    first = text.split("\n")[4]
    yield Edited("a checkpoint that the log did not sign", "salted.ndjson", note).put(
        note, "note", value=text.replace(f"{first}\n", "")
    )
    yield Edited("a signature twice", "salted.ndjson", note).put(note, "note", value=f"{text}{first}\n")
    other = first[:-6] + ("A" if first[-6] != "A" else "B") + first[-5:]
    yield Edited("a changed signature", "salted.ndjson", note).put(note, "note", value=text.replace(first, other))
    yield Edited("a changed size", "salted.ndjson", note).put(
        note, "note", value=text.replace(f"\n{end}\n", "\n3\n", 1)
    )
    yield Edited("a note that is none", "salted.ndjson", note).put(note, "note", value="Trust me.")
    yield Edited("a checkpoint with more beside it", "salted.ndjson", note).put(note, "more", value=1)
    yield Edited("no checkpoint", "salted.ndjson").cut(end).but("unanchored", "uncosigned")
    yield Edited("no checkpoint but one that was kept", "salted.ndjson").cut(end).kept("whole.note").but()
    yield Edited("only an early checkpoint", "salted.ndjson").cut(end + 1).but("unanchored", "uncosigned")


def _lines(name: str) -> Rows:
    return [row for row in rows_in(name) if "type" in row]


def cases() -> list[Case]:
    """Return every case."""
    kinds = (whole, bytes_changed, faces_and_chain, signatures, keys, taking_back, tables, secrets, checkpoints)
    return [edited.case for kind in kinds for edited in kind()]


if __name__ == "__main__":
    text = ",\n".join(json.dumps(case, sort_keys=True) for case in cases())
    (FILES / "cases.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")
