"""A whole log of the protocol, its event names other than ours: the bytes that are hashed or signed are the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.dice.chain import follows
from ledger.dice.faces import faces, roll_key, roll_message
from ledger.dice.keys import contribution_message, declaration_message, key_of, signature_of, valid_key, verifies
from ledger.line.canonical import parse_strict
from ledger.line.hidden import blind_commit, blind_key, commit
from ledger.line.tree import leaf, root
from ledger.proof.notes import COSIGNER, NoteKey, opened, read_vkey

VECTORS = Path(__file__).parents[1] / "vectors"
LOG = json.loads((VECTORS / "el1.json").read_text(encoding="utf-8"))["log"]
LINES = (VECTORS / "example-log.ndjson").read_bytes().splitlines()
EVENTS = [parse_strict(line) for line in LINES]
LEAVES = [leaf(line) for line in LINES]
ENCOUNTER = EVENTS[0]["encounter"]
KEYS = {seat: key_of(known["key"]) for seat, known in EVENTS[0]["seats"].items()}
DECLARED = [event for event in EVENTS if event["type"] == "roll_declared"]
RESOLVED = [event for event in EVENTS if event["type"] == "roll_resolved"]
ROLLS = list(zip(DECLARED, RESOLVED, strict=True))
CONTRIBUTIONS = [(declared, resolved, seat) for declared, resolved in ROLLS for seat in resolved["contributions"]]
CONTRIBUTION_IDS = [f"roll {declared['roll']} {seat}" for declared, _, seat in CONTRIBUTIONS]


def key_before_blinding(declared: dict[str, Any], resolved: dict[str, Any]) -> bytes:
    links = [
        (seat, declared["contributors"][seat], bytes.fromhex(given["link"]))
        for seat, given in resolved["contributions"].items()
    ]
    message = roll_message(ENCOUNTER, declared["roll"], LEAVES[declared["n"]], links)
    return roll_key(bytes.fromhex(resolved["server"]), message)


def test_every_seat_of_the_log_has_a_valid_key() -> None:
    assert set(KEYS) == {"gm", "ana", "bo"}
    assert all(map(valid_key, KEYS.values()))


@pytest.mark.parametrize("declared", DECLARED, ids=lambda event: f"roll {event['roll']}")
def test_every_declaration_is_signed_by_its_seat_on_the_history_it_saw(declared: dict[str, Any]) -> None:
    decl = declared["decl"]
    size, seen = decl["seen"]
    assert LEAVES[size - 1].hex() == seen
    signature = signature_of(declared["sig"])
    assert verifies(KEYS[decl["seat"]], signature, declaration_message(decl))
    for other in set(KEYS) - {decl["seat"]}:
        assert not verifies(KEYS[other], signature, declaration_message(decl))


@pytest.mark.parametrize("field", ["seq", "cmd", "encounter", "seen"])
def test_a_declaration_with_another_field_is_not_what_was_signed(field: str) -> None:
    decl = DECLARED[0]["decl"]
    other = {"seq": 2, "cmd": "00" * 16, "encounter": "00" * 16, "seen": [2, LEAVES[1].hex()]}[field]
    changed = {**decl, field: other}
    assert not verifies(KEYS["ana"], signature_of(DECLARED[0]["sig"]), declaration_message(changed))


@pytest.mark.parametrize(("declared", "resolved", "seat"), CONTRIBUTIONS, ids=CONTRIBUTION_IDS)
def test_every_link_is_signed_for_its_roll_and_no_other(
    declared: dict[str, Any], resolved: dict[str, Any], seat: str
) -> None:
    given, k = resolved["contributions"][seat], declared["contributors"][seat]
    link, signature = bytes.fromhex(given["link"]), signature_of(given["sig"])
    roll, declared_leaf = declared["roll"], LEAVES[declared["n"]]
    good = contribution_message(ENCOUNTER, roll, declared_leaf, seat, k, link)
    assert verifies(KEYS[seat], signature, good)
    for changed in (
        contribution_message("00" * 16, roll, declared_leaf, seat, k, link),
        contribution_message(ENCOUNTER, roll + 1, declared_leaf, seat, k, link),
        contribution_message(ENCOUNTER, roll, LEAVES[0], seat, k, link),
        contribution_message(ENCOUNTER, roll, declared_leaf, "eve", k, link),
        contribution_message(ENCOUNTER, roll, declared_leaf, seat, k + 1, link),
        contribution_message(ENCOUNTER, roll, declared_leaf, seat, k, declared_leaf),
    ):
        assert not verifies(KEYS[seat], signature, changed)


@pytest.mark.parametrize(("declared", "resolved", "seat"), CONTRIBUTIONS, ids=CONTRIBUTION_IDS)
def test_every_link_belongs_to_the_chain_of_its_seat(
    declared: dict[str, Any], resolved: dict[str, Any], seat: str
) -> None:
    anchor = bytes.fromhex(EVENTS[0]["seats"][seat]["anchor"])
    link = bytes.fromhex(resolved["contributions"][seat]["link"])
    assert follows(anchor, link, declared["contributors"][seat])


@pytest.mark.parametrize("resolved", RESOLVED, ids=lambda event: f"roll {event['roll']}")
def test_every_link_of_the_server_belongs_to_its_chain(resolved: dict[str, Any]) -> None:
    anchor = bytes.fromhex(EVENTS[0]["server_anchor"])
    assert follows(anchor, bytes.fromhex(resolved["server"]), resolved["roll"])


@pytest.mark.parametrize(("declared", "resolved"), [ROLLS[0], ROLLS[2]], ids=["roll 1", "roll 3"])
def test_the_faces_of_an_open_roll_follow_from_the_links(declared: dict[str, Any], resolved: dict[str, Any]) -> None:
    shown = list(faces(key_before_blinding(declared, resolved), declared["decl"]["dice"]))
    assert shown == resolved["faces"] == LOG["faces"][declared["roll"] - 1]


def test_the_hidden_roll_opens_to_what_was_committed_to() -> None:
    declared, resolved = ROLLS[1]
    unblinded = EVENTS[8]
    blind = bytes.fromhex(unblinded["blind"])
    assert blind_commit(blind).hex() == declared["blind"]
    assert commit(bytes.fromhex(unblinded["salt"]), unblinded["payload"]) == declared["decl"]["sealed"]
    shown = list(faces(blind_key(blind, key_before_blinding(declared, resolved)), unblinded["payload"]["dice"]))
    assert shown == unblinded["faces"] == LOG["faces"][1]


def test_the_sealed_note_opens_to_what_was_committed_to() -> None:
    sealed, unsealed = EVENTS[7], EVENTS[9]
    assert unsealed["of"] == sealed["n"]
    assert commit(bytes.fromhex(unsealed["salt"]), unsealed["payload"]) == sealed["commit"]


def test_the_checkpoint_is_of_this_log_and_all_seats_saw_it() -> None:
    origin = EVENTS[0]["origin"]
    keys = [NoteKey(name=f"{origin}/{seat}", public=key, kind=COSIGNER) for seat, key in KEYS.items()]
    note = opened((VECTORS / "example-log.checkpoint").read_text("utf-8"), [read_vkey(EVENTS[0]["vkey"]), *keys])
    assert (note.origin, note.size, note.root) == (origin, len(LEAVES), root(LEAVES))
    assert {each.key.name for each in note.signatures} == {origin, *(f"{origin}/{seat}" for seat in KEYS)}
