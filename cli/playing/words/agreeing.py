"""What the seats agree about: taking back, the end of the fight, the end of the ledger."""

from __future__ import annotations

from collections.abc import Iterator

from cli.playing.asking import Cancelled
from cli.playing.terminal import Terminal
from domain.events import HistoryRewound
from ledger.line.entries import CommandAccepted
from ledger.table.table import Table
from projections.wording import listed


def undo(terminal: Terminal, reason: str) -> None:
    """Ask for the moment before the last command of this seat that counts; words are nothing to take back."""
    fight = terminal.fight()
    live = {n for part in fight.live for n in part}
    own = [
        line.n
        for line in fight.lines
        if isinstance(line.entry, CommandAccepted)
        and line.n in live
        and line.entry.decl["seat"] == terminal.client.seat
        and line.entry.decl.get("action", {}).get("do") != "say"
    ]
    ends = [end for end in fight.ends if own and end < own[-1] and end in live]
    if not ends:
        terminal.screen.say("You have done nothing that could be taken back.")
        return
    _go(terminal, ends[-1], reason or "undo")


def redo(terminal: Terminal, reason: str) -> None:
    """Ask for what was taken back last, if nothing was done since."""
    fight = terminal.fight()
    back = next((line for line in reversed(fight.lines) if isinstance(line.entry, HistoryRewound)), None)
    since = [] if back is None else fight.lines[back.n :]
    if back is None or back.cause is None or any(isinstance(line.entry, CommandAccepted) for line in since):
        terminal.screen.say(
            "Nothing can be brought back: that goes right after it was taken back, before anything else is done."
        )
        return
    _go(terminal, max(end for end in fight.ends if end < back.cause), reason or "redo")


def _go(terminal: Terminal, version: int, reason: str) -> None:
    """Ask for a moment, and say who must agree."""
    terminal.call("rewind", to_version=version, reason=reason)
    now = terminal.fight().table
    if (request := now.request) is None:
        return
    missing = sorted(set(now.players) - {request.by, *dict(request.agreed)})
    terminal.screen.tell([f"Asked: {listed(missing)} must agree.", *_elsewhere(now, missing)])


def _elsewhere(table: Table, seats: list[str]) -> Iterator[str]:
    """Yield what is to be known of seats that may not have come: they play, with or without a device."""
    if without := [seat for seat in seats if not table.devices_of(seat)]:
        yield (
            f"No device of {listed(without)} has come: whoever plays there without one has to agree too, "
            "and what nobody answers lapses after ten minutes."
        )


def agree(terminal: Terminal, _: str) -> None:
    """Say yes to what somebody asks for."""
    _answer(terminal, agree=True)


def refuse(terminal: Terminal, _: str) -> None:
    """Say no to what somebody asks for."""
    _answer(terminal, agree=False)


def _answer(terminal: Terminal, *, agree: bool) -> None:
    """Answer to what somebody wants to take back, or else to whoever wants the fight to end."""
    fight = terminal.fight()
    if fight.table.request is None and fight.encounter.ending:
        terminal.do({"do": "end_encounter" if agree else "refuse_end", "by": terminal.client.seat}, None)
        return
    terminal.call("answer_rewind", agree=agree)


def close(terminal: Terminal, _: str) -> None:
    """Close the ledger, once that is meant."""
    try:
        terminal.must_mean("close")
    except Cancelled:
        terminal.screen.say("Nothing was done.")
        return
    terminal.call("close")
