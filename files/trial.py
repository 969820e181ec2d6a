"""A scenario tried: its commands played in the domain, and how that differs from what the file expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.commands import Command, actor
from domain.deciding import decide, open_encounter, pending
from domain.dice import DiceNeeded, Notation, Scripted, Thrown
from domain.encounter import Encounter
from domain.events import Event
from domain.evolve import evolve
from domain.refusals import Refused
from domain.table.openings import Opening
from files.comparing import Difference, compare, shown
from files.documents import Document
from files.locating import mentioned
from files.malformed import Malformed
from files.omissions import spelt_out
from files.scenarios import Refusal, Scenario
from files.short_forms import Written
from projections.wording import counted


def run(scenario: Scenario) -> Iterator[Difference]:
    """Yield how what happens differs from what the file expects. Raises Malformed where the file cannot be played."""
    example = scenario.example
    try:
        opened = open_encounter(scenario.opening, "check")
    except Refused as refused:
        if example.when or example.refused is None:
            raise _no_opening(scenario.document, refused) from None
        yield from _refusal(example.refused, refused)
        return
    encounter = _folded(Encounter(), opened)
    if not example.when:
        yield from _of_the_opening(scenario, opened)
        yield from _state(scenario.document, example.state, encounter)
        return
    led = _Play(scenario.document, encounter, example.given_dice, "given_dice")
    if (stopped := led.through(scenario.given, "given")) is not None:
        yield stopped
        return
    yield from led.leftover()
    led.tell(scenario.given_events)
    play = _Play(scenario.document, led.encounter, example.dice, "dice")
    if example.refused is not None:
        yield from play.refuse(scenario.when[0], example.refused)
    else:
        yield from play.go(scenario.when, scenario.then)
    yield from _state(scenario.document, example.state, play.encounter)


def must_open(document: Document, opening: Opening) -> None:
    """Refuse an opening that no fight can begin with. Raises Malformed."""
    try:
        open_encounter(opening, "check")
    except Refused as refused:
        raise _no_opening(document, refused) from None


def _no_opening(document: Document, refused: Refused) -> Malformed:
    place = document.place(mentioned(document.content, refused.message))
    return Malformed(place, f"The opening is refused: {refused.message} ({refused.rule})")


def _of_the_opening(scenario: Scenario, opened: list[Event]) -> Iterator[Difference]:
    """Yield how the opening itself comes out otherwise than expected."""
    if scenario.example.refused is not None:
        yield _no_refusal(scenario.example.refused, "the opening", "accepted")
    if scenario.then is not None:
        yield from compare(scenario.then, opened)


def _folded(encounter: Encounter, events: list[Event]) -> Encounter:
    for event in events:
        encounter = evolve(encounter, event)
    return encounter


class _FaceOffDie(Exception):
    """A listed face is not on the die that is rolled."""


class _Faces(Scripted):
    """The faces that a file lists."""

    def roll(self, by: str, purpose: str, dice: Notation) -> Thrown:
        """Return the next faces. Raises _FaceOffDie."""
        try:
            return super().roll(by, purpose, dice)
        except ValueError as trouble:
            raise _FaceOffDie(str(trouble)) from None


class _Play:
    """Commands played one after another with the faces of one list."""

    def __init__(self, document: Document, encounter: Encounter, faces: list[int], listed: str) -> None:
        self.document = document
        self.encounter = encounter
        self.events: list[Event] = []
        self.listed = listed
        self.dice = _Faces(faces)

    def decide(self, command: Command) -> None:
        """Let one command happen. Raises Refused, DiceNeeded, and Malformed where it cannot be played at all."""
        try:
            events = decide(command, self.encounter, self.dice)
            self.encounter = _folded(self.encounter, events)
        except (Refused, DiceNeeded):
            raise
        except _FaceOffDie as trouble:
            raise Malformed(self.document.place((self.listed,)), str(trouble)) from None
        except Exception:
            # Events stated straight away may make a fight that no rule leads to, and no rule reads.
            if not self.document.content.get("given_events"):
                raise
            place = self.document.place(("given_events",))
            raise Malformed(place, "These events make a fight that no rule leads to.") from None
        self.events += events

    def through(self, commands: list[Command], listed: str) -> Difference | None:
        """Play every command; return what stopped them, if something did."""
        for index, command in enumerate(commands):
            try:
                self.decide(command)
            except Refused as refused:
                place = f"{listed}.{index}"
                sentence = (
                    f"Command {index + 1} of `{listed}`, {_told(command)}, is refused: {refused.message} "
                    f"({refused.code}, {refused.rule})"
                )
                return Difference(
                    kind="refusal", where=place, expected="accepted", found=refused.code, sentence=sentence
                )
            except DiceNeeded as needed:
                return self.spent(needed, f"{listed}.{index}")
        return None

    def spent(self, needed: DiceNeeded, where: str) -> Difference:
        """Return that the list of faces is too short."""
        few = len(self.dice.left)
        left = f"only {few} {'is' if few == 1 else 'are'} left" if few else "none is left"
        sentence = (
            f"{needed.by} rolls {needed.dice} for {needed.purpose}, and of the faces under `{self.listed}` {left}."
        )
        return Difference(kind="dice", where=where, expected=str(needed.dice), found=self.dice.left, sentence=sentence)

    def leftover(self) -> Iterator[Difference]:
        """Yield that nobody rolled some of the faces."""
        if self.dice.left:
            sentence = f"Nobody rolls the last {len(self.dice.left)} faces under `{self.listed}`: {self.dice.left}."
            yield Difference(kind="dice", where=self.listed, expected=self.dice.left, found=None, sentence=sentence)

    def tell(self, events: tuple[Event, ...]) -> None:
        """Fold events that the file states straight away."""
        for index, event in enumerate(events):
            try:
                self.encounter = _folded(self.encounter, spelt_out(self.encounter, event))
            except (LookupError, TypeError, AttributeError, ValueError):
                place = self.document.place(("given_events", index))
                raise Malformed(place, "This cannot have happened in the fight as it stands there.") from None

    def go(self, when: list[Command], then: tuple[Written, ...] | None) -> Iterator[Difference]:
        """Yield how the commands of the file come out otherwise than expected; of no events it may expect any."""
        stopped = self.through(when, "when")
        if stopped is not None:
            yield stopped
        if then is not None:
            yield from compare(then, self.events)
        if stopped is None:
            yield from self.leftover()

    def refuse(self, command: Command, expected: Refusal) -> Iterator[Difference]:
        """Yield how the refusal is another than the one expected."""
        before = self.dice.left
        try:
            self.decide(command)
        except Refused as refused:
            yield from _refusal(expected, refused)
            if self.dice.left != before:
                yield _rolled(len(before) - len(self.dice.left))
        except DiceNeeded as needed:
            yield _no_refusal(expected, _told(command), f"accepted: {needed}")
            return
        else:
            happened = ", ".join(type(event).__name__ for event in self.events)
            yield _no_refusal(expected, _told(command), f"accepted: {happened} happened")
        yield from self.leftover()


def _rolled(count: int) -> Difference:
    sentence = f"The refused command rolled {counted(count, 'die')}; a refusal leaves nothing."
    return Difference(kind="dice", where="when.0", expected=0, found=count, sentence=sentence)


def _told(command: Command) -> str:
    """Return a command in a few words."""
    who = actor(command)
    return f"{command.do} {who}" if who else command.do


def _refusal(expected: Refusal, refused: Refused) -> Iterator[Difference]:
    for name, wanted, found in (("code", expected.code, refused.code), ("rule", expected.rule, refused.rule)):
        if wanted is not None and wanted != found:
            sentence = f"The {name} of the refusal is expected to be {wanted}, and is {found}: {refused.message}"
            yield Difference(kind="refusal", where=f"refused.{name}", expected=wanted, found=found, sentence=sentence)


def _no_refusal(expected: Refusal, what: str, found: str) -> Difference:
    sentence = f"A refusal is expected ({expected.code}), and {what} is {found}."
    return Difference(kind="refusal", where="refused", expected=expected.code, found=None, sentence=sentence)


def _state(document: Document, state: dict[str, Any], encounter: Encounter) -> Iterator[Difference]:
    """Yield what is otherwise afterwards than the file says."""
    for key, wanted in state.items():
        found = pending(encounter).kind if key == "pending" else _value(document, key, encounter)
        if found != wanted or type(found) is not type(wanted):
            sentence = f"Afterwards {key} is expected to be {shown(wanted)}, and is {shown(found)}."
            yield Difference(kind="state", where=f"state.{key}", expected=wanted, found=found, sentence=sentence)


def _value(document: Document, key: str, encounter: Encounter) -> Any:
    """Return what ``who.what`` is now. Raises Malformed for what nobody has."""
    who, _, what = key.partition(".")
    combatant = encounter.combatants.get(who)
    if combatant is None:
        known = ", ".join(encounter.combatants)
        raise Malformed(document.place(("state", key)), f"There is no {shown(who)}; there are {known}, and `pending`.")
    values: dict[str, Any] = {
        **combatant.resources,
        **{name: pool.now for name, pool in combatant.pools.items()},
        "movement": combatant.movement,
        "at": combatant.at,
        "life": combatant.life,
        "conditions": list(combatant.conditions),
        "hand": [card.id for card in encounter.hand(combatant.side)],
    }
    if what not in values:
        allowed = ", ".join(sorted(values))
        raise Malformed(document.place(("state", key)), f"{who} has no {shown(what)} to look at; there are {allowed}.")
    return values[what]
