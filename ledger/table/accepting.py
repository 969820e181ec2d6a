"""From a command to its lines: who may, whether the rules say yes, which dice, what happened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from domain import deciding
from domain.commands import Command
from domain.dice import Dice, DiceNeeded, NoDice, canonical, notation
from domain.encounter import Encounter
from domain.events import Event, MessageRecorded
from domain.refusals import Refused
from domain.story import Story
from ledger.dice.entropy import LedgerDice, TypedDice
from ledger.line.actions import command_of
from ledger.line.canonical import NotCanonical
from ledger.line.entries import CommandAccepted, Json, RewindLapsed, SeatCall, TableDiceTyped
from ledger.line.lines import TooLong
from ledger.line.spellings import is_seen
from ledger.refusals import NoFaces, NotWaiting, NotYours, ReadOnly, Waiting, WentOn
from ledger.table import knowledge, lapsing, rolling, sealing, settling, signing
from ledger.table.answers import Declaration, Wait
from ledger.table.fight import Fight
from ledger.table.first_roll import ChainOf, FirstRoll, Left, Sources
from ledger.table.standing import OpenRoll
from ledger.table.table import seat_of
from ledger.table.writing import Writing, Written

_CMD = re.compile(r"[A-Za-z0-9._:-]{1,64}")


def accept(fight: Fight, writing: Writing, seat: str, sent: Declaration, action: Json, sources: Sources) -> Written:
    """Write the lines of a command, and return the first and the state; Refused or LedgerRefused say why not."""
    known = knowledge.by(fight, seat)
    must_be_the_time(known, seat, sent, action, sources.left)
    if sent.action.do == lapsing.CLAIM and (time := lapsing.running(known)) is not None:
        # Whatever the clock of the machine says: the lines say that the time was up.
        writing.not_before(time.line.at + time.limit)
    if sources.faces is not None and fight.table.dice != "loaded":
        raise NoFaces(f"The dice of this encounter are {fight.table.dice} dice: they cannot be told what to show.")
    accepted, party = _declared(fight, seat, sent, action)
    dice = FirstRoll(fight, writing, sent, accepted, party, sources)
    try:
        story = _decided(fight, known, sent.action, dice)
    except DiceNeeded:
        if dice.line is None:
            raise
        return Written(dice.line.n)
    if dice.line is not None:
        dice.must_be_used_up()
        sealing.tell(writing, fight, story, dice.line.n, seat, action)
        return Written(dice.line.n, story.now)
    if sources.faces:
        raise NoFaces("This command rolls nothing, and faces were given for it.")
    _lapse(fight, writing, story.events)
    try:
        first = sealing.accept(writing, fight.encounter, accepted, action, sent.salt).n
        sealing.tell(writing, fight, story, first, seat, action)
        settling.conclude(fight, writing, action, first)
    except TooLong as error:
        raise _too_large(fight.encounter, error) from None
    return Written(first, story.now)


def _decided(fight: Fight, known: Fight, command: Command, dice: Dice) -> Story:
    """Return what a command comes to, decided first on the fight as the seat knows it.

    Raises:
        Refused: The rules say no. What says so depends on nothing that the seat may not know.
        DiceNeeded: The command is legal, and rolls dice that come later.
    """
    if known is not fight:
        with suppress(DiceNeeded):
            deciding.played(command, known.encounter, NoDice())
    sealing.must_be_openable(fight, command)
    _must_mean_no_seat(fight, command)
    try:
        return deciding.played(command, fight.encounter, dice)
    except TooLong as error:
        # The line that the command is accepted by, with which nothing is rolled yet.
        raise _too_large(fight.encounter, error) from None
    except Refused:
        if known is fight:
            raise
        rule = deciding.RULESETS[known.encounter.system].WHAT_ONE_MAY_DO
        waiting = deciding.pending(known.encounter)
        raise Refused("wrong_phase", "This cannot be done just now.", rule=rule, pending=waiting) from None


def _must_mean_no_seat(fight: Fight, command: Command) -> None:
    """Refuse a newcomer with the name of a seat that came late, or of a device: the rules know of neither.

    Whoever waits in reserve has a name that no seat can ever have: nobody who takes one finds it taken.
    """
    sheet = getattr(command, "sheet", None)
    name = getattr(sheet, "id", None)
    if name is None:
        return
    rule = deciding.RULESETS[fight.encounter.system].WHAT_ONE_MAY_DO
    if name in fight.table.seats or name in fight.table.devices:
        message = f"Nobody can be called {name}: that is a seat at this table."
        raise Refused("invalid_value", message, rule=rule, pending=deciding.pending(fight.encounter))
    if getattr(sheet, "hidden", False):
        sealing.must_be_no_seats_name(name, rule, deciding.pending(fight.encounter))


def _too_large(encounter: Encounter, error: TooLong) -> Refused:
    """Return the refusal of a sheet that no line can hold."""
    rule = deciding.RULESETS[encounter.system].WHAT_ONE_MAY_DO
    message = f"The command is too large: {error}"
    return Refused("invalid_value", message, rule=rule, pending=deciding.pending(encounter))


def type_in(fight: Fight, writing: Writing, typed: TableDiceTyped) -> Written:
    """Write physical dice, and with the last of them what the command came to; return the first line."""
    must_play(fight, typed.seat)
    waited, roll = wait(fight), fight.table.open_roll
    if waited is None or roll is None:
        raise NotWaiting("No dice are waited for.")
    typed = _as_written(typed)
    if (typed.by, typed.dice) != (waited.by, waited.dice):
        raise NotWaiting(f"Waited for is {waited.dice} rolled by {waited.by}, not {typed.dice} by {typed.by}.")
    _must_be_faces(typed)
    _must_roll(fight.encounter, roll, typed)
    try:
        story = _outcome(fight, roll, (*roll.typed, typed))
    except DiceNeeded:
        return Written(writing.write(typed, cause=roll.line).n)
    _lapse(fight, writing, story.events)
    first = writing.write(typed, cause=roll.line).n
    sealing.tell(writing, fight, story, roll.line, roll.seat, roll.action)
    return Written(first, story.now)


def wait(fight: Fight) -> Wait | None:
    """Return the physical dice that the encounter waits for."""
    roll = fight.table.open_roll
    return None if roll is None or roll.contributors else next_dice(fight)


def next_dice(fight: Fight) -> Wait | None:
    """Return the dice of the open roll that fall next; None where a seat does not know what is rolled for, or with."""
    roll = fight.table.open_roll
    if roll is None or not roll.action:
        return None
    try:
        _outcome(fight, roll, roll.typed)
    except DiceNeeded as needed:
        return Wait(by=needed.by, purpose=needed.purpose, dice=str(needed.dice), line=roll.line)
    except Refused:
        return None
    return None


def must_be_an_id(cmd: str) -> None:
    """Refuse a ``cmd`` that cannot stand in a line."""
    if not _CMD.fullmatch(cmd):
        raise NotCanonical("A cmd is 1 to 64 letters, digits and the signs . _ : - .")


def must_be_the_time(fight: Fight, seat: str, sent: Declaration, action: Json, left: Left) -> None:
    """Refuse a command that is not the seat's to give, or not at that time; what the rules say of it is not asked."""
    must_play(fight, seat)
    if sent.seq is not None or sent.sig is not None:
        signing.must_be_next(fight.table, seat, sent.seq)
    if (opened := fight.table.open_roll) is not None and opened.contributors:
        parties = " and ".join(opened.contributors)
        raise Waiting(f"Roll {opened.roll} is not decided yet: the links of {parties} are under way.")
    if (waited := wait(fight)) is not None:
        purpose = waited.purpose.replace("_", " ")
        raise Waiting(f"First {waited.by} rolls {waited.dice} on the table ({purpose}), and types it in.")
    if opened is not None:
        raise Waiting("Dice on the table are awaited first, of which this seat does not know what they are for.")
    _must_have_seen(fight, sent)
    _must_control(fight.encounter, seat, sent.action)
    if sent.action.do == lapsing.CLAIM:
        lapsing.must_have_run_out(left(fight))
    settling.must_be_agreed(fight.table, action)
    settling.must_be_seated(fight.table, action)


