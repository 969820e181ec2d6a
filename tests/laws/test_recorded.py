"""Laws over random legal play that goes through a real store: folds, rewinds, files, audits."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from domain.deciding import controls
from ledger.application import Ledger
from ledger.line.actions import command_of
from ledger.line.lines import decode
from ledger.proof.verifying import verify
from ledger.store import snapshots
from ledger.store.stored_lines import decoded
from ledger.table.answers import Declaration
from ledger.table.fight import Fight
from projections.audit import audit
from projections.chronicle import chronicle
from tests.chance import repeatable
from tests.laws.fights import SYSTEMS, opening, pick

pytestmark = pytest.mark.slow
IN_EACH = pytest.mark.parametrize("system", SYSTEMS)


def recorded(ledger: Ledger, system: str, number: int, most: int = 40, encounter: str | None = None) -> str:
    """Return the id of a random fight, or of one that goes on, with a rewind now and then, to where it was once."""
    chance = random.Random(f"recorded {system} {number}")
    encounter = ledger.open(opening(system, chance)).encounter if encounter is None else encounter
    host, *others = ledger.fight(encounter).table.players
    for turn in range(most):
        fight = ledger.fight(encounter)
        if chance.random() < 0.08:
            _take_back(ledger, fight, host, chance, f"back-{number}-{turn}")
            continue
        body = pick(fight.encounter, chance, may_end=turn > most - 5)
        if body is None:
            break
        command = command_of(body, system)
        seat = next(seat for seat in (host, *others) if controls(fight.encounter, seat, command))
        ledger.record(encounter, seat, Declaration(action=command, cmd=f"c{number}-{turn}"))
    return encounter


@pytest.mark.long(but=("sqlite-pursuit", "postgres-etiquette"))
@IN_EACH
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_from_a_snapshot_a_fight_is_the_same_and_goes_on_the_same(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    store: str,
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 8)
    url = request.getfixturevalue("postgres") if store == "postgres" else None
    with ExitStack() as ledgers:

        def again() -> Ledger:
            opened: Ledger = ledgers.enter_context(Ledger(tmp_path, database=url))
            return opened

        first = again()
        encounter = recorded(first, system, 7)
        assert first.fights.photographer.wait()
        second = again()
        recorded(second, system, 8, 20, encounter)
        assert second.fights.photographer.wait()
        loaded, whole = again().fight(encounter), Fight().then(decoded(encounter, first.store.read_lines(encounter)))
        assert loaded.log.first > 0
        assert loaded == whole
        assert first.fight(encounter) == whole
        for version in {*whole.ends, *range(0, whole.version, 7)}:
            assert loaded.at(version) == whole.at(version)
        assert (loaded.ends, loaded.live, loaded.stirred) == (whole.ends, whole.live, whole.stirred)
        assert loaded.log.used == whole.log.used
        assert audit(again().export(encounter)).rules.result == "exact"


def _take_back(ledger: Ledger, fight: Fight, seat: str, chance: random.Random, cmd: str) -> None:
    """Go back to any end of a command whose state is another one."""
    there = [end for end in fight.ends if end not in fight.ends[-1:] and fight.at(end) != fight.encounter]
    if there:
        target = chance.choice(there)
        ledger.ask_rewind(fight.id, seat, target, "a slip", cmd)
        assert ledger.fight(fight.id).encounter == fight.at(target)


@IN_EACH
def test_the_same_number_gives_the_same_file(system: str) -> None:
    files = []
    for _ in range(2):
        with repeatable(11), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
            files.append(ledger.export(recorded(ledger, system, 11, 20)))
    assert files[0] == files[1]


@pytest.mark.long(but=("verdigris-0", "storyteller-0"))
def test_a_recorded_fight_folds_verifies_audits_and_travels(fight: tuple[str, int]) -> None:
    system, number = fight
    with repeatable(number), TemporaryDirectory() as folder, Ledger(Path(folder)) as ledger:
        _travels(ledger, system, number)


def _travels(ledger: Ledger, system: str, number: int) -> None:
    encounter = recorded(ledger, system, number)
    fight = ledger.fight(encounter)

    stored = [decode(line.raw) for line in fight.lines]
    in_one_go = Fight().then(stored)
    step_by_step = Fight()
    for line in stored:
        step_by_step = step_by_step.then([line])
    assert in_one_go.encounter == step_by_step.encounter == fight.encounter
    assert in_one_go.table == step_by_step.table == fight.table

    file = ledger.export(encounter)
    assert verify(file).broken is None
    report = audit(file)
    assert report.rules.result == "exact", report.rules
    assert report.ok
    assert chronicle(fight.lines)

    with Ledger() as elsewhere:
        assert elsewhere.import_(file) == encounter
        assert elsewhere.import_(file) == encounter
        assert elsewhere.export(encounter) == file
        assert elsewhere.fight(encounter).encounter == fight.encounter
