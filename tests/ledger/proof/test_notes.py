import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ledger.proof.notes
from ledger.dice.keys import Signer, text_of
from ledger.line.canonical import MAX_INTEGER
from ledger.proof.notes import (
    COSIGNER,
    NoteKey,
    NoteRefused,
    checkpoint_text,
    cosigned,
    key_id,
    opened,
    proves_fork,
    read_vkey,
    signature_line,
    signed,
    vkey,
)

VECTORS = Path(__file__).parents[1] / "vectors"
KNOWN: dict[str, Any] = json.loads((VECTORS / "el1.json").read_text(encoding="utf-8"))
OF_3: str = KNOWN["notes"]["checkpoint_of_3"]
OF_11 = (VECTORS / KNOWN["notes"]["checkpoint_of_11"]).read_text(encoding="utf-8")
SIGNERS = {party: Signer(bytes.fromhex(known["seed"])) for party, known in KNOWN["keys"].items()}
LOG = SIGNERS["log"]
ORIGIN = f"ledger.example/{KNOWN['encounter']}"
LOG_KEY = NoteKey(name=ORIGIN, public=LOG.public)
SEATS = {
    seat: NoteKey(name=f"{ORIGIN}/{seat}", public=SIGNERS[seat].public, kind=COSIGNER) for seat in ("ana", "bo", "gm")
}
TEXT = checkpoint_text(ORIGIN, 3, bytes.fromhex(KNOWN["log"]["root_of_3"]))
OTHER_TEXT = checkpoint_text(ORIGIN, 3, bytes(32))
NOON = 1_790_000_600


def by_ana(text: str = TEXT, seconds: int = NOON) -> str:
    return cosigned(text, SEATS["ana"].name, SIGNERS["ana"], seconds)


def test_the_log_has_the_vkey_of_the_protocol() -> None:
    assert vkey(ORIGIN, LOG.public) == KNOWN["notes"]["vkey"]
    assert read_vkey(KNOWN["notes"]["vkey"]) == LOG_KEY


def test_the_checkpoint_of_three_lines_is_that_of_the_protocol() -> None:
    assert signed(TEXT, ORIGIN, LOG) == OF_3
    found = opened(OF_3, [LOG_KEY])
    assert (found.origin, found.size, found.root.hex()) == (ORIGIN, 3, KNOWN["log"]["root_of_3"])
    assert [(each.key, each.seconds) for each in found.signatures] == [(LOG_KEY, None)]


def test_the_checkpoint_that_all_seats_cosigned_is_that_of_the_protocol() -> None:
    text = checkpoint_text(ORIGIN, 11, bytes.fromhex(KNOWN["log"]["root_of_11"]))
    seconds = KNOWN["notes"]["cosigned_at"]
    lines = [cosigned(text, key.name, SIGNERS[seat], seconds) for seat, key in SEATS.items()]
    assert signed(text, ORIGIN, LOG) + "".join(lines) == OF_11
    found = opened(OF_11, [LOG_KEY, *SEATS.values()])
    assert {each.key: each.seconds for each in found.signatures} == {
        LOG_KEY: None,
        **dict.fromkeys(SEATS.values(), seconds),
    }


def test_signatures_of_unknown_keys_are_passed_over() -> None:
    assert len(opened(OF_11, [LOG_KEY]).signatures) == 1
    assert [each.key for each in opened(OF_11, [SEATS["bo"]]).signatures] == [SEATS["bo"]]
    foreign = "— witness.example " + b64encode(b"\x01\x02\x03\x04" + bytes(2420)).decode() + "\n"
    assert len(opened(OF_3 + foreign, [LOG_KEY]).signatures) == 1


def test_a_key_of_the_same_name_is_still_another_key() -> None:
    replaced = NoteKey(name=ORIGIN, public=SIGNERS["bo"].public)
    both = OF_3 + signature_line(TEXT, ORIGIN, SIGNERS["bo"])
    assert [each.key for each in opened(both, [LOG_KEY, replaced]).signatures] == [LOG_KEY, replaced]
    assert [each.key for each in opened(both, [replaced]).signatures] == [replaced]