def must_play(fight: Fight, seat: str) -> None:
    """Refuse whoever only reads, and every command to a fight that is only read."""
    if fight.imported:
        raise ReadOnly("This fight was imported: it can be read, replayed and verified, not played.")
    if fight.table.closed:
        raise ReadOnly("The ledger of this encounter is closed.")
    if seat not in fight.table.players:
        raise NotYours(f"{seat} is no player of this encounter.")


def reveal(fight: Fight, writing: Writing, opened: OpenRoll, came: rolling.Links, chains: ChainOf) -> Written:
    """Write the links of an open roll and what its command came to; return the line with the links, and the state."""
    table = fight.table
    link = chains.of(fight.id, table.chain_base, table.anchor).link(opened.roll - table.chain_base)
    if table.request is not None:
        writing.write(RewindLapsed(reason="overtaken"))
    first = writing.write(rolling.revealed(opened, link, came), cause=opened.line).n
    blind = sealing.blind_of(fight.lines[opened.line])
    dice = LedgerDice(link, fight.id, opened.roll, opened.declared, rolling.salts(opened, came), blind)
    story = deciding.played(command_of(opened.action, fight.encounter.system), fight.encounter, dice)
    sealing.tell(writing, fight, story, opened.line, opened.seat, opened.action)
    return Written(first, story.now)


def _outcome(fight: Fight, roll: OpenRoll, typed: Sequence[TableDiceTyped]) -> Story:
    return deciding.played(
        command_of(roll.action, fight.encounter.system), fight.encounter, TypedDice(typed, roll.roll)
    )


