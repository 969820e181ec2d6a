"""Writes `files/`: fights that were really played, by seats with devices and without, and the checkpoints of some.

`python -m tests.verifier.making` writes all of them anew, with other ids and dice each time; `cases.py` finds in each
what it changes. They stay as they are: files written once must verify for ever.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

from ledger.application import Ledger
from ledger.line.canonical import canon_trusted
from ledger.line.entries import MissingAccepted, SeatJoined, Withheld
from ledger.line.tree import leaf, root
from ledger.proof import notes
from ledger.table import sealing
from tests.clocks import Clock, steady_time
from tests.ledger.fights import ARCHERS, BACK, LASTING, SHOT, SWORDS, TO_BLOWS, legal
from tests.secrecy import LURKER
from tests.secrecy import OPENINGS as WITH_SECRETS
from tests.verifier.playing import Party, Playing

FILES = Path(__file__).parent / "files"
TRIO = {**ARCHERS, "seats": [*ARCHERS["seats"][:2], {"id": "cy"}], "combatants": LASTING}
FIX = {"do": "override", "by": "table", "who": "Bo", "what": "health", "value": 29, "reason": "It hit the shield."}


def keep(name: str, raw: bytes) -> None:
    """Write one file."""
    (FILES / name).write_bytes(raw)


def at_blows(ledger: Ledger, clock: Clock, **changes: Any) -> Playing:
    """Return two archers at blows, each with a device."""
    playing = Playing(ledger, clock, ARCHERS, **{"combatants": LASTING, "entropy": "all", **changes})
    playing.seated("ana", "bo")
    for body in TO_BLOWS:
        playing.does(body)
    return playing


def taken_back(playing: Playing, by: str, other: str, to_version: int) -> None:
    """Let one seat take the fight back, with the consent of the other."""
    asked = {"do": "rewind", "to_version": to_version, "reason": "Too late."}
    ledger = playing.ledger
    ledger.ask_rewind(playing.id, by, to_version, "Too late.", **playing.signed(by, asked))
    ledger.answer_rewind(playing.id, other, True, **playing.signed(other, {"do": "answer_rewind", "agree": True}))


def ended(playing: Playing, loser: str, closer: str = "ana") -> None:
    """End the fight and close the ledger; everybody with a device cosigns the last head."""
    playing.does({"do": "concede", "by": loser}, seat=loser)
    playing.ledger.close_ledger(playing.id, closer, **playing.signed(closer, {"do": "close"}))
    for party in playing.parties.values():
        party.cosigns()


def salted(ledger: Ledger, clock: Clock) -> None:
    """Rolls that both salt, one of them taken back; closed and cosigned. Beside it a rewritten end and two forks."""
    playing = at_blows(ledger, clock)
    playing.does(SHOT)
    playing.does(BACK)
    playing.parties["ana"].cosigns()
    taken_back(playing, "bo", "ana", playing.fight.ends[-2])
    playing.does(BACK)
    keep("early.receipts.note", ledger.receipts.note(playing.id).encode())
    ended(playing, "bo")
    keep("salted.ndjson", ledger.export(playing.id))
    keep("whole.receipts.note", ledger.receipts.note(playing.id).encode())
    keep("log.key", f"{playing.fight.table.log_key}\n".encode())
    _rewritten(ledger, playing)


def dated(ledger: Ledger, clock: Clock) -> None:
    """A checkpoint that a device with a slow clock cosigns."""
    playing = at_blows(ledger, clock)
    clock.at -= 300_000
    playing.parties["bo"].cosigns()
    keep("dated.ndjson", ledger.export(playing.id))


def _rewritten(ledger: Ledger, playing: Playing) -> None:
    """Write what an operator could make of the fight: another end after the last signature, signed anew."""
    rows = [row.raw for row in ledger.store.read_lines(playing.id)]
    signed = max(n for n, row in enumerate(rows) if b'"sig":' in row)
    ends = [n for n in range(signed) if b'"type":"EncounterEnded"' in rows[n]]
    lines = [orjson.loads(row) for row in rows[: ends[-1] + 1]]
    lines[-1]["reason"] = "the operator says so"
    changed = [canon_trusted(line) for line in lines]
    text = notes.checkpoint_text(playing.fight.table.origin or "", len(changed), root(leaf(line) for line in changed))
    note = notes.signed(text, playing.fight.table.origin or "", ledger._signer)
    honest = notes.checkpoint_text(
        playing.fight.table.origin or "", len(changed), root(map(leaf, rows[: len(changed)]))
    )
    keep("rewritten.ndjson", b"\n".join([*changed, canon_trusted({"note": note})]) + b"\n")
    keep("fork.note", note.encode())
    keep("honest.note", notes.signed(honest, playing.fight.table.origin or "", ledger._signer).encode())


def waiting(ledger: Ledger, clock: Clock) -> None:
    """A link that does not come in ten seconds, and a roll taken back before the roller's own link came."""
    playing = at_blows(ledger, clock)
    playing.declares(SHOT, "ana")
    playing.parties["bo"].silent = True
    playing.salted()
    clock.at += 11_000
    ledger.due.reveal_if_due(playing.id)
    playing.parties["bo"].silent = False
    playing.does(BACK)
    to_version = playing.fight.ends[-1]
    playing.declares(SHOT, "ana")
    taken_back(playing, "bo", "ana", to_version)
    playing.does(SHOT)
    keep("waiting.ndjson", ledger.export(playing.id))


