"""One roll is proved by a few lines, which each verifier checks alone; whatever is changed in them is found by all."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from ledger.line.canonical import canon_trusted
from ledger.proof.proofs import proof, prove
from ledger.proof.verifying import Misused as MisusedHere
from ledger.refusals import NoSuchProof
from tests.verifier.attacks.attacking import Attack, drawn, key_of_roll, leaf_of, numbers, spelt
from tests.verifier.attacks.fuzzing import ODD, bare
from tests.verifier.attacks.hostile import attacked
from tests.verifier.cases import FILES
from tests.verifier.page import InBrowser, InNode, asked
from verifier.verify_fight import Misused, main, verify_proof

Page = InBrowser | InNode


def parts(raw: bytes) -> tuple[list[bytes], list[str]]:
    """Return the lines of a file, and its checkpoints."""
    rows = raw.splitlines()
    return [row for row in rows if b'"type":' in row and json.loads(row).get("type")], [
        json.loads(row)["note"] for row in rows if row.startswith(b'{"note":')
    ]


def proved(name: str, roll: int) -> bytes:
    return proof(*parts((FILES / f"{name}.ndjson").read_bytes()), roll)


def said(opened: Page, raws: list[bytes], **more: Any) -> list[dict[str, Any]]:
    """Return what all three say of proofs, which must be the same."""
    found = []
    shown = opened.call("proveAll", [asked(raw, **more) for raw in raws])
    operators = more.get("operators", ())
    for raw, page in zip(raws, shown, strict=True):
        file, ledger = verify_proof(raw, operators=operators), prove(raw, operators=operators).report
        assert bare(file) == bare(ledger) == bare(page), raw.decode("utf-8", "replace")
        found.append(file)
    return found


def test_it_is_short_and_holds_nothing_else() -> None:
    raw = proved("salted", 2)
    assert raw == canon_trusted(json.loads(raw)) + b"\n"
    assert len(raw) < 10_000
    kinds = [each["line"]["type"] for each in json.loads(raw)["lines"]]
    seats, rolled = ["EncounterOpened", "SeatJoined", "SeatJoined"], ["EntropyRevealed", "DiceRolled", "DiceRolled"]
    assert kinds == [*seats, "EntropyRevealed", "CommandAccepted", *rolled]


def ways(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each single value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in inner:
        yield from ways(member, (*before, name))
    if not isinstance(value, dict | list):
        yield before


def changed(value: Any) -> list[Any]:
    """Return other values that could stand in a place."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return [not value, "x"]
    if isinstance(value, int):
        return [value + 1]
    middle = len(value) // 2
    other = "0" if value[middle : middle + 1] != "0" else "1"
    return [value[:middle] + other + value[middle + 1 :]]


CHANGED = [("salted", 2), ("waiting", 1), ("devices", 7)]
MANY = [pytest.param(name, roll, 100_000, marks=pytest.mark.long) for name, roll in CHANGED]


@pytest.mark.long(but=("salted",))
@pytest.mark.parametrize(("name", "roll", "most"), [*((*each, 30) for each in CHANGED), *MANY])
def test_whatever_is_changed_in_a_proof_is_refused(name: str, roll: int, most: int, opened: Page) -> None:
    """Each field with another value, each line and each step of a path left out or written twice; by seed some."""
    good = json.loads(proved(name, roll))
    spoilt: list[Any] = []
    for way in ways(good):
        spoilt.extend(_with(good, way, value) for value in changed(_at(good, way)))
    for n in range(len(good["lines"])):
        spoilt += [_cut(good, "lines", n), _cut(good, "lines", n, 2)]
        for step in range(len(good["lines"][n]["path"])):
            bad = copy.deepcopy(good)
            del bad["lines"][n]["path"][step]
            spoilt.append(bad)
    for field in good:
        spoilt.append({name: value for name, value in good.items() if name != field})
    spoilt.append({**good, "more": 1})
    sample = random.Random(roll).sample(spoilt, min(most, len(spoilt)))
    found = said_alike(opened, [canon_trusted(each) for each in sample])
    wrong = [(verdict, each) for verdict, each in zip(found, sample, strict=True) if verdict in ("OK", "OK BUT")]
    assert not [json.dumps(each)[:3000] for _, each in wrong if not _is_less(each, good)]


def said_alike(opened: Page, raws: list[bytes]) -> list[str]:
    shown = opened.call("proveAll", [asked(raw) for raw in raws])
    found = []
    for raw, page in zip(raws, shown, strict=True):
        verdicts = {verify_proof(raw)["verdict"], prove(raw).report["verdict"], page["verdict"]}
        assert len(verdicts) == 1, (verify_proof(raw), prove(raw).report, page, raw.decode())
        found.append(verdicts.pop())
    return found


@pytest.mark.long
def test_whatever_stands_in_a_proof_each_verifier_says_what_it_is(opened: Page) -> None:
    """What is no seat and no key, wherever one is named, and by seed 17 some of all that is odd anywhere."""
    good = json.loads(proved("salted", 2))
    every = list(ways(good))
    named = [way for way in every if way[2:3] == ("line",) and way[-1] in ("id", "seat", "party", "key")]
    wrong: list[Any] = ["", "x", "AAAA", None, []]
    spoilt = [(way, odd) for way in named for odd in wrong]
    spoilt += random.Random(17).sample([(way, odd) for way in every for odd in ODD], 60)
    assert len(spoilt) > 100
    raws = [canon_trusted(_with(good, way, odd)) for way, odd in spoilt if _at(good, way) != odd]
    assert set(said_alike(opened, raws)) == {"BROKEN"}