def _declared(fight: Fight, seat: str, sent: Declaration, action: Json) -> tuple[CommandAccepted, str | None]:
    """Return the line of a command before it rolls, and the device that signed it. Raises NotSigned."""
    table = fight.table
    seq = table.seq.get(seat, 0) + 1 if sent.sig is None else sent.seq
    decl = signing.decl(action, encounter=fight.id, seat=seat, cmd=sent.cmd, seen=sent.seen, seq=seq)
    stored = sealing.as_stored(fight.encounter, decl, sent.salt, signed=sent.sig is not None)
    party = signing.signer(table, seat, stored, sent.sig)
    return CommandAccepted(decl=decl, sig=sent.sig), party


def _lapse(fight: Fight, writing: Writing, events: Sequence[Event]) -> None:
    # Words do not overtake a request: the table may talk about it.
    if fight.table.request is not None and not all(isinstance(event, MessageRecorded) for event in events):
        writing.write(RewindLapsed(reason="overtaken"))


def _must_have_seen(fight: Fight, sent: Declaration) -> None:
    """Refuse what answers an older state, one that is not there yet, or another history."""
    versions = [] if sent.version is None else [sent.version]
    if sent.seen is not None:
        versions.append(sent.seen[0] - 1)
    for version in versions:
        if version > fight.version:
            raise WentOn(f"Version {version} is not there yet: the last one is {fight.version}.", fight.version)
        _must_be_newest(fight, version)
    if sent.seen is not None and fight.log.leaf(sent.seen[0] - 1).hex() != sent.seen[1]:
        message = f"Line {sent.seen[0] - 1} has another hash here: this was declared on another history."
        raise WentOn(message, fight.version)


def _must_be_newest(fight: Fight, version: int) -> None:
    if version < fight.stirred:
        message = f"The fight went on since version {version}: it stands at version {fight.version}."
        raise WentOn(message, fight.version)


def must_be_up_to_date(fight: Fight, call: SeatCall) -> None:
    """Refuse a call that wants something of the fight as its seat had seen it, and the fight went on since."""
    size = signing.seen_by(fight.table, call)
    if size is not None:
        _must_be_newest(knowledge.by(fight, seat_of(call)), size - 1)


def must_be_of_this_history(fight: Fight, seen: Sequence[Any]) -> None:
    """Refuse a call that was made on another history: its signature is a witness of all that came before."""
    if seen and not (is_seen([*seen]) and seen[0] <= fight.version + 1):
        raise WentOn(f"What was seen is not there: this fight has {fight.version + 1} lines.", fight.version)
    if seen and fight.log.leaf(seen[0] - 1).hex() != seen[1]:
        message = f"Line {seen[0] - 1} has another hash here: this was signed on another history."
        raise WentOn(message, fight.version)


def _must_control(encounter: Encounter, seat: str, command: Command) -> None:
    if not deciding.controls(encounter, seat, command):
        whose = str(deciding.speaker(encounter, command))
        who_may = _named(each for each in _playing(encounter) if deciding.controls(encounter, each, command))
        raise NotYours(f"{seat} does not act for {whose}: only {who_may} does.")


def _must_roll(encounter: Encounter, roll: OpenRoll, typed: TableDiceTyped) -> None:
    """Refuse dice from a seat that does not speak for who rolls.

    For those that roll together under one name the seat whose command it is rolls, or the referee.
    """
    if deciding.knows(encounter, typed.by):
        if not deciding.answers_for(encounter, typed.seat, typed.by):
            who_may = _named(each for each in _playing(encounter) if deciding.answers_for(encounter, each, typed.by))
            raise NotYours(f"{typed.seat} does not roll for {typed.by}: only {who_may} does.")
    elif typed.seat not in (roll.seat, encounter.referee):
        raise NotYours(f"{typed.seat} does not roll for {typed.by}: {encounter.referee or roll.seat} does.")


def _playing(encounter: Encounter) -> Iterator[str]:
    return (seat for seat, role in encounter.seats.items() if role != "spectator")


def _named(seats: Iterable[str]) -> str:
    """Return seats in words."""
    return " or ".join(seats) or "nobody"


def _as_written(typed: TableDiceTyped) -> TableDiceTyped:
    """Return typed dice in the one form in which dice are written; what a device has signed stays as it is."""
    if typed.sig is not None:
        return typed
    try:
        return replace(typed, dice=str(canonical(typed.dice)))
    except ValueError:
        return typed


def _must_be_faces(typed: TableDiceTyped) -> None:
    dice = notation(typed.dice)
    if len(typed.faces) != dice.count or not all(1 <= face <= dice.sides for face in typed.faces):
        faces = "1 face" if dice.count == 1 else f"{dice.count} faces"
        raise NotWaiting(f"{typed.dice} shows {faces} of 1 to {dice.sides}, not {list(typed.faces)}.")
