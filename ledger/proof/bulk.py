"""How much a file from outside may hold: counted in its bytes, in one pass, before anything of it is believed.

What grows with the lines of a fight (seats, devices, disputes, creatures, rewinds) is looked through with each of
them. So long as there are no more of those than people make, the work is in proportion to the lines.
"""

from __future__ import annotations

from ledger.refusals import TooMuch

MOST_LINES = 100_000
MOST: dict[str, int] = {
    "SeatJoined": 600,
    "SeatKeyChanged": 1_000,
    "ChainRenewed": 5_000,
    "CombatantJoined": 1_000,
    "BoardChanged": 5_000,
    "ConditionApplied": 10_000,
    "DisputeRaised": 2_000,
    "DisputeAnswered": 5_000,
    "TableDiceAttested": 5_000,
    "TableDiceTyped": 20_000,
    "RewindAsked": 2_000,
    "HistoryRewound": 1_000,
    "SeatKeyAsked": 1_000,
}
"""Lines of a kind, at most."""
NOTES = 20_000


def must_be_manageable(raw: bytes) -> None:
    """Refuse a file with more lines, or more of one kind, than a fight among people comes to. Raises TooMuch."""
    if (lines := raw.count(b"\n")) > MOST_LINES:
        raise TooMuch(f"The file has {lines} lines: at most {MOST_LINES} are taken in.")
    for kind, most in MOST.items():
        if (found := raw.count(b'"type":"%b"' % kind.encode())) > most:
            raise TooMuch(f"The file has {found} lines {kind}: at most {most} are taken in.")
    if (found := raw.count(b'\n{"note":')) > NOTES:
        raise TooMuch(f"The file has {found} checkpoints: at most {NOTES} are taken in.")