def consenting(ledger: Ledger, clock: Clock) -> None:
    """A link that does not come, left out with the consent of those whose came."""
    playing = Playing(ledger, clock, TRIO, entropy="all", missing="consent")
    playing.seated("ana", "bo", "cy")
    for body in TO_BLOWS:
        playing.does(body)
    playing.declares(SHOT, "ana")
    playing.parties["bo"].silent = True
    playing.salted()
    for seat in ("ana", "cy"):
        head = playing.signed(seat, {"do": "go_on", "roll": 1})
        ledger.devices.go_on(playing.id, MissingAccepted(roll=1, seat=seat, **head))
    keep("consenting.ndjson", ledger.export(playing.id))


def devices(ledger: Ledger, clock: Clock) -> None:
    """A second device, changed keys, chains begun anew, a latecomer, a seat without a device."""
    playing = Playing(ledger, clock, TRIO, entropy="all")
    ana, bo = playing.seated("ana", "bo", length=4)
    phone = Party(playing, "ana", "ana-2")
    phone.joins(ana)
    for body in TO_BLOWS:
        playing.does(body)
    playing.does(SHOT, party="ana-2")
    playing.does(BACK)
    ana.renews()
    bo.changes_key(bo)
    playing.does(SHOT)
    ledger.devices.invite(playing.id, "ana", SeatJoined(seat="dora", role="player", cmd="late"))
    playing.seated("dora", "cy")
    playing.does(BACK)
    playing.parties["cy"].changes_key(ana, playing.parties["bo"], playing.parties["dora"])
    for _ in range(3):
        playing.does(SHOT)
        playing.does(BACK)
    playing.parties["cy"].cosigns()
    keep("devices.ndjson", ledger.export(playing.id))


def roller(ledger: Ledger, clock: Clock) -> None:
    """Only whoever rolls salts; one of the two has no device."""
    playing = Playing(ledger, clock, ARCHERS, entropy="roller", combatants=LASTING)
    playing.seated("ana")
    for body in [*TO_BLOWS, SHOT, BACK, SHOT]:
        playing.does(body)
    keep("roller.ndjson", ledger.export(playing.id))


def typed(ledger: Ledger, clock: Clock) -> None:
    """Dice of the table: seen, contested, and neither."""
    playing = at_blows(ledger, clock, dice="table", entropy="server")
    for nth, (body, other, verdict) in enumerate([(SHOT, "bo", "saw"), (BACK, "ana", "contest"), (SHOT, "", "")]):
        seat = body["who"].lower()
        playing.does(body)
        lines = []
        while (waited := ledger.waiting(playing.id)) is not None:
            said: dict[str, Any] = {"by": waited.by, "dice": waited.dice, "faces": [4 + nth % 2]}
            head = playing.signed(seat, {"do": "type_dice", **said})
            lines.append(ledger.type_dice(playing.id, seat, **said, **head).lines[0].n)
        for n in lines if verdict else []:
            head = playing.signed(other, {"do": "attest", "of": n, "verdict": verdict})
            ledger.disputes.attest(playing.id, other, n, verdict, **head)
    playing.declares(BACK, "bo")
    keep("typed.ndjson", ledger.export(playing.id))


