"""What the tables should hold, told a second time and differently: from the loaded fights, event by event."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from domain import deciding
from domain.dice import notation
from domain.events import (
    CombatantMoved,
    DamageApplied,
    DeclarationMade,
    DiceRolled,
    EncounterEnded,
    HistoryRewound,
    LifeStateChanged,
    OutcomeResolved,
    RulingMade,
    TurnStarted,
    VitalsRestored,
)
from ledger.application import Ledger
from ledger.line.entries import (
    CommandAccepted,
    DisputeRaised,
    DisputeSettled,
    RewindAsked,
    TableDiceAttested,
    TableDiceTyped,
)
from ledger.table.fight import Fight
from projections.initiative import phase
from projections.tables.builds import Builds

Key = tuple[str, str, str, str, str]


def counts(fight: Fight) -> tuple[Counter[Key], Counter[Key]]:
    """Return how often, and how much, of everything that counts in a fight."""
    times: Counter[Key] = Counter()
    totals: Counter[Key] = Counter()

    def add(name: str, measure: str, kind: str = "", result: str = "", total: int = 0, often: int = 1) -> None:
        name = re.sub(r"#\d+$", "", name)
        times[fight.id, name, measure, kind, result] += often
        totals[fight.id, name, measure, kind, result] += total

    alive = [fight.log.lines[n] for span in fight.live for n in span]
    for index, line in enumerate(alive):
        match line.entry:
            case DamageApplied() | VitalsRestored() if _is_overruled(fight, line.cause):
                pass
            case DamageApplied(to=to, by=by, pool=pool, before=before, after=after):
                add(by, "damage_dealt", pool, total=before - after)
                add(to, "damage_taken", pool, total=before - after)
            case VitalsRestored(to=to, pool=pool, before=before, after=after):
                add(to, "healed", pool, total=after - before)
            case OutcomeResolved(who=who, kind=kind, result=result):
                add(who, "outcome", kind, result)
            case LifeStateChanged(who=who, origin=origin, to=to):
                add(who, "became", to, origin)
                command = [each.entry for each in alive[:index] if each.cause == line.cause]
                harm = [each for each in command if isinstance(each, DamageApplied) and each.to == who]
                harm = [] if _is_overruled(fight, line.cause) else harm
                if harm and to in ("down", "dying", "dead"):
                    add(harm[-1].by, "felled", to, origin)
            case CombatantMoved(who=who, mode=mode, cost=cost):
                add(who, "moved", mode, total=cost or 0)
            case DiceRolled(by=by, purpose=purpose, faces=faces) as roll:
                add(by, "rolled", purpose, total=roll.sl or 0 if roll.total is None else roll.total)
                if faces:
                    add(by, "dice", f"d{notation(roll.dice).sides}", total=sum(faces), often=len(faces))
            case TurnStarted(who=who):
                add(who, "turn")
            case DeclarationMade(who=who, kind=kind):
                add(who, "declared", kind)
            case EncounterEnded(winner=str(winner)):
                add(winner, "won")
            case RulingMade(by=by, subject=subject):
                add(by, "ruled", subject)
            case _:
                pass
    for line in fight.lines:
        match line.entry:
            case RewindAsked(by=by):
                add(by, "asked_back")
            case HistoryRewound(by=by):
                add(by, "took_back")
            case DisputeRaised(by=by):
                add(by, "contested")
            case DisputeSettled(by=judges, result=result):
                for judge in judges:
                    add(judge, "settled", result)
            case TableDiceTyped(seat=seat, dice=dice, faces=faces):
                add(seat, "typed", f"d{notation(dice).sides}", total=sum(faces))
            case TableDiceAttested(of=of, verdict=verdict):
                typed = fight.lines[of].entry
                assert isinstance(typed, TableDiceTyped)
                add(typed.seat, "attested", verdict)
            case _:
                pass
    return times, totals


def _is_overruled(fight: Fight, cause: int | None) -> bool:
    command = None if cause is None else fight.lines[cause].entry
    return isinstance(command, CommandAccepted) and command.decl.get("action", {}).get("do") == "override"


def told(ledger: Ledger) -> dict[Key, tuple[int, int]]:
    """Return the tallies of every encounter of a ledger, counted from the loaded fights."""
    found: dict[Key, tuple[int, int]] = {}
    for each in ledger.encounters():
        times, totals = counts(ledger.fight(each.encounter))
        found |= {key: (times[key], totals[key]) for key in times}
    return found


def tallied(tables: Builds) -> dict[Key, tuple[int, int]]:
    """Return the tallies that stand in the tables."""
    rows = tables.ask("SELECT encounter, name, measure, kind, result, times, total FROM tallies_v3")
    return {(row[0], row[1], row[2], row[3], row[4]): (row[5], row[6]) for row in rows}


def lobby_told(ledger: Ledger) -> dict[str, tuple[Any, ...]]:
    """Return what the lobby should say of every encounter, from the loaded fights."""
    found: dict[str, tuple[Any, ...]] = {}
    for each in ledger.encounters():
        fight = ledger.fight(each.encounter)
        encounter = fight.encounter
        kind = "read_only" if fight.imported else deciding.pending(encounter).kind
        found[each.encounter] = (
            each.system,
            each.rules,
            each.version,
            each.at,
            each.changed,
            encounter.round,
            phase(encounter),
            kind,
            each.outcome,
            encounter.winner,
            int(each.imported),
        )
    return found


def lobby_rows(tables: Builds) -> dict[str, tuple[Any, ...]]:
    """Return what the lobby says of every encounter."""
    rows = tables.ask(
        "SELECT encounter, system, rules, version, opened, changed, round, phase, kind, outcome, winner, imported"
        " FROM lobby_v3"
    )
    return {row[0]: row[1:] for row in rows}
