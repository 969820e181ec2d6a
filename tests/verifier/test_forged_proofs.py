"""Each sentence about the proof of a roll is said of some proof with which nothing else is wrong.

`python -m tests.verifier.test_forged_proofs` writes down what the ledger says of them, to be read before it is kept.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

from ledger.dice.keys import Signer, text_of
from ledger.line.canonical import canon_trusted
from ledger.line.tree import inclusion, leaf, root
from ledger.proof import notes
from ledger.proof.proofs import prove
from tests.verifier.attacks.fuzzing import bare
from tests.verifier.cases import FILES, LOW_ORDER, rows_in
from tests.verifier.page import InBrowser, InNode, asked
from tests.verifier.test_forged import IN_THE_PAGE, sentences, unsaid
from tests.verifier.test_proofs import proved
from verifier.verify_fight import verify_proof

Row = dict[str, Any]
LOG = Signer(sha256(b"the log of a forger").digest())
FORMER = Signer(sha256(b"the key that ana had").digest())
SALTED = (0, 5, 6, 22, 31, 32, 34, 36)
DEVICES = tuple(each["line"]["n"] for each in json.loads(proved("devices", 7))["lines"])
NONE = "0" * 64
SAID = FILES / "forged-proofs.json"
"""What the file says of each proof, and what the ledger does in words of its own."""


def proof(name: str, numbers: Sequence[int], change: Callable[[list[Row]], object] = len) -> Row:
    """Return the proof of these lines of a file, changed before the forger's log signed for it."""
    rows = [copy.deepcopy(row) for row in rows_in(f"{name}.ndjson") if "type" in row]
    if "log_key" in rows[0]:
        rows[0]["log_key"] = notes.vkey(rows[0]["origin"], LOG.public)
    change(rows)
    leaves = [leaf(canon_trusted(row)) for row in rows]
    origin = rows[0].get("origin", "log")
    note = notes.signed(notes.checkpoint_text(origin, len(rows), root(leaves)), origin, LOG)
    lines = [{"line": rows[n], "path": [each.hex() for each in inclusion(leaves, n)]} for n in numbers]
    return {"proof": "el1/roll", "checkpoint": note, "lines": lines}


def put(n: int, *way: str | int, value: Any) -> Callable[[list[Row]], None]:
    """Return a change that puts a value into a line."""

    def change(rows: list[Row]) -> None:
        inner: Any = rows[n]
        for step in way[:-1]:
            inner = inner[step]
        inner[way[-1]] = value

    return change


def gone(n: int, *way: str) -> Callable[[list[Row]], None]:
    """Return a change that takes something out of a line."""

    def change(rows: list[Row]) -> None:
        inner: Any = rows[n]
        for step in way[:-1]:
            inner = inner[step]
        del inner[way[-1]]

    return change


def renewed(n: int) -> Callable[[list[Row]], None]:
    """Return a change that lets the server's chain begin anew in a line, with the anchor that it had."""

    def change(rows: list[Row]) -> None:
        kept = {name: rows[n][name] for name in ("at", "n", "prev")}
        rows[n] = {**kept, "type": "ChainRenewed", "party": "server", "anchor": rows[0]["anchor"]}

    return change


def replaced(rows: list[Row]) -> None:
    """Let ana have joined with a key of the forger's, and change it in line 8 for that of the file."""
    rows[8] = {**rows[5], "n": 8, "type": "SeatKeyChanged"}
    del rows[8]["role"]
    rows[5]["key"] = text_of(FORMER.public)


def all_of(*changes: Callable[[list[Row]], object]) -> Callable[[list[Row]], None]:
    """Return several changes as one."""

    def change(rows: list[Row]) -> None:
        for each in changes:
            each(rows)

    return change


def swapped(rows: list[Row]) -> None:
    """Let the first dice of a roll stand before its numbers."""
    rows[32], rows[34] = {**rows[34], "n": 32}, {**rows[32], "n": 34}


def _salted(*changes: Callable[[list[Row]], object]) -> Row:
    return proof("salted", SALTED, all_of(*changes))


