"""What players are promised of a report on a file, judged by what honest devices remember and by nothing else.

Written from docs/trust.md. ``breaches`` yields each promise that a report breaks, in words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from tests.verifier.attacks.attacking import (
    CALLS,
    Attack,
    Row,
    blinded,
    blinding,
    drawn,
    key_of_roll,
    leaf_of,
    numbers,
    sealing,
)

VERIFIED = ("witnessed", "partial", "server+roller", "server only")


class File:
    """The lines that a report calls good, and what a reader can see behind them."""

    def __init__(self, raw: bytes, good: int) -> None:
        self.raws = raw.splitlines()[:good]
        self.rows = [json.loads(each) for each in self.raws]
        self.opened: dict[int, list[tuple[str, Row]]] = {}
        for each in self.rows:
            if each["type"] == "Unsealed":
                self.opened.setdefault(each["of"], []).append((each["salt"], each["payload"]))
        for each in raw.splitlines()[good:]:
            try:
                row = json.loads(each)
            except ValueError:
                continue
            if isinstance(row, dict) and row.keys() == {"n", "payload", "salt"} and "type" not in row:
                self.opened.setdefault(row["n"], []).append((row["salt"], row["payload"]))

    def faces(self, roll: Row) -> tuple[list[list[int]], list[list[int]]] | None:
        """Return the faces that are told of a roll, and those that its numbers give; None if not all can be drawn."""
        n = roll["line"]
        told = [row for row in self.rows if row.get("cause") == n]
        revealed = next((row for row in told if row["type"] == "EntropyRevealed"), None)
        dice = self._dice(told)
        if revealed is None or dice is None or revealed["roll"] != roll["roll"]:
            return None
        asked = self.rows[n].get("contributors", {})
        links = [(party, asked[party], each["link"]) for party, each in revealed.get("contributions", {}).items()]
        encounter = self.rows[0]["encounter"]
        key = key_of_roll(encounter, revealed["server"], roll["roll"], leaf_of(self.raws[n]), links)
        if "blind" in self.rows[n]:
            blinds = [payload["blind"] for _, payload in self.opened.get(n, ()) if "blind" in payload]
            fitting = [each for each in blinds if blinding(each) == self.rows[n]["blind"]]
            if not fitting:
                return None
            key = blinded(fitting[0], key)
        source = numbers(key)
        return [each["faces"] for each in dice], [drawn(source, each["dice"]) for each in dice]

    def _dice(self, told: list[Row]) -> list[Row] | None:
        found: list[Row] = []
        for row in told:
            if row["type"] == "DiceRolled":
                found.append(row)
            elif row["type"] == "Sealed":
                fitting = [each for salt, each in self.opened.get(row["n"], ()) if sealing(salt, each) == row["commit"]]
                if not fitting:
                    return None
                found += [event for event in fitting[0]["events"] if event["type"] == "DiceRolled"]
        return [each for each in found if each["source"] != "none"]

    def follows(self, roll: Row) -> bool:
        """Say whether the server's number of a roll lies on the chain that was fixed before."""
        anchor, shown, rolls = self.rows[0].get("anchor"), 0, 0
        for row in self.rows[: roll["line"]]:
            rolls += row["type"] == "CommandAccepted" and "roll" in row
            if row["type"] == "ChainRenewed" and row["party"] == "server":
                anchor, shown = row["anchor"], rolls
        revealed = next(r for r in self.rows if r["type"] == "EntropyRevealed" and r["cause"] == roll["line"])
        link = bytes.fromhex(revealed["server"])
        for _ in range(roll["roll"] - shown):
            link = hashlib.sha256(b"el1/link\n" + link).digest()
        return bool(link.hex() == anchor)


def breaches(attack: Attack, report: Row) -> Iterator[str]:
    """Yield the promises that a report on an attack breaks."""
    file = File(attack.raw, report["lines"])
    taken = set(_taken(attack, file))
    for roll in report["rolls"]:
        yield from _of_a_roll(attack, file, roll, taken)
    yield from _of_signatures(attack, file, taken)
    yield from _of_seats(attack, file, report, taken)
    if report["verdict"] in ("OK", "OK BUT"):
        yield from _of_a_good_file(attack, file, report, taken)


def _taken(attack: Attack, file: File) -> Iterator[str]:
    """Yield the honest seats for which the file names a key that is not theirs."""
    for row in file.rows:
        if "key" in row and row.get("seat") in attack.honesty.seats and row["key"] not in attack.honesty.keys:
            yield row["seat"]


def _of_a_roll(attack: Attack, file: File, roll: Row, taken: set[str]) -> Iterator[str]:
    if roll["grade"] in VERIFIED:
        found = file.faces(roll)
        if found is None:
            yield f"roll {roll['roll']} is {roll['grade']}, and cannot be drawn"
        elif found[0] != found[1] or found[0] != roll["faces"]:
            yield f"roll {roll['roll']} is {roll['grade']}, shows {roll['faces']}, and its numbers give {found[1]}"
        elif not file.follows(roll):
            yield f"roll {roll['roll']} is {roll['grade']}, and its number was not fixed before"
    if roll["grade"] != "witnessed":
        return
    if not roll["witnesses"] or roll["missing"]:
        yield f"roll {roll['roll']} is witnessed by nobody, or somebody is missing"
    for seat in roll["witnesses"]:
        if seat == roll["seat"] or seat not in attack.honesty.seats:
            yield f"roll {roll['roll']} is witnessed by {seat}, who rolled it or is the operator's"
        elif seat not in taken and not _gave(attack, file, roll["line"], seat):
            yield f"roll {roll['roll']} is witnessed by {seat}, whose device gave no number to it"