def test_two_keys_whose_ids_are_equal_are_told_apart_by_what_they_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger.proof.notes, "key_id", lambda *_: b"same")
    replaced = NoteKey(name=ORIGIN, public=SIGNERS["bo"].public)
    note = signed(TEXT, ORIGIN, SIGNERS["bo"])
    assert [each.key for each in opened(note, [LOG_KEY, replaced]).signatures] == [replaced]
    with pytest.raises(NoteRefused, match="is not good"):
        opened(note, [LOG_KEY])


def test_a_key_signs_as_a_log_or_as_a_cosigner_and_not_as_both() -> None:
    as_log = NoteKey(name=SEATS["ana"].name, public=SEATS["ana"].public)
    assert as_log.id != SEATS["ana"].id
    with pytest.raises(NoteRefused, match="no signature of a key that is known"):
        opened(f"{TEXT}\n{by_ana()}", [as_log])


def test_a_note_without_a_known_signature_proves_nothing() -> None:
    for keys in ([], [SEATS["ana"]], [NoteKey(name="another.example", public=LOG.public)]):
        with pytest.raises(NoteRefused, match="no signature of a key that is known here"):
            opened(OF_3, keys)


@pytest.mark.parametrize(
    "forged",
    [
        OF_3.replace("\n3\n", "\n4\n"),
        OF_3.replace(ORIGIN + "\n3", "other.example\n3"),
        OTHER_TEXT + OF_3.removeprefix(TEXT),
        TEXT + "\n" + "".join(f"— {ORIGIN} {text_of(LOG_KEY.id + bytes(64))}\n"),
        TEXT + "\n" + f"— {ORIGIN} {text_of(LOG_KEY.id + LOG.sign(TEXT.encode())[:63])}\n",
        TEXT + "\n" + f"— {ORIGIN} {text_of(LOG_KEY.id + LOG.sign(TEXT.encode()) + b'-')}\n",
        TEXT + "\n" + f"— {ORIGIN} {text_of(LOG_KEY.id + SIGNERS['bo'].sign(TEXT.encode()))}\n",
    ],
    ids=["size", "origin", "root", "zeros", "shorter", "longer", "another's"],
)
def test_a_known_key_that_did_not_sign_this_is_refused(forged: str) -> None:
    with pytest.raises(NoteRefused, match=f"The signature of {ORIGIN} is not good"):
        opened(forged, [LOG_KEY])


def test_one_false_signature_spoils_the_note() -> None:
    with pytest.raises(NoteRefused, match=f"The signature of {ORIGIN}/ana is not good"):
        opened(OF_3 + by_ana(OTHER_TEXT), [LOG_KEY, SEATS["ana"]])


def test_the_time_of_a_cosignature_is_signed_too() -> None:
    moved = SEATS["ana"].id + (NOON + 1).to_bytes(8, "big")
    stamped = SIGNERS["ana"].sign(f"cosignature/v1\ntime {NOON}\n{TEXT}".encode())
    with pytest.raises(NoteRefused, match="is not good"):
        opened(f"{OF_3}— {ORIGIN}/ana {text_of(moved + stamped)}\n", [LOG_KEY, SEATS["ana"]])


@pytest.mark.parametrize(
    ("stamped", "sentence"),
    [
        (bytes(71), "has 71 bytes, not a time and 64 bytes"),
        (bytes(73), "has 73 bytes, not a time and 64 bytes"),
        ((MAX_INTEGER + 1).to_bytes(8, "big") + bytes(64), "claims a time that is none"),
    ],
)
def test_a_cosignature_of_another_shape_is_refused(stamped: bytes, sentence: str) -> None:
    with pytest.raises(NoteRefused, match=f"^The signature of {ORIGIN}/ana {sentence}"):
        opened(f"{OF_3}— {ORIGIN}/ana {text_of(SEATS['ana'].id + stamped)}\n", [SEATS["ana"]])


