"""Scenario files: rulebook examples written as files, and what they must look like.

A file states one opening, the commands (or events) that lead to the moment, the commands to try and their dice, and
exactly the events that follow, the refusal, or no more than values of the state afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, TypeAdapter

from domain.commands import Command
from domain.events import Event
from domain.refusals import CODES
from domain.ruleset import RULESETS
from domain.table.openings import Opening
from domain.table.policies import Policies
from files.commands import acted
from files.comparing import shown
from files.documents import Document
from files.malformed import Malformed, Place
from files.openings import opening_shape
from files.shaping import shaped
from files.short_forms import NoEvent, Written, event_of, written
from files.strict import STRICT

Face = Annotated[int, Field(ge=1, le=1000)]
Commands = Annotated[list[dict[str, Any]], Field(max_length=500)]
Faces = Annotated[list[Face], Field(max_length=2000)]
Events = Annotated[list[dict[str, Any]], Field(max_length=2000)]

_POLICIES = {each.name for each in fields(Policies)} - {"words"}


class Refusal(BaseModel):
    """The refusal a file expects; what it leaves out may be anything."""

    model_config = STRICT

    code: Literal[tuple(sorted(CODES))]  # type: ignore[valid-type]  # the codes as they stand in the domain
    rule: Annotated[str, Field(max_length=20)] | None = None


class Example(BaseModel):
    """What a scenario file states beside the opening."""

    model_config = STRICT

    title: Annotated[str, Field(min_length=1, max_length=200)]
    rules: Annotated[list[Annotated[str, Field(min_length=1, max_length=20)]], Field(min_length=1, max_length=100)]
    given: Commands = []
    given_dice: Faces = []
    given_events: Events = []
    when: Commands = []
    dice: Faces = []
    then: Events | None = None
    refused: Refusal | None = None
    state: Annotated[dict[str, Any], Field(max_length=200)] = {}


_EXAMPLE = TypeAdapter(Example)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario file as read: the opening, the moment, the try, and what is expected."""

    document: Document
    opening: Opening
    example: Example
    given: list[Command]
    when: list[Command]
    given_events: tuple[Event, ...]
    then: tuple[Written, ...] | None


def scenario_of(document: Document) -> Scenario:
    """Return the scenario that a file states. Raises Malformed."""
    ours = Example.model_fields.keys()
    opening = opening_of(document)
    example = shaped(_EXAMPLE, {key: value for key, value in document.content.items() if key in ours}, document)
    _must_make_sense(document, example)
    return Scenario(
        document=document,
        opening=opening,
        example=example,
        given=_commands(document, "given", example.given),
        when=_commands(document, "when", example.when),
        given_events=tuple(_event(document, index, each) for index, each in enumerate(example.given_events)),
        then=None if example.then is None else tuple(_expected(document, i, e) for i, e in enumerate(example.then)),
    )


def opening_of(document: Document) -> Opening:
    """Return the opening that a file states, whatever else it states. Raises Malformed."""
    ours = set(Example.model_fields)
    _must_be_known(document, ours)
    stated = {key: value for key, value in document.content.items() if key not in ours}
    return shaped(opening_shape(stated.get("system")), {**stated, "dice": "loaded"}, document)


def _must_be_known(document: Document, ours: set[str]) -> None:
    """Refuse fields that a scenario file has not."""
    system = document.content.get("system")
    if not isinstance(system, str) or system not in RULESETS:
        message = f"The system must be one of {', '.join(RULESETS)}, not {shown(system)}."
        raise Malformed(document.place(("system",)), message)
    kind = RULESETS[system].Opening
    theirs = {field.name for field in fields(kind)} - _POLICIES
    for key in document.content:
        if key not in ours | theirs:
            message = f"A file of {system} has no such field here; allowed are {', '.join(sorted(ours | theirs))}."
            raise Malformed(document.place((key,)), message)


def _must_make_sense(document: Document, example: Example) -> None:
    """Refuse a file that expects nothing, or two things at once; it may expect values of the ``state`` alone."""
    if example.then is not None and example.refused is not None:
        raise Malformed(document.place(()), "State either `then` (the events) or `refused` (the code), not both.")
    if example.then is None and example.refused is None and not example.state:
        message = "State `then` (the events), `refused` (the code) or `state` (values by name): nothing is expected."
        raise Malformed(document.place(()), message)
    if example.given and example.given_events:
        raise Malformed(document.place(("given_events",)), "State either `given` or `given_events`, not both.")
    if example.refused is None and not example.when and (example.given or example.given_events):
        raise Malformed(document.place(("when",)), "State at least one command under `when`.")
    if example.refused is not None and len(example.when) > 1:
        message = "Only one command can be refused: move those before it to `given`."
        raise Malformed(document.place(("when",)), message)


def _commands(document: Document, listed: str, bodies: list[dict[str, Any]]) -> list[Command]:
    """Return the commands that a list of the file states, each in the shape of its system."""
    system = document.content["system"]
    return [shaped(acted(system, body), body, document, (listed, index)) for index, body in enumerate(bodies)]


def _event(document: Document, index: int, short: dict[str, Any]) -> Event:
    try:
        return event_of(short)
    except NoEvent as trouble:
        raise _no_event(document, ("given_events", index), trouble) from None


def _expected(document: Document, index: int, short: dict[str, Any]) -> Written:
    try:
        return written(short)
    except NoEvent as trouble:
        raise _no_event(document, ("then", index), trouble) from None


def _no_event(document: Document, where: Place, trouble: NoEvent) -> Malformed:
    return Malformed(document.place((*where, trouble.field) if trouble.field else where), f"{trouble}.")