def _first(*changes: Callable[[list[Row]], object], also: Sequence[int] = ()) -> Row:
    """Return the proof of the first roll, with some lines more."""
    return proof("salted", tuple(sorted((0, 5, 6, *also, 21, 22, 25, 27))), all_of(*changes))


def _cosigned(value: Row, *, by_the_log: bool = True) -> Row:
    """Return a proof whose checkpoint is cosigned with the key that ana had, and signed by the log or not."""
    text, _, signatures = value["checkpoint"].partition("\n\n")
    origin = value["lines"][0]["line"]["origin"]
    also = notes.cosigned(f"{text}\n", f"{origin}/ana", FORMER, 7)
    return {**value, "checkpoint": f"{text}\n\n{signatures if by_the_log else ''}{also}"}


def _only(*numbers: int) -> Row:
    return proof("salted", numbers)


def _inside(way: str, value: Any) -> Row:
    made = _salted()
    made["lines"][1][way] = value
    return made


GOOD = _salted()
PART = "A line stands where it plays no part in the roll."
NUMBERS = "The numbers are not those of the command."
DICE = "Dice are not those of the roll."
ORDER = "The lines do not begin with line 0, or do not stand in their order."
KEY = "A key is none, or its chain has no anchor."
LINKS = "Its links, and those that it misses, are not those that the command named."
ANOTHER = "The command is of another encounter, or of no seat that plays."
SEAT = "A seat is not named by id and role, and the side it speaks for, if it does."
DECLARED = "Its decl is not a declaration."
SHOWS = "It shows no roll, or more than one."
NO_LOG = "The checkpoint cannot be used. Line 0 names no key of the log."
UNSIGNED = "No key of bo signed this: it was forged, or changed."
LONG = "b" * 41
BOTH = all_of(put(22, "contributors", "ana", value=1), put(23, "missing", value=["ana"]))
FIRST_OF_DEVICES = tuple(each["line"]["n"] for each in json.loads(proved("devices", 1))["lines"])
PROOFS: list[tuple[str, Row]] = [
    ("It is no proof of a roll.", {**GOOD, "lines": 7}),
    ("It is no proof of a roll.", {**GOOD, "proof": 7}),
    ("It is no proof of a roll.", {**GOOD, "checkpoint": 7}),
    ("It is no proof of a roll. It has a field that is not known here.", {**GOOD, "more": 1}),
    ("No proof called 'el1/other' is known here.", {**GOOD, "proof": "el1/other"}),
    (f"No proof called '{LONG[:40]}' is known here.", {**GOOD, "proof": LONG}),
    ("A line of a proof is no line with its path.", _inside("path", 7)),
    ("A line of a proof is no line with its path. It has a field that is not known here.", _inside("more", 1)),
    ("A path is not one of hashes.", _inside("path", ["x"])),
    ("A path is not one of hashes.", _salted(put(5, "n", value=-1))),
    ("It has not the fields of SeatJoined.", _salted(gone(5, "prev"))),
    ("It has not the fields of SeatJoined.", _salted(gone(5, "at"))),
    ("A line is of a kind that proves no roll.", _only(0, 5, 6, 22, 31, 32, 33, 34, 36)),
    ("It has not the fields of SeatJoined.", _salted(gone(5, "role"))),
    (ORDER, _only(*SALTED[1:])),
    (ORDER, _only(0, 6, 5, *SALTED[3:])),
    (ORDER, _only(0, 5, 5, *SALTED[2:])),
    ("Line 0 opens the encounter, and no other line does.", proof("salted", SALTED[1:], put(5, "n", value=0))),
    ("Only dice of the ledger are proved.", proof("typed", (0, 5, 6, 21))),
    ("Only dice of the ledger are proved.", _salted(gone(0, "anchor"))),
    (SEAT, _salted(put(0, "seats", value=[{}]))),
    ("A chain is of no device that is named before.", proof("devices", (0, 39, *DEVICES[1:][-4:]))),
    (KEY, _salted(put(5, "key", value="AAAA"))),
    (KEY, _salted(put(5, "key", value="A" * 43 + "="))),
    (KEY, proof("devices", FIRST_OF_DEVICES, put(5, "key", value="A" * 43 + "="))),
    (KEY, proof("devices", FIRST_OF_DEVICES, put(5, "key", value=LOW_ORDER))),
    (KEY, _salted(gone(5, "anchor"))),
    (KEY, proof("devices", FIRST_OF_DEVICES, gone(5, "anchor"))),
    ("A key is of no device of its seat.", proof("devices", (0, 5, 40, 41, 42, 44))),
    ("A key is of no device of its seat.", _salted(put(6, "seat", value="ana"), put(6, "party", value="ana"))),
    ("A key is of no device of its seat.", _salted(put(6, "type", value="SeatKeyChanged"), gone(6, "role"))),
    ("The checkpoint cannot be used. It is no checkpoint: origin, size and root, an empty line, signatures.",
     {**GOOD, "checkpoint": "Trust me."}),
    (NO_LOG, _salted(gone(0, "log_key"))),
    ("The checkpoint is not signed by the log that line 0 names.",
     {**GOOD, "checkpoint": proof("devices", (0,))["checkpoint"]}),
    ("The checkpoint is not signed by the log that line 0 names.",
     {**GOOD, "checkpoint": GOOD["checkpoint"].replace(f"— {GOOD['lines'][0]['line']['origin']} ", "— other ")}),
    ("The checkpoint is not signed by the log that line 0 names.",
     _cosigned(proof("salted", (0, 5, 6, 8, *SALTED[3:]), replaced), by_the_log=False)),
    ("The checkpoint bears a signature of a key that is not in the proof.",
     {**json.loads(proved("salted", 2)), "lines": [json.loads(proved("salted", 2))["lines"][n] for n in (0, 1)]}),
    ("The checkpoint does not hold line 5 as it stands here.",
     _inside("path", [])),
    ("The checkpoint does not hold line 5 as it stands here.",
     _inside("path", [*GOOD["lines"][1]["path"], NONE])),
    ("The checkpoint does not hold line 5 as it stands here.",
     _inside("path", [*GOOD["lines"][1]["path"][:-1], NONE])),
    (SHOWS, _only(0, 5, 6, 31, 34, 36)),
    (SHOWS, _only(0, 5, 6, 22, 31, 32)),
    (SHOWS, _only(0, 5, 6, 22, 31, 32, 34, 36, 44)),
    (NUMBERS, _only(0, 5, 6, 21, 32, 34, 36)),
    (NUMBERS, _only(0, 5, 6, 22, 32, 34, 36)),
    (NUMBERS, _salted(put(32, "cause", value=21))),
    (NUMBERS, _salted(put(31, "roll", value=4))),
    (PART, proof("devices", (*FIRST_OF_DEVICES, 51))),
    (PART, proof("devices", tuple(sorted((*DEVICES, 110))))),
    (PART, proof("devices", tuple(sorted((*DEVICES, 61))))),
    (PART, proof("devices", tuple(sorted((*DEVICES, 68))))),
    (PART, _only(0, 5, 6, 21, 22, 31, 32, 34, 36)),
    (PART, _only(0, 5, 6, 10, 21, 22, 25)),
    (PART, _first(renewed(8), renewed(9), also=(8, 9))),
    (PART, _first(renewed(11), also=(7, 10, 11))),
    (PART, _first(renewed(8), also=(8, 10))),
    (DICE, _only(0, 5, 6, 22, 25, 31, 32, 34, 36)),
    (DICE, _salted(put(34, "cause", value=21))),
    (DICE, _salted(put(36, "roll", value=1))),
    (DICE, _salted(put(36, "source", value="table"))),
    ("Dice were rolled before their numbers were revealed.", proof("salted", SALTED, swapped)),
    (DECLARED, _salted(put(31, "decl", "action", value={"x": 1}))),
    (DECLARED, _salted(put(31, "decl", "seen", value=[0, NONE]))),
    (DECLARED, _salted(put(31, "decl", "seen", value=[1, "x"]))),
    ("A roll of which something was sealed is proved by the whole file alone.", _salted(put(31, "blind", value=NONE))),
    ("A roll of which something was sealed is proved by the whole file alone.",
     _salted(gone(31, "decl", "action"), put(31, "decl", "sealed", value=NONE))),
    (ANOTHER, _salted(put(31, "decl", "encounter", value="0" * 32))),
    (ANOTHER, _salted(put(31, "decl", "seat", value="eve"))),
    (ANOTHER, _salted(put(31, "decl", "seat", value=LONG))),
    (UNSIGNED, _salted(gone(31, "sig"))),
    (UNSIGNED, _salted(put(31, "sig", value="AAAA"))),
    (f"No key of {LONG[:40]} signed this: it was forged, or changed.",
     _salted(put(0, "seats", 1, "id", value=LONG), put(31, "decl", "seat", value=LONG))),
    ("The server's link does not lie on its chain.", _salted(put(32, "server", value=NONE))),
    (LINKS, _salted(gone(32, "contributions", "bo"))),
    (LINKS, _salted(put(32, "missing", value=["bo"]))),
    (LINKS, _salted(gone(31, "contributors", "bo"))),
    ("A device that was asked is not in the proof.", _only(0, 6, 22, 31, 32, 34, 36)),
    ("One seat salts the roll twice.", proof("devices", FIRST_OF_DEVICES, BOTH)),
    ("A contribution is not a link of 64 hexadecimal digits and a signature.",
     _salted(put(32, "contributions", "bo", "link", value="x"))),
    ("A contribution is not a link of 64 hexadecimal digits and a signature.",
     _salted(gone(32, "contributions", "bo", "sig"))),
    ("A contribution is not a link of 64 hexadecimal digits and a signature.",
     _salted(put(32, "contributions", "bo", "sig", value=7))),
    ("This is not link 2 of the chain of bo.", _salted(put(32, "contributions", "bo", "link", value=NONE))),
    ("bo did not sign this link for this roll.", _salted(put(32, "contributions", "bo", "sig", value="AAAA"))),
    ("bo did not sign this link for this roll.", _salted(put(32, "contributions", "bo", "sig", value="A" * 86 + "=="))),
    ("The faces do not follow from the numbers of the roll.", _salted(put(34, "faces", value=[1]))),
    ("The faces do not follow from the numbers of the roll.", _salted(put(36, "faces", value=[6]))),
    ("It does not name the line that it branched off at.", _salted(put(0, "fork", value={"n": 3}))),
]  # fmt: skip


