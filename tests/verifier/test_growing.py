"""Twice the file is twice the work for whoever verifies it, whatever it is that the file has many of."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from ledger.dice.keys import Signer, declaration_message, text_of
from ledger.line.entries import SeatJoined
from ledger.line.hidden import commit
from ledger.line.tree import leaf, root
from ledger.proof import notes
from ledger.proof.reports import report
from ledger.proof.verifying import verify as verify_here
from ledger.table import rewinding, seating
from ledger.table.signing import declared
from tests.counting import steps
from tests.ledger.forging import Rows, chained
from tests.verifier.page import InBrowser, InNode, asked
from verifier import verify_fight

FILE = Path(__file__).parents[1] / "transcripts" / "vanguard.ndjson"
GROWTH = 2.2
SALT = bytes(32)
WORK = {"ledger": verify_here, "file": verify_fight.verify}
LOG = Signer(bytes(31) + b"\1")


class Made:
    """A fight of loaded dice in which Ana plays alone, as somebody makes it up line by line."""

    def __init__(self, **opening: Any) -> None:
        first = orjson.loads(FILE.read_bytes().splitlines()[0])
        del first["anchor"]
        first |= {"dice": "loaded", "entropy": "server", "rewind": "free"}
        first["log_key"] = notes.vkey(first["origin"], LOG.public)
        self.origin: str = first["origin"]
        self.encounter: str = first["encounter"]
        self.lines: Rows = [{**first, "seats": [{"id": "ana", "role": "player"}], **opening}]
        self.beside: Rows = []
        self.seq = 0

    def adds(self, kind: str, **fields: Any) -> int:
        """Add a line, and return its number."""
        number = len(self.lines)
        self.lines.append({"at": self.lines[-1]["at"], "n": number, "prev": "", "type": kind, **fields})
        return number

    def calls(self, kind: str, **fields: Any) -> int:
        """Add a call that is a line of its own."""
        return self.adds(kind, cmd=f"c{len(self.lines)}", **fields)

    def declares(self, do: str = "end_turn", **more: Any) -> int:
        """Add what Ana declares."""
        self.seq += 1
        what: Any = {"sealed": "0" * 64} if do == "" else {"action": {"do": do, "who": "Ana"}}
        named = {"cmd": f"d{self.seq}", "encounter": self.encounter, "seat": "ana", "seq": self.seq}
        return self.adds("CommandAccepted", decl={**named, **what}, **more)

    def turns(self, many: int, do: str = "end_turn") -> int:
        """Add so many turns of hers; return the last line."""
        last = 0
        for _ in range(many):
            last = self.adds("TurnEnded", who="Ana", cause=self.declares(do))
        return last

    def told(self) -> bytes:
        return chained([*self.lines, *self.beside])


def turns_among_latecomers(many: int) -> bytes:
    made = Made()
    for number in range(many):
        made.adds("SeatJoined", seat=f"s{number}", role="player")
    made.turns(many)
    return made.told()


def disputes(many: int) -> bytes:
    made = Made()
    made.turns(many)
    for _ in range(many):
        number = made.calls("DisputeRaised", of=0, by="ana", reason="No.")
        made.calls("DisputeAnswered", dispute=number, result="stands", reason="Yes.", seat="ana", cause=number)
        made.adds("DisputeSettled", dispute=number, result="stands", by=["ana"], reason="Yes.", cause=number)
    return made.told()


def withheld(many: int) -> bytes:
    made = Made()
    sealed = []
    for _ in range(many):
        sealed.append(made.declares(""))
        made.adds("TurnEnded", who="Ana", cause=sealed[-1])
    for number in sealed:
        made.calls("Withheld", of=number, by="ana", reason="Mine.")
    return made.told()


def rewinds_far_back_and_forth(many: int) -> bytes:
    made = Made()
    last = made.turns(many)
    for number in range(many):
        back: dict[str, Any] = {"to_version": 0 if number % 2 == 0 else last, "by": "ana", "reason": "Again."}
        made.adds("HistoryRewound", cause=made.calls("RewindAsked", **back), **back)
    return made.told()


def rewinds_of_one_turn_in_two(many: int) -> bytes:
    made = Made()
    for _ in range(many):
        last = made.turns(1)
        made.turns(1)
        back: dict[str, Any] = {"to_version": last, "by": "ana", "reason": "Again."}
        made.adds("HistoryRewound", cause=made.calls("RewindAsked", **back), **back)
    return made.told()


def claims_that_decide_nothing(many: int) -> bytes:
    made = Made(clock=1)
    decided = made.turns(1)
    for _ in range(many):
        n = made.declares("claim_time")
        made.lines[n]["at"] = made.lines[decided]["at"] + 1000
        made.adds("MessageRecorded", by="ana", channel="table", commit="0" * 64, cause=n)
    return made.told()


def seals_of_one_roll_opened_one_by_one(many: int) -> bytes:
    made = Made()
    payload = {"events": [{"type": "TurnEnded", "who": "Gob"}], "to": ["ana"]}
    cause = made.declares(roll=1)
    for _ in range(many):
        n = made.adds("Sealed", commit=commit(SALT, payload), cause=cause)
        made.beside.append({"n": n, "payload": payload, "salt": SALT.hex()})
    made.adds("DiceRolled", by="Ana", dice="1d6", faces=[3], source="loaded", roll=1, cause=cause, **{"for": "a"})
    return made.told()


def devices_and_checkpoints(many: int) -> bytes:
    made = Made()
    for number in range(many):
        made.adds("SeatJoined", seat=f"s{number}", role="spectator")
    for number in range(many):
        _joins(made, f"s{number}", Signer(number.to_bytes(32, "big")))
    rows = chained(made.lines).splitlines()
    text = notes.checkpoint_text(made.origin, len(rows), root(map(leaf, rows)))
    for number in range(many):
        name = f"{made.origin}/s{number}"
        seen = notes.cosigned(text, name, Signer(number.to_bytes(32, "big")), made.lines[0]["at"] // 1000 + number)
        made.beside.append({"note": notes.signed(text, made.origin, LOG) + seen})
    return made.told()


def _joins(made: Made, seat: str, signer: Signer) -> None:
    entry = SeatJoined(
        seat=seat,
        role="spectator",
        party=seat,
        key=text_of(signer.public),
        anchor="0" * 64,
        length=4,
        cmd=f"j-{seat}",
        seen=(1, leaf(chained(made.lines[:1]).strip()).hex()),
        seq=1,
    )
    sig = text_of(signer.sign(declaration_message(declared(entry, made.encounter))))
    fields = {"party": seat, "key": entry.key, "anchor": entry.anchor, "length": 4, "seen": list(entry.seen), "seq": 1}
    made.adds("SeatJoined", seat=seat, role="spectator", cmd=entry.cmd, sig=sig, **fields)


MANY = [
    turns_among_latecomers,
    disputes,
    withheld,
    rewinds_far_back_and_forth,
    rewinds_of_one_turn_in_two,
    claims_that_decide_nothing,
    seals_of_one_roll_opened_one_by_one,
    devices_and_checkpoints,
]


@pytest.mark.parametrize("made", MANY)
def test_every_verifier_reads_the_file_to_its_end(made: Callable[[int], bytes], opened: InBrowser | InNode) -> None:
    raw = made(3)
    told = verify_fight.verify(raw)
    (shown,) = opened.call("checkAll", [asked(raw)])
    assert (told["verdict"], told.get("why")) == ("OK BUT", None)
    assert shown["verdict"] == verify_here(raw).verdict == "OK BUT"
    assert shown["seats"] == told["seats"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("made", "most", "kind", "why"),
    [
        (turns_among_latecomers, seating.MOST_LATE, "SeatJoined", "At most 500 seats come late to a table."),
        (
            rewinds_of_one_turn_in_two,
            rewinding.MOST_REWINDS,
            "HistoryRewound",
            "A fight is taken back at most 1000 times.",
        ),
    ],
)
def test_all_three_stop_at_the_first_line_that_is_too_many(
    made: Callable[[int], bytes], most: int, kind: str, why: str, opened: InBrowser | InNode
) -> None:
    raw = made(most + 1)
    (page,) = opened.call("checkAll", [asked(raw)])
    of_kind = [n for n, row in enumerate(raw.splitlines()) if orjson.loads(row).get("type") == kind]
    for told in (verify_fight.verify(raw), report(verify_here(raw)), page):
        assert (told["verdict"], told["line"], told["why"]) == ("BROKEN", of_kind[most], why)


@pytest.mark.long(but=("disputes", "withheld", "rewinds_far"))
@pytest.mark.parametrize("made", MANY)
def test_twice_the_file_is_twice_the_work_for_the_page(made: Callable[[int], bytes]) -> None:
    if shutil.which("node") is None:
        pytest.skip("steps of the page are counted in node, and this machine has none")
    _, once, twice = InNode().steps("checkAll", [asked(made(many)) for many in (2, 32, 64)])
    assert once < twice <= GROWTH * once


def works() -> list[tuple[str, Callable[[int], bytes]]]:
    """Return what is measured: how many rewinds the ledger takes in is bounded, and it walks over each once."""
    return [(name, made) for name in WORK for made in MANY if (name, made) != ("ledger", rewinds_far_back_and_forth)]


@pytest.mark.long(but=("disputes", "rewinds_far", "devices"))
@pytest.mark.parametrize(("name", "made"), works())
def test_twice_the_file_is_twice_the_work(
    name: str, made: Callable[[int], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whether a point lies on the curve costs so much for each key that nothing else would show beside it.
    monkeypatch.setattr(verify_fight, "valid_key", lambda key: len(key) == 32)
    WORK[name](made(2))
    once, twice = (steps(partial(WORK[name], made(many))) for many in (16, 32))
    assert twice <= GROWTH * once