def test_nobody_signs_twice() -> None:
    for again in (signature_line(TEXT, ORIGIN, LOG), by_ana() + by_ana(seconds=NOON + 60)):
        with pytest.raises(NoteRefused, match="signed twice with one key"):
            opened(OF_3 + again, [LOG_KEY, SEATS["ana"]])


def resigned(text: str) -> str:
    return signed(text, ORIGIN, LOG)


ROOT = TEXT.split("\n")[2]
MALFORMED: dict[str, tuple[str, str]] = {
    "nothing": ("", "no empty line"),
    "only a text": (TEXT, "no empty line"),
    "no signature": (TEXT + "\n", "does not end with a signature"),
    "no end": (OF_3.removesuffix("\n"), "does not end with a signature"),
    "no gap": (OF_3.replace("\n\n", "\n"), "no empty line"),
    "carriage returns": (OF_3.replace("\n", "\r\n"), "no empty line"),
    "an empty line more": (OF_3.replace("\n\n", "\n\n\n"), "The text has 4 lines"),
    "an empty line at the end": (OF_3 + "\n", "does not end with a signature"),
    "an empty line among signatures": (OF_3 + "\n" + by_ana(), "The text has 5 lines"),
    "a fourth line": (resigned(TEXT + "fourth\n"), "The text has 4 lines; a checkpoint has three"),
    "two lines": (resigned(f"{ORIGIN}\n3\n"), "The text has 2 lines"),
    "no origin": (resigned(f"\n3\n{ROOT}\n"), "The origin, ''"),
    "an origin with a space": (resigned(f"a b\n3\n{ROOT}\n"), "The origin, 'a b'"),
    "an origin with a plus": (resigned(f"a+b\n3\n{ROOT}\n"), r"The origin, 'a\+b'"),
    "an origin beyond ASCII": (resigned(f"bücher.example\n3\n{ROOT}\n"), "The origin, 'bücher.example'"),
    "an endless origin": (resigned(f"{'a' * 256}\n3\n{ROOT}\n"), "The origin, 'aaa"),
    "a size with a zero in front": (resigned(TEXT.replace("\n3\n", "\n03\n")), "The size '03'"),
    "a size with a sign": (resigned(TEXT.replace("\n3\n", "\n+3\n")), r"The size '\+3'"),
    "a size below none": (resigned(TEXT.replace("\n3\n", "\n-3\n")), "The size '-3'"),
    "a size with a space": (resigned(TEXT.replace("\n3\n", "\n3 \n")), "The size '3 '"),
    "a size in other digits": (resigned(TEXT.replace("\n3\n", "\n٣\n")), "The size '٣'"),
    "no size": (resigned(TEXT.replace("\n3\n", "\nx\n")), "The size 'x'"),
    "a size too large to be exact": (resigned(TEXT.replace("\n3\n", f"\n{2**53}\n")), "The size '9007199254740992'"),
    "a huge size": (resigned(TEXT.replace("\n3\n", f"\n{10**30}\n")), "The size '1000"),
    "a root of 31 bytes": (resigned(f"{ORIGIN}\n3\n{text_of(bytes(31))}\n"), "The root has 31 bytes, not 32"),
    "a root in hexadecimal": (resigned(f"{ORIGIN}\n3\n{bytes(32).hex()}\n"), "The root has 48 bytes, not 32"),
    "a root with a second spelling": (resigned(TEXT.replace("A=\n", "B=\n")), "The root is not written in canonical"),
    "a root that is none": (resigned(f"{ORIGIN}\n3\n?\n"), "The root is not written in base64"),
    "a hyphen for the dash": (OF_3.replace("—", "-"), "is not a dash, a name and a signature"),
    "no space after the dash": (OF_3.replace("— ", "—"), "is not a dash, a name and a signature"),
    "a word after the signature": (OF_3[:-1] + " x\n", "is not a dash, a name and a signature"),
    "two spaces": (OF_3.replace(" gZ", "  gZ"), "is not a dash, a name and a signature"),
    "a tab": (OF_3.replace(" gZ", "\tgZ"), "is not a dash, a name and a signature"),
    "no name": (OF_3.replace(f"— {ORIGIN}", "— "), "The name of a signer, ''"),
    "a name with a plus": (OF_3.replace(f"— {ORIGIN}", "— a+b"), r"The name of a signer, 'a\+b'"),
    "a name with a wide space": (OF_3.replace(f"— {ORIGIN}", "— a\u3000b"), "The name of a signer"),
    "a name with half a pair": (OF_3.replace(f"— {ORIGIN}", "— a\ud800"), "The name of a signer"),
    "a signature in no base64": (OF_3.replace("gZ", "?Z"), "The signature of .* is not written in base64"),
    "a signature with a second spelling": (OF_3.replace("Q8=\n", "Q9=\n"), "The signature of .* canonical base64"),
    "an id without a signature": (f"{TEXT}\n— {ORIGIN} {text_of(LOG_KEY.id)}\n", "has only 4 bytes"),
    "an empty signature": (f"{TEXT}\n— {ORIGIN} \n", "has only 0 bytes"),
    "a novel": (OF_3 + "x" * 65_536, "at most 65536 are allowed"),
}