def raw_of(value: Row) -> bytes:
    return canon_trusted(value) + b"\n"


@cache
def told(place: int) -> dict[str, Any]:
    return verify_proof(raw_of(PROOFS[place][1]))


WHOLE: dict[str, tuple[Row, str]] = {
    "unchanged": (GOOD, "witnessed"),
    "keys that were changed": (proof("devices", DEVICES), "witnessed"),
    "a second device": (proof("devices", FIRST_OF_DEVICES), "witnessed"),
    "a chain that began anew before any roll": (_first(renewed(8), also=(8,)), "witnessed"),
    "a chain that began anew after a command that rolled nothing": (_first(renewed(8), also=(7, 8)), "witnessed"),
    "a key that ana had": (_cosigned(proof("salted", (0, 5, 6, 8, *SALTED[3:]), replaced)), "witnessed"),
    "a bot beside whoever rolled": (_salted(put(5, "kind", value="bot")), "server+roller"),
}


REPLACED = ("keys that were changed", "a key that ana had")
"""Those in which a key took the place of one that did not sign for it."""


def test_what_the_log_of_a_forger_signs_is_proved_where_nothing_is_wrong_with_it(opened: InBrowser | InNode) -> None:
    said = opened.call("proveAll", [asked(raw_of(value)) for value, _ in WHOLE.values()])
    for (name, (value, grade)), page in zip(WHOLE.items(), said, strict=True):
        report = verify_proof(raw_of(value))
        assert (name, report["verdict"], report["rolls"][0]["grade"]) == (
            name,
            "OK BUT" if name in REPLACED else "OK",
            grade,
        )
        assert report["cosigned"] == (["ana"] if name == "a key that ana had" else [])
        assert bare(prove(raw_of(value)).report) == bare(report) == bare(page)


