"""A command taken for whoever cannot wait: its answer holds what is committed, whatever follows it meanwhile."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

from bots.players import Choices, sensible
from domain.deciding import offers
from domain.dice import notation
from domain.refusals import Refused
from domain.table.words import Words
from ledger.application import Ledger
from ledger.calls.playing import Taken
from ledger.line.actions import command_of
from ledger.refusals import NoStore
from ledger.table.answers import Declaration, Wait
from tests.bench.skirmish import crowded

REFEREE = "gm"
LONG_WORDS = [f"{kind}{'x' * 27}{n:02}" for kind in ("typ", "con") for n in range(10)]


def plays(ledger: Ledger, encounter: str, number: int) -> Taken | None:
    """Give the next sensible command; return it if it is taken at once, once it is committed."""
    fight = ledger.fight(encounter)
    body = sensible(fight.encounter, offers(fight.encounter, REFEREE), Choices(number), False)
    assert body is not None
    wish = Declaration(action=command_of(body, "storyteller"), cmd=f"c{number}")
    committed = Event()
    taken = ledger.playing.at_once(encounter, REFEREE, wish, None, lambda _: committed.set())
    if taken is None:
        ledger.record(encounter, REFEREE, wish)
    else:
        committed.wait()
    return taken


def typed(ledger: Ledger, encounter: str, waited: Wait, face: int, cmd: str) -> None:
    """Type in what dice of the table showed."""
    ledger.type_dice(encounter, REFEREE, waited.by, waited.dice, [face] * notation(waited.dice).count, cmd)


def rolls_at_once(ledger: Ledger, encounter: str) -> tuple[Taken, Wait]:
    """Play until a command is taken at once that waits for dice; return both."""
    for number in range(200):
        taken = plays(ledger, encounter, number)
        while (waited := ledger.waiting(encounter)) is not None:
            if taken is not None:
                return taken, waited
            typed(ledger, encounter, waited, 3, f"d{number}-{ledger.fight(encounter).version}")
    raise AssertionError("Nothing was rolled by a command that was taken at once.")


def test_an_answer_that_is_late_tells_and_signs_nothing_that_is_not_committed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the commit and the answer dice were typed in, which could not be written."""
    opening = replace(crowded(Random("late"), people=4, walls=0), dice="table")
    with Ledger(tmp_path) as ledger:
        encounter = ledger.open(opening).encounter
        taken, waited = rolls_at_once(ledger, encounter)
        late = []

        def full(*_: object, **__: object) -> None:
            late.append(taken.answer())
            raise NoStore("full")

        with monkeypatch.context() as store:
            store.setattr(ledger.store, "insert_events", full)
            with pytest.raises(NoStore):
                typed(ledger, encounter, waited, 3, "lost")
        [answer] = late
        assert answer.version == taken.fight.version == ledger.store.last_version(encounter)
        assert answer.checkpoint is not None
        size, root = answer.checkpoint.split("\n")[1:3]
        assert int(size) == answer.version + 1
        typed(ledger, encounter, waited, 5, "kept")
        again = ledger.receipts.checkpoint(ledger.fight(encounter), answer.version + 1)
        assert again is not None
        assert again.split("\n")[2] == root


def test_a_command_that_rolls_and_is_too_long_for_a_line_is_refused_before_it_does(tmp_path: Path) -> None:
    words = Words(damage_types=tuple(LONG_WORDS[:10]), conditions=tuple(LONG_WORDS[10:]))
    opening = replace(crowded(Random("long"), people=4, walls=0), words=words)
    with Ledger(tmp_path) as ledger:
        encounter = ledger.open(opening).encounter
        for number in range(100):
            if ledger.fight(encounter).encounter.turn is not None:
                break
            plays(ledger, encounter, number)
        sheet = {"id": "Late", "kind": "creature", "at": "20:50", "hp": 10, **_endless()}
        wish = command_of({"do": "add_combatant", "by": REFEREE, "sheet": sheet}, "storyteller")
        before = ledger.fight(encounter)
        with pytest.raises(Refused, match="too large"):
            ledger.record(encounter, REFEREE, Declaration(action=wish, cmd="late"))
        assert ledger.fight(encounter).version == before.version
        assert ledger.fight(encounter).table.rolls == before.table.rolls


def _endless() -> dict[str, object]:
    """Return as much as a sheet may hold."""
    effect = {
        "damage": "199d1000 + 999",
        "heal": "199d1000 + 999",
        "type": LONG_WORDS[0],
        "condition": LONG_WORDS[10],
        "until": "turn_start",
        "save": {"ability": "agility", "versus": 10, "half": True},
    }
    attack = {
        "category": "ranged_weapon", "to_hit": -20, "damage": "199d1000 + 999", "type": LONG_WORDS[0],
        "range": [4000, 5000], "effect": effect,
    }  # fmt: skip
    ability = {"kind": "reaction", "aims": "enemy", "range": 5000, "uses": 20, "short_rest": True, "effect": effect}
    return {
        "initiative_group": "g" * 32,
        "name": "\U00020000" * 30,
        **dict.fromkeys(("resistances", "vulnerabilities", "immunities"), LONG_WORDS[:10]),
        "conditions": LONG_WORDS[10:],
        "attacks": [{"id": f"{'a' * 30}{n:02}", **attack} for n in range(20)],
        "abilities": [{"id": f"{'b' * 30}{n:02}", **ability} for n in range(20)],
    }