@pytest.mark.parametrize("shape", MALFORMED)
def test_a_note_of_another_shape_is_refused_with_a_sentence(shape: str) -> None:
    note, sentence = MALFORMED[shape]
    with pytest.raises(NoteRefused, match=f"{sentence}.*\\.$") as refused:
        opened(note, [LOG_KEY, SEATS["ana"]])
    assert len(str(refused.value)) < 200


def test_a_note_may_be_of_an_empty_log_and_carry_many_signatures() -> None:
    text = checkpoint_text(ORIGIN, 0, bytes(32))
    witnesses = [Signer(bytes([number]) * 32) for number in range(40)]
    names = [f"witness-{number}.example" for number in range(40)]
    lines = [cosigned(text, name, witness, NOON) for name, witness in zip(names, witnesses, strict=True)]
    keys = [
        NoteKey(name=name, public=witness.public, kind=COSIGNER) for name, witness in zip(names, witnesses, strict=True)
    ]
    found = opened(signed(text, ORIGIN, LOG) + "".join(lines), [LOG_KEY, *keys])
    assert (found.size, len(found.signatures)) == (0, 41)


def test_a_cosigner_has_a_vkey_too() -> None:
    text = vkey(SEATS["ana"].name, SEATS["ana"].public, COSIGNER)
    assert read_vkey(text) == SEATS["ana"]
    assert text.split("+")[1] == key_id(SEATS["ana"].name, 4, SEATS["ana"].public).hex()


def with_own_id(name: str, raw: bytes) -> str:
    return f"{name}+{key_id(name, raw[0], raw[1:]).hex()}+{text_of(raw)}"


CHANGES: dict[str, tuple[Callable[[str], str], str]] = {
    "nothing": (lambda text: text[:0], "The name of the key, ''"),
    "no id": (lambda _: f"{ORIGIN}++{text_of(b'x' * 33)}", "is not name.id.key"),
    "no key": (lambda text: "+".join(text.split("+")[:2]), "The key has 0 bytes, not 33"),
    "another id": (lambda text: text.replace("819a4f09", "819a4f0a"), "The id is not that of the name and the key"),
    "another name": (lambda text: "x" + text, "The id is not that of the name and the key"),
    "capital digits": (lambda text: text.replace("819a4f09", "819A4F09"), "eight hexadecimal digits"),
    "a name with a space": (lambda text: "my " + text, "The name of the key, 'my ledger"),
    "a newline": (lambda text: text + "\n", "The key is not written in"),
    "a longer key": (lambda _: with_own_id(ORIGIN, b"\x01" + bytes(33)), "The key has 34 bytes, not 33"),
    "an unknown kind": (lambda _: with_own_id(ORIGIN, b"\x06" + LOG.public), "Keys of the kind 6 are not known"),
    "a key of low order": (lambda _: with_own_id(ORIGIN, b"\x01" + bytes(32)), "no point of prime order"),
    "no point": (lambda _: with_own_id(ORIGIN, b"\x01" + b"\xff" * 32), "no point of prime order"),
}