def disputed(ledger: Ledger, clock: Clock) -> None:
    """Disputes without a referee: it stands, it is corrected, it is taken back, it stays open."""
    playing = at_blows(ledger, clock)
    for body in (SHOT, BACK):
        playing.does(body)

    def contests(of: int) -> int:
        action = {"do": "contest", "of": of, "reason": "It missed."}
        head = playing.signed("bo", action)
        return ledger.disputes.contest(playing.id, "bo", of, "It missed.", **head).lines[0].n

    def settles(dispute: int, result: str, action: dict[str, Any] | None = None) -> None:
        said: dict[str, Any] = {"dispute": dispute, "result": result, "reason": "We looked it up."}
        also: dict[str, Any] = {} if action is None else {"action": action}
        for seat in ("ana", "bo"):
            head = playing.signed(seat, {"do": "settle", **said, **also})
            ledger.disputes.settle(playing.id, seat, **said, **also, **head)

    settles(contests(5), "stands")
    line = contests(playing.fight.version)
    fix = {**FIX, "dispute": line}
    settles(line, "corrected", fix)
    playing.does(fix, seat="bo")
    playing.does(SHOT)
    back = contests(playing.fight.version)
    taken_back(playing, "bo", "ana", playing.fight.ends[-2])
    settles(back, "rewound")
    contests(7)
    ended(playing, "bo")
    keep("disputed.ndjson", ledger.export(playing.id))


def ruled(ledger: Ledger, clock: Clock) -> None:
    """A referee overrules a value, and settles a dispute so. Nobody has a device."""
    playing = Playing(ledger, clock, WITH_SECRETS["verdigris"])
    playing.does({"do": "start", "by": "gm"}, seat="gm")
    line = ledger.disputes.contest(playing.id, "ana", 3, "That is not my sheet.", cmd="no").lines[0].n
    body = {
        "do": "override",
        "by": "gm",
        "who": "Ana",
        "what": "hp",
        "value": 4,
        "reason": "So it is.",
        "dispute": line,
    }
    playing.does(body, seat="gm")
    ledger.disputes.settle(playing.id, "gm", line, "corrected", "So it is.", cmd="so")
    keep("ruled.ndjson", ledger.export(playing.id))


def secret(ledger: Ledger, clock: Clock) -> None:
    """Somebody in reserve, a secret roll, a fact, a whisper: as a player has it in the middle, and whole at the end."""
    playing = Playing(ledger, clock, WITH_SECRETS["verdigris"], entropy="all")
    playing.seated("gm", "ana")
    playing.does({"do": "start", "by": "gm"}, seat="gm")
    playing.does({"do": "secret_roll", "by": "gm", "dice": "2d6", "purpose": "omens"}, seat="gm", secret=True)
    fact = playing.does(
        {"do": "seal", "by": "gm", "title": "Bridge", "text": "It gives way.", "facts": {"weight": 80}},
        "gm",
        secret=True,
    )
    kept = playing.does({"do": "seal", "by": "gm", "text": "The duke is a ghoul.", "facts": {}}, "gm", secret=True)
    playing.does({"do": "seal", "by": "ana", "text": "Left, then up.", "to": ["gm"]}, "ana", secret=True)
    _some_turns(playing)
    playing.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "Barn"}, seat="gm")
    keep("secret-of-ana.ndjson", ledger.export(playing.id, "ana"))
    keep("secret.ndjson", ledger.export(playing.id))
    playing.does({"do": "unseal", "by": "gm", "of": [fact.version]}, seat="gm")
    head = playing.signed("gm", {"do": "withhold", "of": kept.version, "reason": "For the next evening."})
    withheld = Withheld(of=kept.version, by="gm", reason="For the next evening.", **head)
    ledger.answering.signed(playing.id, withheld, sealing.withhold)
    ended(playing, "ana", "gm")
    keep("secret-closed.ndjson", ledger.export(playing.id, "ana"))