@pytest.mark.parametrize("place", range(len(PROOFS)), ids=lambda place: f"{place}: {PROOFS[place][0]}")
def test_the_file_and_the_ledger_say_their_sentences(place: int) -> None:
    report, here = told(place), prove(raw_of(PROOFS[place][1]))
    assert [report["why"], here.fault] == json.loads(SAID.read_text(encoding="utf-8"))[place]
    assert report["why"] == PROOFS[place][0]
    assert bare(here.report) == bare(report)


@pytest.mark.long
def test_the_page_says_of_each_proof_what_the_file_says(opened: InBrowser | InNode) -> None:
    said = opened.call("proveAll", [asked(raw_of(value)) for _, value in PROOFS])
    assert [bare(each) for each in said] == [bare(told(place)) for place in range(len(PROOFS))]
    for place, (sentence, _) in enumerate(PROOFS):
        assert said[place]["why"] == IN_THE_PAGE.get(f"{place}: {sentence}", sentence)


def test_every_sentence_about_a_proof_is_said_of_some_proof() -> None:
    assert unsaid(sentences("verifier/verify_fight.py", within="Proof"), {sentence for sentence, _ in PROOFS}) == []


def test_a_checkpoint_kept_of_the_same_size_is_of_the_same_history() -> None:
    other = proof("salted", SALTED, put(58, "at", value=9))["checkpoint"]
    kept = verify_proof(raw_of(GOOD), [other])
    assert (kept["verdict"], kept["why"]) == ("BROKEN", "A checkpoint that was kept is of another history.")
    assert bare(prove(raw_of(GOOD), [notes.parsed(other)]).report) == bare(kept)
    for same in (GOOD["checkpoint"], proof("devices", (0,))["checkpoint"]):
        assert verify_proof(raw_of(GOOD), [same])["verdict"] == "OK"
        assert prove(raw_of(GOOD), [notes.parsed(same)]).fault is None