@pytest.mark.parametrize("how", CHANGES)
def test_a_vkey_of_another_shape_is_refused_with_a_sentence(how: str) -> None:
    change, sentence = CHANGES[how]
    with pytest.raises(NoteRefused, match=f"{sentence}.*\\.$"):
        read_vkey(change(KNOWN["notes"]["vkey"]))


def test_two_checkpoints_of_one_size_and_two_roots_prove_a_fork() -> None:
    assert proves_fork(OF_3, signed(OTHER_TEXT, ORIGIN, LOG), [LOG_KEY])
    assert proves_fork(signed(OTHER_TEXT, ORIGIN, LOG), OF_3 + by_ana(), [LOG_KEY, *SEATS.values()])


def test_a_log_that_grew_or_another_log_is_no_fork() -> None:
    assert not proves_fork(OF_3, OF_3, [LOG_KEY])
    assert not proves_fork(OF_3, OF_3 + by_ana(), [LOG_KEY, *SEATS.values()])
    assert not proves_fork(OF_3, OF_11, [LOG_KEY])
    elsewhere = signed(checkpoint_text("ledger.example/another", 3, bytes(32)), ORIGIN, LOG)
    assert not proves_fork(OF_3, elsewhere, [LOG_KEY])


def test_a_fork_is_proven_across_a_change_of_the_log_key() -> None:
    newer = NoteKey(name=ORIGIN, public=SIGNERS["gm"].public)
    assert proves_fork(OF_3, signed(OTHER_TEXT, ORIGIN, SIGNERS["gm"]), [LOG_KEY, newer])


def test_no_seat_can_accuse_the_log_with_a_checkpoint_it_made_up() -> None:
    made_up = f"{OTHER_TEXT}\n{by_ana(OTHER_TEXT)}"
    assert opened(made_up, [SEATS["ana"]]).root == bytes(32)
    with pytest.raises(NoteRefused, match="no signature of a key that is known here"):
        proves_fork(OF_3, made_up, [LOG_KEY, *SEATS.values()])
    forged = OTHER_TEXT + OF_3.removeprefix(TEXT)
    with pytest.raises(NoteRefused, match="is not good"):
        proves_fork(OF_3, forged, [LOG_KEY])


@given(st.text(st.sampled_from([*"—+/=\n\r\t 03", "\ud800", "٣", "é"]) | st.characters(), max_size=120))
def test_any_text_is_refused_with_a_sentence(text: str) -> None:
    for read in (
        lambda: opened(text, [LOG_KEY]),
        lambda: opened(f"{TEXT}\n{text}", [LOG_KEY]),
        lambda: read_vkey(text),
    ):
        with pytest.raises(NoteRefused):
            read()


@given(st.integers(0, len(OF_11) - 1), st.text(max_size=2), st.integers(0, 3))
def test_a_note_changed_anywhere_is_refused_or_says_the_same(place: int, inserted: str, removed: int) -> None:
    keys = [LOG_KEY, *SEATS.values()]
    try:
        found = opened(OF_11[:place] + inserted + OF_11[place + removed :], keys)
    except NoteRefused:
        return
    whole = opened(OF_11, keys)
    assert (found.origin, found.size, found.root) == (whole.origin, whole.size, whole.root)
    assert set(found.signatures) <= set(whole.signatures)