def _gave(attack: Attack, file: File, n: int, seat: str) -> bool:
    parties = {row["party"] for row in file.rows if "party" in row and row.get("seat") == seat}
    leaf = leaf_of(file.raws[n])
    revealed = [row for row in file.rows if row["type"] == "EntropyRevealed" and row["cause"] == n]
    came = revealed[0].get("contributions", {}) if revealed else {}
    return any(came.get(party, {}).get("link") == attack.honesty.given.get((party, leaf), "-") for party in parties)


def _of_signatures(attack: Attack, file: File, taken: set[str]) -> Iterator[str]:
    """Nothing is taken as said by an honest seat with a device that this device did not sign."""
    seated: set[str] = set()
    for row in file.rows:
        holder = row.get("decl", row)
        seat = holder.get("seat", holder.get("by") if row["type"] in CALLS else None)
        if "key" in row and seat in attack.honesty.seats and seat not in taken:
            seated.add(seat)
        is_call = row["type"] == "CommandAccepted" or (row["type"] in CALLS and "cmd" in row)
        if is_call and seat in seated and not _signed(attack, row, holder):
            yield f"line {row['n']} is taken as said by {seat}, whose device did not sign it"


def _signed(attack: Attack, row: Row, holder: Row) -> bool:
    made = attack.honesty.signed.get(row.get("sig", ""))
    if made is None:
        return False
    if row["type"] == "CommandAccepted":
        return bool(made == holder)
    do, names = CALLS[row["type"]]
    action = {"do": do, **{name: row[name] for name in names.split() if name in row}}
    same = all(made.get(name) == row.get(name) for name in ("cmd", "seq", "seen"))
    return same and made["action"] == action


def _of_seats(attack: Attack, file: File, report: Row, taken: set[str]) -> Iterator[str]:
    """No seat is told of more numbers of its device than the device gave; no device cosigned what it did not."""
    for seat, each in report["seats"].items():
        if seat in attack.honesty.seats - taken:
            gave = sum(_gave(attack, file, roll["line"], seat) for roll in report["rolls"])
            if each["links"] > gave:
                yield f"{seat} is told of {each['links']} numbers, and gave {gave}"
    for anchor in report["anchors"]:
        for party in anchor["parties"]:
            seats = {row["seat"] for row in file.rows if row.get("party") == party and "seat" in row}
            known = any((party, anchor["size"]) == (p, size) for p, size, _ in attack.honesty.cosigned)
            if seats <= attack.honesty.seats - taken and not known:
                yield f"{party} is said to have cosigned {anchor['size']} lines"


QUIET = {"MessageRecorded", "Sealed", "Unsealed"}


def _of_a_good_file(attack: Attack, file: File, report: Row, taken: set[str]) -> Iterator[str]:
    """A replaced key is flagged; nothing is applied after the fight went on; every line follows from something."""
    first: set[str] = set()
    for row in file.rows:
        added = row["type"] == "SeatJoined" and row.get("key", "") not in {"", *attack.honesty.keys}
        if added and row["seat"] in first:
            yield f"line {row['n']} gives {row['seat']} another device that it did not ask for"
        if "key" in row and row["key"] in attack.honesty.keys:
            first.add(row["seat"])
        flagged = any(each["line"] == row["n"] for each in report["replaced"])
        if row["type"] == "SeatKeyChanged" and row["seat"] in first & taken and not flagged:
            yield f"line {row['n']} replaces the key of {row['seat']}, and no report says so"
    for row in file.rows:
        if row["type"] == "CommandAccepted" and row["decl"]["seat"] in attack.honesty.seats - taken:
            yield from _stale(file, row, report)


def _stale(file: File, row: Row, report: Row) -> Iterator[str]:
    seen, n = row["decl"].get("seen"), row["n"]
    if seen is None or n in report["unclear"]:
        return
    between = file.rows[seen[0] : n]
    sealed = any(each["type"] == "Sealed" for each in file.rows[max(0, seen[0] - 3) : n])
    moved = [each["type"] for each in between if each["type"] in FIGHT and each["type"] not in QUIET]
    if moved and not sealed:
        yield f"line {n} was signed before {moved} happened, and nobody says so"


FIGHT: set[Any] = {
    *("DiceRolled", "DamageApplied", "TurnStarted", "TurnEnded", "DeclarationMade", "OutcomeResolved", "RulingMade"),
    *("ResourceChanged", "CombatantMoved", "HistoryRewound", "EncounterEnded", "LifeStateChanged", "RoundStarted"),
}
