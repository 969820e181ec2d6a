"""Whatever an operator writes, no verifier promises what the honest devices at the table know to be otherwise."""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ledger.proof import witnesses
from ledger.proof.freshness import Freshness
from ledger.proof.redrawn import Redrawn
from ledger.proof.reports import report
from ledger.proof.verifying import verify as verify_here
from ledger.table import signing
from tests.verifier.attacks import hostile
from tests.verifier.attacks.attacking import FIGHTS, Attack, template, written
from tests.verifier.attacks.fuzzing import bare, differences
from tests.verifier.attacks.hostile import DEEDS
from tests.verifier.attacks.promising import breaches
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import verify

USUAL = range(30)


@cache
def attacked(seed: int) -> Attack:
    """Return an attack; those of the usual run are made once."""
    return hostile.attacked(seed)


@cache
def honest(name: str) -> Attack:
    """Return a fight in which everybody is honest, the operator as well."""
    intents = template(name)
    seats = frozenset(each["id"] for each in intents[0].row["seats"] if each["role"] != "spectator")
    return written(f"honest {name}", intents, seats)


def by_the_file(attack: Attack) -> dict[str, Any]:
    return bare(verify(attack.raw, (), None, attack.operators))


def by_the_ledger(attack: Attack) -> dict[str, Any]:
    return bare(report(verify_here(attack.raw, (), None, attack.operators)))


def broken(seeds: range, opened: InBrowser | InNode, folder: Path) -> list[str]:
    """Return the promises that a verifier breaks; the files are written down."""
    attacks = {seed: (attacked if seed in USUAL else hostile.attacked)(seed) for seed in seeds}
    shown = opened.call("checkAll", [asked(each.raw, operators=each.operators) for each in attacks.values()])
    found: list[str] = []
    for (seed, attack), page in zip(attacks.items(), shown, strict=True):
        file, ledger = by_the_file(attack), by_the_ledger(attack)
        told = [each for one in (file, ledger, bare(page)) for each in breaches(attack, one)]
        told += [str(unlike) for other in (ledger, bare(page)) if (unlike := differences(file, other))]
        if told:
            (folder / f"attack-{seed}.ndjson").write_bytes(attack.raw)
            found.append(f"seed {seed}, {attack.deeds}, {folder}/attack-{seed}.ndjson: {told}")
    return found


@pytest.mark.long
def test_no_verifier_breaks_a_promise(opened: InBrowser | InNode, tmp_path: Path) -> None:
    assert not broken(USUAL, opened, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_no_verifier_breaks_a_promise_under_many_more_attacks(
    part: int, opened: InBrowser | InNode, tmp_path: Path
) -> None:
    assert not broken(range(10_000 + 400 * part, 10_400 + 400 * part), opened, tmp_path)


@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight_of_honest_seats_under_an_honest_operator_is_good(name: str) -> None:
    told = by_the_file(honest(name))
    assert told["verdict"] in ("OK", "OK BUT"), told
    assert not [*breaches(honest(name), told)]
    first = verify((Path(__file__).parents[1] / "files" / f"{name}.ndjson").read_bytes())
    assert [roll["grade"] for roll in told["rolls"]] == [roll["grade"] for roll in first["rolls"]]


@pytest.mark.long
def test_attacks_are_of_every_kind_and_some_of_each_go_unpunished() -> None:
    """A deed that is always found proves little: most are harmless at times, and then nothing false is told."""
    attacks = [attacked(seed) for seed in range(120)]
    assert {deed for each in attacks for deed in each.deeds} == set(DEEDS)
    verdicts = Counter(by_the_file(each)["verdict"] for each in attacks[:40])
    assert verdicts["BROKEN"] > 10
    assert verdicts["OK"] + verdicts["OK BUT"] > 6


def lying(told: dict[str, Any], how: str) -> dict[str, Any]:
    """Return a report that promises too much."""
    lie = copy.deepcopy(told)
    roll = lie["rolls"][0]
    match how:
        case "faces":
            roll["faces"][0] = [roll["faces"][0][0] % 6 + 1]
        case "the roller":
            roll["witnesses"] = [roll["seat"]]
        case "a stranger":
            roll["witnesses"] = ["eve"]
        case "nobody":
            roll["witnesses"] = []
        case "missing":
            roll["missing"] = ["bo"]
        case "links":
            lie["seats"]["ana"]["links"] += 1
        case "another roll":
            roll["line"] = lie["rolls"][1]["line"]
        case _:
            lie["anchors"][0]["size"] -= 1
    return lie


@pytest.mark.parametrize(
    "how", ["faces", "the roller", "a stranger", "nobody", "missing", "links", "another roll", "cosigned"]
)
def test_a_report_that_promises_too_much_is_found(how: str) -> None:
    attack = honest("salted")
    told = by_the_file(attack)
    assert told["anchors"][0]["parties"]
    assert [*breaches(attack, lying(told, how))]


BLINDNESS: dict[str, tuple[Any, str, Any]] = {
    "draws no die again": (Redrawn, "_must_follow", lambda *_: None),
    "takes what is shut for drawn": (Redrawn, "whole", True),
    "takes every seat for a witness": (witnesses, "witnesses", lambda _, given, *__: tuple(given)),
    "takes every signature": (signing, "verifies", lambda *_: True),
    "does not look what a seat had seen": (Freshness, "must_be_fresh", lambda *_: None),
}


@pytest.mark.parametrize("how", BLINDNESS)
def test_a_verifier_that_looks_away_is_found(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, instead = BLINDNESS[how]
    monkeypatch.setattr(place, name, instead)
    attacks = (attacked(seed) for seed in range(400))
    assert any(True for attack in attacks for _ in breaches(attack, by_the_ledger(attack)))
