"""Files changed at random and made good again, each from a number: what they say is compared between the verifiers."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ledger.proof.reports import report
from ledger.proof.verifying import verify as verify_here
from tests.ledger.forging import Rows
from tests.verifier.attacks.resigning import Mending, resigned
from verifier.verify_fight import FIELDS, verify

HERE = Path(__file__).parents[1]
TRANSCRIPTS = HERE.parent / "transcripts"
ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 5, 12, 1000, 2**53 - 1, "", "x", "Ana", "ana", "bo", "gm", "server", "0" * 64),
    *([], {}, [1], ["a"], ["ana"], {"a": 1}, {"do": "override"}, {"do": "hand_over"}, {"do": "claim_time"}),
    *("2d6", "0d6", "d1", "200d1000", "none", "ledger", "table", "loaded", "fork", "player", "referee", "spectator"),
    *("wait", "consent", "all", "roller", "free", "until-roll", [1, "0" * 64], "saw", "contest", "stands", "corrected"),
    *("rewound", [{"line": 1, "seat": "bo"}], {"encounter": "f" * 32, "leaf": "0" * 64, "n": 7}),
]
NAMES = sorted(
    {each.split(":")[0].rstrip("?*") for fields in FIELDS.values() for each in fields.split()} | {"extra", "v"}
)
Change = Callable[[Rows, random.Random], None]


@cache
def samples() -> tuple[tuple[str, Rows], ...]:
    """Return the sample files, by name."""
    paths = [*sorted((HERE / "files").glob("*.ndjson")), *sorted(TRANSCRIPTS.glob("*.ndjson"))]
    return tuple((path.name, [json.loads(row) for row in path.read_bytes().splitlines()]) for path in paths)


def fuzzed(seed: int) -> bytes | None:
    """Return the file with a number; None if its changes left nothing that can be written."""
    chance = random.Random(seed)
    _, rows = chance.choice(samples()[: len(samples()) - (0 if chance.random() < 0.2 else 5)])
    changed = copy.deepcopy(rows)
    for _ in range(chance.choice([1, 1, 1, 2, 2, 3])):
        if changed:
            chance.choice(CHANGES)(changed, chance)
    raw = resigned(changed, "fuzz", mending(chance))
    return raw if raw is None or chance.random() < 0.93 else _bytes(raw, chance)


def mending(chance: random.Random) -> Mending:
    """Return what is made good: mostly all of it."""
    if chance.random() < 0.6:
        return Mending()
    return Mending(*(chance.random() < 0.85 for _ in range(8)))


def _at(rows: Rows, chance: random.Random) -> int:
    # Rows of rare kinds are met as often as those of frequent ones.
    kind = chance.choice(sorted({str(row.get("type")) for row in rows}))
    return chance.choice([n for n, row in enumerate(rows) if str(row.get("type")) == kind])


def _field(rows: Rows, chance: random.Random) -> None:
    row = rows[_at(rows, chance)]
    *way, last = chance.choice([*_ways(row)] or [("n",)])
    inner: Any = row
    for step in way:
        inner = inner[step]
    how = chance.randrange(6)
    if how == 0 and isinstance(inner, dict):
        inner.pop(last, None)
    elif how == 1 and isinstance(inner, dict) and type(inner.get(last)) is int:
        inner[last] += chance.choice([1, -1, 2, 10_000, -10_000])
    elif how == 2 and isinstance(inner, dict):
        inner[chance.choice(NAMES)] = chance.choice(ODD)
    elif how == 3:
        inner[last] = copy.deepcopy(_anywhere(rows, chance, last))
    elif how == 4 and isinstance(inner, list):
        inner.insert(chance.randrange(len(inner) + 1), copy.deepcopy(chance.choice(ODD)))
    else:
        inner[last] = copy.deepcopy(chance.choice(ODD))


def _anywhere(rows: Rows, chance: random.Random, name: Any) -> Any:
    """Return what stands under the same name somewhere else."""
    found = [way for row in rows for way in _values(row, name)]
    return chance.choice(found) if found else None


def _values(value: Any, name: Any) -> Iterator[Any]:
    for key, member in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        if key == name:
            yield member
        yield from _values(member, name)


def _ways(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield (*before, name)
        yield from _ways(member, (*before, name))


def _gone(rows: Rows, chance: random.Random) -> None:
    del rows[_at(rows, chance)]


def _twice(rows: Rows, chance: random.Random) -> None:
    rows.insert(chance.randrange(len(rows) + 1), copy.deepcopy(rows[_at(rows, chance)]))


def _near(rows: Rows, chance: random.Random) -> None:
    """Move a row a little."""
    n = _at(rows, chance)
    rows.insert(max(0, n + chance.choice([-2, -1, 1, 2])), rows.pop(n))


def _swapped(rows: Rows, chance: random.Random) -> None:
    one, other = _at(rows, chance), _at(rows, chance)
    rows[one], rows[other] = rows[other], rows[one]


def _cut(rows: Rows, chance: random.Random) -> None:
    del rows[chance.randrange(len(rows)) + 1 :]


def _transplanted(rows: Rows, chance: random.Random) -> None:
    """Put a row of another file among these, or in place of one of its kind."""
    _, others = chance.choice(samples())
    row = copy.deepcopy(others[_at(others, chance)])
    alike = [n for n, each in enumerate(rows) if each.get("type") == row.get("type")]
    if alike and chance.random() < 0.5:
        rows[chance.choice(alike)] = row
        return
    at = chance.randrange(len(rows) + 1)
    causes = [each["n"] for each in rows[:at] if each.get("type") == "CommandAccepted" and type(each.get("n")) is int]
    if "cause" in row and causes:
        row["cause"] = causes[-1]
    rows.insert(at, row)


def _sealed(rows: Rows, chance: random.Random) -> None:
    """Put one of the events behind a seal, opened beside or left shut."""
    events = [
        n
        for n, row in enumerate(rows)
        if "cause" in row and row.get("type") in ("DiceRolled", "DamageApplied", "OutcomeResolved")
    ]
    if not events:
        return
    n = chance.choice(events)
    row = rows[n]
    event = {name: value for name, value in row.items() if name not in ("n", "prev", "at", "cause")}
    payload: dict[str, Any] = {"events": [event]}
    if chance.random() < 0.3:
        payload["stands_in"] = chance.choice([0, 1, 1, 2, 3, -1, 500])
    place: dict[str, Any] = {
        **{name: row[name] for name in ("n", "prev", "at", "cause") if name in row},
        "type": "Sealed",
        "commit": "0" * 64,
    }
    rows[n] = place
    salt = "5a" * 32
    if chance.random() < 0.35:
        opened = {"n": 0, "prev": "", "at": row["at"], "cause": row["cause"], "type": "Unsealed"}
        rows.insert(n + 1, {**opened, "of": row["n"], "payload": payload, "salt": salt})
    elif chance.random() < 0.8:
        beside = {"n": row["n"], "payload": payload, "salt": salt}
        first = next(
            (m for m, each in enumerate(rows) if "type" not in each and each.get("n", 1 << 60) > row["n"]), len(rows)
        )
        rows.insert(first, beside)


CHANGES: list[Change] = [
    *[_field] * 6,
    *(_gone, _twice, _near, _swapped, _cut),
    *[_transplanted] * 2,
    *[_sealed] * 2,
]


def _bytes(raw: bytes, chance: random.Random) -> bytes:
    """Return the file with some bytes changed."""
    changed = bytearray(raw)
    for _ in range(chance.choice([1, 1, 2, 5])):
        at = chance.randrange(len(changed)) if changed else 0
        match chance.randrange(4):
            case 0:
                changed[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                changed[at:at] = chance.choice([b"\n", b" ", b"\r", b"\\u0000", b"\xff", b'"', b"0", b"{}", b"null"])
            case 2:
                del changed[at : at + chance.choice([1, 1, 3, 200])]
            case _:
                changed[at:at] = changed[at : at + chance.choice([1, 50])]
    return bytes(changed)


def by_the_file(raw: bytes) -> dict[str, Any]:
    """Return what the file that stands alone says."""
    return bare(verify(raw))


def by_the_ledger(raw: bytes) -> dict[str, Any]:
    """Return what the ledger says."""
    return bare(report(verify_here(raw)))


def bare(told: dict[str, Any]) -> dict[str, Any]:
    """Return a report without what each tells in words of its own."""
    return {name: value for name, value in told.items() if name not in ("why", "marks", "crypto")}


def differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return what two reports say differently."""
    names = sorted({*one, *other})
    return {name: (one.get(name), other.get(name)) for name in names if one.get(name) != other.get(name)}


def smallest(raw: bytes, differs: Callable[[bytes], bool], tries: int = 300) -> bytes:
    """Return a file of fewer rows that still differs: rows are left out one by one, the rest is made good again."""
    for n in range(raw.count(b"\n") - 1, -1, -1):
        tries -= 1
        try:
            rows = [json.loads(row) for row in raw.splitlines()]
            less = resigned(rows[:n] + rows[n + 1 :], "fuzz")
            if tries > 0 and less is not None and differs(less):
                raw = less
        except (ValueError, AttributeError, TypeError):
            return raw
    return raw
