"""What is no row of a file at all is broken where it stands, and all three verifiers say so."""

from __future__ import annotations

import json

import pytest

from ledger.line.canonical import canon_trusted
from ledger.proof.verifying import verify as verify_here
from tests.verifier.attacks.fuzzing import bare, by_the_file, by_the_ledger
from tests.verifier.attacks.resigning import resigned
from tests.verifier.cases import FILES, find, rows_in
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import read_row, verify

ROWS = {
    "nothing": (b"", "It is not JSON as a line may be"),
    "half of an object": (b"{", "It is not JSON as a line may be"),
    "no text": (b"\xc3\x28", "It is not JSON as a line may be"),
    "a number that is not whole": (b'{"a":0.5}', "It is not JSON as a line may be: a number that is not whole."),
    "no number": (b'{"a":NaN}', "It is not JSON as a line may be: a number that is not whole."),
    "half a character": (b'{"a":"\\ud800"}', "It is not JSON as a line may be"),
    "deeper than a program reads": (b"[" * 100_000, "It is not JSON as a line may be"),
    "a list": (b"[]", "It is not a JSON object."),
    "a text": (b'"a"', "It is not a JSON object."),
    "a key of capitals": (b'{"A":1}', "The key 'A' is not one that a line may have."),
    "a long key": (b'{"%s":1}' % (b"a" * 33), "is not one that a line may have."),
    "thirteen deep": (b'{"a":' * 13 + b"1" + b"}" * 13, "It is nested too deeply."),
    "thirteen lists deep": (b'{"a":' + b"[" * 12 + b"1" + b"]" * 12 + b"}", "It is nested too deeply."),
    "too large": (b'{"a":9007199254740992}', "A number is larger than 2^53-1."),
    "too small": (b'{"a":-9007199254740992}', "A number is larger than 2^53-1."),
    "a space": (b'{ "a":1}', "It is not canonical"),
    "another order": (b'{"b":1,"a":1}', "It is not canonical"),
    "a doubled key": (b'{"a":1,"a":1}', "It is not canonical"),
}
"""By what is wrong with them: rows, and what the file says of them."""


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("at", [0, 9])
def test_what_is_no_row_of_a_file_is_broken_where_it_stands(name: str, at: int, opened: InBrowser | InNode) -> None:
    row, why = ROWS[name]
    rows = (FILES / "salted.ndjson").read_bytes().splitlines()
    raw = b"\n".join([*rows[:at], row, *rows[at + 1 :]]) + b"\n"
    report, here = verify(raw), verify_here(raw)
    assert (report["verdict"], report["line"]) == ("BROKEN", at)
    assert why in report["why"]
    assert here.broken is not None
    assert here.broken[0] == at
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert (shown["verdict"], shown["line"]) == ("BROKEN", at)


def test_a_text_may_have_any_sign_spelt_in_the_one_way_there_is(opened: InBrowser | InNode) -> None:
    signs = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028é\U0001f600'
    rows = rows_in("salted.ndjson")
    for kind in ("RewindAsked", "HistoryRewound"):
        rows[find(rows, kind)]["reason"] = signs
    raw = resigned(rows, "signs")
    assert raw is not None
    assert b"\\u001f" in raw
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert by_the_file(raw) == by_the_ledger(raw) == bare(shown)
    assert shown["verdict"] == "OK"
    for spelt in (b"\\u001F", b"\\u1f", b"\\x1f", b"\\u0020", b"\\u0008"):
        (shown,) = opened.call("checkAll", [asked(raw.replace(b"\\u001f", spelt))])
        assert (shown["verdict"], shown["line"]) == ("BROKEN", find(rows, "RewindAsked"))
        assert by_the_file(raw.replace(b"\\u001f", spelt)) == bare(shown)


@pytest.mark.parametrize(
    "value",
    [
        {"a": 2**53 - 1},
        {"a": 1 - 2**53},
        {"a": [[[[[[[[[[[1]]]]]]]]]]]},
        json.loads('{"a":' * 12 + "1" + "}" * 12),
        {"a" * 32: 1, "0-" + "a" * 30: 1},
        {"type": "x" * (16_384 - 11)},
        {"a": "x" * (262_144 - 8)},
    ],
    ids=[
        "the largest",
        "the smallest",
        "twelve deep",
        "twelve objects deep",
        "the longest keys",
        "the longest line",
        "the longest beside",
    ],
)
def test_a_row_may_be_as_large_long_and_deep_as_said(value: dict[str, object]) -> None:
    assert read_row(canon_trusted(value)) == value