def _is_less(value: Any, good: Any) -> bool:
    """Say whether it only leaves out the last die, or a device that nobody needs: what is left is true."""
    lines = value.get("lines", [])
    return (
        value.keys() == good.keys() and all(each in good["lines"] for each in lines) and len(lines) < len(good["lines"])
    )


def _at(value: Any, way: tuple[Any, ...]) -> Any:
    for step in way:
        value = value[step]
    return value


def _with(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    made = copy.deepcopy(value)
    _at(made, way[:-1])[way[-1]] = new
    return made


def _cut(value: Any, name: str, n: int, times: int = 0) -> Any:
    made = copy.deepcopy(value)
    made[name][n : n + 1] = [made[name][n]] * times
    return made


def test_the_seats_of_the_operator_witness_nothing(opened: Page) -> None:
    (told,) = said(opened, [proved("salted", 1)], operators=["bo"])
    assert told["rolls"][0]["grade"] == "server+roller"


def test_a_seat_that_a_proof_does_not_have_cannot_be_the_operators(opened: Page, tmp_path: Path) -> None:
    raw = proved("salted", 1)
    with pytest.raises(MisusedHere, match="There is no seat 'Bo' in this proof that could be the operator's"):
        prove(raw, operators=["ana", "Bo"])
    with pytest.raises(Misused, match="There is no seat 'Bo' in this proof that could be the operator's"):
        verify_proof(raw, operators=["ana", "Bo"])
    (shown,) = opened.call("proveAll", [asked(raw, operators=["ana", "Bo"])])
    assert shown == {"misused": "There is no seat 'Bo' in this proof that could be the operator's."}
    file = tmp_path / "roll.proof"
    file.write_bytes(raw)
    assert main([str(file), "--operator", "Bo"]) == 2
    assert CliRunner().invoke(app, ["verify", str(file), "--operator", "Bo"]).exit_code == 2
    # What is broken is broken, whoever is named.
    assert verify_proof(raw.replace(b'"faces":[4]', b'"faces":[5]'), operators=["Bo"])["verdict"] == "BROKEN"


def test_what_is_sealed_typed_or_not_decided_has_no_proof() -> None:
    for name, roll in (("secret-closed", 1), ("typed", 1), ("salted", 9), ("waiting", 3)):
        with pytest.raises(NoSuchProof):
            proved(name, roll)


def test_a_proof_made_by_a_hostile_operator_shows_no_face_that_does_not_follow(opened: Page) -> None:
    """The operator makes proofs of what it forged, with every hash and path as it must be."""
    found: list[tuple[Attack, bytes]] = []
    for attack in map(attacked, range(40)):
        for roll in (1, 2):
            try:
                found.append((attack, proof(*parts(attack.raw), roll)))
            except (NoSuchProof, KeyError, IndexError):
                continue
    assert len(found) > 15
    verdicts = said_alike(opened, [raw for _, raw in found])
    assert {"OK", "BROKEN"} <= set(verdicts)
    for (attack, raw), verdict in zip(found, verdicts, strict=True):
        if verdict in ("OK", "OK BUT"):
            _must_be_true(attack, raw)


def _must_be_true(attack: Attack, raw: bytes) -> None:
    """Draw the dice again, and ask the honest devices which numbers they gave."""
    lines = [each["line"] for each in json.loads(raw)["lines"]]
    revealed = [line for line in lines if line["type"] == "EntropyRevealed"][-1]
    command = next(line for line in lines if line["n"] == revealed["cause"])
    dice = [line for line in lines if line["type"] == "DiceRolled"]
    asked, came, leaf = command.get("contributors", {}), revealed.get("contributions", {}), leaf_of(spelt(command))
    links = [(party, asked[party], each["link"]) for party, each in came.items()]
    source = numbers(key_of_roll(lines[0]["encounter"], revealed["server"], revealed["roll"], leaf, links))
    assert [line["faces"] for line in dice] == [drawn(source, line["dice"]) for line in dice]
    keys = {line["party"]: line["key"] for line in lines if "key" in line}
    for party, _, link in links:
        assert keys[party] not in attack.honesty.keys or attack.honesty.given[party, leaf] == link


def test_a_checkpoint_that_was_kept_and_the_key_of_the_log_are_compared() -> None:
    raw = proved("salted", 1)
    whole = (FILES / "whole.note").read_text(encoding="utf-8")
    key = (FILES / "log.key").read_text(encoding="utf-8").strip()
    assert verify_proof(raw, [whole], key)["verdict"] == "OK"
    other = verify_proof(proved("devices", 1))["log_key"]
    assert verify_proof(raw, [], other)["verdict"] == prove(raw, (), other).report["verdict"] == "BROKEN"


def test_the_command_line_makes_and_checks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, broken = tmp_path / "roll.proof", tmp_path / "broken.proof"
    run = CliRunner().invoke
    assert run(app, ["proof", str(FILES / "salted.ndjson"), "2", "--out", str(out)]).exit_code == 0
    assert run(app, ["proof", str(FILES / "salted.ndjson"), "2"]).stdout.encode() == out.read_bytes()
    refused = run(app, ["proof", str(FILES / "salted.ndjson"), "9"])
    assert (refused.exit_code, "no roll 9" in refused.stderr) == (2, True)
    broken.write_bytes(out.read_bytes().replace(b'"faces":[', b'"faces":[9,', 1))
    for path, status in ((out, 0), (broken, 1)):
        ended = run(app, ["verify", str(path)])
        assert (ended.exit_code, main([str(path)])) == (status, status)
        assert ended.stdout.splitlines()[0].split(":")[0] == ("OK" if status == 0 else "BROKEN")
    assert "witnessed by ana" in capsys.readouterr().out
