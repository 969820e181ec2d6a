"""A fight in the terminal: round, order, budgets, engagements and what is pending, within its width."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cli.replaying import order, points, replay
from ledger.proof import exporting
from ledger.table.fight import Fight
from projections.initiative import initiative
from tests.projections.fights import Written
from tests.projections.handmade import Handmade, event, folded, joined, laid, opened, skirmish
from tests.transcripts.writing import FILES


def below(fight: Handmade) -> list[str]:
    """Return what stands under the board of a fight."""
    return [*points(fight.now, 78), *order(initiative(fight.now))]


def test_a_round_shows_points_order_budgets_and_what_is_pending() -> None:
    fight = skirmish()
    fight.command("net", "ConditionApplied to=Bram condition=entangled stacks=2")
    assert below(fight) == [
        "Aila 5/5, 2/2   Bram 4/4 (entangled ×2)   Gob1 0/3 †   Gob2 3/3",
        "Round 1, party first.",
        "Order: → Aila, Bram, Gob2 (surprised)",
        "Aila has left: action 0, movement 0",
        "Pending: turn for Aila.",
    ]


def test_whoever_has_acted_is_ticked_off_and_a_question_names_all_it_is_for() -> None:
    fight = skirmish()
    fight.command(
        "end_turn",
        "TurnEnded who=Aila",
        "LifeStateChanged who=Bram life=active->dying why=hp_0",
        "DecisionOpened kind=ruling owner=[gm,P1] subject=called_shot options=[yes,no]",
    )
    assert below(fight)[0].startswith("Aila 5/5, 2/2   Bram 4/4 ↓ dying")
    assert below(fight)[2:] == [
        "Order: ✓ Aila, Bram, Gob2 (surprised)",
        "Pending: ruling on called shot for gm and P1 (yes, no).",
    ]


def test_a_phase_an_initiative_and_engagements_are_named() -> None:
    encounter = folded(
        opened("zones"),
        laid("zones", zones=["Yard"]),
        joined("Aila", "party", "Yard"),
        joined("Gob1", "enemies", "Yard"),
        event("PhaseChanged from=stances to=characters"),
        event("DiceRolled by=Aila for=initiative dice=3d6 faces=[1,2,3] total=6"),
        event("OrderSet order=[Aila,Gob1] basis=initiative"),
        event("RoundStarted round=2"),
        event("EngagementChanged id=M1 change=formed kind=melee zone=Yard members=[Aila,Gob1]"),
        event("EngagementChanged id=G1 change=formed kind=grapple zone=Yard members=[Aila,Gob1] holder=Aila"),
    )
    assert list(order(initiative(encounter))) == [
        "Round 2, phase characters.",
        "Order: Aila 6, Gob1",
        "Melee M1 at Yard: Aila, Gob1.",
        "Grapple G1 at Yard: Aila, Gob1, Aila has hold.",
        "Nothing is pending.",
    ]


def test_while_nobody_is_asked_it_says_who_may_begin_and_who_alone_is_left() -> None:
    now = Written().now
    assert list(order(initiative(now))) == ["Nobody is asked: Ana, Bo or Cy may begin."]
    dead = {who: replace(one, life="dead") for who, one in now.combatants.items() if who != "Ana"}
    assert list(order(initiative(replace(now, combatants={**now.combatants, **dead})))) == [
        "Nobody is asked: Ana may begin.",
        "Ana alone is left: the fight is decided, and goes on until it is ended.",
    ]


def test_many_points_go_on_in_the_next_row() -> None:
    crowd = [joined(f"Goblin{number}", "enemies", "Yard", ("hp", 3, 3)) for number in range(20)]
    rows = list(points(folded(opened("zones"), laid("zones", zones=["Yard"]), *crowd), 78))
    assert len(rows) > 3
    assert all(len(row) <= 78 for row in rows)


@pytest.mark.long(but=("etiquette", "storyteller"))
@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_fight_of_each_system_is_shown_within_the_width_at_every_step(file: Path) -> None:
    _, lines, _ = exporting.read(file.read_bytes())
    shown = replay(Fight().then(lines))
    for step in range(0, len(shown.steps), 3):
        head, _, _, *rows = shown.shown(step).split("\n")
        assert head.startswith(shown.fight.id)
        assert [row for row in rows if len(row) > 78] == []
