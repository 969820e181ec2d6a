"""The command line: the names of its commands, each with a sentence and with the function that is read when it runs."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS = {
    "serve": ("serve:serve", "Serve the HTTP API until Ctrl-C."),
    "fight": ("fight:fight", "Let automatic players fight, once or several times, tell the fight, verify it."),
    "simulate": (
        "simulate:simulate",
        "Let automatic players fight many times without a store, and say who wins how often, and what a change does.",
    ),
    "open": ("open:open_there", "Open an encounter on a running server, and print a link for each seat."),
    "invite": (
        "invite:invite",
        "Invite a latecomer, or somebody anew, with the link of whoever opened the encounter; print the link.",
    ),
    "fork": (
        "fork:fork",
        "Open a what-if: a fight repeated up to a line, that goes on with dice of its own; print a link for each seat.",
    ),
    "join": ("join:join_table", "Take a seat: check every line, salt every roll, and play it."),
    "schema": ("schema:schema", "Print the JSON Schema of a system's roster files, for editors and programs."),
    "map": ("maps:map_file", "Print the board of squares that a map file states, for a roster of storyteller."),
    "check": ("check:check", "Run rulebook examples from files."),
    "replay": ("replay:replay", "Step through an exported fight: the board, the order, the sentence."),
    "verify": (
        "verify:verify_file",
        "Check an exported fight, or the proof of a roll, with nothing but its file: chain, dice, rules.",
    ),
    "proof": (
        "verify:prove_roll",
        "Write the few lines that prove one roll of a fight, to paste into a chat; of a link they are checked first.",
    ),
    "export": (
        "export:export",
        "Write a fight to a file that verifies by itself; by the link of a seat as far as that seat knows it.",
    ),
    "import": ("archives:import_file", "Take an exported fight into the store, read only, after verifying it."),
    "archive": (
        "archives:archive",
        "Write fights that are over to files, verify these, and only then take the lines out of the store.",
    ),
    "restore": ("archives:restore", "Put archived fights back into the store, as they were."),
    "renew-chains": (
        "upkeep:renew_chains",
        "After an older copy of the store was put back: let the next rolls come from links that nobody has seen.",
    ),
    "check-store": (
        "upkeep:check_store",
        "Hold every line of the store against what was written, and name the encounters that are damaged.",
    ),
    "rebuild": (
        "upkeep:rebuild",
        "Build the tables of read models anew from the lines, while serving goes on.",
    ),
    "stats": (
        "stats:stats",
        "Count who dealt, took, healed, rolled and moved how much; what was taken back, or overruled, does not count.",
    ),
    "tables": (
        "tables:tables",
        "Write fights as tables for other programs: all that are closed, or those that changed since the last time.",
    ),
    "feed": (
        "feed:feed",
        "Tell every line of the store to other programs, as everybody may see it: in order, each at least once.",
    ),
    "luck": (
        "luck:luck",
        "Say how lucky everybody's dice were in exported fights, and how often fair dice do the same.",
    ),
    "swings": (
        "swings:swings",
        "Say which commands of an exported fight decided it, and how much of that was the dice.",
    ),
    "query": (
        "query:query",
        "Ask a shipped question of many fights: who wins, how long it takes, which rule never comes up.",
    ),
    "report": (
        "report:report",
        "Write what one fight, or many, came to, as one page without a script, to be read on a screen or on paper.",
    ),
    "sql": (
        "query:sql",
        "Ask a question of one's own of many fights, in SQL, by an engine that reaches nothing but their tables.",
    ),
    "copy": (
        "upkeep:copy_store",
        "Copy every encounter to another store, with its seats and dice, and compare both byte by byte.",
    ),
}
"""Where each command is in cli/commands, and what it says of itself, which is the sentence of its function too."""


class Named(TyperCommand):
    """A command of which only the name and the sentence are there, until it is called."""

    def whole(self) -> TyperCommand:
        """Return the command with its options; only now is what it needs imported."""
        module, _, function = COMMANDS[str(self.name)][0].partition(":")
        # What is read now stays: to look in it for what can be thrown away, again and again, takes a tenth of the time.
        gc.disable()
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        alone.command(name=self.name)(getattr(import_module(f"cli.commands.{module}"), function))
        gc.freeze()
        gc.enable()
        command = typer.main.get_command(alone)
        assert isinstance(command, TyperCommand)  # noqa: S101 - one function makes one command
        return command

    def make_context(self, *given: Any, **more: Any) -> Any:
        """Read what the command was given, by its own options."""
        return self.whole().make_context(*given, **more)


class Commands(TyperGroup):
    """All of them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, (_, sentence) in COMMANDS.items():
            self.add_command(Named(name=name, help=sentence, short_help=sentence))


app = typer.Typer(name="encounter", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"encounter {import_module('ledger.version').VERSION}")
        raise typer.Exit


@app.callback(cls=Commands, no_args_is_help=True)
def encounter(
    version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", callback=_say_version, is_eager=True)
    ] = False,
) -> None:
    """Tactical combats written down as immutable events."""


def main() -> int:
    """Run the command line; it ends with the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show a sign gets a substitute for it.
            stream.reconfigure(errors="replace")
    app(prog_name="encounter")
    return 0
