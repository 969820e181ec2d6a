"""What the seats agree about: taking back, the end of the fight, the end of the ledger."""

from __future__ import annotations

from cli.playing.asking import Cancelled
from cli.playing.terminal import Terminal
from ledger.line.entries import CommandAccepted


def undo(terminal: Terminal, reason: str) -> None:
    """Ask for the moment before the last command of this seat that counts."""
    fight = terminal.fight()
    live = {n for part in fight.live for n in part}
    own = [
        line.n
        for line in fight.lines
        if isinstance(line.entry, CommandAccepted)
        and line.n in live
        and line.entry.decl["seat"] == terminal.client.seat
    ]
    ends = [end for end in fight.ends if own and end < own[-1] and end in live]
    if not ends:
        terminal.screen.say("You have done nothing that could be taken back.")
        return
    terminal.call("rewind", to_version=ends[-1], reason=reason or "undo")
    now = terminal.fight().table
    if (request := now.request) is not None:
        missing = set(now.players) - {request.by, *dict(request.agreed)}
        terminal.screen.say(f"Asked: {' and '.join(sorted(missing))} must agree.")


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
