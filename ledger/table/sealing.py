"""How what not everybody may know is written: sealed lines, the lines that stand in for them, and their opening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from secrets import token_bytes
from typing import Any, TypeAlias

import orjson

from domain import deciding
from domain.dice import DiceNeeded
from domain.encounter import IN_RESERVE, Encounter
from domain.events import ConditionApplied, EncounterOpened, Event
from domain.refusals import IDLE, Pending, Refused
from domain.secret.commands import WHOLLY, Unseal, is_secret
from domain.secret.hands import dealt
from domain.secret.parts import Part, parted
from domain.secret.reserve import hidden, mentioned
from domain.story import Story
from domain.table.names import SEAT_ID
from ledger.dice.entropy import RolledDice
from ledger.line.actions import command_of
from ledger.line.canonical import MAX_LINE, canon_trusted
from ledger.line.entries import CommandAccepted, Json, Sealed, Unsealed, Withheld
from ledger.line.hidden import commit
from ledger.line.lines import Line, TooLong, told
from ledger.refusals import NotSigned, NotYours
from ledger.table import knowledge, signing
from ledger.table.fight import Fight
from ledger.table.writing import Payloads, Writing, Written

MOST = MAX_LINE - 1024
"""Bytes of a payload: opened, it stands in a line."""


def accept(
    writing: Writing, encounter: Encounter, accepted: CommandAccepted, action: Json, salt: bytes | None = None
) -> Line:
    """Write the line of a command; one that is secret is sealed, and gets a blind for its dice."""
    secret = is_secret(encounter, accepted.decl["seat"], action)
    payload: Json = {"action": action} if secret else {}
    if accepted.roll is not None and payload:
        payload["blind"] = token_bytes(32).hex()
    if not payload:
        return writing.write(accepted, salt=salt)
    if len(canon_trusted(payload)) > MOST:
        raise TooLong(f"What it seals has more than {MOST} bytes.")
    return writing.accept(accepted, payload, salt)


def as_stored(encounter: Encounter, decl: Json, salt: bytes | None, *, signed: bool) -> Json:
    """Return a declaration as its line will hold it, and as it is signed. Raises NotSigned without a salt."""
    action: Json = decl["action"]
    if not is_secret(encounter, decl["seat"], action):
        return signing.as_stored(decl, salt)
    if salt is None:
        if signed:
            raise NotSigned("What is secret is signed as sealed: choose a salt, and sign the commitment.")
        return decl
    kept = {name: value for name, value in decl.items() if name != "action"}
    return {**kept, "sealed": commit(salt, {"action": action})}


def must_be_no_seats_name(name: str, rule: str, waiting: Pending = IDLE) -> None:
    """Refuse for somebody in reserve a name that a seat could be invited under, or a device join: it would be told."""
    if SEAT_ID.fullmatch(name):
        message = f"{name} cannot be in reserve: a seat could have that name; put a capital letter or _ in it."
        raise Refused("invalid_value", message, rule=rule, pending=waiting)


def blind_of(line: Line) -> bytes | None:
    """Return what keeps the dice of a command secret; None if they are not."""
    return bytes.fromhex(line.inner.blind) if line.inner is not None and line.inner.blind is not None else None


def set_up(writing: Writing, events: Sequence[Event]) -> None:
    """Write the events of an opening; who is in reserve, and what is in private hands, is sealed."""
    if any(isinstance(event, EncounterOpened) and event.hands == "private" for event in events):
        _write(writing, dealt(Encounter(), Encounter(), events), None, ())
        return
    waiting = [event.to for event in events if isinstance(event, ConditionApplied) and event.condition == IN_RESERVE]
    if not waiting:
        for event in events:
            writing.write(event)
        return
    for name in waiting:
        must_be_no_seats_name(name, deciding.RULESETS[events[0].system].WHAT_ONE_MAY_DO)  # type: ignore[union-attr]
    _write(writing, parted(Encounter(), events), None, ())


def tell(writing: Writing, fight: Fight, story: Story, cause: int, seat: str, action: Json) -> None:
    """Write what a command of a seat came to, to each as much as they may know."""
    if action.get("do") == "unseal":
        _open(writing, _asked(fight, action, writing.kept), cause)
        return
    sealed = action.get("do") in WHOLLY
    if fight.encounter.private_hands and not sealed:
        known = knowledge.by(fight, knowledge.STRANGER).encounter
        _write(writing, dealt(fight.encounter, known, story.events), cause, ())
        return
    if not (sealed or hidden(fight.encounter) or hidden(story.now)):
        for event in story.events:
            writing.write(event, cause=cause)
        return
    to = tuple(dict.fromkeys((str(action["by"]), *action.get("to", ())))) if sealed else ()
    anyway = () if is_secret(fight.encounter, seat, action) else _anyway(fight, story, action)
    parts = parted(fight.encounter, story.events, sealed=sealed, known=anyway)
    come = hidden(fight.encounter) - hidden(story.now)
    if come:
        _open(writing, _about(fight, come, hidden(story.now), writing.kept()), cause)
    first = len(writing.lines)
    _write(writing, parts, cause, to)
    if come:
        _open(writing, _just_written(writing, first, hidden(story.now)), cause)


def _anyway(fight: Fight, story: Story, action: Json) -> Sequence[Event]:
    """Return what a command comes to, with the dice as they fell, in the fight that everybody knows.

    It is asked of every command that is told openly, so that it takes the same time whatever the command names.
    """
    known = knowledge.by(fight, knowledge.STRANGER).encounter
    try:
        return deciding.decide(command_of(action, known.system), known, RolledDice(story.events))
    except (Refused, DiceNeeded):
        return ()


def _write(writing: Writing, parts: Sequence[Part], cause: int | None, to: tuple[str, ...]) -> None:
    for part in parts:
        if not part.sealed:
            writing.write(part.events[0], cause=cause)
            continue
        chunks = [*_chunks(told(part.events))]
        for chunk in chunks:
            payload: Json = {"events": chunk}
            if part.stand_ins and chunk is chunks[-1]:
                payload["stands_in"] = len(part.stand_ins)
            told_to = part.to or to
            writing.seal({**payload, "to": list(told_to)} if told_to else payload, cause)
        for event in part.stand_ins:
            writing.write(event, cause=cause)


def _chunks(events: Sequence[Json]) -> Iterator[list[Json]]:
    """Yield the events in as few pieces as can be opened, each in a line of its own."""
    piece: list[Json] = []
    size = 0
    for event in events:
        length = len(canon_trusted(event))
        if length > MOST:
            raise TooLong(f"{event['type']} would be sealed with {length} bytes; at most {MOST} can be opened.")
        if piece and size + length > MOST:
            yield piece
            piece, size = [], 0
        piece.append(event)
        size += length
    yield piece


Opening: TypeAlias = tuple[int, bytes, Json]


def _open(writing: Writing, openings: Iterable[Opening], cause: int) -> None:
    for n, salt, payload in openings:
        writing.write(Unsealed(of=n, salt=salt.hex(), payload=payload), cause=cause)


def _about(
    fight: Fight, come: frozenset[str], still: frozenset[str], kept: Iterable[tuple[int, bytes, bytes]]
) -> Iterator[Opening]:
    """Yield what the ledger sealed of those who come to light, and of nobody who is still in reserve.

    What a seat sealed, whoever it names, opens by the word of that seat alone.
    """
    before, lines = _opened(fight), fight.lines
    for n, salt, raw in kept:
        payload = orjson.loads(raw)
        told = payload.get("events", payload.get("action"))
        if told is None or n in before or is_of_a_seat(lines, n):
            continue
        if mentioned(told, come) and not mentioned(told, still):
            yield n, salt, payload


def is_of_a_seat(lines: Sequence[Line], n: int) -> bool:
    """Return whether a line belongs to a command with which a seat seals something."""
    command = knowledge.command_of(lines[n])
    accepted = lines[command].entry
    return isinstance(accepted, CommandAccepted) and accepted.decl.get("action", {}).get("do") in WHOLLY


def _just_written(writing: Writing, first: int, still: frozenset[str]) -> list[Opening]:
    """Return what this command sealed of those who came to light by it."""
    kept = {each.n: each for each in writing.words}
    return [
        (line.n, kept[line.n].salt, kept[line.n].payload)
        for line in writing.lines[first:]
        if isinstance(line.entry, Sealed) and not mentioned(line.events, still)
    ]


def _opened(fight: Fight) -> set[int]:
    return {line.entry.of for line in fight.lines if isinstance(line.entry, Unsealed)}


def _asked(fight: Fight, action: Json, kept: Payloads) -> list[Opening]:
    """Return what a seat wants opened: all that the commands sealed to which the lines belong. Raises Refused."""
    lines = fight.lines
    wanted: set[int] = set()
    for n in action["of"]:
        command = _sealed_by(fight, lines, n, action["by"])
        wanted |= {command, *(line.n for line in fight.log.group(command) if isinstance(line.entry, Sealed))}
    found = [(n, salt, orjson.loads(payload)) for n, salt, payload in kept() if n in wanted]
    return [each for each in found if each[0] not in _opened(fight)]


def _sealed_by(fight: Fight, lines: Sequence[Line], n: int, seat: str) -> int:
    """Return the line of the command that sealed line ``n``; refuses what was not sealed by the seat, or is open."""
    line = lines[n] if n < len(lines) else None
    command = n if line is None or line.cause is None else line.cause
    accepted: Any = lines[command].entry if line is not None else None
    own = isinstance(accepted, CommandAccepted) and accepted.decl["seat"] == seat and "sealed" in accepted.decl
    if own and line is not None and line.type in ("CommandAccepted", "Sealed") and command not in _opened(fight):
        group = fight.log.group(command)
        told = [accepted.decl.get("action"), *(each.events for each in group)]
        # The referee alone knows of a reserve: what the others sealed is theirs to open, whatever they wrote.
        if seat != fight.encounter.referee or not mentioned(told, hidden(fight.encounter)):
            return command
        message = f"Line {n} is about somebody in reserve: it is opened when they are revealed."
        raise _refused(fight, message)
    raise _refused(fight, f"Line {n} is nothing that {seat} sealed and that is still shut.")


def _refused(fight: Fight, message: str) -> Refused:
    rule = deciding.RULESETS[fight.encounter.system].WHAT_ONE_MAY_DO
    return Refused("illegal_target", message, rule=rule, pending=deciding.pending(fight.encounter))


def must_be_openable(fight: Fight, command: Any) -> None:
    """Refuse to open what the seat did not seal, what is open, and what is about somebody in reserve."""
    if isinstance(command, Unseal):
        for n in command.of:
            _sealed_by(fight, fight.lines, n, command.by)


def withhold(fight: Fight, writing: Writing, withheld: Withheld) -> Written:
    """Write that a seat keeps shut what it sealed, and why; return the line. NotYours if it did not seal it."""
    lines = fight.lines
    try:
        command = _sealed_by(fight, lines, withheld.of, withheld.by)
    except Refused as refused:
        raise NotYours(refused.message) from None
    kept = {line.entry.of for line in lines if isinstance(line.entry, Withheld)}
    if any(command in (n, lines[n].cause) for n in kept):
        raise NotYours(f"What line {withheld.of} sealed is withheld already.")
    return Written(writing.write(withheld).n)