@pytest.mark.parametrize(
    ("signed", "stamped", "verdict"),
    [(2**53 - 1, 2**53 - 1, "OK BUT"), (2**53, 2**53, "BROKEN"), (7, 2**56 + 7, "BROKEN"), (7, 8, "BROKEN")],
)
def test_a_device_cosigns_at_a_time_that_can_be_written_and_at_no_other(
    signed: int, stamped: int, verdict: str, opened: InBrowser | InNode
) -> None:
    value = proof("salted", (0, 5, 6, 8, *SALTED[3:]), replaced)
    text = value["checkpoint"].partition("\n\n")[0] + "\n"
    key = notes.NoteKey(name=f"{text.splitlines()[0]}/ana", public=FORMER.public, kind=notes.COSIGNER)
    signature = FORMER.sign(f"cosignature/v1\ntime {signed}\n{text}".encode())
    value["checkpoint"] += f"— {key.name} {text_of(key.id + stamped.to_bytes(8, 'big') + signature)}\n"
    raw = raw_of(value)
    (shown,) = opened.call("proveAll", [asked(raw)])
    assert bare(shown) == bare(verify_proof(raw)) == bare(prove(raw).report)
    assert shown["verdict"] == verdict


@pytest.mark.parametrize(
    ("end", "verdict"),
    [(b"", "OK"), (b"\n", "OK"), (b"\r\n", "OK"), (b" \n", "OK"), (b"\t\n", "BROKEN"), (b"\0", "BROKEN")],
)
def test_a_proof_may_end_as_editors_end_a_line(end: bytes, verdict: str, opened: InBrowser | InNode) -> None:
    raw = canon_trusted(GOOD) + end
    (shown,) = opened.call("proveAll", [asked(raw)])
    assert bare(shown) == bare(verify_proof(raw)) == bare(prove(raw).report)
    assert shown["verdict"] == verdict


def test_a_proof_names_the_key_of_the_log_that_is_trusted() -> None:
    own = GOOD["lines"][0]["line"]["log_key"]
    for trusted in (own, proof("devices", (0,))["lines"][0]["line"]["log_key"]):
        found = prove(raw_of(GOOD), log_key=trusted)
        assert (found.fault is None) == (trusted == own)
        assert bare(found.report) == bare(verify_proof(raw_of(GOOD), log_key=trusted))


if __name__ == "__main__":
    said = [[sentence, prove(raw_of(value)).fault] for sentence, value in PROOFS]
    SAID.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