def guarded(ledger: Ledger, clock: Clock) -> None:
    """Secret rolls where nobody has a device, so that whoever runs the server could try to seal other faces."""
    playing = Playing(ledger, clock, WITH_SECRETS["verdigris"])
    playing.does({"do": "start", "by": "gm"}, seat="gm")
    for purpose in ("omens", "weather"):
        playing.does({"do": "secret_roll", "by": "gm", "dice": "3d20", "purpose": purpose}, seat="gm")
    keep("guarded.ndjson", ledger.export(playing.id))


def _some_turns(playing: Playing, turns: int = 8) -> None:
    """Play commands at random: those in reserve have their turns among them."""
    chance = random.Random(2)
    for _ in range(turns):
        choices = [
            (seat, body)
            for seat, body in legal(playing.ledger, playing.id)
            if body["do"] not in ("reveal", "add_combatant", "concede", "override", "seal", "unseal", "secret_roll")
        ]
        if choices:
            seat, body = chance.choice(choices)
            secret = body.get("who") == LURKER
            playing.does(body, seat=seat, secret=secret)


def said(ledger: Ledger, clock: Clock) -> None:
    """Words between the moves of an etiquette fight, signed as commitments."""
    playing = Playing(ledger, clock, SWORDS, entropy="all")
    playing.seated("ana", "bo")
    playing.does({"do": "begin_move", "who": "A", "allowance": 1}, seat="ana")
    playing.does({"do": "move", "who": "A", "to": "T0"}, seat="ana")
    playing.does({"do": "say", "who": "Bo", "text": "Let us talk: «<b>naïve</b>» \U0001f5e1"}, seat="bo")
    playing.does({"do": "say", "who": "Ana", "text": "No."}, seat="ana")
    keep("said.ndjson", ledger.export(playing.id))


def claimed(ledger: Ledger, clock: Clock) -> None:
    """The time of a decision runs out, and somebody claims it."""
    playing = Playing(ledger, clock, ARCHERS, clock=30)
    for body in TO_BLOWS[:3]:
        playing.does(body)
    clock.at += 31_000
    playing.does({"do": "claim_time", "by": "bo"}, seat="bo")
    keep("claimed.ndjson", ledger.export(playing.id))


def forked(ledger: Ledger, clock: Clock) -> None:
    """What would have been, in a fight with a reserve: rolls that are repeated, an open and a secret one of its own."""
    playing = Playing(ledger, clock, WITH_SECRETS["verdigris"])
    playing.does({"do": "start", "by": "gm"}, seat="gm")
    playing.does({"do": "roll_initiative", "by": "ana"}, seat="ana")
    playing.id = ledger.fork(playing.id, "gm").encounter
    playing.does({"do": "secret_roll", "by": "gm", "dice": "2d6", "purpose": "omens"}, seat="gm")
    _some_turns(playing)
    playing.does({"do": "reveal", "by": "gm", "who": LURKER, "at": "Barn"}, seat="gm")
    keep("forked.ndjson", ledger.export(playing.id))


def loaded(ledger: Ledger, clock: Clock) -> None:
    """Loaded dice."""
    combatants = [{**each, "controller": "ana"} for each in LASTING]
    playing = Playing(ledger, clock, ARCHERS, seats=[{"id": "ana"}], combatants=combatants, dice="loaded")
    for body in TO_BLOWS:
        playing.does(body, seat="ana")
    keep("loaded.ndjson", ledger.export(playing.id))


FIGHTS: tuple[Callable[[Ledger, Clock], None], ...] = (
    salted, dated, waiting, consenting, devices, roller, typed, disputed, ruled, secret, guarded, said, claimed, loaded,
    forked,
)  # fmt: skip

if __name__ == "__main__":
    for fight in FIGHTS:
        with Ledger(chain_length=6) as ledger, steady_time() as clock:
            fight(ledger, clock)
